"""What files of other programs call a game: by its title, by its bundled name, or as the heading `also` of its rules says."""

import re
from collections.abc import Iterable

from gdl.core.model import Game
from gdl.files.library import bundled_directory, bundled_games

_TITLE = re.compile(r'^game "([^"]*)"', re.MULTILINE)
_ALSO = re.compile(r'^  also "([^"]*)"', re.MULTILINE)
_FILES = re.compile(
    r'^  (?:(pdn) "(\d+)|(kif) ")', re.MULTILINE
)  # how files call a game by its heading: `PDN 20`, `KIF`


def is_called(game: Game, name: str) -> bool:
    """Whether a name in a file means a game."""
    return _alike(name) in _names([game.title, game.name], game.headings.get("also", ""))


def bundled_called(name: str) -> str | None:
    """The bundled game that a name in a file means. Only the heads of their files are read."""
    for bundled in bundled_games():
        text = (bundled_directory() / f"{bundled}.gdl").read_text("utf-8")
        title, also, file = _TITLE.search(text), _ALSO.search(text), _FILES.search(text)
        others = (also[1] if also else "") + ("," + " ".join(filter(None, file.groups())) if file else "")
        if _alike(name) in _names([bundled, *(title.groups() if title else ())], others):
            return bundled
    return None


def _names(known: Iterable[str], also: str) -> set[str]:
    """Each name, also without its last word, which often tells the family of the game and is left out in files."""
    shorter = [" ".join(n.split()[:-1]) for n in known]
    return {_alike(n) for n in (*known, *shorter, *also.split(","))} - {""}


def _alike(name: str) -> str:
    """A name without what is written in several ways: capitals and signs."""
    return "".join(re.findall(r"[^\W_]+", name.casefold()))
