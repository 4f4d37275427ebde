"""What is remembered for a while, by the identity of what it is about: of games, as their values are large, and of states."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from threading import Lock
from typing import Generic, TypeVar

from gdl.core.model import Game

T = TypeVar("T")
_GAMES = 64


class _Key:
    """A game as a key."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.game is self.game


def by_game(compute: Callable[[Game], T]) -> Callable[[Game], T]:
    """A function of a game that remembers its answers for the games that were asked about last."""

    @lru_cache(maxsize=_GAMES)
    def known(key: _Key) -> T:
        return compute(key.game)

    @wraps(compute)
    def answer(game: Game) -> T:
        return known(_Key(game))

    return answer


class Recent(Generic[T]):
    """The values that were asked for last, at most so many. Each belongs to an object, such as a state, and to a key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[tuple[int, Hashable], tuple[object, T]] = OrderedDict()

    def get(self, of: object, key: Hashable, make: Callable[[], T]) -> T:
        """The value of an object and a key; made if it is not known. Objects are compared by identity, which is quick."""
        whole = (id(of), key)
        with self._lock:
            known = self._known.get(whole)
            if known is not None and known[0] is of:
                self._known.move_to_end(whole)
                return known[1]
        made = make()
        with self._lock:
            self._known[whole] = (of, made)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return made
