"""Words of the rule sheet: nouns and verbs for what the language has, articles, plurals, lists, sentences, what calls of builtins say.

And what an expression shows by its form: whether it is a plain value, always or never holds, asks only whose a piece is, or must
be set off by parentheses where it is a part of something else; and what the parts of the generator ask of each other (`Speech`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from gdl.core import nodes as core
from gdl.core.types import Type
from gdl.core.visit import nodes
from interpreter.play.scene.names import words

NOUNS = {
    "site": "place", "piece": "piece", "player": "player", "kind": "kind", "direction": "direction", "number": "number",
    "set": "set", "symbol": "word", "entry": "entry",
}  # fmt: skip
VERBS = ("is", "may", "can", "has", "must")  # with which the name of a condition may begin
LINKS = tuple(
    f" {word}"
    for word in ("at", "to", "on", "in", "of", "with", "by", "for", "from", "over", "into", "behind")
)
SHORT = 2  # letters: a name so short says nothing to people


def of_nobody(name: str, first: str) -> str:
    """A condition of the whole game, by its name."""
    if first in VERBS:
        return f"it {name}"
    if name.endswith("ed"):
        return f"it is {name}"
    return f"there is {name}" if name.endswith("s") else f"there is {with_article(name)}"


def noun(name: core.Local) -> str:
    """What a name of the rules stands for: its words, or where it has hardly any letters its type."""
    return words(name.name) if len(name.name) > SHORT else noun_of(name.type, words(name.name))


def noun_of(kind: Type, otherwise: str) -> str:
    """What a value of a type is called."""
    return words(kind.name) if kind.name else NOUNS.get(kind.base, otherwise)


def named(slot: int, within: object) -> str:
    """The name by which a part of the rules calls an element."""
    return next((n.name for n in nodes(within) if isinstance(n, core.Local) and n.slot == slot), "")


def joined(parts: Sequence[str], between: str) -> str:
    """Parts with commas, and a word before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {between} {parts[-1]}"


def be(noun: str) -> str:
    """The verb of a noun: `the points of Red are`, `the radius of a1 is`."""
    head = re.split(r" of | at | for | among | in |[(,]", noun.removeprefix("the "))[0].strip()
    is_several = noun.startswith("the ") and head.endswith("s") and not head.endswith(("ss", "us", "is"))
    return "are" if is_several else "is"


def is_verb(word: str) -> bool:
    """Whether the first word of a name says what somebody does."""
    return word.endswith("s") and not word.endswith("ss") and word not in VERBS


def infinitive(verb: str) -> str:
    """A verb in the third person as it stands behind `does not`."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes", "oes")) else verb[:-1]


def sentence(text: str) -> str:
    """A text with a capital letter in front and a full stop behind."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ":")) else ".")


def number_of(count: int, noun: str) -> str:
    """How many there are of something: `two players`."""
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{numbers[count] if count < len(numbers) else count} {noun}{'' if count == 1 else 's'}"


def counted(number: str, after: str) -> tuple[str, str]:
    """A number and the text behind it, which may begin with what there are so many of: `1 step`, `as many steps as its speed`."""
    found = re.match(r" ([a-z]+(?:[^siu]s))\b", after)
    if found is None or found[1] in ("has", "was", "its", "does", "plus", "minus", "times"):
        return number, after
    if number == "1":
        return number, f" {found[1][:-1]}{after[found.end() :]}"
    if number.startswith("the "):
        return f"as many {found[1]} as {number}", after[found.end() :]
    return number, after


def with_article(noun: str) -> str:
    """A noun with `a` or `an` in front, unless it names several."""
    if noun.endswith("s") and " " not in noun and not noun.endswith(("ss", "us", "is")):
        return noun
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


