"""Execution: engines that run a checked game, and what players and designers do with them.

engine = interpreter.engine(game)
state = engine.initial_state(seed=7)

What this package offers is loaded when it is first asked for, so that commands that need no engine start quickly.
`__init__.pyi` says the same to type checkers.
"""

from gdl.platform.on_demand import offered
from interpreter.shared.pictures import draw_by

__all__ = ["Engine", "IllegalAction", "PositionError", "RecordError", "State", "engine", "learn", "solve"]

_HOMES = {
    "Engine": "interpreter.engines.base",
    "IllegalAction": "interpreter.engines.errors",
    "PositionError": "interpreter.engines.errors",
    "RecordError": "interpreter.engines.errors",
    "State": "interpreter.engines.base",
    "engine": "interpreter.engines.make",
    "learn": "interpreter.learn",
    "solve": "interpreter.search.solving",
}

draw_by("interpreter.play.notebook", "picture_of")

__getattr__, __dir__ = offered(__name__, _HOMES)
