"""What the commands that open the browser ask before: whether that is installed, and which games there are."""

from collections.abc import Sequence
from importlib.util import find_spec

from gdl.library import bundled_directory
from interpreter.commands.games import find
from interpreter.commands.options import CannotWork

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
