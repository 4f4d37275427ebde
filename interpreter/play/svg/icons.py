"""Icons: the sign by which a picture draws a kind that is called by a noun, such as `elephant` or `war_elephant`.

`icons.json` has the nouns of each sign, `outlines.json` its outline. `looks` comes first; but one letter there is for text alone.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from gdl.core import model
from interpreter.play.memo import by_game
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.names import words


@cache
def _signs() -> dict[str, str]:
    """The sign of each noun."""
    nouns: dict[str, str] = json.loads(files(__package__).joinpath("icons.json").read_text("utf-8"))
    return {noun: sign for sign, several in nouns.items() for noun in several.split()}


def icon_of(name: str) -> str:
    """The sign of a name, by all its words or by the last one; "" for a name without one."""
    said = words(name).lower()
    known = _signs()
    return known.get(said) or known.get(said.rpartition(" ")[2], "")


@by_game
def icons(game: model.Game) -> Mapping[str, str]:
    """The signs of a game's kinds. No two kinds share one, and where all are colours or numbers none has one."""
    found = {kind.name: icon_of(kind.name) for kind in game.kinds}
    if all(name.lower() in COLOURS for name in found):
        return {}
    times = Counter(found.values())
    return {name: sign for name, sign in found.items() if sign and times[sign] == 1}


def may_replace(written: str) -> bool:
    """Whether what `looks` says of a kind leaves its picture open."""
    return re.fullmatch(r"[A-Za-z]?", written) is not None


def is_figure(sign: str) -> bool:
    """Whether a sign is drawn like the pieces ♔ to ♟: Unicode's block of compound and turned ones."""
    return "\U0001fa00" <= sign <= "\U0001fa6f"
