"""The plan by which machine code deals out what a player does not see, for one position.

Which pieces are hidden and between which places they go, `Exchange` of the reference engine says, which deals them out itself
wherever there is more to exchange: contents of hidden sites, single aspects of pieces, choices that wait, what a player knows beside
what they see, and actions whose notation might tell what is hidden. There is no plan for these.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.engines.dealing import Card, Dealing, Plan, Segment, Throw
from interpreter.engines.native.state import NativeState
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceState
from interpreter.engines.reference.exchange import ANYBODY, NOBODY, Exchange, Place
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.imagining import CARES


class Dealer:
    """Finds the plan of a position."""

    def __init__(self, exchange: Exchange, state: NativeState) -> None:
        self.exchange = exchange
        self.converter = state.backing.calls.compiled.converter
        fields = [f for f in exchange.game.fields.values() if f.holder == "piece"]
        self.fields = [(i, f) for i, f in enumerate(fields) if f.name in exchange.free]

    def dealing(self, data: Data, hidden: Hidden) -> Dealing:
        """The plan for all hidden pieces."""
        plans = {care: self._plan(data, hidden, care) for care in dict.fromkeys(CARES)}
        return Dealing(
            tuple(plans[care] for care in CARES),
            tuple(self._throws(data, hidden)),
            tuple(i for i, _ in self.fields),
        )

    def _plan(self, data: Data, hidden: Hidden, care: int) -> Plan:
        places = self.exchange.ordered(data, hidden, care)
        groups = {p.group: [q for q in places if q.group == p.group] for p in places}
        pieces, segments = list[int](), list[Segment]()
        for group in groups.values():
            by_owner = sorted(group, key=lambda p: p.owner == ANYBODY)
            pieces += [p.piece for p in by_owner]
            segments += self._segments(data, group)
        return Plan(tuple(pieces), tuple(segments))

    def _segments(self, data: Data, group: Sequence[Place]) -> Iterator[Segment]:
        """The cards of a group's pieces by their owners, in the order of the places of these owners."""
        cards = sorted(self.card(data, p.piece) for p in group)
        owners = [o for o, _ in groupby(p.owner for p in group if p.owner != ANYBODY)]
        owners += [o for o in dict.fromkeys(c[1] for c in cards) if o not in owners]
        for owner in owners:
            own = tuple(c for c in cards if c[1] == owner)
            yield Segment(own, sum(p.owner == owner for p in group), owner == owners[-1])

    def card(self, data: Data, piece: int) -> Card:
        """What a piece is."""
        owner = data.owner[piece]
        values = [
            self.converter.in_cell(f, data.piece_fields[f.name].get(piece, f.default)) for _, f in self.fields
        ]
        return data.kind[piece], NOBODY if owner is None else owner, *values

    def _throws(self, data: Data, hidden: Hidden) -> Iterator[Throw]:
        numbers = {f.name: (i, f) for i, f in self.fields}
        for place in self.exchange.ordered(data, hidden, 0):
            for name, values in self.exchange.drawn_at(data, place.piece).items():
                if name == "kind":
                    yield place.piece, None, tuple(values)
                elif name in numbers:
                    i, field = numbers[name]
                    yield place.piece, i, tuple(self.converter.in_cell(field, v) for v in values)


def dealing_of(state: NativeState) -> Dealing | None:
    """The plan for the player to act; None where there is nothing to deal, or more than machine code deals."""
    game = state.backing.calls.game
    if not game.is_hidden or game.knowns or not state.memory:
        return None
    public = state.backing.public_notations
    if not all(any(low <= n < high for low, high in public) for n in state.legal_actions()):
        return None
    data = state.backing.calls.compiled.converter.decode(
        state.memory
    )  # its names of pieces are those in memory
    seen = ReferenceState(state.backing.reference, data)
    hidden = seen.hidden_from(state.current_player)
    if not hidden.pieces or hidden.sites or hidden.fields or hidden.aspects or hidden.waiting:
        return None
    return Dealer(seen.exchange, state).dealing(data, hidden)
