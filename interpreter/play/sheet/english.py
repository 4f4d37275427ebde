"""Expressions of the rules in English: conditions as clauses, values as nouns.

The words are the author's own: the names of fields, definitions and columns. What a definition means is said once, where
the sheet explains its terms. Names of values stand as they are written.
"""

import re
from collections.abc import Callable, Sequence

from gdl import core, static
from gdl.model import Choose, ChooseSet, Game
from gdl.types import Type
from interpreter.engines.notation import word
from interpreter.play.scene.names import words
from interpreter.play.sheet.calls import call
from interpreter.play.sheet.forms import (
    always,
    binds_weaker,
    is_compound,
    is_const,
    is_joined,
    is_loose,
    never,
    side,
    sided,
)
from interpreter.play.sheet.paths import Paths
from interpreter.play.sheet.wording import (
    LINKS,
    NOUNS,
    VERBS,
    be,
    infinitive,
    joined,
    named,
    noun,
    of_nobody,
    several,
    with_article,
)

_FEW = 10  # values of a set that are all named

_DENIALS = {
    " is ": " is not ",
    " may ": " may not ",
    " can ": " cannot ",
    " has ": " has no ",
    " must ": " need not ",
}
_PARTED = (" and ", " or ", " where ", " such that ", " if ", " for ", " that ")  # more than one clause
_PLACES = {"piece": "the piece", "to": "the destination", "from": "the start"}


