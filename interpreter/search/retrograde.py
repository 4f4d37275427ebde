"""Games in which positions come again: all that can be reached, and what each is worth.

The results spread backwards from the ends. A player can reach a payoff from the least set of positions that holds the ends
with it, each position of theirs from which an action leads into the set, and each of the others from which all do. Play
that never ends has the result of the limit on actions, which must be a draw.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Numbers, Workbench
from interpreter.search.running import NO_LIMIT, OutOfMemoryError, SearchError, Watch, run
from interpreter.search.search_files import Half, Keeping
from interpreter.shared.machine_interface import DONE, FULL, RUNNING, STOPPED, WRONG

_COLUMNS = ("keys", "from_", "movers", "ends", "payoffs", "losses")  # of positions
_EDGES = 16  # that a position has on average, as far as memory is concerned
_SCRATCH = 1 << 22  # words for all that follows one position


@dataclass(frozen=True)
class Positions:
    """What can be reached: position k is followed by `edges[starts[k]:starts[k + 1]]`. Position 0 is the first."""

    starts: Numbers
    edges: Numbers
    movers: Numbers
    ends: NDArray[np.bool_]
    payoffs: Numbers  # of the first player, in units of 1 / ONE

    def __len__(self) -> int:
        return len(self.movers)


@dataclass(frozen=True)
class Ranked:
    """What each position is worth to the first player, in units of 1 / ONE, and in how many actions that is reached."""

    graph: Positions
    values: Numbers
    lengths: Numbers

    def following(self, position: int) -> int:
        """The place of a best action: whoever gains by it takes the shortest way, the other one the longest."""
        graph = self.graph
        options = graph.edges[graph.starts[position] : graph.starts[position + 1]]
        alike = np.flatnonzero(self.values[options] == self.values[position])
        sign = 1 if graph.movers[position] == 0 else -1
        lengths = self.lengths[options[alike]]
        is_gain = self.values[position] * sign > 0
        return int(alike[np.argmin(lengths) if is_gain else np.argmax(lengths)])


def gather(
    bench: Workbench,
    state: State,
    watch: Watch,
    megabytes: int,
    most: int = NO_LIMIT,
    keeping: Keeping | None = None,
    half: Half | None = None,
) -> Positions:
    """All positions that can be reached from a state.

    Raises SearchError if there are too many, after `most` of them, or when the watch runs out; what was found until then is
    kept, and `half` is what was kept before.
    """
    record = room_for_all(bench, state, megabytes)
    if half is not None:
        half.restore(record)
        _index(record)
    record["most"] = most
    try:
        run(bench, "reachable.explore", record, watch)
    finally:
        if record["status"] in (STOPPED, RUNNING) and keeping is not None:
            keeping.write(_half(record))
    status = record["status"]
    if status == WRONG:
        raise SearchError("a rule goes wrong in play in a position that can be reached")
    if status in (STOPPED, RUNNING):
        raise SearchError(f"stopped after {record['next']} positions")
    if status == FULL:
        raise OutOfMemoryError(record["count"], megabytes)
    assert status == DONE
    count, arrays = record["count"], record.arrays
    starts = arrays["starts"][: count + 1]
    payoffs, losses = arrays["payoffs"][:count], arrays["losses"][:count]
    if record["other"] and (payoffs + losses).any():
        raise SearchError("the payoffs of the two players do not add up to 0")
    return Positions(
        starts, arrays["edges"][: starts[-1]], arrays["movers"][:count], arrays["ends"][:count] != 0, payoffs
    )


def places_to(graph: Block, position: int) -> list[int]:
    """The places of the actions of a shortest way to a position that was found, each in the list of the state before it."""
    arrays, places = graph.arrays, list[int]()
    while position:
        before = int(arrays["from_"][position])
        first, last = arrays["starts"][before], arrays["starts"][before + 1]
        places.append(int(np.flatnonzero(arrays["edges"][first:last] == position)[0]))
        position = before
    return places[::-1]


def _half(record: Block) -> Half:
    """The positions found so far."""
    count, arrays = record["count"], record.arrays
    parts = {name: arrays[name][:count] for name in _COLUMNS}
    starts = arrays["starts"][: record["next"] + 1]
    parts |= {"starts": starts, "edges": arrays["edges"][: starts[-1]]}
    parts["memory of states"] = arrays["memory of states"][: count * record["size"]]
    return Half("retrograde", {name: record[name] for name in ("count", "next")}, parts)


def _index(record: Block) -> None:
    """Finds the places of positions by their keys anew."""
    index, mask = record.arrays["index"], record["mask"]
    index[:] = 0
    for place, key in enumerate(record.arrays["keys"][: record["count"]].tolist()):
        slot = key & mask
        while index[slot]:
            slot = (slot + 1) & mask
        index[slot] = place + 1


def room_for_all(bench: Workbench, state: State, megabytes: int) -> Block:
    """Memory for as many positions as fit, with a state as the first of them."""
    record, size = bench.record("Graph"), bench.state_words
    room = max(1024, (megabytes << 20) // (8 * (size + _EDGES + 10)))
    index = 1 << (2 * room).bit_length()
    record.hold("index", np.zeros(index, np.int64))
    record["mask"] = index - 1
    for name in _COLUMNS:
        record.hold(name, np.zeros(room, np.int64))
    record.hold("starts", np.zeros(room + 1, np.int64))
    record.hold("edges", np.zeros(room * _EDGES, np.int64))
    record["room"], record["edge_room"] = room, room * _EDGES
    states, record["states"] = bench.room_for(room * size)
    scratch, record["scratch"] = bench.room_for(_SCRATCH)
    record.arrays |= {"memory of states": states, "memory of scratch": scratch}
    record["scratch_room"] = _SCRATCH
    record["other"] = len(state.engine.game.players) - 1
    if not bench.put(state, record["scratch"]):
        raise SearchError("this position does not fit into the memory of the machine code")
    bench.run("reachable.begin", record)
    return record


def rank(graph: Positions) -> Ranked:
    """What the positions are worth: for each payoff above that of endless play what the first player can force, and for each
    below it what the second can."""
    values = np.zeros(len(graph), np.int64)
    lengths = np.zeros(len(graph), np.int64)
    known = np.unique(graph.payoffs[graph.ends])
    for player, payoffs in ((0, known[known > 0][::-1]), (1, known[known < 0])):
        settled = np.zeros(len(graph), bool)
        for payoff in payoffs:
            goal = graph.ends & ((graph.payoffs >= payoff) if player == 0 else (graph.payoffs <= payoff))
            reached, steps = _forced(graph, goal, player)
            fresh = reached & ~settled
            values[fresh], lengths[fresh] = payoff, steps[fresh]
            settled |= reached
    return Ranked(graph, values, lengths)


def _forced(graph: Positions, goal: NDArray[np.bool_], player: int) -> tuple[NDArray[np.bool_], Numbers]:
    """From where a player can force that a goal is reached, and in how many actions."""
    reached, steps = goal.copy(), np.zeros(len(graph), np.int64)
    inner = np.flatnonzero(~graph.ends)
    firsts = graph.starts[inner]
    is_own = graph.movers[inner] == player
    step = 0
    while len(inner):
        step += 1
        leads = reached[graph.edges]
        some, every = np.logical_or.reduceat(leads, firsts), np.logical_and.reduceat(leads, firsts)
        fresh = inner[np.where(is_own, some, every) & ~reached[inner]]
        if not len(fresh):
            break
        reached[fresh], steps[fresh] = True, step
    return reached, steps
