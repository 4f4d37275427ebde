"""The walks of a game's states: found once for each state, from the numbers that its engine lists."""

from interpreter.engines.base import Engine, State
from interpreter.numbering import ActionNumbers
from interpreter.play.choosing.tokens import Speller, Spelt
from interpreter.play.choosing.walk import Walk


class Chooser:
    """Makes the walks of one game."""

    def __init__(self, engine: Engine) -> None:
        self.game = engine.game
        self._numbers = ActionNumbers(engine.game)
        self._speller = Speller(engine.game)

    def walk(self, state: State) -> Walk:
        """The walk over the legal actions of a state, for the player to move."""
        return Walk([self.spelt(number) for number in state.legal_actions()])

    def spelt(self, number: int) -> Spelt:
        """The choices of an action. Raises ValueError for a number that no action has."""
        move = self._numbers.decode(number)
        if move is None:
            raise ValueError(f"{number} is not the number of an action of this game")
        return self._speller.spelt(number, move)
