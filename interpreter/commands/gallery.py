"""The command `gdl gallery`."""

from pathlib import Path

import click

from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from gdl.loader import bundled_games
from interpreter.commands.games import make_engine
from interpreter.commands.options import FINDINGS, CannotWork, Setup, parted
from interpreter.commands.output import progress, write


@click.command("gallery")
@click.argument("games", nargs=-1, metavar="[GAMES]...")
@click.option(
    "--html", "folder", required=True, metavar="DIR", help="The directory that the pages are written into."
)
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], folder: str) -> None:
    """Write games as a site: pictures of all, and their rule sheets.

    Without GAMES, all bundled games are written. A picture shows what spectators see after some random moves.
    """
    from interpreter.play.sheet.html import INDEX, card, index, rules  # svg takes long to load

    files = _by_name(games or tuple(bundled_games()))
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWork(f"the directory {folder} cannot be made: {error.strerror}") from error
    cards, wrong = [], []
    with progress("gallery", len(files)) as advance:
        for number, (name, game) in enumerate(files.items()):
            advance(number)
            try:
                engine = make_engine(*parted(game, Setup({}, None, "native", None)))
                cards.append(card(engine, name))
                write(str(Path(folder, f"{name}.html")), rules(engine), "the rules")
            except GameError as error:
                wrong.append(render(error.diagnostics))
    write(str(Path(folder, INDEX)), index(cards), "the page")
    for text in wrong:
        click.echo(text, err=True)
    click.echo(f"{Path(folder, INDEX)}: {len(cards)} games")
    if wrong:
        ctx.exit(FINDINGS)


def _by_name(games: tuple[str, ...]) -> dict[str, str]:
    """Games by the names of their pages. Raises CannotWork."""
    found: dict[str, str] = {}
    for game in games:
        name = Path(game).stem.replace(":", "_")
        if name in found or name == "index":
            raise CannotWork(f"two pages would be named {name}.html: leave out or rename `{game}`")
        found[name] = game
    return found
