"""What is certain a few actions ahead, in machine code: wins in one, losses in two, and how many moves it takes to force a win.

`lowering/entry/search/forced_wins.py` looks at all that follows. Where a player does not know everything, only what holds in each
of the states that the real one may be is certain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Workbench, workbench
from interpreter.search.running import NO_LIMIT, SearchError, Watch, run
from interpreter.shared import machine_interface
from interpreter.shared.machine_interface import DONE, ONE

_ROOM = 1 << 22  # words for what follows a state
_MOST = 1 << 16  # actions
_CHECKED = 64  # actions that are checked for answers
_ENTRIES = 1 << 22  # positions that the table holds, 32 bytes each
_FEW_ENTRIES = 1 << 20  # the same where few positions are looked at
# where few positions come again and again, a search for ever longer wins would not end for long
_FEW_MOVES = 32
_ARENA = 1 << 22  # words for the states on one way, and all that could follow each


class ImmediateWins:
    """Looks at states that lie in memory one behind the other, from the word `at` on; all look the same to who acts."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.record = record = bench.record("Glance")
        record.hold("words", np.zeros(_MOST, np.int64))
        record.hold("wins", np.zeros(_MOST, np.int64))
        room, record["free"] = bench.room_for(_ROOM)
        record.arrays["memory of states"] = room
        record["most"], record["room"] = _MOST, _ROOM
        record["best_payoff"] = bench.most_payoff

    def winning(self, at: int, count: int) -> int | None:
        """The place, in the first state's list, of an action that wins at once in all of `count` states."""
        if self.bench.most_payoff > ONE:
            return None  # of payoffs nobody knows whether more could be had
        first, places = self._looked(at)
        words = [word for word, wins in first if wins]
        for k in range(1, count):
            if not words:
                return None
            won = {word for word, wins in self._looked(at + k * self.bench.state_words)[0] if wins}
            words = [w for w in words if w in won]
        return places[words[0]] if words else None

    def _looked(self, at: int) -> tuple[list[tuple[int, int]], dict[int, int]]:
        """The words of a state's actions, each with whether it wins; and the places of the words."""
        record = self.record
        self.bench.run("forced_wins.find_wins", record, at)
        n = record["count"] if record["status"] == DONE else 0
        words = record.arrays["words"][:n].tolist()
        return list(zip(words, record.arrays["wins"][:n].tolist(), strict=True)), {
            word: place for place, word in enumerate(words)
        }

    def is_lost(self, at: int, word: int, count: int) -> bool:
        """Whether an action loses in each of `count` states, or has an answer there that wins at once for another player."""
        for k in range(count):
            place = self._looked(at + k * self.bench.state_words)[1].get(word)
            if place is None or not self.is_answered(at + k * self.bench.state_words, place):
                return False
        return True

    def is_answered(self, at: int, place: int) -> bool:
        """Whether the action with a place in a state's list loses, or has an answer that wins at once for another player."""
        self.bench.run("forced_wins.find_answer", self.record, at, place)
        return self.record["status"] == DONE and self.record["is_lost"] != 0

    def first_safe(self, at: int, places: Sequence[int]) -> int:
        """The first of some actions of one state that is not answered by a win; the very first if all are."""
        return next((p for p in places[:_CHECKED] if not self.is_answered(at, p)), places[0])


@dataclass(frozen=True, slots=True)
class Way:
    """The actions that lead to a payoff in units of 1 / ONE, and how many positions were looked at to find them."""

    actions: tuple[int, ...]
    payoff: int
    positions: int


