"""How much the trial of a game looks at: amounts of work, so that the answer is the same on every machine at every load.

Machine code is measured by what it does (`interpreter.ir.work`), and by the actions that are played and listed. The reference
engine is measured by the expressions that it evaluates, and by the actions that it lists. Some rules take a thousand times as
much of either for one action as others.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl.core.evaluate import Note, observed
from gdl.core.nodes import Expr
from gdl.core.world import Value
from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is looked at."""

    games: int = 320  # that are played to their end or cut off
    actions: int = 20_000  # that are played in all
    work: int = 600_000_000  # of machine code, in all
    bytes: int = 1 << 28  # of positions, in all
    actions_of_game: int = 2_000  # after which a game is cut off
    listed: int = 1_000_000  # legal actions that are listed in all
    without_code: int = 500_000  # expressions of all games, where there is no machine code
    first: int = 200_000  # expressions for the first position
    looks: int = 40  # positions that are kept for what only the reference engine tells
    looked_at: int = 100_000  # expressions for each question about them
    settings: int = 60_000  # expressions for the other settings of options, in all


NORMAL = Budget()
LISTED = 20  # expressions that an action takes to be listed


def deeper(budget: Budget, times: int) -> Budget:
    """So many times as much."""
    return replace(budget, **{name: times * getattr(budget, name) for name in Budget.__slots__})


class Spent(BaseException):
    """So much work is done. Nothing may take it for a mistake of the rules."""


@contextmanager
def at_most(expressions: int, note: Note | None = None) -> Iterator[Callable[[int], None]]:
    """Raises Spent when the reference engine has evaluated so many expressions inside. `note` is told each of them. What is given
    takes more work off: of so many actions that were listed."""
    left = expressions

    def count(e: Expr, value: Value) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Spent
        if note is not None:
            note(e, value)

    def listed(actions: int) -> None:
        nonlocal left
        left -= LISTED * actions
        if left < 0:
            raise Spent

    with observed(count):
        yield listed
