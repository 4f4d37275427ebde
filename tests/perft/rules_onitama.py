"""Onitama once more, straight from its rules. Nothing here is shared with the engines.

A square is its column and its row, 0 to 4. A board has a letter for each piece: M and S for Red's master and students, m
and s for Blue's. A card is the set of its steps as Red sees them, to the right and ahead.
"""

from collections.abc import Iterator

Square = tuple[int, int]
Pieces = dict[Square, str]
Hands = tuple[frozenset[str], frozenset[str], str]  # of Red and of Blue, and the card that waits
Move = tuple[str, Square, Square]

CARDS = {
    "tiger": "0,2 0,-1",
    "dragon": "-2,1 2,1 -1,-1 1,-1",
    "frog": "-2,0 -1,1 1,-1",
    "rabbit": "2,0 1,1 -1,-1",
    "crab": "0,1 -2,0 2,0",
    "elephant": "-1,0 1,0 -1,1 1,1",
    "goose": "-1,0 1,0 -1,1 1,-1",
    "rooster": "-1,0 1,0 1,1 -1,-1",
    "monkey": "-1,1 1,1 -1,-1 1,-1",
    "mantis": "-1,1 1,1 0,-1",
    "horse": "0,1 0,-1 -1,0",
    "ox": "0,1 0,-1 1,0",
    "crane": "0,1 -1,-1 1,-1",
    "boar": "0,1 -1,0 1,0",
    "eel": "-1,1 -1,-1 1,0",
    "cobra": "1,1 1,-1 -1,0",
}
STEPS = {card: [tuple(map(int, step.split(","))) for step in text.split()] for card, text in CARDS.items()}
TEMPLES = ((2, 0), (2, 4))


def is_mine(piece: str, mover: int) -> bool:
    return piece.islower() == bool(mover)


def moves(board: Pieces, hands: Hands, mover: int) -> Iterator[Move]:
    ahead = 1 - 2 * mover
    for card in hands[mover]:
        for (x, y), piece in board.items():
            for dx, dy in STEPS[card]:
                to = x + ahead * dx, y + ahead * dy
                is_on_board = 0 <= to[0] < 5 and 0 <= to[1] < 5
                if is_mine(piece, mover) and is_on_board and not is_mine(board.get(to, "mM"[mover]), mover):
                    yield card, (x, y), to


def passed(hands: Hands, mover: int, card: str) -> Hands:
    """The cards after one of them is used."""
    kept = [hands[0], hands[1]]
    kept[mover] = kept[mover] - {card} | {hands[2]}
    return kept[0], kept[1], card


def after(board: Pieces, move: Move) -> Pieces:
    _, start, to = move
    return {square: piece for square, piece in board.items() if square != start} | {to: board[start]}


def winner(board: Pieces) -> int | None:
    for player, master in enumerate("Mm"):
        if board.get(TEMPLES[1 - player]) == master or "mM"[player] not in board.values():
            return player
    return None


def perft(board: Pieces, hands: Hands, mover: int, depth: int) -> int:
    if depth == 0 or winner(board) is not None:
        return depth == 0
    ways = [(after(board, move), passed(hands, mover, move[0])) for move in moves(board, hands, mover)]
    ways = ways or [(board, passed(hands, mover, card)) for card in hands[mover]]
    return sum(perft(following, cards, 1 - mover, depth - 1) for following, cards in ways)
