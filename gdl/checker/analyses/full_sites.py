"""Two placements of a set-up on one site, as far as it is known before the game begins where they put pieces.

The set-up is followed with its loops, names and definitions. What depends on the pieces that are there already is not
followed, and nothing is said behind an effect that may take a piece away.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gdl import evaluate, model
from gdl.checker.context import Context
from gdl.limits import MAX_PLACEMENTS
from gdl.static import NotStatic, Static, table_of
from gdl.traits import has


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of the set-up: the effect that places it, and its kind and owner, where they are known."""

    effect: model.Place
    kind: model.Value
    owner: model.Value


class _Unclear(Exception):  # noqa: N818 - what follows is not known
    """Pieces may have been taken away."""


@dataclass(slots=True)
class _Following:
    """What is on the sites, by the placements so far."""

    game: model.Game
    world: Static
    context: Context
    taken: dict[int, Placed] = field(default_factory=dict)
    left: int = MAX_PLACEMENTS


def warn(game: model.Game, context: Context) -> dict[int, Placed]:
    """Reports a placement on a site that another one has taken; gives what is placed, by its site."""
    if game.board.is_stacking or not game.board.sites:
        return {}
    following = _Following(game, Static(game.board, {}, table_of(game), game), context)
    try:
        _follow(game.setup, following)
    except _Unclear:
        return {}
    return following.taken


def _follow(effects: Iterable[model.Effect], following: _Following) -> None:
    world = following.world
    for effect in effects:
        try:
            match effect:
                case model.Place():
                    _place(effect, following)
                case model.Bind():
                    world.names[effect.slot] = evaluate.value(effect.value, world)
                case model.ForEach():
                    for _ in _combinations(effect.generators, effect.condition, world):
                        _follow(effect.body, following)
                case model.Branch():
                    holds = evaluate.value(effect.condition, world)
                    _follow(effect.body if holds else effect.otherwise, following)
                case _ if has(effect, "moves") or has(effect, "removes") or has(effect, "draws"):
                    raise _Unclear
        except NotStatic:
            if has(effect, "moves") or has(effect, "removes") or has(effect, "draws"):
                raise _Unclear from None


def _combinations(
    generators: tuple[tuple[int, model.Expr], ...], condition: model.Expr | None, world: Static
) -> Iterator[None]:
    """Gives the names of a loop their values, one combination after the other."""
    if not generators:
        if condition is None or evaluate.value(condition, world):
            yield
        return
    (slot, source), *rest = generators
    for element in evaluate.elements(source, world):
        world.names[slot] = element
        yield from _combinations(tuple(rest), condition, world)


def _place(effect: model.Place, following: _Following) -> None:
    sites = evaluate.elements(effect.sites, following.world)
    kind = _value(effect.kind, following)
    for site in sites:
        following.left -= 1
        if following.left < 0:
            raise _Unclear
        if not isinstance(site, int):
            continue
        if site in following.taken:
            _report(effect, site, following)
            raise _Unclear
        owner = _value(effect.owner, following) if effect.owner is not None else None
        following.taken[site] = Placed(effect, kind, owner)


def _value(e: model.Expr, following: _Following) -> model.Value:
    """A kind or an owner, where it is known."""
    try:
        found: model.Value = evaluate.value(e, following.world)
        return found
    except NotStatic:
        return None


def _report(effect: model.Place, site: int, following: _Following) -> None:
    first, kind = following.taken[site].effect, following.taken[site].kind
    name = following.game.board.sites[site].name
    there = f"a {following.game.kinds[kind].name}" if isinstance(kind, int) else "a piece"
    following.context.reporter.report(
        "setup-conflict",
        effect.span,
        f"the set-up puts two pieces on {name}",
        f"{name} is taken already",
        others=[(first.span, f"{there} is placed there")] if first is not effect else (),
        help="place them on different sites",
    )
