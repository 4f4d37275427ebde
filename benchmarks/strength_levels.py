"""How strong each level of bots is against the one below, in pairs of games behind the same random openings, seats swapped.

    python benchmarks/strength_levels.py [GAME ...] [-n PAIRS] [--first OPENING] [--levels 2 3 4 5 6 7 8]

Without openings, bots that look ahead in a fixed order would play the same two games again and again, and an interval would
pretend that they were many. How many games were different is therefore said, too.
"""

import argparse
import random
from time import process_time

import gdl
import interpreter
from interpreter.analysis.intervals import Share
from interpreter.engines.base import Engine
from interpreter.play.bots import LEVELS, Seat, parse_seat
from interpreter.search.methods import best_bot

OPENING, LONGEST = 4, 1_000  # plies


def played(engine: Engine, level: int, seat: int, seed: int) -> tuple[float, tuple[int, ...]]:
    """One game for two: the points of the level, which has a seat, and what was played."""
    rng, state, moves = random.Random(seed), engine.initial_state(seed), list[int]()
    bots = [
        parse_seat(f"level:{level if p == seat else level - 1}", 2 * seed + p, process_time) for p in (0, 1)
    ]
    while not state.is_terminal and len(moves) < LONGEST:
        bot = bots[state.current_player]
        assert bot is not None
        action = rng.choice(state.legal_actions()) if len(moves) < OPENING else bot.choose(Seat.of(state))
        moves.append(action)
        state = state.apply(action)
    if not state.is_terminal or state.returns[seat] == state.returns[1 - seat]:
        return 0.5, tuple(moves)
    return float(state.returns[seat] > state.returns[1 - seat]), tuple(moves)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=["connect_four", "breakthrough"], metavar="GAME")
    parser.add_argument("-n", type=int, default=20, help="pairs of games")
    parser.add_argument("--first", type=int, default=0, help="the opening to begin with, by its number")
    parser.add_argument("--levels", type=int, nargs="+", default=list(range(2, 1 + len(LEVELS))))
    given = parser.parse_args()
    for name in given.games:
        game = gdl.load(name)
        engine, taken = interpreter.engine(game), best_bot(game)
        for level in given.levels:
            games = [
                played(engine, level, seat, k)
                for k in range(given.first, given.first + given.n)
                for seat in (0, 1)
            ]
            points = sum(won for won, _ in games)
            share = Share(points, len(games)).estimate()
            assert share is not None
            print(
                f"{name} (`auto` is {taken}), level {level} against {level - 1}: {points:g} of {len(games)} games"
                f" ({100 * share.value:.0f} % [{100 * share.low:.0f}, {100 * share.high:.0f}]),"
                f" {len({moves for _, moves in games})} of them different",
                flush=True,
            )


if __name__ == "__main__":
    main()
