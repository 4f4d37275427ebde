"""Answers that are found once, and kept with the object."""

import pickle

import pytest

from gdl.platform.on_demand import kept


class Counting:
    def __init__(self) -> None:
        self.asked: list[tuple[int, ...]] = []

    @kept
    def total(self, *numbers: int) -> int:
        self.asked.append(numbers)
        if not numbers:
            raise KeyError("nothing to add")
        return sum(numbers)


def test_the_same_is_found_once_by_each_object() -> None:
    one, other = Counting(), Counting()
    assert [one.total(1, 2), one.total(1, 2), one.total(2, 1), other.total(1, 2)] == [3, 3, 3, 3]
    assert (one.asked, other.asked) == ([(1, 2), (2, 1)], [(1, 2)])


def test_an_error_is_no_answer() -> None:
    counting = Counting()
    for _ in range(2):
        with pytest.raises(KeyError, match="nothing to add"):
            counting.total()
    assert counting.asked == [(), ()]


def test_what_is_kept_goes_with_the_object() -> None:
    counting = Counting()
    counting.total(4)
    again = pickle.loads(pickle.dumps(counting))
    assert again.total(4) == 4 and again.asked == [(4,)]


def test_arguments_are_passed_by_their_places() -> None:
    with pytest.raises(TypeError, match="by their places"):
        Counting().total(numbers=1)  # type: ignore[call-arg]
