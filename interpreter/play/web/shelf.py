"""What the first page shows of a game before anybody plays it: its picture, and what people look for games by. Both are kept on disk,
as a game must be read and checked for them.

How long bundled games are comes with the program, as `benchmarks/lengths.py` has found it. No person's minutes are known.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import interpreter
from gdl.core.model import Game
from gdl.files.library import bundled_directory, find, find_game
from gdl.files.sources import Reader
from gdl.limits import MAX_TEXT
from gdl.loader import load
from gdl.platform.safe_io import read_at_most
from interpreter.caching.fingerprint import rules_hash
from interpreter.caching.game_cache import remembered
from interpreter.caching.stamps import program
from interpreter.play.lessons.cases import course
from interpreter.play.scene.cards import has_cards, piece_noun
from interpreter.play.scene.fields import rows_of_dice, throws
from interpreter.play.scene.names import player_counts
from interpreter.play.sheet.html import card
from interpreter.play.web.protocol import Data

_HEAD = re.compile(r'^game\s+"([^"]*)"(?:\s+extends\s+"([^"]*)")?', re.MULTILINE)
_MOST = 20  # files of which one extends the next
LENGTHS = bundled_directory() / "lengths.json"


class Length(NamedTuple):
    """The choices of each player in `games` games of a program against itself: the median, and those of the shortest and the longest
    game. `key`: of the rules."""

    key: str
    median: int
    least: int
    most: int
    games: int


@lru_cache(maxsize=1)
def lengths() -> dict[str, Length]:
    """What is known of lengths, by the names of games."""
    if not LENGTHS.is_file():
        return {}
    return {name: Length(*row) for name, row in json.loads(LENGTHS.read_text("utf-8")).items()}


def heading(source: str) -> tuple[str, str]:
    """The title of a game, and the game that it extends or "", as its file says; nothing is checked. Raises OSError."""
    text = read_at_most(find(source), MAX_TEXT).decode("utf-8-sig", "replace")
    found = _HEAD.search(text)
    return (Path(source).stem, "") if found is None else (found[1], found[2] or "")


def facts(source: str) -> Data:
    """What is to be known of a game. Raises GameError, OSError."""
    path = find(source)
    found: Data = remembered(
        "shelf", path, lambda read: _facts(path, load(path, None, None, read)), program()
    )
    known = lengths().get(path.stem)
    return {**found, "length": [*known[1:]] if known is not None and known.key == found["rules"] else None}


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
        "rules": rules_hash(game),
        "lessons": len(course(path)),
        "traits": [name for name, holds in _traits(game).items() if holds],
    }


def _traits(game: Game) -> Mapping[str, bool]:
    """What games are looked for by, in the words of the page: what is dealt face down may be dice or tiles, too."""
    noun = piece_noun(game)
    return {
        "board": bool(game.board.sites),
        "cards": has_cards(game) and noun not in ("die", "tile"),
        "dice": bool(throws(game)) or bool(rows_of_dice(game)) or noun == "die",
        "tiles": noun == "tile",
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
