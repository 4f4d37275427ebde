"""All ways in which chance can decide: what is done is done again for each of them, with a script for chance."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from gdl.core import model
from gdl.diagnostics.values import GameError
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.effects import Chance
from interpreter.engines.reference.view import trouble

T = TypeVar("T")


class TooManyOutcomes(Exception):  # noqa: N818 - an answer, not an error
    """There are more ways than were allowed."""


def every_way(run: Callable[[Chance], T], most: int) -> list[tuple[T, Fraction]]:
    """What comes of each way in which chance may decide, with its probability. Raises TooManyOutcomes beyond `most`."""
    found: dict[T, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    ways = 0
    while waiting:
        script = waiting.pop()
        sizes: list[int] = []

        def decide(data: Data, n: int, script: tuple[int, ...] = script, sizes: list[int] = sizes) -> int:
            sizes.append(n)
            return script[len(sizes) - 1] if len(sizes) <= len(script) else 0

        after = run(decide)
        if not script and not sizes:
            return [(after, Fraction(1))]  # chance decides nothing
        found[after] = found.get(after, Fraction(0)) + Fraction(1, math.prod(sizes))
        for at in range(len(script), len(sizes)):  # the other ways, from where this one left its script
            waiting.extend(((*script, *([0] * (at - len(script))), k)) for k in range(1, sizes[at]))
        ways += 1
        if ways + len(waiting) > most:
            raise TooManyOutcomes
    return list(found.items())


def too_many(action: model.Action, most: int) -> GameError:
    """The mistake of rules in which chance can end an action in more ways than can be listed."""
    return trouble(
        "too-many-outcomes",
        action.span,
        f"chance can end this action in more than {most} ways",
        "too many to list them all",
        "play it with `apply`, which follows one of them",
    )
