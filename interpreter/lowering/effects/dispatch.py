"""Effects, one after the other, and loops over sets and paths. What a loop goes through is judged before its first round."""

from collections.abc import Callable
from typing import assert_never

from gdl.core import model
from gdl.core.types import SITE, set_of
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.effects import changes
from interpreter.lowering.effects.changes import chance, demand
from interpreter.lowering.effects.loops_by_sets import (
    are_owners_set_at_once,
    deck_plan,
    done_at_once,
    rounds_by_sets,
)
from interpreter.lowering.ending import game_ends
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function
from interpreter.lowering.game.expression_analysis import those
from interpreter.lowering.terms import as_number, as_typed
from interpreter.lowering.values import names
from interpreter.lowering.values.paths.lines import lists_among, longest_path, named, slot_of
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.written import Range

MAX_WAYS = 2048  # ways of a path, or combinations, that one effect goes through

Body = Callable[[Function], None]


def do(f: Function, effects: tuple[model.Effect, ...]) -> None:
    for e in effects:
        effect(f, e)


def effect(f: Function, e: model.Effect) -> None:
    match e:
        case model.MoveTo():
            changes.move_to(f, e)
        case model.SetField():
            changes.set_field(f, e)
        case model.Remove():
            changes.remove(f, e)
        case model.Place():
            changes.place(f, e)
        case model.Stock():
            changes.stock(f, e)
        case model.Bind():
            _bind(f, e)
        case model.Chance():
            chance(f, e)
        case model.ForEach():
            _for_each_effect(f, e)
        case model.ForPath():
            for_path(f, e.path, lambda g: do(g, e.body))
        case model.Branch():
            with f.b.if_else(f.truth(e.condition)) as branch:
                do(f, e.body)
                branch.otherwise()
                do(f, e.otherwise)
        case model.Acting():
            do(f.moved_by(f.materialized(e.player)), e.body)
        case model.Simultaneously():
            f.scope.forms.simultaneously(f, e)
        case model.SetPhase():
            f.store("phase", op.number(f.game.phase_order.index(e.phase)))
        case model.NextTurn():
            f.store("follows", f.scalar(e.player))
        case model.Demand():
            demand(f, e)
        case model.Finish():
            game_ends.finish(f, e.result)
        case _:
            assert_never(e)


def _for_each_effect(f: Function, e: model.ForEach) -> None:
    plan = deck_plan(e, f.scope)
    if plan is not None:
        f.decide(e.span, "loop", plan)
        done_at_once(f, plan)
    elif not are_owners_set_at_once(f, e):
        for_each(f, e.generators, e.condition, lambda g: do(g, e.body))


def _bind(f: Function, e: model.Bind) -> None:
    kind = f.scope.types.get(e.slot, e.value.type)
    if e.value.type.base == "set" or kind.base == "set":
        source = questions.as_kept(f, e.value, f.facts.domains.type_in_name(kind, e.slot))
        bound = f.declare(e.slot, kind)
        assert isinstance(bound, Var)
        questions.assign_set(f, bound, source)
        return
    if kind.base == "none" or (kind.base != e.value.type.base and e.value.type.base != "none"):
        kind = e.value.type
    if kind.base == "piece" and not kind.is_optional:
        kind = kind.or_none
    f.bind(e.slot, kind, names.typed(f, e.value, kind))


# ---- loops


def for_each(
    f: Function,
    generators: tuple[tuple[int, model.Expr], ...],
    condition: model.Expr | None,
    body: Body,
) -> None:
    if len(generators) == 1:
        _for_one(f, *generators[0], condition, body)
    else:
        _for_many(f, generators, condition, body)


def _for_one(f: Function, slot: int, source: model.Expr, condition: model.Expr | None, body: Body) -> None:
    b, kind = f.b, element_of(source)
    chosen = those(slot, source, condition, source.span)
    if f.facts.size_of_set(chosen) is not None and f.facts.is_canonical(chosen):
        bits = b.materialize(questions.bits(f, chosen))
        g = f.inner()
        with b.each_bit("e", bits) as x:
            g.bind(slot, kind, f.pieces.still_there(f, x) if kind.base == "piece" else as_typed(x, kind))
            body(g)
    elif condition is None and isinstance(plan := f.set(source), Range):
        g = f.inner()
        with plan.loop(f, "e", ordered=True) as x:
            g.bind(slot, kind, as_typed(x, kind))
            body(g)
    else:
        listed = questions.as_list(f, chosen)
        g = f.inner()
        with b.for_range("i", op.ZERO, op.length(Get(listed))) as i:
            g.bind(slot, kind, as_typed(b.materialize(op.item(Get(listed), i)), kind))
            body(g)


