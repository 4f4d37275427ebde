"""Texts that the terminal shows: lists in columns, the table of the pieces, results and counts."""

from collections.abc import Sequence
from typing import Any

from gdl.model import Column, Game
from interpreter.engines.notation import word
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
    names = [p.name for p in session.game.players]
    returns = session.state.returns
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


def sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."
