"""Parts of the conditions of actions whose value is known before the game begins, and that no option decides."""

from collections.abc import Iterator
from dataclasses import dataclass

from gdl.boards.board import Board
from gdl.core import model, static
from gdl.source import Span


@dataclass(frozen=True, slots=True)
class Decided:
    """A condition, or (`is_part`) one of several that are joined by `and`, and whether it holds."""

    span: Span
    holds: bool
    is_part: bool


def decided(action: model.Action, board: Board) -> Iterator[Decided]:
    for part in action.parts:
        if isinstance(part, model.Condition):
            found = static.known(part.condition, board)
            if found is None:
                yield from _sides(part.condition, board)
            elif not found[1]:
                yield Decided(part.span, bool(found[0]), False)


def _sides(condition: model.Expr, board: Board) -> Iterator[Decided]:
    if not isinstance(condition, model.And):
        return
    for side in (condition.left, condition.right):
        found = static.known(side, board)
        if found is None:
            yield from _sides(side, board)
        elif not found[1]:
            yield Decided(side.span, bool(found[0]), True)
