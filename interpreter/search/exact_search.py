"""The value of a state by two searches to the end of the game that take turns: alpha-beta and proof numbers.

Which of them is sooner done nobody knows before: alpha-beta takes two thirds of the positions for Zola 4x4, proof numbers less than
a third for Hex 4x4. So each gets a part of the positions, and a greater one each time, until one of them knows. Alpha-beta begins.
Proof numbers answer where two players win, lose or draw.
"""

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Workbench
from interpreter.search.running import SearchError, Watch, run
from interpreter.search.search_files import Half, Keeping
from interpreter.shared import machine_interface
from interpreter.shared.hashing import signed64
from interpreter.shared.machine_interface import ONE

ALPHA_BETA, PROOFS = "alpha-beta", "proof numbers"  # methods
TURN = 2_000_000  # positions of the first turn of alpha-beta; proof numbers cost more and get half as many
_FIRST_PAIRS = 1 << 10  # of entries of the table, before it grows
_PAIR, _GROUP = 40, 64  # bytes of entries, as they lie together
_WAY = 4_096  # positions above one another
_NOTE = 4  # words for each position on the way of proof numbers
_HISTORY = 1 << 14  # marks of actions
_ANSWERS = 1 << 18  # pairs of an action and the one before
_ARENA = 1 << 24  # words for the states on one way, and all that could follow each
_LONGEST = 200  # actions of a principal variation
_WIN, _DRAW = 1, 0  # goals: the least payoff of the first player
_EITHER = 2  # what stands for both as long as nobody has drawn
_MARK = 0x9E3779B97F4A7C15  # what the keys of one goal are mixed with


class Cyclic(Exception):  # noqa: N818 - an answer, not an error
    """A position comes again."""


