"""The table of the bundled games, kept between runs: to read and check all of them takes seconds.

It is kept in the user's cache directory, under the hash of all that it depends on: the games, and the program that reads
them. What is damaged or cannot be written is as good as none.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_dir

import gdl
from gdl.loader import bundled_directory, bundled_games, examine
from interpreter.commands.common import describe_options, progress
from interpreter.engines import notation

Row = dict[str, str]

_COLUMNS = {"name", "title", "author", "year", "players", "options", "variants"}


def rows() -> list[Row]:
    """For each game its name, title, author, year, players, options and variants; of a wrong one what is known."""
    path = folder() / f"{_key()}.json"
    kept = _kept(path)
    if kept is not None:
        return kept
    names = bundled_games()
    found = []
    with progress("list", len(names)) as advance:
        for number, name in enumerate(names):
            advance(number)
            found.append(_row(name))
    _keep(path, found)
    return found


def folder() -> Path:
    return Path(user_cache_dir("gdl", appauthor=False)) / "list"


def _row(name: str) -> Row:
    game, _ = examine(bundled_directory() / f"{name}.gdl")
    if game is None:
        return {"name": name, "title": "(has errors; see `gdl check`)"}
    number = next((o for o in game.options if o.name == "players"), None)
    return {
        "name": name,
        "title": game.title,
        "author": game.headings.get("author", ""),
        "year": str(game.headings.get("year", "")),
        "players": f"{number.values[0]}-{number.values[-1]}" if number else str(len(game.players)),
        "options": describe_options(game),
        "variants": ", ".join(game.variants),
    }


def _sources() -> Iterator[Path]:
    program = Path(gdl.__file__).parent
    yield from sorted(bundled_directory().glob("*.gdl"))
    yield from sorted(p for p in program.rglob("*") if p.suffix in (".py", ".lark"))
    yield from sorted(Path(__file__).parent.glob("*.py"))
    yield Path(notation.__file__)


def _key() -> str:
    found = hashlib.sha256()
    for path in _sources():
        data = path.read_bytes()
        found.update(f"{path.name} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def _kept(path: Path) -> list[Row] | None:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    is_whole = isinstance(found, list) and all(
        isinstance(row, dict) and {"name", "title"} <= row.keys() <= _COLUMNS for row in found
    )
    return found if is_whole else None


def _keep(path: Path, found: list[Row]) -> None:
    """Writes under another name and renames, so that no process sees half of it; earlier tables go."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(found, file, ensure_ascii=False)
        os.replace(temporary, path)
        for other in path.parent.glob("*.json"):
            if other != path:
                other.unlink(missing_ok=True)
    except OSError:
        return
