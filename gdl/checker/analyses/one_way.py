"""Numbers that only ever get less, or only ever more: they never come beyond what they begin with.

field stones of player: 0..20             -- `= 8` was meant: nothing ever gives more than the 0 with which it begins
...
  do stones(mover) := stones(mover) - 1
"""

from dataclasses import dataclass

from gdl import model, static
from gdl.rules import with_effects
from gdl.visit import nodes, same


@dataclass(frozen=True, slots=True)
class Beginning:
    """The value with which a field begins, and how it goes on."""

    value: int
    only: str  # `less` or `more`

    def narrowed(self, low: int, high: int) -> tuple[int, int]:
        """The values that a field of these bounds ever has."""
        return (low, self.value) if self.only == "less" else (self.value, high)


def beginnings(game: model.Game) -> dict[str, Beginning]:
    """The fields of numbers that effects only ever lower, or only ever raise, with the value with which they begin, where that is
    not the end of their range."""
    written: dict[str, list[model.SetField]] = {}
    unclear: set[str] = set()
    for n in nodes(with_effects(game)):
        match n:
            case model.SetField():
                written.setdefault(n.field, []).append(n)
            case model.Place() | model.Stock() | model.MoveTo():
                unclear |= {name for name, _ in n.settings}
            case _:
                pass
    slots = sources(game)
    found = {}
    for name, writes in written.items():
        field = game.fields.get(name)
        if field is None or field.bounds is None or name in unclear or not isinstance(field.default, int):
            continue
        for only, end in (("less", field.bounds[1]), ("more", field.bounds[0])):
            if field.default == end or isinstance(field.default, bool):
                continue
            kept = [_keeps(w.value, w, only, field.default, slots, game) for w in writes]
            is_idle = any(isinstance(w.value, model.GetField) for w in writes)  # that is told already
            if all(kept) and not is_idle and any(not isinstance(w.value, model.Const) for w in writes):
                found[name] = Beginning(field.default, only)
    return found


def sources(game: model.Game) -> dict[int, model.Expr]:
    """What chosen, drawn and counted names are taken from, by their slots."""
    draws = (n for n in nodes(with_effects(game)) if isinstance(n, model.Choose | model.Chance))
    return {n.slot: n.source for n in draws}


def _keeps(
    e: model.Expr,
    write: model.SetField,
    only: str,
    begins: int,
    slots: dict[int, model.Expr],
    game: model.Game,
) -> bool:
    """Whether a value is at most what the field has, or what it begins with; of `more` at least."""

    def inner(part: model.Expr) -> bool:
        return _keeps(part, write, only, begins, slots, game)

    match e:
        case model.Const(value=int() as value, varies=False):
            return value <= begins if only == "less" else value >= begins
        case model.GetField():
            return e.field == write.field and _is_same_holder(e.holder, write.holder)
        case model.Arithmetic(operator="-" | "+" as sign, left=left, right=right):
            return sign == ("-" if only == "less" else "+") and inner(left) and _is_amount(right, slots, game)
        case model.Builtin(name="min" | "max" as name, arguments=arguments) if len(arguments) > 1:
            parts = [inner(a) for a in arguments]
            return any(parts) if name == ("min" if only == "less" else "max") else all(parts)
        case model.If(then=then, otherwise=otherwise):
            return inner(then) and inner(otherwise)
    return False


def _is_same_holder(a: model.Expr | None, b: model.Expr | None) -> bool:
    return (a is None and b is None) or (a is not None and b is not None and same(a, b))


def _is_amount(e: model.Expr, slots: dict[int, model.Expr], game: model.Game) -> bool:
    """Whether a number is never less than 0, as far as that is known."""
    match e:
        case model.Const(value=int() as value):
            return value >= 0
        case model.Builtin(name="count"):
            return True
        case model.GetField(field=name) if name in game.fields:
            bounds = game.fields[name].bounds
            return bounds is not None and bounds[0] >= 0
        case model.Local(slot=slot) if slot in slots:
            known = static.known(slots[slot], game.board)
            values = known[0] if known is not None else None
            return isinstance(values, tuple) and all(isinstance(v, int) and v >= 0 for v in values)
    return False
