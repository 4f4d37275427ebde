"""What a set-up places on the sites, as far as it is known before the game begins where it puts pieces.

The set-up is followed with its loops, names and definitions. What depends on the pieces that are there already is not
followed, and nothing is said behind an effect that may take a piece away.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from gdl.core import evaluate, model
from gdl.core.static import NotStatic, Static, table_of
from gdl.core.traits import has
from gdl.limits import MAX_PLACEMENTS
from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of the set-up: the effect that places it, and its kind and owner, where they are known."""

    effect: model.Place
    kind: model.Value
    owner: model.Value


class _Unclear(Exception):  # noqa: N818 - what follows is not known
    """Pieces may have been taken away."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A placement on a site that another one has taken."""

    site: int
    effect: model.Place
    first: Placed


@dataclass(frozen=True, slots=True)
class Placements:
    """The pieces of a set-up by their sites, none where that is not known, and the first conflict."""

    by_site: Mapping[int, Placed]
    conflict: Conflict | None = None


class _Taken(Exception):  # noqa: N818 - found, and nothing is known of what follows
    """Two pieces are put on one site."""

    def __init__(self, conflict: Conflict) -> None:
        self.conflict = conflict


@dataclass(slots=True)
class _Following:
    """What is on the sites, by the placements so far."""

    world: Static
    taken: dict[int, Placed] = field(default_factory=dict)
    left: int = MAX_PLACEMENTS


def placements(game: model.Game) -> Placements:
    """Follows the set-up of a game whose sites hold one piece each."""
    if game.board.is_stacking or not game.board.sites:
        return Placements({})
    following = _Following(Static(game.board, {}, table_of(game), game))
    try:
        _follow(game.setup, following)
    except _Unclear:
        return Placements({})
    except _Taken as found:
        return Placements({}, found.conflict)
    return Placements(following.taken)


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
            raise _Taken(Conflict(site, effect, following.taken[site]))
        owner = _value(effect.owner, following) if effect.owner is not None else None
        following.taken[site] = Placed(effect, kind, owner)


def _value(e: model.Expr, following: _Following) -> model.Value:
    """A kind or an owner, where it is known."""
    try:
        found: model.Value = evaluate.value(e, following.world)
        return found
    except NotStatic:
        return None
