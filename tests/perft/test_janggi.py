"""The published counts of janggi and makruk. Deep ones are marked `slow`."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import janggi_positions
import pytest

import gdl
import interpreter

FAST = 300_000  # as many positions as a quick test may count


def rows() -> Iterator[Any]:
    with (Path(__file__).parent / "janggi.csv").open() as file:
        for row in csv.DictReader(file):
            marks = [pytest.mark.slow] if int(row["count"]) > FAST else []
            values = row["game"], row["position"], int(row["depth"]), int(row["count"])
            yield pytest.param(
                *values, marks=marks, id=f"{row['game']}-{row['position'][:12]}-{row['depth']}"
            )


@pytest.mark.parametrize(("game", "position", "depth", "count"), list(rows()))
def test_a_count_is_the_published_one(game: str, position: str, depth: int, count: int) -> None:
    engine = interpreter.engine(gdl.load(game))
    start = position == "startpos"
    state = engine.initial_state() if start else engine.state(janggi_positions.position(position))
    assert engine.perft(state, depth) == count
