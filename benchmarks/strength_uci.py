"""How strong a bot is in chess against a program that speaks UCI (Stockfish), in pairs of games with swapped seats.

    python benchmarks/strength_uci.py [-n PAIRS] [--seconds 1] [--elo 1350] [--bot auto] [--program /usr/games/stockfish]

Both have the same time for a move: ours is processor time, theirs is on the wall, on one thread. The first two plies are random
and the same for both games of a pair. A game of 300 plies counts as a draw.
"""

import argparse
import random
import re
import subprocess
from collections import Counter
from time import process_time

import gdl
import interpreter
from interpreter.analysis.intervals import Share
from interpreter.engines.base import State
from interpreter.play.bots import Seat, parse_seat
from interpreter.play.contest import elo

OPENING, LONGEST = 2, 300  # plies
CASTLING = {("O-O", 0): "e1g1", ("O-O-O", 0): "e1c1", ("O-O", 1): "e8g8", ("O-O-O", 1): "e8c8"}
LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


class Program:
    """A program that speaks UCI, and answers with one move."""

    def __init__(self, path: str, rating: int, seconds: float) -> None:
        self.seconds = seconds
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci", "setoption name Threads value 1", "setoption name UCI_LimitStrength value true")
        self.say(f"setoption name UCI_Elo value {rating}", "isready")
        self.until("readyok")

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(word):
                return line
        raise RuntimeError("the program has ended")

    def choose(self, moves: list[str]) -> str:
        self.say(f"position startpos moves {' '.join(moves)}", f"go movetime {int(1000 * self.seconds)}")
        return self.until("bestmove").split()[1]


def uci(state: State, action: int) -> str:
    """A move as UCI writes it: two sites, and the letter of what a pawn becomes."""
    text = state.action_to_string(action)
    if text.startswith("O-O"):
        return CASTLING[text, state.current_player]
    sites = "".join(re.findall(r"[a-h][1-8]", text))
    return sites + LETTERS.get(text.split()[-1], "")


def played(program: Program, ours: int, opening: int, seconds: float, word: str) -> float:
    """One game, `ours` being the seat of our bot, which `word` names: its points, 0 to 1."""
    rng = random.Random(opening)
    state, moves = interpreter.engine(gdl.load("chess")).initial_state(), list[str]()
    bot = parse_seat(f"{word}:{seconds}s", opening, process_time)
    assert bot is not None
    program.say("ucinewgame")
    while not state.is_terminal and len(moves) < LONGEST:
        written = {uci(state, a): a for a in state.legal_actions()}
        if len(moves) < OPENING:
            move = rng.choice(sorted(written))
        elif state.current_player == ours:
            move = uci(state, bot.choose(Seat.of(state)))
        else:
            move = program.choose(moves)
        moves.append(move)
        state = state.apply(written[move])
    return (state.returns[ours] + 1) / 2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=5, help="pairs of games")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move")
    parser.add_argument("--elo", type=int, default=1350, help="to which the other program is limited")
    parser.add_argument("--bot", default="auto", choices=["auto", "mcts", "alphabeta"], help="our bot")
    parser.add_argument("--program", default="/usr/games/stockfish")
    given = parser.parse_args()
    program, results = Program(given.program, given.elo, given.seconds), Counter[float]()
    for k in range(given.n):
        for seat in (0, 1):
            results[played(program, seat, k, given.seconds, given.bot)] += 1
            points, games = sum(p * n for p, n in results.items()), results.total()
            share = Share(points, games).estimate()
            assert share is not None
            print(
                f"{given.bot} against UCI_Elo {given.elo}: {points:g} of {games}"
                f" (share {share.value:.2f} [{share.low:.2f}, {share.high:.2f}], Elo {elo(share.value)})",
                flush=True,
            )
    program.say("quit")


if __name__ == "__main__":
    main()
