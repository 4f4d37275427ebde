"""Determinization in machine code: states that look the same to the player to act, how they are imagined, and how likely they are.

The engine says once for a decision what of the hidden things may be exchanged (`engines/beliefs.py`); each further state is
a deal in machine code (`lowering/entry/search/determinization.py`), which takes microseconds. Where there is no such plan, or no deal fits,
the engine goes on imagining.

An imagined state tells what the others held when they acted, as far as the player remembers it (`engines/beliefs.py`).
Where somebody could not have done what they did, the state is less likely: by a factor for each such action, and not impossible, since the
way back to it is itself drawn at random. What somebody would rather have done plays no part: of what was tried for that nothing
told the real state from others (`docs/decisions/search.md`). States are drawn by these weights, more evenly where otherwise too few
would be left (Liu, "Monte Carlo Strategies in Scientific Computing", 2001, on the effective number of samples).
"""

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from interpreter.engines.base import State
from interpreter.engines.beliefs import Dealing, Past, Plan, Together
from interpreter.engines.searching import Block, Workbench
from interpreter.shared.machine_interface import DONE

_STEPS = 8  # of a walk at most, for each thing that may be exchanged
_ENOUGH = 2  # things for one exchange


class Determinizer:
    """Deals of one decision after the other."""

    def __init__(self, bench: Workbench) -> None:
        self.bench, self.record = bench, bench.record("Deals")
        room, self.record["aside"] = bench.room_for(2 * bench.state_words)
        self.record.arrays["memory of states"] = room
        self.record["reached"] = self.record["aside"] + bench.state_words
        self._is_dealing = False

    def begin(self, state: State, at: int) -> bool:
        """From now on states are those that look like this one, which lies at a word of memory; whether there is a plan for that."""
        dealing = self.bench.dealing(state)
        self._is_dealing = False
        if dealing is not None:
            _lay_out_deals(self.record, dealing)
            self.record["base"] = at
            self.bench.run("determinization.begin", self.record)
            self._is_dealing = self.record["status"] == DONE
        return self._is_dealing

    def deal(self, at: int) -> bool:
        """Writes another state into memory; if none is found, none is looked for any more."""
        if self._is_dealing:
            self.bench.run("determinization.deal", self.record, at)
            self._is_dealing = self.record["status"] == DONE
        return self._is_dealing


def _lay_out_deals(record: Block, dealing: Dealing) -> None:
    """Writes plans as rows of numbers."""
    plans = list(dict.fromkeys(dealing.plans))
    mixes, throws, waiting = dealing.mixes, dealing.throws, dealing.waiting
    mixed = [len(m.items) for m in mixes]
    rows = {
        **_cards(plans),
        **_places(plans[0]),
        "plans": [plans.index(p) for p in dealing.plans],
        "field_numbers": list(dealing.fields),
        "mixes": [
            n for at, m in zip(_firsts(mixed), mixes, strict=False) for n in (m.what, at, len(m.items))
        ],
        "items": [x for m in mixes for x in m.items],
        "rows": [row for row, count in enumerate(mixed) for _ in range(count)],
        "throws": [
            n
            for at, t in zip(_firsts([len(t.values) for t in throws]), throws, strict=False)
            for n in (t.piece, t.field, at, len(t.values))
        ],
        "values": [v for t in throws for v in t.values],
        "seats": [
            n
            for at, w in zip(_firsts([len(w.actions) for w in waiting]), waiting, strict=False)
            for n in (w.seat, at, len(w.actions))
        ],
        "alike": [a for w in waiting for a in w.actions],
    }
    for name, numbers in rows.items():
        record.hold(name, np.array([*numbers, 0], np.int64))
    record["tries"], record["fields"] = len(dealing.plans), len(dealing.fields)
    record["mix_count"], record["mixed"] = len(mixes), sum(mixed)
    record["throw_count"], record["seat_count"] = len(throws), len(waiting)
    record["slots"], record["first_field"] = len(plans[0].pieces), dealing.first_field
    things = record["slots"] + record["mixed"]
    record["steps"], record["enough"] = _STEPS * things, things // _ENOUGH


def _firsts(counts: list[int]) -> list[int]:
    """Where rows of so many numbers begin that lie behind each other, and where the last one ends."""
    return list(accumulate(counts, initial=0))


def _cards(plans: list[Plan]) -> dict[str, list[int]]:
    """What is dealt out by each plan."""
    segments = [s for plan in plans for s in plan.segments]
    cards = [c for s in segments for c in s.cards]
    pieces, parts = _firsts([len(p.pieces) for p in plans]), _firsts([len(p.segments) for p in plans])
    return {
        "starts": [n for p, a, b in zip(pieces, parts, parts[1:], strict=False) for n in (p, a, b, 0)],
        "pieces": [p for plan in plans for p in plan.pieces],
        "segments": [
            n
            for at, s in zip(_firsts([len(s.cards) for s in segments]), segments, strict=False)
            for n in (at, len(s.cards), s.given, s.taken)
        ],
        "cards": [n for card in cards for n in card],
        "left": [0] * len(cards),
    }


