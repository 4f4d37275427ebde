"""Puzzles: the fewest moves to a goal, and forced wins, both by exhaustive search."""

import json
from collections.abc import Iterable, Iterator

from interpreter.engines.base import Engine, State
from interpreter.search import forced

_CHANGING = ("turn", "moves", "passes", "result")  # fields in which equal positions of a lone player differ
_FEW = 2_000  # positions that are looked at one by one; compiling a search takes as long


def moves_to_goal(engine: Engine, state: State, goal: str, most: int) -> int | None:
    """The least number of the mover's own moves after which a condition of the language holds, up to `most`; else None.

    The opponents' turns are skipped, and no end is tested. A breadth-first search in which each position, its counters
    aside, is looked at once.
    """
    player = state.current_player
    seen: set[str] = set()
    layer = _unseen(engine, [state], player, seen)
    for depth in range(most + 1):
        looked_at: list[State] = []
        for found in layer:
            if engine.evaluate(found, goal):
                return depth
            looked_at.append(found)
        layer = _unseen(engine, (s.apply(a) for s in looked_at for a in s.legal_actions()), player, seen)
    return None


def _unseen(engine: Engine, states: Iterable[State], player: int, seen: set[str]) -> Iterator[State]:
    """Each new position once, as it comes, with the player to move and no end."""
    for state in states:
        position = state.position()
        position["to_move"] = engine.game.players[player].name
        position["fields"] = {k: v for k, v in position["fields"].items() if k not in _CHANGING}
        key = json.dumps(position, sort_keys=True)
        if key not in seen:
            seen.add(key)
            yield engine.state(position)


def moves_to_win(state: State, most: int) -> int | None:
    """The least number of their own moves in which the player to move can force a win, up to `most`; else None.

    What takes more than a few positions is searched in machine code, where there is some.
    """
    try:
        return _moves_to_win(state, most, _FEW)
    except _Many:
        is_known, found = forced.moves_to_win(state, most)
        return found if is_known else _moves_to_win(state, most, None)


def _moves_to_win(state: State, most: int, limit: int | None) -> int | None:
    search = _Forced(state.current_player, limit)
    for n in range(1, most + 1):
        search.is_cut = False
        if search.wins(state, n):
            return n
        if not search.is_cut:
            break  # every game was played to its end: more moves would change nothing
    return None


class _Many(Exception):  # noqa: N818 - an answer, not an error
    """More positions than were allowed."""


class _Forced:
    """A search for forced wins of one player. `is_cut`: whether it left games unfinished; `left`: how many positions it may
    still look at."""

    def __init__(self, player: int, left: int | None) -> None:
        self.player = player
        self.is_cut = False
        self.left = left

    def wins(self, state: State, moves: int) -> bool:
        """Whether the player can force a win with at most so many of their own moves."""
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise _Many
        if state.is_terminal:
            return state.returns[self.player] > 0
        is_own = state.current_player == self.player
        if is_own and moves == 0:
            self.is_cut = True
            return False
        following = (state.apply(a) for a in state.legal_actions())
        if is_own:
            return any(self.wins(s, moves - 1) for s in following)
        return all(self.wins(s, moves) for s in following)
