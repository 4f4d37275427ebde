"""Samples of games: many games of one engine, played as jobs of an executor, and the figures that they give.

A game is a row that can be kept: who got how many points, how long it was. What is played for a key follows from the key
and the seed of the sample, so samples of two games with the same seed are pairs: the same chance, and for random games the
same draws as long as both allow the same. A job says what is played of which rules (`Pool`), so that rows of an earlier run can be told
from others.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.analysis.intervals import Mean, Share
from interpreter.caching.fingerprint import version
from interpreter.engines.answers import judge
from interpreter.engines.base import Engine, State
from interpreter.executors.base import Executor, Idle, Work
from interpreter.executors.log import Log
from interpreter.executors.run import rows
from interpreter.shared.hashing import Random, mix64

WALKED = 50  # random games that are played action by action, to count legal actions: machine code does not

FIRST, DRAWS, LENGTH, BRANCHING = "first player's share", "draws", "length", "branching"
SHARES, MEANS = (FIRST, DRAWS), (LENGTH, BRANCHING)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. `branching` is the mean number of legal actions, if they were counted."""

    returns: Sequence[float]
    plies: int
    is_cut_off: bool
    branching: float | None = None

    def row(self, key: int) -> dict[str, Any]:
        """As data. `points`: of each player; None of a game that was cut off."""
        return {
            "key": key,
            "points": None if self.is_cut_off else points(self.returns),
            "is_draw": None if self.is_cut_off else not any(judge(self.returns)),
            "plies": self.plies,
            "branching": self.branching,
        }


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures of games: for each name the value of each game, in the order of keys; None where a game has none."""

    values: Mapping[str, Sequence[float | None]]

    @staticmethod
    def of(rows: Sequence[Mapping[str, Any]]) -> "Sample":
        return Sample({
            FIRST: [None if r["points"] is None else r["points"][0] for r in rows],
            DRAWS: [None if r["is_draw"] is None else float(r["is_draw"]) for r in rows],
            LENGTH: [float(r["plies"]) for r in rows],
            BRANCHING: [r["branching"] for r in rows],
        })  # fmt: skip

    @property
    def games(self) -> int:
        return len(self.values[LENGTH])

    @property
    def cut_off(self) -> int:
        return sum(v is None for v in self.values[FIRST])

    def known(self, name: str) -> list[float]:
        return [v for v in self.values[name] if v is not None]

    def share(self, name: str) -> Share:
        return Share(sum(self.known(name)), len(self.known(name)))

    def mean(self, name: str) -> Mean:
        return Mean(self.known(name))


def points(returns: Sequence[float]) -> list[float]:
    """One point for each game, divided equally among its winners, or among those who draw."""
    judged = judge(returns)
    best = [r == max(judged) for r in judged]
    return [1 / sum(best) if b else 0.0 for b in best]


def seed_of(seed: int, key: int) -> int:
    """The seed of a sample's game."""
    return mix64(mix64(seed) ^ key) >> 32


def random_game(engine: Engine, seed: int) -> Played:
    found = engine.playout(engine.initial_state(seed), seed, MAX_PLIES)
    return Played(found.state.returns, found.plies, found.is_cut_off)


def walked_game(engine: Engine, seed: int) -> Played:
    """A random game, action by action."""
    looks = list(_walk(engine, seed))
    counts = [legal for _, _, legal in looks]
    state = looks[-1][0].apply(looks[-1][1]) if looks else engine.initial_state(seed)
    return Played(state.returns, len(counts), not state.is_terminal, fmean(counts) if counts else None)


def _walk(engine: Engine, seed: int) -> Iterator[tuple[State, int, int]]:
    """The states of a random game that is walked, what is done there, and how much is legal."""
    random, state = Random(seed), engine.initial_state(seed)
    for _ in range(MAX_PLIES):
        legal = state.legal_actions()
        if not legal:
            break
        action = random.pick(legal)
        yield state, action, len(legal)
        state = state.apply(action)


def replayed(engine: Engine, seed: int, key: int) -> Iterator[tuple[State, int]]:
    """The states of a game of `RandomGames` with its own seed, and what is done in each."""
    if key < WALKED:
        yield from ((state, action) for state, action, _ in _walk(engine, seed))
        return
    state = engine.initial_state(seed)
    for action in engine.playout(state, seed, MAX_PLIES).actions:
        yield state, action
        state = state.apply(action)


@dataclass(frozen=True)
class RandomGames:
    """Work for an executor: random games, the first of them action by action."""

    engine: Engine
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [
            (walked_game if key < WALKED else random_game)(self.engine, seed_of(self.seed, key)).row(key)
            for key in keys
        ]


# ---- games as jobs of an executor


Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pool:
    """Where games are played, and the rows so far."""

    executor: Executor
    log: Log
    missing: list[str] = field(default_factory=list)  # what an idle executor did not give, in words

    @property
    def is_idle(self) -> bool:
        return isinstance(self.executor, Idle)

    def idle(self) -> "Pool":
        """The same rows without anybody who makes more, once the time is up."""
        return Pool(Idle(), self.log)

    def rows(
        self,
        engine: Engine,
        work: Work,
        what: Mapping[str, Any],
        n: int,
        chunk: int = 1,
        on_row: Callable[[int], None] = lambda done: None,
        group: int = 1,
    ) -> Rows:
        """The rows of the keys 0 to n-1 of work with an engine. `what` says all that they depend on beside its rules.

        An idle pool gives those that are there, and only whole groups of so many keys.
        """
        description = {**version(engine.game), "engine": type(engine).__name__, **what}
        found = rows(self.executor, work, description, n, self.log, chunk, on_row)
        if len(found) < n:
            keys = {row["key"] for row in found}
            found = [r for r in found if all(r["key"] // group * group + k in keys for k in range(group))]
            self.missing.append(f"{len(found)} of {n} {_named(what)}")
        return found


def _named(what: Mapping[str, Any]) -> str:
    """What rows are of, for people."""
    who = what.get("by") or what.get("uses") or " against ".join(what.get("bots", ()))
    return f"{'samples of games' if what.get('uses') == 'random' else 'games'} of {who}"
