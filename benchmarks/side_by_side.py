"""Ours beside others, in one run on one machine: hand-written C, OpenSpiel, and our reference engine.

    python benchmarks/side_by_side.py [--runs 5] [--seconds 1] [--openspiel PYTHON] [--only GAME] [--name NAME]

One thread each, one after the other, all in turn within a run; the figures are medians of the runs. Random games are
played with every legal action equally likely. Only ratios mean something. PYTHON is one that has `open_spiel`:

    python3 -m venv /somewhere/else && /somewhere/else/bin/pip install open_spiel

Results go to benchmarks/results, as JSON and as a table.
"""

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import gdl
import interpreter
from interpreter.engines.base import Engine, Random

HERE = Path(__file__).parent
LIMITS = HERE / "limits"
BATCH_SECONDS = 0.05
PERFT_DEPTH = 5
BATCH = 1024  # states in a batch

Options = dict[str, Any]


@dataclass(frozen=True)
class Pair:
    """A game of ours and the same, or nearly the same, in OpenSpiel. `differs` says what is known to differ."""

    ours: str
    theirs: str
    options: Options = field(default_factory=dict)
    differs: str = ""


PAIRS = (
    Pair("breakthrough", "breakthrough"),
    Pair("connect_four", "connect_four"),
    Pair("tic_tac_toe", "tic_tac_toe"),
    Pair("hex", "hex(board_size=11)", {"size": 11}),
    Pair("gomoku", "gomoku(size=15)", {"size": 15}),
    Pair("reversi", "othello"),
    Pair("nine_mens_morris", "nine_mens_morris", {}, "theirs splits a mill into two actions and ends after 200 turns"),
    Pair("english_draughts", "checkers", {}, "theirs makes each jump an action of its own and draws after 40 without a capture"),
    Pair("oware", "oware", {}, "ours ends after 400 moves, theirs after 1000 or when a position recurs"),
    Pair("xiangqi", "xiangqi", {"longest": 500}, "theirs knows repetitions"),
    Pair("kuhn_poker", "kuhn_poker", {}, "theirs starts after the deal"),
    Pair("pig", "pig", {}, "in theirs one may hold with nothing"),
    Pair("hearts", "hearts", {"goal": 1}, "one deal; theirs starts after it, and passes in three deals of four"),
    Pair("backgammon", "backgammon(scoring_type=full_scoring)", {}, "theirs makes both dice one action"),
    Pair("crazy_eights", "crazy_eights(players=2)", {}, "other rules for drawing and for the end"),
)  # fmt: skip


# ---- ours


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units a second; `work(n)` does n steps and says how many units they were."""
    units, spent, batch = 0, 0.0, 1
    while spent < seconds:
        start = time.perf_counter()
        units += work(batch)
        took = time.perf_counter() - start
        spent += took
        if took < BATCH_SECONDS:
            batch *= 2
    return units / spent


def playouts(engine: Engine, seconds: float, seed: int) -> float:
    seeds = Random(seed)

    def play(n: int) -> int:
        engine.series(seeds, n)
        return n

    engine.series(seeds, 1)
    return rate(play, seconds)


def steps(engine: Engine, seconds: float, seed: int) -> float:
    """Actions a second, each done in a state by itself, by `legal_actions` and `apply`."""
    seeds, state = Random(seed), engine.initial_state(seed)

    def play(n: int) -> int:
        nonlocal state
        for _ in range(n):
            state = state.apply(seeds.pick(state.legal_actions()))
            if state.is_terminal:
                state = engine.initial_state(seeds.below(1 << 32))
        return n

    return rate(play, seconds)


def batched(engine: Engine, seconds: float, seed: int) -> float:
    """Actions a second in a batch whose finished games begin anew."""
    batch, seeds = engine.batch(BATCH, seed), Random(seed)

    def play(n: int) -> int:
        made = 0
        for _ in range(n):
            batch.step_random(seeds.below(1 << 32))
            made += len(batch)
            if batch.is_terminal.any():
                batch.reset()
        return made

    play(1)
    return rate(play, seconds)


def leaves(engine: Engine, seconds: float) -> float:
    state = engine.initial_state()
    return rate(lambda n: sum(engine.perft(state, PERFT_DEPTH) for _ in range(n)), seconds)


def checked(engine: Engine, counts: list[int], games: int = 2000) -> dict[str, Any]:
    """Our counts to the same depth, mean length and mean result of the first player."""
    state = engine.initial_state()
    tally = engine.series(Random(1), games)
    return {
        "perft": [engine.perft(state, d + 1) for d in range(len(counts))],
        "mean_length": tally.actions / games,
        "first_result": (tally.wins[0] - tally.losses[0]) / games,
    }


# ---- others


def limits(folder: Path, seconds: float) -> Iterator[tuple[str, str, Callable[[], float]]]:
    """The hand-written programs: the game, what is counted, and a run. None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no `cc` here: the hand-written programs are left out", file=sys.stderr)
        return
    for game, file, what, pattern, argument in (
        ("breakthrough", "breakthrough", "playouts/s", r"([\d.]+) playouts/s", f"{seconds}"),
        ("connect_four", "connect4", "playouts/s", r"([\d.]+) playouts/s", f"{seconds}"),
        ("zola", "zola", "perft leaves/s", rf"perft {PERFT_DEPTH} .* ([\d.]+) leaves/s", str(PERFT_DEPTH)),
    ):
        program = folder / file
        source = LIMITS / f"{file}.c"
        subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)

        def run(program: Path = program, argument: str = argument, pattern: str = pattern) -> float:
            out = subprocess.run([program, argument], capture_output=True, text=True, check=True).stdout
            found = re.search(pattern, out)
            assert found is not None, out
            return float(found[1])

        yield game, what, run


