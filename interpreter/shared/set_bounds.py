"""What the conditions of a choice of several elements at once say before all are chosen: of how many, and of the first ones.

Some conditions never come to hold again when more elements are added: that all are of a sort, that they have at most so many
kinds, that what they cost is no more than a price. Such a condition is asked of the first elements of a set, and where it
fails, no set that begins with them is looked at (backtracking with pruning). A condition that must only hold in the end says
less of the first elements: of a sum that it can still come to a number, by as many elements more as may be chosen, each of
which changes it by so much at most; `a or b` what both sides say.

    set_bounds(action, part, game)    `Bounds`: for how many elements, and the condition of the first ones
"""

from collections.abc import Iterator
from dataclasses import replace
from math import inf, isfinite
from typing import Literal

from gdl.core import model
from gdl.core.types import BOOL, NUMBER
from gdl.core.visit import nodes, reads, substituted
from gdl.platform.dataclass import dataclass

_TURNED = {"<": ">", "<=": ">=", "=": "="}
_UNSURE = ("/", "div", "mod")  # what goes wrong for some numbers

Interval = tuple[float, float]  # whole numbers, from the least to the greatest, or without an end


@dataclass(frozen=True, slots=True)
class Bounds:
    """`least`, `most`: numbers that the size must reach, and that it may not exceed. `first`: what must hold of the first
    elements already; None if nothing must."""

    least: tuple[model.Expr, ...]
    most: tuple[model.Expr, ...]
    first: model.Expr | None


def set_bounds(action: model.Action, part: model.ChooseSet, game: model.Game) -> Bounds:
    """What the condition of a choice says, and those in the lines behind it up to the next choice."""
    chosen = model.Local(part.span, part.source.type, part.slot, part.name)
    found = _Bounding(game, chosen, part.most)
    conditions = [part.condition] if part.condition is not None else []
    for behind in action.parts[action.parts.index(part) + 1 :]:
        if not isinstance(behind, model.Condition):
            break
        conditions.append(behind.condition)
    least, most, first = list[model.Expr](), list[model.Expr](), None
    for e in (e for condition in conditions for e in found.conjuncts(condition)):
        number, operator, other = found.compared(e) or (e, "", e)
        if found.is_size(number) and not other.type.is_optional:
            least += [other] if operator in (">", ">=", "=") else []
            most += [other] if operator in ("<", "<=", "=") else []
        elif found.reads(e) and (weaker := found.weaker(e)) is not None:
            first = weaker if first is None else model.And(e.span, BOOL, first, weaker)
    return Bounds(tuple(least), tuple(most), first)


