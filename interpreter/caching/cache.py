"""A cache on disk for what takes long to make: machine code, the table of games.

A file is named by the hash of everything that its content depends on. It is written under another name and then renamed,
so that no process ever sees half of a file; a damaged file counts as missing. What cannot be written is not kept. Machine
code is run as it is, so the directory and its files must be the user's own (`gdl.platform.private_folders`).
"""

import hashlib
import os
import pickle
import tempfile
from contextlib import suppress
from pathlib import Path

import gdl
from gdl.platform.private_folders import cache_folder, read_own

FORMAT = "gdl native 1"
LIMIT = 200 * 1024 * 1024  # bytes in all; beyond it the files not used for the longest time are removed

_SUFFIX = ".native"
# names that begin so, one of sixteen, have the directory tidied up: it may hold thousands of files
_TIDIES = "0"
_DIGEST = 32


def folder() -> Path | None:
    """Where files are kept; None where there is no directory that can be trusted."""
    return cache_folder("native")


def key(*parts: str) -> str:
    """The name for content that depends on these texts."""
    found = hashlib.sha256(f"{FORMAT} {gdl.__version__}".encode())
    for part in parts:
        data = part.encode()
        found.update(f"\n{len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def read(name: str) -> bytes | None:
    """The content kept under a key, or None."""
    place = folder()
    if place is None:
        return None
    path = place / (name + _SUFFIX)
    data = read_own(path)
    if data is None or hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
        return None
    with suppress(OSError):
        os.utime(path)
    return data[_DIGEST:]


def unpickled(name: str) -> object | None:
    """The object kept under a key, or None; one that another version of the program has kept counts as none."""
    data = read(name)
    return None if data is None else loaded(data)


def take(name: str) -> object | None:
    """The same, once: nobody finds it again, whoever asks at the same time."""
    place, found = folder(), unpickled(name)
    if place is None or found is None:
        return None
    try:
        (place / (name + _SUFFIX)).unlink()
    except OSError:  # another process has taken it
        return None
    return found


def loaded(data: bytes) -> object | None:
    """The object that was pickled; None if another version of the program has done it."""
    try:
        found: object = pickle.loads(data)
    except (
        pickle.UnpicklingError,
        ArithmeticError,
        AttributeError,
        EOFError,
        ImportError,
        LookupError,
        TypeError,
        ValueError,
    ):
        return None
    return found


def keep(name: str, what: object) -> None:
    """Keeps an object under a key, as `write` does."""
    write(name, pickle.dumps(what))


def write(name: str, content: bytes, limit: int = LIMIT) -> None:
    """Keeps content under a key, as far as the directory can be written."""
    place = folder()
    if place is None:
        return
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(content).digest() + content)
            os.replace(temporary, place / (name + _SUFFIX))
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            return
        if name.startswith(_TIDIES):
            _shrink(place, limit)
    except OSError:
        return


def _shrink(place: Path, limit: int) -> None:
    """Removes the files not used for longest until the rest fits."""
    files = []
    for path in place.iterdir():
        try:
            found = path.stat()
        except OSError:
            continue  # another process removed it
        files.append((found.st_mtime, found.st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= limit:
            return
        path.unlink(missing_ok=True)
        total -= size
