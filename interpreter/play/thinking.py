"""The search that suits a game, as an engine of other programs has it: it says what it finds while it thinks, and can be stopped."""

import math
from dataclasses import dataclass, field
from threading import Event
from time import perf_counter

from gdl.core.model import Game
from interpreter.analysis.evaluating import Evaluator
from interpreter.engines.base import State
from interpreter.play.bots import MOST_SECONDS, Suitor
from interpreter.play.protocols.thoughts import Limit, OnFinding, Progress
from interpreter.search.alphabeta import DEEPEST, WIN
from interpreter.search.methods import learnt_alphabeta
from interpreter.search.parallel import ParallelAlphaBeta
from interpreter.search.running import Budget, Look
from interpreter.search.weights import LOGIT
from interpreter.shared.hashing import Random

PATIENCE = 5.0  # seconds until which it should be known which search suits a game
_STEP = 0.1  # seconds between two reports of a search that does not deepen
_SURE = 1.0 - 1e-6  # of a payoff from -1 to 1


@dataclass(slots=True)
class Thinker:
    """Thinks about positions of one game, about one at a time. What it finds about one may help with the next."""

    game: Game
    threads: int = 1
    megabytes: int = 16
    _suitor: Suitor = field(default_factory=Suitor)
    _alphabeta: ParallelAlphaBeta | None = None
    _evaluator: Evaluator | None = None
    _stopped: Event = field(default_factory=Event)
    _has_found: bool = False  # something, by the present thought

    def prepare(self, patience: float | None = PATIENCE) -> None:
        """Finds out which search suits the game, in so many seconds if it can (None: waits), and makes it."""
        if self._alphabeta is None and self._suitor.word(self.game, patience) == "alphabeta":
            self._alphabeta = learnt_alphabeta(self.game, self.threads)
            if self._alphabeta is not None:
                self._alphabeta.remember(self.megabytes)
        if self._evaluator is None:
            self._evaluator = Evaluator(self.game)

    def change(self, threads: int, megabytes: int) -> None:
        """From now on in so many threads, with so much memory for positions."""
        if (threads, megabytes) != (self.threads, self.megabytes):
            self.threads, self.megabytes, self._alphabeta = threads, megabytes, None

    def begin(self) -> None:
        """Forgets a stop that was for an earlier thought."""
        self._stopped.clear()
        self._has_found = False

    def stop(self) -> None:
        """Ends the present thought as soon as it has found something, from another thread."""
        self._stopped.set()
        if self._alphabeta is not None and self._has_found:
            self._alphabeta.stop()

    def think(self, state: State, limit: Limit, on_finding: OnFinding) -> int:
        """The best action of a state that is not over, as far as is found within the limit or until `stop`."""
        if self._evaluator is None:
            self.prepare()
        legal = state.legal_actions()
        if self._alphabeta is not None:
            found = self._deepened(self._alphabeta, state, limit, on_finding)
            if found is not None:
                return found
        return legal[0] if self._stopped.is_set() else self._widened(state, limit, on_finding)

    def _deepened(
        self, search: ParallelAlphaBeta, state: State, limit: Limit, on_finding: OnFinding
    ) -> int | None:
        """By alpha-beta; None where it cannot hold the state."""

        def on_look(look: Look) -> None:
            self._has_found = True
            on_finding(_of_look(look))
            if self._stopped.is_set() or (limit.depth is not None and look.depth >= limit.depth):
                search.stop()

        seconds = MOST_SECONDS if limit.seconds is None else limit.seconds
        budget = Budget(seconds=seconds) if limit.positions is None else Budget(limit.positions)
        thought = search.run(state, budget, Random(0), on_look=on_look)
        if thought is not None and not thought.tried:  # certain at first sight
            on_finding(Progress(thought.action, math.inf, 1, 1, 1))
        return None if thought is None else thought.action

    def _widened(self, state: State, limit: Limit, on_finding: OnFinding) -> int:
        """By Monte Carlo tree search, bit by bit."""
        assert self._evaluator is not None
        start, best = perf_counter(), state.legal_actions()[0]
        step = _STEP if limit.seconds is None else min(_STEP, limit.seconds / 2)
        for found in self._evaluator.steps(lambda seed: state, step):
            best = found.best[0].action if found.best else best
            value = found.values[state.current_player]
            wins_in = int(math.copysign(1, value)) if found.is_certain and abs(value) > _SURE else None
            on_finding(Progress(best, _logits(value), wins_in, 1, found.iterations))
            is_late = limit.seconds is not None and perf_counter() - start + step > limit.seconds
            is_enough = limit.positions is not None and found.iterations >= limit.positions
            if found.is_certain or self._stopped.is_set() or is_late or is_enough or limit.depth is not None:
                break
        return best


def _of_look(look: Look) -> Progress:
    is_end = abs(look.value) > WIN - 2 * DEEPEST
    wins_in = int(math.copysign(WIN - abs(look.value), look.value)) if is_end else None
    return Progress(look.action, look.value / LOGIT, wins_in, look.depth, look.positions)


def _logits(payoff: float) -> float:
    """What a payoff from -1 to 1 is in logits of winning."""
    return 2 * math.atanh(max(-_SURE, min(_SURE, payoff)))
