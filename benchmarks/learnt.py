"""Learns what positions of the bundled games are worth, and which search suits each: what comes with the program in `games/learnt/`.

A game takes half a minute of processor time to learn and up to as much again to compare searches. What was learnt of rules that
have not changed is not learnt anew without `--all`. Games with payoffs or for one player have nothing to learn, which is said.

    python benchmarks/learnt.py [--all] [GAME ...]
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory

from gdl.files.library import bundled_directory, find
from gdl.loader import load
from interpreter.search import weights

_MINUTES = "0.5"


def main() -> None:
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    names = wanted or sorted(path.stem for path in bundled_directory().glob("*.gdl"))
    with TemporaryDirectory() as own, ThreadPoolExecutor(os.cpu_count()) as workers:
        os.environ["XDG_DATA_HOME"] = own  # what the user has learnt neither counts nor changes
        for name, said in zip(names, workers.map(_learnt, names), strict=True):
            print(f"{name}: {said}", flush=True)


def _learnt(name: str) -> str:
    """Learns one game in a process of its own; what is said of it."""
    game = load(find(name))
    if weights.bundled_search(game) is not None and "--all" not in sys.argv:
        return "known"
    command = [sys.executable, "-m", "interpreter.cli", "train", name, "--bundled", "--minutes", _MINUTES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0] if done.returncode == 0 else done.stderr.strip()


if __name__ == "__main__":
    main()
