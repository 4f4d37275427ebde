"""How strong a bot is against the `mcts` of an earlier commit, in pairs of games with the same chance and swapped seats.

    python benchmarks/strength_before.py [-n PAIRS] [--first SEED] [--seconds 0.1] [--commit 7fa06ff] [--bot auto] [GAME ...]

Only the search is the earlier one: it runs on the engine and by the rules of today, so its random games are as quick as ours. Seconds
are processor time of both. A game of 1,000 actions is a draw.
"""

import argparse
import subprocess
from collections import Counter
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

import gdl
import interpreter
from interpreter.analysis.intervals import Share
from interpreter.engines.base import Engine
from interpreter.play.bots import Bot, Seat, parse_seat
from interpreter.play.contest import elo
from interpreter.shared.hashing import Random

SEARCH = "interpreter/search/mcts.py"
MOVED = {"from interpreter.engines.base import Random, State": "from interpreter.engines.base import State"}
LONGEST = 1_000


def searches_of(commit: str) -> Any:
    """The module of the earlier search, on the engine of today."""
    root = Path(__file__).parent.parent
    text = subprocess.run(
        ["git", "show", f"{commit}:{SEARCH}"], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    for before, now in MOVED.items():
        text = text.replace(before, now)
    made: Any = ModuleType("earlier_mcts")
    made.Random = Random
    exec(compile(text, SEARCH, "exec"), made.__dict__)
    made.perf_counter = process_time
    return made


class Earlier:
    """The bot of the earlier commit."""

    def __init__(self, searches: Any, seconds: float, seed: int) -> None:
        self.name = f"earlier mcts:{seconds}s"
        self._search, self._budget = searches.Search(), searches.Budget(seconds=seconds)
        self._random = Random(seed)

    def choose(self, seat: Seat) -> int:
        if len(seat.legal) == 1:
            return seat.legal[0]
        return int(self._search.run(seat.imagine, self._budget, self._random).action)


def played(engine: Engine, seats: list[Bot], seed: int) -> tuple[float, int]:
    """One game: the points of the bot on the first seat, and how many actions there were."""
    state, plies = engine.initial_state(seed), 0
    while not state.is_terminal and plies < LONGEST:
        state, plies = state.apply(seats[state.current_player].choose(Seat.of(state))), plies + 1
    if not state.is_terminal or state.returns[0] == state.returns[1]:
        return 0.5, plies
    return float(state.returns[0] > state.returns[1]), plies


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=["cyvasse", "zarcana"], metavar="GAME", help="for two")
    parser.add_argument("-n", type=int, default=10, help="pairs of games")
    parser.add_argument(
        "--first", type=int, default=0, help="the seed of the first pair, to go on from earlier ones"
    )
    parser.add_argument("--seconds", type=float, default=0.1, help="processor time for each move")
    parser.add_argument("--commit", default="7fa06ff", help="whose `mcts` it is")
    parser.add_argument("--bot", default="auto", choices=["auto", "mcts", "mcts-eval", "alphabeta"])
    given = parser.parse_args()
    searches = searches_of(given.commit)
    for name in given.games:
        engine, pairs, length = interpreter.engine(gdl.load(name)), Counter[float](), 0
        for k in range(given.first, given.first + given.n):
            points = 0.0
            for seat in (0, 1):
                bot = parse_seat(f"{given.bot}:{given.seconds}s", k, process_time)
                assert bot is not None
                seats: list[Bot] = [bot, Earlier(searches, given.seconds, k)]
                won, plies = played(engine, seats if seat == 0 else seats[::-1], k)
                points, length = points + (won if seat == 0 else 1 - won), length + plies
            pairs[points] += 1
            games, total = 2 * pairs.total(), sum(p * n for p, n in pairs.items())
            share = Share(total, games).estimate()
            assert share is not None
            shown = " ".join(f"{p:g}:{pairs[p]}" for p in (0, 0.5, 1, 1.5, 2))
            print(
                f"{given.bot} against `mcts` of {given.commit}, {name}: {total:g} of {games} (share {share.value:.2f}"
                f" [{share.low:.2f}, {share.high:.2f}], Elo {elo(share.value)}); pairs {shown};"
                f" {length / games:.0f} actions a game",
                flush=True,
            )


if __name__ == "__main__":
    main()
