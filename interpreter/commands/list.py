"""The command `gdl list`."""

import shlex

import click

from gdl.loader import bundled_directory
from interpreter.commands import catalogue
from interpreter.commands.options import CannotWork, json_option
from interpreter.commands.output import print_json


@click.command("list")
@click.option("--in-progress", "in_progress", is_flag=True, help="List the games in progress instead.")
@json_option
def command(in_progress: bool, as_json: bool) -> None:
    """List the bundled games: title, author, year, players, options."""
    if in_progress:
        _list_games_in_progress(as_json)
        return
    rows = catalogue.rows()
    if as_json:
        print_json(rows)
        return
    columns = ("name", "title", "author", "year", "players")
    widths = {c: max([len(c), *(len(r.get(c, "")) for r in rows if "author" in r)]) for c in columns}
    click.echo("  ".join(f"{c:<{widths[c]}}" for c in columns) + "  options")
    for row in rows:
        text = "  ".join(f"{row.get(c, ''):<{widths[c]}}" for c in columns)
        more = f"; variants {row['variants']}" if row.get("variants") else ""
        click.echo(f"{text}  {row.get('options', '')}{more}".rstrip())
    if not rows:
        raise CannotWork(f"no games are in {bundled_directory()}")


def _list_games_in_progress(as_json: bool) -> None:
    """Those of the terminal and of `gdl play --web`, the one that was played last first, and how to go on with each."""
    from interpreter.play import autosave  # which loads YAML
    from interpreter.play.terminal.phrases import counted

    seen: set[str] = set()
    rows = []
    for found, path in autosave.in_progress():
        last = found.game not in seen
        seen.add(found.game)
        rows.append(
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
        print_json(rows)
        return
    for row in rows:
        click.echo(f"{row['title']}: {row['players']}, {row['moves']}, begun {row['began']}")
        click.echo(f"    {row['continue']}")
    if not rows:
        click.echo("no game is in progress")