def openspiel(python: str, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [python, str(HERE / "openspiel_rates.py"), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1:] or ["no answer"]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


# ---- the run


@dataclass
class Line:
    """One row of the table; rates by contestant, one for each run."""

    game: str
    what: str
    rates: dict[str, list[float]] = field(default_factory=dict)
    same: str = ""

    def add(self, who: str, value: float) -> None:
        self.rates.setdefault(who, []).append(value)

    def medians(self) -> dict[str, float]:
        return {who: median(found) for who, found in self.rates.items()}


def sameness(pair: Pair, ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What speaks for or against the same rules."""
    counts = theirs["perft"]
    depth = next(
        (i for i, (a, b) in enumerate(zip(ours["perft"], counts, strict=True)) if a != b), len(counts)
    )
    said = []
    if counts:
        said.append(
            f"same counts to depth {depth}"
            if depth == len(counts)
            else f"counts differ from depth {depth + 1}"
        )
    said.append(f"mean length {ours['mean_length']:.1f} and {theirs['mean_length']:.1f}")
    said.append(f"the first player's mean result {ours['first_result']:.2f} and {theirs['first_result']:.2f}")
    return "; ".join([*said, pair.differs] if pair.differs else said)


def contest(arguments: argparse.Namespace, note: Callable[[str], None]) -> list[Line]:
    lines: dict[tuple[str, str], Line] = {}
    tasks: list[tuple[Line, Callable[[int], dict[str, float]]]] = []
    seconds = arguments.seconds

    def line(game: str, what: str) -> Line:
        return lines.setdefault((game, what), Line(game, what))

    with tempfile.TemporaryDirectory() as folder:
        wanted = [p for p in PAIRS if not arguments.only or p.ours in arguments.only]
        for game, what, run in limits(Path(folder), seconds):
            if arguments.only and game not in arguments.only:
                continue
            engine = interpreter.engine(gdl.load(game))
            tasks.append((line(game, what), lambda _, run=run: {"C": run()}))
            if what != "playouts/s" or game not in {p.ours for p in wanted}:

                def measure(seed: int, engine: Engine = engine, what: str = what) -> dict[str, float]:
                    return {
                        "ours": leaves(engine, seconds)
                        if "leaves" in what
                        else playouts(engine, seconds, seed)
                    }

                tasks.append((line(game, what), measure))
        for pair in wanted:
            game = gdl.load(pair.ours, options=pair.options)
            engine, reference = interpreter.engine(game), interpreter.engine(game, "reference")
            row = line(pair.ours, "playouts/s")
            tasks.append((row, lambda seed, e=engine: {"ours": playouts(e, seconds, seed)}))
            tasks.append((row, lambda seed, e=reference: {"reference": playouts(e, seconds, seed)}))
            many = line(pair.ours, f"actions/s in a batch of {BATCH}")
            tasks.append((many, lambda seed, e=engine: {"ours": batched(e, seconds, seed)}))
            tasks.append((many, lambda seed, e=engine: {"ours one by one": steps(e, seconds, seed)}))
            if arguments.openspiel:
                note(f"checking {pair.ours}")
                theirs = openspiel(arguments.openspiel, "check", pair.theirs)
                if "failed" in theirs:
                    row.same = f"OpenSpiel: {theirs['failed'][0]}"
                    continue
                row.same = sameness(pair, checked(engine, theirs["perft"]), theirs)

                def other(_: int, name: str = pair.theirs) -> dict[str, float]:
                    found = openspiel(arguments.openspiel, "rate", name, str(seconds))
                    return (
                        {}
                        if "failed" in found
                        else {"OpenSpiel C++": found["native"], "OpenSpiel Python": found["python"]}
                    )

                tasks.append((row, other))
        for run in range(arguments.runs):
            for row, task in tasks:
                note(f"run {run + 1} of {arguments.runs}: {row.game}, {row.what}")
                for who, value in task(run).items():
                    row.add(who, value)
    return list(lines.values())


# ---- results


def machine() -> dict[str, str]:
    def first(command: list[str]) -> str:
        try:
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
        except (OSError, subprocess.CalledProcessError, IndexError):
            return "unknown"

    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", info.read_text()) if info.exists() else []
    return {
        "processor": names[0] if names else platform.processor() or "unknown",
        "threads": str(len(names)) if names else "unknown",
        "system": platform.platform(),
        "compiler": first(["cc", "--version"]),
    }


def versions(openspiel_python: str | None) -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("gdl-interpreter", "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = gdl.__version__ if name == "gdl-interpreter" else "unknown"
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False
    )
    found["commit"] = commit.stdout.strip() or "unknown"
    if openspiel_python:
        code = "from importlib.metadata import version; print(version('open_spiel'))"
        done = subprocess.run([openspiel_python, "-c", code], capture_output=True, text=True, check=False)
        found["open_spiel"] = done.stdout.strip() or "unknown"
    return found


def table(data: dict[str, Any]) -> str:
    """The results to be read, as Markdown."""
    who = ["C", "ours", "OpenSpiel C++", "OpenSpiel Python", "reference", "ours one by one"]
    heads = ["game", "counted", *who, "ours / C", "ours / OpenSpiel C++"]
    rows = []
    for found in data["lines"]:
        medians = found["medians"]
        cells = [f"{medians[w]:,.0f}" if w in medians else "" for w in who]
        for other in ("C", "OpenSpiel C++"):
            has = "ours" in medians and other in medians
            cells.append(f"{medians['ours'] / medians[other]:.2f}" if has else "")
        rows.append([found["game"], found["what"], *cells])
    lines = [
        f"# Side by side, {data['date']}", "",
        *(f"* {name}: {value}" for name, value in (data["machine"] | data["versions"]).items()),
        f"* medians of {data['runs']} runs of {data['seconds']:g} s each, one thread", "",
        "| " + " | ".join(heads) + " |", "|---|---|" + "---:|" * (len(heads) - 2),
        *("| " + " | ".join(row) + " |" for row in rows), "",
        "Whether the rules are the same in OpenSpiel, ours first:", "",
        *(f"* {found['game']}: {found['same']}" for found in data["lines"] if found["same"]),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--openspiel", metavar="PYTHON", help="a Python that has open_spiel")
    parser.add_argument(
        "--only", action="append", metavar="GAME", help="only this game of ours; may be repeated"
    )
    parser.add_argument("--name", default=f"{date.today():%Y-%m-%d}", help="of the result files")
    arguments = parser.parse_args()
    try:
        lines = contest(arguments, lambda text: print(text, file=sys.stderr, flush=True))
    except KeyboardInterrupt:
        sys.exit("stopped")
    data = {
        "date": f"{date.today():%Y-%m-%d}",
        "machine": machine(),
        "versions": versions(arguments.openspiel),
        "runs": arguments.runs,
        "seconds": arguments.seconds,
        "lines": [
            {"game": r.game, "what": r.what, "medians": r.medians(), "runs": r.rates, "same": r.same}
            for r in lines
        ],
    }
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    (results / f"{arguments.name}.json").write_text(json.dumps(data, indent=1) + "\n")
    (results / f"{arguments.name}.md").write_text(table(data))
    print(table(data))


if __name__ == "__main__":
    main()
