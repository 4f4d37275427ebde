"""Monte Carlo tree search through imagined states in machine code, for games with chance or secrets.

`lowering/entry/search/ismcts.py` is the search itself. Here are its memory, its time, the states that are imagined, and the
choice at the end. The first state is imagined by the engine, the others by machine code where it can (`worlds`). Either costs more than an
iteration, so they are kept for the whole decision; new ones are made for at most a third of the time.
"""

from collections.abc import Callable

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Workbench, workbench
from interpreter.search.determinization import Beliefs, Determinizer, drawn
from interpreter.search.forced_wins import ImmediateWins
from interpreter.search.mcts import CUT, EXPLORE
from interpreter.search.mcts_native import Evaluation, hold_tables
from interpreter.search.running import Budget, Imagine, Recall, Slices, Thought, forgets
from interpreter.shared.hashing import Random, signed64
from interpreter.shared.machine_interface import ONE

_NODES = 1 << 19
_SLOTS = 1 << 20
_STATES = 256  # that are imagined for one decision, at most
_TOGETHER = 16  # that are weighed between two looks at the clock
_LEAST, _FIRST = 2, 4  # imagined before the search begins, by which wins and losses are judged
_SURE = 16  # states in which an action must win to be taken without a search
_SHARE = 1 / 3  # of the time, for imagining
_ACTIONS = 1 << 16
_WAY = 4_096
_BEGIN = 16  # iterations of the first slice
_EACH = 8  # iterations for each imagined state, where iterations are counted
_CHECKED = 64  # actions tried most often that are checked for answers that win at once


