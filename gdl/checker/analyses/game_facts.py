"""What analyses of a whole game look at: the game, its clauses, how its names are used, and what follows from these alone."""

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cached_property
from typing import TypeVar, cast

from gdl.checker.analyses.placements import Placements, placements
from gdl.checker.names import Names, Usage
from gdl.checker.tree import mentioned
from gdl.core import model
from gdl.core.piece_flows import filled
from gdl.core.rules import stated, with_effects
from gdl.core.visit import nodes
from gdl.files.resolver import Resolved
from gdl.platform.dataclass import dataclass
from gdl.source import Span

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class GameFacts:
    """A checked game without errors, under one choice of its options. What is computed is kept, as several analyses ask for it."""

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