class English:
    """Says what expressions of one game mean.

    `name`: how a name of the rules is said, or None for a noun. Without it, names stand as they are written.
    `tells_terms`: conditions that have sentences of their own are told by these; a sheet explains them beside.
    """

    def __init__(
        self,
        game: Game,
        name: Callable[[core.Local], str | None] | None = None,
        tells_terms: bool = False,
    ) -> None:
        self.game = game
        self.given: dict[int, str] = {}  # what names stand for in a position, by their slots
        self.renamed: dict[int, str] = {}  # names that others beside them have too, by their slots
        self._name, self._tells_terms = name, tells_terms
        self._table = static.table_of(game)
        self._names = _names_of(game)

    # ---- conditions and values

    def say(self, e: core.Expr) -> str:
        """An expression: a clause for what is true or false, else a noun."""
        match e:
            case core.Const():
                return self._everything(e) or self.value(e.value, e.type)
            case core.Local():
                said = self.given.get(e.slot) or _PLACES.get(self._names.get(e.slot, e.name))
                return said or self._named(e)
            case core.Role():
                return "the player to move" if e.name == "mover" else "its owner"
            case core.GetField():
                return self._field(e)
            case core.Attribute():
                index = "" if e.index is None else f" for {self.apart(e.index)}"
                return f"the {words(e.name)}{index} of {self._of_kind(e.kind)}"
            case core.PoolOf():
                return f"the {words(e.name)}" + (
                    f" of {self.apart(e.holder)}" if e.holder is not None else ""
                )
            case core.Apply():
                return self._applied(e)
            case core.Builtin():
                return self._called(e)
            case core.Template():
                return "".join(p if isinstance(p, str) else self.say(p) for p in e.pieces)
            case core.CanMake():
                return f"{self.say(e.player)} can {joined([words(a) for a in e.actions], 'or')}"
            case core.PathEnds():
                return f"the places to which leads {self.path(e.path)}"
            case core.SomePath():
                return f"there is {self.path(e.path)}"
            case core.Reached():
                over = "" if always(e.condition) else f" over places where {self.say(e.condition)}"
                by = "" if e.steps is None else f", where a step leads to {self.say(e.steps)}"
                return f"the places that can be reached from {self.say(e.start)}{over}{by}"
            case _:
                return self._logic(e)

    def _named(self, e: core.Local) -> str:
        if self._name is None:
            return self.renamed.get(e.slot) or words(self._names.get(e.slot, e.name))
        return self._name(e) or f"the {noun(e)}"

    def named(self, slot: int, within: object) -> str:
        """The name by which a part of the rules calls an element; "" where it does not speak of it."""
        name = named(slot, within)
        return self._names.get(slot, name) if name else ""

    def _logic(self, e: core.Expr) -> str:
        match e:
            case core.If():
                if always(e.condition) or never(e.condition):
                    return self.say(e.then if always(e.condition) else e.otherwise)
                then = f"({self.say(e.then)})" if isinstance(e.then, core.If) else self.say(e.then)
                return f"{then} if {self.say(e.condition)}, otherwise {self.say(e.otherwise)}"
            case core.And():
                if always(e.left) or always(e.right):
                    return self.say(e.right if always(e.left) else e.left)
                if side(e):
                    return f"{self.say(sided(e))} is an enemy's"
                return self._together(e, "and")
            case core.Or():
                if never(e.left) or never(e.right):
                    return self.say(e.right if never(e.left) else e.left)
                if isinstance(e.left, core.Not):  # how the checker writes `implies`
                    return f"if {self.say(e.left.operand)}, {self.say(e.right)}"
                return self._together(e, "or")
            case core.Not():
                return self.denied(e.operand)
            case core.Compare():
                return self._compared(e)
            case core.Arithmetic():
                return self._computed(e)
            case core.In():
                return f"{self.whole(e.element)} is {self._among(e.set)}"
            case core.MakeSet():
                return joined([self.say(i) for i in e.items], "and") or "nothing"
            case core.Comprehension():
                return self._selected(e)
            case core.Quantified():
                return self._each(e) if e.is_all else self._some(e, "some")
            case _:
                return words(e.span.text)

    def _each(self, e: core.Quantified) -> str:
        """That all elements of a set pass a condition: `there is a fence on each border`."""
        name, said = self.named(e.slot, e.body), self.say(e.body)
        found, plain = self._elements(e.source, name), self._elements(e.source, "")
        if name and plain.isalpha() and re.findall(rf"\b{re.escape(name)}\b", said) == [name]:
            if said.endswith(f" on {name}"):
                return f"{said.removesuffix(name)}each {plain}"
            if said.startswith(f"{name} "):
                return f"each {plain} {said.removeprefix(name).lstrip()}"
        return f"for each {found}, {said}"

    def _some(self, e: core.Quantified, quantity: str) -> str:
        """That some or no element of a set passes a condition; a set that is asked for alone must hold something."""
        name = self.named(e.slot, e.body)
        is_plain = isinstance(e.body, core.Const)
        if is_plain and isinstance(e.source, core.PoolOf):
            return f"{self.say(e.source)} is {'empty' if quantity == 'no' else 'not empty'}"
        if not is_plain and quantity == "no" and (none := self._none(e, name)):
            return none
        found = self._elements(e.source, name if not is_plain else "")
        return f"there is {quantity} {found}" + ("" if is_plain else f" such that {self.say(e.body)}")

    def _none(self, e: core.Quantified, name: str) -> str:
        """That no element of a set passes a short condition: `none of the neighbours of a3 is occupied`; "" for others."""
        said, source = self.say(e.body), self.say(e.source)
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
        piece, kind = e.left.arguments[0], self.say(e.right)
        if isinstance(piece, core.Builtin) and piece.name == "piece" and e.right.value is not None:
            found = f"no {kind}" if denial else with_article(kind)
            return f"there is {found} on {self.apart(piece.arguments[0])}"
        return f"{self.say(piece)} is {denial}{with_article(kind)}"

    def neither(self, conditions: Sequence[core.Expr]) -> str:
        """That something is none of several values; "" where the conditions are others."""
        parts = [c for c in conditions if isinstance(c, core.Compare) and c.operator == "="]
        if len(parts) < max(2, len(conditions)) or len({self.whole(c.left) for c in parts}) != 1:
            return ""
        left = self.whole(parts[0].left)
        return f"{left} {be(left)} neither {joined([self._whose(c) for c in parts], 'nor')}"

    def _whose(self, e: core.Compare) -> str:
        """The right side of a comparison, in which no player is nobody."""
        is_nobody = isinstance(e.right, core.Const) and e.right.value is None and "player" in e.left.type.base
        return "nobody" if is_nobody else self.whole(e.right)

    def denied(self, e: core.Expr) -> str:
        """That something is not so."""
        left, right = (self.whole(e.left), self.whole(e.right)) if isinstance(e, core.Compare) else ("", "")
        match e:
            case core.Quantified(is_all=False):
                return self._some(e, "no")
            case core.Compare(operator="="):
                if side(e):
                    return f"{self.say(sided(e))} is not one's own"
                return self._sorted(e, "not ") or f"{left} {be(left)} not {self.whole(e.right)}"
            case core.Or() if neither := self.neither(self._conditions(e, core.Or)):
                return neither
            case core.Compare(operator="<") if _is_plain(e):
                return f"{right} {be(right)} at most {self.whole(e.left)}"
            case core.Compare(operator="<="):
                if _is_plain(e):
                    return f"{right} {be(right)} less than {self.whole(e.left)}"
                return f"{left} {be(left)} more than {self.whole(e.right)}"
            case core.Compare(operator="<"):
                return f"{left} {be(left)} at least {self.whole(e.right)}"
            case core.Apply() if (
                e.arguments and not self._term(e) and _is_verb(first := words(e.definition).split(" ")[0])
            ):
                return self._applied(e).replace(f" {first}", f" does not {infinitive(first)}", 1)
            case core.GetField(type=Type(base="bool")):
                return (
                    re.sub(
                        " (?:has|(have)) the mark ",
                        lambda m: f" do{'' if m[1] else 'es'} not have the mark ",
                        self._field(e),
                    )
                    if e.holder is not None
                    else f"{self._mark(e)} does not hold"
                )
            case core.SomePath():
                return f"there is no {self.path(e.path).removeprefix('a ')}"
            case core.Not():
                return self.say(e.operand)
            case _:
                said = self.say(e)
                for verb, denial in _DENIALS.items():
                    if said.count(verb) == 1 and not any(word in said for word in _PARTED):
                        return said.replace(verb, denial)
                return f"it is not so that {said}"

    def _together(self, e: core.And | core.Or, word: str) -> str:
        """Conditions joined by a word. One that is itself joined is set off, and so is one that would swallow the next."""
        parts = self._conditions(e, type(e))
        said = [f"({self.say(p)})" if _is_joint(p) else self.say(p) for p in parts]
        apart = [f"({s})" if is_loose(s) else s for s in said[:-1]]
        return f" {word} ".join([*apart, said[-1]])

    def _conditions(self, e: core.Expr, kind: type[core.And | core.Or]) -> list[core.Expr]:
        """The conditions that one word joins, but for those that it would join in vain."""
        if not isinstance(e, kind) or side(e) or (isinstance(e, core.Or) and isinstance(e.left, core.Not)):
            return [e]
        is_idle = always if kind is core.And else never
        return [c for part in (e.left, e.right) if not is_idle(part) for c in self._conditions(part, kind)]

    def apart(self, e: core.Expr) -> str:
        """An expression as a part of a noun, set off where its own parts would go astray."""
        said = self.say(e)
        return f"({said})" if is_compound(e) and not self._is_number(e) else said

    def whole(self, e: core.Expr) -> str:
        """An expression as a side of a comparison: a calculation needs no parentheses there."""
        return self.say(e) if isinstance(e, core.Arithmetic) else self.apart(e)

    def _is_number(self, e: core.Expr) -> bool:
        return isinstance(e, core.Arithmetic) and self._known(e) is not None

    def _known(self, e: core.Arithmetic) -> core.Value:
        """The number that a calculation gives, where it is known before the play."""
        try:
            return static.value(e, self.game.board, table=self._table) if e.operator != ".." else None
        except static.NotStatic:
            return None

    def value(self, value: core.Value, kind: Type) -> str:
        if isinstance(value, tuple) and kind.element is not None:
            said = [self.value(v, kind.element) for v in value]
            shown = said if len(said) <= _FEW else [*said[:2], "...", said[-1]]
            return joined(shown, "and") or "nothing"
        return words(word(self.game, value, kind)) if kind.base != "text" else str(value)

    def _field(self, e: core.GetField) -> str:
        field = self.game.fields[e.field]
        holder = self.apart(e.holder) if e.holder is not None else ""
        if field.type.base == "bool":
            verb = "have" if field.keys else "has"  # of two holders
            return f"{holder} {verb} the mark {self._mark(e)}" if holder else f"{self._mark(e)} holds"
        return self.of(words(field.declared), holder)

    def of(self, name: str, holder: str) -> str:
        """A noun and whose it is, or "" for nobody's; a name such as `centre of` says already that it is somebody's."""
        plain = name.removesuffix(" of")
        is_taken = any(
            words(n) == plain for n in (*self.game.fields, *self.game.definitions, *self.game.columns)
        )
        return f"the {name if is_taken else plain} of {holder}" if holder else f"the {name}"

    def _mark(self, e: core.GetField) -> str:
        return f"“{words(self.game.fields[e.field].declared)}”"

    def _of_kind(self, e: core.Expr) -> str:
        """What a column is asked of: a piece rather than its kind."""
        if isinstance(e, core.Builtin) and e.name == "kind":
            return self.say(e.arguments[0])
        return self.say(e)

    def _applied(self, e: core.Apply) -> str:
        """A definition that is used: as a verb or an adjective where it is a condition, else as a noun."""
        if told := self._term(e):
            return told
        name, said = words(e.definition), self._arguments(e.arguments)
        if e.type.base != "bool":
            return self.of(name, joined(said, "and"))
        first = name.split(" ")[0]
        if not said:
            return of_nobody(name, first)
        if first in VERBS:
            return " ".join([said[0], name, *said[1:]])
        definition = self.game.definitions[e.definition]
        if definition.is_relation and len(said) == 2:
            return f"{said[0]} {name} {said[1]}"
        if _is_verb(first):
            by = "" if " " not in name or name.endswith(LINKS) else " with"
            return f"{said[0]} {name}" + (f"{by} {joined(said[1:], 'and')}" if said[1:] else "")
        return f"{said[0]} is {name}" + (f" with {joined(said[1:], 'and')}" if said[1:] else "")

    def _term(self, e: core.Apply) -> str:
        """The sentence of a condition, about what is given to it; "" where it has none, or is explained elsewhere."""
        meaning = self.game.meaning_of("definition", e.definition) if self._tells_terms else None
        if meaning is None or e.type.base != "bool":
            return ""
        before, slots = self.given, [slot for _, slot, _ in self.game.definitions[e.definition].parameters]
        self.given = {**before, **dict(zip(slots, map(self.apart, e.arguments), strict=True))}
        said = self.say(meaning.text)
        self.given = before
        return (said[:1].lower() + said[1:]).removesuffix(".")

    def _called(self, e: core.Builtin) -> str:
        if e.name == "entry" and is_const(
            e.arguments[0], 0
        ):  # the first of the values that lead into a table
            return self.apart(e.arguments[1])
        if e.name == "site" and isinstance(e.arguments[0], core.Local) and e.arguments[0].slot in self.given:
            return self.given[e.arguments[0].slot]  # a piece is told by where it is
        return call(e.name, self._arguments(e.arguments))

    def _arguments(self, arguments: Sequence[core.Expr]) -> list[str]:
        """What is given to a builtin or a definition, each set off where it would run into the next one."""
        said = [self.apart(a) for a in arguments]
        if len(said) < 2:
            return said
        is_plain = [isinstance(a, core.Const) for a in arguments]
        return [
            f"({s})" if is_loose(s) or (is_joined(s) and not plain) else s
            for s, plain in zip(said, is_plain, strict=True)
        ]

    def _compared(self, e: core.Compare) -> str:
        if counted := self._counted(e):
            return counted
        left, right = self.whole(e.left), self.whole(e.right)
        match e.operator:
            case "=":
                if isinstance(e.left, core.Builtin) and e.left.name == "count" and is_const(e.right, 0):
                    found = self.say(e.left.arguments[0])
                    return f"{found} is empty" if found.startswith("the ") else f"there are no {found}"
                if side(e):
                    return f"{self.say(sided(e))} is one's own"
                if isinstance(e.left, core.Builtin) and e.left.name == "owner":
                    whose = "nobody" if isinstance(e.right, core.Const) and e.right.value is None else right
                    return f"{self.say(e.left.arguments[0])} belongs to {whose}"
                if sorted_ := self._sorted(e):
                    return sorted_
                if isinstance(e.right, core.Const) and e.right.value is None:
                    return f"there is no {left.removeprefix('the ')}"
                return f"{left} {be(left)} {right}"
            case "<":
                if isinstance(e.right, core.Builtin) and e.right.name == "count" and is_const(e.left, 0):
                    found = self.say(e.right.arguments[0])
                    return f"{found} is not empty" if found.startswith("the ") else f"there are {found}"
                return (
                    f"{right} {be(right)} more than {left}"
                    if _is_plain(e)
                    else f"{left} {be(left)} less than {right}"
                )
            case _:
                return (
                    f"{right} {be(right)} at least {left}"
                    if _is_plain(e)
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
        number = f"{much}{self.say(right)}"
        match left.name:
            case "repeated":
                return f"this position was there {number} times"
            case "passes":
                passes = "pass" if right.value == 1 and not much else "passes"
                return f"there {'was' if passes == 'pass' else 'were'} {number} {passes} in a row"
            case "count":
                found = self.say(left.arguments[0])
                verb = "is" if right.value == 1 and not much else "are"
                return "" if found.startswith(("the ", "all ")) else f"there {verb} {number} {found}"
        return ""

    def one_of(self, source: core.Expr, name: str) -> str:
        """One element of a set that is chosen, with its name: `an empty place s`, `a piece m of one's own`."""
        if isinstance(source, core.Comprehension) and source.value is None and source.condition is not None:
            condition = source.condition
            if isinstance(condition, core.Builtin) and condition.name in ("empty", "occupied"):
                return with_article(f"{condition.name} {self._elements(source.source, name)}")
        found = self._elements(source, name)
        first, _, rest = found.partition(" ")
        if first == "own":
            noun, _, more = rest.partition(" where ")
            return f"a {noun} of one's own" + (f" where {more}" if more else "")
        return with_article(found)

    def _computed(self, e: core.Arithmetic) -> str:
        known = self._known(e)
        if known is not None:
            return self.value(known, e.type)
        signs = {
            "div": "divided by",
            "mod": "modulo",
            "..": "to",
            "*": "times",
            "+": "plus",
            "-": "minus",
            "/": "divided by",
        }
        said = f"{self._operand(e, e.left)} {signs[e.operator]} {self._operand(e, e.right)}"
        return f"{said}, rounded down" if e.operator == "div" else said

    def _operand(self, e: core.Arithmetic, part: core.Expr) -> str:
        said = self.say(part)
        if e.operator == ".." or (isinstance(part, core.Arithmetic) and self._known(part) is not None):
            return said
        is_right = part is e.right
        is_apart = binds_weaker(part, e.operator, is_right) or (
            not is_right and (is_loose(said) or is_joined(said))
        )
        return f"({said})" if is_apart else said

    # ---- sets

    def _among(self, e: core.Expr) -> str:
        if isinstance(e, core.MakeSet):
            return joined([self.say(i) for i in e.items], "or")
        if isinstance(e, core.Arithmetic) and e.operator == "..":
            return f"between {self.say(e.left)} and {self.say(e.right)}"
        if isinstance(e, core.Builtin) and e.name == "sites":
            return "on the board"
        return f"one of {self.say(e)}"

    def _selected(self, e: core.Comprehension) -> str:
        parts = (
            *((e.condition,) if e.condition is not None else ()),
            *((e.value,) if e.value is not None else ()),
        )
        name = self.named(e.slot, parts)
        found = self._elements(e.source, name, is_plural=True)
        if e.condition is not None:
            found = self._where(found, e.condition)
        if (
            isinstance(e.value, core.Builtin)
            and e.value.name == "kind"
            and _is_element(e.value.arguments[0], e)
        ):
            return f"the kinds of {found}"
        return found if e.value is None else f"{self.whole(e.value)} for {found}"

    def _elements(self, source: core.Expr, name: str, is_plural: bool = False) -> str:
        """The elements of a set, with the name by which they are spoken of."""
        called = "" if name in ("it", "") else f" {name}"
        element = source.type.element.base if source.type.element is not None else "any"
        noun = NOUNS.get(element, "one") + ("s" if is_plural else "")
        if (
            isinstance(source, core.Builtin)
            and source.name
            in (
                "sites",
                "pieces",
                "players",
                "kinds",
                "directions",
            )
        ) or self._is_everybody(source):
            return noun + called
        if isinstance(source, core.Builtin) and source.name in ("borders", "nodes") and not source.arguments:
            return source.name[: None if is_plural else -1] + called
        if isinstance(source, core.Comprehension) and source.value is None and source.condition is not None:
            inner = self._elements(
                source.source, self.named(source.slot, source.condition) if not called else name, is_plural
            )
            return self._where(inner, source.condition)
        return f"{noun}{called} among {self.say(source)}"

    def _where(self, elements: str, condition: core.Expr) -> str:
        """Elements that pass a condition: `enemy pieces`, `places that are empty`, `pieces where ...`."""
        whose = side(condition)
        if whose:
            return f"{whose} {elements}"
        known = self._sort(condition)
        if known is not None and elements.split(" ")[0] in ("piece", "pieces"):
            owner, kind, is_whose = known
            one, _, rest = elements.partition(" ")
            noun = (several(kind) if one == "pieces" else kind) if kind else one
            return f"{owner + ' ' if is_whose else ''}{noun}{' ' + rest if rest else ''}" + (
                "" if is_whose or not owner else f" of {owner}"
            )
        said = self.say(condition)
        is_one = (
            said.startswith("it is ")
            and not said.startswith("it is not so that")
            and not isinstance(condition, core.And | core.Or)
        )
        return f"{elements} that are {said[6:]}" if is_one else f"{elements} where {said}"

    def _sort(self, condition: core.Expr) -> tuple[str, str, bool] | None:
        """The owner and the kind of pieces, where a condition says nothing else of them; whether the owner is `own` or `enemy`."""
        match condition:
            case core.And() if not side(condition):
                left, right = self._sort(condition.left), self._sort(condition.right)
                if left is None or right is None or (left[0] and right[0]) or (left[1] and right[1]):
                    return None
                return left[0] or right[0], left[1] or right[1], left[2] or right[2]
            case core.Compare(operator="=", left=core.Builtin(name="owner"), right=whose) if not side(
                condition
            ):
                return self.say(whose), "", False
            case core.Compare(operator="=", left=core.Builtin(name="kind"), right=core.Const() as kind):
                return "", self.say(kind), False
        return (side(condition), "", True) if side(condition) else None

    def _everything(self, e: core.Const) -> str:
        """The set of all players or all directions; "" for anything else."""
        element = e.type.element
        if self._is_everybody(e):
            return "the players"
        if element is None or element.base != "direction" or not isinstance(e.value, tuple):
            return ""
        return "all directions" if len(e.value) == len(self.game.board.directions) > 1 else ""

    def _is_everybody(self, e: core.Expr) -> bool:
        """Whether an expression is the set of all players."""
        element = e.type.element
        if not isinstance(e, core.Const) or element is None or element.base != "player":
            return False
        return isinstance(e.value, tuple) and len(e.value) == len(self.game.players)

    def path(self, path: core.Path) -> str:
        """A path as a noun: how it goes, and over what."""
        return Paths(self.say, self.apart, self._meant).path(path)

    def _meant(self, name: str) -> core.Expr | None:
        """What a definition without parameters stands for."""
        found = self.game.definitions.get(name)
        return None if found is None or found.parameters else found.body


def _is_element(e: core.Expr, of: core.Comprehension) -> bool:
    return isinstance(e, core.Local) and e.slot == of.slot


def _is_verb(word: str) -> bool:
    """Whether the first word of a name says what somebody does."""
    return word.endswith("s") and not word.endswith("ss") and word not in VERBS


def _is_plain(e: core.Compare) -> bool:
    """Whether a comparison has its plain value in front, where people name it last."""
    return isinstance(e.left, core.Const) and not isinstance(e.right, core.Const)


def _is_joint(e: core.Expr) -> bool:
    """Whether a condition is itself made of conditions that are heard as several."""
    is_idle = isinstance(e, core.And) and (always(e.left) or always(e.right))
    return isinstance(e, core.Or | core.If | core.And) and not side(e) and not is_idle


def _names_of(game: Game) -> dict[int, str]:
    """The names of what an action chooses, by their slots: declared effects have names of their own for what they are given."""
    found: dict[int, str] = {}
    for action in game.actions:
        found |= {p.slot: p.name for p in action.parts if isinstance(p, Choose | ChooseSet)}
        found |= {slot: name for name, slot, _ in action.parameters}
        if action.form == "move":
            found |= {action.piece: "piece", action.origin: "from", action.to: "to"}
    return found
