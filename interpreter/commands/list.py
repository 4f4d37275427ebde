"""The command `gdl list`, and the table of the bundled games. It is kept between runs, as reading and checking all games takes seconds:
under the hash of all that it depends on, which are the games and the program that reads them.
"""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

import gdl
from gdl.files.library import bundled_directory, bundled_games
from interpreter.caching import cache
from interpreter.commands.options import CannotWork, json_option
from interpreter.commands.output import print_json, progress

Row = dict[str, str]


def rows() -> Iterator[Row]:
    """For each bundled game its name, title, author, year, players, options and variants; of a wrong one what is known. Where the
    table is not kept, each row comes as soon as its game is checked."""
    key = _key()
    kept = cache.read(key)
    if kept is not None:
        yield from json.loads(kept)
        return
    found = list[Row]()
    for name in bundled_games():
        found.append(_row(name))
        yield found[-1]
    cache.write(key, json.dumps(found, ensure_ascii=False).encode())


def _all_rows() -> list[Row]:
    """The same together; a bar shows how far the checking is."""
    if cache.read(_key()) is not None:
        return list(rows())
    found = list[Row]()
    with progress("checking the games", len(bundled_games())) as advance:
        for row in rows():
            found.append(row)
            advance(len(found))
    return found


def _row(name: str) -> Row:
    from gdl.loader import examine  # slow to load, and not needed where the table is kept
    from interpreter.commands.games import describe_options
    from interpreter.play.scene.names import player_counts

    game, _ = examine(bundled_directory() / f"{name}.gdl")
    if game is None:
        return {"name": name, "title": "(has errors; see `gdl check`)"}
    return {
        "name": name,
        "title": game.title,
        "author": game.headings.get("author", ""),
        "year": str(game.headings.get("year", "")),
        "players": "-".join(map(str, dict.fromkeys(player_counts(game)))),
        "options": describe_options(game),
        "variants": ", ".join(game.variants),
    }


def _sources() -> Iterator[Path]:
    program = Path(gdl.__file__).parent
    yield from sorted(bundled_directory().glob("*.gdl"))
    yield from sorted(p for p in program.rglob("*") if p.suffix in (".py", ".lark"))
    yield from sorted(Path(__file__).parent.glob("*.py"))
    yield Path(__file__).parent.parent / "engines" / "notation.py"


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
    if not bundled_games():
        raise CannotWork(f"no games are in {bundled_directory()}")
    if as_json:
        print_json(_all_rows())
        return
    widths = _widths()
    click.echo("  ".join(f"{c:<{wide}}" for c, wide in widths.items()) + "  options")
    for row in rows():
        text = "  ".join(f"{row.get(c, ''):<{wide}}" for c, wide in widths.items())
        more = f"; variants {row['variants']}" if row.get("variants") else ""
        click.echo(f"{text}  {row.get('options', '')}{more}".rstrip())


def _widths() -> dict[str, int]:
    """How wide the columns are, by what stands at the head of the files: the list begins before the games are checked."""
    heads = [p.read_text("utf-8", "replace") for p in bundled_directory().glob("*.gdl")]
    written = {"title": r'game "([^"]*)"', "author": r'^  author "([^"]*)"'}
    longest = {
        c: max((len(m[1]) for h in heads if (m := re.search(r, h, re.M))), default=0)
        for c, r in written.items()
    }
    names = max(map(len, bundled_games()))
    return {"name": names, **longest, "year": len("year"), "players": len("players")}


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