def _for_many(
    f: Function,
    generators: tuple[tuple[int, model.Expr], ...],
    condition: model.Expr | None,
    body: Body,
) -> None:
    b = f.b
    lists = [b.new_list("column", MAX_WAYS) for _ in generators]

    def add(values: list[Expr]) -> None:
        with b.if_(op.le(op.number(MAX_WAYS), op.length(Get(lists[0])))):
            f.fail("capacity", None)
        for value, column in zip(values, lists, strict=True):
            b.push(column, as_number(value))

    def gather(g: Function, index: int) -> None:
        if index == len(generators):
            with b.if_(g.holds(condition)):
                add([g.local(slot) for slot, _ in generators])
            return
        slot, source = generators[index]
        with questions.each(g, source) as x:
            g.bind(slot, element_of(source), x)
            gather(g, index + 1)

    plan = rounds_by_sets(generators, condition, f.scope)
    if plan is None:
        gather(f.inner(), 0)
    else:
        f.decide(generators[0][1].span, "loop", plan)
        plan.gather(f, add)
    g = f.inner()
    with b.for_range("i", op.ZERO, op.length(Get(lists[0]))) as i:
        for (slot, source), column in zip(generators, lists, strict=True):
            kind = element_of(source)
            g.bind(slot, kind, as_typed(b.materialize(op.item(Get(column), i)), kind))
        body(g)


# ---- loops over the ways of a path


class _Ways:
    """The ways of a path while they are gathered: a block of the function's own, a row for each way."""

    def __init__(self, f: Function, path: model.Path) -> None:
        self.bound = [s for step in path.steps for s in named(step)]
        self.lists, self.longest = lists_among(f, self.bound), longest_path(f)
        cells = [ir.Cell("number", 1, 64)]
        for step in self.bound:
            if step.slot in self.lists:
                cells.append(ir.Cell(f"n{step.slot}", MAX_WAYS, 16))
                cells.append(ir.Cell(f"x{step.slot}", MAX_WAYS * self.longest, 16))
            else:
                cells.append(ir.Cell(f"x{step.slot}", MAX_WAYS, 64, f.facts.sites if step.collects else 0))
        self.block = f.b.allocate("ways", f.program.layout("ways", cells))
        f.b.store(self.block, "number", op.ZERO)

    @property
    def count(self) -> Expr:
        return ir.Load(self.block, "number", op.ZERO, INT)

    def add(self, f: Function) -> None:
        """Writes down what the path's names hold."""
        b, at = f.b, self.count
        with b.if_(op.le(op.number(MAX_WAYS), at)):
            f.fail("capacity", None)
            b.store(self.block, "number", op.ZERO)
        for step in self.bound:
            slot = slot_of(step)
            if slot not in self.lists:
                b.store(self.block, f"x{slot}", f.local(slot), at)
                continue
            held = f.local(slot)
            b.store(self.block, f"n{slot}", op.length(held), at)
            with b.for_range("k", op.ZERO, op.length(held)) as k:
                place = op.add(op.mul(at, op.number(self.longest)), k)
                b.store(self.block, f"x{slot}", op.item(held, k), place)
        b.store(self.block, "number", op.add(at, op.ONE))

    def bind(self, f: Function, i: Expr) -> None:
        """Gives the path's names what they hold in a row."""
        b = f.b
        for step in self.bound:
            slot, kind = slot_of(step), set_of(SITE) if step.collects else SITE
            if slot not in self.lists:
                held = ir.bits(f.facts.sites) if step.collects else INT
                f.bind(slot, kind, ir.Load(self.block, f"x{slot}", i, held), step.name)
                continue
            var = f.declare(slot, kind, step.name)
            assert isinstance(var, Var)
            b.clear(var)
            with b.for_range("k", op.ZERO, ir.Load(self.block, f"n{slot}", i, INT)) as k:
                place = op.add(op.mul(i, op.number(self.longest)), k)
                b.push(var, ir.Load(self.block, f"x{slot}", place, INT))


def for_path(f: Function, path: model.Path, body: Body) -> None:
    found = _Ways(f, path)
    with f.inner().ways(path) as (g, _):
        found.add(g)
    g = f.inner()
    with f.b.for_range("i", op.ZERO, found.count) as i:
        found.bind(g, i)
        body(g)
