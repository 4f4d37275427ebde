"""Sets that are chosen from others by a condition, and sets of values that are computed for each element.

Where the condition is set algebra, the whole set is. Otherwise the loop over the source is a loop over those elements
that the part of the condition which is set algebra leaves in doubt, and the rest of it is judged for each of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl.core import model
from gdl.core.types import set_of
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Function, Scope, SetPlan
from interpreter.lowering.game.expression_analysis import (
    all_of,
    any_of,
    conjuncts,
    disjuncts,
    is_kind_of,
    needs_loops,
)
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.refusals import NotLowered, Refused, refusals
from interpreter.lowering.terms import Enough, Rational
from interpreter.lowering.values.names import inlined as inlined_body
from interpreter.lowering.values.pieces_by_sets import PartBySets, PiecesBySets, part_by_sets, pieces_by_sets
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import (
    LoopForm,
    SetForm,
    add_to,
    gathered,
    is_among,
    nothing_yet,
    over_bits,
    size_of,
)
from interpreter.lowering.values.sets.written import known_codes

_A_LIST = "the set is a list, because its elements are not few known values"
MOST_RANKS = 64  # elements of a list whose chosen elements are found by a set of their ranks


def comprehension(e: model.Expr, scope: Scope) -> SetPlan | None:
    if not isinstance(e, model.Comprehension):
        return None
    e = of_kinds(e, scope)
    if e.value is not None:
        return JoinedSets(e, e.value) if e.joins_sets else Images(e, e.value, filter_plan(e, scope))
    pieces = pieces_by_sets(e, scope)
    masked = by_algebra(e, scope)
    if isinstance(masked, Refused):
        plan = filter_plan(e, scope)
        return Filtered(e, replace(plan, refused=refusals(masked, *plan.refused)), pieces)
    return Masked(e, masked.condition, pieces)


def of_kinds(e: model.Comprehension, scope: Scope) -> model.Comprehension:
    """The kinds of pieces that are named by their kinds are the same as the pieces; any other set as it is."""
    if e.value is None or not scope.facts.pieces.are_kinds or not is_kind_of(e.value, e.slot):
        return e
    return replace(e, type=set_of(element_of(e.source)), value=None)


# ---- set algebra alone


@dataclass(frozen=True, slots=True)
class Algebra:
    """A comprehension that is set algebra alone; `condition` is None where it has none."""

    condition: ConditionPlan | None


def by_algebra(e: model.Comprehension, scope: Scope) -> Algebra | Refused:
    e = of_kinds(e, scope)
    if e.value is not None:
        return Refused("set algebra", "a value is computed for each element", e.span)
    if scope.facts.size_of_set(e.source) is None:
        return Refused("set algebra", _A_LIST, e.source.span)
    if e.condition is None:
        return Algebra(None)
    condition = scope.algebra(e.condition, e.slot)
    return condition if isinstance(condition, Refused) else Algebra(condition)


@dataclass(frozen=True, slots=True)
class Masked(SetForm):
    """The elements of a set for which a condition holds, by set algebra. `pieces`: where they are, by sets of the state."""

    e: model.Comprehension
    condition: ConditionPlan | None
    pieces: PiecesBySets | None

    def bits(self, f: Function) -> Expr:
        source = f.b.materialize(self._source(f))
        if self.condition is None:
            return source
        return op.intersection(source, self.condition.members(f, size_of(f, self.e.source)))

    def _source(self, f: Function) -> Expr:
        """The source as bits; of a growing board only where something stands, if the condition asks for that."""
        e = self.e
        is_all = isinstance(e.source, model.Builtin) and e.source.name == "sites"
        if (
            is_all
            and e.condition is not None
            and any(_is_occupied(c, e.slot) for c in conjuncts(e.condition))
        ):
            return f.occupied()
        return questions.bits(f, e.source)

    def bits_until(self, f: Function, enough: Enough) -> Expr:
        source = f.scope.set(self.e.source)
        if not source.grows(f):
            return self.bits(f)
        if self.condition is None:
            return source.bits_until(f, enough)
        fitting = f.b.materialize(self.condition.members(f, size_of(f, self.e.source)))
        found = source.bits_until(f, enough.among(fitting))
        return op.intersection(found, fitting)

    def grows(self, f: Function) -> bool:
        return f.scope.set(self.e.source).grows(f)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        if self.pieces is not None and not f.scope.is_changing:
            with self.pieces.loop(f, name) as piece:
                yield piece
        elif not ordered or f.facts.is_canonical(self.e.source):
            with over_bits(f, self, name) as x:
                yield x
        else:
            with Filtered(self.e, filter_plan(self.e, f.scope), None).loop(f, name, ordered) as x:
                yield x


def is_chosen(f: Function, e: model.Comprehension, x: Expr) -> Expr:
    """Whether a value is in a set that a condition chooses from another: nothing but this value is looked at."""
    b = f.b
    y = b.materialize(x)
    among = b.variable("among", questions.contains(f, e.source, y))
    with b.if_(Get(among)):
        g = f.inner()
        g.bind(e.slot, element_of(e.source), y, "it")
        b.assign(among, g.holds(e.condition))
    return Get(among)


def _is_occupied(e: model.Expr, slot: int) -> bool:
    """Whether a condition says that something stands on a site."""
    match e:
        case model.Builtin(name="occupied", arguments=(model.Local(slot=of),)):
            return of == slot
    return False


# ---- conditions judged in a loop


@dataclass(frozen=True, slots=True)
class FilterPlan:
    """How a condition is judged of many elements.

    `quick` are the parts that are judged as sets, `rest` is judged of each element that they leave. `lists` is the source
    as one known list, or as two of which a condition chooses one; then the parts that are set algebra, `masked`, choose
    ranks in it, and `others` are judged of each. `pieces`: numbered pieces of which sets of sites say a part. `refused`:
    why what is judged of each is not judged as a set.
    """

    quick: tuple[tuple[model.Expr, ConditionPlan], ...]
    rest: model.Expr | None
    lists: "KnownLists | None" = None
    masked: tuple[tuple[model.Expr, ConditionPlan], ...] = ()
    others: model.Expr | None = None
    pieces: PartBySets | None = None
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownLists:
    """The known elements of a set, in order and each once; or of one of two, by a condition."""

    condition: model.Expr | None
    sources: tuple[model.Expr, ...]


def filter_plan(e: model.Comprehension, scope: Scope) -> FilterPlan:
    if e.condition is None:
        return FilterPlan((), None)
    pieces = part_by_sets(e, scope)
    if pieces is not None:
        return FilterPlan((), e.condition, pieces=pieces)
    quick, rest, refused = quick_parts(e.source, e.slot, e.condition, scope)
    lists = _known_lists(e.source, scope)
    if lists is None:
        return FilterPlan(quick, rest, refused=refused)
    parts = [(p, scope.condition(p, e.slot)) for p in conjuncts(e.condition) if not needs_loops(p)]
    masked = tuple((p, plan) for p, plan in parts if plan is not None)
    chosen = [p for p, _ in masked]
    others = [p for p in conjuncts(e.condition) if p not in chosen]
    said = all_of(others, e.span) if others else None
    return FilterPlan(quick, rest, lists, masked, said, refused=refused)


def quick_parts(
    source: model.Expr, slot: int, condition: model.Expr, scope: Scope, is_all: bool = False
) -> tuple[tuple[tuple[model.Expr, ConditionPlan], ...], model.Expr, tuple[Refused, ...]]:
    """Of what is asked of all elements those parts that are set algebra without loops, the rest of it, and why it is the rest.

    The parts are joined by `and`, with `is_all` by `or`. None are quick where the rest would be nothing.
    """
    join, parts = (any_of, disjuncts(condition)) if is_all else (all_of, conjuncts(condition))
    if scope.facts.size_of_set(source) is None:
        return (), condition, (Refused("set algebra", _A_LIST, source.span),)
    answers = [(p, _quick(p, slot, scope)) for p in parts]
    refused = refusals(*(answer for _, answer in answers))
    quick = tuple((p, plan) for p, plan in answers if not isinstance(plan, Refused))
    chosen = [p for p, _ in quick]
    others = [p for p in parts if p not in chosen]
    if not quick or not others:
        return (), condition, refused
    return quick, join(others, condition.span), refused


def _quick(e: model.Expr, slot: int, scope: Scope) -> ConditionPlan | Refused:
    """A part of a condition as a set that is made without loops."""
    if not reads(e, {slot}):
        return Refused("set algebra", "it does not depend on the element", e.span)
    if needs_loops(e):
        return Refused("set algebra", "it takes a loop of its own for each element", e.span)
    return scope.algebra(e, slot)


def _known_lists(e: model.Expr, scope: Scope) -> KnownLists | None:
    source = inlined(e, scope.game)
    branches = (source.then, source.otherwise) if isinstance(source, model.If) else (source,)
    for branch in branches:
        if not isinstance(branch, model.Const) or not isinstance(branch.value, tuple):
            return None
        if element_of(branch).base == "none":
            return None
        codes = [v for v in branch.value if isinstance(v, int) and v >= 0]
        if len(set(codes)) < len(branch.value) or len(codes) > MOST_RANKS:
            return None
    if scope.facts.size_of_set(e) is None:
        return None
    return KnownLists(source.condition if isinstance(source, model.If) else None, branches)


def meeting(
    f: Function, source: model.Expr, quick: tuple[tuple[model.Expr, ConditionPlan], ...], is_all: bool = False
) -> Expr:
    """The elements that all parts hold of; with `is_all` those that none holds of."""
    size = size_of(f, source)
    members: Expr = op.full_set(size)
    for p, plan in quick:
        f.decide(p.span, "condition", plan)
        mask = plan.members(f, size)
        members = op.intersection(members, op.complement(mask) if is_all else mask)
    return f.b.materialize(members)


@contextmanager
def each_among(f: Function, e: model.Expr, members: Expr) -> Iterator[Expr]:
    """The elements of a set that are in another one, too, which is known: they alone are looked at."""
    match e:
        case model.Apply():
            with inlined_body(f, e) as (g, body), each_among(g, body, members) as x:
                yield x
        case model.Comprehension(value=None) if isinstance(by_algebra(e, f.scope), Refused):
            g = f.inner()
            with each_among(f, e.source, members) as x:
                g.bind(e.slot, element_of(e.source), x)
                with f.b.if_(g.holds(e.condition)):
                    yield x
        case _:
            with f.b.each_bit("e", op.intersection(questions.bits(f, e), members)) as x:
                yield x


@contextmanager
def each_in_doubt(
    f: Function, e: model.Comprehension, plan: FilterPlan, name: str, ordered: bool
) -> Iterator[tuple[Expr, model.Expr | None]]:
    """The elements of a comprehension's source that need a look, and what is to be asked of each."""
    if plan.pieces is not None and not f.scope.is_changing:
        with plan.pieces.pieces.loop(f, name) as x:
            yield x, plan.pieces.rest
    elif plan.quick and (not ordered or f.facts.is_canonical(e.source)):
        with each_among(f, e.source, meeting(f, e.source, plan.quick)) as x:
            yield x, plan.rest
    elif plan.lists is not None and plan.masked and ordered and not f.facts.is_canonical(e.source):
        with _each_by_rank(f, plan.lists, meeting(f, e.source, plan.masked), name) as x:
            yield x, plan.others
    else:
        with questions.each(f, e.source, name, ordered) as x:
            yield x, e.condition


