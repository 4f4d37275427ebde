"""Where the game of a table begins, from a position as text."""

from interpreter.engines.base import Engine
from interpreter.engines.errors import PositionError
from interpreter.fen import is_fen
from interpreter.hashing import MASK64
from interpreter.play.session import Beginning
from interpreter.play.web.table import Refused
from interpreter.positions import read_state, written


def begun_at(engine: Engine, position: str, seed: int | None = None) -> Beginning | None:
    """Where a game begins, from a position as YAML; None for the set-up of the rules. Raises Refused with the place.

    `seed`: what chance follows from, whatever the position says: who has written it is not to know what comes.
    """
    if not position:
        return None
    try:
        state = read_state(engine, position)
        if is_fen(position):
            position = written(state.position())
        if seed is not None and engine.game.has_chance:
            found = state.position()
            position = written({**found, "fields": {**(found.get("fields") or {}), "seed": seed & MASK64}})
            state = read_state(engine, position)
    except PositionError as error:
        raise Refused(str(error)) from error
    return Beginning(state, position)
