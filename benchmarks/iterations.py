"""How many iterations of `mcts` a second there are for each random game of the engine, from the same position, on one thread.

    python benchmarks/iterations.py [--runs 9] [--seconds 0.1] [--name NAME] [GAME[:OPTION=VALUE] ...]

A run plays whole random games for about so many seconds, and then thinks for as long at the first position, with a tree that is
empty. Both in processor time and in turn, so that a machine that is busy for a while slows both. Medians of the runs
count. The first thought of a process is left out: it takes memory from the system, which later ones have.
"""

import argparse
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from time import process_time

from report import machine

import gdl
import interpreter
from interpreter.search.mcts_native import MctsSearch
from interpreter.search.running import Budget
from interpreter.shared.hashing import Random

HERE = Path(__file__).resolve().parent
GAMES = ("connect_four", "hex:size=7", "breakthrough", "reversi", "nine_mens_morris", "go:size=9", "chess")


@dataclass(frozen=True)
class Row:
    """One game: iterations and games a second, and the shares of the runs."""

    game: str
    iterations: float
    games: float
    shares: list[float]


def measure(named: str, runs: int, seconds: float) -> Row:
    name, _, given = named.partition(":")
    options = {key: int(value) for key, _, value in [given.partition("=")] if key}
    engine = interpreter.engine(gdl.load(name, options), effort=2)
    state = engine.initial_state()
    tree = MctsSearch.of(state)
    assert tree is not None, f"{name} has chance in it, or no machine code"
    tree.run(state, Budget(seconds=seconds), Random(1), process_time)
    count, took = 1, 0.0
    while took < seconds / 2:
        count *= 2
        start = process_time()
        engine.series(Random(1), count)
        took = process_time() - start
    iterations, games = [], []
    for run in range(runs):
        start = process_time()
        engine.series(Random(run), count)
        games.append(count / (process_time() - start))
        tree.tree["used"] = 0
        start = process_time()
        thought = tree.run(state, Budget(seconds=seconds), Random(run), process_time)
        assert thought is not None
        iterations.append(thought.iterations / (process_time() - start))
    return Row(
        named, median(iterations), median(games), [i / g for i, g in zip(iterations, games, strict=True)]
    )


def table(rows: list[Row], about: dict[str, str]) -> str:
    lines = [
        f"# Iterations of mcts and random games, {date.today()}", "",
        *(f"* {name}: {value}" for name, value in about.items()), "",
        "| game | iterations/s | random games/s | share | least and greatest |",
        "|---|---:|---:|---:|---:|",
    ]  # fmt: skip
    for r in rows:
        spread = f"{min(r.shares):.2f} to {max(r.shares):.2f}"
        lines.append(
            f"| {r.game} | {r.iterations:,.0f} | {r.games:,.0f} | {median(r.shares):.2f} | {spread} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.1, help="processor time of a thought")
    parser.add_argument("--name", help="writes results/NAME.md")
    given = parser.parse_intermixed_args()
    about = machine() | {
        "measured": f"medians of {given.runs} runs of {given.seconds:g} s of processor time, in turn"
    }
    text = table([measure(name, given.runs, given.seconds) for name in given.games], about)
    print(text)
    if given.name:
        (HERE / "results" / f"{given.name}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
