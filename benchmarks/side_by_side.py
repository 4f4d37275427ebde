"""Ours beside others, in one run on one machine: hand-written C, OpenSpiel, chess programs, and our reference engine.

    python benchmarks/side_by_side.py [--runs 5] [--seconds 1] [--others PYTHON] [--only GAME] [--name NAME]

One thread each, one after the other, all in turn within a run; the figures are medians of the runs. Random games are
played with every legal action equally likely. Only ratios mean something. PYTHON has `open_spiel` and `chess`:

    python3 -m venv /somewhere/else && /somewhere/else/bin/pip install open_spiel chess

The programs `stockfish` and `fairy-stockfish` are measured where there are any (`apt install stockfish fairy-stockfish`). All
rates are by processor time, apart from perft of Zola in C. Results go to benchmarks/results, as
JSON and as a table.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

import yaml
from others import PERFT_DEPTH, ChessProgram, asked, limits
from ours import BATCH, batched, checked, leaves, length, playouts, random_actions, slow_playouts, steps
from report import HERE, machine, table, versions

import gdl
import interpreter

Options = dict[str, Any]
Measure = Callable[[int], dict[str, float]]


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
    Pair("nine_mens_morris", "nine_mens_morris", {"repetition": False, "longest": 200}),
    Pair("english_draughts", "checkers", {}, "theirs makes each jump an action of its own and draws after 40 without a capture"),
    Pair("oware", "oware", {}, "ours ends after 400 moves, theirs after 1000 or when a position recurs"),
    Pair("xiangqi", "xiangqi", {"longest": 500}, "theirs knows repetitions"),
    Pair("kuhn_poker", "kuhn_poker", {}, "theirs starts after the deal"),
    Pair("pig", "pig", {}, "in theirs one may hold with nothing"),
    Pair("hearts", "hearts", {"goal": 1}, "one deal; theirs starts after it, and passes in three deals of four"),
    Pair("backgammon", "backgammon(scoring_type=full_scoring)", {}, "theirs makes both dice one action"),
    Pair("crazy_eights", "crazy_eights(players=2)", {"most_drawn": 5, "reshuffle": False, "longest": 100}, "theirs starts after the deal"),
    Pair("chess", "chess"),
    Pair("crazyhouse", "crazyhouse"),
    Pair("antichess", "antichess"),
    Pair("shogi", "shogi", {}, "theirs does not know perpetual check"),
    Pair("go", "go(board_size=9,komi=7.5)", {"size": 9}, "theirs knows positional superko"),
    Pair("amazons", "amazons", {}, "theirs makes the arrow an action of its own"),
    Pair("havannah", "havannah(board_size=8)", {"size": 8}),
    Pair(
        "hive", "hive(uses_ladybug=false,uses_mosquito=false,uses_pillbug=false)", {"longest": 500},
        "theirs tells equal pieces apart, and where the first one lies",
    ),
    Pair("lines_of_action", "lines_of_action"),
    Pair("pentago", "pentago"),
    Pair("quoridor", "quoridor(board_size=9)", {"longest": 324}),
    Pair("y", "y(board_size=9)", {"size": 9}),
    Pair("goofspiel", "goofspiel(num_cards=13)", {}, "theirs makes both bids at once"),
)  # fmt: skip

ALONE = ("zola", "stone_towers", "zarathustra", "cyvasse", "zarcana")  # nobody else has these
CHESS = {
    "fifty_moves": False,
    "dead_positions": False,
    "repetition": False,
}  # published counts do not know them
SHOGI_DEPTH = 5
POSITIONS = (  # its name, ours, Forsyth-Edwards notation, and the depths for programs and for Python
    ("start", None, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 4),
    ("Kiwipete", HERE / "kiwipete.yaml", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 3),
)  # fmt: skip


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


class Contest:
    """What is to be measured, and the rows of the table."""

    def __init__(self, arguments: argparse.Namespace, note: Callable[[str], None]) -> None:
        self.seconds: float = arguments.seconds
        self.python: str | None = arguments.others
        self.only: list[str] = arguments.only or []
        self.note = note
        self.program = ChessProgram()
        self.lines: dict[tuple[str, str], Line] = {}
        self.tasks: list[tuple[Line, Measure]] = []

    def is_wanted(self, game: str) -> bool:
        return not self.only or game in self.only

    def line(self, game: str, what: str) -> Line:
        return self.lines.setdefault((game, what), Line(game, what))

    def task(self, line: Line, who: str, measure: Callable[[int], float]) -> None:
        self.tasks.append((line, lambda seed: {who: measure(seed)}))

    def by_hand(self, folder: Path) -> None:
        """Beside hand-written C."""
        paired = {p.ours for p in PAIRS}
        for game, what, run in limits(folder, self.seconds):
            if not self.is_wanted(game):
                continue
            line, engine = self.line(game, what), interpreter.engine(gdl.load(game), effort=2)
            self.task(line, "C", lambda _, run=run: run())
            if "leaves" in what:
                start = engine.initial_state()
                self.task(line, "ours", lambda _, e=engine, s=start: leaves(e, s, PERFT_DEPTH, self.seconds))
            elif game not in paired:
                self.task(line, "ours", lambda seed, e=engine: playouts(e, self.seconds, seed))

    def beside_openspiel(self, pair: Pair) -> None:
        game = gdl.load(pair.ours, options=pair.options)
        engine, reference = interpreter.engine(game, effort=2), interpreter.engine(game, "reference")
        row, many = (
            self.line(pair.ours, "playouts/s"),
            self.line(pair.ours, f"actions/s in a batch of {BATCH}"),
        )
        self.task(row, "ours", lambda seed: playouts(engine, self.seconds, seed))
        mean = length(engine)
        self.task(row, "reference", lambda seed: slow_playouts(reference, mean, self.seconds, seed))
        self.task(many, "ours", lambda seed: batched(engine, self.seconds, seed))
        self.task(many, "ours one by one", lambda seed: steps(engine, self.seconds, seed))
        if self.python is None:
            return
        each = self.line(pair.ours, "actions/s in random games")
        self.task(each, "ours", lambda seed: random_actions(engine, self.seconds, seed))
        self.note(f"checking {pair.ours}")
        python, theirs = self.python, asked(self.python, "openspiel_rates.py", "check", pair.theirs)
        if "failed" in theirs:
            row.same = f"OpenSpiel: {theirs['failed'][0]}"
            return
        row.same = sameness(pair, checked(engine, theirs["perft"]), theirs)

        def other(_: int) -> dict[str, float]:
            found = asked(python, "openspiel_rates.py", "rate", pair.theirs, str(self.seconds))
            if "failed" in found:
                return {}
            each.add("OpenSpiel Python", found["decisions"])
            return {"OpenSpiel C++": found["native"], "OpenSpiel Python": found["python"]}

        self.tasks.append((row, other))

    def beside_reference(self, name: str) -> None:
        """Beside our own reference engine alone."""
        game = gdl.load(name)
        engine, reference = interpreter.engine(game, effort=2), interpreter.engine(game, "reference")
        row, mean = self.line(name, "playouts/s"), length(engine)
        self.task(row, "ours", lambda seed: playouts(engine, self.seconds, seed))
        self.task(row, "reference", lambda seed: slow_playouts(reference, mean, self.seconds, seed))

    def chess(self) -> None:
        """Beside a strong chess program and python-chess."""
        engine, program, python = (
            interpreter.engine(gdl.load("chess", options=CHESS), effort=2),
            self.program,
            self.python,
        )
        for name, file, fen, depth, shallow in POSITIONS:
            line = self.line("chess", f"perft leaves/s, {name}")
            state = engine.initial_state() if file is None else engine.state(yaml.safe_load(file.read_text()))
            self.task(line, "ours", lambda _, s=state, d=depth: leaves(engine, s, d, self.seconds))
            if program.path is not None:
                self.task(line, "Stockfish", lambda _, f=fen, d=depth: program.leaves(f, d)[1])
            if python is not None:
                self.by_python(line, "perft", fen, str(shallow))
        if python is not None:
            self.by_python(self.line("chess", "playouts/s"), "playouts", str(self.seconds))

    def shogi(self) -> None:
        """Beside Fairy-Stockfish, which must count the same."""
        program = ChessProgram("fairy-stockfish", "shogi")
        if program.path is None:
            return
        engine, line = (
            interpreter.engine(gdl.load("shogi"), effort=2),
            self.line("shogi", "perft leaves/s, start"),
        )
        start = engine.initial_state()
        assert program.leaves(None, SHOGI_DEPTH - 1)[0] == engine.perft(start, SHOGI_DEPTH - 1)
        self.task(line, "ours", lambda _: leaves(engine, start, SHOGI_DEPTH, self.seconds))
        self.task(line, "Fairy-Stockfish", lambda _: program.leaves(None, SHOGI_DEPTH)[1])

    def by_python(self, line: Line, *call: str) -> None:
        assert self.python is not None
        python = self.python

        def measure(_: int) -> dict[str, float]:
            found = asked(python, "chess_rates.py", *call)
            return {} if "failed" in found else {"python-chess": found["rate"]}

        self.tasks.append((line, measure))

    def run(self, runs: int) -> list[Line]:
        with tempfile.TemporaryDirectory() as folder:
            self.by_hand(Path(folder))
            for pair in PAIRS:
                if self.is_wanted(pair.ours):
                    self.beside_openspiel(pair)
            for name in ALONE:
                if self.is_wanted(name):
                    self.beside_reference(name)
            if self.is_wanted("chess"):
                self.chess()
            if self.is_wanted("shogi"):
                self.shogi()
            for run in range(runs):
                for row, task in self.tasks:
                    self.note(f"run {run + 1} of {runs}: {row.game}, {row.what}")
                    for who, value in task(run).items():
                        row.add(who, value)
        return list(self.lines.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--others", metavar="PYTHON", help="a Python that has open_spiel and chess")
    parser.add_argument(
        "--only", action="append", metavar="GAME", help="only this game of ours; may be repeated"
    )
    parser.add_argument("--name", default=f"{date.today():%Y-%m-%d}", help="of the result files")
    arguments = parser.parse_args()
    contest = Contest(arguments, lambda text: print(text, file=sys.stderr, flush=True))
    try:
        lines = contest.run(arguments.runs)
    except KeyboardInterrupt:
        sys.exit("stopped")
    program = contest.program.name() if contest.program.path else ""
    data = {
        "date": f"{date.today():%Y-%m-%d}",
        "machine": machine(),
        "versions": versions(arguments.others, program),
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
