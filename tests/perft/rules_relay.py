"""Relay chess once more, straight from its rules. Nothing here is shared with the engines.

A square is its column and its row, 0 to 7; a piece is a letter as in Forsyth-Edwards notation. Castling, capture in passing
and promotion are chess's own, and are left out.
"""

from collections.abc import Iterator

Square = tuple[int, int]
Board = dict[Square, str]
Move = tuple[Square, Square]

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANT = ((1, 1), (1, -1), (-1, -1), (-1, 1))
LEAPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
RIDES = {"q": STRAIGHT + SLANT, "r": STRAIGHT, "b": SLANT}
LEAVES = {"k": STRAIGHT + SLANT, "n": LEAPS}
OFFICERS = "qrbn"


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def ways(board: Board, start: Square, kind: str, is_white: bool) -> Iterator[Square]:
    """Where a piece on a square reaches, if it went as a kind does."""
    ahead = 1 if is_white else -1
    steps = LEAVES.get(kind, ((-1, ahead), (1, ahead)) if kind == "p" else ())
    for dx, dy in steps:
        if on_board(to := (start[0] + dx, start[1] + dy)):
            yield to
    for dx, dy in RIDES.get(kind, ()):
        to = start[0] + dx, start[1] + dy
        while on_board(to):
            yield to
            if to in board:
                break
            to = to[0] + dx, to[1] + dy


def reach(board: Board, start: Square) -> set[Square]:
    """Where a piece reaches by itself, and as those that cover it."""
    piece = board[start]
    is_white, kind = piece.isupper(), piece.lower()
    kinds = {kind}
    if kind in OFFICERS:
        for square, other in board.items():
            covers = other.lower() in OFFICERS and other.isupper() == is_white and square != start
            if covers and start in ways(board, square, other.lower(), is_white):
                kinds.add(other.lower())
    return {to for as_kind in kinds for to in ways(board, start, as_kind, is_white)}


def moves(board: Board, white: bool) -> Iterator[Move]:
    for start, piece in board.items():
        if piece.isupper() != white:
            continue
        for to in reach(board, start):
            is_enemy = to in board and board[to].isupper() != white
            if is_enemy or (to not in board and piece.lower() != "p"):
                yield start, to
        if piece.lower() == "p":
            ahead = 1 if white else -1
            for count in (1, 2) if start[1] == (1 if white else 6) else (1,):
                to = start[0], start[1] + ahead * count
                if to in board:
                    break
                yield start, to


def after(board: Board, move: Move) -> Board:
    start, to = move
    return {square: piece for square, piece in board.items() if square != start} | {to: board[start]}


def in_check(board: Board, white: bool) -> bool:
    king = next(square for square, piece in board.items() if piece == ("K" if white else "k"))
    return any(king in reach(board, s) for s, p in board.items() if p.isupper() != white)


def perft(board: Board, white: bool, depth: int) -> int:
    if depth == 0:
        return 1
    made = (after(board, move) for move in moves(board, white))
    return sum(perft(b, not white, depth - 1) for b in made if not in_check(b, white))
