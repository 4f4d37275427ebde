"""Files: never more than a given number of bytes is read, whatever the file is, and a file that is written always holds the old
content or the new one as a whole."""

import errno
import os
import tempfile
from contextlib import suppress
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


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Puts data in the place of a file's content at once. `mode`: who may read it; None: who could before, or by custom. What is
    there and is no file (a pipe, a device) is written to. Raises OSError or ValueError; then the old content stays."""
    target = path.resolve()
    is_device = Path("/dev") in path.absolute().parents  # `/dev/stdout` may be a file that others have open
    if is_device or (target.exists() and not target.is_file()):
        target.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(prefix=".gdl.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(
            name, _mode_of(target) if mode is None else mode
        )  # mkstemp makes files for their owner alone
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _mode_of(path: Path) -> int:
    """Who may read a file; of one that is not there yet what the user's mask leaves."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def reason(error: Exception) -> str:
    """Why a file cannot be read or written, for people."""
    if isinstance(error, OSError) and error.errno is not None and error.strerror:
        return error.strerror
    return str(error) or os.strerror(errno.EIO)