class ForcedWins:
    """Whether a player can force a win with so many moves of their own, whatever the others do.

    What was looked at stays known in a table, which forgets where it is full. Positions count whenever they are met, and
    `most` of them stop the search.
    """

    def __init__(
        self, bench: Workbench, player: int, watch: Watch, most: int = NO_LIMIT, entries: int = _ENTRIES
    ) -> None:
        self.bench, self.player, self.watch = bench, player, watch
        self.end = None if watch.seconds is None else perf_counter() + watch.seconds
        self.refuted = 0  # moves of which it is known that they are too few
        self.record = record = bench.record("Forced")
        record.hold("table", np.zeros(4 * entries, np.int64))
        room, self.at = bench.room_for(_ARENA)
        record.arrays["memory of states"] = room
        record["free"], record["end"] = self.at + bench.state_words, self.at + _ARENA
        record["mask"], record["player"], record["most"] = entries - 1, player, most

    @property
    def may_need_more(self) -> bool:
        """Whether the last answer left games unfinished: more moves could change it."""
        return self.record["is_cut"] != 0

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        return self.record["nodes"]

    def allow(self, positions: int) -> None:
        """So many positions more may be looked at."""
        self.record["most"] = self.positions + positions

    def is_won(self, state: State, moves: int) -> bool:
        """Whether so many moves are enough. Raises SearchError where it is stopped, or a rule goes wrong."""
        record = self.record
        if not self.bench.put(state, self.at):
            raise SearchError("this position does not fit into the memory of the machine code")
        record["moves"] = moves
        left = None if self.end is None else max(0.0, self.end - perf_counter())
        run(self.bench, "forced_wins.force", record, Watch(left, self.watch.on_progress), self.at)
        match record["status"]:
            case machine_interface.STOPPED:
                raise SearchError(
                    f"stopped after {record['nodes']} positions: more than {self.refuted} moves are needed"
                )
            case machine_interface.FULL:
                raise SearchError(f"a way of {moves} moves is too long to be looked for")
            case machine_interface.WRONG:
                raise SearchError("a rule goes wrong in play in a position that can be reached")
        return record["is_won"] != 0

    def way(self, state: State, moves: int) -> Way:
        """Best play from a state that is won in so many moves and not in fewer: the others hold out as long as they can."""
        actions, record = list[int](), self.record
        record["most"] = NO_LIMIT  # all of it was looked at before
        while not state.is_terminal:
            follows = {action: state.apply(action) for action in self.bench.actions(state)}
            if state.current_player == self.player:
                moves -= 1
                action = next(a for a, after in follows.items() if self.is_won(after, moves))
            else:
                needed = {a: self._needed(after, moves) for a, after in follows.items()}
                action = max(needed, key=needed.__getitem__)
                moves = needed[action]
            actions.append(action)
            state = follows[action]
        return Way(tuple(actions), self.bench.most_payoff, record["nodes"])

    def best(self, state: State, most: int) -> int:
        """What wins the soonest, where the player is to act and can win in at most so many moves."""
        self.record["most"] = NO_LIMIT
        left = self._needed(state, most) - 1
        return next(a for a in self.bench.actions(state) if self.is_won(state.apply(a), left))

    def _needed(self, state: State, most: int) -> int:
        return next(moves for moves in range(most + 1) if self.is_won(state, moves))


def moves_to_win(state: State, most: int) -> tuple[bool, int | None]:
    """The least number of their own moves in which the player to move can force a win, up to `most`; else None.

    The first is False where machine code has no answer.
    """
    bench = workbench(state.engine)
    if bench is None:
        return False, None
    search = ForcedWins(bench, state.current_player, Watch())
    try:
        for moves in range(1, most + 1):
            if search.is_won(state, moves):
                return True, moves
            if not search.may_need_more:
                break  # every game was played to its end: more moves would change nothing
    except SearchError:
        return False, None
    return True, None


def nearest_forced_win(bench: Workbench, state: State, watch: Watch, most: int) -> Way | None:
    """The win that one of two players can force in the fewest moves of their own; None where neither can, or none is found
    within about `most` positions, some thirty moves, or before the watch runs out."""
    searches = [ForcedWins(bench, player, watch, most // 2, _FEW_ENTRIES) for player in range(2)]
    try:
        for moves in range(_FEW_MOVES):
            for search in searches:
                if search.is_won(state, moves):
                    found = search.way(state, moves)
                    payoff = found.payoff if search.player == 0 else -found.payoff
                    return Way(found.actions, payoff, sum(s.positions for s in searches))
            if not any(search.may_need_more for search in searches):
                return None
    except SearchError:
        return None
    return None
