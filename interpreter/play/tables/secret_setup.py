"""Set-ups that players lay out in secret: a random lawful one, taking all of it back, and one that was saved.

A set-up is a row of one player's own decisions in a phase besides the main one of a game with secrets. Its last decision is
never made here: it hands over, so the player looks at the whole before they make it.
"""

import re
from collections.abc import Mapping, Sequence

from gdl.boards.board import Board
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction
from interpreter.engines.position_parts import contains_hidden
from interpreter.play.session import new_seed
from interpreter.play.tables.table import Refused, Table
from interpreter.shared.hashing import Random

_MAIN = ("main", "none", None)
_LONGEST = 500  # decisions of a set-up
_MIRROR = (True, False)  # left and right are exchanged
# how a set-up of the other side is turned: by half a turn, or top and bottom exchanged
_SIDES = ((True, True), (False, True))


def is_laying(state: State) -> bool:
    """Whether the player to move lays something out on a board in secret."""
    game = state.engine.game
    if not game.board.sites or not game.is_hidden or state.is_terminal or len(game.turns) < 2:
        return False
    return state.observation(state.current_player)["fields"].get("phase") not in _MAIN


def hands_over(state: State, action: int) -> bool:
    """Whether an action ends the set-up of its player, which everybody sees, and something of it is hidden from others."""
    if not is_laying(state):
        return False
    # as far as the player can know
    world, mover = (state.imagine(state.current_player, 0), state.current_player)
    if world is None:
        return True
    after = world.apply(action)
    is_last = after.is_terminal or after.current_player != mover or not is_laying(after)
    return is_last and (_is_unseen(state, mover) or _is_unseen(after, mover))


def _is_unseen(state: State, player: int) -> bool:
    """Whether something that a player sees on the board is hidden from another one."""
    mine = state.observation(player)
    for other in range(len(state.engine.game.players)):
        theirs = state.observation(other) if other != player else mine
        for part in ("pieces", "sites"):
            seen, held = theirs.get(part) or {}, mine.get(part) or {}
            if any(not contains_hidden(v) and seen.get(k) != v for k, v in held.items()):
                return True
    return False


def decisions(table: Table, player: int) -> list[str]:
    """The player's own decisions of this set-up, as they are written."""
    session, found = table.session, list[str]()
    for i in range(len(session.moves) - 1, -1, -1):
        if session.states[i].current_player != player or not is_laying(session.states[i]):
            break
        found.append(session.moves[i])
    return found[::-1]


def shuffle(table: Table, player: int) -> tuple[str, ...]:
    """Makes the rest of the set-up at random. Raises Refused, GameError.

    The last decision, which hands it over, is drawn and not made: its path of choices is given.
    """
    _check(table, player)
    random = Random(new_seed())
    for _ in range(_LONGEST):
        legal = table.state.legal_actions()
        action = legal[random.below(len(legal))]
        if hands_over(table.state, action):
            return table.chooser.spelt(action).path
        table.play(action)
    return ()


def lay(table: Table, player: int, moves: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Makes the decisions of a set-up that was saved, as far as they are lawful and do not hand over; how many fit here.

    The last decision, which hands it over, is not made: its path of choices is given, if it was saved, too. A set-up that was
    laid out on the other side of the board is turned to this side.
    """
    _check(table, player)
    board = table.game.board
    turns = (moves, *([_exchanged(m, _image(board, *way)) for m in moves] for way in _SIDES))
    best = max((_lawful(table.state, turned[:_LONGEST]) for turned in turns), key=len)
    for action in best:
        if hands_over(table.state, action):
            return len(best), table.chooser.spelt(action).path
        table.play(action)
    return len(best), ()


def _lawful(state: State, moves: Sequence[str]) -> list[int]:
    """The decisions that can be made one after the other, up to the first that cannot, and to that which hands over."""
    found: list[int] = []
    for move in moves:
        try:
            action = state.action_from_string(move)
        except IllegalAction:
            break
        found.append(action)
        if hands_over(state, action):
            break
        state = state.apply(action)
    return found


def _exchanged(move: str, image: Mapping[str, str]) -> str:
    """A move with each site in it exchanged for its image."""
    return re.sub(r"-?\w+(,-?\w+)?", lambda found: image.get(found[0], found[0]), move)


def clear(table: Table, player: int) -> None:
    """Takes the whole set-up back. Raises Refused."""
    _check(table, player)
    for _ in decisions(table, player):
        if table.session.would_reveal():
            break
        table.take_back_own()


def mirror(table: Table, player: int) -> None:
    """Lays the set-up out again as in a mirror: left and right exchanged. Raises Refused where that is not lawful."""
    _check(table, player)
    before = decisions(table, player)
    if not before:
        raise Refused("nothing has been laid out yet")
    image = _image(table.game.board, *_MIRROR)
    found = _lawful(table.session.states[-1 - len(before)], [_exchanged(m, image) for m in before])
    if len(found) < len(before):
        raise Refused("this set-up has no lawful mirror image")
    clear(table, player)
    for action in found:
        table.play(action)


def may_mirror(table: Table, player: int) -> bool:
    """Whether there is something to mirror, and left and right offer the same to this set-up."""
    count = len(decisions(table, player))
    image = _image(table.game.board, *_MIRROR)
    if not count:
        return False
    first = table.session.states[-1 - count]
    for state in (first, first.apply(table.session.actions[-count])):
        found = {s for a in state.legal_actions() for s in state.action_sites(a)}
        names = {table.game.board.sites[s].name for s in found}
        exchanged = {image.get(n, n) for n in names}
        if len(names ^ exchanged) > 2:  # one site may have been taken just now
            return False
    return True


def _image(board: Board, is_across: bool, is_along: bool) -> dict[str, str]:
    """The name of each site's image, where there is one: left and right exchanged, top and bottom, or both."""
    xs, ys = [s.x for s in board.sites], [s.y for s in board.sites]
    at = {(s.x, s.y): s.name for s in board.sites}
    found = {}
    for s in board.sites:
        x = min(xs) + max(xs) - s.x if is_across else s.x
        y = min(ys) + max(ys) - s.y if is_along else s.y
        if (x, y) in at:
            found[s.name] = at[x, y]
    return found


def _check(table: Table, player: int) -> None:
    if table.mover != player or not is_laying(table.state):
        raise Refused("you are not laying out a set-up now")
