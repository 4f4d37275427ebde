"""Searches that were stopped, kept in files to go on later: the numbers and arrays of their records, as far as they are in use.

A file is about one position, under the same rules and version of the program, since the keys of positions and the places of
actions depend on both. Machine code uses it as it is. So it begins with a seal (HMAC, RFC 2104) by a key that only this user
has: a file that was made or changed by anybody else is refused before anything in it is looked at.
"""

import hashlib
import hmac
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import ArrayLike
from platformdirs import user_data_dir

from gdl.platform.private_folders import own_key, private_folder
from interpreter.caching.fingerprint import fingerprint
from interpreter.caching.stamps import VERSION
from interpreter.engines.base import State
from interpreter.engines.searching import Block, Numbers
from interpreter.search.running import SearchError

_SEAL = hashlib.sha256().digest_size  # bytes at the beginning of a file
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
        """None if there is no file yet. Raises SearchError for one that is about something else, broken or not this user's."""
        key = _key()
        try:
            with open(self.path, "rb") as file:
                given = file.read(_SEAL)
                if not hmac.compare_digest(given, _seal(file, key)):
                    raise SearchError(
                        f"{self.path} cannot be read as a search that was stopped here: name another file"
                    )
                file.seek(_SEAL)
                return self._unpacked(file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile) as error:
            raise SearchError(f"{self.path} cannot be read as a search that was stopped") from error

    def _unpacked(self, file: IO[bytes]) -> Half:
        """What a file of this user says. Raises SearchError if it is about something else."""
        with np.load(file, allow_pickle=False) as archive:
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

    def write(self, half: Half) -> None:
        """Writes under another name first, so that a stop meanwhile leaves the file as it was."""
        parts: dict[str, ArrayLike] = {_ABOUT: self.about, _METHOD: half.method, **half.arrays}
        parts |= {_NUMBER + name: number for name, number in half.numbers.items()}
        try:
            with tempfile.NamedTemporaryFile(dir=self.path.parent, suffix=".part", delete=False) as file:
                made = Path(file.name)
                try:
                    file.write(bytes(_SEAL))
                    np.savez(file, list(parts), *parts.values())  # names first
                    file.seek(_SEAL)
                    seal = _seal(file, _key())
                    file.seek(0)
                    file.write(seal)
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


def _key() -> bytes:
    """The key of this user. Raises SearchError where none can be kept."""
    found = own_key(private_folder(Path(user_data_dir("gdl", appauthor=False))), "seal")
    if found is None:
        raise SearchError(
            "a search cannot be kept: there is no directory of your own for the key of its file"
        )
    return found


def _seal(file: IO[bytes], key: bytes) -> bytes:
    """The seal of what a file says from here on."""
    made = hmac.new(key, digestmod=hashlib.sha256)
    while part := file.read(1 << 20):
        made.update(part)
    return made.digest()
