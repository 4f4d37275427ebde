"""What is certain a few actions ahead, in machine code: wins in one, losses in two, and how many moves it takes to force a win.

`lowering/entry/search/forced_wins.py` looks at all that follows. Where a player does not know everything, only what holds in each
of the states that the real one may be is certain.
"""

from collections.abc import Sequence

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Workbench, workbench
from interpreter.search.running import Watch, run
from interpreter.shared.search_status import DONE, ONE

_ROOM = 1 << 22  # words for what follows a state
_MOST = 1 << 16  # actions
_CHECKED = 64  # actions that are checked for answers
_ENTRIES = 1 << 22  # positions that the table holds, 32 bytes each
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


def room_for_forced(bench: Workbench, player: int, entries: int = _ENTRIES) -> tuple[Block, int]:
    """Memory to look for wins of a player, with a table of so many positions (a power of 2); and where the state goes."""
    record = bench.record("Forced")
    record.hold("table", np.zeros(4 * entries, np.int64))
    record["mask"] = entries - 1
    room, at = bench.room_for(_ARENA)
    record.arrays["memory of states"] = room
    record["free"], record["end"] = at + bench.state_words, at + _ARENA
    record["player"] = player
    return record, at


def moves_to_win(state: State, most: int) -> tuple[bool, int | None]:
    """The least number of their own moves in which the player to move can force a win, up to `most`; else None.

    The first is False where machine code has no answer.
    """
    bench = workbench(state.engine)
    if bench is None:
        return False, None
    record, at = room_for_forced(bench, state.current_player)
    for moves in range(1, most + 1):
        if not bench.put(state, at):
            return False, None
        record["moves"] = moves
        run(bench, "forced_wins.force", record, Watch(), at)
        if record["status"] != DONE:
            return False, None
        if record["is_won"]:
            return True, moves
        if not record["is_cut"]:
            break  # every game was played to its end: more moves would change nothing
    return True, None
