"""`simultaneously`: all changes are written down before the first is made; removals and the like come before placements."""

from dataclasses import dataclass, field

from gdl import model
from gdl.source import Span
from gdl.types import Type
from gdl.visit import names_read
from interpreter import ir
from interpreter.ir import INT, Expr, op
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.rules import changes
from interpreter.lowering.rules.effects import MAX_WAYS, effect, for_each, for_path
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.sets import questions

INTS, SETS = 10, 3  # names of each sort that one effect may read


@dataclass(slots=True)
class _Leaf:
    """An effect that makes one change, with the names that it reads."""

    effect: model.Effect
    names: list[tuple[int, Type]] = field(default_factory=list)


class _Changes:
    """The changes that are written down: a block of the function's own, a row for each."""

    def __init__(self, f: Function) -> None:
        cells = [ir.Cell("number", 1, 64), ir.Cell("code", MAX_WAYS, 64)]
        cells += [ir.Cell(f"v{i}", MAX_WAYS, 64) for i in range(INTS)]
        if f.facts.sites and not f.facts.pieces.is_huge:
            cells += [ir.Cell(f"s{i}", MAX_WAYS, size=f.facts.sites) for i in range(SETS)]
        self.block = f.b.allocate("changes", f.program.layout("changes", cells))
        self.leaves: list[_Leaf] = []
        f.b.store(self.block, "number", op.ZERO)

    @property
    def count(self) -> Expr:
        return ir.Load(self.block, "number", op.ZERO, INT)

    def cell(self, name: str, row: Expr) -> Expr:
        return ir.Load(self.block, name, row, INT)

    def leaf(self, e: model.Effect) -> _Leaf:
        self.leaves.append(_Leaf(e))
        return self.leaves[-1]

    def record(self, f: Function, leaf: _Leaf, values: list[Expr], sets: "list[Expr] | None" = None) -> None:
        b, code = f.b, next(i for i, x in enumerate(self.leaves) if x is leaf)
        with b.if_(op.le(op.number(MAX_WAYS), self.count)):
            f.fail("capacity", None)
            b.store(self.block, "number", op.ZERO)
        b.store(self.block, "code", op.number(code), self.count)
        for i, v in enumerate(values):
            b.store(self.block, f"v{i}", as_number(v), self.count)
        for i, v in enumerate(sets or []):
            b.store(self.block, f"s{i}", v, self.count)
        b.store(self.block, "number", op.add(self.count, op.ONE))

    def refuse_conflict(
        self, f: Function, same: list[int], key: Expr, values: list[Expr], span: Span
    ) -> None:
        """An earlier change of the same thing to something else goes wrong."""
        with f.b.for_range("j", op.ZERO, self.count) as j:
            code = self.cell("code", j)
            is_same: Expr = op.FALSE
            for c in same:
                is_same = op.or_(is_same, op.eq(code, op.number(c)))
            is_same = op.and_(is_same, op.eq(self.cell("v0", j), key))
            differs: Expr = op.FALSE
            for i, v in enumerate(values):
                differs = op.or_(differs, op.ne(self.cell(f"v{i + 1}", j), as_number(v)))
            with f.b.if_(op.and_(is_same, differs)):
                f.fail("conflicting-writes", span)


def simultaneously(f: Function, e: model.Simultaneously) -> None:
    b, found, g = f.b, _Changes(f), f.inner()
    for inner in e.body:
        _judge(g, inner, found)
    for is_placing in (False, True):
        with b.for_range("i", op.ZERO, found.count) as i:
            code = b.materialize(found.cell("code", i))
            for number, leaf in enumerate(found.leaves):
                if isinstance(leaf.effect, model.Place) == is_placing:
                    with b.if_(op.eq(code, op.number(number))):
                        _make(f.inner(), leaf, found, i)


# ---- writing down


