"""Leaps: their offsets on the lattice, which are known before the game begins, for each player.

`leap 1, 2` leads by its offset in all turns and reflections, `leap forward 2, sideways 1` by the sums of its legs.
"""

from typing import cast

from gdl.boards.board import Offsets
from gdl.checker.context import Context
from gdl.core import model, static
from gdl.core.types import PLAYER
from gdl.core.visit import nodes, rewritten
from gdl.tree import syntax


def leap_offsets(
    node: syntax.Path, directions: tuple[model.Expr, ...], context: Context
) -> tuple[Offsets, ...]:
    """The offsets of a leap as each player sees them. `directions`: of its legs."""
    board = context.names.board
    seats = range(len(context.names.players))
    legs = list(zip(directions, node.legs, strict=True))
    if board is None or not seats:  # their clause is wrong, and that is said already
        return ((),) * max(1, len(seats))
    if not legs:
        a, b = (int(d.value) if isinstance(d, syntax.Number) else 0 for d in node.directions)
        offsets = board.offsets(a, b)
        if not offsets:
            context.reporter.report("bad-path", node.span, "a leap of 0, 0 goes nowhere", "goes nowhere")
        return (offsets,) * len(seats)
    if not board.tiling.has_lattice:
        context.reporter.report(
            "bad-path",
            node.span,
            "a graph has no lattice, so a leap by directions leads nowhere",
            "no such leap here",
            help="go step by step: `line D length N: ...`",
        )
        return ((),) * len(seats)
    found = []
    for seat in seats:
        parts = [(_directions(made, seat, leg, context), leg.steps) for made, leg in legs]
        if any(ways is None for ways, _ in parts):
            return ((),) * len(seats)
        found.append(board.offsets_along(*((ways or (), steps) for ways, steps in parts)))
    if not all(found) and all(made.type.base != "any" for made, _ in legs):
        context.reporter.report("bad-path", node.span, "this leap ends where it begins", "goes nowhere")
    return tuple(found)


def _directions(made: model.Expr, seat: int, leg: syntax.Leg, context: Context) -> tuple[int, ...] | None:
    """The directions of a leg for a player; None after an error."""
    if made.type.base == "any":
        return ()
    seen = _seen_by(made, seat, context)
    try:
        found = static.value(seen, context.names.board)
    except static.NotStatic:
        if any(map(_faces_nowhere, nodes(seen))):
            return None  # and that has been reported
        context.reporter.report(
            "not-static",
            leg.direction.span,
            "where a leap leads must be known for each player before the game begins",
            "depends on the play",
            help="name the directions, or use words such as `forward` and `left`",
        )
        return None
    return cast(tuple[int, ...], found) if isinstance(found, tuple) else (cast(int, found),)


def _faces_nowhere(part: object) -> bool:
    """Whether this is a direction such as `forward` that a known player lacks."""
    match part:
        case model.Builtin(name="relative", arguments=(model.Const(), model.Const())):
            return True
    return False


def _seen_by(made: model.Expr, seat: int, context: Context) -> model.Expr:
    """Directions as a player sees them, with definitions written out."""
    names = context.names

    def change(part: object) -> object:
        match part:
            case model.Role(name="viewpoint"):
                return model.Const(part.span, PLAYER, seat)
            case model.Apply(definition=name, arguments=()):
                return change(names.definitions[name].body)
        part = rewritten(part, change)
        match part:
            case model.Builtin(
                name="relative", arguments=(model.Const(value=str(word)), model.Const(value=int(of)))
            ):
                facing, board = names.players[of].facing, names.board
                if facing is not None and board is not None:
                    return model.Const(part.span, part.type, board.relative(word, facing))
        return part

    return cast(model.Expr, change(made))
