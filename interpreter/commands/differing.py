"""The difference of two games as people read it: the position drawn, the moves to it, why each side plays so, the clause."""

import shutil
import sys
from collections.abc import Iterator, Sequence

from interpreter.analysis.lockstep.clauses import Because
from interpreter.analysis.lockstep.search import Difference, Explored
from interpreter.commands.options import has_colour
from interpreter.play.text.drawing import draw

_SHOWN_MOVES = 12
_SHOWN_REASONS = 4
_SHOWN_UNSEEN = 3
_WIDTH = 100
_ABOUT = {
    "legal": "their legal moves",
    "result": "their results",
    "score": "their scores",
    "chance": "what chance may do",
    "hidden": "what players see",
    "position": "what stands where, or who is to move",
}


def lines_of(found: Explored, is_drawn: bool = True) -> Iterator[str]:
    """Everything that lock step has found, or that it has found nothing. The first position is drawn, if wanted."""
    first = found.first
    if first is None:
        depth = found.complete_to
        near = f", among them all within {depth} moves of the start" if depth > 0 else ""
        yield f"no difference of rules was found in {found.positions:,} positions of both{near}"
    else:
        yield from _first_lines(first, found, is_drawn)
        for other in found.differences[1:]:
            yield ""
            yield f"They differ in {_ABOUT[other.about]} {_when(other)}:"
            yield from _side_lines(other)
    for change in found.unseen[:_SHOWN_UNSEEN]:
        yield f"nothing that was met comes from this change: {change.sentence}"
    if len(found.unseen) > _SHOWN_UNSEEN:
        yield f"nor from {len(found.unseen) - _SHOWN_UNSEEN} others, which `gdl diff` lists"


def _first_lines(first: Difference, found: Explored, is_drawn: bool) -> Iterator[str]:
    is_least = len(first.moves) <= found.complete_to
    how = "no shorter way exists" if is_least and first.moves else ""
    how = how or (f"the shortest way found in {found.positions:,} positions" if first.moves else "")
    yield f"They differ in {_ABOUT[first.about]} {_when(first)}" + (f" ({how}):" if how else ":")
    if is_drawn and first.states is not None:
        state = first.states[0]
        colour = has_colour(sys.stdout)
        width = shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else _WIDTH
        yield draw(state.engine.game, first.position, colour=colour, width=width)
    yield from _side_lines(first)


def _when(d: Difference) -> str:
    if not d.moves:
        return "at the start"
    if len(d.moves) <= 2 * _SHOWN_MOVES:
        return f"after {', '.join(d.moves)}"
    return f"after {len(d.moves)} moves, the last of them {', '.join(d.moves[-4:])}"


def _side_lines(d: Difference) -> Iterator[str]:
    for letter, only, result in (("A", d.only_a, d.result_a), ("B", d.only_b, d.result_b)):
        if only and d.about == "legal":
            yield f"  only {letter} allows {_listed(only)}"
        if result is not None:
            yield f"  {letter} is over: {', '.join(f'{r:g}' for r in result)}"
        elif d.about == "result":
            yield f"  {letter} goes on"
    if d.text:
        yield f"  {d.text}"
    for letter, why in (("A", d.why_a), ("B", d.why_b)):
        firsts = {b.move: b for b in reversed(why)}  # of each move the first reason
        for because in list(firsts.values())[::-1][:_SHOWN_REASONS]:
            yield f"  {letter}: {_reason(because)}"
    for change in d.clauses:
        yield f"  the change: {change.sentence}"
        yield from (f"    - {line}" for text in change.before for line in text.split("\n"))
        yield from (f"    + {line}" for text in change.after for line in text.split("\n"))


def _reason(because: Because) -> str:
    move = f"{because.move}: " if because.move and because.move not in because.text else ""
    return f"{move}{because.text}" + (f" ({because.place})" if because.place else "")


def _listed(moves: Sequence[str]) -> str:
    more = f" and {len(moves) - _SHOWN_MOVES} more" if len(moves) > _SHOWN_MOVES else ""
    return ", ".join(moves[:_SHOWN_MOVES]) + more
