"""The command `gdl list`, and the table of the bundled games. It is kept between runs, as reading and checking all games takes seconds:
under the hash of all that it depends on, which are the games and the program that reads them.
"""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

import gdl
from gdl.loader import bundled_directory, bundled_games, examine
from interpreter.caching import cache
from interpreter.commands.games import describe_options
from interpreter.commands.options import CannotWork, json_option
from interpreter.commands.output import print_json
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


@click.command("list")
@click.option("--in-progress", "in_progress", is_flag=True, help="List the games in progress instead.")
@json_option
def command(in_progress: bool, as_json: bool) -> None:
    """List the bundled games: title, author, year, players, options."""
    if in_progress:
        _list_games_in_progress(as_json)
        return
    games = rows()
    if as_json:
        print_json(games)
        return
    columns = ("name", "title", "author", "year", "players")
    widths = {c: max([len(c), *(len(r.get(c, "")) for r in games if "author" in r)]) for c in columns}
    click.echo("  ".join(f"{c:<{widths[c]}}" for c in columns) + "  options")
    for row in games:
        text = "  ".join(f"{row.get(c, ''):<{widths[c]}}" for c in columns)
        more = f"; variants {row['variants']}" if row.get("variants") else ""
        click.echo(f"{text}  {row.get('options', '')}{more}".rstrip())
    if not games:
        raise CannotWork(f"no games are in {bundled_directory()}")


def _list_games_in_progress(as_json: bool) -> None:
    """Those of the terminal and of `gdl play --web`, the one that was played last first, and how to go on with each."""
    from interpreter.play import autosave  # which loads YAML
    from interpreter.play.terminal.texts import counted

    seen: set[str] = set()
    unfinished = []
    for found, path in autosave.in_progress():
        last = found.game not in seen
        seen.add(found.game)
        unfinished.append(
            {
                "title": found.title,
                "players": ", ".join(f"{p} {found.names.get(p, who)}" for p, who in found.seats.items()),
                "moves": counted(len(found.moves)),
                "began": found.date[:16].replace("T", " "),
                "continue": shlex.join(
                    ["gdl", "play", found.game, *(["--resume"] if last else ["--load", str(path)])]
                ),
            }
        )
    if as_json:
        print_json(unfinished)
        return
    for row in unfinished:
        click.echo(f"{row['title']}: {row['players']}, {row['moves']}, begun {row['began']}")
        click.echo(f"    {row['continue']}")
    if not unfinished:
        click.echo("no game is in progress")
