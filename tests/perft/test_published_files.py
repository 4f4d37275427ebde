"""The tables of counts in the source package of python-chess, `examples/perft/*.perft`: every count up to a million leaves.

They belong to others, so developers get them by themselves: `pip download --no-deps --no-binary :all: chess`, unpack it, and name the
folder of the tables in `GDL_PERFT_FILES`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import bundled
import pytest

from interpreter.engines.errors import PositionError
from interpreter.play.files.importing import bundled_called
from interpreter.positions.fen import read_fen

pytestmark = pytest.mark.slow

FILES = ("3check", "atomic", "chess960", "crazyhouse", "giveaway", "horde", "racingkings", "random", "tricky")
MOST = 1_000_000  # leaves of one count
DRAWS = ("fifty_moves", "dead_positions", "repetition")  # options of games: such counts go on behind a draw
FOLDER = os.environ.get("GDL_PERFT_FILES", "")


def counts(text: str) -> Iterator[tuple[str, int, int]]:
    """Each position with a depth and how many sequences of moves there are."""
    position = ""
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "epd":
            position = rest
        elif word == "perft":
            depth, count = rest.split()
            yield position, int(depth), int(count)


@pytest.mark.skipif(not FOLDER, reason="GDL_PERFT_FILES names no folder with tables of python-chess")
@pytest.mark.parametrize("name", FILES)
def test_published_counts_hold(name: str) -> None:
    game = "chess960" if name == "tricky" else bundled_called(name) or "chess"
    options = {o.name: False for o in bundled.load(game).options if o.name in DRAWS}
    engine = bundled.native(game, options)
    wrong, right, refused = list[tuple[str, int, int]](), 0, set[str]()
    for position, depth, count in counts((Path(FOLDER) / f"{name}.perft").read_text("utf-8")):
        if count > MOST:
            continue
        try:
            state = read_fen(engine, position)
        except PositionError:  # rights to castle where no rook stands
            refused.add(position)
            continue
        if engine.perft(state, depth) == count:
            right += 1
        else:
            wrong.append((position, depth, count))
    assert wrong == []
    assert len(refused) < right


def test_tables_are_read() -> None:
    assert list(counts("id x\nepd 8/8 w - -\nperft 1 5\nperft 2 20\n")) == [
        ("8/8 w - -", 1, 5),
        ("8/8 w - -", 2, 20),
    ]
