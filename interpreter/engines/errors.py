"""What engines raise, besides `GameError` for rules that go wrong in play, and the checks of what callers pass to them. Each message is
meant for people.
"""

from operator import index
from typing import SupportsIndex

from gdl.core.model import Game


class IllegalAction(ValueError):  # noqa: N818 - the field's word
    """An action that is not legal in a state; the message says why."""


class Ambiguous(IllegalAction):
    """A text that may mean any of several legal actions."""

    def __init__(self, message: str, actions: tuple[int, ...]) -> None:
        self.actions = actions
        super().__init__(message)


class Unreadable(IllegalAction):
    """A text that names no action of the game."""


class PositionError(ValueError):
    """A position that does not fit the game. `place` is the way to the wrong part, such as ("pieces", "a9")."""

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        self.place = place
        super().__init__(message)


class RecordError(ValueError):
    """Bytes or a saved game that cannot be read back."""


def check_player(game: Game, player: int) -> None:
    """Raises ValueError for what is no number of a player."""
    count = len(game.players)
    if type(player) is not int or not 0 <= player < count:
        names = ", ".join(f"{i} {p.name}" for i, p in enumerate(game.players))
        raise ValueError(f"there is no player {player!r}: players are given by their numbers, {names}")


def whole(value: object) -> int | None:
    """A whole number of any kind, such as one of NumPy, as an int; None for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # an array of several numbers has the method, too
        return None


def at_least(name: str, value: object, least: int) -> int:
    """A number that a caller passes, if it is whole and not too small. Raises ValueError."""
    number = whole(value)
    if number is None or number < least:
        raise ValueError(f"`{name}` is a whole number from {least} on, not {value!r}")
    return number


def is_same_game(a: Game, b: Game) -> bool:
    """Whether two games have the same rules and options."""
    return a is b or a == b
