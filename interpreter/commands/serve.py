"""The command `gdl serve`."""

from pathlib import Path

import click

from gdl.files.library import bundled_games
from gdl.platform.gc_pause import none_sought
from interpreter.commands.options import CannotWork, Whole, books_option, engine_option, find, parted
from interpreter.commands.seats import engine_or_refuse
from interpreter.commands.web import announce, find_games, listen, web_or_refuse
from interpreter.play.web.store import Store, usual_place


@click.command("serve")
@click.argument("games", nargs=-1)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0: all."
)
@click.option(
    "--port", type=Whole(min=0, max=65535), default=8000, show_default=True, help="0 takes a free one."
)
@click.option("--data", metavar="FILE", help="Where tables are kept, so that games go on after a restart.")
@click.option(
    "--bot",
    "programs",
    multiple=True,
    metavar="PROTOCOL:PROGRAM",
    help="Another program's engine that tables may seat, such as uci:stockfish; repeatable.",
)
@books_option
@click.option("--memory", is_flag=True, help="Keep tables in memory only.")
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="The address of a server in front of this one, which says who calls; may be given more than once.",
)
@engine_option
def command(
    games: tuple[str, ...],
    host: str,
    port: int,
    data: str | None,
    programs: tuple[str, ...],
    books: tuple[str, ...],
    memory: bool,
    proxies: tuple[str, ...],
    engine: str,
) -> None:
    """Hold tables for many players in the browser.

    Served are all bundled games, or those named, behind each, if wanted, values of its options: `zola:size=8`.
    """
    web_or_refuse("`gdl serve`")
    if memory and data is not None:
        raise CannotWork("--memory keeps no file: leave out --data or --memory")
    for text in programs:
        engine_or_refuse(text)
    named = [parted(text) for text in games]
    wanted, chosen = find_games([name for name, _ in named]), {}
    for name, setup in named:
        if setup.settings or setup.variant:
            from interpreter.commands.games import load  # slow to load

            load(name, setup)  # which says what is wrong with a setting
            chosen[find(name).resolve().stem] = (setup.settings, setup.variant)
    store = _store(None if memory else Path(data) if data is not None else usual_place())
    listening = listen(host, port)
    announce(listening)  # before the server is loaded, which takes a second: whoever calls meanwhile waits
    served = wanted or find_games(bundled_games())
    with none_sought():
        from interpreter.commands.web_server import Serving, serve, titles  # takes long to load

        entries = titles(served)
    serve(
        Serving(
            served,
            entries,
            listening,
            store,
            engine,
            proxies=proxies,
            programs=programs,
            chosen=chosen,
            books=books,
        ),
        lambda: None,
    )


def _store(path: Path | None) -> Store:
    """Where tables are kept; None: in memory. Raises CannotWork."""
    try:
        return Store(path, is_sole=path is not None)
    except OSError as error:
        raise CannotWork(str(error)) from error
