"""A bundled game with one text in place of another, for tests and benchmarks of what tells games apart, and for lock step."""

import re
from pathlib import Path
from random import Random

from gdl.core import model
from gdl.diagnostics.values import GameError
from gdl.files.library import bundled_games, find, modules_directory
from gdl.loader import load
from interpreter.analysis.mutating import load_changed, mutants


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


def changed_at_random(seed: int) -> model.Game | None:
    """Some bundled game with a small change of its rules (a comparison, a quantifier, a condition less); None if nothing in it can be
    changed so, or the checker refuses it. Rules that people wrote are combined in ways that rules drawn at random seldom are."""
    random = Random(seed)
    path = find(random.choice(bundled_games()))
    changes = mutants(load(path))
    if not changes:
        return None
    mutant = random.choice(changes)
    try:
        return load_changed(mutant, path, {})
    except GameError:
        return None
