"""Finding the file of a game. Quick to load: a page that is laid out already is shown before anything else is known."""

import os
from pathlib import Path

from gdl.diagnostics.values import near
from gdl.files import library
from interpreter.commands.options import CannotWork

_QUOTED = 300  # letters of a name that a message quotes


def find(name: str) -> Path:
    """The file of a path or a bundled name. Raises CannotWork, naming near bundled games."""
    try:
        return from_here(library.find(name))
    except (OSError, ValueError):
        pass
    shown = name if len(name) <= _QUOTED else name[:_QUOTED] + "…"
    is_directory = len(name) <= _QUOTED and os.path.isdir(name)
    what = f"`{shown}` is a directory, not a game" if is_directory else f"there is no game `{shown}`"
    games = library.bundled_games()
    help = near(Path(name).stem, games) or f"the bundled games are: {', '.join(games)}"
    raise CannotWork(f"{what}; {help}")


def from_here(path: Path) -> Path:
    """A path as people read and click it in messages: from where they are, if it is below."""
    try:
        return path.relative_to(Path.cwd())
    except (OSError, ValueError):  # elsewhere; or the directory of the process is gone
        return path
