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
    files = [path for room in _ROOMS for path in (_PROGRAM / room).rglob("*.py")]
    language = [path for room in ("boards", "core") for path in (_TONGUE / room).rglob("*.py")]
    return stamps([*files, *language, *_TONGUE.glob("*.py")])


def stamps(files: Iterable[Path]) -> str:
    """Names, sizes and times of files: the same only as long as none of them is changed."""
    stats = ((path, path.stat()) for path in sorted(files))
    return " ".join(f"{path.name} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats)


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
LANGUAGE = stamps([*_TONGUE.rglob("*.py"), *_TONGUE.rglob("*.lark")])  # the files that check games
ANALYSES = stamps((_PROGRAM / "analysis").rglob("*.py"))  # the files that look for what is wrong by playing
