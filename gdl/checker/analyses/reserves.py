"""Warnings about pools that the set-up fills, that decide what is possible, and out of which nothing ever comes.

action put
  choose s in sites where s is empty
  do place man of mover on s              -- a new man: `move man from reserve(mover) to s` was meant

turn: put if some reserve(mover) else slide
"""

from collections.abc import Iterator

from gdl import model
from gdl.diagnostics import Reporter
from gdl.flows import emptied
from gdl.visit import followed, nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    filled = {n.pool.name for n in nodes(game.setup) if isinstance(n, model.Stock)}
    lasting = filled - emptied(game) if filled else set()
    told: set[int] = set()
    for name, action in _asked(lasting, game):
        made = _made(action)
        if made is None or made.span.start in told:
            continue
        told.add(made.span.start)
        kind, site = (e.span.in_one_line for e in (made.kind, made.sites))
        place = name if game.pools[name].holder == "game" else f"{name}(mover)"
        reporter.report(
            "unpaid",
            made.span,
            f"`{action.name}` makes a new piece, and nothing ever comes out of `{name}`, so it stays as full as it was",
            "a new piece, none of the pool",
            others=[(game.pools[name].span, "never gets fewer")],
            help=f"write `move {kind} from {place} to {site}`",
        )


def _asked(pools: set[str], game: model.Game) -> Iterator[tuple[str, model.Action]]:
    """The pools among these that decide whether an action is on offer, or what it may choose, with that action."""
    for turn in game.turns.values():
        for offer in turn.offers:
            for name in sorted(pools & _pools(offer.condition, game)):
                yield from ((name, game.action(action)) for action in offer.names)
    for action in game.actions:
        for part in action.parts:
            asked = part.source if isinstance(part, model.Choose) else part
            if isinstance(part, model.Choose | model.Condition):
                yield from ((name, action) for name in sorted(pools & _pools(asked, game)))


def _pools(part: object, game: model.Game) -> set[str]:
    return {n.name for n in followed(part, game.definitions) if isinstance(n, model.PoolOf)}


def _made(action: model.Action) -> model.Place | None:
    """The effect of an action that makes a piece on the board."""
    return next((n for n in nodes(action.effects) if isinstance(n, model.Place)), None)
