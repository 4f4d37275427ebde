"""Conditions in English: what is compared, counted, joined and denied, as clauses."""

import re
from collections.abc import Sequence

from gdl.core import nodes as core
from gdl.core.types import Type
from interpreter.play.scene.names import words
from interpreter.play.sheet.nouns import Sets
from interpreter.play.sheet.wording import (
    Speech,
    always,
    be,
    infinitive,
    is_const,
    is_joined,
    is_loose,
    is_verb,
    joined,
    never,
    side,
    sided,
    with_article,
)

_DENIALS = {
    " is ": " is not ",
    " may ": " may not ",
    " can ": " cannot ",
    " has ": " has no ",
    " must ": " need not ",
}
_PARTED = (" and ", " or ", " where ", " such that ", " if ", " for ", " that ")  # more than one clause


class Conditions:
    """Says which conditions hold, and which do not."""

    def __init__(self, speech: Speech, sets: Sets) -> None:
        self._speech, self._elements = speech, sets.elements

    def each(self, e: core.Quantified) -> str:
        """That all elements of a set pass a condition: `there is a fence on each border`."""
        name, said = self._speech.named(e.slot, e.body), self._speech.say(e.body)
        found, plain = self._elements(e.source, name), self._elements(e.source, "")
        if name and plain.isalpha() and re.findall(rf"\b{re.escape(name)}\b", said) == [name]:
            if said.endswith(f" on {name}"):
                return f"{said.removesuffix(name)}each {plain}"
            if said.startswith(f"{name} "):
                return f"each {plain} {said.removeprefix(name).lstrip()}"
        return f"for each {found}, {said}"

    def some(self, e: core.Quantified, quantity: str) -> str:
        """That some or no element of a set passes a condition; a set that is asked for alone must hold something."""
        name = self._speech.named(e.slot, e.body)
        is_plain = isinstance(e.body, core.Const)
        if is_plain and isinstance(e.source, core.PoolOf):
            return f"{self._speech.say(e.source)} is {'empty' if quantity == 'no' else 'not empty'}"
        if not is_plain and quantity == "no" and (none := self._none(e, name)):
            return none
        found = self._elements(e.source, name if not is_plain else "")
        return f"there is {quantity} {found}" + ("" if is_plain else f" such that {self._speech.say(e.body)}")

    def _none(self, e: core.Quantified, name: str) -> str:
        """That no element of a set passes a short condition: `none of the neighbours of a3 is occupied`; "" for others."""
        said, source = self._speech.say(e.body), self._speech.say(e.source)
        is_short = bool(name) and re.findall(rf"\b{re.escape(name)}\b", said) == [name]
        if not is_short or not said.startswith(f"{name} ") or not source.startswith("the "):
            return ""
        return (
            "" if is_joined(said) or is_loose(said) else f"none of {source} {said.removeprefix(f'{name} ')}"
        )

    def _sorted(self, e: core.Compare, denial: str = "") -> str:
        """That a piece is of a kind, or is not; of a place, that such a piece is on it. "" where nothing is said of a kind."""
        if (
            not isinstance(e.left, core.Builtin)
            or e.left.name != "kind"
            or not isinstance(e.right, core.Const)
        ):
            return ""
        piece, kind = e.left.arguments[0], self._speech.say(e.right)
        if isinstance(piece, core.Builtin) and piece.name == "piece" and e.right.value is not None:
            found = f"no {kind}" if denial else with_article(kind)
            return f"there is {found} on {self._speech.apart(piece.arguments[0])}"
        return f"{self._speech.say(piece)} is {denial}{with_article(kind)}"

    def neither(self, conditions: Sequence[core.Expr]) -> str:
        """That something is none of several values; "" where the conditions are others."""
        parts = [c for c in conditions if isinstance(c, core.Compare) and c.operator == "="]
        if len(parts) < max(2, len(conditions)) or len({self._speech.whole(c.left) for c in parts}) != 1:
            return ""
        left = self._speech.whole(parts[0].left)
        return f"{left} {be(left)} neither {joined([self._whose(c) for c in parts], 'nor')}"

    def _whose(self, e: core.Compare) -> str:
        """The right side of a comparison, in which no player is nobody."""
        is_nobody = isinstance(e.right, core.Const) and e.right.value is None and "player" in e.left.type.base
        return "nobody" if is_nobody else self._speech.whole(e.right)

    def denied(self, e: core.Expr) -> str:
        """That something is not so."""
        left, right = (
            (self._speech.whole(e.left), self._speech.whole(e.right))
            if isinstance(e, core.Compare)
            else ("", "")
        )
        match e:
            case core.Quantified(is_all=False):
                return self.some(e, "no")
            case core.Compare(operator="="):
                if side(e):
                    return f"{self._speech.say(sided(e))} is not one's own"
                return self._sorted(e, "not ") or f"{left} {be(left)} not {self._speech.whole(e.right)}"
            case core.Or() if neither := self.neither(self._conditions(e, core.Or)):
                return neither
            case core.Compare(operator="<") if self._is_plain(e):
                return f"{right} {be(right)} at most {self._speech.whole(e.left)}"
            case core.Compare(operator="<="):
                if self._is_plain(e):
                    return f"{right} {be(right)} less than {self._speech.whole(e.left)}"
                return f"{left} {be(left)} more than {self._speech.whole(e.right)}"
            case core.Compare(operator="<"):
                return f"{left} {be(left)} at least {self._speech.whole(e.right)}"
            case core.Apply() if (
                e.arguments
                and not self._speech.term(e)
                and is_verb(first := words(e.definition).split(" ")[0])
            ):
                return self._speech.applied(e).replace(f" {first}", f" does not {infinitive(first)}", 1)
            case core.GetField(type=Type(base="bool")):
                return (
                    re.sub(
                        " (?:has|(have)) the mark ",
                        lambda m: f" do{'' if m[1] else 'es'} not have the mark ",
                        self._speech.field(e),
                    )
                    if e.holder is not None
                    else f"{self._speech.mark(e)} does not hold"
                )
            case core.SomePath():
                return f"there is no {self._speech.path(e.path).removeprefix('a ')}"
            case core.Not():
                return self._speech.say(e.operand)
            case _:
                said = self._speech.say(e)
                for verb, denial in _DENIALS.items():
                    if said.count(verb) == 1 and not any(word in said for word in _PARTED):
                        return said.replace(verb, denial)
                return f"it is not so that {said}"

    def together(self, e: core.And | core.Or, word: str) -> str:
        """Conditions joined by a word. One that is itself joined is set off, and so is one that would swallow the next."""
        parts = self._conditions(e, type(e))
        said = [f"({self._speech.say(p)})" if _is_joint(p) else self._speech.say(p) for p in parts]
        apart = [f"({s})" if is_loose(s) else s for s in said[:-1]]
        return f" {word} ".join([*apart, said[-1]])

    def _conditions(self, e: core.Expr, kind: type[core.And | core.Or]) -> list[core.Expr]:
        """The conditions that one word joins, but for those that it would join in vain."""
        if not isinstance(e, kind) or side(e) or (isinstance(e, core.Or) and isinstance(e.left, core.Not)):
            return [e]
        is_idle = always if kind is core.And else never
        return [c for part in (e.left, e.right) if not is_idle(part) for c in self._conditions(part, kind)]

    def _is_plain(self, e: core.Compare) -> bool:
        """Whether a comparison has its plain value in front, where people name it last."""
        is_number = isinstance(e.left, core.Arithmetic) and self._speech.say(e.left).isdecimal()
        return (isinstance(e.left, core.Const) or is_number) and not isinstance(e.right, core.Const)

    def compared(self, e: core.Compare) -> str:
        if counted := self._counted(e):
            return counted
        left, right = self._speech.whole(e.left), self._speech.whole(e.right)
        match e.operator:
            case "=":
                if isinstance(e.left, core.Builtin) and e.left.name == "count" and is_const(e.right, 0):
                    found = self._speech.say(e.left.arguments[0])
                    return f"{found} is empty" if found.startswith("the ") else f"there are no {found}"
                if side(e):
                    return f"{self._speech.say(sided(e))} is one's own"
                if isinstance(e.left, core.Builtin) and e.left.name == "owner":
                    whose = "nobody" if isinstance(e.right, core.Const) and e.right.value is None else right
                    return f"{self._speech.say(e.left.arguments[0])} belongs to {whose}"
                if sorted_ := self._sorted(e):
                    return sorted_
                if isinstance(e.right, core.Const) and e.right.value is None:
                    return f"there is no {left.removeprefix('the ')}"
                return f"{left} {be(left)} {right}"
            case "<":
                if isinstance(e.right, core.Builtin) and e.right.name == "count" and is_const(e.left, 0):
                    found = self._speech.say(e.right.arguments[0])
                    return f"{found} is not empty" if found.startswith("the ") else f"there are {found}"
                return (
                    f"{right} {be(right)} more than {left}"
                    if self._is_plain(e)
                    else f"{left} {be(left)} less than {right}"
                )
            case _:
                return (
                    f"{right} {be(right)} at least {left}"
                    if self._is_plain(e)
                    else f"{left} {be(left)} at most {right}"
                )

    def _counted(self, e: core.Compare) -> str:
        """A comparison of a count with a number, as people say it: `there are at least 2 ...`; "" for any other one."""
        left, right = e.left, e.right
        sign: str = e.operator
        if isinstance(left, core.Const):  # `2 <= count(...)`
            left, right = right, left
            sign = {"<": ">", "<=": ">="}.get(sign, sign)
        if not isinstance(left, core.Builtin) or not isinstance(right, core.Const) or is_const(right, 0):
            return ""
        if not isinstance(right.value, int):
            return ""
        much = {"=": "", "<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least "}[sign]
        number = f"{much}{self._speech.say(right)}"
        match left.name:
            case "repeated":
                return f"this position was there {number} times"
            case "passes":
                passes = "pass" if right.value == 1 and not much else "passes"
                return f"there {'was' if passes == 'pass' else 'were'} {number} {passes} in a row"
            case "count":
                found = self._speech.say(left.arguments[0])
                verb = "is" if right.value == 1 and not much else "are"
                return "" if found.startswith(("the ", "all ")) else f"there {verb} {number} {found}"
        return ""


def _is_joint(e: core.Expr) -> bool:
    """Whether a condition is itself made of conditions that are heard as several."""
    is_idle = isinstance(e, core.And) and (always(e.left) or always(e.right))
    return isinstance(e, core.Or | core.If | core.And) and not side(e) and not is_idle
