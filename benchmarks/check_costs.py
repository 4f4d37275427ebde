"""What `gdl check` costs: processor time for each bundled game, at first and again.

    python benchmarks/check_costs.py [--games hex,trax] [--other ../before]

Each game is checked in a process of its own with an empty cache, and then once more with what the first check has kept.
With another checkout, both check a game in turn, so that other programs slow both down alike. Prints one row for each game
(seconds, the other checkout's first), and then medians, the ninth tenth and the most.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def seconds(tree: Path, game: Path, cache: str) -> float:
    """Processor time of one check by a checkout, with the caches in a directory."""
    own = {**os.environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": cache}
    own.pop("PYTHONDONTWRITEBYTECODE", None)  # as people run it: what Python has compiled is kept
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "interpreter.cli", "check", str(game)],
        cwd=tree,
        env=own,
        capture_output=True,
        check=False,
    )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows(trees: Sequence[Path], names: Sequence[str]) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Each game with its two figures, at first and again, for each checkout."""
    for tree in trees:
        with tempfile.TemporaryDirectory() as cache:
            seconds(tree, tree / "games" / "tic_tac_toe.gdl", cache)  # Python compiles its modules
    for game in sorted((HERE / "games").glob("*.gdl")):
        if names and game.stem not in names:
            continue
        costs = []
        for tree in trees:
            with tempfile.TemporaryDirectory() as cache:
                costs.append(
                    (
                        seconds(tree, tree / "games" / game.name, cache),
                        seconds(tree, tree / "games" / game.name, cache),
                    )
                )
        yield game.stem, costs


def summary(figures: Sequence[float]) -> str:
    ordered = sorted(figures)
    return f"median {statistics.median(ordered):.2f}  nine tenths {ordered[len(ordered) * 9 // 10]:.2f}  most {ordered[-1]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default="", help="names with commas; all, if none is given")
    parser.add_argument("--other", type=Path, help="another checkout")
    given = parser.parse_args()
    trees = [*([given.other.resolve()] if given.other else []), HERE]
    found = []
    for name, costs in rows(trees, [n for n in given.games.split(",") if n]):
        found.append(costs)
        print(f"{name:28}" + "  ".join(f"{first:6.2f} {again:5.2f}" for first, again in costs), flush=True)
    for place, tree in enumerate(trees):
        print(f"{tree.name}: at first {summary([c[place][0] for c in found])}")
        print(f"{tree.name}: again    {summary([c[place][1] for c in found])}")


if __name__ == "__main__":
    main()
