"""Sets of pieces: all on the board, those of a site or a pool, and the kinds that were captured."""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.store.by_kind import pooled
from interpreter.lowering.values.sets.questions import LoopForm, SetForm, append_bits, size_of


def of_pieces(e: model.Expr, scope: Scope) -> SetPlan | None:
    match e:
        case model.Builtin(name="pieces"):
            return OnBoard(e)
        case model.Builtin(name="stack", arguments=(site,)):
            return OnSite(e, site)
        case model.Builtin(name="captured"):
            return Captured(e)
        case model.PoolOf():
            return PoolOfKinds(e) if scope.facts.pieces.are_kinds else InPool(e)
    return None


def pool_place(f: Function, e: model.PoolOf) -> Expr:
    """The number of a pool among the places; -1 of nobody's."""
    start = f.facts.sites + f.game.pools[e.name].slot
    if e.holder is None:
        return op.number(start)
    holder = f.scalar(e.holder)
    return f.or_else(holder, f.may_be_none(e.holder), op.NONE, lambda p: op.add(p, op.number(start)))


@dataclass(frozen=True, slots=True)
class OnBoard(SetForm):
    """All pieces on the board."""

    e: model.Builtin

    def bits(self, f: Function) -> Expr:
        return f.occupied() if f.facts.domains.are_sites else op.empty_set(size_of(f, self.e))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        with f.pieces.each(f, name) as piece:
            yield piece

    def contains(self, f: Function, x: Expr) -> Expr:
        if f.facts.domains.are_sites:
            return op.contains(f.occupied(), x)
        return op.is_some(f.pieces.site_of(f, f.b.materialize(x), True))


@dataclass(frozen=True, slots=True)
class OnSite(SetForm):
    """The pieces on a site, the lowest first."""

    e: model.Builtin
    site: model.Expr

    def bits(self, f: Function) -> Expr:
        site = f.materialized(self.site)
        return op.singleton(f.pieces.on(f, site, f.may_be_none(self.site)), size_of(f, self.e))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        site = f.materialized(self.site)
        with f.pieces.each_on(f, site, f.may_be_none(self.site), name) as piece:
            yield piece

    def contains(self, f: Function, x: Expr) -> Expr:
        return f.pieces.is_at(f, x, f.materialized(self.site))


@dataclass(frozen=True, slots=True)
class InPool(LoopForm):
    """The pieces of a pool, in its order."""

    e: model.PoolOf

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        place = f.b.materialize(pool_place(f, self.e))
        is_optional = self.e.holder is not None and f.may_be_none(self.e.holder)
        with f.pieces.each_in(f, place, is_optional, name) as piece:
            yield piece

    def contains(self, f: Function, x: Expr) -> Expr:
        return f.pieces.is_at(f, x, f.b.materialize(pool_place(f, self.e)))

    def nonempty(self, f: Function) -> Expr:
        place = pool_place(f, self.e)
        return op.is_some(f.or_else(place, True, op.NONE, lambda i: f.load("first", i)))

    def kept_count(self, f: Function) -> Expr | None:
        if not f.has_cell("held"):
            return None
        place, sites = f.b.materialize(pool_place(f, self.e)), op.number(f.facts.sites)
        return f.or_else(place, True, op.ZERO, lambda i: f.load("held", op.sub(op.max_(i, sites), sites)))

    def nth_of_kept(self, f: Function, number: Expr) -> Expr:
        at = f.b.variable("at", f.load("first", pool_place(f, self.e)))
        before = f.b.variable("before", op.ZERO)
        with f.b.for_range("i", op.ZERO, number):
            f.b.assign(before, Get(at))
            f.b.assign(at, f.load("next", Get(at)))
        if f.facts.pieces.notes_walks:
            f.store_context("passed", Get(before))  # what is drawn is mostly taken away next
        return Get(at)


@dataclass(frozen=True, slots=True)
class PoolOfKinds(SetForm):
    """The pieces of a pool, which is a set of kinds, as each is named by its own."""

    e: model.PoolOf

    def bits(self, f: Function) -> Expr:
        is_optional = self.e.holder is not None and f.may_be_none(self.e.holder)
        return pooled(f, pool_place(f, self.e), is_optional)


@dataclass(frozen=True, slots=True)
class Captured(SetForm):
    """The kinds that the present action has captured."""

    e: model.Builtin

    def bits(self, f: Function) -> Expr:
        return f.load("captured")

    def append_to(self, f: Function, made: Var) -> None:
        append_bits(f, self.bits(f), made)
