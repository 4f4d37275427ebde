"""Reading files that come from outside: never more than a given number of bytes, whatever the file is."""

import errno
import os
from pathlib import Path
from typing import BinaryIO


def read_at_most(source: Path | BinaryIO, most: int) -> bytes:
    """The content of a file. Raises OSError, with a reason for people, also where it has more than so many bytes."""
    if isinstance(source, Path):
        with source.open("rb") as file:
            return read_at_most(file, most)
    data = source.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes")
    return data


def reason(error: Exception) -> str:
    """Why a file cannot be read or written, for people."""
    if isinstance(error, OSError) and error.errno is not None and error.strerror:
        return error.strerror
    return str(error) or os.strerror(errno.EIO)
