"""How much the trial of a game looks at: amounts of work, so that the answer is the same on every machine at every load.

Machine code is measured by the actions that are played and listed. The reference engine is measured by the expressions that it
evaluates: some rules take a thousand times as many of them for one action as others.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from gdl.core.evaluate import Note, observed
from gdl.core.nodes import Expr
from gdl.core.world import Value


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is looked at."""

    games: int = 320  # that are played to their end or cut off
    actions: int = 20_000  # that are played in all
    bytes: int = 1 << 28  # of positions, in all
    actions_of_game: int = 2_000  # after which a game is cut off
    listed: int = 1_000_000  # legal actions that are listed in all
    first: int = 200_000  # expressions for the first position
    looks: int = 40  # positions that are kept for what only the reference engine tells
    looked_at: int = 100_000  # expressions for each question about them
    settings: int = 200_000  # expressions for the other settings of options, in all


NORMAL = Budget()


def deeper(budget: Budget, times: int) -> Budget:
    """So many times as much."""
    return replace(budget, **{name: times * getattr(budget, name) for name in Budget.__slots__})


class Spent(BaseException):
    """So much work is done. Nothing may take it for a mistake of the rules."""


@contextmanager
def at_most(expressions: int, note: Note | None = None) -> Iterator[None]:
    """Raises Spent when the reference engine has evaluated so many expressions inside. `note` is told each of them."""
    left = expressions

    def count(e: Expr, value: Value) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Spent
        if note is not None:
            note(e, value)

    with observed(count):
        yield
