"""Making the engine for a game."""

from importlib import import_module

from gdl.model import Game
from interpreter.engines.base import Engine

# Each is loaded when it is first made: LLVM takes a third of a second, which the reference engine does not need.
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
