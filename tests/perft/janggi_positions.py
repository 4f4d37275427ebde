"""Reads FEN as engines write it for janggi: Cho's pieces are capitals, and Cho, who begins, is `w`."""

from interpreter.engines.position_parts import Position

KINDS = {
    "k": "general", "a": "guard", "b": "elephant", "n": "horse", "r": "chariot", "c": "cannon", "p": "soldier",
}  # fmt: skip


def position(fen: str) -> Position:
    """The position that a FEN describes."""
    board, side, *_ = fen.split()
    rows = board.split("/")
    pieces: dict[str, str] = {}
    for number, row in enumerate(rows):
        column = 0
        for letter in row:
            if letter.isdigit():
                column += int(letter)
                continue
            owner = "Cho" if letter.isupper() else "Han"
            pieces[f"{chr(ord('a') + column)}{len(rows) - number}"] = f"{owner} {KINDS[letter.lower()]}"
            column += 1
    return {"to_move": "Cho" if side == "w" else "Han", "pieces": pieces}
