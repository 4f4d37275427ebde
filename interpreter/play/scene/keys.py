"""Games as keys of what is kept about them."""

from gdl import model


class Key:
    """A game as a key: games are compared by identity here, as their values are large."""

    def __init__(self, game: model.Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.game is self.game
