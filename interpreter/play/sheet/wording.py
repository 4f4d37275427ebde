"""Words of the rule sheet that need no game: nouns and verbs for what the language has, articles, plurals, lists, sentences."""

import re
from collections.abc import Sequence

from gdl import core
from gdl.visit import nodes
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
    return words(name.name) if len(name.name) > SHORT else NOUNS.get(name.type.base, words(name.name))


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
