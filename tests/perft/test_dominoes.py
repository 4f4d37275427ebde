"""Dominoes beside a second program made from its rules: counts of both for hands that are known."""

import pytest
import rules_dominoes

import gdl
import interpreter

pytestmark = pytest.mark.games

NUMBERS = ("blank", "one", "two", "three", "four", "five", "six")
DEALS = [
    ([(0, 1), (1, 2), (2, 2), (3, 5)], [(1, 1), (2, 5), (5, 6), (0, 3)]),
    ([(6, 6), (5, 6), (4, 6), (0, 0)], [(5, 5), (4, 5), (3, 6), (1, 6)]),
    ([(0, 0), (1, 1), (2, 2)], [(0, 1), (1, 2), (0, 2), (3, 3)]),
]


@pytest.mark.parametrize("deal", DEALS)
def test_counts_are_those_of_the_second_program(deal: tuple[list[tuple[int, int]], ...], kind: str) -> None:
    engine = interpreter.engine(gdl.load("dominoes"), kind, effort=0)
    hands = [[f"{NUMBERS[a]}_{NUMBERS[b]}" for a, b in tiles] for tiles in deal]
    state = engine.state({"pools": {"hand": dict(zip(("First", "Second"), hands, strict=True))}})
    for depth in range(1, 7 if kind == "native" else 5):
        expected = rules_dominoes.perft(tuple(map(frozenset, deal)), None, 0, depth)
        assert engine.perft(state, depth) == expected
