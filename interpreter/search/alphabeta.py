"""Alpha-beta search in machine code with an evaluation that was learnt, for positions in which nothing is hidden; where chance
decides, expectimax.

`lowering/entry/search/alphabeta.py` is the search itself, and `expectimax.py` beside it the one with chance. Here are their memory,
their time, and the weights.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock

import numpy as np

from gdl.core import model
from gdl.core.rules import has_payoffs
from gdl.core.traits import has
from interpreter import engine as make_engine
from interpreter.caching.fingerprint import ByRules
from interpreter.engines.base import Engine, State
from interpreter.engines.searching import Block, Numbers, Workbench, workbench
from interpreter.search.evaluation_terms import Term, Terms, terms_of
from interpreter.search.forced_wins import ImmediateWins
from interpreter.search.running import Budget, Look, OnLook, Thought, unseen
from interpreter.search.weights import LOGIT, Weights, promises
from interpreter.shared.hashing import Random, signed64
from interpreter.shared.machine_interface import DONE
from interpreter.shared.search_measures import with_measures

DEEPEST = 60
WIN = 1 << 26
_ENTRY_BYTES = 16
_ENTRIES = 1 << 20  # of the table
_HISTORY = 1 << 13
_PLIES = 128  # of the way down
_ARENA = 1 << 22  # words for the states on one way, and all that could follow each
_FIRST = 2_000  # positions before the speed is known
ANSWERS = 3  # plies of a search that has seen all answers, also those after which nothing is legal
_GAMES = 8  # random games that show which actions are loud
_GAINS = 4_000  # actions of these games
_BEYOND = 1.5  # spreads of gains above which one is loud
_SAMPLES = 32  # outcomes of an action that are looked at where chance decides
_PLIES_OF_CHANCE = 7  # of the deepest look there
_LEFT = 0.4  # of the time: with less than that left no deeper look is begun

_CHOICES: tuple[Callable[[Term], bool], ...] = (
    lambda term: True,
    lambda term: not term.is_doubtful,
    lambda term: not term.is_dear,
    lambda term: not (term.is_dear or term.is_doubtful),
    lambda term: term.is_plain,
    lambda term: term.is_material,
)


@dataclass(frozen=True)
class Measured:
    """A game with the terms of its evaluation as measures, and where they are computed."""

    game: model.Game
    engine: Engine
    bench: Workbench
    terms: Terms
    learning: Lock = field(default_factory=Lock, compare=False)  # held by who trains; others wait

    def apart(self) -> "Measured":
        """The same with a workbench of its own: others may search at the same time."""
        bench = workbench(self.engine)
        assert bench is not None
        return replace(self, bench=bench)

    @property
    def deals(self) -> bool:
        """Whether chance has a part in the set-up."""
        return has(self.game.setup, "draws")

    def taken(self, state: State) -> State:
        """A state of the game, or of one with the same rules and another name, as one of the game with measures."""
        return self.engine.state(state.position())


def measured(game: model.Game, effort: int | None = None) -> Measured | None:
    """None where a position has no value in this sense: payoffs, one player, or no machine code."""
    if len(game.players) < 2 or has_payoffs(game):
        return None
    terms = terms_of(game)
    tried = list[tuple[Term, ...]]()
    for choice in _CHOICES:
        chosen = Terms(tuple(t for t in terms.terms if choice(t)), terms.slots)
        if chosen.terms in tried:
            continue
        tried.append(chosen.terms)
        whole = with_measures(game, [t.number for t in chosen.terms], chosen.slots, chosen.breaks)
        engine = make_engine(whole, effort=effort)
        bench = workbench(engine)
        if bench is not None:  # else some term has no machine code
            return Measured(game, engine, bench, chosen)
    return None


_making = Lock()


@lru_cache(maxsize=8)
def _measured_once(rules: ByRules) -> Measured | None:
    return measured(rules.game)


def measured_once(game: model.Game) -> Measured | None:
    """The same as `measured`, made once for each game, also for several threads that want it at the same time."""
    with _making:
        return _measured_once(ByRules.of(game))


def alphabeta_record(found: Measured, weights: Weights, rows: int = 0) -> Block:
    """The memory of a search; with room for the measures of so many positions."""
    record, bench, game = found.bench.record("Look"), found.bench, found.game
    players, measures = len(game.players), len(found.terms.terms)
    record.hold("table", np.zeros(2 * _ENTRIES, np.int64))
    record["mask"] = _ENTRIES - 1
    record.hold("history", np.zeros(_HISTORY, np.int64))
    record.hold("promises", promises())
    record.hold("killers", np.full(2 * _PLIES, -1, np.int64))
    record.hold("all_weights", weights.matrix(found.terms))
    record.hold("weights", np.zeros(measures, np.int64))
    record.hold("is_own", np.zeros(players, np.int64))
    record.hold("payoffs", np.zeros(players, np.int64))
    record.hold("teams", np.array([min(game.team_of(p)) for p in range(players)], np.int64))
    size, rows = bench.state_words, max(rows, _GAINS)
    room, at = bench.room_for(measures + size + rows * (measures + 2) + _ARENA)
    record.arrays["memory of states"] = room
    record["players"], record["measures"] = players, measures
    record["weighed"] = weights.counted(found.terms)
    record["values"], record["rows"] = at, at + measures + size
    record["free"] = record["rows"] + rows * (measures + 2)
    record["end"] = record["free"] + _ARENA
    record["tempo"] = round(weights.tempo * LOGIT)
    record["most_history"] = record["loud"] = weights.loud(found.terms)
    if record["loud"]:
        record["loud"] = max(record["loud"], _standing_out(found, record))
    return record


def _standing_out(found: Measured, record: Block) -> int:
    """How much an action must gain to stand out among those of random games: more than all but outliers (Tukey, "Exploratory
    Data Analysis", 1977). Where each action gains much, as when stones are placed or turned over, none does."""
    bench, at, gains = found.bench, record["values"] + record["measures"], list[Numbers]()
    first = record["rows"] - record["values"]
    record["longest"] = _GAINS // _GAMES
    record.arrays["weights"][:] = record.arrays["all_weights"][: record["measures"]]
    record.arrays["is_own"][:] = [p in found.game.team_of(0) for p in range(record["players"])]
    for seed in range(_GAMES):
        bench.rules["random"] = signed64(Random(seed).below(1 << 32))
        if bench.put(found.engine.initial_state(seed), at):
            bench.run("alphabeta.gauge", record, at)
            gains.append(record.arrays["memory of states"][first:][: record["count"]].copy())
    known = np.concatenate(gains) if gains else np.zeros(0, np.int64)
    if not len(known):
        return 0
    low, high = np.percentile(known, [25, 75])
    return int(high + _BEYOND * (high - low))


class AlphaBetaSearch:
    """Searches from the seat of one player; the table is kept from one of their decisions to the next."""

    def __init__(self, found: Measured, weights: Weights) -> None:
        self.found = found = found.apart()
        self.weights = weights
        self.record = alphabeta_record(found, weights)
        self.at = self.record["values"] + self.record["measures"]
        self.immediate_wins = ImmediateWins(found.bench)
        self.player = -1
        self.rate = 0.0  # positions a second
        self.seen, self.place = 0, -1  # plies of the last look that ended, and the place of its action

    def run(self, state: State, budget: Budget, random: Random, on_look: OnLook = unseen) -> Thought | None:
        """Thinks about an open state that is not terminal; None if machine code cannot hold it. `on_look`
        hears what each depth has found."""
        clock = budget.clock
        start, record, bench = clock(), self.record, self.found.bench
        record["stop"] = 0
        if not bench.put(self.found.taken(state), self.at):
            return None
        has_chance = self.found.game.has_chance
        self.seen, self.place = 0, -1
        sure = None if has_chance else self.immediate_wins.winning(self.at, 1)
        if sure is not None:
            return Thought(bench.action(state, sure), {}, 0)
        self.sit_down(state.current_player)
        bench.rules["random"] = signed64(random.below(1 << 32))
        self._forget()
        best, depth, seen = -1, 0, 0
        search = "expectimax.expect" if has_chance else "alphabeta.look"
        for depth in range(1, 1 + _PLIES_OF_CHANCE if has_chance else DEEPEST):
            before, began = record["nodes"], clock()
            left = None if budget.seconds is None else budget.seconds - (began - start)
            record["most_nodes"] = self._most(budget, left, before, depth)
            if depth > 1 and (record["most_nodes"] <= before or (left is not None and left <= 0)):
                break
            record["depth"], record["samples"] = depth, _SAMPLES
            bench.run(search, record, self.at)
            if record["best"] >= 0 and (record["status"] == DONE or depth == 1 or record["best"] != best):
                best = record["best"]
            if record["status"] == DONE:
                seen = depth
                on_look(Look(depth, bench.action(state, best), record["value"], record["nodes"]))
            spent = clock() - began
            rate = (record["nodes"] - before) / max(spent, 1e-4)
            if spent > 0.002 or rate > self.rate:  # a look that was disturbed is not believed for long
                self.rate = rate
            if record["status"] != DONE or abs(record["value"]) > WIN - 2 * DEEPEST:
                break
            if left is not None and left - spent < _LEFT * left and depth > 1:
                break
        self.seen, self.place = seen, best
        if best < 0:
            return None  # there is no memory for what follows
        if seen < ANSWERS and not has_chance:
            best = self._safe(state, best)
        action = bench.action(state, best)
        is_won = record["status"] == DONE and not has_chance and record["value"] > WIN - 2 * DEEPEST
        wins_in = WIN - record["value"] if is_won and best == record["best"] else None
        return Thought(action, {action: record["nodes"]}, record["nodes"], wins_in)

    def remember(self, megabytes: int) -> None:
        """Takes an empty table of so many megabytes, at most: of a power of 2 entries."""
        entries = 1 << (max(1, (megabytes << 20) // _ENTRY_BYTES).bit_length() - 1)
        self.record.hold("table", np.zeros(2 * entries, np.int64))
        self.record["mask"] = entries - 1

    def prepare(self, state: State, table: Numbers, random: Random) -> bool:
        """Gets ready to help another search of the same position, whose table it shares; False if machine code cannot hold it."""
        self.record.hold("table", table)
        self.record["stop"] = 0
        self.found.bench.rules["random"] = signed64(random.below(1 << 32))
        self.sit_down(state.current_player)
        return self.found.bench.put(self.found.taken(state), self.at)

    def help(self, first: int) -> None:
        """Looks deeper and deeper, from so many plies on, until it is stopped or has found a win or a loss."""
        record = self.record
        self._forget()
        self.seen, self.place, record["most_nodes"] = 0, -1, 1 << 62
        for depth in range(first, DEEPEST):
            record["depth"] = depth
            self.found.bench.run("alphabeta.look", record, self.at)
            if record["status"] != DONE:
                break
            self.seen, self.place = depth, record["best"]
            if abs(record["value"]) > WIN - 2 * DEEPEST:
                break

    def _forget(self) -> None:
        """Of what the last decision has found about actions little is left."""
        self.record.arrays["history"] //= 8
        self.record.arrays["killers"][:] = -1
        self.record["nodes"] = 0

    def _safe(self, state: State, best: int) -> int:
        """The best action, or where an answer to it wins at once, another one.."""
        places = [best, *(k for k in range(len(state.legal_actions())) if k != best)]
        return self.immediate_wins.first_safe(self.at, places)

    def sit_down(self, player: int) -> None:
        """What the table knows is what positions are worth to one player."""
        record = self.record
        if player != self.player:
            team = self.found.game.team_of(player)
            record.arrays["table"][:] = 0
            record.arrays["is_own"][:] = [p in team for p in range(record["players"])]
            measures = record["measures"]
            record.arrays["weights"][:] = record.arrays["all_weights"][player * measures :][:measures]
            self.player = record["player"] = player

    def _most(self, budget: Budget, left: float | None, done: int, depth: int) -> int:
        """How many positions may be looked at in all, after one more depth. The first depth always has room for a few."""
        fitting = 1 << 62 if budget.iterations is None else budget.iterations
        if left is not None:
            fitting = min(fitting, done + (int(self.rate * left) or _FIRST))
        return max(fitting, done + _FIRST) if depth == 1 else fitting
