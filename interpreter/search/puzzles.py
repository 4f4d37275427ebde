"""Puzzles, which are games of one player: the shortest way to the best that can be had.

* Breadth first, each position once, until a win is met: the first one is the nearest. Positions are numbers where they fit into
  some (`interpreter.search.packed_retrograde` looks so by itself), else states, which are gathered here.
* Where memory is too small for that, depth first with a limit that grows by one move at a time, and a table that may forget (iterative
  deepening; Korf, 1985). It needs little memory, but does not see that there is no solution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Workbench
from interpreter.search.forced_wins import room_for_forced
from interpreter.search.retrograde import places_to, room_for_all
from interpreter.search.running import OutOfMemoryError, SearchError, Watch, run
from interpreter.shared import search_status
from interpreter.shared.search_status import DONE, FULL, STOPPED, WRONG

BREADTH, DEEPENING = "breadth first", "iterative deepening"  # methods
_CHUNK = 20_000  # positions between two looks whether there is a win
_ENTRY = 32  # bytes of an entry of the table


@dataclass(frozen=True, slots=True)
class Way:
    """The actions that lead to a payoff in units of 1 / ONE, and how many positions were looked at to find them."""

    actions: tuple[int, ...]
    payoff: int
    positions: int


def nearest_win(bench: Workbench, state: State, watch: Watch, megabytes: int, most: int) -> Way | None:
    """The shortest way to a win, or to the greatest payoff where there are others; None if there is no payoff above 0.

    Raises OutOfMemoryError, and SearchError after `most` positions or when the watch runs out.
    """
    graph = room_for_all(bench, state, megabytes)
    end = None if watch.seconds is None else perf_counter() + watch.seconds
    while True:
        before = graph["next"]
        graph["most"] = min(_CHUNK, most - before)
        left = None if end is None else max(0.0, end - perf_counter())
        run(bench, "reachable.explore", graph, Watch(left, watch.on_progress))
        place = _first_with(graph, before, bench.most_payoff)
        if place is None and graph["status"] == DONE:
            greatest = int(graph.arrays["payoffs"][: graph["next"]].max(initial=0))
            place = _first_with(graph, 0, greatest) if greatest > 0 else None
            if place is None:
                return None
        if place is not None:
            payoff = int(graph.arrays["payoffs"][place])
            return Way(_actions(bench, state, places_to(graph, place)), payoff, graph["next"])
        if graph["status"] == FULL:
            raise OutOfMemoryError(graph["count"], megabytes)
        if graph["status"] == WRONG:
            raise SearchError("a rule goes wrong in play in a position that can be reached")
        if graph["status"] == STOPPED or graph["next"] >= most:
            raise SearchError(f"stopped after {graph['next']} positions")


def _first_with(graph: Block, first: int, payoff: int) -> int | None:
    """The first position from a place on in which the game is over with a payoff."""
    ends, payoffs = (graph.arrays[name][first : graph["next"]] for name in ("ends", "payoffs"))
    found = np.flatnonzero((ends != 0) & (payoffs == payoff))
    return first + int(found[0]) if len(found) else None


def _actions(bench: Workbench, state: State, places: Sequence[int]) -> tuple[int, ...]:
    found = []
    for place in places:
        found.append(bench.action(state, place))
        state = state.apply(found[-1])
    return tuple(found)


def deepened(bench: Workbench, state: State, watch: Watch, megabytes: int, most: int) -> Way:
    """The shortest way to a win by a limit of moves that grows.

    Raises SearchError where there is none, after about `most` positions, each counted whenever it is met, or when the watch runs out.
    """
    entries = 1 << max(10, ((megabytes << 20) // _ENTRY).bit_length() - 1)
    record, at = room_for_forced(bench, state.current_player, entries)
    search = _Deepening(bench, record, at, watch, most)
    moves = 0
    while not search.wins(state, moves):
        if not record["is_cut"]:
            raise SearchError("there is no way to win")
        search.refuted = moves
        moves += 1
    actions = list[int]()
    while not state.is_terminal:
        moves -= 1
        action = next(a for a in bench.actions(state) if search.wins(state.apply(a), moves))
        actions.append(action)
        state = state.apply(action)
    return Way(tuple(actions), bench.most_payoff, record["nodes"])


class _Deepening:
    """The table of one search, and what it may cost."""

    def __init__(self, bench: Workbench, record: Block, at: int, watch: Watch, most: int) -> None:
        self.bench, self.record, self.at, self.watch, self.most = bench, record, at, watch, most
        self.end = None if watch.seconds is None else perf_counter() + watch.seconds
        self.refuted = 0  # moves of which it is known that they are too few

    def wins(self, state: State, moves: int) -> bool:
        """Whether so many moves lead to a win."""
        record = self.record
        if not self.bench.put(state, self.at):
            raise SearchError("this position does not fit into the memory of the machine code")
        record["moves"] = moves
        left = None if self.end is None else max(0.0, self.end - perf_counter())
        run(self.bench, "forced_wins.force", record, Watch(left, self._look), self.at)
        match record["status"]:
            case search_status.STOPPED:
                raise SearchError(
                    f"stopped after {record['nodes']} positions: more than {self.refuted} moves are needed"
                )
            case search_status.FULL:
                raise SearchError(f"a way of {moves} moves is too long to be looked for")
            case search_status.WRONG:
                raise SearchError("a rule goes wrong in play in a position that can be reached")
        return record["is_won"] != 0

    def _look(self, nodes: int) -> None:
        self.watch.on_progress(nodes)
        if nodes > self.most:
            self.record["stop"] = 1
