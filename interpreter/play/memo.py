"""What is remembered for a while, by the identity of what it is about: of games, as their values are large, and of states."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from gdl.core import model


class Key:
    """A game as a key: games are compared by identity here, as their values are large."""

    def __init__(self, game: model.Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.game is self.game


T = TypeVar("T")


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
