"""Positions in Forsyth-Edwards notation, as positions of our games.

Read are the plain form, castling by `KQkq` (the outermost rooks) and by files (Shredder), Crazyhouse's pockets in
brackets or as a ninth row, `~` behind a promoted piece, and checks given as `+2+0` or left as `3+3`.
"""

from collections.abc import Iterator
from typing import Any

KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
PLAYERS = ("White", "Black")
FILES = "abcdefgh"


def position(fen: str, fields: set[str]) -> dict[str, Any]:
    """The position that a line describes; `fields` are those that the game has."""
    board, mover, rights, passed, *counts = fen.split()
    rows, pocket = board.rstrip("]").replace("[", "/").split("/")[:8], _pocket(board)
    pieces = dict(_pieces(rows))
    rooks = set(_rooks(rights, pieces))
    made: dict[str, Any] = {
        "to_move": PLAYERS["wb".index(mover)],
        "pieces": {s: text + " castles=true" * (s in rooks) for s, (text, _) in pieces.items()},
        "fields": {},
    }
    if passed != "-":
        made["fields"]["passed"] = passed
    if "promoted" in fields:
        made["sites"] = {"promoted": {s: True for s, (_, was_pawn) in pieces.items() if was_pawn}}
        made["pools"] = {"hand": pocket}
    if "checks" in fields:
        made["fields"]["checks"] = dict(zip(PLAYERS, _checks(counts), strict=True))
    return made


def _pieces(rows: list[str]) -> Iterator[tuple[str, tuple[str, bool]]]:
    """Sites with their pieces, and whether each was a pawn."""
    for number, row in enumerate(rows):
        file = 0
        for at, sign in enumerate(row):
            if sign.isdigit():
                file += int(sign)
            elif sign != "~":
                player = PLAYERS[sign.islower()]
                was_pawn = row[at + 1 : at + 2] == "~"
                yield f"{FILES[file]}{8 - number}", (f"{player} {KINDS[sign.lower()]}", was_pawn)
                file += 1


def _rooks(rights: str, pieces: dict[str, tuple[str, bool]]) -> Iterator[str]:
    """The sites of the rooks that may castle."""
    for sign in rights.strip("-"):
        player, rank = (PLAYERS[0], "1") if sign.isupper() else (PLAYERS[1], "8")
        if sign.lower() in FILES:
            yield sign.lower() + rank
            continue
        king = next(f for f in FILES if pieces.get(f + rank, ("", False))[0] == f"{player} king")
        files = FILES[FILES.index(king) + 1 :] if sign.lower() == "k" else FILES[: FILES.index(king)]
        found = [f for f in files if pieces.get(f + rank, ("", False))[0] == f"{player} rook"]
        yield (found[-1] if sign.lower() == "k" else found[0]) + rank


def _pocket(board: str) -> dict[str, list[str]]:
    held = board.rstrip("]").replace("[", "/").split("/")[8:]
    signs = held[0].strip("-") if held else ""
    return {
        PLAYERS[0]: [KINDS[s.lower()] for s in signs if s.isupper()],
        PLAYERS[1]: [KINDS[s] for s in signs if s.islower()],
    }


def _checks(counts: list[str]) -> tuple[int, int]:
    """How many checks each player has given."""
    for text in counts:
        if text.startswith("+"):
            white, black = text[1:].split("+")
            return int(white), int(black)
        if "+" in text:
            white, black = text.split("+")
            return 3 - int(white), 3 - int(black)
    return 0, 0
