"""Lists of legal moves: all of them where there is room, else folded by what they begin with.

In go moves in the order of their list, the columns of the screen and how many rows are free; out comes text.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from interpreter.play.session import Move
from interpreter.play.terminal.phrases import columns

_WORD = re.compile(r"-?\d+,-?\d+|\w+|\S")  # a site of a growing board, a word or a site, or a sign
_DEEPEST = 4


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
    room = max(2, (rows or 12) - 1)
    folded: list[tuple[str, Sequence[Move]]] = []
    for depth in range(1, _DEEPEST):
        tried = _folded(moves, depth)
        if folded and _rows(columns([c for c, _ in tried], width)) > room:
            break
        folded = tried
    cells = [c for c, _ in folded]
    while len(cells) > 1 and _rows(columns(cells, width)) > room:
        cells.pop()
    left = len(moves) - sum(len(g) for _, g in folded[: len(cells)])
    known = next((g for _, g in folded if len(g) > 1), moves)
    more = f"... and {left} more: " if left else ""
    return f"{columns(cells, width)}\n{more}`moves` lists all {len(moves)}, `moves {_beginning(known)}` those with {_beginning(known)}"


def _folded(moves: Sequence[Move], depth: int) -> list[tuple[str, Sequence[Move]]]:
    """Moves that begin with the same words as one entry each."""
    found: list[tuple[str, Sequence[Move]]] = []
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
