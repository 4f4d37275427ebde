"""Expressions of the rules in English: conditions as clauses, values as nouns.

The words are the author's own: the names of fields, definitions and columns. What a definition means is said once, where
the sheet explains its terms. Names of values stand as they are written.
"""

from collections.abc import Callable, Sequence

from gdl.core import nodes as core
from gdl.core import static
from gdl.core.model import Choose, ChooseSet, Game
from gdl.core.types import Type
from interpreter.engines.notation import word
from interpreter.play.scene.names import words
from interpreter.play.sheet.conditions import Conditions
from interpreter.play.sheet.nouns import Paths, Sets
from interpreter.play.sheet.wording import (
    LINKS,
    VERBS,
    always,
    binds_weaker,
    call,
    is_compound,
    is_const,
    is_joined,
    is_loose,
    is_verb,
    joined,
    named,
    never,
    noun,
    of_nobody,
    side,
    sided,
)

_FEW = 10  # values of a set that are all named

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
        self.sets = Sets(game, self)
        self.conditions = Conditions(self, self.sets)

    # ---- conditions and values

    def say(self, e: core.Expr) -> str:
        """An expression: a clause for what is true or false, else a noun."""
        match e:
            case core.Const():
                return self.sets.everything(e) or self.value(e.value, e.type)
            case core.Local():
                said = self.given.get(e.slot) or _PLACES.get(self._names.get(e.slot, e.name))
                return said or self._named(e)
            case core.Role():
                return "the player to move" if e.name == "mover" else "its owner"
            case core.GetField():
                return self.field(e)
            case core.Attribute():
                index = "" if e.index is None else f" for {self.apart(e.index)}"
                return f"the {words(e.name)}{index} of {self._of_kind(e.kind)}"
            case core.PoolOf():
                return f"the {words(e.name)}" + (
                    f" of {self.apart(e.holder)}" if e.holder is not None else ""
                )
            case core.Apply():
                return self.applied(e)
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
                return self.conditions.together(e, "and")
            case core.Or():
                if never(e.left) or never(e.right):
                    return self.say(e.right if never(e.left) else e.left)
                if isinstance(e.left, core.Not):  # how the checker writes `implies`
                    return f"if {self.say(e.left.operand)}, {self.say(e.right)}"
                return self.conditions.together(e, "or")
            case core.Not():
                return self.conditions.denied(e.operand)
            case core.Compare():
                return self.conditions.compared(e)
            case core.Arithmetic():
                return self._computed(e)
            case core.In():
                return f"{self.whole(e.element)} is {self.sets.among(e.set)}"
            case core.MakeSet():
                return joined([self.say(i) for i in e.items], "and") or "nothing"
            case core.Comprehension():
                return self.sets.selected(e)
            case core.Quantified():
                return self.conditions.each(e) if e.is_all else self.conditions.some(e, "some")
            case _:
                return words(e.span.text)

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

    def field(self, e: core.GetField) -> str:
        field = self.game.fields[e.field]
        holder = self.apart(e.holder) if e.holder is not None else ""
        if field.type.base == "bool":
            verb = "have" if field.keys else "has"  # of two holders
            return f"{holder} {verb} the mark {self.mark(e)}" if holder else f"{self.mark(e)} holds"
        return self.of(words(field.declared), holder)

    def of(self, name: str, holder: str) -> str:
        """A noun and whose it is, or "" for nobody's; a name such as `centre of` says already that it is somebody's."""
        plain = name.removesuffix(" of")
        is_taken = any(
            words(n) == plain for n in (*self.game.fields, *self.game.definitions, *self.game.columns)
        )
        return f"the {name if is_taken else plain} of {holder}" if holder else f"the {name}"

    def mark(self, e: core.GetField) -> str:
        return f"“{words(self.game.fields[e.field].declared)}”"

    def _of_kind(self, e: core.Expr) -> str:
        """What a column is asked of: a piece rather than its kind."""
        if isinstance(e, core.Builtin) and e.name == "kind":
            return self.say(e.arguments[0])
        return self.say(e)

    def applied(self, e: core.Apply) -> str:
        """A definition that is used: as a verb or an adjective where it is a condition, else as a noun."""
        if told := self.term(e):
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
        if is_verb(first):
            by = "" if " " not in name or name.endswith(LINKS) else " with"
            return f"{said[0]} {name}" + (f"{by} {joined(said[1:], 'and')}" if said[1:] else "")
        return f"{said[0]} is {name}" + (f" with {joined(said[1:], 'and')}" if said[1:] else "")

    def is_telling(self, e: core.Apply) -> bool:
        """Whether the name of a condition is a verb or a relation, which says by itself what holds."""
        first = words(e.definition).split(" ")[0]
        return is_verb(first) or first in VERBS or self.game.definitions[e.definition].is_relation

    def term(self, e: core.Apply) -> str:
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

    def path(self, path: core.Path) -> str:
        """A path as a noun: how it goes, and over what."""
        return Paths(self.say, self.apart, self._meant).path(path)

    def _meant(self, name: str) -> core.Expr | None:
        """What a definition without parameters stands for."""
        found = self.game.definitions.get(name)
        return None if found is None or found.parameters else found.body


def _names_of(game: Game) -> dict[int, str]:
    """The names of what an action chooses, by their slots: declared effects have names of their own for what they are given."""
    found: dict[int, str] = {}
    for action in game.actions:
        found |= {p.slot: p.name for p in action.parts if isinstance(p, Choose | ChooseSet)}
        found |= {slot: name for name, slot, _ in action.parameters}
        if action.form == "move":
            found |= {action.piece: "piece", action.origin: "from", action.to: "to"}
    return found
