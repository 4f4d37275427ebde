"""The way to a position as a player remembers it: see `interpreter.engines.recalling`.

The way is followed back as long as every piece that is hidden now was hidden before, too: of pieces that are seen no longer, the player
may know more than their place tells. Only hidden pieces can be followed: no hidden sites, single aspects or choices that wait.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from interpreter.engines.dealing import Card
from interpreter.engines.native.dealing import Dealer
from interpreter.engines.native.state import NativeState
from interpreter.engines.recalling import Past, Spot, Step, Together
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceState

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
