"""The command `gdl list`."""

import click

from gdl.loader import bundled_directory
from interpreter.commands import catalogue
from interpreter.commands.options import CannotWork, json_option
from interpreter.commands.output import print_json


@click.command("list")
@json_option
def command(as_json: bool) -> None:
    """List the bundled games: title, author, year, players, options."""
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
