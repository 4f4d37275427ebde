"""What the first page shows of a game before anybody plays it: its picture, and what people look for games by. Both are kept on disk,
as a game must be read and checked for them.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import interpreter
from gdl.core.model import Game
from gdl.files.library import find, find_game
from gdl.files.sources import Reader
from gdl.limits import MAX_TEXT
from gdl.loader import load
from gdl.platform.safe_io import read_at_most
from interpreter.caching.game_cache import remembered
from interpreter.caching.stamps import program
from interpreter.play.lessons.cases import course
from interpreter.play.scene.cards import has_cards
from interpreter.play.scene.fields import throws
from interpreter.play.scene.names import player_counts
from interpreter.play.sheet.html import card
from interpreter.play.web.protocol import Data

_HEAD = re.compile(r'^game\s+"([^"]*)"(?:\s+extends\s+"([^"]*)")?', re.MULTILINE)
_MOST = 20  # files of which one extends the next


def heading(source: str) -> tuple[str, str]:
    """The title of a game, and the game that it extends or "", as its file says; nothing is checked. Raises OSError."""
    text = read_at_most(find(source), MAX_TEXT).decode("utf-8-sig", "replace")
    found = _HEAD.search(text)
    return (Path(source).stem, "") if found is None else (found[1], found[2] or "")


def facts(source: str) -> Data:
    """What is to be known of a game. Raises GameError, OSError."""
    path = find(source)
    return remembered("shelf", path, lambda read: _facts(path, load(path, None, None, read)), program())


def picture(source: str) -> str:
    """A game after some moves, to its first player where something is hidden. Raises GameError, OSError."""
    path = find(source)

    def drawn(read: Reader) -> str:
        engine = interpreter.engine(load(path, None, None, read), "reference")
        return card(engine, path.stem, is_played=True).picture

    return remembered("picture", path, drawn, program())


def _facts(path: Path, game: Game) -> Data:
    return {
        "title": game.title,
        "notes": game.headings.get("notes", ""),
        "seats": len(game.players),
        "players": [*player_counts(game)],
        "family": _family(path),
        "lessons": len(course(path)),
        "traits": [name for name, holds in _traits(game).items() if holds],
    }


def _traits(game: Game) -> Mapping[str, bool]:
    """What games are looked for by, in the words of the page."""
    return {
        "board": bool(game.board.sites),
        "cards": has_cards(game),
        "dice": bool(throws(game)),
        "hidden": game.is_hidden,
        "chance": game.has_chance,
    }


def _family(path: Path) -> str:
    """The title of the game that a file extends in the end, or its own."""
    title, base = heading(str(path))
    for _ in range(_MOST):
        if not base:
            break
        path = find_game(base, path.parent)
        title, base = heading(str(path))
    return title
