"""States that look the same to the player to act, imagined in machine code from one that was imagined by the engine.

The engine says once for a decision what of the hidden things may be exchanged (`engines/dealing.py`); each further state is
a deal in machine code (`lowering/entry/search/dealing.py`), which takes microseconds. Where there is no such plan, or no deal fits,
the engine goes on imagining.
"""

from itertools import accumulate

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.dealing import Dealing, Plan
from interpreter.engines.searching import Block, Workbench
from interpreter.shared.search_status import DONE

_STEPS = 8  # of a walk at most, for each thing that may be exchanged
_ENOUGH = 2  # things for one exchange


class Worlds:
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
            _lay_out(self.record, dealing)
            self.record["base"] = at
            self.bench.run("dealing.begin", self.record)
            self._is_dealing = self.record["status"] == DONE
        return self._is_dealing

    def deal(self, at: int) -> bool:
        """Writes another state into memory; if none is found, none is looked for any more."""
        if self._is_dealing:
            self.bench.run("dealing.deal", self.record, at)
            self._is_dealing = self.record["status"] == DONE
        return self._is_dealing


def _lay_out(record: Block, dealing: Dealing) -> None:
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
