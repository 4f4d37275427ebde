"""What the conditions of a choice of several elements at once say before all are chosen: of how many, and of the first ones.

Some conditions never come to hold again when more elements are added: that all are of a sort, that they have at most so many
kinds, that what they cost is no more than a price. Such a condition is asked of the first elements of a set, and where it
fails, no set that begins with them is looked at (backtracking with pruning). A condition that must only hold in the end says
less of the first elements: an equality that the sum is not too large yet, `a or b` what both sides say.

    set_bounds(action, part, game)    `Bounds`: for how many elements, and the condition of the first ones
"""

from collections.abc import Iterator
from dataclasses import replace

from gdl.core import model
from gdl.core.types import BOOL
from gdl.core.visit import nodes, reads, substituted
from gdl.platform.dataclass import dataclass

_TURNED = {"<": ">", "<=": ">=", "=": "="}
_UNSURE = ("/", "div", "mod")  # what goes wrong for some numbers


@dataclass(frozen=True, slots=True)
class Bounds:
    """`least`, `most`: numbers that the size must reach, and that it may not exceed. `first`: what must hold of the first
    elements already; None if nothing must."""

    least: tuple[model.Expr, ...]
    most: tuple[model.Expr, ...]
    first: model.Expr | None


def set_bounds(action: model.Action, part: model.ChooseSet, game: model.Game) -> Bounds:
    """What the condition of a choice says, and those in the lines behind it up to the next choice."""
    found = _Bounding(game, part.slot)
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
    """Expressions over the name of a chosen set, seen as its elements are added."""

    game: model.Game
    slot: int

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
            definition = self.game.definitions[e.definition]
            slots = (slot for _, slot, _ in definition.parameters)
            e = substituted(definition.body, dict(zip(slots, e.arguments, strict=True)))
        return e

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
                return e if self.says_each_once(e) else self._not_too_large(e)
        return None

    def _not_too_large(self, e: model.Compare) -> model.Expr | None:
        number, operator, other = self.compared(e) or (e, "", e)
        if operator not in ("<", "<=", "=") or not self.rises(number):
            return None
        return replace(e, operator="<=" if operator == "=" else e.operator, left=number, right=other)

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
        match e:
            case model.Const(value=value):
                return isinstance(value, int) and value >= 0
            case model.Attribute():
                values = (k.attributes.get(e.name) for k in self.game.kinds)
                flat = (x for v in values for x in (v if isinstance(v, tuple) else (v,)))
                return all(x is None or (isinstance(x, int) and x >= 0) for x in flat)
            case model.GetField():
                bounds = self.game.fields[e.field].bounds
                return bounds is not None and bounds[0] >= 0
            case model.Builtin(name="count"):
                return True
            case model.Arithmetic(operator="+" | "*", left=left, right=right):
                return self._is_counted_up(left) and self._is_counted_up(right)
            case model.If(then=then, otherwise=otherwise):
                return self._is_counted_up(then) and self._is_counted_up(otherwise)
        return False
