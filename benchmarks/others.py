"""How fast others are: hand-written C, OpenSpiel and python-chess in a Python of their own, and a chess program."""

import json
import re
import shutil
import subprocess
import sys
import time
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
            out = subprocess.run([program, argument], capture_output=True, text=True, check=True).stdout
            found = re.search(pattern, out)
            assert found is not None, out
            return float(found[1])

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
    """A program that speaks UCI and has `go perft`, as Stockfish has; `path` is None where there is none."""

    def __init__(self) -> None:
        self.path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")

    def name(self) -> str:
        assert self.path is not None
        return subprocess.run(
            [self.path], input="quit\n", capture_output=True, text=True, check=True
        ).stdout.strip()

    def leaves(self, fen: str, depth: int) -> float:
        """Leaves a second, from the command to its answer."""
        assert self.path is not None
        with subprocess.Popen(
            [self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as program:
            assert program.stdin is not None and program.stdout is not None
            program.stdin.write(f"position fen {fen}\nisready\n")
            while "readyok" not in program.stdout.readline():
                pass
            start = time.perf_counter()
            program.stdin.write(f"go perft {depth}\n")
            while not (found := re.match(r"Nodes searched: (\d+)", program.stdout.readline())):
                pass
            spent = time.perf_counter() - start
            program.stdin.write("quit\n")
        return int(found[1]) / spent
