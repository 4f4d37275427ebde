"""Positions of chess and its variants counted, against published figures."""

import csv
from functools import cache
from pathlib import Path

import pytest
from fen import position

import gdl
import interpreter
from interpreter.engines.base import Engine

with (Path(__file__).parent / "chess.csv").open() as file:
    ROWS = [(r["game"], r["position"], int(r["depth"]), int(r["count"])) for r in csv.DictReader(file)]
DRAWS = ("fifty_moves", "dead_positions", "repetition")  # published counts do not know them
DEEP = 250_000


@cache
def engine(name: str) -> Engine:
    options = {o.name: False for o in gdl.load(name).options if o.name in DRAWS}
    return interpreter.engine(gdl.load(name, options=options))


def counted(name: str, fen: str, depth: int) -> int:
    e = engine(name)
    given = None if fen == "startpos" else position(fen, set(e.game.fields))
    return e.perft(e.initial_state() if given is None else e.state(given), depth)


@pytest.mark.parametrize(("name", "fen", "depth", "count"), [r for r in ROWS if r[3] <= DEEP])
def test_counts(name: str, fen: str, depth: int, count: int) -> None:
    assert counted(name, fen, depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fen", "depth", "count"), [r for r in ROWS if r[3] > DEEP])
def test_deep_counts(name: str, fen: str, depth: int, count: int) -> None:
    assert counted(name, fen, depth) == count
