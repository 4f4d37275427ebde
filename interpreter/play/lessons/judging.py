"""How far it is from a position to the goal of a lesson: by exhaustive search, which can be stopped.

Each function gives the least number of the learner's own moves, None where more than `most` are needed.
"""

from collections.abc import Callable

from interpreter.analysis.puzzles import Stopped, moves_to_win
from interpreter.engines.base import State
from interpreter.hiding import followed
from interpreter.play.bots import Seat, Unimagined

IsStopped = Callable[[], bool]


def to_win(state: State, player: int, most: int, is_stopped: IsStopped = lambda: False) -> int | None:
    """To a win that the player can force, whoever is to move. Raises Stopped."""
    if is_stopped():
        raise Stopped
    if state.is_terminal:
        return 0 if state.returns[player] > 0 else None
    if state.current_player == player:
        return moves_to_win(state, most) if most else None
    longest = 0
    for action in state.legal_actions():
        found = to_win(state.apply(action), player, most, is_stopped)
        if found is None:
            return None
        longest = max(longest, found)
    return longest


def best_win(state: State, most: int, is_stopped: IsStopped = lambda: False) -> int | None:
    """The action of the player to move that wins soonest, None if none wins in `most` moves. Raises Stopped."""
    player = state.current_player
    known: dict[int, int] = {}
    for action in state.legal_actions():
        found = to_win(state.apply(action), player, most - 1, is_stopped)
        if found is not None:
            known[action] = found
    return min(known, key=lambda a: known[a], default=None)


class Defender:
    """Answers in a lesson: the reply to which no win follows in so few moves, else the one that lasts longest."""

    name = "the lesson"

    def __init__(self, learner: int, most: int) -> None:
        self.learner, self.most = learner, most

    def choose(self, seat: Seat) -> int:
        try:
            state = seat.imagine(0)
        except Unimagined:
            return seat.legal[0]
        after = {a: followed(state, a) for a in seat.legal}
        lasting = {a: 0 if s is None else self._lasts(s) for a, s in after.items()}
        return max(lasting, key=lambda a: lasting[a])

    def _lasts(self, state: State) -> int:
        found = to_win(state, self.learner, self.most)
        return self.most + 1 if found is None else found
