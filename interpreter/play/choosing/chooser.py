"""The walks of a game's states: found once for each state, from the numbers that its engine lists."""

from interpreter.engines.base import Engine, State
from interpreter.numbering import ActionNumbers, Move
from interpreter.play.choosing.midway import other_orders
from interpreter.play.choosing.tokens import Speller, Spelt
from interpreter.play.choosing.walk import Walk


class Chooser:
    """Makes the walks of one game."""

    def __init__(self, engine: Engine) -> None:
        self.game = engine.game
        self._numbers = ActionNumbers(engine.game)
        self._speller = Speller(engine.game)

    def walk(self, state: State) -> Walk:
        """The walk over the legal actions of a state, for the player to move; of an action whose steps are made in any order, any
        of them that can be made first may be chosen first."""
        numbers = list(state.legal_actions())
        moves = [self._move(number) for number in numbers]
        spelt = [self._speller.spelt(n, move) for n, move in zip(numbers, moves, strict=True)]
        others = other_orders(self.game, moves, state)
        return Walk([*spelt, *(self._speller.spelt(numbers[at], move) for at, move in others)])

    def spelt(self, number: int) -> Spelt:
        """The choices of an action. Raises ValueError for a number that no action has."""
        return self._speller.spelt(number, self._move(number))

    def _move(self, number: int) -> Move:
        move = self._numbers.decode(number)
        if move is None:
            raise ValueError(f"{number} is not the number of an action of this game")
        return move
