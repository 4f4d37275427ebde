"""Lines that stand in a wrong column: the columns of the lines around them in which the grammar accepts them."""

from collections.abc import Iterable, Iterator

from gdl.suggestions.automaton import Work
from gdl.suggestions.edit_search import Suggestion
from gdl.suggestions.lines import Change, changed, failure, reads_beyond
from gdl.text.layout import BLOCK_HEADS, depth

_STEP = 2  # blanks by which a block is indented


def moved(text: str, start: str, first_column: int, number: int, work: Work) -> Suggestion | None:
    """A line, with those that go with it, in the one nearest column in which the text can be read; `number` from 0."""
    lines = text.split("\n")
    own = depth(lines[number])
    if not lines[number].strip() or number == 0:
        return None
    best: list[tuple[int, tuple[Change, ...]]] = []
    for column in sorted(set(_columns(lines, number, first_column)) - {own}, key=lambda c: (abs(c - own), c)):
        if best and abs(column - own) > abs(best[0][0] - own):
            break
        for last in dict.fromkeys((_block_end(lines, number), _siblings_end(lines, number))):
            changes = shifted(text, number, last, column - own)
            if not work.may_read(text):
                return None
            if reads_beyond(changed(text, changes), start, first_column, last):
                best.append((column, changes))
                break
    if len(best) != 1:
        return None
    return Suggestion(2, best[0][1], f"begin this line in column {best[0][0] + 1}")


def shifted(text: str, first: int, last: int, by: int) -> tuple[Change, ...]:
    """The changes that move lines to the right or to the left."""
    changes: list[Change] = []
    at = 0
    for number, line in enumerate(text.split("\n")):
        if first <= number <= last and line.strip():
            blanks = len(line) - len(line.lstrip())
            changes.append((at, at + blanks, " " * max(0, depth(line) + by)))
        at += len(line) + 1
    return tuple(changes)


def indented(text: str, number: int, first_column: int, work: Work) -> Suggestion | None:
    """The lines from a number on, which begin as far to the left as clauses do, as a part of the clause above."""
    lines = text.split("\n")
    own = depth(lines[number])
    best: tuple[bool, tuple[Change, ...]] | None = None  # whether nothing is missing behind the last line
    columns = {c for c in _columns(lines, number, first_column) if c > first_column}
    for column in sorted(columns | {first_column + _STEP}):
        for last in dict.fromkeys((len(lines) - 1, number)):
            changes = shifted(text, number, last, column - own)
            if not work.may_read(text):
                return None
            made = changed(text, changes)
            failed = failure(made, "clause", first_column)
            is_read = failed is None or failed >= len(made.rstrip())
            if is_read and (best is None or failed is None):
                best = best if best is not None and best[0] else (failed is None, changes)
    return None if best is None else Suggestion(2, best[1], "indent it, with the lines that go with it")


def joined(text: str, start: str, first_column: int, number: int, work: Work) -> Suggestion | None:
    """A line with the next one behind it, if that stands alone below it."""
    lines = text.split("\n")
    below = next((n for n in range(number + 1, len(lines)) if lines[n].strip()), None)
    if below is None or (depth(lines[below]) > first_column and _siblings_end(lines, below) > below):
        return None
    end = sum(len(line) + 1 for line in lines[:number]) + len(lines[number].rstrip())
    begin = sum(len(line) + 1 for line in lines[:below]) + len(lines[below]) - len(lines[below].lstrip())
    if not work.may_read(text):
        return None
    change = (end, begin, " ")
    if reads_beyond(changed(text, (change,)), start, first_column, number):
        return Suggestion(2, (change,), "the next line belongs to this one")
    return None


def _columns(lines: list[str], number: int, first_column: int) -> Iterator[int]:
    """Columns in which a line may have been meant to begin."""
    above = [line for line in lines[:number] if line.strip()]
    deepest = depth(above[-1]) if above else first_column
    yield from (c for c in map(depth, above) if first_column < c <= deepest)
    if above and not BLOCK_HEADS.isdisjoint(above[-1].split()):
        yield deepest + _STEP
        yield from (c for c in map(depth, filter(str.strip, lines[number + 1 :])) if c > deepest)


def _block_end(lines: list[str], number: int) -> int:
    """The last of the lines that are deeper than one and follow it."""
    return _last(lines, number, (depth(line) > depth(lines[number]) for line in lines[number + 1 :]))


def _siblings_end(lines: list[str], number: int) -> int:
    """The last of the lines that are as deep as one, or deeper, and follow it."""
    return _last(lines, number, (depth(line) >= depth(lines[number]) for line in lines[number + 1 :]))


def _last(lines: list[str], number: int, belongs: Iterable[bool]) -> int:
    last = number
    for n, is_part in enumerate(belongs, number + 1):
        if lines[n].strip() and not is_part:
            break
        last = n if lines[n].strip() else last
    return last
