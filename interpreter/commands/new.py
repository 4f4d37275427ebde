"""The command `gdl new`."""

import re
from pathlib import Path

import click

from gdl.files.library import bundled_directory
from interpreter.commands.options import CannotWork
from interpreter.commands.output import write

STARTERS = {
    "placement": "stones on empty sites; a row wins",
    "movement": "pieces that slide; the other side is the goal",
    "capture": "pieces that take each other; a kind to be taken",
    "cards": "hidden hands and tricks",
    "dice": "a race with a die, and men that are hit",
    "tiles": "tiles from a bag, laid beside each other for points",
}


@click.command("new")
@click.argument("name")
@click.option(
    "--from",
    "family",
    type=click.Choice(list(STARTERS)),
    default="placement",
    show_default=True,
    help="Which sort of game: " + "; ".join(f"{name}: {what}" for name, what in STARTERS.items()) + ".",
)
@click.option("--author", default="", help="Who has made it.")
def command(name: str, family: str, author: str) -> None:
    """Write a game to begin with, and its tests: NAME.gdl and NAME.yaml, which play and pass."""
    path = Path(name).with_suffix(".gdl")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem):
        raise CannotWork(
            f"`{path.stem}` is no name of a game: use small letters, digits and _, such as my_game"
        )
    cases = path.with_suffix(".yaml")
    for file in (path, cases):
        if file.exists():
            raise CannotWork(f"{file} is there already")
    starters = bundled_directory() / "starters"
    rules = (starters / f"{family}.gdl").read_text("utf-8")
    title = path.stem.replace("_", " ").capitalize()
    line = f'  author "{_quoted(author)}"\n' if author else ""
    rules = rules.replace('game "TITLE"', f'game "{title}"').replace('  author "AUTHOR"\n', line)
    write(str(path), rules, "the game")
    write(str(cases), (starters / f"{family}.yaml").read_text("utf-8"), "the tests")
    click.echo(f"{path} and {cases} are there. What next:")
    for what in ("play", "test", "watch"):
        click.echo(f"  gdl {what} {path}")


def _quoted(text: str) -> str:
    return text.replace("\\", " ").replace('"', "'")
