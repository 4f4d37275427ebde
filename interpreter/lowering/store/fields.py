"""Fields in memory: what a cell holds for a value, values that do not fit, and how a piece that leaves the game is forgotten."""

from gdl.core import model
from gdl.source import Span
from interpreter.ir import Const, Expr, Get, Var, op
from interpreter.lowering.facts.domains import none_of
from interpreter.lowering.facts.layout import GONE, HEAD, field_cell
from interpreter.lowering.facts.piece_plan import is_of_pieces
from interpreter.lowering.function import Function
from interpreter.lowering.memory import PieceStore
from interpreter.lowering.terms import Rational, Value, as_number
from interpreter.shared.numbering import NO_NUMBER


def read(f: Function, field: model.Field, index: Expr) -> Expr:
    """The value of a field."""
    raw = f.load(field_cell(field), index)
    if field.type.base == "bool" and not field.type.is_optional:
        return op.ne(raw, op.ZERO)
    if field.type.base == "number" and field.type.is_optional:
        raw = f.b.materialize(raw)
        return op.select(op.eq(raw, _none_in_cell(f, field)), op.number(NO_NUMBER), raw)
    return raw


def _none_in_cell(f: Function, field: model.Field) -> Const:
    """What stands in a cell for `none` among numbers: the least that it can hold."""
    return op.number(-(1 << (f.facts.state.cells[field_cell(field)].width - 1)))


def in_cell(f: Function, field: model.Field, value: Expr) -> Expr:
    """A value as its cell holds it."""
    if field.type.base == "number" and field.type.is_optional:
        value = f.b.materialize(value)
        return op.select(op.eq(value, op.number(NO_NUMBER)), _none_in_cell(f, field), value)
    return as_number(value)


def reset(f: Function, field: model.Field, index: Expr) -> None:
    """Gives a field its default."""
    put(f, field, in_cell(f, field, f.constant(field.default, field.type)), index)


def put(f: Function, field: model.Field, held: Expr, index: Expr) -> None:
    """Gives a field's cell what it is to hold."""
    f.store(field_cell(field), held, index)


def whole_only(f: Function, value: Rational, span: Span) -> Expr:
    """A number for a field, which holds whole ones."""
    with f.b.if_(op.ne(value.bottom, op.ONE)):
        f.fail("field-overflow", span)
    return value.top


def write(f: Function, field: model.Field, index: Expr, value: Value, span: Span, may_be_none: bool) -> None:
    """Gives a field a value, which may be out of its range."""
    if isinstance(value, Rational):
        value = whole_only(f, value, span)
    value = f.b.materialize(as_number(value))
    if field.bounds is not None:
        low, high = field.bounds
        outside = op.or_(op.lt(value, op.number(low)), op.lt(op.number(high), value))
        if may_be_none:
            outside = op.and_(outside, op.ne(value, op.number(NO_NUMBER)))
        with f.b.if_(outside):
            f.fail("field-overflow", span)
    if may_be_none and not field.type.is_optional and field.type.base != "bool":
        with f.b.if_(op.eq(value, op.number(none_of(field.type)))):
            f.fail("no-value", span)
    put(f, field, in_cell(f, field, value), index)


# ---- what may name a piece: fields and demands beyond an action, and local names; they name nothing when it leaves the game


def forget(f: Function, piece: Expr) -> None:
    b = f.b
    for field in f.game.fields.values():
        if field.type.base != "piece":
            continue
        cell = f.facts.state.cells[field_cell(field)]
        with b.for_range("i", op.ZERO, op.number(cell.count)) as i, b.if_(op.eq(f.load(cell.name, i), piece)):
            f.store(cell.name, op.NONE, i)
    if f.facts.features.has_demands:
        _forget_in_demands(f, piece)


def _forget_in_demands(f: Function, piece: Expr) -> None:
    b, demands = f.b, f.facts.demands
    width = max(1, demands.argument_words)
    are_pieces = _words_of_pieces(f, width)
    if not any(are_pieces):
        return
    table = f.program.constant("is_piece", are_pieces)
    with b.for_range("i", op.ZERO, f.load("waiting")) as i:
        row = b.materialize(op.mul(i, op.number(demands.row_words)))
        with b.for_range("k", op.ZERO, f.load("demands", op.add(row, op.number(HEAD - 1)))) as k:
            place = op.mul(k, op.number(demands.alternative_words))
            base = b.materialize(op.add(op.add(row, op.number(HEAD)), place))
            first = b.materialize(op.mul(f.load("demands", base), op.number(width)))
            with b.for_range("j", op.ZERO, op.number(width)) as j:
                entry = b.materialize(op.add(op.add(base, op.ONE), j))
                is_it = op.eq(f.lookup(table, op.add(first, j)), op.ONE)
                with b.if_(op.and_(is_it, op.eq(f.load("demands", entry), piece))):
                    f.store("demands", op.number(GONE), entry)


def _words_of_pieces(f: Function, width: int) -> tuple[int, ...]:
    """Which words of the arguments of each action hold a piece: 1 where one does."""
    found = [0] * (width * len(f.game.actions))
    for action in f.game.actions:
        at = action.index * width
        for _, slot, kind in action.parameters:
            words = f.facts.domains.argument_words(kind, slot)
            if kind.base == "piece":
                found[at] = 1
            elif is_of_pieces(kind):  # a list: its length, and the pieces
                found[at + 1 : at + words] = [1] * (words - 1)
            at += words
    return tuple(found)


def renamed(f: Function, old: Expr, new: Expr) -> None:
    """Names that hold a piece which has moved, or is gone, follow it."""
    b = f.b
    for slot, bound in f.scope.variables.items():
        kind = f.scope.types[slot]
        if not isinstance(bound, Var):
            continue
        if kind.base == "piece":
            b.assign(bound, op.select(op.eq(Get(bound), old), new, Get(bound)))
        elif kind.base == "set" and kind.element is not None and kind.element.base == "piece":
            size = bound.type.size
            moved = op.union(op.difference(Get(bound), op.singleton(old, size)), op.singleton(new, size))
            b.assign(bound, op.select(op.contains(Get(bound), old), moved, Get(bound)))


def described_anew(pieces: PieceStore[Function], f: Function, piece: Expr, kind: Expr, owner: Expr) -> None:
    """A piece becomes one of another kind and owner, where it is."""
    if f.facts.kinds > 1:
        with f.b.if_(op.ne(f.b.materialize(pieces.kind_of(f, piece, False)), kind)):
            pieces.set_kind(f, piece, kind)
    with f.b.if_(op.ne(f.b.materialize(pieces.owner_of(f, piece, False)), owner)):
        pieces.set_owner(f, piece, owner)
