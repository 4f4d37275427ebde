"""Words of the rule sheet that need no game: nouns and verbs for what the language has, articles, plurals, lists, sentences."""

from collections.abc import Mapping, Sequence

from gdl import core
from gdl.visit import nodes
from interpreter.play.scene.names import words

NOUNS = {
    "site": "place", "piece": "piece", "player": "player", "kind": "kind", "direction": "direction", "number": "number",
    "set": "set", "symbol": "word", "entry": "entry",
}  # fmt: skip
VERBS = ("is", "may", "can", "has", "must")  # with which the name of a condition may begin
SHORT = 2  # letters: a name so short says nothing to people

# What a builtin's call says, with its arguments in order.
CALLS: Mapping[str, str] = {
    "empty": "{0} is empty", "occupied": "{0} is occupied", "even": "{0} is even", "odd": "{0} is odd",
    "count": "the number of {0}", "sum": "the sum of {0}", "beside": "{0} is next to {1}", "full": "the board is full",
    "distance": "the distance from {0} to {1}", "distance2": "the straight distance from {0} to {1}",
    "neighbours": "the neighbours of {0}", "step": "the place {1} of {0}", "opposite": "the opposite of {0}",
    "piece": "the piece on {0}", "site": "the place of {0}", "owner": "the owner of {0}", "kind": "the kind of {0}",
    "stack": "the pieces on {0}", "rival": "the opponent of {0}", "after": "the player after {0}", "union": "{0} and {1}",
    "difference": "{0} without {1}", "single": "{0}", "file": "the column of {0}", "rank": "the row of {0}",
    "side": "the {0} side", "last_rank": "the far row of {0}", "home_rank": "the home row of {0}",
    "turn": "the number of the turn", "moves": "the number of actions made", "passes": "the number of passes in a row",
    "captures": "the number of pieces captured", "captured": "the pieces captured", "sites": "all places",
    "players": "all players", "pieces": "all pieces", "kinds": "all kinds", "directions": "all directions", "edge": "the edge",
    "corners": "the corners", "centre": "the centre", "north_side": "the top row", "south_side": "the bottom row",
    "east_side": "the right side", "west_side": "the left side", "repeated": "the number of times this position was there",
    "between": "the places between {0} and {1}", "first": "the first of {0}", "last": "the last of {0}",
    "min": "the least of {0}", "max": "the greatest of {0}", "towards": "the direction from {0} to {1}",
    "relative": "{0}", "can_move": "{0} can move", "team": "the team of {0}", "partner": "the partner of {0}",
    "ended": "the game is over", "phase": "the phase", "abs": "the size of {0}",
}  # fmt: skip


def of_nobody(name: str, first: str) -> str:
    """A condition of the whole game, by its name."""
    if first in VERBS:
        return f"it {name}"
    if name.endswith("ed"):
        return f"it is {name}"
    return f"there is {name}" if name.endswith("s") else f"there is {with_article(name)}"


def noun(name: core.Local) -> str:
    """What a name of the rules stands for: its words, or where it has hardly any letters its type."""
    return words(name.name) if len(name.name) > SHORT else NOUNS.get(name.type.base, words(name.name))


def named(slot: int, within: object) -> str:
    """The name by which a part of the rules calls an element."""
    return next((n.name for n in nodes(within) if isinstance(n, core.Local) and n.slot == slot), "")


def joined(parts: Sequence[str], between: str) -> str:
    """Parts with commas, and a word before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {between} {parts[-1]}"


def sentence(text: str) -> str:
    """A text with a capital letter in front and a full stop behind."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ":")) else ".")


def with_article(noun: str) -> str:
    """A noun with `a` or `an` in front."""
    return f"an {noun}" if noun[:1].lower() in "aeio" else f"a {noun}"


def plural(what: str) -> str:
    """Several of what a step may meet."""
    for one, many in (
        ("a place", "places"),
        ("an empty place", "empty places"),
        ("any place", "places"),
        ("a piece", "pieces"),
        ("an enemy", "enemies"),
    ):
        if what.startswith(one):
            return many + what.removeprefix(one)
    return f"times {what}"


def several(kind: str) -> str:
    """Several pieces of a kind."""
    return (
        f"{kind[:-3]}men"
        if kind.endswith("man")
        else f"{kind}es"
        if kind.endswith(("s", "x", "ch"))
        else f"{kind}s"
    )
