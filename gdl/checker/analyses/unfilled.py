"""Warnings about pools that rules ask, and into which nothing ever puts a piece.

pool home of player
action ride ... do move rider to castle   -- `move rider to home(mover)` was meant
end mover wins when count(home(mover)) = 2
"""

from collections.abc import Iterator

from gdl import model
from gdl.checker.tree import mentioned
from gdl.diagnostics import Reporter
from gdl.flows import emptied, filled
from gdl.resolver import Resolved
from gdl.rules import judging, with_effects
from gdl.visit import nodes


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    effects = tuple(nodes(with_effects(game)))
    if not any(isinstance(n, model.MoveTo | model.Place | model.Stock) for n in effects):
        return
    comes = filled(effects, game).union(*map(mentioned, resolved.unchosen))
    for pool in game.pools.values():
        if pool.name in comes or pool.span.source is not resolved.source:
            continue
        if any(d.code == "unplaced-kind" and f" in {pool.name}" in d.help for d in reporter.found):
            continue  # what nothing places is told to come here
        asked = next(_asked(pool.name, game), None)
        if asked is None:
            continue
        place = pool.name if pool.holder == "game" else f"{pool.name}(mover)"
        reporter.report(
            "never-written",
            pool.span,
            f"nothing ever puts a piece into `{pool.name}`, so it is always empty",
            "nothing comes into it",
            others=[(asked.span, "asked for here")],
            help=_dealing(pool, game)
            or f"let an effect do it where pieces come there: `{_effect(effects, place)}`",
        )


def _dealing(pool: model.Pool, game: model.Game) -> str:
    """The way out where a pool of the game is filled in the set-up, and nothing ever comes out of it: it was to be dealt."""
    out_of = emptied(game) | {
        n.name for n in nodes(tuple(_drawn_from(game.setup))) if isinstance(n, model.PoolOf)
    }
    decks = [
        name
        for name in filled(game.setup, game) - out_of
        if game.pools[name].holder == "game" and pool.holder == "player"
    ]
    if len(decks) != 1:
        return ""
    return (
        f"deal it in the `setup`: `for p in players, n in 1..N do`, and below it, a line each, `random c in {decks[0]}` "
        f"and `move c to {pool.name}(p)`"
    )


def _drawn_from(setup: object) -> Iterator[model.Expr]:
    """The sets from which a set-up draws."""
    yield from (n.source for n in nodes(setup) if isinstance(n, model.Chance))


def _asked(name: str, game: model.Game) -> Iterator[model.PoolOf]:
    """Where rules ask for a pool, or take something from it: the ends first."""
    for part in (game.ends, judging(game), with_effects(game), tuple(game.definitions.values())):
        yield from (n for n in nodes(part) if isinstance(n, model.PoolOf) and n.name == name)


def _effect(effects: tuple[object, ...], place: str) -> str:
    """The effect that would fill a pool, with a piece that the rules move elsewhere, or one of some kind."""
    moved = [n.piece.span.text for n in effects if isinstance(n, model.MoveTo)]
    names = [text for text in moved if text.isidentifier()]
    return f"move {names[-1] if names else 'PIECE'} to {place}"
