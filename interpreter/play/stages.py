"""What players have chosen together takes effect in stages: those that a viewer sees, one after the other."""

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position

Shown = tuple[State, Position]

MOST = 40  # stages that are shown of one action


def shown_stages(before: State, action: int, viewer: int | None) -> list[Shown]:
    """The stages between a state and that after an action, with what a viewer (None: a spectator) sees of each; without those that
    look like the one before, or like the end."""
    game = before.engine.game
    if game.together is None or game.hides:
        return []  # there are none: most games need not look for them at each move
    stages, found = before.stages(action)[:MOST], list[Shown]()
    if not stages:
        return found
    last, end = (_pieces(_seen(state, viewer)) for state in (before, before.apply(action)))
    for stage in stages:
        seen = _seen(stage, viewer)
        if (pieces := _pieces(seen)) not in (last, end):
            found.append((stage, seen))
            last = pieces
    return found


def _seen(state: State, viewer: int | None) -> Position:
    return state.public() if viewer is None else state.observation(viewer)


def _pieces(seen: Position) -> object:
    """Where the pieces are, and what is on them and on sites: fields of the game and of players alone make no stage."""
    return seen.get("pieces"), seen.get("sites"), seen.get("pools")
