"""What bots are told of what a player does not see of one position: the plan by which machine code deals it out, and the way to the
position as the player remembers it (`interpreter.engines.beliefs`).

What is hidden and what may be exchanged, `Exchange` of the reference engine says, which deals it out itself wherever there is no plan:
sums of hidden numbers that all know, stacks on hidden sites, pieces of which it is hidden where they are, places that want cards of sets which overlap, and actions whose
notation tells something hidden.

The way is followed back as long as every piece that is hidden now was hidden before, too: of pieces that are seen no longer, the player
may know more than their place tells. Only hidden pieces can be followed: no hidden sites, single aspects or choices that wait.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from gdl.platform.dataclass import dataclass
from interpreter.engines.beliefs import (
    Card,
    Dealing,
    Mix,
    Past,
    Plan,
    Segment,
    Spot,
    Step,
    Throw,
    Together,
    Waiting,
)
from interpreter.engines.native.state import NativeState
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceState
from interpreter.engines.reference.exchange import ANYBODY, NOBODY, Exchange, Place
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.resampling import CARES
from interpreter.shared.machine_interface import CONTENTS, OWNER, WHOLE

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
        self.first_value = len(every)
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
        for name in sorted(hidden.fields.keys() & {*self.site_fields}):
            sites = hidden.fields[name]
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
        for number, field in enumerate(self.game.secret_fields, self.first_value):
            values = tuple(self.converter.in_cell(field, v) for v in self.exchange.values.values[field.name])
            yield from (Throw(holder, number, values) for holder in sorted(hidden.fields.get(field.name, ())))

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
    # its names of pieces are those in memory
    data = state.backing.calls.compiled.converter.decode(state.memory)
    seen = ReferenceState(state.backing.reference, data)
    hidden = seen.hidden_from(state.current_player)
    if (
        hidden.lost
        or not hidden.fields.keys().isdisjoint(seen.exchange.values.kept)
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


# ---- what a player remembers


MOST_STEPS = 24  # actions of others
FARTHEST = 100  # actions


@dataclass(frozen=True)
class Glimpse:
    """What is hidden from a player in a state: pieces, by their names in memory, each with its spot."""

    data: Data
    hidden: Mapping[int, Spot]

    def joined(self, before: "Glimpse") -> Iterator[Together]:
        """The hidden pieces that have come to one spot from several, in the order of those. Which of them came from where, nobody saw."""
        by_spot = sorted(self.hidden, key=lambda p: (self.hidden[p], before.hidden[p]))
        for _, found in groupby(by_spot, key=self.hidden.__getitem__):
            pieces = tuple(found)
            if len({before.hidden[p] for p in pieces}) > 1:
                yield pieces


def glimpse(state: NativeState, viewer: int) -> Glimpse | None:
    """None where more than pieces is hidden."""
    if viewer not in state.glimpses:
        state.glimpses[viewer] = _looked(state, viewer)
    found = state.glimpses[viewer]
    return found if isinstance(found, Glimpse) else None


def _looked(state: NativeState, viewer: int) -> Glimpse | None:
    if not state.memory:
        return None
    data = state.backing.calls.compiled.converter.decode(state.memory)
    hidden = ReferenceState(state.backing.reference, data).hidden_from(viewer)
    if hidden.sites or hidden.fields or hidden.aspects or hidden.waiting:
        return None
    return Glimpse(data, {p: _spot(data, p) for p in sorted(hidden.pieces)})


def _spot(data: Data, piece: int) -> Spot:
    place = data.place[piece]
    held, at = data.held(place)
    is_ordered = place < len(data.cells) or data.is_ordered(place)
    return place, held[at].index(piece) if is_ordered else 0


def hidden_at(state: NativeState) -> dict[Spot, list[int]]:
    """The pieces that are hidden from the player to act, at each spot; empty where more than pieces is hidden."""
    here = glimpse(state, state.current_player)
    found: dict[Spot, list[int]] = {}
    for piece, spot in () if here is None else here.hidden.items():
        found.setdefault(spot, []).append(piece)
    return found


def past_of(state: NativeState, viewer: int) -> Past | None:
    """What a player remembers; None where it is nothing, or more than can be followed."""
    game = state.backing.calls.game
    now = glimpse(state, viewer) if game.is_hidden and not game.knowns else None
    if now is None or not now.hidden:
        return None
    return Way(state, viewer, now).past()


class Way:
    """Goes back from a state, step by step."""

    def __init__(self, state: NativeState, viewer: int, now: Glimpse) -> None:
        self.state, self.viewer, self.after = state, viewer, now
        by_spot = sorted(now.hidden, key=lambda p: (now.hidden[p], p))
        self.numbers = {piece: i for i, piece in enumerate(by_spot)}
        self.spots, self.cards = tuple(now.hidden[p] for p in by_spot), list[Card]()
        self.dealer = Dealer(state.reference.exchange, state)

    def past(self) -> Past | None:
        steps = tuple(self._steps())
        if not steps:
            return None
        return Past(steps, self.spots, tuple(self.cards), tuple(i for i, _ in self.dealer.fields))

    def _steps(self) -> Iterator[Step]:
        found, mixed = 0, tuple[Together, ...]()
        for _ in range(FARTHEST):
            if self.state.origin is None or found == MOST_STEPS:
                return
            before, action = self.state.origin
            here = glimpse(before, self.viewer)
            if here is None or not self._follow(here):
                return
            mixed += tuple(tuple(self.numbers[p] for p in pieces) for pieces in self.after.joined(here))
            if before.current_player != self.viewer and _is_told(before, action, self.viewer):
                pieces = tuple((self.numbers[p], p) for p in here.hidden)
                place = [number for number, _ in before.listed()].index(action)
                yield Step(before.memory, place, mixed, pieces)
                found, mixed = found + 1, ()
            self.state, self.after = before, here

    def _follow(self, here: Glimpse) -> bool:
        """Tracks what has been seen since then; whether all that is hidden can be followed."""
        if not self.after.hidden.keys() <= here.hidden.keys():
            return False
        seen = [p for p in here.hidden if p not in self.after.hidden]
        if not all(p in self.after.data.place for p in seen):
            return False
        for piece in seen:
            self.numbers[piece] = len(self.numbers)
            self.cards.append(self.dealer.card(self.after.data, piece))
        return True


def _is_told(before: NativeState, action: int, viewer: int) -> bool:
    """Whether a player learns all of an action."""
    return before.action_seen(action, viewer) == before.action_to_string(action)
