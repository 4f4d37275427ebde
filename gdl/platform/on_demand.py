"""Packages that offer what their modules hold, and load each module when it is first asked for.

A package is then quick to import, and its modules may import each other without all the rest (PEP 562).
Answers of methods (`kept`) and pickled values (`Pickled`) are made when they are first asked for, and once.
"""

import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from importlib import import_module
from typing import Concatenate, ParamSpec, TypeVar


def offered(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package that offers names; `homes` says in which module each of them is. A module of the
    package that has the name itself is offered as a whole.

    `__getattr__` raises AttributeError for a name that the package does not offer.
    """

    def look_up(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = import_module(homes[name])
        found = home if homes[name] == f"{package}.{name}" else getattr(home, name)
        setattr(sys.modules[package], name, found)  # so that it is looked up once
        return found

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return look_up, names


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
