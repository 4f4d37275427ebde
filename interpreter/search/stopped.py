"""Searches that were stopped, kept in files to go on later: the numbers and arrays of their records, as far as they are in use.

A file is about one position, under the same rules and version of the program, since the keys of positions and the places of
actions depend on both. It is trusted like memory: a proof that must not depend on it is made without it.
"""

import hashlib
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Numbers
from interpreter.fingerprint import VERSION, fingerprint
from interpreter.search.running import SearchError

_ABOUT, _METHOD, _NUMBER = "about", "method", "number "  # names in a file, besides those of arrays


@dataclass(frozen=True)
class Half:
    """What a search knew when it was stopped."""

    method: str
    numbers: Mapping[str, int]
    arrays: Mapping[str, Numbers]

    def restore(self, record: Block) -> None:
        """Puts it into the record of a search. Raises SearchError where that has less room."""
        if any(len(kept) > len(record.arrays[name]) for name, kept in self.arrays.items()):
            raise SearchError("what is kept needs more memory than this search may have")
        for name, kept in self.arrays.items():
            record.arrays[name][: len(kept)] = kept
        for name, number in self.numbers.items():
            record[name] = number


@dataclass(frozen=True)
class Keeping:
    """Where the search for the value of a position is kept, and what the position is."""

    path: Path
    about: str

    @classmethod
    def of(cls, path: Path, state: State) -> "Keeping":
        text = f"{VERSION} {fingerprint(state.engine.game)}".encode() + bytes(state)
        return cls(path, hashlib.sha256(text).hexdigest())

    def read(self) -> Half | None:
        """None if there is no file yet. Raises SearchError for one that is about something else, or broken."""
        try:
            with np.load(self.path, allow_pickle=False) as archive:
                names = [str(name) for name in archive["arr_0"]]
                found = {name: archive[f"arr_{i}"] for i, name in enumerate(names, 1)}
                if str(found[_ABOUT]) != self.about:
                    raise SearchError(
                        f"{self.path} keeps the search for another position, or that of another version of the program;"
                        " name another file"
                    )
                numbers = {n.removeprefix(_NUMBER): int(found[n]) for n in names if n.startswith(_NUMBER)}
                arrays = {n: found[n] for n in set(names) - {_ABOUT, _METHOD} if not n.startswith(_NUMBER)}
                return Half(str(found[_METHOD]), numbers, arrays)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile) as error:
            raise SearchError(f"{self.path} cannot be read as a search that was stopped") from error

    def write(self, half: Half) -> None:
        """Writes under another name first, so that a stop meanwhile leaves the file as it was."""
        parts: dict[str, ArrayLike] = {_ABOUT: self.about, _METHOD: half.method, **half.arrays}
        parts |= {_NUMBER + name: number for name, number in half.numbers.items()}
        try:
            with tempfile.NamedTemporaryFile(dir=self.path.parent, suffix=".part", delete=False) as file:
                made = Path(file.name)
                try:
                    np.savez(file, list(parts), *parts.values())  # names first
                except BaseException:
                    made.unlink(missing_ok=True)
                    raise
            made.replace(self.path)
        except OSError as error:
            raise SearchError(f"stopped, and {self.path} cannot be written: {error.strerror}") from error

    def forget(self) -> None:
        """Removes the file: nothing is left to be done."""
        with suppress(OSError):
            self.path.unlink()
