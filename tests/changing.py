"""A bundled game with one text in place of another, for tests and benchmarks of what tells games apart."""

import re
from pathlib import Path

from gdl.library import find, modules_directory


def write_changed(folder: Path, game: str, old: str, new: str) -> Path:
    """Writes a bundled game with a change into a folder. What stands in a module that it uses is changed in a copy beside."""
    text = find(game).read_text("utf-8")
    path = folder / f"{game}.gdl"
    if old in text:
        path.write_text(text.replace(old, new, 1), "utf-8")
        return path
    path.write_text(text, "utf-8")
    for name in re.findall(r'^use "(\w+)"', text, re.M):
        module = (modules_directory() / f"{name}.gdl").read_text("utf-8")
        if old in module:
            (folder / f"{name}.gdl").write_text(module.replace(old, new, 1), "utf-8")
            return path
    raise AssertionError(f"{game} and its modules have no text {old!r}")
