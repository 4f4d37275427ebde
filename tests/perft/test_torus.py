"""Go on a torus beside a second program made from its rules."""

import pytest
import rules_torus

import gdl
import interpreter

pytestmark = pytest.mark.games


@pytest.mark.parametrize(("size", "depth"), [(3, 4), (4, 3), (5, 3)])
def test_counts_are_those_of_the_second_program(size: int, depth: int, kind: str) -> None:
    depth = depth if kind == "native" else depth - 1
    engine = interpreter.engine(gdl.load("toroidal_go", options={"size": size}), kind, effort=0)
    expected = rules_torus.perft(rules_torus.Position(size), depth)
    assert engine.perft(engine.initial_state(), depth) == expected
