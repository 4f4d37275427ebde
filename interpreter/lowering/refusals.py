"""What cannot be lowered at all, so that the reference engine must do it, and what cannot be lowered in one of several ways.

A strategy that is asked about another form of expression altogether answers None. One that is meant for the form, and
cannot be used for it, answers `Refused` and says why. Plans keep these answers, so that whoever asks how a rule is run
reads them.
"""

from dataclasses import replace
from typing import TypeVar

from gdl.platform.dataclass import dataclass
from gdl.source import Span

T = TypeVar("T")


class NotLowered(Exception):  # noqa: N818 - an answer, not an error
    """A construct that has no machine code; the reference engine runs it."""


class Capacity(ValueError):  # noqa: N818 - an answer, not an error
    """More pieces or demands than the cells of a state hold."""


@dataclass(frozen=True, slots=True)
class Refused:
    """`strategy`: what it is called. `why`: a sentence for people, without its full stop, about the text of `span`."""

    strategy: str
    why: str
    span: Span

    def of(self, strategy: str) -> "Refused":
        """The same reason for another strategy, which rests on the first one."""
        return replace(self, strategy=strategy)


def accepted(answer: T | Refused | None) -> T | None:
    """The plan, if the answer is one."""
    return None if isinstance(answer, Refused) else answer


def refusals(*answers: object) -> tuple[Refused, ...]:
    """Those of some answers that are refusals, in their order: for each part of the rules the first reason."""
    found: dict[tuple[str, Span], Refused] = {}
    for answer in answers:
        if isinstance(answer, Refused):
            found.setdefault((answer.strategy, answer.span), answer)
    return tuple(found.values())