@dataclass(frozen=True, slots=True)
class _Bounding:
    """Expressions over the name of a chosen set, seen as its elements are added. `most`: how many elements it has at most."""

    game: model.Game
    chosen: model.Local
    most: int

    @property
    def slot(self) -> int:
        return self.chosen.slot

    def reads(self, e: object) -> bool:
        return reads(e, (self.slot,))

    def is_size(self, e: model.Expr) -> bool:
        match e:
            case model.Builtin(name="count", arguments=(model.Local(slot=slot),)):
                return slot == self.slot
        return False

    def conjuncts(self, e: model.Expr) -> Iterator[model.Expr]:
        e = self._written_out(e)
        if isinstance(e, model.And):
            yield from self.conjuncts(e.left)
            yield from self.conjuncts(e.right)
        elif not any(isinstance(x, model.Arithmetic) and x.operator in _UNSURE for x in nodes(e)):
            yield e

    def _written_out(self, e: model.Expr) -> model.Expr:
        """What a definition that is given the set says of it."""
        while isinstance(e, model.Apply) and self.reads(e):
            e = self._body(e)
        return e

    def _body(self, e: model.Apply) -> model.Expr:
        definition = self.game.definitions[e.definition]
        slots = (slot for _, slot, _ in definition.parameters)
        return substituted(definition.body, dict(zip(slots, e.arguments, strict=True)))

    def compared(self, e: model.Expr) -> tuple[model.Expr, str, model.Expr] | None:
        """A comparison of what reads the set with what does not, in this order."""
        if not isinstance(e, model.Compare) or self.reads(e.left) == self.reads(e.right):
            return None
        if self.reads(e.left):
            return self._written_out(e.left), e.operator, e.right
        return self._written_out(e.right), _TURNED[e.operator], e.left

    def weaker(self, e: model.Expr) -> model.Expr | None:
        """What a condition says of the first elements, too: it follows from the condition, and once it fails, it fails for
        whatever is added. None for nothing."""
        if not self.reads(e):
            return e
        match self._written_out(e):
            case model.And() as both:
                left, right = self.weaker(both.left), self.weaker(both.right)
                return replace(both, left=left, right=right) if left and right else left or right
            case model.Or() as either:
                left, right = self.weaker(either.left), self.weaker(either.right)
                return replace(either, left=left, right=right) if left and right else None
            case model.Not() as no:
                return no if self.grows(no.operand) else None
            case model.Quantified() as q:
                body = self.weaker(q.body)
                is_kept = self.adds(q.source) if q.is_all else not self.reads(q.source)
                return replace(q, body=body) if body is not None and is_kept else None
            case model.Compare() as e:
                return e if self.says_each_once(e) else self._within_reach(e)
        return None

    def _within_reach(self, e: model.Compare) -> model.Expr | None:
        """That a number can still come to hold what a comparison says of it."""
        number, operator, other = self.compared(e) or (e, "", e)
        if not operator:
            return None
        at_most: Literal["<", "<="] = "<" if operator in ("<", ">") else "<="
        found: model.Expr | None = None
        if operator in ("<", "<=", "=") and (least := self._at_last(number, is_least=True)) is not None:
            found = replace(e, operator=at_most, left=least, right=other)
        if operator in (">", ">=", "=") and (most := self._at_last(number, is_least=False)) is not None:
            reached = replace(e, operator=at_most, left=other, right=most)
            return reached if found is None else model.And(e.span, BOOL, found, reached)
        return found

    def _at_last(self, e: model.Expr, is_least: bool) -> model.Expr | None:
        """The least or greatest number that it may be once all elements are chosen; None if that is not known."""
        if is_least and self.rises(e):
            return e
        step = self._step(e)
        by = step[0 if is_least else 1] if step is not None else inf
        if not isfinite(by):
            return None
        size = model.Builtin(e.span, NUMBER, "count", (self.chosen,))
        room = model.Arithmetic(e.span, NUMBER, "-", model.Const(e.span, NUMBER, self.most), size)
        more = model.Arithmetic(e.span, NUMBER, "*", room, model.Const(e.span, NUMBER, int(by)))
        return model.Arithmetic(e.span, NUMBER, "+", e, more)

    def _step(self, e: model.Expr) -> Interval | None:
        """By how much one element more may change a number; None if that is not known."""
        if not self.reads(e):
            return (0, 0)
        match self._written_out(e):
            case model.Builtin(name="count", arguments=(model.Local(),)):
                return (0, 1)
            case model.Builtin(name="count", arguments=(model.Comprehension() as c,)):
                is_one = self._is_of_each(c) and not c.joins_sets
                return (0, 1) if is_one else None
            case model.Builtin(name="sum", arguments=(model.Comprehension(value=term) as c,)):
                between = self._interval(term) if term is not None and self._is_of_each(c) else None
                return (min(0, between[0]), max(0, between[1])) if between is not None else None
            case model.Arithmetic(operator="+" | "-" as operator, left=left, right=right):
                a, b = self._step(left), self._step(right)
                return _plus(a, b if operator == "+" else _minus(b))
        return None

    def _is_of_each(self, c: model.Comprehension) -> bool:
        """Whether a set has, for each element that is chosen, one that depends on no other, or none."""
        is_all = isinstance(c.source, model.Local) and c.source.slot == self.slot
        return is_all and not (self.reads(c.condition) or self.reads(c.value))

    def says_each_once(self, e: model.Compare) -> bool:
        """Whether it says that the elements have as many values as there are elements: `count(kinds of cards) = count(cards)`."""
        match e:
            case model.Compare(
                operator="=",
                left=model.Builtin(name="count", arguments=(left,)),
                right=model.Builtin(name="count", arguments=(right,)),
            ):
                values, whole = (left, right) if isinstance(right, model.Local) else (right, left)
                match values:
                    case model.Comprehension(source=model.Local() as source, condition=None, is_bag=False):
                        is_all = source.slot == self.slot and not self.reads(values.value)
                        is_one = values.value is None or values.value.type.base != "set"
                        return (
                            is_all and is_one and isinstance(whole, model.Local) and whole.slot == self.slot
                        )
        return False

    def grows(self, e: model.Expr) -> bool:
        """Whether a condition that holds goes on holding, whatever is added."""
        if not self.reads(e):
            return True
        match self._written_out(e):
            case model.And() | model.Or() as joined:
                return self.grows(joined.left) and self.grows(joined.right)
            case model.Quantified() as q:
                is_kept = not self.reads(q.source) if q.is_all else self.adds(q.source)
                return is_kept and self.grows(q.body)
            case model.In() as e:
                return not self.reads(e.element) and self.adds(e.set)
            case model.Compare() as e:
                number, operator, _ = self.compared(e) or (e, "", e)
                return operator in (">", ">=") and self.rises(number)
        return False

    def adds(self, e: model.Expr) -> bool:
        """Whether a set loses nothing, whatever is added."""
        if not self.reads(e):
            return True
        match self._written_out(e):
            case model.Local():
                return True
            case model.Comprehension() as c:
                is_kept = c.condition is None or self.grows(c.condition)
                return is_kept and self.adds(c.source) and not self.reads(c.value)
            case model.Builtin(name="union", arguments=(a, b)):
                return self.adds(a) and self.adds(b)
            case model.Builtin(name="difference", arguments=(a, b)):
                return self.adds(a) and not self.reads(b)
        return False

    def rises(self, e: model.Expr) -> bool:
        """Whether a number never becomes smaller, whatever is added."""
        if not self.reads(e):
            return True
        match self._written_out(e):
            case model.Builtin(name="count", arguments=(counted,)):
                return self.adds(counted)
            case model.Builtin(name="sum" | "max", arguments=(model.Comprehension(value=term) as terms,)):
                return term is not None and self.adds(terms) and self._is_counted_up(term)
            case model.Arithmetic(operator="+", left=left, right=right):
                return self.rises(left) and self.rises(right)
            case model.Arithmetic(operator="-", left=left, right=right):
                return self.rises(left) and not self.reads(right)
        return False

    def _is_counted_up(self, e: model.Expr) -> bool:
        """Whether the text alone shows that a number is never below 0."""
        between = self._interval(e)
        return between is not None and between[0] >= 0

    def _interval(self, e: model.Expr) -> Interval | None:
        """Between which whole numbers the text alone shows a number to be; None where it may be a fraction, or nothing is known."""
        match e:
            case model.Const(value=value):
                return (value, value) if isinstance(value, int) else None
            case model.Attribute():
                values = (k.attributes.get(e.name) for k in self.game.kinds)
                flat = (x for v in values for x in (v if isinstance(v, tuple) else (v,)))
                return _between(*flat, None)  # where there is nothing to ask
            case model.GetField():
                bounds = self.game.fields[e.field].bounds
                return bounds and _between(*bounds, *([None] if e.type.is_optional else []))
            case model.Builtin(name="count"):
                return (0, inf)
            case model.Apply():
                return self._interval(self._body(e))
            case model.Arithmetic(operator="+" | "-" | "*" as operator, left=left, right=right):
                a, b = self._interval(left), self._interval(right)
                return _times(a, b) if operator == "*" else _plus(a, b if operator == "+" else _minus(b))
            case model.If(then=then, otherwise=otherwise):
                a, b = self._interval(then), self._interval(otherwise)
                return (min(a[0], b[0]), max(a[1], b[1])) if a is not None and b is not None else None
        return None


def _between(*values: model.Value) -> Interval | None:
    """The least and the greatest of whole numbers. None among them counts as 0."""
    numbers = [x or 0 for x in values if x is None or isinstance(x, int)]
    return (min(numbers), max(numbers)) if len(numbers) == len(values) else None


def _plus(a: Interval | None, b: Interval | None) -> Interval | None:
    return (a[0] + b[0], a[1] + b[1]) if a is not None and b is not None else None


def _minus(a: Interval | None) -> Interval | None:
    return (-a[1], -a[0]) if a is not None else None


def _times(a: Interval | None, b: Interval | None) -> Interval | None:
    if a is None or b is None:
        return None
    products = [x * y if x and y else 0 for x in a for y in b]
    return min(products), max(products)