# One form, or one for each number of arguments.
CALLS: Mapping[str, str | tuple[str, ...]] = {
    "empty": "{0} is empty", "occupied": "{0} is occupied", "even": "{0} is even", "odd": "{0} is odd",
    "count": "the number of {0}", "sum": "the sum of {0}", "beside": "{0} is next to {1}", "full": "the board is full",
    "distance": "the distance from {0} to {1}", "distance2": "the squared straight distance from {0} to {1}",
    "neighbours": ("the neighbours of {0}", "the neighbours of {0} ({1})"),
    "step": ("the place {1} of {0}", "the place {2} steps {1} of {0}"), "opposite": "the opposite of {0}",
    "piece": "the piece on {0}", "site": "the place of {0}", "owner": "the owner of {0}", "kind": "the kind of {0}",
    "stack": "the pieces on {0}", "rival": "the opponent of {0}", "after": "the player after {0}", "union": "{0} and {1}",
    "difference": "{0} without {1}", "single": "{0}", "file": "the column of {0}", "rank": "the row of {0}",
    "file_of": "the places of column {0}", "rank_of": "the places of row {0}",
    "site_at": "the place in column {0} and row {1}", "turned": "the direction {1} steps clockwise from {0}",
    "half_turn": "the place of {0} when the board is turned round", "mirrored": "the mirror image of {0} across {1}",
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
    "nth": "number {1} of {0}", "index": "the number of {0} among {1}",
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
            return form.format(*said).replace(" 1 steps ", " 1 step ")
    return f"the {words(name)}" + (f" of {joined(said, 'and')}" if said else "")


def _call_forms(name: str) -> tuple[str, ...]:
    forms = CALLS.get(name, ())
    return (forms,) if isinstance(forms, str) else forms


def _arguments_said(form: str) -> set[int]:
    """The numbers of the arguments that a form says."""
    return {int(n) for n in re.findall(r"\{(\d)\}", form)}


class Speech(Protocol):
    """Says the expressions of one game."""

    def say(self, e: core.Expr) -> str:
        """An expression: a clause for what is true or false, else a noun."""
        ...

    def apart(self, e: core.Expr) -> str:
        """An expression as a part of a noun."""
        ...

    def whole(self, e: core.Expr) -> str:
        """An expression as a side of a comparison."""
        ...

    def named(self, slot: int, within: object) -> str:
        """The name by which a part of the rules calls an element; "" where it does not speak of it."""
        ...

    def path(self, path: core.Path) -> str:
        """A path as a noun."""
        ...

    def applied(self, e: core.Apply) -> str:
        """A definition that is used."""
        ...

    def term(self, e: core.Apply) -> str:
        """The sentence by which a condition is told; "" where there is none."""
        ...

    def field(self, e: core.GetField) -> str:
        """A field: whether somebody has a mark, else a noun."""
        ...

    def mark(self, e: core.GetField) -> str:
        """The name of a mark."""
        ...


_SUMS, _LOOSE = ("+", "-"), (" where ", " such that ", " for ", ", otherwise ", "it is not so that ")


def is_const(e: core.Expr, value: core.Value) -> bool:
    """Whether an expression is this value under the options that are chosen."""
    return isinstance(e, core.Const) and type(e.value) is type(value) and e.value == value


def side(e: core.Expr) -> str:
    """`own` or `enemy`, where a condition says only that of a piece."""
    match e:
        case core.Compare(operator="=", left=core.Builtin(name="owner"), right=core.Role()):
            return "own"
        case core.And(
            left=core.Not(
                operand=core.Compare(left=core.Builtin(name="owner"), right=core.Const(value=None))
            ),
            right=core.Not(operand=core.Compare() as other),
        ):
            return "enemy" if side(other) == "own" else ""
        case _:
            return ""


def sided(e: core.Expr) -> core.Expr:
    """The piece of which `side` speaks."""
    match e:
        case core.Compare(left=core.Builtin(arguments=arguments)):
            return arguments[0]
        case core.And(right=core.Not(operand=operand)):
            return sided(operand)
        case _:
            return e


def always(e: core.Expr) -> bool:
    """Whether a condition holds under the options that are chosen, whatever the position."""
    match e:
        case core.And():
            return always(e.left) and always(e.right)
        case core.Or():
            return always(e.left) or always(e.right)
        case core.Not():
            return never(e.operand)
        case _:
            return is_const(e, True)


def never(e: core.Expr) -> bool:
    """Whether a condition cannot hold under the options that are chosen."""
    match e:
        case core.Not():
            return always(e.operand)
        case core.And():
            return never(e.left) or never(e.right)
        case core.Or():
            return never(e.left) and never(e.right)
        case _:
            return is_const(e, False)


def is_compound(e: core.Expr) -> bool:
    """Whether an expression has parts that words around it would tear apart."""
    match e:
        case core.Arithmetic():
            return e.operator != ".."
        case core.If() | core.And() | core.Or() | core.Not() | core.Compare() | core.In() | core.Quantified():
            return True
        case _:
            return False


def binds_weaker(e: core.Expr, operator: str, is_right: bool) -> bool:
    """Whether an operand of a calculation must be set off, so that it is calculated first."""
    if not isinstance(e, core.Arithmetic):
        return is_compound(e)
    if e.operator not in (*_SUMS, "*"):
        return True  # what a remainder or a quotient is of could not be heard
    if operator in _SUMS:
        return is_right and e.operator in _SUMS and operator == "-"
    return e.operator in _SUMS or operator != "*"


def is_loose(said: str) -> bool:
    """Whether a text ends with a clause that would swallow what follows."""
    plain = _outside(said)
    return plain.startswith(("if ", "for each ")) or any(word in plain for word in _LOOSE)


def is_joined(said: str) -> bool:
    """Whether a text names several, of which the last would seem to belong to what follows."""
    return " and " in _outside(said)


def _outside(said: str) -> str:
    """A text without what stands in parentheses."""
    while (shorter := re.sub(r"\([^()]*\)", "", said)) != said:
        said = shorter
    return said
