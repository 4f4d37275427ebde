"""Whether claims hold in every position of a game: exhaustive search where that is small, else games that look for failures.

All positions are gathered breadth first, as far as time and memory allow. If none is left, what held everywhere is proved.
Then come random and directed games (`lowering/entry/search/claiming.py`). In a game of chance nothing is gathered, since what
follows a position is not one thing; its games begin with many seeds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from interpreter.engines.base import Engine, State
from interpreter.engines.searching import Block, Workbench
from interpreter.search.retrograde import places_to, room_for_all
from interpreter.search.running import Watch, run
from interpreter.shared.machine_interface import DONE, RUNNING

CONDITION, WINNERS, HIGHEST, LOWEST, PAYOFF = range(5)
"""What a claim is about: a condition, or a result by its winners, by the best score, or by payoffs."""

_DEEPEST = 4096  # actions of a game
_LONGEST = 2000
_FAR = 1 << 60
_SCRATCH = 1 << 20  # words for all that follows one position
_CHUNK = 20_000  # positions that are gathered before claims are checked
_GATHERING = 0.5  # of the time
_MEGABYTES = 256
_PATIENT = 2_000  # games from one beginning; with chance few, as each beginning has its own chance
_IMPATIENT = 4
_SHORTENING = 1.0  # seconds in which the way to a failure may become shorter


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim about all positions: what it is about, and the number of its first measure."""

    form: int
    first: int


@dataclass(frozen=True)
class Answer:
    """What was found. `seed` and `actions` lead to a position where the claim fails; None if none was found.

    `is_complete`: all positions were looked at; `positions` is how many.
    """

    seed: int
    actions: tuple[int, ...] | None
    is_complete: bool
    positions: int


def investigate(
    bench: Workbench, engine: Engine, claims: Sequence[Asked], seconds: float, has_chance: bool
) -> list[Answer]:
    """Looks for positions in which claims fail. The measures of the game are those of the claims."""
    inquiry = _Inquiry(bench, engine, claims, perf_counter() + seconds)
    start = engine.initial_state(0)
    is_complete = False
    if not has_chance:
        is_complete = inquiry.gather(start, seconds * _GATHERING)
    if not is_complete:
        for seed in inquiry.seeds(has_chance):
            inquiry.wander(start if seed == 0 else engine.initial_state(seed), seed, has_chance)
        inquiry.shorten()
    return [inquiry.answer(k, is_complete) for k in range(len(claims))]


