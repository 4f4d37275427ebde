"""Two states of this project side by side: how fast their machine code plays, and how long they take to make it.

    git worktree add /somewhere/before COMMIT
    python benchmarks/trees.py /somewhere/before [--rounds 7] [--seconds 0.3] [--name NAME] [GAME ...]

Each tree runs in a process of its own with its own modules, and the two take turns, so that a machine that is busy for
a while slows both. Times are those of the processor, not of the clock, and of each figure the best of the rounds
counts. Both play the same text, the rules of this tree, where the other tree can read them; otherwise each plays its
own. Making is from the text to the first move, without any cache. The table goes to benchmarks/results.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import geometric_mean

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SLOWER = 0.95  # a ratio below this is marked
WORKER = "--worker"


# ---- what runs in each tree


def work() -> None:
    """Answers lines of JSON: `load` a path, `make` and `play` it. Uses only what both trees offer."""
    import gdl
    import interpreter
    from gdl.diagnostics.values import GameError

    try:
        from interpreter.shared.hashing import Random
    except ImportError:  # where it was before
        from interpreter.engines.base import Random  # type: ignore[attr-defined, no-redef]
    engine = None
    for line in sys.stdin:
        asked = json.loads(line)
        start = time.process_time()
        if asked["do"] == "make":
            try:
                game = gdl.load(asked["path"])
            except GameError as error:
                print(json.dumps({"error": str(error).splitlines()[0]}), flush=True)
                continue
            engine = interpreter.engine(game, "native", keep=False)
            engine.series(Random(1), 1)
            answer = {"spent": time.process_time() - start}
            if hasattr(getattr(engine, "compiled", None), "code"):  # what plays long has its better code
                engine.compiled.code.improve()
        else:
            assert engine is not None
            engine.series(Random(asked["seed"]), asked["games"])
            answer = {"spent": time.process_time() - start}
        print(json.dumps(answer), flush=True)


# ---- what compares them


class Tree:
    """A process that runs in a tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        environment = {**os.environ, "PYTHONPATH": str(root)}
        command = [sys.executable, str(HERE / "trees.py"), WORKER]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **asked: object) -> dict[str, object]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.root} stopped at {asked}")
        found: dict[str, object] = json.loads(line)
        return found

    def spent(self, **asked: object) -> float:
        found = self.ask(**asked)
        if "error" in found:
            raise LookupError(found["error"])
        return float(str(found["spent"]))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@dataclass
class Row:
    """One game: seconds of making and random games a second, before and now, the best of the rounds."""

    game: str
    same_text: bool = True
    making: list[float] = field(default_factory=lambda: [1e9, 1e9])
    playing: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def speed(self) -> float:
        return self.playing[1] / self.playing[0]

    @property
    def compiling(self) -> float:
        return self.making[1] / self.making[0]


def compare(name: str, before: Path, rounds: int, seconds: float) -> Row | None:
    """Measures one game, in two new processes. None where the tree before has no such game."""
    trees = [Tree(before), Tree(ROOT)]
    try:
        mine = ROOT / "games" / f"{name}.gdl"
        paths = [mine, mine]
        row = Row(name)
        warm = ROOT / "games" / "tic_tac_toe.gdl"
        for tree in trees:  # loads the modules, and the parser's tables
            tree.spent(do="make", path=str(tree.root / "games" / warm.name))
        try:
            trees[0].spent(do="make", path=str(mine))
        except LookupError:
            row.same_text = False
            paths = [before / "games" / f"{name}.gdl", mine]
            if not paths[0].exists():
                return None
        for _ in range(min(rounds, 3)):
            for k, tree in enumerate(trees):
                row.making[k] = min(row.making[k], tree.spent(do="make", path=str(paths[k])))
        games = 1
        while (took := trees[1].spent(do="play", seed=2, games=games)) < seconds / 2:
            games = min(games * 16, max(games * 2, int(games * seconds / max(took, 1e-4))))
        for turn in range(rounds):
            for k in (0, 1) if turn % 2 else (1, 0):
                took = trees[k].spent(do="play", seed=2, games=games)
                row.playing[k] = max(row.playing[k], games / took)
        return row
    finally:
        for tree in trees:
            tree.close()


def table(rows: list[Row], about: dict[str, str]) -> str:
    lines = [
        f"# Before and now, {date.today()}", "",
        *(f"* {name}: {value}" for name, value in about.items()), "",
        "| game | playouts/s before | now | now / before | ms to make before | now | now / before |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]  # fmt: skip
    for r in rows:
        mark = "" if r.same_text else " (own text each)"
        bold = "**" if r.speed < SLOWER else ""
        lines.append(
            f"| {r.game}{mark} | {r.playing[0]:,.0f} | {r.playing[1]:,.0f} | {bold}{r.speed:.2f}{bold} "
            f"| {1000 * r.making[0]:.0f} | {1000 * r.making[1]:.0f} | {r.compiling:.2f} |"
        )
    speeds, makings = [r.speed for r in rows], [r.compiling for r in rows]
    lines += [
        "", f"Geometric means: {geometric_mean(speeds):.2f} of the random games a second, "
        f"{geometric_mean(makings):.2f} of the time to make them. {sum(s < SLOWER for s in speeds)} of {len(rows)} games "
        f"below {SLOWER:g}.",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def commit(root: Path) -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path, help="a checkout of the other state")
    parser.add_argument("games", nargs="*", help="only these; all of both trees otherwise")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="processor time of a round")
    parser.add_argument("--name", help="writes results/NAME.md")
    given = parser.parse_intermixed_args()
    names = given.games or sorted(p.stem for p in (ROOT / "games").glob("*.gdl"))
    rows = []
    for name in names:
        row = compare(name, given.before.resolve(), given.rounds, given.seconds)
        if row is not None:
            rows.append(row)
            print(f"{row.game:24} playing {row.speed:5.2f}   making {row.compiling:5.2f}", flush=True)
    from report import machine  # the modules of this tree, not needed by the workers

    about = machine() | {
        "before": commit(given.before), "now": commit(ROOT),
        "measured": f"best of {given.rounds} rounds of {given.seconds:g} s of processor time, in turn, one thread",
    }  # fmt: skip
    text = table(rows, about)
    print(text)
    if given.name:
        (HERE / "results" / f"{given.name}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == [WORKER]:
        work()
    else:
        main()