class IsmctsSearch:
    """Searches from the seat of one player. What is known after one decision says little about the next one, and is forgotten."""

    def __init__(
        self, bench: Workbench, players: int, is_hidden: bool, evaluation: Evaluation | None = None
    ) -> None:
        self.bench, self.is_hidden, self.evaluation = bench, is_hidden, evaluation
        self.record = _record(bench, players)
        if evaluation is not None:
            evaluation.sit_down(self.record)
        self.immediate_wins = ImmediateWins(bench)
        self.worlds = Determinizer(bench)
        self.beliefs: Beliefs | None = None

    @classmethod
    def of(cls, state: State, evaluation: Evaluation | None = None) -> "IsmctsSearch | None":
        """A search for the game of a state; None without machine code. With an evaluation, random games are cut off and judged by it."""
        bench = workbench(state.engine) if evaluation is None else evaluation.bench()
        game = state.engine.game
        return None if bench is None else cls(bench, len(game.players), game.is_hidden, evaluation)

    def run(
        self, imagine: Imagine, budget: Budget, random: Random, recall: Recall = forgets
    ) -> Thought | None:
        """Thinks about a state that is not terminal; None if machine code cannot hold it. With what the player
        recalls, imagined states count by how likely they are."""
        clock = budget.clock
        start, record, bench = clock(), self.record, self.bench
        first, at = imagine(random.below(1 << 32)), record["states"]
        record["count"] = record["stop"] = 0
        bench.rules["random"] = signed64(random.below(1 << 32))
        if not self._put(first):
            return None
        is_dealt = self.worlds.begin(first if self.evaluation is None else self.evaluation.found.taken(first), at)

        def is_over() -> bool:
            """Whether the time for imagining has passed."""
            return budget.seconds is not None and clock() >= start + _SHARE * budget.seconds

        def imagine_up_to(most: int) -> None:
            """More states, as long as there is time to make them."""
            while record["count"] < most and (record["count"] < _LEAST or not is_over()):
                if not self._imagine_one(imagine, random):
                    return

        imagine_up_to(_FIRST)
        bench.run("ismcts.clear", record)
        actions = bench.actions(first)
        legal = len(actions)
        place = 0 if legal == 1 else self.immediate_wins.winning(at, record["count"])
        if place is not None and legal > 1:
            imagine_up_to(_SURE)
            place = self.immediate_wins.winning(at, record["count"])
        if place is not None:
            return Thought(actions[place], {}, 0)
        record["draws"] = 0
        if is_dealt and self.evaluation is None:
            self._weigh(first, recall, is_over, random)
        self._think(imagine, budget, random, start)
        bench.run("ismcts.gather", record, at)
        nodes = record.arrays["at_root"][:legal].tolist()
        visits = record.arrays["visits"]
        counts = [int(visits[n]) if n else 0 for n in nodes]
        gained = record.arrays["sums"][first.current_player :: record["players"]]

        def merit(k: int) -> tuple[float, ...]:
            """Visits, the mean payoff, and of equal ones who was tried last: they are tried in random order."""
            return counts[k], gained[nodes[k]] / counts[k] if counts[k] else 0, nodes[k]

        ranked = sorted(range(legal), key=merit, reverse=True)
        chosen = self._safe(at, ranked)
        return Thought(actions[chosen], dict(zip(actions, counts, strict=True)), record["iterations"])

    def _weigh(self, first: State, recall: Recall, is_over: Callable[[], bool], random: Random) -> None:
        """Imagines all states at once, as far as there is time, and draws them by what the player remembers of the others' actions."""
        past = recall()
        self.beliefs = self.beliefs or Beliefs(self.bench, _STATES)
        if past is None or not self.beliefs.begin(past, first):
            return
        while self.record["count"] < _STATES and not is_over() and self._deal_one():
            pass
        at, missed = self.record["states"], list[int]()
        while len(missed) < self.record["count"] and not (missed and is_over()):
            count = min(_TOGETHER, self.record["count"] - len(missed))
            missed += self.beliefs.missed(at + len(missed) * self.bench.state_words, count).tolist()
        if len(set(missed)) > 1:
            numbers = drawn(np.array(missed, np.int64), random.below(1 << 32) / (1 << 32))
            self.record.hold("drawn", numbers)
            self.record["draws"] = len(numbers)

    def _put(self, state: State) -> bool:
        """Adds a state to those that are imagined; whether machine code can hold it."""
        at = self.record["states"] + self.record["count"] * self.bench.state_words
        if not self.bench.put(state if self.evaluation is None else self.evaluation.found.taken(state), at):
            return False
        self.record["count"] += 1
        return True

    def _imagine_one(self, imagine: Imagine, random: Random) -> bool:
        """One more state, by machine code if it can; whether there is one."""
        return self._deal_one() or self._put(imagine(random.below(1 << 32)))

    def _deal_one(self) -> bool:
        is_dealt = self.worlds.deal(self.record["states"] + self.record["count"] * self.bench.state_words)
        self.record["count"] += is_dealt
        return is_dealt

    def _safe(self, at: int, ranked: list[int]) -> int:
        """The place of the first action to which no answer is known to win at once, whatever the state is."""
        self.bench.run("forced_wins.find_wins", self.immediate_wins.record, at)
        words = self.immediate_wins.record.arrays["words"]
        named = [(place, int(words[place])) for place in ranked[:_CHECKED]]
        count = min(_FIRST, self.record["count"])
        return next((p for p, word in named if not self.immediate_wins.is_lost(at, word, count)), ranked[0])

    def _think(self, imagine: Imagine, budget: Budget, random: Random, start: float) -> None:
        clock = budget.clock
        record, is_counted, imagining = self.record, budget.iterations is not None, clock() - start
        slices = Slices(budget, start, _EACH if is_counted else _BEGIN, is_steady=is_counted)
        while True:
            record["most"] = slices.begin(record["iterations"])
            if not record["most"]:
                return
            self.bench.run("ismcts.dream", record)
            if record["stop"] or not slices.end():
                return
            if not self.is_hidden or record["count"] >= _STATES:
                continue
            now = slices.now
            while imagining < _SHARE * (now - start) or is_counted:
                if not self._imagine_one(imagine, random):
                    break
                imagining, now = imagining + clock() - now, clock()
                if is_counted or record["count"] >= _STATES:
                    break


def _record(bench: Workbench, players: int) -> Block:
    record = bench.record("Imagined")
    for name in ("visits", "offered", "slots"):
        record.hold(name, np.zeros(_NODES, np.int64))
    for name in ("places", "keys"):
        record.hold(name, np.zeros(_SLOTS, np.int64))
    record.hold("sums", np.zeros(_NODES * players, np.int64))
    record.hold("path", np.zeros(_WAY, np.int64))
    record.hold("payoffs", np.zeros(players, np.int64))
    record.hold("at_root", np.zeros(_ACTIONS, np.int64))
    hold_tables(record)
    room, record["scratch"] = bench.room_for((_STATES + 1) * bench.state_words)
    record.arrays["memory of states"] = room
    record["states"] = record["scratch"] + bench.state_words
    record["mask"], record["room"], record["players"] = _SLOTS - 1, _NODES, players
    record["cut"], record["explore"] = CUT, int(EXPLORE * ONE)
    if bench.most_payoff == ONE:
        record["least"], record["greatest"] = -ONE, ONE
    return record