class Solver:
    """Both searches, with tables that serve several states of one game. `methods` take turns, `method` has known the value."""

    def __init__(
        self,
        bench: Workbench,
        players: int,
        megabytes: int,
        positions: int,
        watch: Watch,
        keeping: Keeping | None = None,
    ) -> None:
        self.bench, self.positions, self.watch, self.keeping = bench, positions, watch, keeping
        self.pairs, self.groups = _entries(megabytes)
        self.record = _record(bench, self.pairs, players)
        self.room, self.at = bench.room_for(_ARENA)
        self.record["free"] = self.at + bench.state_words
        self.record["end"] = self.at + _ARENA
        self.methods = (ALPHA_BETA, PROOFS) if players == 2 and bench.most_payoff == ONE else (ALPHA_BETA,)
        self.method = ALPHA_BETA

    def restore(self, half: Half) -> None:
        """Goes on from what was known when the search was stopped."""
        if "proofs" in half.arrays:
            self._make_room_for_proofs()
        half.restore(self.record)

    def value(self, state: State) -> int:
        """The first player's payoff under best play. Raises SearchError, Cyclic."""
        record, seconds, start = self.record, self.watch.seconds, perf_counter()
        if not self.bench.put(state, self.at):
            raise SearchError("this position does not fit into the memory of the machine code")
        end = record["nodes"] + self.positions
        while True:
            for method in self.methods:
                left = None if seconds is None else seconds - (perf_counter() - start)
                turn = max(TURN, record["nodes"] // 2) // (1 if method == ALPHA_BETA else 2)
                most = end if len(self.methods) == 1 else min(end, record["nodes"] + turn)
                found = self._turn(method, most, Watch(left, self.watch.on_progress))
                if found is not None:
                    self.method = method
                    return found
                if record["nodes"] >= end:
                    self._keep()
                    raise self._stopped()

    def _turn(self, method: str, most: int, watch: Watch) -> int | None:
        """What one search says, None if it takes more than so many positions in all."""
        record = self.record
        record["most_nodes"] = most
        if method == PROOFS:
            return self._proved(watch)
        self._run("solver.solve", watch)
        return None if record["status"] == machine_interface.STOPPED else record["value"]

    def _proved(self, watch: Watch) -> int | None:
        if not self.record["is_between"]:
            is_won = self._asked(_WIN, watch)
            if is_won is None or not self.record["is_between"]:
                return None if is_won is None else (ONE if is_won else -ONE)
        for goal, reached in ((_WIN, ONE), (_DRAW, 0)):
            is_reached = self._asked(goal, watch)
            if is_reached is None:
                return None
            if is_reached:
                return reached
        return -ONE

    def _asked(self, goal: int, watch: Watch) -> bool | None:
        """Whether the first player can win, or with a goal of 0 draw at least; None if it is not known in time."""
        self._make_room_for_proofs()
        record = self.record
        record["goal"] = goal
        goals = (goal, 1 - goal) if record["is_between"] else (_EITHER, _EITHER)
        record["goal_mark"], record["turned_mark"] = (signed64(g * _MARK) for g in goals)
        self._run("proof_numbers.prove", watch)
        return None if record["status"] == machine_interface.STOPPED else record["proved"] == 0

    def _run(self, name: str, watch: Watch) -> None:
        """One search, to its end or until it has had its turn; whatever else stops it is an error."""
        record, is_whole = self.record, False
        try:
            run(self.bench, name, record, watch, self.at)
            is_whole = (
                record["status"] != machine_interface.STOPPED or record["nodes"] >= record["most_nodes"]
            )
        finally:
            if not is_whole:
                self._keep()
        if not is_whole:
            raise self._stopped()
        _refuse(record)

    def _stopped(self) -> SearchError:
        return SearchError(f"stopped after {self.record['nodes']} positions")

    def _keep(self) -> None:
        """Writes what is known so far into the file; the table as far as it is in use."""
        if self.keeping is None:
            return
        record, pairs = self.record, self.record["mask"] + 1
        lengths = {
            "table": 4 * pairs,
            "works": pairs,
            **dict.fromkeys(("history", "answers", "notes", "proofs")),
        }
        arrays = {name: record.arrays[name][:n] for name, n in lengths.items() if name in record.arrays}
        self.keeping.write(
            Half(
                ALPHA_BETA, {name: record[name] for name in ("mask", "nodes", "noted", "is_between")}, arrays
            )
        )

    def _make_room_for_proofs(self) -> None:
        if "proofs" not in self.record.arrays:
            self.record.hold("proofs", np.zeros(self.groups * _GROUP // 8, np.int64))
            self.record["proof_mask"] = self.groups - 1

    # ---- best play

    def line(self, state: State, value: int) -> Iterator[int]:
        """Best play from a state whose value was found last, as far as the tables still know it."""
        for _ in range(_LONGEST if self.record["other"] else _WAY):
            if state.is_terminal:
                return
            place = self._place(state, value)
            if place < 0:
                return
            action = self.bench.action(state, place)
            yield action
            state = state.apply(action)

    def best(self, state: State, value: int) -> int:
        """An action that keeps the value for who acts. Raises SearchError."""
        place = self._place(state, value)
        if place < 0:
            raise SearchError("the search has forgotten why, as its tables are full: give it more memory")
        return self.bench.action(state, place)

    def _place(self, state: State, value: int) -> int:
        """The place of an action that keeps the value, by the search that has found it; -1 if there is none."""
        record = self.record
        if not self.bench.put(state, self.at):
            return -1
        record["most_nodes"] = record["nodes"] + self.positions
        if self.method == ALPHA_BETA:
            self._run("solver.solve", self.watch)
        elif value == (-ONE if state.current_player == 0 else ONE):
            return 0  # all is lost, so any action is as good
        else:
            self._asked(_WIN if value > (0 if state.current_player == 0 else -1) else _DRAW, self.watch)
        if record["status"] == machine_interface.STOPPED:
            raise self._stopped()
        return record["best"]


def _entries(megabytes: int) -> tuple[int, int]:
    """How many pairs of entries of alpha-beta fit into memory, and in what is left how many groups of entries of proofs."""
    room = megabytes << 20
    pairs = 1 << max(10, (room // _PAIR).bit_length() - 1)
    return pairs, 1 << max(10, (max(0, room - pairs * _PAIR) // _GROUP).bit_length() - 1)


def _record(bench: Workbench, pairs: int, players: int) -> Block:
    record = bench.record("Solver")
    record.hold("table", np.zeros(4 * pairs, np.int64))
    record.hold("works", np.zeros(pairs, np.int64))
    record["mask"], record["most_mask"] = _FIRST_PAIRS - 1, pairs - 1
    record.hold("way", np.zeros(_WAY, np.int64))
    record.hold("marks", np.zeros(_WAY, np.int64))
    record.hold("notes", np.zeros(_WAY * _NOTE, np.int64))
    record.hold("history", np.zeros(_HISTORY, np.int64))
    record.hold("answers", np.zeros(_ANSWERS, np.int64))
    record["greatest"], record["least"] = bench.most_payoff, -bench.most_payoff
    record["other"] = players - 1
    return record


def _refuse(record: Block) -> None:
    """Raises SearchError where a search has failed, Cyclic where a position has come again."""
    looked_at = f"after {record['nodes']} positions"
    match record["status"]:
        case machine_interface.CYCLIC:
            raise Cyclic
        case machine_interface.FULL:
            raise SearchError(f"the way from the first position to the present one is too long, {looked_at}")
        case machine_interface.WRONG:
            raise SearchError(f"a rule goes wrong in play, {looked_at}")
        case machine_interface.UNEVEN:
            raise SearchError("the payoffs of the two players do not add up to 0")
