"""The plan by which machine code deals out what a player does not see, for one position.

What is hidden and what may be exchanged, `Exchange` of the reference engine says, which deals it out itself wherever there is no plan:
stacks on hidden sites, pieces of which it is hidden where they are, places that want cards of sets which overlap, and actions whose
notation tells something hidden.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.engines.dealing import Card, Dealing, Mix, Plan, Segment, Throw, Waiting
from interpreter.engines.native.state import NativeState
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceState
from interpreter.engines.reference.exchange import ANYBODY, NOBODY, Exchange, Place
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.imagining import CARES
from interpreter.shared.search_status import CONTENTS, OWNER, WHOLE

Cards: TypeAlias = frozenset[int]  # by their numbers


class OverlappingError(Exception):
    """Two places may hold some of the same cards, and each some that the other one may not."""


class Dealer:
    """Finds the plan of a position."""

    def __init__(self, exchange: Exchange, state: NativeState) -> None:
        self.exchange, self.game = exchange, exchange.game
        self.converter = state.backing.calls.compiled.converter
        every = [f for f in self.game.fields.values() if f.holder == "piece"]
        self.fields = [(i, f) for i, f in enumerate(every) if f.name in exchange.free]
        self.site_fields = [f.name for f in self.game.fields.values() if f.holder == "site"]

    def dealing(self, data: Data, hidden: Hidden) -> Dealing:
        """The plan for all that is hidden. Raises OverlappingError."""
        plans = {care: self._plan(data, hidden, care) for care in dict.fromkeys(CARES)}
        return Dealing(
            tuple(plans[care] for care in CARES),
            tuple(m for m in self._mixes(data, hidden) if len(m.items) > 1),
            tuple(self._throws(data, hidden)),
            tuple(self._waiting(data, hidden)),
            tuple(i for i, _ in self.fields),
            len(self.site_fields),
        )

    # ---- pieces that exchange all that they are

    def _plan(self, data: Data, hidden: Hidden, care: int) -> Plan:
        places = self.exchange.ordered(data, hidden, care)
        plan = Plan((), (), ())
        for group in dict.fromkeys(p.group for p in places):
            plan = self._with_group(plan, data, [p for p in places if p.group == group])
        return plan

    def _with_group(self, plan: Plan, data: Data, places: Sequence[Place]) -> Plan:
        """A plan with one group of places more. Those that may hold the same cards share a segment."""
        cards = sorted((self.card(data, p.piece), p.piece) for p in places)
        classes: dict[Cards, list[int]] = {}
        found: dict[tuple[int, object, object], Cards] = {}
        for place in places:
            key = place.owner, place.seen, place.kinds
            if key not in found:
                fitting = (i for i, (_, piece) in enumerate(cards) if self._may_hold(data, place, piece))
                found[key] = frozenset(fitting)
            classes.setdefault(found[key], []).append(place.piece)
        segments, pieces, homes = list(plan.segments), list(plan.pieces), dict[int, int]()
        for members, children, lowest in nested(classes, len(segments)):
            own = sorted(members.difference(*children))
            left = sum(len(c) - sum(len(classes[x]) for x in classes if x <= c) for c in children)
            homes |= {cards[i][1]: len(segments) for i in own}
            segments.append(Segment(tuple(cards[i][0] for i in own), len(classes[members]), left, lowest))
            pieces += classes[members]
        own_homes = (homes[p] for p in pieces[len(plan.pieces) :])
        return Plan(tuple(pieces), (*plan.homes, *own_homes), tuple(segments))

    def _may_hold(self, data: Data, place: Place, piece: int) -> bool:
        owner = data.owner[piece]
        values = [data.piece_fields[f].get(piece) for f in self.exchange.free]
        is_owner = place.owner in (ANYBODY, NOBODY if owner is None else owner)
        return is_owner and self.exchange.fits((data.kind[piece], owner, values), place)

    def card(self, data: Data, piece: int) -> Card:
        """What a piece is."""
        owner = data.owner[piece]
        values = [
            self.converter.in_cell(f, data.piece_fields[f.name].get(piece, f.default)) for _, f in self.fields
        ]
        return data.kind[piece], NOBODY if owner is None else owner, *values

    # ---- what else is hidden

    def _mixes(self, data: Data, hidden: Hidden) -> Iterator[Mix]:
        is_whole = hidden.is_whole(data)
        yield Mix(WHOLE if is_whole else CONTENTS, tuple(sorted(hidden.sites)))
        for name, sites in sorted(hidden.fields.items()):
            others = sites - hidden.sites if is_whole else sites
            yield Mix(self.site_fields.index(name), tuple(sorted(others)))
        yield Mix(OWNER, tuple(self.exchange.unshaded(data, hidden, "owner")))
        for i, field in self.fields:
            pieces = self.exchange.unshaded(data, hidden, field.name)
            yield Mix(len(self.site_fields) + i, tuple(pieces))

    def _throws(self, data: Data, hidden: Hidden) -> Iterator[Throw]:
        for place in self.exchange.ordered(data, hidden, 0):
            drawn, seen = self.exchange.drawn_at(data, place.piece), dict(place.seen or ())
            if "kind" in drawn:
                kinds = self.exchange.kinds_fitting(drawn["kind"], place)
                yield Throw(place.piece, -1, tuple(kinds))
            yield from self._thrown_fields(place.piece, {n: v for n, v in drawn.items() if n not in seen})
        for _, field in self.fields:
            for piece in self.exchange.unshaded(data, hidden, field.name):
                drawn = self.exchange.drawn_at(data, piece)
                yield from self._thrown_fields(piece, {n: v for n, v in drawn.items() if n == field.name})

    def _thrown_fields(self, piece: int, drawn: Mapping[str, Iterable[Any]]) -> Iterator[Throw]:
        for i, field in self.fields:
            if field.name in drawn:
                values = tuple(self.converter.in_cell(field, v) for v in drawn[field.name])
                yield Throw(piece, i, values)

    def _waiting(self, data: Data, hidden: Hidden) -> Iterator[Waiting]:
        together = self.game.together
        for seat in sorted(hidden.waiting) if together is not None else ():
            assert together is not None
            actions = self.game.fields[together.marker].type.symbols
            made = actions[data.player_fields[together.marker][seat]]
            alike = together.unnamed if made in together.unnamed else {made}
            yield Waiting(seat, tuple(i for i, name in enumerate(actions) if name in alike))


def nested(sets: Iterable[Cards], before: int) -> Iterator[tuple[Cards, list[Cards], int]]:
    """Sets of cards, each behind those inside of it: with the greatest of these, and the number of the first one. The numbers begin behind
    those `before`. Raises OverlappingError where two sets overlap."""
    found = sorted(sets, key=lambda s: (len(s), sorted(s)))
    number = before
    lowest: dict[Cards, int] = {}
    for members in _in_order(found):
        inside = [s for s in found if s < members]
        if any(s & members and not (s <= members or members <= s) for s in found):
            raise OverlappingError
        lowest[members] = min([number, *(lowest[s] for s in inside)])
        yield members, [s for s in inside if not any(s < t for t in inside)], lowest[members]
        number += 1


def _in_order(sets: Sequence[Cards]) -> Iterator[Cards]:
    """Nested sets so that those inside of one come right before it."""
    for members in sets:
        if not any(members < s for s in sets):
            yield from _in_order([s for s in sets if s < members])
            yield members


def dealing_of(state: NativeState) -> Dealing | None:
    """The plan for the player to act; None where there is no machine code for it."""
    if not state.backing.calls.game.is_hidden or not state.memory:
        return None
    data = state.backing.calls.compiled.converter.decode(
        state.memory
    )  # its names of pieces are those in memory
    seen = ReferenceState(state.backing.reference, data)
    hidden = seen.hidden_from(state.current_player)
    if (
        hidden.lost
        or seen.secrets(state.current_player)
        or (hidden.sites and not _are_exchanged(state))
        or not _is_written_alike(state, seen)
    ):
        return None
    try:
        found = Dealer(seen.exchange, state).dealing(data, hidden)
    except OverlappingError:
        return None
    is_renamed = state.backing.calls.compiled.converter.facts.pieces.are_named_by_site and hidden.sites
    return None if is_renamed and found.throws else found


def _are_exchanged(state: NativeState) -> bool:
    """Whether machine code exchanges what stands on sites."""
    calls = state.backing.calls
    return not calls.game.board.is_stacking and calls.compiled.converter.facts.pieces.has_sets


def _is_written_alike(state: NativeState, seen: ReferenceState) -> bool:
    """Whether all states that look alike and offer the same actions write them alike."""
    hidden = seen.hidden_from(state.current_player)
    is_open = not hidden.sites and not hidden.masked  # what stands where, and whose it is
    spans = state.backing.public_notations if is_open else state.backing.fixed_notations
    others = [n for n in state.legal_actions() if not any(low <= n < high for low, high in spans)]
    return not others or seen.are_written_in_sight(others)
