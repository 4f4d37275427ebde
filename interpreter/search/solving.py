"""The value of a state under best play, proved by search to the end of the game.

* Where no position comes twice on one way, alpha-beta with a table gives it (`lowering/entry/search/deciding.py`).
* Where positions come again, all that can be reached are gathered, and the results spread backwards from the ends: what
  nobody can force is a draw, as play without end is (retrograde analysis; Ströhlein, 1970).

A solution is for games of one player, or of two whose payoffs add up to 0, in which nothing is hidden and nothing is chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import numpy as np

from interpreter import reports
from interpreter.engines.base import Engine, State
from interpreter.engines.searching import Block, Workbench, workbench
from interpreter.reports import ONE
from interpreter.search.retrograde import NO_LIMIT, Ranked, gather, rank
from interpreter.search.running import SearchError, Watch, run
from interpreter.search.stopped import Half, Keeping

MEGABYTES = 1024  # of memory for tables
_ALPHA_BETA = "alpha-beta"  # a method
_FIRST_PAIRS = 1 << 10  # of entries of the table, before it grows
_WAY = 4_096  # positions above one another
_HISTORY = 1 << 14  # marks of actions
_ANSWERS = 1 << 18  # pairs of an action and the one before
_ARENA = 1 << 24  # words for the states on one way, and all that could follow each
_LONGEST = 200  # actions of a principal variation


@dataclass(frozen=True)
class Solution:
    """What best play leads to. `returns` are the payoffs, `line` the actions of best play from the state.

    `method` is "alpha-beta" or "retrograde"; `positions` is how many were looked at.
    """

    returns: tuple[float, ...]
    line: tuple[int, ...]
    method: str
    positions: int
    seconds: float


@dataclass
class Limits:
    """What a solution may cost, who hears how far it is, and the file in which it is kept when it is stopped, to go on from there."""

    watch: Watch = field(default_factory=Watch)
    megabytes: int = MEGABYTES
    positions: int = NO_LIMIT
    keep: Path | None = None


def solve(state: State, limits: Limits | None = None, salt: int = 0) -> Solution:
    """Solves a state. Raises SearchError where that cannot be done, or was stopped.

    `salt` gives positions other keys: a second solution with another salt shares nothing with the first one. A solution that goes
    on from a file counts the positions of all its parts, and the seconds of the last one.
    """
    limits, start = limits or Limits(), perf_counter()
    engine = state.engine
    _refuse_unsolvable(state)
    bench = workbench(engine)
    if bench is None:
        raise SearchError(f"{engine.game.title} has no machine code, without which it cannot be solved")
    bench.rules["salt"] = salt
    keeping = None if limits.keep is None else Keeping.of(limits.keep, state)
    half = None if keeping is None else keeping.read()
    found = None
    if half is None or half.method == _ALPHA_BETA:
        found = _searched(bench, state, limits, keeping, half)
        half = None
    if found is None:
        if engine.game.limit_result.form != "draw":
            raise SearchError("positions come again, and play without end is no draw, so it cannot be judged")
        ranked = rank(gather(bench, state, limits.watch, limits.megabytes, limits.positions, keeping, half))
        returns, line = _payoffs(int(ranked.values[0]), engine), tuple(_ranked_line(bench, ranked, state))
        found = returns, line, "retrograde", len(ranked.graph)
    if keeping is not None:
        keeping.forget()
    return Solution(*found, perf_counter() - start)


_Found: TypeAlias = tuple[tuple[float, ...], tuple[int, ...], str, int]


def _searched(
    bench: Workbench, state: State, limits: Limits, keeping: Keeping | None, half: Half | None
) -> _Found | None:
    """The solution by alpha-beta: returns, line, method, positions; None where positions come again."""
    solver = _Solver(bench, limits, len(state.engine.game.players), keeping)
    if half is not None:
        half.restore(solver.record)
    try:
        returns = solver.value(state)
        return returns, tuple(solver.line(state)), _ALPHA_BETA, solver.positions
    except _Cyclic:
        return None


def _payoffs(first: int, engine: Engine) -> tuple[float, ...]:
    """The players' payoffs from that of the first one."""
    return (first / ONE, -first / ONE)[: len(engine.game.players)]


def _refuse_unsolvable(state: State) -> None:
    game = state.engine.game
    if game.is_hidden:
        raise SearchError(
            f"{game.title} hides something from its players, so a position has no value by itself"
        )
    if game.has_chance:
        raise SearchError(f"{game.title} has chance in it, so a position has no certain value")
    if len(game.players) > 2:
        raise SearchError(
            f"{game.title} has {len(game.players)} players; only games of one or two have a value under best play"
        )


