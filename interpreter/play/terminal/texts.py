"""Moves and results as text: columns, folded lists, the table of the pieces, and who has won.

Legal moves are listed all where there is room, else folded by what they begin with.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from gdl.core.model import Column, Game
from interpreter.engines.notation import word
from interpreter.play.moves import Move
from interpreter.play.session import Session


def columns_of_kinds(game: Game) -> str:
    """The table of the pieces: each kind with the values of its columns."""
    names = list(game.columns)
    rows = [["kind", *names]]
    for kind in game.kinds:
        values: list[tuple[Column, Any]] = [
            (game.columns[n], kind.attributes[n] if game.columns[n].by else (kind.attributes[n],))
            for n in names
        ]
        rows.append([kind.name, *(" ".join(word(game, v, c.type) for v in vs) for c, vs in values)])
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in rows)


def columns(cells: Sequence[str], width: int) -> str:
    """Cells in columns, read downwards, as many columns as fit."""
    if not cells:
        return ""
    widest = max(map(len, cells)) + 2
    count = max(1, (width + 2) // widest)
    rows = -(-len(cells) // count)
    lines = ["".join(cell.ljust(widest) for cell in cells[row::rows]).rstrip() for row in range(rows)]
    return "\n".join(lines)


def result(session: Session) -> str:
    """A sentence about who has won."""
    return _who_won([p.name for p in session.game.players], session.state.returns)


def _who_won(names: Sequence[str], returns: Sequence[float]) -> str:
    if any(r not in (-1, 0, 1) for r in returns):
        return (
            "The game is over: " + ", ".join(f"{n} {r:g}" for n, r in zip(names, returns, strict=True)) + "."
        )
    winners = [n for n, r in zip(names, returns, strict=True) if r > 0]
    losers = [n for n, r in zip(names, returns, strict=True) if r < 0]
    if winners:
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
    if losers:
        return f"{' and '.join(losers)} {'loses' if len(losers) == 1 else 'lose'}."
    return "The game is a draw."


def counted(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def unfinished(session: Session) -> str:
    """That a game is not over, and how it continues later; "" where it is over."""
    if session.is_over:
        return ""
    if said := stated_end(session):
        return said
    text = f"The game is unfinished after {counted(len(session.moves))}."
    if session.keeper is None or not session.moves:
        return text
    if session.keeper.trouble:
        return f"{text} It could not be kept: {session.keeper.trouble}"
    return f"{text} `gdl play {session.name} --resume` continues it."


def stated_end(session: Session) -> str:
    """How a game ended by its record and not by the rules; "" where it did not, or was played on."""
    if not session.stated:
        return ""
    won = _who_won([*session.stated], [float(points) for points in session.stated.values()])
    return f"The game ended after {counted(len(session.moves))}, as its record says: {won}"


def sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."


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
