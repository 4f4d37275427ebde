"""Ends that can never come about, as warnings about the rules say. A game that goes on for ever counts beyond every range, so what overflows
in it only follows.

field deals of game: 0..5                      -- nothing counts the deals
end highest total wins when deals = 3
do tricks(p) := tricks(p) + 1                  -- leaves its range in the end
"""

from collections.abc import Iterable

from gdl import model
from gdl.diagnostics import Diagnostic
from gdl.source import Span
from gdl.visit import followed

# Warnings of what stays as it is for the whole game: about a declaration, or about a condition.
_LASTING = ("never-written", "unreachable-clause", "unplaced-kind", "constant-condition")


def hindered(game: model.Game, said: Iterable[Diagnostic]) -> bool:
    """Whether an end asks for something of which a warning says that it never comes about."""
    told = {d.span for d in said if d.code in _LASTING}
    return bool(told) and any(
        _span_of(n, game) in told for end in game.ends for n in followed(end.condition, game.definitions)
    )


def _span_of(node: object, game: model.Game) -> Span | None:
    """Where what a part of a condition asks for is declared; else where the part itself stands."""
    match node:
        case model.GetField(field=name) if name in game.fields:
            return game.fields[name].span
        case model.PoolOf(name=name):
            return game.pools[name].span
        case model.Const(value=int(kind), type=type_) if type_.base == "kind":
            return game.kinds[kind].span
        case model.Const(value=int(number), type=type_) if type_.symbols == game.phase_order:
            turn = game.turns.get(game.phase_order[number])
            return turn.span if turn is not None else None
        case _:
            return node.span if isinstance(node, model.Expr) else None
