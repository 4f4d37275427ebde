"""Published counts of positions, as parameters of tests."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def rows(name: str, fast: int) -> Iterator[Any]:
    """Game, position, depth and count of each row of a table beside this module; those above `fast` are marked `slow`."""
    with (Path(__file__).parent / name).open() as file:
        for row in csv.DictReader(file):
            marks = [pytest.mark.slow] if int(row["count"]) > fast else []
            values = row["game"], row["position"], int(row["depth"]), int(row["count"])
            yield pytest.param(
                *values, marks=marks, id=f"{row['game']}-{row['position'][:12]}-{row['depth']}"
            )
