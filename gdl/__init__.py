"""The language: from the text of a `.gdl` file to a checked `Game`.

game = gdl.load("zola", options={"size": 4})
"""

from gdl.diagnostics import Diagnostic, GameError, InternalError
from gdl.loader import bundled_games, examine, load
from gdl.model import Game

__version__ = "0.1.0"
__all__ = ["Diagnostic", "Game", "GameError", "InternalError", "bundled_games", "examine", "load"]
