"""Numbers in the `notes` of a game, in which its author says the rules in words: where a number of the rules cannot be met, the one
that is meant may stand there.

notes "The wolf wins when it has eaten six of the ten sheep."
"""

import re

from gdl import model

_SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_SMALL, 2)}  # `one` is often no number
_LONGEST = 10  # letters or digits of a number
_SHOWN = 2  # numbers that a message offers


def noted(game: model.Game, low: float, high: float) -> list[int]:
    """The numbers from `low` to `high` in the notes of a game, the greatest first, if they are few."""
    words = re.findall(r"[a-z]+|\d+", game.headings.get("notes", "").lower())
    numbers = {int(w) if w.isdecimal() else _NUMBERS.get(w, -1) for w in words if len(w) < _LONGEST}
    found = sorted((n for n in numbers if low <= n <= high), reverse=True)
    return found if len(found) <= _SHOWN else []
