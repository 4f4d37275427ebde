"""What was learnt of a game, as Monte Carlo tree search uses it: random games end after a few actions, and what is learnt says
what they are worth (`lowering/entry/search/judging.py`)."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Numbers, Workbench, workbench
from interpreter.reports import HALF, ONE, STEP
from interpreter.search.alphabeta import Measured
from interpreter.search.weights import LOGIT, Weights

SHORT = 6  # random actions before a position is judged


@dataclass(frozen=True)
class Judge:
    """A game with its measures, and what these are worth."""

    found: Measured
    weights: Weights

    def bench(self) -> Workbench:
        """A workbench of its own: others may search at the same time."""
        bench = workbench(self.found.engine)
        assert bench is not None
        return bench

    def taken(self, state: State) -> State:
        """A state of the game as one of the game with measures."""
        return self.found.engine.from_bytes(bytes(state))

    def sit_down(self, record: Block) -> None:
        """Gives a search what it judges by."""
        record.hold("all_weights", self.weights.matrix(self.found.terms))
        record.hold("promises", _promises())
        measures = len(self.found.terms.terms)
        record.arrays["memory of measures"], record["values"] = self.found.bench.room_for(measures)
        record["measures"], record["short"] = measures, SHORT
        record["tempo"] = round(self.weights.tempo * LOGIT)


@cache
def _promises() -> Numbers:
    """Payoffs of -1 to 1, in units of 1 / ONE, for each `STEP` of an evaluation: the logistic function."""
    found = [int(ONE * math.tanh(at * STEP / LOGIT / 2)) for at in range(-HALF, HALF + 1)]
    return np.array(found, np.int64)
