"""What calls of the language's own functions say."""

import re
from collections.abc import Mapping, Sequence

from interpreter.play.scene.names import words
from interpreter.play.sheet.clauses import Clause
from interpreter.play.sheet.elements import possessive
from interpreter.play.sheet.wording import joined

# One form, or one for each number of arguments.
CALLS: Mapping[str, str | tuple[str, ...]] = {
    "empty": "{0} is empty", "occupied": "{0} is occupied", "even": "{0} is even", "odd": "{0} is odd",
    "count": "the number of {0}", "sum": "the sum of {0}", "beside": "{0} is next to {1}", "full": "the board is full",
    "distance": ("the distance from {0} to {1}", "the number of steps ({2}) from {0} to {1}"), "distance2": "the squared straight distance from {0} to {1}",
    "neighbours": ("the neighbours of {0}", "the neighbours of {0} ({1})"),
    "step": ("the place {1} of {0}", "the place {2} steps {1} of {0}"), "opposite": "the direction opposite to {0}",
    "piece": "the piece on {0}", "site": "the place of {0}", "owner": "the owner of {0}", "kind": "the kind of {0}",
    "stack": "the pieces on {0}", "rival": "the opponent of {0}", "after": "the player after {0}", "union": "{0} and {1}",
    "difference": "{0} except {1}", "single": "{0}", "file": "the column of {0}", "rank": "the row of {0}",
    "file_of": "the places of column {0}", "rank_of": "the places of row {0}",
    "site_at": "the place in column {0} and row {1}", "turned": "the direction {1} steps clockwise from {0}",
    "half_turn": "the place where {0} is when the board is turned round", "mirrored": "the mirror image of {0} across {1}",
    "cells_of": "the cells at {0}", "borders_of": "the borders at {0}", "nodes_of": "the nodes at {0}",
    "border": "the border {1} of {0}", "borders": "all borders", "nodes": "all nodes",
    "side": "the {0} side", "last_rank": "the far row of {0}", "home_rank": "the home row of {0}",
    "turn": "the number of the turn", "moves": "the number of actions made", "passes": "the number of passes in a row",
    "captures": "the number of pieces captured", "captured": "the pieces captured", "sites": "all places",
    "steps": "the number of times this action was done so far", "players": "all players", "pieces": "all pieces",
    "kinds": "all kinds", "directions": "all directions", "edge": "the edge",
    "corners": "the corners", "centre": "the centre", "north_side": "the top row", "south_side": "the bottom row",
    "east_side": "the right side", "west_side": "the left side", "repeated": "the number of times this position was there",
    "cycle": "the number of turns since this position was there", "between": "the places between {0} and {1}",
    "first": "the first of {0}", "last": "the last of {0}", "first_of": "the first {1} of {0}", "last_of": "the last {1} of {0}",
    "nth": "number {1} in the order of {0}", "index": "the number of {0} among {1}",
    "min": ("the least of {0}", "the lesser of {0} and {1}"), "max": ("the greatest of {0}", "the greater of {0} and {1}"),
    "towards": "the direction from {0} to {1}", "relative": "{0}", "can_move": "{0} can move", "team": "the team of {0}",
    "partner": "the partner of {0}", "ended": "the game is over", "phase": "the phase", "abs": "the size of {0}",
    "entry": "{0} and {1}", "choices": "the number of actions that {0} has",
    "gap": "the fewest of {1} that must come to {0} for a way from {2} to {3} in the directions {4}",
}  # fmt: skip

LEFT_OUT: Mapping[str, tuple[int, ...]] = {
    "repeated": (0,),  # the present position, as there is no other
    "cycle": (0,),
    "relative": (1,),  # whose view it is: that of the player who is spoken of
    "entry": (2, 3),  # how a table is laid out
}
"""Arguments that are left out on purpose, by their numbers."""


def call(name: str, said: Sequence[str]) -> str:
    """A call of a builtin with what its arguments say."""
    for form in _call_forms(name):
        if _arguments_said(form) | set(LEFT_OUT.get(name, ())) == set(range(len(said))):
            if (own := re.fullmatch(r"the ([\w ]+) of \{0\}", form)) and said[0] in ("you", "your opponent"):
                return f"{possessive(said[0])} {own[1]}"
            told = form.format(*said).replace(" 1 steps ", " 1 step ")
            return re.sub(r"\b(column|row) the \1 of", r"the \1 of", told)
    return f"the {words(name)}" + (f" of {joined(said, 'and')}" if said else "")


def call_clause(name: str, said: Sequence[str]) -> Clause | None:
    """A call that is true or false, as a clause: its form begins with what it is about."""
    for form in _call_forms(name):
        found = re.fullmatch(r"(\{0\}|the [a-z]+) (is|can) ?(.*)", form)
        if found is not None and _arguments_said(form) == set(range(len(said))):
            return Clause(found[1].format(*said), found[2], found[3].format(*said))
    return None


def _call_forms(name: str) -> tuple[str, ...]:
    forms = CALLS.get(name, ())
    return (forms,) if isinstance(forms, str) else forms


def _arguments_said(form: str) -> set[int]:
    """The numbers of the arguments that a form says."""
    return {int(n) for n in re.findall(r"\{(\d)\}", form)}
