"""The files that a game follows from, with their times: for what waits until one of them is saved."""

import os
from pathlib import Path

_MANY = 20  # files beside a game; in such a directory they are other games


def times(path: Path) -> dict[Path, int]:
    """The files that a game may follow from, as far as they stand beside it, with the times of their last change."""
    found: dict[Path, int] = {}
    near = {path, path.with_suffix(".yaml")}
    beside = {*path.parent.glob("*.gdl")} | near
    for file in sorted(beside if len(beside) < _MANY else near):
        try:
            found[file] = os.stat(file).st_mtime_ns
        except OSError:  # it is being written anew
            continue
    return found