class _Cyclic(Exception):  # noqa: N818 - an answer, not an error
    """A position comes again."""


class _Solver:
    """Alpha-beta with a table that serves several states of one game."""

    def __init__(
        self, bench: Workbench, limits: Limits, players: int, keeping: Keeping | None = None
    ) -> None:
        self.bench, self.limits, self.keeping = bench, limits, keeping
        self.record = _record(bench, limits.megabytes, players)
        self.room, self.at = bench.room_for(_ARENA)
        self.record["free"] = self.at + bench.state_words
        self.record["end"] = self.at + _ARENA

    @property
    def positions(self) -> int:
        return self.record["nodes"]

    def value(self, state: State) -> tuple[float, ...]:
        """The payoffs under best play; `best` of the record is then the place of the action, -1 at the end."""
        record = self.record
        record["most_nodes"] = min(NO_LIMIT, record["nodes"] + self.limits.positions)
        if not self.bench.put(state, self.at):
            raise SearchError("this position does not fit into the memory of the machine code")
        try:
            run(self.bench, "deciding.solve", record, self.limits.watch, self.at)
        finally:
            if record["status"] == reports.STOPPED and self.keeping is not None:
                self.keeping.write(self._half())
        _refuse(record)
        return _payoffs(record["value"], state.engine)

    def _half(self) -> Half:
        """What is known so far; the table as far as it is in use."""
        record, pairs = self.record, self.record["mask"] + 1
        arrays = {name: record.arrays[name] for name in ("history", "answers")}
        arrays |= {"table": record.arrays["table"][: 4 * pairs], "works": record.arrays["works"][:pairs]}
        return Half(_ALPHA_BETA, {name: record[name] for name in ("mask", "nodes")}, arrays)

    def line(self, state: State) -> Iterator[int]:
        """Best play from a state, as far as the table still knows it."""
        for _ in range(_LONGEST):
            if state.is_terminal:
                return
            self.value(state)
            if self.record["best"] < 0:
                return
            action = self.bench.action(state, self.record["best"])
            yield action
            state = state.apply(action)


def _record(bench: Workbench, megabytes: int, players: int) -> Block:
    record = bench.record("Solver")
    pairs = 1 << max(10, (megabytes * (1 << 20) // 40).bit_length() - 1)
    record.hold("table", np.zeros(4 * pairs, np.int64))
    record.hold("works", np.zeros(pairs, np.int64))
    record["mask"], record["most_mask"] = _FIRST_PAIRS - 1, pairs - 1
    record.hold("way", np.zeros(_WAY, np.int64))
    record.hold("marks", np.zeros(_WAY, np.int64))
    record.hold("history", np.zeros(_HISTORY, np.int64))
    record.hold("answers", np.zeros(_ANSWERS, np.int64))
    record["greatest"], record["least"] = bench.most_payoff, -bench.most_payoff
    record["other"] = players - 1
    return record


def _refuse(record: Block) -> None:
    """Raises SearchError where a search has not come to its end, `_Cyclic` where a position has come again."""
    looked_at = f"after {record['nodes']} positions"
    match record["status"]:
        case reports.CYCLIC:
            raise _Cyclic
        case reports.STOPPED:
            raise SearchError(f"stopped {looked_at}")
        case reports.FULL:
            raise SearchError(f"the way from the first position to the present one is too long, {looked_at}")
        case reports.WRONG:
            raise SearchError(f"a rule goes wrong in play, {looked_at}")
        case reports.UNEVEN:
            raise SearchError("the payoffs of the two players do not add up to 0")


def _ranked_line(bench: Workbench, ranked: Ranked, state: State) -> Iterator[int]:
    """Best play, until the game ends or never ends."""
    position, seen = 0, set[int]()
    while not state.is_terminal and position not in seen and len(seen) < _LONGEST:
        seen.add(position)
        place = ranked.following(position)
        action = bench.action(state, place)
        yield action
        state = state.apply(action)
        position = int(ranked.graph.edges[ranked.graph.starts[position] + place])


def is_same_value(state: State, found: Solution) -> bool:
    """Whether the line of a solution, played from the same state on any engine, leads to its value.

    A line that is cut short, since play never ends, says nothing against a draw.
    """
    for action in found.line:
        state = state.apply(action)
    return tuple(state.returns) == found.returns if state.is_terminal else not any(found.returns)


def written(state: State, actions: Sequence[int]) -> list[str]:
    """Actions from a state on in notation."""
    found = []
    for action in actions:
        found.append(state.action_to_string(action))
        state = state.apply(action)
    return found
