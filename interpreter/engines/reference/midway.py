"""Positions within an action that repeats: what people see while they choose its further steps."""

from interpreter.engines.answers import Midway
from interpreter.engines.reference import position_writer
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.rules import Rules
from interpreter.shared.numbering import Move, Values


def midway(rules: Rules, move: Move, arguments: Values) -> Midway | None:
    """The position behind the steps of a move, and where the last of them took pieces; None where a step cannot be made."""
    action, before = move.action, rules.data
    for number, wanted in enumerate((move.values, *move.hops)):
        if number and (action.again is None or not rules.may_go_on(action, action.again)):
            return None
        if not rules.binds(action, None if number else arguments, wanted, False):
            return None
        before, rules = rules.data, rules.stepped(action, number == 0)
    return Midway(position_writer.write(rules.game, rules.data), _went(before, rules.data))


def _went(before: Data, after: Data) -> tuple[tuple[int, int], ...]:
    """From which site to which pieces went; places behind the sites are those of pools."""
    count = len(before.cells)
    return tuple(
        (start, end)
        for piece, start in before.place.items()
        if (end := after.place.get(piece, count)) != start and start < count and end < count
    )
