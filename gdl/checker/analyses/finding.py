"""What an analysis has found, and the rows of the tables that say which analyses there are.

An analysis is a function from the facts of a game to its findings. It reports nothing itself and sees no other findings: the
table (`lints`) says under which code they are told, and which of two that speak of one place gives way.
"""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.diagnostics.values import Fix
from gdl.platform.dataclass import dataclass
from gdl.source import Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic without its code. `others`: further places, each with its label."""

    span: Span
    message: str
    label: str = ""
    others: tuple[tuple[Span, str], ...] = ()
    help: str = ""
    fixes: tuple[Fix, ...] = ()

    def is_about(self, place: Span) -> bool:
        """Whether it stands within a place, or around it."""
        return _is_within(self.span, place) or _is_within(place, self.span)


def _is_within(inner: Span, outer: Span) -> bool:
    return inner.source == outer.source and outer.start <= inner.start and inner.end <= outer.end


@dataclass(frozen=True, slots=True)
class Clauses:
    """A game in which there may be errors yet, with its actions and settlings as they are written: where all choose together, the
    game has others in their place."""

    game: model.Game
    actions: tuple[model.Action, ...]
    settles: tuple[model.Settle, ...]


Find = Callable[[GameFacts], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Analysis(Generic[T]):
    """A row: the code, what finds it, and the codes that say more of the same place, so that this one is silent there."""

    code: str
    find: Callable[[T], Iterable[Finding]]
    yields_to: tuple[str, ...] = ()