def _places(plan: Plan) -> dict[str, list[int]]:
    """The places between which a walk exchanges pieces: those of one plan."""
    return {
        "names": list(plan.pieces),
        "parts": [number for number, s in enumerate(plan.segments) for _ in range(s.given)],
        "homes": list(plan.homes),
        "lowest": [s.lowest for s in plan.segments],
    }


# ---- how likely they are


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NEVER = 0.02  # by what a state is less likely for each action that could not be done in it
FEWEST = 16  # states that count at least, effectively
FREE = -1  # instead of the kind of a piece of which only an imagined state tells what it is
DRAWN = 1 << 10  # numbers of states in one draw


class Beliefs:
    """Weighs the states that are imagined for one decision after the other, of which there are `most`."""

    def __init__(self, bench: Workbench, most: int) -> None:
        self.bench, self.record = bench, bench.record("Past")
        room, self.record["base"] = bench.room_for(bench.state_words)
        self.record.arrays["memory of states"] = room
        self.record.hold("missed", np.zeros(most, np.int64))

    def begin(self, past: Past, first: State) -> bool:
        """From now on states are weighed by this; whether they can be. `first` is the one whose hidden pieces are dealt anew."""
        spots = self.bench.hidden(first)
        names = [spots[spot].pop() for spot in past.spots if spots.get(spot)]
        if len(names) < len(past.spots) or any(spots.values()):
            return False
        _lay_out_past(self.record, past, names)
        self._note_states(past)
        return True

    def _note_states(self, past: Past) -> None:
        """Writes the earlier states into memory, and names the actions that were taken there."""
        bench, record = self.bench, self.record
        room, at = bench.room_for(len(past.steps) * bench.state_words)
        record.arrays["memory of steps"] = room
        bases = [at + k * bench.state_words for k in range(len(past.steps))]
        record.hold("bases", np.array(bases, np.int64))
        record.hold("names", np.zeros(len(bases), np.int64))
        for k, step in enumerate(past.steps):
            record["steps"] = k
            bench.write(step.memory, bases[k])
            bench.run("recalling.name_of", record, bases[k], step.place)
        record["steps"] = len(bases)

    def missed(self, at: int, count: int) -> Ints:
        """Of so many states, which lie in memory from `at` on, how many actions of others could not be done on the way to each."""
        self.bench.run("recalling.look_back", self.record, at, count)
        return self.record.arrays["missed"][:count].copy()


def drawn(missed: Ints, offset: float) -> Ints:
    """`DRAWN` numbers of states, each as often as it is likely (systematic resampling, by an offset from 0 to 1)."""
    at = (np.arange(DRAWN) + offset) / DRAWN
    found = np.searchsorted(np.cumsum(weights(missed)), at)
    return np.minimum(found, len(missed) - 1).astype(np.int64)


def weights(missed: Ints) -> Floats:
    """How likely states are, which adds up to 1; `FEWEST` count at least, if there are so many."""
    logarithms = missed * np.log(NEVER)
    enough = min(FEWEST, len(missed))
    low, high = 0.0, 2.0  # powers of the likelihoods: the first one that is tried is 1
    for _ in range(20):
        middle = (low + high) / 2
        is_enough = effective(_normal(logarithms * middle)) >= enough
        low, high = (middle, high) if is_enough else (low, middle)
        if low == 1:
            break
    return _normal(logarithms * low)


def effective(likely: Floats) -> float:
    """How many states of equal weight would say as much."""
    return 1 / float(np.square(likely).sum())


def _normal(logarithms: Floats) -> Floats:
    found: Floats = np.exp(logarithms - logarithms.max())
    found /= found.sum()
    return found


def _lay_out_past(record: Block, past: Past, names: list[int]) -> None:
    """Writes a past as rows of numbers."""
    steps, width = past.steps, 2 + len(past.fields)
    cards = [*([FREE] * width for _ in past.spots), *past.cards]
    mixed = list(accumulate((len(s.mixed) for s in steps), initial=0))
    written = accumulate((len(s.pieces) for s in steps), initial=0)
    rows = {
        "ids": names,
        "spots": [place for place, _ in past.spots],
        "cards": [n for card in cards for n in card],
        "held": [0] * (width * len(cards)),
        "field_numbers": list(past.fields),
        "firsts": [n for pair in zip(mixed, written, strict=True) for n in pair],
        "mixed": _spans([row for s in steps for row in s.mixed]),
        "members": [m for s in steps for row in s.mixed for m in row],
        "written": [n for s in steps for pair in s.pieces for n in pair],
    }
    for name, numbers in rows.items():
        record.hold(name, np.array([*numbers, 0], np.int64))
    record["now"] = len(names)
    record["tracked"], record["fields"] = len(cards), len(past.fields)


def _spans(rows: list[Together]) -> list[int]:
    """Where each row begins among all members, and how long it is."""
    starts = accumulate((len(row) for row in rows), initial=0)
    return [n for at, row in zip(starts, rows, strict=False) for n in (at, len(row))]