def _judge(f: Function, e: model.Effect, found: _Changes) -> None:
    match e:
        case model.SetField():
            _judge_field(f, e, found)
        case model.Remove():
            leaf, g = found.leaf(e), f.inner()
            with questions.each(g, e.pieces) as p:
                found.record(g, leaf, [p])
        case model.Place():
            _judge_place(f, e, found)
        case model.Branch():
            with f.b.if_else(f.truth(e.condition)) as branch:
                for inner in e.body:
                    _judge(f, inner, found)
                branch.otherwise()
                for inner in e.otherwise:
                    _judge(f, inner, found)
        case model.ForEach():
            for_each(f, e.generators, e.condition, lambda g: _judge_all(g, e.body, found))
        case model.ForPath():
            for_path(f, e.path, lambda g: _judge_all(g, e.body, found))
        case model.Bind() | model.Chance():
            effect(f, e)
        case _:
            _judge_other(f, e, found)


def _judge_all(f: Function, body: tuple[model.Effect, ...], found: _Changes) -> None:
    for e in body:
        _judge(f, e, found)


def _judge_field(f: Function, e: model.SetField, found: _Changes) -> None:
    leaf = found.leaf(e)
    holder = f.materialized(e.holder) if e.holder is not None else op.ZERO
    value = changes.new_value(f, e)
    same = [
        i
        for i, x in enumerate(found.leaves)
        if isinstance(x.effect, model.SetField) and x.effect.field == e.field
    ]
    found.refuse_conflict(f, same, holder, [value], e.span)
    found.record(f, leaf, [holder, value])


def _judge_place(f: Function, e: model.Place, found: _Changes) -> None:
    leaf = found.leaf(e)
    kind, owner, settings = changes.new_piece(f, e)
    same = [i for i, x in enumerate(found.leaves) if isinstance(x.effect, model.Place)]
    g = f.inner()
    with questions.each(g, e.sites) as s:
        site = f.b.materialize(s)
        found.refuse_conflict(g, same, site, [kind, owner], e.span)
        found.record(g, leaf, [site, kind, owner, *(v for _, v, _ in settings)])


def _judge_other(f: Function, e: model.Effect, found: _Changes) -> None:
    """An effect that is done later with the names as they are now."""
    scope, domains, leaf = f.scope, f.facts.domains, found.leaf(e)
    slots = [s for s in names_read(e) if s in scope.variables]
    scalars = [s for s in slots if scope.types[s].base != "set"]
    of_sets = [s for s in slots if scope.types[s].base == "set"]
    if (
        len(scalars) > INTS
        or len(of_sets) > SETS
        or any(isinstance(scope.variables[s], tuple) for s in slots)
        or any(domains.type_in_name(scope.types[s], s).name == "list" for s in of_sets)
    ):
        raise NotLowered("an effect with many names inside `simultaneously`")
    leaf.names = [(s, scope.types[s]) for s in (*scalars, *of_sets)]
    found.record(f, leaf, [f.local(s) for s in scalars], [f.local(s) for s in of_sets])


# ---- making


def _make(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    """Makes a change that was written down."""
    e = leaf.effect

    def value(column: int) -> Expr:
        return f.b.materialize(found.cell(f"v{column}", i))

    match e:
        case model.SetField():
            changes.write(f, e, value(0), value(1))
        case model.Remove():
            changes.take_away(f, value(0), e.is_capture)
        case model.Place():
            settings = [
                (f.facts.field(name), value(3 + k), f.may_be_none(given))
                for k, (name, given) in enumerate(e.settings)
            ]
            changes.settle_down(f, e.span, value(1), value(2), value(0), settings)
        case _:
            _bind_names(f, leaf, found, i)
            effect(f, e)


def _bind_names(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    ints = sets = 0
    for slot, of in leaf.names:
        if of.base == "set":
            kind = f.facts.domains.type_in_name(of, slot)
            if kind.name == "list" or kind.size != f.facts.sites:
                raise NotLowered("a set inside `simultaneously`")
            f.bind(slot, of, ir.Load(found.block, f"s{sets}", i, kind))
            sets += 1
        else:
            held = f.b.materialize(found.cell(f"v{ints}", i))
            is_truth = of.base == "bool" and not of.is_optional
            f.bind(slot, of, op.lt(op.ZERO, held) if is_truth else held)
            ints += 1