class _Inquiry:
    """The search for failures of several claims. `found`: for each claim that fails, a seed and the actions from there."""

    def __init__(self, bench: Workbench, engine: Engine, claims: Sequence[Asked], until: float) -> None:
        self.bench, self.engine, self.until = bench, engine, until
        self.found: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.by_games: list[int] = []
        self.positions = 0
        self.record = _record(bench, engine, claims)
        self.claims = len(claims)

    def answer(self, k: int, is_complete: bool) -> Answer:
        seed, actions = self.found.get(k, (0, None))
        return Answer(seed, actions, is_complete, self.positions)

    @property
    def left(self) -> float:
        return self.until - perf_counter()

    @property
    def is_done(self) -> bool:
        return len(self.found) == self.claims or self.left <= 0

    # ---- all positions

    def gather(self, start: State, seconds: float) -> bool:
        """Gathers positions and checks the claims in them; whether that were all."""
        graph = room_for_all(self.bench, start, _MEGABYTES)
        record = self.record
        record["states"] = graph["states"]
        until = min(self.until, perf_counter() + seconds)
        graph["status"] = RUNNING
        while graph["status"] == RUNNING and perf_counter() < until and len(self.found) < self.claims:
            before = graph["next"]
            graph["most"] = _CHUNK
            run(self.bench, "reachable.explore", graph, Watch(until - perf_counter()))
            record["from_"], record["to"] = before, graph["next"]
            self.bench.run("claiming.check", record)
            for k in np.flatnonzero(record.arrays["broken"]).tolist():
                if k not in self.found:
                    position = int(record.arrays["broken"][k]) - 1
                    self.found[k] = 0, self._actions(start, places_to(graph, position))
        self.positions += graph["next"]
        return graph["status"] == DONE and graph["next"] == graph["count"]

    def _actions(self, state: State, places: Sequence[int]) -> tuple[int, ...]:
        found = []
        for place in places:
            found.append(self.bench.action(state, place))
            state = state.apply(found[-1])
        return tuple(found)

    # ---- games

    def seeds(self, has_chance: bool) -> Iterator[int]:
        """The seeds of beginnings, as long as there is time; without chance, all beginnings are one."""
        seed = 0
        while not self.is_done:
            yield seed
            seed += has_chance

    def wander(self, start: State, seed: int, has_chance: bool) -> None:
        """Plays games from a state. What was nearest to failing is forgotten where chance is another one."""
        record = self.record
        if not self.bench.put(start, record["start"]):
            self.until = 0
            return
        record["most"] = _IMPATIENT * self.claims if has_chance else _PATIENT
        if has_chance:
            record.arrays["nearest"][:] = _FAR
        before = record["nodes"]
        run(self.bench, "claiming.wander", record, Watch(self.left))
        self.positions += record["nodes"] - before
        for k in np.flatnonzero(record.arrays["broken"]).tolist():
            if k not in self.found:
                self.found[k] = seed, self._played(start, k)
                self.by_games.append(k)

    def _played(self, start: State, k: int) -> tuple[int, ...]:
        """The actions of the game in which a claim failed."""
        arrays = self.record.arrays
        return self._actions(start, arrays["ways"][k * _DEEPEST :][: int(arrays["lengths"][k])].tolist())

    def shorten(self) -> None:
        """Looks for shorter games in which the same claims fail."""
        record = self.record
        for k in self.by_games:
            seed, actions = self.found[k]
            start = self.engine.initial_state(seed)
            self.bench.put(start, record["start"])
            until = perf_counter() + _SHORTENING
            while len(actions) > 1 and perf_counter() < until:
                for name in ("broken", "nearest"):
                    record.arrays[name][:] = 1
                record.arrays["broken"][k], record.arrays["nearest"][k] = 0, _FAR
                record["longest"], record["most"] = len(actions) - 1, _PATIENT
                run(self.bench, "claiming.wander", record, Watch(until - perf_counter()))
                if record.arrays["broken"][k]:
                    actions = self._played(start, k)
            self.found[k] = seed, actions


def _record(bench: Workbench, engine: Engine, claims: Sequence[Asked]) -> Block:
    record, game, count = bench.record("Claims"), engine.game, len(claims)
    players = len(game.players)
    teams = [min(game.team_of(p)) for p in range(players)]
    record.hold("forms", np.array([c.form for c in claims], np.int64))
    record.hold("firsts", np.array([c.first for c in claims], np.int64))
    record.hold("teams", np.array(teams, np.int64))
    record.hold("wanted", np.zeros(players, np.int64))
    record.hold("nearest", np.full(count, _FAR, np.int64))
    for name in ("broken", "lengths", "elite_lengths", "stale"):
        record.hold(name, np.zeros(count, np.int64))
    for name in ("ways", "elite_ways"):
        record.hold(name, np.zeros(count * _DEEPEST, np.int64))
    record.hold("way", np.zeros(_DEEPEST + 1, np.int64))
    size = bench.state_words
    measures = max(c.first + (1 if c.form == CONDITION else players) for c in claims)
    room, at = bench.room_for(measures + (count + 2) * size + _SCRATCH)
    record.arrays["memory of states"] = room
    record["claims"] = count
    record["players"] = players
    record["longest"] = _LONGEST
    record["is_directed"] = 1
    record["values"], record["start"], record["at"] = at, at + measures, at + measures + size
    record["elites"] = at + measures + 2 * size
    record["scratch"], record["scratch_room"] = at + measures + (count + 2) * size, _SCRATCH
    return record
