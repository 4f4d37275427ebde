"""The published counts of draughts. Deep ones are marked `slow`.

Rows whose generator counts one capture as often as there are ways to make it are left out where that makes a difference.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import draughts_positions
import pytest

import gdl
import interpreter

pytestmark = pytest.mark.games

FAST = 200_000  # as many positions as a quick test may count


def rows() -> Iterator[Any]:
    with (Path(__file__).parent / "draughts.csv").open() as file:
        for row in csv.DictReader(file):
            marks = [pytest.mark.slow] if int(row["count"]) > FAST else []
            options = {n: int(v) for n, v in (o.split("=") for o in row["options"].split())}
            values = row["game"], options, row["position"], int(row["depth"]), int(row["count"])
            name = f"{row['game']}-{row['options']}-{row['position'][:12]}-{row['depth']}"
            yield pytest.param(*values, marks=marks, id=name)


@pytest.mark.parametrize(("game", "options", "position", "depth", "count"), list(rows()))
def test_a_count_is_the_published_one(
    game: str, options: dict[str, int], position: str, depth: int, count: int
) -> None:
    engine = interpreter.engine(gdl.load(game, options=options))
    if position == "startpos":
        state = engine.initial_state()
    else:
        size = options.get("width", 10), options.get("height", 10)
        state = engine.state(draughts_positions.position(position, *size))
    assert engine.perft(state, depth) == count
