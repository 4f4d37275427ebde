"""Counts of files that others publish in a package: those of python-chess, whose source has `examples/perft`.

They are not ours to copy. `pip download --no-deps --no-binary :all: chess`, unpacked, and `GDL_PERFT_FILES` with the path of that folder
runs them. Its files are of Chess960 and its kin: of a position whose castling our game does not have, there is no count.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import bundled
import pytest

from interpreter.engines.errors import PositionError
from interpreter.positions.fen import read_fen

FOLDER = Path(os.environ.get("GDL_PERFT_FILES", "/nowhere"))
GAMES = {
    "tricky": "chess960",
    "random": "chess",
    "chess960": "chess960",
    "crazyhouse": "crazyhouse",
    "atomic": "atomic",
    "giveaway": "antichess",
    "3check": "three_check",
    "horde": "horde",
    "racingkings": "racing_kings",
}
MOST = 60_000  # leaves of a count
POSITIONS = int(os.environ.get("GDL_PERFT_POSITIONS", "40"))  # of a file
REFUSED = {"atomic": 3, "tricky": 1}  # a castling that the rules do not have, and one without a king at home


def counts(path: Path) -> Iterator[tuple[str, int, int]]:
    """Each position with a depth and its count."""
    fen = ""
    for line in path.read_text().splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "epd":
            fen = rest
        elif word == "perft":
            depth, count = map(int, rest.split()[:2])
            yield fen, depth, count


@pytest.mark.thorough
@pytest.mark.skipif(
    not FOLDER.is_dir(), reason="`GDL_PERFT_FILES` names no folder of python-chess's perft files"
)
@pytest.mark.parametrize("file", GAMES)
def test_counts_are_the_published_ones(file: str) -> None:
    engine, compared, refused = bundled.native(GAMES[file]), 0, set[str]()
    rows = [row for row in counts(FOLDER / f"{file}.perft") if row[2] <= MOST]
    wanted = [*dict.fromkeys(fen for fen, _, _ in rows)][:POSITIONS]
    for fen, depth, count in rows:
        if fen in wanted and fen not in refused:
            try:
                state = read_fen(engine, fen)
            except PositionError:
                refused.add(fen)
                continue
            assert engine.perft(state, depth) == count, (fen, depth)
            compared += 1
    assert compared
    assert len(refused) <= REFUSED.get(file, 0), refused
