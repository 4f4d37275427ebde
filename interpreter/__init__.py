"""Execution: engines that run a checked game, and what players and designers do with them.

engine = interpreter.engine(game)
state = engine.initial_state(seed=7)
"""

from importlib import import_module

from gdl.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError, RecordError

__all__ = ["Engine", "IllegalAction", "PositionError", "RecordError", "State", "engine"]

# Loaded when the first engine is made: LLVM takes a third of a second, and most commands need no engine.
_ENGINES = {"native": "NativeEngine", "reference": "ReferenceEngine"}


def engine(game: Game, kind: str = "native", keep: bool = True) -> Engine:
    """An engine for a game, `native` or `reference`. Raises ValueError for one that does not exist.

    `keep`: whether machine code is kept on disk from one run to the next.
    """
    if kind not in _ENGINES:
        raise ValueError(f"there is no engine `{kind}`; there are: {', '.join(_ENGINES)}")
    make = getattr(import_module(f"interpreter.engines.{kind}"), _ENGINES[kind])
    made: Engine = make(game) if keep or kind == "reference" else make(game, keep=False)
    return made
