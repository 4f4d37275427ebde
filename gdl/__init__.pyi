"""What `gdl` offers, for type checkers: at run time each name is loaded when it is first asked for."""

from gdl.core.model import Game
from gdl.diagnostics.values import Diagnostic, GameError, InternalError
from gdl.loader import bundled_games, examine, load

__version__: str
__all__ = ["Diagnostic", "Game", "GameError", "InternalError", "bundled_games", "examine", "load"]
