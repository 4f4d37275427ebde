"""Banqi from its rule sheet, in plain Python: what may be turned up, moved and taken, by the ranks of Taiwan.

It shares nothing with the program that it is compared with. A board maps (column, row), from 0, to a piece: whose it is,
what, and whether it lies face up. The first piece turned up decides who plays which colour.
"""

from typing import NamedTuple

RANKS = ("soldier", "cannon", "horse", "chariot", "elephant", "advisor", "general")
WIDTH, HEIGHT = 8, 4
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
Place = tuple[int, int]


class Piece(NamedTuple):
    player: int
    kind: str
    is_up: bool


Board = dict[Place, Piece]


def takes(one: str, other: str) -> bool:
    if {one, other} == {"general", "soldier"}:
        return one == "soldier"
    return one != "cannon" and RANKS.index(one) >= RANKS.index(other)


def beside(place: Place) -> list[Place]:
    found = [(place[0] + dx, place[1] + dy) for dx, dy in AROUND]
    return [(x, y) for x, y in found if 0 <= x < WIDTH and 0 <= y < HEIGHT]


def over_one(board: Board, place: Place) -> list[Place]:
    """The second pieces that a cannon meets in each direction."""
    found = []
    for dx, dy in AROUND:
        line = [(place[0] + n * dx, place[1] + n * dy) for n in range(1, WIDTH)]
        met = [p for p in line if p in board]
        found += met[1:2]
    return found


def turned_up(board: Board, place: Place, player: int) -> Board:
    is_first = not any(p.is_up for p in board.values())
    if is_first and board[place].player != player:
        board = {at: p._replace(player=1 - p.player) for at, p in board.items()}
    return board | {place: board[place]._replace(is_up=True)}


def following(board: Board, player: int) -> list[Board]:
    """The boards after each move of a player."""
    found = [turned_up(board, at, player) for at, p in board.items() if not p.is_up]
    for at, piece in board.items():
        if not piece.is_up or piece.player != player:
            continue
        rest = {p: x for p, x in board.items() if p != at}
        found += [rest | {to: piece} for to in beside(at) if to not in board]
        prey = over_one(board, at) if piece.kind == "cannon" else beside(at)
        for to in prey:
            there = board.get(to)
            is_prey = there is not None and there.is_up and there.player != player
            if there and is_prey and (piece.kind == "cannon" or takes(piece.kind, there.kind)):
                found.append(rest | {to: piece})
    return found


def winner(board: Board, player: int) -> int | None:
    """Who has won when a player is to move: whose pieces are the only ones left, or whose rival cannot move."""
    return None if following(board, player) and len({p.player for p in board.values()}) == 2 else 1 - player