@contextmanager
def _each_by_rank(f: Function, lists: KnownLists, chosen: Expr, name: str) -> Iterator[Expr]:
    """Those elements of a list that were chosen, in its order: a set of their ranks is made, and looped over.

    Of two lists the first one is meant if the condition holds.
    """
    b, size = f.b, chosen.type.size
    found = [codes for source in lists.sources if (codes := known_codes(f, source)) is not None]
    first, last = found[0], found[-1]
    holds = b.materialize(f.holds(lists.condition))
    ranks = tuple(x.index(i) if i in x else 0 for x in found for i in range(size))
    table = f.program.constant("ranks", ranks)
    listed = f.program.constant("listed", (*first, *last) or (0,))
    there = op.select(holds, op.members(first, size), op.members(last, size))
    chosen = b.materialize(op.intersection(chosen, there))
    ranked = b.variable("ranked", op.empty_set(64))
    start = b.materialize(op.select(holds, op.ZERO, op.number(size)))
    with b.each_bit("x", chosen) as x:
        rank = f.lookup(table, op.add(start, x))
        b.assign(ranked, op.union(Get(ranked), op.singleton(rank, 64)))
    start = b.materialize(op.select(holds, op.ZERO, op.number(len(first))))
    with b.each_bit("rank", Get(ranked)) as r:
        yield b.materialize(f.lookup(listed, op.add(start, r)), name)


