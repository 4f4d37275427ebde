"""What fields may hold, as far as their declarations and all effects that write them show: the least and the greatest number, and
few known values. And fields that are kept within their range from the wrong side, so that they are always given its end.

field stones of player: 0..20             -- nothing ever gives more than the 0 with which it begins
...
  do stones(mover) := stones(mover) - 1
points(mover) := max(points(mover) + roll, 60)    -- of `field points of player: 0..60`; `min` was meant
"""

from collections.abc import Iterator, Mapping

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model, static
from gdl.core.types import NUMBER, set_of
from gdl.core.visit import nodes, same
from gdl.platform.dataclass import dataclass

Values = frozenset[object]


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the greatest number that a field ever has, and in words why that is less than its range (or nothing)."""

    low: int
    high: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Writes:
    """The effects that write fields, and what the names in them are chosen or drawn from."""

    facts: GameFacts
    of: Mapping[str, list[model.SetField]]
    placed: frozenset[str]  # fields that pieces are given where they are made or moved
    sources: Mapping[int, model.Expr]


def _writes(facts: GameFacts) -> _Writes:
    of: dict[str, list[model.SetField]] = {}
    placed = set[str]()
    sources = dict[int, model.Expr]()
    for n in facts.effects:
        match n:
            case model.SetField():
                of.setdefault(n.field, []).append(n)
            case model.Place() | model.Stock() | model.MoveTo():
                placed |= {name for name, _ in n.settings}
            case model.Choose() | model.Chance():
                sources[n.slot] = n.source
    return _Writes(facts, of, frozenset(placed), sources)


# ---- the least and the greatest


def limits(facts: GameFacts) -> dict[str, Limits]:
    """The limits of all fields that hold numbers of a range."""
    writes, found = facts.once(_writes), {}
    for name, field in facts.game.fields.items():
        if field.bounds is None:
            continue
        low, high = field.bounds
        found[name] = Limits(low, high)
        if name in writes.placed or name not in writes.of or type(field.default) is not int:
            continue
        if any(isinstance(w.value, model.GetField) and w.value.field == name for w in writes.of[name]):
            continue  # that one is given its own value is told of the effect
        most = _end(name, field.default, high, "more", writes)
        least = _end(name, field.default, low, "less", writes)
        if most < high:
            found[name] = Limits(low, most, _why(field, most, "more"))
        elif least > low:
            found[name] = Limits(least, high, _why(field, least, "less"))
    return found


def _why(field: model.Field, end: int, word: str) -> str:
    return f"`{field.declared}` begins with {field.default}, and no effect ever gives it {word} than {end}"


def _end(name: str, begins: int, declared: int, word: str, writes: _Writes) -> int:
    """The number beyond which a field never comes; `word`: on which side of it there is nothing."""
    numbers = {
        n.value
        for write in writes.of[name]
        for n in nodes(write.value)
        if isinstance(n, model.Const) and type(n.value) is int and not n.varies
    }
    for write in writes.of[name]:
        for n in nodes(write.value):
            numbers |= {v for v in _chosen(n, writes) or () if type(v) is int}
    inner = {
        n
        for n in numbers | {begins}
        if (begins <= n < declared if word == "more" else declared < n <= begins)
    }
    for end in sorted(inner, reverse=word == "less"):
        if all(_keeps(w.value, w, end, word, writes) for w in writes.of[name]):
            return end
    return declared


def _keeps(e: model.Expr, write: model.SetField, end: int, word: str, writes: _Writes) -> bool:
    """Whether a value is not beyond an end, if what the field has is not; `word`: whether that means more or less."""

    def inner(part: model.Expr) -> bool:
        return _keeps(part, write, end, word, writes)

    match e:
        case model.Const(value=int() as value, varies=False):
            return value <= end if word == "more" else value >= end
        case model.GetField():
            return e.field == write.field and _is_same_holder(e.holder, write.holder)
        case model.Local():
            chosen = _chosen(e, writes)
            return chosen is not None and all(
                isinstance(v, int) and (v <= end if word == "more" else v >= end) for v in chosen
            )
        case model.Arithmetic(operator="-" | "+" as sign, left=left, right=right):
            return sign == ("-" if word == "more" else "+") and inner(left) and _is_amount(right, writes)
        case model.Builtin(name="min" | "max" as name, arguments=arguments) if len(arguments) > 1:
            parts = [inner(a) for a in arguments]
            return any(parts) if name == ("min" if word == "more" else "max") else all(parts)
        case model.If(then=then, otherwise=otherwise):
            return inner(then) and inner(otherwise)
    return False


def _is_same_holder(a: model.Expr | None, b: model.Expr | None) -> bool:
    return (a is None and b is None) or (a is not None and b is not None and same(a, b))


def _is_amount(e: model.Expr, writes: _Writes) -> bool:
    """Whether a number is never less than 0, as far as that is known."""
    match e:
        case model.Const(value=int() as value):
            return value >= 0
        case model.Builtin(name="count"):
            return True
        case model.GetField(field=name) if name in writes.facts.game.fields:
            bounds = writes.facts.game.fields[name].bounds
            return bounds is not None and bounds[0] >= 0
        case model.Local():
            chosen = _chosen(e, writes)
            return chosen is not None and all(isinstance(v, int) and v >= 0 for v in chosen)
    return False


def _chosen(e: object, writes: _Writes) -> tuple[object, ...] | None:
    """The values among which a name is chosen or drawn, if they are known and no option decides them."""
    source = writes.sources.get(e.slot) if isinstance(e, model.Local) else None
    if source is None or static.varies(source):
        return None
    match static.known(source, writes.facts.game.board):
        case (tuple() as values, False):
            return values
    return None


def drawn(facts: GameFacts) -> dict[int, tuple[int, int]]:
    """The least and the greatest number that chance may draw, by the slot of its name."""
    found = dict[int, tuple[int, int]]()
    for n in facts.effects:
        if not isinstance(n, model.Chance) or static.varies(n.source):
            continue
        source = n.source
        if isinstance(source, model.Comprehension) and source.value is None:
            source = source.source  # what its condition leaves is among these
        match static.known(source, facts.game.board):
            case (tuple() as values, False) if source.type == set_of(NUMBER):
                numbers = [v for v in values if isinstance(v, int)]
                if numbers and len(numbers) == len(values):
                    found[n.slot] = min(numbers), max(numbers)
    return found


# ---- few values


def only_values(facts: GameFacts) -> Iterator[tuple[str, Values]]:
    """The fields that some effect gives a value, of which all values that they may have are known."""
    writes = facts.once(_writes)
    for name, given in writes.of.items():
        field = facts.game.fields.get(name)
        if field is None or name in writes.placed or field.part_of or field.rotation or field.until:
            continue
        values = [_values(w.value, writes) for w in given]
        known = [v for v in values if v is not None]
        if field.type.base != "bool" and len(known) == len(values):
            yield name, frozenset((field.default,)).union(*known)


def _values(e: model.Expr, writes: _Writes) -> Values | None:
    """The values that an expression may have, if they are few and known."""
    if (known := static.known(e, writes.facts.game.board)) is not None:
        return None if known[1] else frozenset((known[0],))
    if (chosen := _chosen(e, writes)) is not None:
        return frozenset(chosen)
    if isinstance(e, model.If):
        sides = _values(e.then, writes), _values(e.otherwise, writes)
        return None if sides[0] is None or sides[1] is None else sides[0] | sides[1]
    return None


def find_constant(facts: GameFacts) -> Iterator[Finding]:
    for write in facts.parts:
        field = facts.game.fields.get(write.field) if isinstance(write, model.SetField) else None
        if field is None or field.bounds is None or not isinstance(write, model.SetField):
            continue
        low, high = field.bounds
        match write.value:
            case model.Builtin(name="max", arguments=arguments) if any(
                n >= high for n in _numbers(arguments)
            ):
                what, end = "less", high
            case model.Builtin(name="min", arguments=arguments) if any(n <= low for n in _numbers(arguments)):
                what, end = "more", low
            case _:
                continue
        yield Finding(
            write.value.span,
            f"this is never {what} than {end}, and `{field.declared}` is {low} to {high}: it is always given {end}",
            "whatever is computed",
            others=((field.span, "its range"),),
            help="`min` keeps a number from being more, `max` from being less",
        )


def _numbers(arguments: tuple[model.Expr, ...]) -> list[int]:
    """The numbers among which a value is computed, where there is one beside them."""
    known = [
        a.value for a in arguments if isinstance(a, model.Const) and type(a.value) is int and not a.varies
    ]
    return known if len(arguments) > 1 and any(not isinstance(a, model.Const) for a in arguments) else []
