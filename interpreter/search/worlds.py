"""States that look the same to the player to act, imagined in machine code from one that was imagined by the engine.

The engine says once for a decision which hidden pieces may exchange what they are (`engines/dealing.py`); each further state is
a deal in machine code (`lowering/entry/search/dealing.py`), which takes microseconds. Where there is no such plan, or no deal fits,
the engine goes on imagining.
"""

from itertools import accumulate

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.dealing import Dealing
from interpreter.engines.searching import Block, Workbench
from interpreter.reports import DONE

_KIND = -1  # instead of the number of a field


class Worlds:
    """Deals of one decision after the other."""

    def __init__(self, bench: Workbench) -> None:
        self.bench, self.record = bench, bench.record("Deals")
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
    segments = [s for plan in plans for s in plan.segments]
    cards = [c for s in segments for c in s.cards]
    firsts = accumulate((len(s.cards) for s in segments), initial=0)
    pieces = accumulate((len(p.pieces) for p in plans), initial=0)
    parts = list(accumulate((len(p.segments) for p in plans), initial=0))
    values = accumulate((len(may_be) for *_, may_be in dealing.throws), initial=0)
    rows = {
        "plans": [plans.index(p) for p in dealing.plans],
        "starts": [n for p, a, b in zip(pieces, parts, parts[1:], strict=False) for n in (p, a, b, 0)],
        "pieces": [p for plan in plans for p in plan.pieces],
        "segments": [
            n
            for at, s in zip(firsts, segments, strict=False)
            for n in (at, len(s.cards), s.given, int(s.is_last))
        ],
        "cards": [n for card in cards for n in card],
        "field_numbers": list(dealing.fields),
        "order": list(range(len(cards))),
        "left": [0] * len(cards),
        "throws": [
            n
            for at, (piece, field, may_be) in zip(values, dealing.throws, strict=False)
            for n in (piece, _KIND if field is None else field, at, len(may_be))
        ],
        "values": [v for *_, may_be in dealing.throws for v in may_be],
    }
    for name, numbers in rows.items():
        record.hold(name, np.array([*numbers, 0], np.int64))
    record["tries"], record["fields"] = len(dealing.plans), len(dealing.fields)
    record["throw_count"] = len(dealing.throws)
