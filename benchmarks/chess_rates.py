"""Chess by python-chess; run by side_by_side.py with a Python that has `chess`, and without ours.

python chess_rates.py perft FEN DEPTH   leaves a second, the last ply counted without being played, as JSON
python chess_rates.py playouts SECONDS  random games a second
"""

import json
import random
import sys
import time

import chess


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += perft(board, depth - 1)
        board.pop()
    return found


def play(board):
    """A random game, drawn by fifty moves, by a position that is there for the third time, and without material."""
    while not (board.halfmove_clock >= 100 or board.is_insufficient_material() or board.is_repetition(3)):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(random.choice(moves))


def main():
    what = sys.argv[1]
    start, done = time.process_time(), 0
    if what == "perft":
        done = perft(chess.Board(sys.argv[2]), int(sys.argv[3]))
    else:
        while time.process_time() - start < float(sys.argv[2]):
            play(chess.Board())
            done += 1
    print(json.dumps({"rate": done / (time.process_time() - start), "done": done}))


if __name__ == "__main__":
    main()
