"""What stands against a player that a rule forbids them to leave so: a check, and the pieces between which it is.

A requirement that denies something of the mover (`require not in_check(mover)`) is judged behind their action. Before it, the
same may hold: then they must put an end to it, and people want to see it. Only what is found among pieces is a threat.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gdl.core import model
from gdl.core.visit import nodes
from interpreter.engines.reference.deciding import Row, found_by
from interpreter.engines.reference.view import View

Threat: TypeAlias = tuple[str, tuple[Row, ...]]
"""The name of a definition that holds of the player to move, and between which sites: from a piece of others to one of theirs."""


def forbidden(game: model.Game) -> Sequence[model.Apply]:
    """What requirements deny of the mover."""
    found = (
        node.operand
        for require in game.requires
        for node in nodes(require.condition)
        if isinstance(node, model.Not) and isinstance(node.operand, model.Apply)
    )
    return [e for e in found if any(_is_mover(a) for a in e.arguments)]


def threats(game: model.Game, view: View) -> list[Threat]:
    """What holds of the player who is to move in a view."""
    found = {e.definition: tuple(_pairs(e, view)) for e in forbidden(game) if view.value(e)}
    return [(name, rows) for name, rows in found.items() if rows]


def _is_mover(e: model.Expr) -> bool:
    return isinstance(e, model.Role) and e.name == "mover"


def _pairs(e: model.Apply, view: View) -> Iterator[Row]:
    """Which pieces it is about: each of others with the first one of the player's own; where there are no others, their own."""
    sites = [s for row in dict.fromkeys(found_by(e, view, of_pieces=True)) for s in row]
    owners = {s: _owner(s, view) for s in dict.fromkeys(sites)}
    own = [s for s, owner in owners.items() if owner == view.mover]
    others = [s for s, owner in owners.items() if owner not in (view.mover, None)]
    if not own:
        return
    yield from ((s, own[0]) for s in others)
    if not others:
        yield (own[0],)


def _owner(site: int, view: View) -> int | None:
    stack = view.cells[site]
    return view.owner(stack[-1]) if stack else None
