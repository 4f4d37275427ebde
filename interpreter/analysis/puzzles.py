"""Puzzles: the fewest moves to a goal, and forced wins, both by exhaustive search."""

import json
from collections.abc import Callable, Mapping

from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position

_CHANGING = ("turn", "moves", "passes", "result")  # fields in which equal positions of a lone player differ
_FEW = 2_000  # positions that are looked at one by one; compiling a search takes as long


def moves_to_goal(engine: Engine, state: State, goal: str, most: int) -> int | None:
    """The least number of the mover's own moves after which a condition of the language holds, up to `most`; else None.

    The opponents' turns are skipped, and no end is tested.
    """
    way = way_to_goal(engine, state, goal, most)
    return None if way is None else len(way)


def way_to_goal(
    engine: Engine, state: State, goal: str, most: int, is_stopped: Callable[[], bool] = lambda: False
) -> list[int] | None:
    """The actions of the mover on a shortest way to a goal, up to `most` of them; None if there is none.

    A breadth-first search in which each position, its counters aside, is looked at once. `is_stopped` is asked now and then;
    when it is true, the search raises Stopped.
    """
    player = state.current_player
    key, position = _alone(state, player)
    layer, seen = {key: engine.state(position)}, {key}
    ways: dict[str, tuple[str, int]] = {}  # from where a position was reached, and by which action
    for depth in range(most + 1):
        for key, found in layer.items():
            if engine.evaluate(found, goal):
                return _way(ways, key)
        if depth == most:
            break
        # equal states, which have equal hashes of 64 bits, are one
        following: dict[int, tuple[State, str, int]] = {}
        for key, found in layer.items():
            if is_stopped():
                raise Stopped
            for action in found.legal_actions():
                after = found.apply(action)
                following.setdefault(hash(after), (after, key, action))
        layer = {}
        for after, before, action in following.values():
            key, position = _alone(after, player)
            if key not in seen:
                seen.add(key)
                layer[key], ways[key] = engine.state(position), (before, action)
    return None


class Stopped(Exception):  # noqa: N818 - an answer, not an error
    """A search was stopped before it knew."""


def alone(state: State, player: int) -> State:
    """A state in which a player is to move, with nothing counted and no end: the turns of the others are skipped."""
    return state.engine.state(_alone(state, player)[1])


def _alone(state: State, player: int) -> tuple[str, Position]:
    """The position of that state, and a text by which equal ones are known."""
    position = state.position()
    position["to_move"] = state.engine.game.players[player].name
    position["fields"] = {k: v for k, v in position["fields"].items() if k not in _CHANGING}
    return json.dumps(position, sort_keys=True), position


def _way(ways: Mapping[str, tuple[str, int]], key: str) -> list[int]:
    """The actions that lead to a position."""
    found: list[int] = []
    while key in ways:
        key, action = ways[key]
        found.append(action)
    return found[::-1]


def moves_to_win(state: State, most: int) -> int | None:
    """The least number of their own moves in which the player to move can force a win, up to `most`; else None.

    What takes more than a few positions is searched in machine code, where there is some.
    """
    try:
        return _moves_to_win(state, most, _FEW)
    except _Many:
        from interpreter.search import forced_wins  # loads NumPy, which nobody needs to read cases

        is_known, found = forced_wins.moves_to_win(state, most)
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
