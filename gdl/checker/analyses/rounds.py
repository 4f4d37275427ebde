"""Loops of effects that go round too often: loops within loops over ranges, sites and sets that are written out.

A range whose ends are known only in play counts as one element, since nothing shows how long it is.
"""

from collections.abc import Iterator

from gdl import model, static
from gdl.board import Board
from gdl.diagnostics import Reporter
from gdl.limits import MAX_ROUNDS
from gdl.visit import children


def report_too_many(rules: object, board: Board, reporter: Reporter) -> None:
    """Reports each loop that, with those around it, goes round more than `MAX_ROUNDS` times."""
    for loop, rounds in _loops(rules, 1, board):
        reporter.report(
            "bad-range",
            loop.generators[-1][1].span.to(loop.generators[0][1].span),
            f"the effects in this loop are done {rounds} times, and {MAX_ROUNDS} times are the most",
            "goes round too often",
            help="go through fewer numbers, or through the sites or pieces that are meant",
        )


def _loops(part: object, around: int, board: Board) -> Iterator[tuple[model.ForEach, int]]:
    """The outermost loops that go round too often. `around`: how often those around a part go round."""
    if isinstance(part, model.ForEach):
        for _, source in part.generators:
            around *= _size(source, board)
        if around > MAX_ROUNDS:
            yield part, around
            return
    for inner in children(part):
        yield from _loops(inner, around, board)


def _size(source: model.Expr, board: Board) -> int:
    """How many elements a set is known to have at most; 1 where that is not known."""
    match source:
        case model.Comprehension():
            return _size(source.source, board)
        case model.Builtin(name="sites"):
            return len(board.cells)
    known = static.known(source, board)
    return max(1, len(known[0])) if known is not None and isinstance(known[0], tuple) else 1
