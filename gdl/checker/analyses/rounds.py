"""Loops of effects that go round too often: loops within loops over ranges, sites and sets that are written out. And ranges that are gone
through and hold nothing, as they are written from the higher number to the lower one.

A range whose ends are known only in play counts as one element, since nothing shows how long it is.
"""

from collections.abc import Iterator
from itertools import chain

from gdl.boards.board import Board
from gdl.checker.analyses.finding import Clauses, Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model, static
from gdl.core.visit import children
from gdl.limits import MAX_ROUNDS


def find_too_many(clauses: Clauses) -> Iterator[Finding]:
    """Each loop that, with those around it, goes round more than `MAX_ROUNDS` times."""
    game = clauses.game
    for loop, rounds in _loops((game.setup, clauses.actions, clauses.settles), 1, game.board):
        yield Finding(
            loop.generators[-1][1].span.to(loop.generators[0][1].span),
            f"the effects in this loop are done {rounds} times, and {MAX_ROUNDS} times are the most",
            "goes round too often",
            help="go through fewer numbers, or through the sites or pieces that are meant",
        )


_LISTED = 8  # numbers of a list that is told as a way out


def find_backwards(facts: GameFacts) -> Iterator[Finding]:
    """Ranges between written numbers that are gone through and hold none."""
    for source in chain.from_iterable(map(_gone_through, facts.parts)):
        match source:
            case model.Arithmetic(operator="..", left=model.Const() as left, right=model.Const() as right):
                yield from _backwards(source, left, right)


def _gone_through(part: object) -> tuple[model.Expr, ...]:
    match part:
        case model.ForEach():
            return tuple(source for _, source in part.generators)
        case model.Quantified() | model.Comprehension():
            return (part.source,)
    return ()


def _backwards(source: model.Expr, left: model.Const, right: model.Const) -> Iterator[Finding]:
    high, low = left.value, right.value
    if not (isinstance(high, int) and isinstance(low, int) and high > low):
        return
    if not (left.span.text.isdecimal() and right.span.text.isdecimal()):
        return  # an option or a name may be worth more elsewhere
    listed = ", ".join(str(n) for n in range(high, low - 1, -1))
    downwards = f"list numbers that go downwards: `{{{listed}}}`; " if high - low < _LISTED else ""
    yield Finding(
        source.span,
        f"a range from {high} to {low} holds no number, so nothing is gone through",
        "empty",
        help=f"{downwards}a range goes from the lower number to the higher one: `{low}..{high}`",
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
