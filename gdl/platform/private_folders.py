"""Directories that only their owner may write to: what is kept there is run or trusted later.

A directory is made for its owner alone (0700). One that belongs to somebody else, is a link, or may be written to by its
group or by others is refused with a message, once, and done without.
"""

import logging
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_dir

KEY_BYTES = 32
_OWNER_ONLY = 0o700
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

_log = logging.getLogger("gdl")
_refused: set[Path] = set()


def cache_folder(*names: str) -> Path | None:
    """The directory of this program's cache, or one in it, made if it is not there. None where it cannot be trusted or
    made."""
    path = Path(user_cache_dir("gdl", appauthor=False))
    return private_folder(path, *names)


def private_folder(path: Path, *names: str) -> Path | None:
    """A directory, and one in it for each name in turn. None where one of them cannot be trusted or made."""
    for name in ("", *names):
        path = path / name if name else path
        try:
            path.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
            wrong = _fault(os.lstat(path))
        except OSError:
            return None
        if wrong:
            if path not in _refused:
                _refused.add(path)
                _log.warning("%s is not used: it %s", path, wrong)
            return None
    return path


def read_own(path: Path) -> bytes | None:
    """The content of a file that only its owner may write to. None where it cannot be read or trusted."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or _owned_by_others(found):
                return None
            return file.read()
    except OSError:
        return None


def own_key(folder: Path | None, name: str) -> bytes | None:
    """Random bytes that only this user knows, to tell their own files from others; made when first asked for. None where they
    cannot be kept."""
    if folder is None:
        return None
    path = folder / name
    with suppress(OSError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    found = read_own(path)
    return found if found is not None and len(found) == KEY_BYTES else None


def _fault(found: os.stat_result) -> str:
    """Why a directory cannot be trusted; nothing if it can."""
    if not stat.S_ISDIR(found.st_mode):
        return "is no directory of its own"
    return _owned_by_others(found)


def _owned_by_others(found: os.stat_result) -> str:
    if not hasattr(os, "getuid"):  # elsewhere the directories of users are private
        return ""
    if found.st_uid != os.getuid():
        return "belongs to another user"
    if found.st_mode & _OTHERS_WRITE:
        return "may be written to by others: `chmod go-w` helps"
    return ""
