"""Forced wins in few moves, in machine code."""

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.searching import workbench
from interpreter.search.running import Watch, run
from interpreter.shared.search_status import DONE

_ENTRIES = 1 << 22  # positions that the table holds, 32 bytes each
_ARENA = 1 << 22  # words for the states on one way, and all that could follow each


def moves_to_win(state: State, most: int) -> tuple[bool, int | None]:
    """The least number of their own moves in which the player to move can force a win, up to `most`; else None.

    The first is False where machine code has no answer.
    """
    bench = workbench(state.engine)
    if bench is None:
        return False, None
    record = bench.record("Forced")
    record.hold("table", np.zeros(4 * _ENTRIES, np.int64))
    record["mask"] = _ENTRIES - 1
    room, at = bench.room_for(_ARENA)
    record.arrays["memory of states"] = room
    record["free"], record["end"] = at + bench.state_words, at + _ARENA
    record["player"] = state.current_player
    for moves in range(1, most + 1):
        if not bench.put(state, at):
            return False, None
        record["moves"] = moves
        run(bench, "forcing.force", record, Watch(), at)
        if record["status"] != DONE:
            return False, None
        if record["is_won"]:
            return True, moves
        if not record["is_cut"]:
            break  # every game was played to its end: more moves would change nothing
    return True, None
