"""Chess on a cylinder once more, straight from its rules: the first file lies beside the last. Nothing here is shared with the
engines.

A square is its column and its row, 0 to 7; a piece is a letter as in Forsyth-Edwards notation. There is no castling; promotion
is chess's own, and is left out. `passed` is the square that a pawn has just passed over.
"""

from collections.abc import Iterator

from rules_relay import LEAPS, LEAVES, RIDES, Board, Move, Square, after

Position = tuple[Board, Square | None]


def beside(square: Square, dx: int, dy: int) -> Square | None:
    """The square so many columns on, round the board, and so many rows; None beyond the first and the last row."""
    row = square[1] + dy
    return ((square[0] + dx) % 8, row) if 0 <= row < 8 else None


def reach(board: Board, start: Square) -> Iterator[Square]:
    piece = board[start]
    kind, ahead = piece.lower(), 1 if piece.isupper() else -1
    leaves = LEAPS if kind == "n" else ((-1, ahead), (1, ahead)) if kind == "p" else LEAVES.get(kind, ())
    for dx, dy in leaves:
        if (to := beside(start, dx, dy)) is not None:
            yield to
    for dx, dy in RIDES.get(kind, ()):
        to = beside(start, dx, dy)
        while to is not None and to != start:
            yield to
            if to in board:
                break
            to = beside(to, dx, dy)


def moves(position: Position, white: bool) -> Iterator[Move]:
    board, passed = position
    for start, piece in board.items():
        if piece.isupper() != white:
            continue
        is_pawn = piece.lower() == "p"
        for to in set(reach(board, start)):
            is_enemy = to in board and board[to].isupper() != white
            if is_enemy or (to not in board and (not is_pawn or to == passed)):
                yield start, to
        ahead = 1 if white else -1
        for count in ((1, 2) if start[1] == (1 if white else 6) else (1,)) if is_pawn else ():
            ahead_of = beside(start, 0, ahead * count)
            if ahead_of is None or ahead_of in board:
                break
            yield start, ahead_of


def played(position: Position, move: Move) -> Position:
    board, passed = position
    start, to = move
    made = after(board, move)
    is_pawn = board[start].lower() == "p"
    if is_pawn and to == passed:
        made.pop((to[0], start[1]))
    is_double = is_pawn and abs(to[1] - start[1]) == 2
    return made, (to[0], (to[1] + start[1]) // 2) if is_double else None


def in_check(board: Board, white: bool) -> bool:
    king = next(square for square, piece in board.items() if piece == ("K" if white else "k"))
    return any(king in reach(board, s) for s, p in board.items() if p.isupper() != white)


def perft(position: Position, white: bool, depth: int) -> int:
    if depth == 0:
        return 1
    made = (played(position, move) for move in moves(position, white))
    return sum(perft(p, not white, depth - 1) for p in made if not in_check(p[0], white))
