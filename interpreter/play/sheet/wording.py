"""Words of the rule sheet: nouns and verbs for what the language has, articles, plurals, lists, sentences.

And what an expression shows by its form: whether it is a plain value, always or never holds, asks only whose a piece is, or must
be set off by parentheses where it is a part of something else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from gdl.core import nodes as core
from gdl.core.model import Game
from gdl.core.settled import always, never
from gdl.core.types import Type
from gdl.core.visit import nodes, same
from interpreter.play.scene.names import words

NOUNS = {
    "site": "place", "piece": "piece", "player": "player", "kind": "kind", "direction": "direction", "number": "number",
    "set": "set", "symbol": "word", "entry": "entry", "bool": "answer", "text": "text",
}  # fmt: skip
VERBS = ("is", "may", "can", "has", "must")  # with which the name of a condition may begin
LINKS = tuple(
    f" {word}"
    for word in ("at", "to", "on", "in", "of", "with", "by", "for", "from", "over", "into", "behind")
)
SHORT = 2  # letters: a name so short says nothing to people


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


def runs(values: Sequence[str]) -> Iterator[str]:
    """Values in their order, numbers that follow each other as one: `1 to 9`."""
    for _, found in groupby(enumerate(values), lambda nv: int(nv[1]) - nv[0] if nv[1].isdecimal() else nv[1]):
        run = [value for _, value in found]
        yield from [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run


def is_verb(word: str) -> bool:
    """Whether the first word of a name says what somebody does."""
    return word.endswith("s") and not word.endswith("ss") and word not in (*VERBS, "ours", "theirs", "yours")


def infinitive(verb: str) -> str:
    """A verb in the third person as it stands behind `does not`."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes", "oes")) else verb[:-1]


def sentence(text: str) -> str:
    """A text with a capital letter in front and a full stop behind."""
    text = text.strip()
    first = 1 + text.startswith("(")
    return text[:first].upper() + text[first:] + ("" if text.endswith((".", "!", "?", ":")) else ".")


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
    if noun.startswith("other "):
        return f"an{noun}"
    return f"an {noun}" if noun[:1].lower() in "aeio" and not noun.startswith("one") else f"a {noun}"


_SUMS, _LOOSE = ("+", "-"), (" where ", " that ", " who ", " whose ", ", otherwise ", " exactly when ")

_TAKEN_OVER = (" the sum of ", " the greatest of ", " the least of ", " for each ")


def alone(e: core.Expr) -> core.Expr | None:
    """The one element of a set that is written as one; None for a set of several, and for what is no set."""
    match e:
        case core.MakeSet(items=(one,)) | core.Builtin(name="single", arguments=(one,)):
            return one
        case _:
            return None


def stander(e: core.Expr) -> core.Expr:
    """A piece in place of where it stands: people say `next to the king`."""
    match e:
        case core.Builtin(name="site", arguments=(core.Local() as piece,)):
            return piece
        case _:
            return e


def first_seat(e: core.Ordered) -> core.Expr | None:
    """From whom on the players come in the order of turns; None for any other order."""
    match e.keys:
        case (
            core.Arithmetic(
                operator="mod", left=core.Arithmetic(left=core.Arithmetic(operator="-") as later)
            ),
        ):
            match later.left, later.right:
                case core.Builtin(name="index", arguments=(core.Local(slot=slot), _)), core.Builtin(
                    name="index", arguments=(first, _)
                ) if slot == e.slot:
                    return first
    return None


def side(e: core.Expr) -> str:
    """`own` or `enemy`, where a condition says only that of a piece."""
    match e:
        case core.Compare(operator="=", left=core.Builtin(name="owner"), right=core.Role()):
            return "own"
        case core.And(
            left=core.Not(
                operand=core.Compare(left=core.Builtin(name="owner") as owner, right=core.Const(value=None))
            ),
            right=core.Not(operand=core.Compare() as other),
        ) if same(owner, other.left):
            return "enemy" if side(other) == "own" else ""
        case _:
            return ""


def sides_with(e: core.Expr) -> str:
    """Whose view `side` takes: that of the player who acts (`mover`), or of the owner of a piece (`viewpoint`)."""
    match e:
        case core.Compare(right=core.Role(name=name)):
            return name
        case core.And(right=core.Not(operand=core.Compare() as other)):
            return sides_with(other)
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


def of_pair(e: core.If | core.Branch, game: Game) -> tuple[core.GetField | core.SetField, core.Expr] | None:
    """What is asked of a field of pairs, or set in it: one of its cases, and the value beside the piece; None for anything else.

    A game holds it as a case for each of those values.
    """
    cases = list(_cases(e))
    if not cases or cases[0][0].field not in game.fields:
        return None
    first, key = cases[0]
    parts = {n for n, f in game.fields.items() if f.part_of and f.part_of == game.fields[first.field].part_of}
    is_one = {c.field for c, _ in cases} == parts and len(cases) == len(parts)
    is_alike = all(same(k, key) and same(replace(c, field=first.field), first) for c, k in cases)
    return (first, key) if is_one and is_alike else None


def _cases(e: object) -> Iterator[tuple[core.GetField | core.SetField, core.Expr]]:
    """What is asked or set where something is one value after the other, each with what it is that may be these values."""
    match e:
        case core.If(
            condition=core.Compare(operator="=", left=key, right=core.Const()),
            then=core.GetField() as one,
            otherwise=rest,
        ):
            yield one, key
            yield from _cases(rest)
        case core.Branch(
            condition=core.Compare(operator="=", left=key, right=core.Const()),
            body=(core.SetField() as one,),
            otherwise=others,
        ):
            yield one, key
            yield from _cases(others[0] if len(others) == 1 else None)


def decided(e: core.Expr, mover: int | None) -> bool | None:
    """Whether a condition holds under the options that are chosen, for the player to move where that one is known; None for what the
    position decides."""
    match e:
        case core.Compare(operator="=", left=core.Role(name="mover"), right=core.Const(value=int() as who)):
            return who == mover if mover is not None else None
        case _:
            return True if always(e) else False if never(e) else None


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
    return plain.startswith(
        ("if ", "for each ", "for some ", "for no ", "for one of ", "for none of ")
    ) or any(word in plain for word in _LOOSE)


def is_joined(said: str, is_term: bool = True) -> bool:
    """Whether a text names several, of which the last would seem to belong to what follows. `is_term`: as what something is of, too."""
    return any(word in _outside(said) for word in (" and ", " for ")[: 1 + is_term])


def is_open(said: str) -> bool:
    """Whether a text ends with what something is taken over, to which a number behind it would seem to belong."""
    return any(word in f" {_outside(said)}" for word in _TAKEN_OVER)


def _outside(said: str) -> str:
    """A text without what stands in parentheses."""
    while (shorter := re.sub(r"\([^()]*\)", "", said)) != said:
        said = shorter
    return said
