"""What is made once, when it is first asked for: answers of methods (`kept`), and pickled values (`Pickled`)."""

import pickle
from collections.abc import Callable
from functools import cached_property, wraps
from typing import Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


def kept(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """The method, asked once for the same arguments, which must be hashable and are passed by their places. What is
    kept goes with the object, and is pickled with it."""
    place = f"_kept_{method.__name__}"

    @wraps(method)
    def answer(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs:
            raise TypeError(f"{method.__name__} takes its arguments by their places")
        try:
            known: R = self.__dict__[place][args]
        except KeyError:
            known = self.__dict__.setdefault(place, {})[args] = method(self, *args, **kwargs)
        return known

    return answer


class Pickled:
    """A pickled value that most who read what it belongs to never ask for. `value` makes it."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def value(self) -> object:
        made: object = pickle.loads(self.data)
        return made

    def __reduce__(self) -> tuple[type["Pickled"], tuple[bytes]]:
        return Pickled, (self.data,)
