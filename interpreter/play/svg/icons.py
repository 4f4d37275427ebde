"""Icons: the sign by which a picture draws a kind that is called by a noun, such as `elephant` or `war_elephant`.

`icons.json` has the nouns of each sign, `outlines.json` its outline. `looks` comes first; but one letter there is for text alone.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from gdl.core import model
from interpreter.play.memo import by_game
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.names import words
from interpreter.play.svg.shapes import data


@cache
def _signs() -> Mapping[str, Sequence[str]]:
    """The signs of each noun, the best one first."""
    found: dict[str, list[str]] = {}
    for sign, several in data("icons").items():
        for noun in several.split():
            found.setdefault(words(noun), []).append(sign)
    return found


def _signs_of(name: str) -> Sequence[str]:
    """The signs of a name, by all its words or by the last one."""
    said = words(name).lower()
    return _signs().get(said) or _signs().get(said.rpartition(" ")[2], ())


def icon_of(name: str) -> str:
    """The sign of a name; "" for a name without one."""
    return next(iter(_signs_of(name)), "")


@by_game
def icons(game: model.Game) -> Mapping[str, str]:
    """The signs of a game's kinds. No two kinds share one, and where all are colours or numbers none has one."""
    names = [kind.name for kind in game.kinds]
    if all(name.lower() in COLOURS for name in names):
        return {}
    found: dict[str, str] = {}
    for name in names:  # of several that have the same, one with another one takes that
        signs = _signs_of(name)
        taken = Counter(icon_of(other) for other in names if other != name)
        found[name] = (
            next((s for s in signs[1:] if not taken[s]), signs[0])
            if signs and taken[signs[0]]
            else icon_of(name)
        )
    times = Counter(found.values())
    return {name: sign for name, sign in found.items() if sign and times[sign] == 1}


def may_replace(written: str) -> bool:
    """Whether what `looks` says of a kind leaves its picture open."""
    return re.fullmatch(r"[A-Za-z]?", written) is not None


def is_figure(sign: str) -> bool:
    """Whether a sign is drawn like the pieces ♔ to ♟: Unicode's block of compound and turned ones."""
    return "\U0001fa00" <= sign <= "\U0001fa6f"
