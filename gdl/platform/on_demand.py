"""Packages that offer what their modules hold, and load each module when it is first asked for.

A package is then quick to import, and its modules may import each other without all the rest (PEP 562).
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


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
