"""What `interpreter` offers, for type checkers: at run time each name is loaded when it is first asked for."""

from interpreter import learn
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError, RecordError
from interpreter.engines.make import engine
from interpreter.search.solving import solve

__all__ = ["Engine", "IllegalAction", "PositionError", "RecordError", "State", "engine", "learn", "solve"]
