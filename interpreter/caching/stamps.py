"""What tells versions of the program apart, by the times of its files: a command that answers from what it kept loads this alone."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import gdl
import interpreter

_PROGRAM, _TONGUE = Path(interpreter.__file__).parent, Path(gdl.__file__).parent
# folders of `interpreter` whose code decides what machine code is made
_ROOMS = ("ir", "llvm", "lowering", "shared")


def _version() -> str:
    """The files that make machine code, by their times: another version of them makes other code.

    Facts about boards and what expressions mean become constants of the code.
    """
    folders = [*(_PROGRAM / room for room in _ROOMS), _TONGUE / "boards", _TONGUE / "core"]
    return _stamps([*(e for folder in folders for e in _files(folder)), *os.scandir(_TONGUE)])


def _stamps(files: "Iterable[os.DirEntry[str]]") -> str:
    """Names, sizes and times of the sources among files: the same only as long as none of them is changed."""
    sources = sorted((e.path, e.stat()) for e in files if e.name.endswith((".py", ".lark")))
    return " ".join(f"{os.path.basename(path)} {stat.st_size} {stat.st_mtime_ns}" for path, stat in sources)


def program() -> str:
    """The whole program, by the times of its files: what it shows may depend on any of them."""
    return repr(
        sorted(
            (e.path, e.stat().st_size, e.stat().st_mtime_ns)
            for root in (_TONGUE, _PROGRAM)
            for e in _files(root)
        )
    )


def _files(folder: "str | Path") -> "Iterator[os.DirEntry[str]]":
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                yield entry
            elif entry.name != "__pycache__":
                yield from _files(entry.path)


VERSION = _version()
LANGUAGE = _stamps(_files(_TONGUE))  # the files that check games
ANALYSES = _stamps(_files(_PROGRAM / "analysis"))  # the files that look for what is wrong by playing
