"""What was learnt of a game, as Monte Carlo tree search uses it: random games end after a few actions, and what is learnt says
what they are worth (`lowering/entry/search/rules.py`)."""

from dataclasses import dataclass
from time import thread_time

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.engines.searching import Block, Workbench, workbench
from interpreter.search import weights
from interpreter.search.alphabeta import Measured, measured_once
from interpreter.search.weights import LOGIT, Weights, promises

SECONDS = 3.0  # of learning, where nobody has asked for more
SHORT = 6  # random actions before a position is judged
LONGER = 40  # the same in games with secrets: much of what is judged there is guessed, and more actions say more of it


@dataclass(frozen=True)
class Evaluation:
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
        measures = self.weights.counted(self.found.terms)
        rows = self.weights.matrix(self.found.terms).reshape(len(self.found.game.players), -1)
        record.hold("all_weights", rows[:, :measures].reshape(-1).copy())
        record.hold("promises", promises())
        record.arrays["memory of measures"], record["values"] = self.found.bench.room_for(
            len(self.found.terms.terms)
        )
        record["measures"] = measures
        record["short"] = LONGER if self.found.game.is_hidden else SHORT
        record["tempo"] = round(self.weights.tempo * LOGIT)


def learnt_evaluation(game: Game) -> Evaluation | None:
    """None where the game has no evaluation: payoffs, one player, no machine code, or nothing to count."""
    from interpreter.search.training import train  # slow to load, and needed once for a game

    found = measured_once(game)
    if found is None or not found.terms.terms:
        return None
    known = weights.read(game)
    if known is None:
        known = train(found, SECONDS, clock=thread_time)
        weights.keep(game, known)
    return Evaluation(found, known)
