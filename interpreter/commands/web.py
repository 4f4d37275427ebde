"""What opens the browser: `gdl play --web`, and what it shares with `gdl serve`.

The rules, the engines and the server take a third of a second to load, so they are loaded while the browser opens the page.
"""

from collections.abc import Sequence
from importlib.util import find_spec

import click

from gdl.files.library import bundled_directory
from interpreter.commands.options import CannotWork, Setup, Start, find
from interpreter.play.web.first_response import Early, Port, front_name, open_port, take_front

_NEEDED = ("starlette", "uvicorn", "websockets", "jinja2", "segno")


def web_or_refuse(what: str) -> None:
    """Raises CannotWork where the extra `web` is not installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise CannotWork(
            f"{what} needs {', '.join(missing)}: install the extra `web`, as in "
            "`pip install 'gdl-interpreter[web]'`, or in a clone `pip install '.[web]'`"
        )


def find_games(names: Sequence[str]) -> dict[str, str]:
    """The games to be served: their names, and what each is loaded from. Raises CannotWork."""
    found: dict[str, str] = {}
    for name in names:
        path = find(name).resolve()
        if path.stem in found:
            raise CannotWork(f"two games are called `{path.stem}`; a server needs different names")
        found[path.stem] = path.stem if path.parent == bundled_directory().resolve() else str(path)
    return found


def listen(host: str, number: int) -> Port:
    """The port of a server; 0 takes a free one. Raises CannotWork."""
    try:
        return open_port(host, number)
    except OSError as error:
        what = f"port {number} of {host} cannot be used ({error})"
        raise CannotWork(f"{what}; take another one with --port") from error


def announce(port: Port, opens_browser: bool = False, path: str = "/") -> None:
    """Says where a server is, or its page with this path, and opens the browser there."""
    address = port.address.rstrip("/") + path
    click.echo(address)
    if opens_browser:
        import webbrowser  # loads much that only this needs

        webbrowser.open(address)


def begin(
    name: str, setup: Setup, seats: tuple[str, ...], port: int, opens_browser: bool, books: Sequence[str] = ()
) -> None:
    """A new game. Its address is said as soon as nothing can be refused any more: at once where its first page is laid out already."""
    served = find_games([name])
    kept = _name(name, setup, seats)
    page = None if kept is None else take_front(kept)
    listening = listen("127.0.0.1", port)
    early = None if page is None else Early(listening, page)
    if early is not None:
        early.start()
        announce(listening, opens_browser)
    from interpreter.commands import web_server
    from interpreter.commands.games import make_engine
    from interpreter.commands.seats import seat_words, take_seats
    from interpreter.commands.start_position import seed_of
    from interpreter.play.autosave import Autosave
    from interpreter.play.web.new_table import Wish

    engine = make_engine(name, setup)
    shown, game = next(iter(served)), engine.game
    seed, tokens = (seed_of(setup), ()) if page is None else (page.seed, page.tokens)
    wish = Wish(shown, setup.settings, setup.variant, seat_words(seats, game), seed=seed, tokens=tokens)
    names = take_seats(seats, game, 0)[1]
    if early is None:
        announce(listening, opens_browser)
    serving = web_server.Serving(
        served, [(shown, game.title, "")], listening, engine=setup.engine, books=books
    )
    if kept is None and setup.seed is None:  # the rules have been kept by now
        kept = _name(name, setup, seats)
    first = web_server.First(wish, None, engine, names, Autosave(), early, kept)
    web_server.serve(serving, lambda: None, first)


def _name(name: str, setup: Setup, seats: tuple[str, ...]) -> str | None:
    """The name of the page that was laid out for such a game; none is where its seed is chosen."""
    if setup.seed is not None:
        return None
    return front_name(find(name), setup.settings, setup.variant, setup.engine, seats)


def go_on(
    name: str,
    setup: Setup,
    seats: tuple[str, ...],
    start: Start,
    port: int,
    opens_browser: bool,
    books: Sequence[str] = (),
) -> None:
    """A game that goes on, or that begins with a position: `start`. Raises CannotWork, GameError."""
    from interpreter.commands import web_server
    from interpreter.commands.seats import seat_words, take_seats
    from interpreter.commands.start_position import Continuation
    from interpreter.engines.errors import RecordError
    from interpreter.play.autosave import Autosave
    from interpreter.play.web.new_table import Wish

    served = find_games([name])
    continued = Continuation.of(name, setup, start)
    found, engine = continued.record, continued.engine
    said, shown = continued.seats(seats), next(iter(served))
    options = {k: str(v) for k, v in found.options.items()}
    wish = Wish(shown, options, None, seat_words(said, engine.game), seed=found.seed)
    names = take_seats(said, engine.game, 0)[1]
    listening = listen("127.0.0.1", port)
    continued.say_what_has_changed()
    serving = web_server.Serving(
        served, [(shown, engine.game.title, "")], listening, engine=setup.engine, books=books
    )
    try:
        first = web_server.First(wish, found, engine, names, Autosave(continued.path))
        web_server.serve(serving, lambda: announce(listening, opens_browser), first)
    except RecordError as error:
        raise CannotWork(str(error)) from error
