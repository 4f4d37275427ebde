"""Loops over sets: over what a set is made of, in its order where that matters."""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl import model, static
from gdl.types import Type
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import BOOL, Const, Expr, Get, op
from interpreter.lowering.scope import Base, NotLowered, Rational, Value
from interpreter.numbering import NO_NUMBER


class Loops(Base):
    """Going through sets."""

    def value(self, e: model.Expr) -> Value:
        raise NotImplementedError

    def scalar(self, e: model.Expr) -> Expr:
        """The value of an expression that is a whole number, an index or a truth."""
        value = self.value(e)
        if isinstance(value, Rational):
            return op.div(value.top, value.bottom)
        return value

    def truth(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def filtered(self, e: model.Comprehension) -> Expr | None:
        """A comprehension by set algebra alone, if it can be."""
        raise NotImplementedError

    @contextmanager
    def inlined(self, e: model.Apply) -> Iterator[model.Expr]:
        raise NotImplementedError
        yield

    # ---- what elements are

    def element(self, e: model.Expr) -> Type:
        return e.type.element or e.type if e.type.base == "set" else e.type

    def domain(self, e: model.Expr) -> int | None:
        """How many values its elements may have, if the set can be bits; one with `none` in it cannot."""
        known = self.known(e)
        if known is not None and isinstance(known[0], tuple) and None in known[0]:
            return None
        if any(isinstance(x, model.MakeSet) and any(map(static.is_none, x.items)) for x in nodes(e)):
            return None
        return self.plan.domain(self.element(e))

    def exists(self, x: Expr, kind: Type) -> Expr:
        """Whether an element is not none."""
        if not kind.is_optional and not (self.is_changing and kind.base == "piece"):
            return op.TRUE
        if x.type == BOOL:
            return op.TRUE
        return op.ne(x, op.number(NO_NUMBER)) if kind.base == "number" else op.le(op.ZERO, x)

    # ---- loops

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        """For every element; in the language's order where that matters. Leave it by `b.leave`."""
        b, known = self.b, self.known(e)
        if known is not None:
            with self._each_known(known[0], self.element(e), name, ordered) as x:
                yield x
            return
        if e.type.base != "set":
            x = b.materialize(self.scalar(e))
            kind = e.type if e.type.base != "piece" else e.type.or_none
            with b.for_range("i", op.ZERO, op.zext(self.exists(x, kind))):
                yield x
            return
        match e:
            case model.Local():
                with self._each_kept(self.env[e.slot], name) as x:
                    yield x
            case model.Comprehension():
                with self._each_chosen(e, name, ordered) as x:
                    yield x
            case model.Apply():
                with self.inlined(e) as body, self.each(body, name, ordered) as x:
                    yield x
            case model.If() if self.kinds_known and isinstance(chosen := self.truth(e.condition), Const):
                with self.each(e.then if chosen.value else e.otherwise, name, ordered) as x:
                    yield x
            case model.If() if (lists := self.known_lists(e)) is not None:
                with self._each_of_one(e, *lists, name) as x:
                    yield x
            case model.MakeSet(items=(item,)) | model.Builtin(name="single", arguments=(item,)) if (
                not static.is_none(item)
            ):
                x = b.materialize(self.scalar(item))
                with b.for_range("i", op.ZERO, op.zext(self.exists(x, item.type.or_none))):
                    yield x
            case model.Builtin(name="difference", arguments=(left, right)) if (
                self.domain(e) is None or ordered
            ):
                with self.each(left, name, ordered) as x:
                    x = b.materialize(x)
                    with b.if_(op.not_(self.has(right, x))):
                        yield x
            case model.Builtin(name="sites") if self.board.is_growing:
                b.invoke("live", self.state, self.context)
                words = self.unit.layouts["context"].cells["live"].count
                with b.for_range("w", op.ZERO, op.number(words)) as w, b.each_bit(name, self.load_context("live", w)) as bit:
                    yield b.materialize(op.add(op.mul(w, op.number(64)), bit))
            case model.Builtin(name="pieces") if not self.plan.by_site:
                with self._each_piece(name) as x:
                    yield x
            case model.Builtin(name="stack", arguments=(site,)) if self.board.is_stacking:
                s = b.materialize(self.scalar(site))
                with self._chain(
                    self.or_else(s, self.may_be_none(site), op.NONE, lambda i: self.load("first", i)), name
                ) as x:
                    yield x
            case model.Builtin(name="stack", arguments=(site,)):
                x = b.materialize(self.piece_on(b.materialize(self.scalar(site)), self.may_be_none(site)))
                with b.for_range("i", op.ZERO, op.zext(op.le(op.ZERO, x))):
                    yield x
            case model.PoolOf():
                place = b.materialize(self.pool_place(e))
                is_optional = e.holder is not None and self.may_be_none(e.holder)
                with self._chain(
                    self.or_else(place, is_optional, op.NONE, lambda i: self.load("first", i)), name
                ) as x:
                    yield x
            case model.Builtin(name="neighbours", arguments=(site,)) if self.plan.has_many_sites:
                with self._each_next(site, name) as x:
                    yield x
            case model.Arithmetic(operator=".."):
                low, high = b.materialize(self.least_whole(e.left)), b.materialize(self.most_whole(e.right))
                with b.for_range(name, low, op.add(high, op.ONE)) as x:
                    yield x
            case _ if self.domain(e) is not None and (not ordered or self.is_canonical(e)):
                with b.each_bit(name, self.as_bits(e)) as x:
                    yield x
            case _:
                with self._each_kept(self.as_list(e), name) as x:
                    yield x

    @contextmanager
    def _each_known(self, value: object, kind: Type, name: str, ordered: bool) -> Iterator[Expr]:
        values = value if isinstance(value, tuple) else () if value is None else (value,)
        codes = [self.coded(v, kind) for v in values]
        numbers = [c.value for c in codes if isinstance(c, Const)]
        size = self.plan.domain(kind)
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True:
            low = numbers[0] if numbers else 0
            with self.b.for_range(name, op.number(low), op.number(low + len(numbers))) as x:
                yield x
        elif size is not None and min(numbers) >= 0 and (not ordered or numbers == sorted(numbers)):
            with self.b.each_bit(name, op.members(numbers, size)) as x:
                yield x
        else:
            table = self.unit.constant("listed", tuple(numbers))
            with self.b.for_range("i", op.ZERO, op.number(len(numbers))) as i:
                yield self.b.materialize(self.lookup(table, i))

    def known_list(self, e: model.Expr) -> list[int] | None:
        """The elements of a set as they are coded, in order, if they are known."""
        known, kind = self.known(e), self.element(e)
        if known is None or not isinstance(known[0], tuple) or kind.base == "none":
            return None
        codes = [self.coded(v, kind) for v in known[0]]
        return [c.value for c in codes if isinstance(c, Const)]

    def known_lists(self, e: model.If) -> tuple[list[int], list[int]] | None:
        """The elements of both branches, if they are known."""
        then, otherwise = self.known_list(e.then), self.known_list(e.otherwise)
        return (then, otherwise) if then is not None and otherwise is not None else None

    @contextmanager
    def _each_of_one(self, e: model.If, then: list[int], otherwise: list[int], name: str) -> Iterator[Expr]:
        """A loop over one of two known lists, that lie one behind the other."""
        b = self.b
        table = self.unit.constant("listed", (*then, *otherwise) or (0,))
        holds = b.materialize(self.truth(e.condition))
        start = b.materialize(op.select(holds, op.ZERO, op.number(len(then))))
        size = op.select(holds, op.number(len(then)), op.number(len(otherwise)))
        with b.for_range("i", start, op.add(start, size)) as i:
            yield b.materialize(self.lookup(table, i), name)

    @contextmanager
    def _each_kept(self, bound: object, name: str) -> Iterator[Expr]:
        assert isinstance(bound, ir.Var)
        if bound.type.name == "list":
            with self.b.for_range("i", op.ZERO, op.length(Get(bound))) as i:
                yield self.b.materialize(op.item(Get(bound), i), name)
        else:
            with self.b.each_bit(name, Get(bound)) as x:
                yield x

    @contextmanager
    def _each_chosen(self, e: model.Comprehension, name: str, ordered: bool) -> Iterator[Expr]:
        b = self.b
        mask = self.filtered(e) if not ordered or self.is_canonical(e.source) else None
        if mask is not None:
            with b.each_bit(name, mask) as member:
                yield member
            return
        kind = self.element(e)
        is_distinct = e.value is None or e.is_bag
        seen: ir.Var | None = None
        if not is_distinct:
            seen = self._nothing(kind)
        with self.inner(), self.each_in_doubt(e, name, ordered) as (item, condition):
            self.bind(e.slot, self.element(e.source), item, name)
            with b.if_(self.truth(condition) if condition is not None else op.TRUE):
                if e.value is None:
                    yield self.local(e.slot)
                    return
                if e.joins_sets:
                    assert seen is not None
                    with self.each(e.value, name, ordered) as x:
                        x = b.materialize(x)
                        with b.if_(op.not_(self._among(seen, x))):
                            self._join(seen, x)
                            yield x
                    return
                value = self.value(e.value)
                if isinstance(value, Rational):
                    raise NotLowered("a set of fractions")
                x = b.materialize(value)
                if seen is None:
                    yield x
                else:
                    given = e.value.type.or_none if self.may_be_none(e.value) else e.value.type
                    fresh = op.and_(self.exists(x, given), op.not_(self._among(seen, x)))
                    with b.if_(fresh):
                        self._join(seen, x)
                        yield x

    @contextmanager
    def each_in_doubt(
        self, e: model.Comprehension, name: str, ordered: bool
    ) -> Iterator[tuple[Expr, model.Expr | None]]:
        """The elements of a comprehension's source, and what is to be asked of each."""
        with self.each(e.source, name, ordered) as x:
            yield x, e.condition

    @contextmanager
    def _chain(self, first: Expr, name: str) -> Iterator[Expr]:
        b = self.b
        at = b.variable("at", first)
        with b.loop():
            with b.if_(op.lt(Get(at), op.ZERO)):
                b.break_loop()
            x = b.materialize(Get(at), name)
            b.assign(at, self.load("next", x) if self.has_cell("next") else op.NONE)
            yield x

    @contextmanager
    def _each_piece(self, name: str) -> Iterator[Expr]:
        b = self.b
        if self.plan.has_many_sites:
            words = self.unit.layouts["state"].cells["occupied"].count
            with b.for_range("w", op.ZERO, op.number(words)) as w, b.each_bit("s", self.load("occupied", w)) as bit:
                s = b.materialize(op.add(op.mul(w, op.number(64)), bit))
                with self._chain(self.load("first", s), name) as x:
                    yield x
        elif not self.plan.sites:
            with b.for_range("i", op.ZERO, op.ZERO) as x:
                yield x
        else:
            with b.each_bit("s", self.load("occupied")) as s:
                if self.board.is_stacking:
                    with self._chain(self.load("first", s), name) as x:
                        yield x
                else:
                    yield b.materialize(self.load("first", s), name)

    @contextmanager
    def _each_next(self, site: model.Expr, name: str) -> Iterator[Expr]:
        """The neighbours of a site on a very large board."""
        b, table = self.b, self._next_sites()
        width = len(self.board.adjacent)
        s = b.materialize(self.scalar(site))
        with b.for_range("i", op.ZERO, self.or_else(s, True, op.ZERO, lambda _: op.number(width))) as i:
            x = b.materialize(self.lookup(table, op.add(op.mul(s, op.number(width)), i)), name)
            with b.if_(op.le(op.ZERO, x)):
                yield x

    def _next_sites(self) -> str:
        def values() -> list[int]:
            made = []
            for s in range(self.plan.sites):
                near = sorted({self.board.steps[d][s] for d in self.board.adjacent} - {-1})
                made.extend([*near, *([-1] * (len(self.board.adjacent) - len(near)))])
            return made

        return self.unit.table("next_sites", values)

    # ---- sets that are being gathered

    def _nothing(self, kind: Type, name: str = "seen") -> ir.Var:
        kept = self.plan.set_type(kind)
        if kept.name == "list":
            return self.b.new_list(name, kept.size)
        return self.b.variable(name, Const(0, kept))

    def _among(self, var: ir.Var, x: Expr) -> Expr:
        if var.type.name == "bits":
            return op.contains(Get(var), self.plain(x))
        found = self.b.variable("found", op.FALSE)
        with (
            self.b.for_range("i", op.ZERO, op.length(Get(var))) as i,
            self.b.if_(op.eq(op.item(Get(var), i), self.plain(x))),
        ):
            self.b.assign(found, op.TRUE)
            self.b.break_loop()
        return Get(found)

    def _join(self, var: ir.Var, x: Expr) -> None:
        if var.type.name == "bits":
            self.b.assign(var, op.union(Get(var), op.singleton(self.plain(x), var.type.size)))
        else:
            self.b.emit(ir.Push(var, self.plain(x)))

    def plain(self, x: Expr) -> Expr:
        """A truth as a number, as sets hold it."""
        return op.zext(x) if x.type == BOOL else x

    # ---- what later classes of the chain give

    def has(self, e: model.Expr, x: Expr) -> Expr:
        raise NotImplementedError

    def piece_on(self, site: Expr, is_optional: bool) -> Expr:
        raise NotImplementedError

    def pool_place(self, e: model.PoolOf) -> Expr:
        raise NotImplementedError

    def least_whole(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def most_whole(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def is_canonical(self, e: model.Expr) -> bool:
        raise NotImplementedError

    def as_bits(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def as_list(self, e: model.Expr) -> ir.Var:
        raise NotImplementedError
