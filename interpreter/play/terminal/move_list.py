"""Lists of legal moves: all of them where there is room, else folded by what they begin with.

In go moves in the order of their list, the columns of the screen and how many rows are free; out comes text.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from interpreter.play.moves import Move
from interpreter.play.terminal.phrases import columns

_WORD = re.compile(r"-?\d+,-?\d+|\w+|\S")  # a site of a growing board, a word or a site, or a sign
_DEEPEST = 4  # words of a common beginning, less one
_ROWS = 12  # of a folded list, where nothing limits it

Entry = tuple[str, Sequence[Move]]  # a text, and the moves that it covers


def parts(text: str) -> list[str]:
    """The words and sites of a move, without the signs between them."""
    found = re.findall(r"(?<!\d)-?\d+,-?\d+|\w+", re.sub(r"(?<=\d)x(?=\w)", " ", text.lower()))
    return [part for part in found if part]


def listing(moves: Sequence[Move], width: int, most: int | None = None, rows: int | None = None) -> str:
    """The moves with their numbers, in columns: at most so many, in at most so many rows.

    What does not fit is folded: moves that begin alike become one entry, with their numbers and their beginning.
    """
    digits = len(moves[-1].label) if moves else 1
    cells = [f"{m.label:>{digits}} {m.text}" for m in moves]
    whole = columns(cells, width)
    if (most is None or len(moves) <= most) and (rows is None or _rows(whole) <= rows):
        return whole
    return _folded_listing(moves, width, max(2, (rows or _ROWS) - 1))


def _folded_listing(moves: Sequence[Move], width: int, rows: int) -> str:
    """Moves folded as little as fits, and a line about how to see the others."""
    entries = _entries(moves, width, rows)
    cells = [text for text, _ in entries]
    while len(cells) > 1 and _rows(columns(cells, width)) > rows:
        cells.pop()
    left = len(moves) - sum(len(group) for _, group in entries[: len(cells)])
    more = f"... and {left} more: " if left else ""
    beginning = _beginning(next((group for _, group in entries if len(group) > 1), moves))
    hint = f"`moves` lists all {len(moves)}, `moves {beginning}` those with {beginning}"
    return f"{columns(cells, width)}\n{more}{hint}"


def _entries(moves: Sequence[Move], width: int, rows: int) -> list[Entry]:
    """The entries of a folded list: moves with the longest common beginnings that fit, one word at least."""
    found = _folded(moves, 1)
    for depth in range(2, _DEEPEST):
        deeper = _folded(moves, depth)
        if _rows(columns([text for text, _ in deeper], width)) > rows:
            break
        found = deeper
    return found


def _folded(moves: Sequence[Move], depth: int) -> list[Entry]:
    """Moves that begin with the same words as one entry each."""
    found: list[Entry] = []
    for words, group in groupby(moves, key=lambda m: tuple(_WORD.findall(m.text)[:depth])):
        alike = list(group)
        if len(alike) == 1:
            found.append((f"{alike[0].label} {alike[0].text}", alike))
        else:
            beginning = _start(alike[0].text, len(words))
            found.append((f"{alike[0].label}..{alike[-1].label} {beginning} …", alike))
    return found


def _start(text: str, count: int) -> str:
    """A text up to the end of so many of its words."""
    ends = [m.end() for m in _WORD.finditer(text)]
    return text[: ends[min(count, len(ends)) - 1]] if ends else text


def _beginning(moves: Sequence[Move]) -> str:
    found = parts(moves[0].text)
    return found[0] if found else moves[0].text


def _rows(text: str) -> int:
    return text.count("\n") + 1
