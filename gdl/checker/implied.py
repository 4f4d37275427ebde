"""What a clause that is missing would say, as far as the rest of the file tells: its players, its kinds, its board.

The lines are offered as examples, and none of them is sure: whoever wrote the file knows better.
"""

import re

from gdl.builtins import BY_NAME
from gdl.layout import blank_comments
from gdl.repairs import words
from gdl.types import NAMED

_NAME = r"[A-Za-z_]\w*"
_LANGUAGE = frozenset((*words(), *BY_NAME, *NAMED))
_OF_PLAYERS = (  # where a player stands
    r"\bplace\b[^;\n]*?\bof ([A-Z]\w*)",
    r"\b([A-Z]\w*) (?:wins|loses)\b",
    r"\bturn of ([A-Z]\w*)",
    r"\b(?:mover|owner\([^()]*\)) !?= ([A-Z]\w*)",
    r"\bof ([A-Z]\w*)\b",
)
_OF_KINDS = (  # where kinds stand, perhaps with commas between
    rf"(?m)^\s*move {_NAME} by ((?:{_NAME}(?:, *)?)+)",
    rf"\bplace ({_NAME}) (?:of|on|in)\b",
    rf"\b(?:own|enemy|ally) ({_NAME})",
    rf"\bkind\([^()]*\) (?::?=|!=) ({_NAME})",
    rf"(?m)^[ \t]+({_NAME})(?: of {_NAME})? \"",
)
_SIDE = 8  # of a board of which nothing is known


def players(text: str) -> str:
    """The line that names the players whom a file speaks of."""
    rules, kinds = _rules(text), _found(_rules(text), _OF_KINDS)
    named = [name for name in _found(rules, _OF_PLAYERS) if name not in kinds]
    others = [name for name in ("Red", "Blue") if name not in named]
    named += others[: max(0, 2 - len(named))]
    if re.search(r"\b(?:forward|backward|sideways|forward_diagonal|last_rank|first_rank)\b", rules):
        ways = [*("north", "south")[: len(named)], *["east", "west"][: max(0, len(named) - 2)]]
        if len(ways) == len(named):
            named = [f"{name} facing {way}" for name, way in zip(named, ways, strict=True)]
    return f"players {', '.join(named)}"


def kinds(text: str, besides: str = "") -> str:
    """The line that names the kinds of pieces of which a file speaks; `besides`: one that is known to be a kind."""
    named = _found(_rules(text), _OF_KINDS)
    first = [besides] if besides and besides not in named else []
    return f"kinds {', '.join((*first, *named))}" if first or named else ""


def board(text: str) -> list[str]:
    """The lines that may describe the board: of squares, as large as the sites ask that a file names, and of hexes."""
    rules = _rules(text)
    sites = re.findall(r"(?<![\w.])([a-h])(\d{1,2})(?!\w)", rules)
    stacking = " stacking" if re.search(r"\b(?:height|stack|top|under)\(", rules) else ""
    if sites:
        files, ranks = max(ord(f) - ord("a") + 1 for f, _ in sites), max(int(r) for _, r in sites)
        return [f"board square {files} x {ranks}{stacking}"]
    return [f"board square {_SIDE} x {_SIDE}{stacking}", f"board hex side 5{stacking}"]


def _found(rules: str, forms: tuple[str, ...]) -> list[str]:
    """The names that stand where one of some forms has them, each once, in the order of the forms."""
    found = (
        name for form in forms for listed in re.findall(form, rules) for name in re.split(r",\s*", listed)
    )
    introduced = set(
        re.findall(rf"\b(?:choose(?: openly| secretly)?|random|for|let|some|all|no) ({_NAME})\b", rules)
    )
    introduced |= set(re.findall(rf"({_NAME}):(?!=)", rules))  # parameters
    return [name for name in dict.fromkeys(found) if name and name not in _LANGUAGE | introduced]


def _rules(text: str) -> str:
    """A text without its comments and heading; texts within stay, as rows of looks have them."""
    return re.sub(r"(?m)\A\s*game\b.*\n(?:[ \t]+.*\n|\s*\n)*", "", blank_comments(text))
