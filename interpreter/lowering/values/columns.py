"""The table of kinds: its columns as constant tables, by kind and, where a column has one, by index."""

from contextlib import AbstractContextManager
from fractions import Fraction

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Var, op
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.terms import Rational, Value
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets.questions import SetForm, append_bits, over_elements, size_of
from interpreter.shared.numbering import NO_NUMBER


def attribute(f: Function, e: model.Attribute) -> Value:
    """What the table says of a kind."""
    is_number = e.type.base == "number"
    missing = {"number": 0, "bool": 0, "text": f.program.text("")}.get(e.type.base, ir.NONE)
    absent = NO_NUMBER if is_number else ir.NONE if e.index is None else missing
    cells = [_cell(kind, e, at) for kind in f.game.kinds for at in range(len(_index(f, e)))]
    bottoms = [v.denominator if isinstance(v, Fraction) else 1 for v in cells]
    tops = [absent if v is None else _code(f, v) for v in cells]
    top = _entry(f, e, tops, missing)
    if any(n != 1 for n in bottoms):
        return Rational(top, _entry(f, e, bottoms, 1))
    return op.lt(op.ZERO, top) if e.type.base == "bool" and not e.type.is_optional else top


def _index(f: Function, e: model.Attribute) -> tuple[int, ...]:
    return f.game.columns[e.name].index if e.index is not None else (0,)


def _cell(kind: model.Kind, e: model.Attribute, at: int) -> model.Value:
    value = kind.attributes[e.name]
    if e.index is None:
        return value
    return value[at] if isinstance(value, tuple) else None


def _code(f: Function, value: model.Value) -> int:
    """A value as machine code has it; of a fraction the numerator."""
    if isinstance(value, str):
        return f.program.text(value)
    if isinstance(value, Fraction):
        return value.numerator
    assert isinstance(value, int)
    return int(value)


def _entry(f: Function, e: model.Attribute, values: list[int], missing: int) -> Expr:
    table = f.program.constant(f"column.{e.name}", tuple(values) or (missing,))

    def found(kind: Expr) -> Expr:
        if e.index is None:
            return f.lookup(table, kind)
        rank = _rank(f, e)
        entry = op.add(op.mul(kind, op.number(len(_index(f, e)))), op.max_(rank, op.ZERO))
        return op.select(op.is_none(rank), op.number(missing), f.lookup(table, entry))

    kind = f.scalar(e.kind)
    is_optional = f.may_be_none(e.kind) or f.scope.is_changing
    return f.or_else(kind, is_optional, op.number(missing), found)


def _rank(f: Function, e: model.Attribute) -> Expr:
    """The place of a column's index; -1 if it has none."""
    assert e.index is not None
    index = _index(f, e)
    ranks = [ir.NONE] * (max(index) + 1)
    for place, i in enumerate(index):
        ranks[i] = place
    at = f.b.materialize(numbers.exact(f, e.index))
    inside = op.and_(op.is_some(at), op.lt(at, op.number(len(ranks))))
    found = f.table("index", tuple(ranks), op.select(inside, at, op.ZERO))
    return f.b.materialize(op.select(inside, found, op.NONE))


# ---- columns of sets


def column_set(e: model.Expr, scope: Scope) -> SetPlan | None:
    return OfColumn(e) if isinstance(e, model.Attribute) else None


@dataclass(frozen=True, slots=True)
class OfColumn(SetForm):
    """A set in the table of kinds."""

    e: model.Attribute

    def _sets(self, f: Function) -> list[tuple[int, ...]]:
        """The sets, by kinds and, for each, by the index."""
        held = [_cell(kind, self.e, at) for kind in f.game.kinds for at in range(len(_index(f, self.e)))]
        return [tuple(int(v) for v in x if isinstance(v, int)) if isinstance(x, tuple) else () for x in held]

    def _row(self, f: Function) -> Expr:
        """Where among these sets the entry is; -1 if there is none."""
        kind = f.materialized(self.e.kind)
        if self.e.index is None:
            return kind
        rank = _rank(f, self.e)
        is_there = op.and_(op.is_some(kind), op.is_some(rank))
        at = op.add(op.mul(kind, op.number(len(_index(f, self.e)))), rank)
        return f.b.materialize(op.select(is_there, at, op.NONE))

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        sets = tuple(sum(1 << v for v in values) for values in self._sets(f))
        return f.or_else(
            self._row(f),
            True,
            op.empty_set(size),
            lambda row: f.table(f"column.{self.e.name}", sets, row, size),
        )

    def loop(self, f: Function, name: str, ordered: bool) -> AbstractContextManager[Expr]:
        return over_elements(f, self, name, False)

    def append_to(self, f: Function, made: Var) -> None:
        if f.facts.size_of_set(self.e) is not None:
            append_bits(f, self.bits(f), made)
            return
        starts, values = [0], list[int]()
        for held in self._sets(f):
            values.extend(held)
            starts.append(len(values))
        begins = f.program.constant("starts", tuple(starts))
        table = f.program.constant("values", (*values, 0))
        row = self._row(f)
        with f.b.if_(op.is_some(row)):
            first = f.b.materialize(f.lookup(begins, row))
            with f.b.for_range("i", first, f.lookup(begins, op.add(row, op.ONE))) as i:
                f.b.push(made, f.lookup(table, i))
