"""Engines from pickles: a process makes each engine once, however many states of it arrive."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from gdl.core.model import Game
from interpreter.engines.arguments import is_same_game


class _OfAGame(Protocol):
    game: Game


E = TypeVar("E", bound=_OfAGame)

_known: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()


def note(engine: _OfAGame, *settings: object) -> None:
    """Lets a pickle of an engine become this engine again in this process."""
    _known[_key(type(engine), engine.game, settings)] = engine


def remade(maker: Callable[..., E], game: Game, *settings: object) -> E:
    """The engine of a game: the one that this process has, or a new one."""
    found: E | None = _known.get(_key(maker, game, settings))
    return found if found is not None and is_same_game(found.game, game) else maker(game, *settings)


def _key(maker: object, game: Game, settings: tuple[object, ...]) -> tuple[Any, ...]:
    return (maker, game.name, tuple(sorted(game.settings.items())), *settings)
