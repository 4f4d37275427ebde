"""Execution: engines that run a checked game, and what players and designers do with them.

engine = interpreter.engine(game)
state = engine.initial_state(seed=7)
"""

from gdl.model import Game
from interpreter.engines.base import Engine, IllegalAction, PositionError, RecordError, State
from interpreter.engines.native import NativeEngine
from interpreter.engines.reference import ReferenceEngine

__all__ = ["Engine", "IllegalAction", "PositionError", "RecordError", "State", "engine"]


def engine(game: Game, kind: str = "native") -> Engine:
    """An engine for a game, `native` or `reference`. Raises ValueError for one that does not exist."""
    if kind == "reference":
        return ReferenceEngine(game)
    if kind == "native":
        return NativeEngine(game)
    raise ValueError(f"there is no engine `{kind}`; there are: native, reference")
