"""Slices of a search: as many iterations as a budget allows, and a look at the clock every few milliseconds."""

from dataclasses import replace

import pytest

from interpreter.search.running import Budget, Slices


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def lengths(budget: Budget, each: float, is_steady: bool = False) -> list[int]:
    """The slices of a search whose iterations take so many seconds each."""
    clock, found = Clock(), list[int]()
    slices = Slices(replace(budget, clock=clock), 0.0, 16, is_steady)
    while length := slices.begin(sum(found)):
        found.append(length)
        clock.now += length * each
        if not slices.end():
            break
    return found


def test_iterations_are_counted_to_the_last_one() -> None:
    assert lengths(Budget(40), 1.0) == [16, 16, 8]


def test_slices_grow_at_most_fourfold_until_one_takes_five_milliseconds() -> None:
    assert lengths(Budget(seconds=0.02), 2.0**-17)[:4] == [16, 64, 256, 655]


@pytest.mark.parametrize("each", [1e-5, 1e-3, 0.5])
def test_the_last_slice_ends_with_the_time(each: float) -> None:
    taken = sum(lengths(Budget(seconds=1.0), each)) * each
    assert 1.0 <= taken <= 1.0 + 16 * each


def test_a_slow_search_is_looked_at_after_each_iteration() -> None:
    assert lengths(Budget(seconds=20.0), 1.0) == [16, 1, 1, 1, 1]


def test_what_comes_first_ends_a_search_of_both() -> None:
    assert sum(lengths(Budget(100, 2.0), 1e-6)) == 100
    assert sum(lengths(Budget(100, 2.0), 1.0)) == 16


def test_steady_slices_stay_as_long_as_they_are() -> None:
    assert set(lengths(Budget(160, 100.0), 1e-6, is_steady=True)) == {16}
