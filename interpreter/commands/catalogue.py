"""The table of the bundled games, kept between runs: to read and check all of them takes seconds.

It is kept under the hash of all that it depends on: the games, and the program that reads them.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import gdl
from gdl.loader import bundled_directory, bundled_games, examine
from interpreter import cache
from interpreter.commands.games import describe_options
from interpreter.commands.progress import progress
from interpreter.engines import notation

Row = dict[str, str]


def rows() -> list[Row]:
    """For each game its name, title, author, year, players, options and variants; of a wrong one what is known."""
    key = _key()
    kept = cache.read(key)
    names, found = bundled_games(), list[Row]()
    if kept is not None:
        found += json.loads(kept)
        return found
    with progress("list", len(names)) as advance:
        for number, name in enumerate(names):
            advance(number)
            found.append(_row(name))
    cache.write(key, json.dumps(found, ensure_ascii=False).encode())
    return found


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
    return cache.key("list", *(f"{p.name}\n{p.read_text('utf-8', 'replace')}" for p in _sources()))
