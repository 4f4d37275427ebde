"""Checks of what callers pass to engines: numbers of players and actions, counts, and whether two games are the same."""

from operator import index
from typing import SupportsIndex

from gdl.core.model import Game


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
