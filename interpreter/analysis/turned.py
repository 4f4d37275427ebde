"""Conditions that are meant the other way round: what a condition says with another quantifier in the place of one of its own.

`no p in players: no hand(p)` holds where each player has something, so it ends a game at once. What was meant does not hold
there: `no p in players: some hand(p)`, or `some p in players: no hand(p)`. With one quantifier that is said of `some deck` alone.
"""

import re

from gdl import model
from gdl.checker import condition
from gdl.diagnostics import GameError
from interpreter.engines.reference.engine import ReferenceState

_WORD = re.compile(r"\b(no|some|all)\b(?=\s+\w)")
_OTHERS = {"no": ("some",), "some": ("no",), "all": ("no", "some")}
_MOST = 2  # readings that are told


def turned(text: str, game: model.Game, state: ReferenceState) -> list[str]:
    """The readings of a condition that holds too early which do not hold there, as far as they can be checked."""
    found, words = [], tuple(_WORD.finditer(text))
    if len(words) == 1 and not re.match(r"some\s+\w+(?:\([^()]*\))?$", text):
        return []  # `no king of Blue` is hardly meant to be `some king of Blue`
    for word in reversed(words):
        for other in _OTHERS[word[1]]:
            made = f"{text[: word.start()]}{other}{text[word.end() :]}"
            if _holds(made, game, state) is False:
                found.append(made)
    return found[:_MOST]


def _holds(text: str, game: model.Game, state: ReferenceState) -> bool | None:
    """Whether a condition holds in a position; None if it is none."""
    try:
        expr, slots = condition(game, text)
        view = state.rules().view
        view.names.extend([None] * max(0, slots - len(view.names)))
        return bool(view.value(expr))
    except GameError:
        return None
