"""Execution: engines that run a checked game, and what players and designers do with them.

engine = interpreter.engine(game)
state = engine.initial_state(seed=7)

What this package offers is loaded when it is first asked for, so that commands that need no engine start quickly.
`__init__.pyi` says the same to type checkers.
"""

from importlib import import_module

__all__ = ["Engine", "IllegalAction", "PositionError", "RecordError", "State", "engine", "solve"]

_HOMES = {
    "Engine": "interpreter.engines.base",
    "IllegalAction": "interpreter.engines.errors",
    "PositionError": "interpreter.engines.errors",
    "RecordError": "interpreter.engines.errors",
    "State": "interpreter.engines.base",
    "engine": "interpreter.engines.make",
    "solve": "interpreter.search.solving",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found  # so that it is looked up once
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