@dataclass(frozen=True, slots=True)
class Filtered(LoopForm):
    """The elements of a set for which a condition holds that is judged for each."""

    e: model.Comprehension
    plan: FilterPlan
    pieces: PiecesBySets | None

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        if self.pieces is not None and not f.scope.is_changing:
            with self.pieces.loop(f, name) as piece:
                yield piece
            return
        e, g = self.e, f.inner()
        with each_in_doubt(f, e, self.plan, name, ordered) as (item, condition):
            g.bind(e.slot, element_of(e.source), item, name)
            with f.b.if_(g.holds(condition)):
                yield g.local(e.slot)

    def contains(self, f: Function, x: Expr) -> Expr:
        return is_chosen(f, self.e, x)

    def grows(self, f: Function) -> bool:
        return f.scope.set(self.e.source).grows(f)


# ---- values computed for each element


@dataclass(frozen=True, slots=True)
class Images(SetForm):
    """A value for each element of a set, each value once; in a bag, as often as it comes."""

    e: model.Comprehension
    value: model.Expr
    plan: FilterPlan

    def bits(self, f: Function) -> Expr:
        return gathered(f, self.e, self.loop(f, "e", False))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        e, b, g = self.e, f.b, f.inner()
        seen = None if e.is_bag else nothing_yet(f, e)
        with each_in_doubt(g, e, self.plan, name, ordered) as (item, condition):
            g.bind(e.slot, element_of(e.source), item, name)
            with b.if_(g.holds(condition)):
                value = g.value(self.value)
                if isinstance(value, Rational):
                    raise NotLowered("a set of fractions")
                x = b.materialize(value)
                if seen is None:
                    yield x
                    return
                kind = self.value.type.or_none if g.may_be_none(self.value) else self.value.type
                with b.if_(op.and_(g.exists(x, kind), op.not_(is_among(f, seen, x)))):
                    add_to(f, seen, x)
                    yield x


@dataclass(frozen=True, slots=True)
class JoinedSets(SetForm):
    """The elements of many sets, each once."""

    e: model.Comprehension
    value: model.Expr

    def bits(self, f: Function) -> Expr:
        e, b, size = self.e, f.b, size_of(f, self.e)
        union, g = b.variable("union", op.empty_set(size)), f.inner()
        with questions.each(g, e.source, "e", ordered=False) as item:
            g.bind(e.slot, element_of(e.source), item, "e")
            with b.if_(g.holds(e.condition)):
                b.assign(union, op.union(Get(union), questions.bits_of_size(g, self.value, size)))
        return Get(union)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        e, b, g = self.e, f.b, f.inner()
        seen = nothing_yet(f, e)
        with each_in_doubt(g, e, filter_plan(e, f.scope), name, ordered) as (item, condition):
            g.bind(e.slot, element_of(e.source), item, name)
            holds = g.holds(condition)
            with b.if_(holds), questions.each(g, self.value, name, ordered) as x:
                x = b.materialize(x)
                with b.if_(op.not_(is_among(f, seen, x))):
                    add_to(f, seen, x)
                    yield x
