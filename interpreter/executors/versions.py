"""Which program made a result, on which machine, and when."""

import hashlib
import os
import platform
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import gdl
import interpreter

_SUFFIXES = (".py", ".lark")


@cache
def program() -> str:
    """The version of this program with a hash of its sources: equal on two machines only if they run the same program."""
    found = hashlib.sha256()
    for package in (gdl, interpreter):
        root = Path(str(package.__file__)).parent
        for path in sorted(p for p in root.rglob("*") if p.suffix in _SUFFIXES):
            found.update(path.relative_to(root).as_posix().encode())
            found.update(path.read_bytes())
    return f"{gdl.__version__}+{found.hexdigest()[:8]}"


def made() -> dict[str, str]:
    """Which program on which machine makes a result, and when."""
    return {
        "program": program(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
