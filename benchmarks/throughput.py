"""How fast the engine is on every bundled game: a table of load time, random games and counted positions.

    python benchmarks/throughput.py [SECONDS]

Figures of one run on one machine mean something only beside each other.
"""

import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import gdl
import interpreter


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units of work per second: `work(i)` does some and says how many units."""
    start = time.perf_counter()
    done = i = 0
    while time.perf_counter() - start < seconds:
        done += work(i)
        i += 1
    return done / (time.perf_counter() - start)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    table = Table("game", "load ms", "moves/s", "perft leaves/s")
    for name in gdl.bundled_games():
        start = time.perf_counter()
        engine = interpreter.engine(gdl.load(name))
        loaded = (time.perf_counter() - start) * 1000
        state = engine.initial_state()

        def game(seed: int) -> int:
            return len(engine.playout(state, seed).actions)  # noqa: B023 - called before the next game is loaded

        def count(_: int) -> int:
            return engine.perft(state, 2)  # noqa: B023

        table.add_row(name, f"{loaded:.0f}", f"{rate(game, seconds):.0f}", f"{rate(count, seconds):.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
