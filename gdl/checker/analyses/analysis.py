"""What an analysis is: a function from the facts of a game (`GameFacts`) to its findings, and the rows of the tables of analyses.

An analysis reports nothing itself and sees no other findings: the table (`lints`) says under which code they are told, and which
of two that speak of one place gives way.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import cached_property
from typing import Generic, TypeVar, cast

from gdl.checker.analyses.placements import Placements, placements
from gdl.checker.names import Names, Usage
from gdl.checker.tree import mentioned
from gdl.core import model
from gdl.core.piece_flows import filled
from gdl.core.rules import stated, with_effects
from gdl.core.visit import nodes
from gdl.diagnostics.values import Fix
from gdl.files.resolver import Resolved
from gdl.platform.dataclass import dataclass
from gdl.source import Span

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class GameFacts:
    """A checked game without errors, under one choice of its options. What is computed is kept, as several analyses ask for it; what a
    function finds also for the same game with its private actions marked."""

    game: model.Game
    resolved: Resolved
    names: Names
    usage: Usage
    _found: dict[object, object] = field(default_factory=dict)

    def once(self, find: "Callable[[GameFacts], T]") -> T:
        """What a function finds in these facts: it is called once."""
        if find not in self._found:
            self._found[find] = find(self)
        return cast(T, self._found[find])

    def is_own(self, span: Span) -> bool:
        """Whether a place is in the file itself: what a file that it extends, or a module, declares may be there for others."""
        return span.source.name == self.resolved.source.name

    @cached_property
    def parts(self) -> tuple[object, ...]:
        """All nodes of what the rules state."""
        return tuple(nodes(stated(self.game)))

    @cached_property
    def effects(self) -> tuple[object, ...]:
        """All nodes of the clauses that hold effects."""
        return tuple(nodes(with_effects(self.game)))

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """The names in conditions on options, and in the clauses that these leave out: another setting may need them."""
        parts = (*self.resolved.conditions, *self.resolved.unchosen)
        return frozenset().union(*map(mentioned, parts))

    @cached_property
    def used(self) -> frozenset[str]:
        """The names of definitions, options, actions and the like that something uses."""
        return self.elsewhere | self.usage.used

    @cached_property
    def placements(self) -> Placements:
        """What the set-up places on the sites, as far as that is known."""
        return placements(self.game)

    @cached_property
    def filled(self) -> frozenset[str]:
        """The pools into which some effect, also under another setting of the options, may put a piece."""
        return frozenset(filled(self.effects, self.game)) | self.elsewhere

    @cached_property
    def kinds_made(self) -> frozenset[int] | None:
        """The kinds of which effects make pieces, on the board or in a pool, or into which they change others; None if an effect
        computes the kind, so that it may be any."""
        made = [n.kind for n in self.effects if isinstance(n, model.Place | model.Stock)]
        made += [n.value for n in self.effects if isinstance(n, model.SetField) and n.field == "kind"]
        again = frozenset(self._captured())
        found = set[int]()
        for kind in made:
            match kind:
                case model.Const(value=int(index)):
                    found.add(index)
                case model.Local(slot=slot) if slot in again:
                    pass
                case _:
                    return None
        return frozenset(found)

    def _captured(self) -> Iterator[int]:
        """The names of kinds of which there have been pieces already."""
        for n in self.effects:
            for slot, source in n.generators if isinstance(n, model.ForEach) else ():
                if isinstance(source, model.Builtin) and source.name == "captured":
                    yield slot


# ---- findings


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
