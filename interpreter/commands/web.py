"""What the commands that open the browser do first: is it installed, which games are there, and where does it listen?"""

from collections.abc import Sequence
from importlib.util import find_spec

import click

from gdl.library import bundled_directory
from interpreter.commands.finding import find
from interpreter.commands.options import CannotWork
from interpreter.play.web.port import Port, open_port

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


def announce(port: Port, opens_browser: bool = False) -> None:
    """Says where a server is, and opens the browser there."""
    click.echo(port.address)
    if opens_browser:
        import webbrowser  # loads much that only this needs

        webbrowser.open(port.address)
