"""Reads SFEN, in which positions of shogi are written: rows from the top, the side to move, and the hands."""

import re

from interpreter.engines.position_parts import Position

KINDS = {
    "k": "king", "r": "rook", "b": "bishop", "g": "gold", "s": "silver", "n": "knight", "l": "lance", "p": "pawn",
    "+r": "dragon", "+b": "horse", "+s": "promoted_silver", "+n": "promoted_knight", "+l": "promoted_lance", "+p": "tokin",
}  # fmt: skip
SIDES = {"b": "Black", "w": "White"}


def position(sfen: str) -> Position:
    """The position that an SFEN describes."""
    board, side, hands, *_ = sfen.split()
    rows = board.split("/")
    pieces: dict[str, str] = {}
    for number, row in enumerate(rows):
        column = 0
        for token in re.findall(r"\+?[a-zA-Z]|\d+", row):
            if token.isdigit():
                column += int(token)
                continue
            site = f"{chr(ord('a') + column)}{len(rows) - number}"
            pieces[site] = f"{owner(token)} {KINDS[token.lower()]}"
            column += 1
    held: dict[str, dict[str, int]] = {}
    for count, letter in re.findall(r"(\d*)([a-zA-Z])", hands):
        held.setdefault(owner(letter), {})[KINDS[letter.lower()]] = int(count or 1)
    return {"to_move": SIDES[side], "pieces": pieces, "pools": {"hand": held}}


def owner(token: str) -> str:
    """Black's pieces are written in capitals."""
    return "Black" if token[-1].isupper() else "White"
