"""The language: from the text of a `.gdl` file to a checked `Game`.

game = gdl.load("zola", options={"size": 4})

What this package offers is loaded when it is first asked for, so that its modules may import each other without all the
rest. `__init__.pyi` says the same to type checkers.
"""

import sys

from gdl.limits import FRAMES
from gdl.platform.on_demand import offered

__version__ = "0.2.0"
__all__ = ["Diagnostic", "Game", "GameError", "InternalError", "bundled_games", "examine", "load"]

_HOMES = {
    "Diagnostic": "gdl.diagnostics.values",
    "Game": "gdl.core.model",
    "GameError": "gdl.diagnostics.values",
    "InternalError": "gdl.diagnostics.values",
    "bundled_games": "gdl.loader",
    "examine": "gdl.loader",
    "load": "gdl.loader",
}

__getattr__, __dir__ = offered(__name__, _HOMES)

sys.setrecursionlimit(max(FRAMES, sys.getrecursionlimit()))
