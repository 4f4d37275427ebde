"""Going through the parts of a game."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from gdl import model

_APART = ("span", "names")


def inside(item: Any) -> Iterator[object]:
    """The nodes directly inside one, or inside a tuple of them."""
    waiting = (
        [getattr(item, f.name) for f in fields(item) if f.name not in _APART] if is_node(item) else [item]
    )
    while waiting:
        x = waiting.pop()
        if isinstance(x, tuple):
            waiting.extend(x)
        elif is_node(x):
            yield x


def nodes(root: object) -> Iterator[object]:
    """A part of the game and everything in it."""
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(item)
        elif is_node(item):
            yield item
            waiting.extend(inside(item))


def is_node(item: object) -> bool:
    return is_dataclass(item) and type(item).__module__ == model.__name__
