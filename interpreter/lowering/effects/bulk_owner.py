"""Effects on all pieces of a set at once: owners are sets of sites, so that many change as easily as one."""

from gdl import model
from gdl.types import set_of
from interpreter.ir import op
from interpreter.lowering.effects import changes
from interpreter.lowering.function import Function
from interpreter.lowering.values.sets import questions


def are_owners_set_at_once(f: Function, e: model.ForEach) -> bool:
    """`for s in S do owner(s) := mover` as set algebra; whether it is of this form, and done."""
    facts = f.facts
    if len(e.generators) != 1 or len(e.body) != 1 or not facts.pieces.are_named_by_site:
        return False
    (slot, source), effect = e.generators[0], e.body[0]
    if not isinstance(effect, model.SetField) or effect.field != "owner" or "owner" in f.game.fields:
        return False
    if not _is_named(effect.holder, slot) or not _is_given(effect.value, slot):
        return False
    kind = source.type if source.type.base == "set" else set_of(source.type)
    chosen = model.Comprehension(source.span, kind, slot, source, e.condition, None)
    if facts.size_of_set(chosen) != facts.sites or not f.has_cell("own") or f.has_cell("pieces_code"):
        return False
    b = f.b
    value = changes.new_value(f, effect)
    pieces = b.materialize(op.intersection(questions.bits(f, chosen), f.occupied()))
    for p in range(facts.players):
        f.store("own", op.difference(f.load("own", op.number(p)), pieces), op.number(p))
    with b.if_(op.is_some(value)):
        f.store("own", op.union(f.load("own", value), pieces), value)
    return True


def _is_named(e: model.Expr | None, slot: int) -> bool:
    """Whether an expression is the name, or the piece that stands there."""
    match e:
        case model.Builtin(name="piece", arguments=(of,)):
            return _is_named(of, slot)
        case model.Local(slot=of):
            return of == slot
    return False


def _is_given(e: model.Expr, slot: int) -> bool:
    """Whether a player is the same in every round, whatever changes."""
    match e:
        case model.Builtin(name="rival" | "after", arguments=(of,)):
            return _is_given(of, slot)
        case model.Local(slot=of):
            return of != slot
    return isinstance(e, model.Const | model.Role)
