"""Why a game is over, in a sentence: the author's, else one made from the condition of its end."""

from gdl import core
from gdl.model import Game
from interpreter.engines.base import State
from interpreter.play.sheet.english import English


def end_of(state: State) -> str:
    """The sentence about the end of a finished game, such as "Red wins: the board is full"; empty while it goes on."""
    ended = state.ended
    if ended is None:
        return ""
    said = ended.text
    for ending in state.engine.game.ends:
        source = ending.condition.span.text
        before, colon, behind = said.partition(f": {source}")
        if ending.result.span == ended.span and colon and (not behind or behind.startswith(" (")):
            return f"{before}: {_said(state.engine.game, ending.condition)}{behind}"
    return said


def _said(game: Game, condition: core.Expr) -> str:
    """A condition in English, in one line."""
    while isinstance(condition, core.And) and condition.left.span == condition.span:
        condition = condition.right  # what the checker adds is no reason of the author's
    said = " ".join(English(game).say(condition).split())
    return said.replace("the player to move", "the last mover")  # nobody is to move any more
