"""Set-ups that players lay out in secret: a random lawful one, taking all of it back, and one that was saved.

A set-up is a row of one player's own decisions in a phase besides the main one of a game with secrets. Its last decision is
never made here: it hands over, so the player looks at the whole before they make it.
"""

from collections.abc import Sequence

from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction
from interpreter.hashing import Random
from interpreter.play.session import new_seed
from interpreter.play.web.table import Refused, Table

_MAIN = ("main", "none", None)
_LONGEST = 500  # decisions of a set-up


def is_laying(state: State) -> bool:
    """Whether the player to move lays something out in secret."""
    game = state.engine.game
    if not game.is_hidden or state.is_terminal or len(game.turns) < 2:
        return False
    return state.observation(state.current_player)["fields"].get("phase") not in _MAIN


def hands_over(state: State, action: int) -> bool:
    """Whether an action ends the set-up of its player, which everybody sees."""
    return is_laying(state) and _is_last(state, action)


def _is_last(state: State, action: int) -> bool:
    world = state.imagine(state.current_player, 0)  # as far as the player can know
    if world is None:
        return True
    after = world.apply(action)
    return after.is_terminal or after.current_player != state.current_player or not is_laying(after)


def laid(table: Table, player: int) -> list[str]:
    """The player's own decisions of this set-up, as they are written."""
    session, found = table.session, list[str]()
    for i in range(len(session.moves) - 1, -1, -1):
        if session.states[i].current_player != player or not is_laying(session.states[i]):
            break
        found.append(session.moves[i])
    return found[::-1]


def shuffle(table: Table, player: int) -> None:
    """Makes the rest of the set-up at random. Raises Refused, GameError."""
    _check(table, player)
    random = Random(new_seed())
    for _ in range(_LONGEST):
        legal = table.state.legal_actions()
        action = legal[random.below(len(legal))]
        if hands_over(table.state, action):
            return
        table.play(action)


def lay(table: Table, player: int, moves: Sequence[str]) -> int:
    """Makes the decisions of a set-up that was saved, as far as they are lawful and do not hand over; how many were made."""
    _check(table, player)
    for made, move in enumerate(moves[:_LONGEST]):
        try:
            action = table.state.action_from_string(move)
        except IllegalAction:
            return made
        if hands_over(table.state, action):
            return made
        table.play(action)
    return len(moves)


def clear(table: Table, player: int) -> None:
    """Takes the whole set-up back. Raises Refused."""
    _check(table, player)
    for _ in laid(table, player):
        if table.session.would_reveal():
            break
        table.take_back_own()


def _check(table: Table, player: int) -> None:
    if table.mover != player or not is_laying(table.state):
        raise Refused("you are not laying out a set-up now")
