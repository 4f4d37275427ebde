"""How fast others are: hand-written C, OpenSpiel and python-chess in a Python of their own, and a chess program."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LIMITS = HERE / "limits"
PERFT_DEPTH = 5  # of Zola
PLAYED = (  # games whose random games are written by hand, and their programs
    ("breakthrough", "breakthrough"),
    ("connect_four", "connect4"),
    ("hex", "hex"),
    ("chess", "chess"),
    ("reversi", "reversi"),
    ("english_draughts", "english_draughts"),
    ("stone_towers", "stone_towers"),
)


def limits(folder: Path, seconds: float) -> Iterator[tuple[str, str, Callable[[], float]]]:
    """The hand-written programs: the game, what is counted, and a run. None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no `cc` here: the hand-written programs are left out", file=sys.stderr)
        return
    played = [(game, file, "playouts/s", r"([\d.]+) playouts/s", f"{seconds}") for game, file in PLAYED]
    counted = (
        "zola",
        "zola",
        "perft leaves/s",
        rf"perft {PERFT_DEPTH} .* ([\d.]+) leaves/s",
        str(PERFT_DEPTH),
    )
    for game, file, what, pattern, argument in (*played, counted):
        program = folder / file
        source = LIMITS / f"{file}.c"
        subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)

        def run(program: Path = program, argument: str = argument, pattern: str = pattern) -> float:
            before = _spent_by_children()
            out = subprocess.run([program, argument], capture_output=True, text=True, check=True).stdout
            found = re.search(pattern, out)
            assert found is not None, out
            rate = float(found[1])
            if "leaves" in pattern:
                return rate
            return rate * seconds / (_spent_by_children() - before)  # some look at the clock of the wall

        yield game, what, run


def asked(python: str, script: str, *arguments: str) -> dict[str, Any]:
    """What a script beside this one prints last, as JSON; `failed` says why it does not."""
    done = subprocess.run(
        [python, str(HERE / script), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1:] or ["no answer"]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


class ChessProgram:
    """A program that speaks UCI and has `go perft`, as Stockfish has; `path` is None where there is none.

    `variant`: the game that it is told to play, of programs that know several.
    """

    def __init__(self, program: str = "stockfish", variant: str = "") -> None:
        self.path = shutil.which(program) or shutil.which(program, path="/usr/games")
        self.variant = variant

    def name(self) -> str:
        assert self.path is not None
        said = subprocess.run(
            [self.path], input="uci\nquit\n", capture_output=True, text=True, check=True
        ).stdout
        found = re.search(r"^id name (.*)$", said, re.MULTILINE)
        return found[1] if found else Path(self.path).name

    def leaves(self, fen: str | None, depth: int) -> tuple[int, float]:
        """Leaves below a position (None: the first one), and how many a second of processor time, to the answer."""
        assert self.path is not None
        with subprocess.Popen(
            [self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as program:
            assert program.stdin is not None and program.stdout is not None
            if self.variant:
                program.stdin.write(f"setoption name UCI_Variant value {self.variant}\n")
            program.stdin.write(f"position {'startpos' if fen is None else 'fen ' + fen}\nisready\n")
            while "readyok" not in program.stdout.readline():
                pass
            start = _spent(program.pid)
            program.stdin.write(f"go perft {depth}\n")
            while not (found := re.match(r"Nodes searched: (\d+)", program.stdout.readline())):
                pass
            spent = _spent(program.pid) - start
            program.stdin.write("quit\n")
        return int(found[1]), int(found[1]) / spent


def _spent_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _spent(process: int) -> float:
    """The processor time of a process so far, in seconds."""
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
