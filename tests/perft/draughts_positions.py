"""Reads the positions of draughts as PDN writes them: `W:W31,K32:B1-5`, numbered squares from the top left."""

import re

from interpreter.engines.position_parts import Position

SIDES = {"W": "White", "B": "Black"}


def site(number: int, width: int, height: int) -> str:
    """The site of a numbered square: only dark ones count, and the lower left one is dark."""
    row, column = divmod(number - 1, width // 2)
    rank = height - row
    return f"{chr(ord('a') + 2 * column + 1 - rank % 2)}{rank}"


def position(fen: str, width: int, height: int) -> Position:
    """The position that a FEN of draughts describes."""
    side, *armies = fen.strip().strip('"').rstrip(".").split(":")
    pieces: dict[str, str] = {}
    for army in armies:
        for square in filter(None, army[1:].split(",")):
            kind = "king" if square.startswith("K") else "man"
            first, last = re.fullmatch(r"K?(\d+)(?:-(\d+))?", square).groups()  # type: ignore[union-attr]
            for number in range(int(first), int(last or first) + 1):
                pieces[site(number, width, height)] = f"{SIDES[army[0]]} {kind}"
    return {"to_move": SIDES[side], "pieces": pieces}
