"""The command `gdl rules`."""

import sys

import click

from interpreter.commands.games import make_engine
from interpreter.commands.options import Setup, game_options, has_colour
from interpreter.commands.output import width, write
from interpreter.play.sheet.blocks import draw_sheet
from interpreter.play.sheet.sheet import sheet


@click.command("rules")
@game_options
@click.option("--html", metavar="FILE", help="Write a page that can be printed; `-` writes to the output.")
def command(game: str, setup: Setup, html: str | None) -> None:
    """Print the rules of a game for people, made from its file."""
    engine = make_engine(game, setup)
    blocks = sheet(engine)
    if html is not None:
        from interpreter.play.sheet.html import page  # svg takes long to load

        write(html, page(engine.game, blocks), "the rules")
        return
    colour = has_colour(sys.stdout)
    click.echo(draw_sheet(engine.game, blocks, width(), colour), color=colour)
