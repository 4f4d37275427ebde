"""What whoever calls a game's machine code must know of its memory. It is kept on disk beside the machine code."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.caching import cache
from interpreter.shared.layouts import Layout


@dataclass(frozen=True, slots=True)
class Outline:
    """The memory of states and of a search's context. `blank` is a state in which nothing has happened.

    `row_words`: of an action in a list.
    """

    state: Layout
    context: Layout
    blank: bytes
    row_words: int


def outline(make: Callable[[], Outline], key: str, keep: bool = True) -> Outline:
    """An outline, made only if the cache has none under this key. Without `keep` the cache is not used."""
    name = cache.key("outline", key)
    kept = cache.unpickled(name) if keep else None
    if isinstance(kept, Outline):
        return kept
    made = make()
    if keep:
        cache.write(name, pickle.dumps(made))
    return made
