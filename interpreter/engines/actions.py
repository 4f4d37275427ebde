"""Actions by dense numbers: 0 to count - 1, the same in every state, for masks and for the outputs of networks."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import ActionNumbers

MOST_IN_A_MASK = 1 << 24  # truths of one mask; beyond it, choose by places or by numbers


class ActionSpace:
    """The actions of one game. Their numbers leave no gaps, so an action's place among all is its number."""

    def __init__(self, numbers: ActionNumbers) -> None:
        self.count = numbers.total

    def index(self, number: int) -> int:
        """The place of an action, given by its number. Raises IndexError for a number that no action has."""
        if not 0 <= number < self.count:
            raise IndexError(f"no action has the number {number}; there are {self.count}, from 0")
        return number

    def number(self, index: int) -> int:
        """The number of the action with a place. Raises IndexError."""
        return self.index(index)

    def mask(self, legal: lazy_numpy.Ints | Sequence[int]) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]:
        """A truth for each action: whether it is among these. Raises OverflowError for a game with too many actions."""
        self.check_masked()
        found = lazy_numpy.np.zeros(self.count, lazy_numpy.np.bool_)
        found[legal] = True
        return found

    def check_masked(self) -> None:
        """Raises OverflowError for a game with too many actions for a mask."""
        if self.count > MOST_IN_A_MASK:
            raise OverflowError(
                f"this game has {self.count} actions, more than a mask holds ({MOST_IN_A_MASK}): choose by their "
                "numbers (`legal_actions`), or by their places in a batch"
            )
