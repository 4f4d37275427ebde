"""Checked games, and what was found wrong with them, kept on disk: a later start neither reads the rules nor checks them.

Both follow from its file, from the files that this one extends and uses, from its options, and from the program that
checks. What is kept is taken only if all of these are as they were.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import gdl
from gdl.files import library
from gdl.limits import MAX_TEXT
from gdl.platform.dataclass import dataclass
from gdl.platform.gc_pause import none_sought
from gdl.platform.safe_io import read_at_most
from gdl.source import Source
from interpreter.caching import cache
from interpreter.caching.stamps import LANGUAGE

Reader = Callable[[str, Source, bool], Source]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Read:
    """A file that another one names, and what was in it."""

    name: str
    by: str
    is_module: bool
    digest: bytes

    @property
    def is_as_it_was(self) -> bool:
        seek = library.find_module if self.is_module else library.find_game
        try:
            return _digest(seek(self.name, Path(self.by).parent)) == self.digest
        except OSError:
            return False


def load(path: Path, options: Mapping[str, str], variant: str | None = None) -> "gdl.Game":
    """The checked game of a file, as `gdl.load` gives it. Raises GameError."""

    def checked(read: Reader) -> "gdl.Game":
        from gdl import loader  # slow to import, and not needed for a game that is kept

        return loader.load(path, options, variant, read)

    return remembered("game", path, checked, *_settings(options, variant))


def name_of(path: Path, options: Mapping[str, str], variant: str | None = None) -> str | None:
    """The name under which the checked game of a file is kept; None if it is not, or if one of its files has changed."""
    try:
        name = _name("game", path, *_settings(options, variant))
    except OSError:
        return None
    return None if _standing(name) is None else name


def _settings(options: Mapping[str, str], variant: str | None) -> tuple[str, ...]:
    return repr(sorted(options.items())), repr(variant), LANGUAGE


def remembered(word: str, path: Path, make: Callable[[Reader], T], *more: str) -> T:
    """What `make` makes of a file, or what was kept of it under this word.

    `make` is given what reads the files that the file names. `more`: what else the result depends on.
    """
    try:
        name = _name(word, path, *more)
    except OSError:
        return make(_Reading([]))  # which says what is wrong
    found = _kept(name)
    if found is not None:
        made: T = found[0]
        return made
    reads: list[_Read] = []
    made = make(_Reading(reads))
    cache.write(name, pickle.dumps((reads, pickle.dumps(made))))
    return made


def _name(word: str, path: Path, *more: str) -> str:
    """The name of what is made of a file. Raises OSError."""
    return cache.key(word, str(path), _digest(path).hex(), *more)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads the files that others name, and notes them."""

    reads: list[_Read]

    def __call__(self, name: str, by: Source, is_module: bool) -> Source:
        from gdl.loader import read_named

        made = read_named(name, by, is_module)
        self.reads.append(_Read(name, by.name, is_module, _digest(Path(made.name))))
        return made


def _kept(name: str) -> tuple[Any] | None:
    """What is kept under a name, in a tuple; None if there is nothing, or if a file is another one by now."""
    made = _standing(name)
    if made is None:
        return None
    with none_sought():
        found = cache.loaded(made)
    return None if found is None else (found,)


def _standing(name: str) -> bytes | None:
    """What is kept under a name, as it was pickled; None as above."""
    found = cache.unpickled(name)
    if not isinstance(found, tuple):
        return None
    reads, made = found
    return made if isinstance(made, bytes) and all(read.is_as_it_was for read in reads) else None


def _digest(path: Path) -> bytes:
    return hashlib.sha256(read_at_most(path, MAX_TEXT)).digest()


_MANY = 20  # files beside a game; in such a directory they are other games


def file_times(path: Path) -> dict[Path, int]:
    """The files that a game may follow from, as far as they stand beside it, with the times of their last change."""
    found: dict[Path, int] = {}
    near = {path, path.with_suffix(".yaml")}
    beside = {*path.parent.glob("*.gdl")} | near
    for file in sorted(beside if len(beside) < _MANY else near):
        try:
            found[file] = os.stat(file).st_mtime_ns
        except OSError:  # it is being written anew
            continue
    return found
