"""Why a strategy does not suit a part of the rules: what it answers in place of a plan.

A strategy that is asked about another form of expression altogether answers None. One that is meant for the form, and
cannot be used for it, says why. Plans keep these answers, so that whoever asks how a rule is run reads them.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from gdl.source import Span

T = TypeVar("T")


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
    """Those of some answers that are refusals, each once, in their order."""
    return tuple(dict.fromkeys(a for a in answers if isinstance(a, Refused)))
