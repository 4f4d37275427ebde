"""Puzzles, which are games of one player: the shortest way to the best that can be had.

* Breadth first, each position once, until a win is met: the first one is the nearest. Positions are numbers where they fit into
  some (`interpreter.search.packed_retrograde` looks so by itself), else states, which are gathered here.
* Where memory is too small for that, depth first with a limit that grows by one move at a time, and a table that may forget (iterative
  deepening; Korf, 1985). It needs little memory, but does not see that there is no solution.
"""

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Workbench
from interpreter.search.forced_wins import ForcedWins, Way
from interpreter.search.retrograde import places_to, room_for_all
from interpreter.search.running import OutOfMemoryError, SearchError, Watch, run
from interpreter.shared.machine_interface import DONE, FULL, STOPPED, WRONG

BREADTH, DEEPENING = "breadth first", "iterative deepening"  # methods
_CHUNK = 20_000  # positions between two looks whether there is a win
_ENTRY = 32  # bytes of an entry of the table


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

    Raises SearchError where there is none, after `most` positions, each counted whenever it is met, or when the watch runs out.
    """
    entries = 1 << max(10, ((megabytes << 20) // _ENTRY).bit_length() - 1)
    search = ForcedWins(bench, state.current_player, watch, most, entries)
    moves = 0
    while not search.is_won(state, moves):
        if not search.may_need_more:
            raise SearchError("there is no way to win")
        search.refuted = moves
        moves += 1
    return search.way(state, moves)
