"""Checked games kept on disk, so that a later start neither reads the rules nor checks them.

A game follows from its file, from the files that this one extends and uses, from its options, and from the program that
checks. What is kept is taken only if all of these are as they were.
"""

import gc
import hashlib
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gdl import library
from gdl.limits import MAX_TEXT
from gdl.model import Game
from gdl.reading import read_at_most
from gdl.source import Source
from interpreter import cache
from interpreter.fingerprint import LANGUAGE


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


def load(path: Path, options: Mapping[str, str], variant: str | None = None) -> Game:
    """The checked game of a file, as `gdl.load` gives it. Raises GameError."""
    try:
        name = cache.key(
            "game", str(path), _digest(path).hex(), repr(sorted(options.items())), repr(variant), LANGUAGE
        )
    except OSError:
        return _checked(path, options, variant)[0]  # which says what is wrong
    return _kept(name) or _keep(name, *_checked(path, options, variant))


def _checked(path: Path, options: Mapping[str, str], variant: str | None) -> tuple[Game, list[_Read]]:
    """The game, and the files that were read beside its own."""
    from gdl import loader  # slow to import, and not needed for a game that is kept

    found: list[_Read] = []

    def read(name: str, by: Source, is_module: bool) -> Source:
        made = loader.read_named(name, by, is_module)
        found.append(_Read(name, by.name, is_module, _digest(Path(made.name))))
        return made

    return loader.load(path, options, variant, read), found


def _kept(name: str) -> Game | None:
    gc.disable()  # nothing of what is made is garbage
    try:
        found = cache.unpickled(name)
    finally:
        gc.enable()
    if not isinstance(found, tuple):
        return None
    reads, game = found
    if not all(read.is_as_it_was for read in reads):
        return None
    made: Game = game
    return made


def _keep(name: str, game: Game, reads: list[_Read]) -> Game:
    cache.write(name, pickle.dumps((reads, game)))
    return game


def _digest(path: Path) -> bytes:
    return hashlib.sha256(read_at_most(path, MAX_TEXT)).digest()
