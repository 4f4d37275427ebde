"""`some` and `all`: what is set algebra is asked of a whole set at once, the rest of those elements that are in doubt."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl import model
from gdl.types import Type
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.ends import all_of, any_of, conjuncts, disjuncts
from interpreter.lowering.rationals import Rationals
from interpreter.lowering.reading import needs_loops, reads, written_out


class Quantifiers(Rationals):
    """Questions about all elements of a set."""

    def quantified(self, e: model.Quantified) -> Expr:
        b = self.b
        quick, slow = self.parted(e)
        decided = self.by_set(quick) if quick is not None else None
        if slow is None:
            assert decided is not None
            return decided
        found = b.variable("all" if e.is_all else "some", op.truth(e.is_all) if decided is None else decided)
        loops = b.loops
        undecided = op.TRUE if decided is None else Get(found) if e.is_all else op.not_(Get(found))
        with b.if_(undecided), self.inner(), self.each_that_matters(slow) as (x, body):
            self.bind(slow.slot, self.element(slow.source), x)
            holds = self.truth(body)
            with b.if_(op.not_(holds) if e.is_all else holds):
                b.assign(found, op.truth(not e.is_all))
                b.break_(loops)
        return Get(found)

    def parted(self, e: model.Quantified) -> tuple[model.Quantified | None, model.Quantified | None]:
        """What is asked as two questions of which the first is set algebra: `some x: A or B` as some A, or some B."""
        key = ("parted", id(e))
        if key not in self.unit.statics:
            join, parts = (all_of, conjuncts(e.body)) if e.is_all else (any_of, disjuncts(e.body))
            if self.by_set(e, is_asked=True) is not None:
                parts, quick = [e.body], [e.body]
            else:
                quick = [p for p in parts if self.is_quick(replace(e, body=p))]
            slow = [p for p in parts if p not in quick]
            made = tuple(replace(e, body=join(some, e.span)) if some else None for some in (quick, slow))
            self.unit.statics[key] = made
            self.unit.alive.append((e, made))
        return self.unit.statics[key]  # type: ignore[return-value]

    @contextmanager
    def each_that_matters(self, e: model.Quantified) -> Iterator[tuple[Expr, model.Expr]]:
        """The elements that what is set algebra leaves in doubt, and what is then still to be asked of each."""
        quick, rest = self.quick_parts(e.source, e.slot, e.body, e.is_all)
        if not quick:
            with self.each(e.source, ordered=False) as x:
                yield x, e.body
            return
        with self.each_among(e.source, self.meeting(e.source, e.slot, quick, e.is_all)) as x:
            yield x, rest

    @contextmanager
    def each_in_doubt(
        self, e: model.Comprehension, name: str, ordered: bool
    ) -> Iterator[tuple[Expr, model.Expr | None]]:
        quick: list[model.Expr] = []
        if e.condition is not None and (not ordered or self.is_canonical(e.source)):
            quick, rest = self.quick_parts(e.source, e.slot, e.condition)
        elif e.condition is not None and (lists := self.lists_of(e.source)) is not None:
            masks, others = self.masked_parts(e)
            if masks:
                with self._each_by_rank(*lists, self.meeting(e.source, e.slot, masks), name) as x:
                    yield x, all_of(others, e.span) if others else None
                return
        if not quick:
            with super().each_in_doubt(e, name, ordered) as found:
                yield found
            return
        with self.each_among(e.source, self.meeting(e.source, e.slot, quick)) as x:
            yield x, rest

    def lists_of(self, e: model.Expr) -> tuple[model.Expr | None, list[list[int]]] | None:
        """The known elements of a set, in order and each once; or of one of two, by a condition."""
        key = ("lists", id(e))
        if key not in self.unit.statics:
            source = written_out(e, self.game)
            self.unit.alive.extend((e, source))
            branches = (source.then, source.otherwise) if isinstance(source, model.If) else (source,)
            made = [self.known_list(branch) for branch in branches]
            lists = [
                x for x in made if x is not None and len(set(x)) == len(x) <= 64 and min(x, default=0) >= 0
            ]
            condition = source.condition if isinstance(source, model.If) else None
            fits = len(lists) == len(branches) and self.domain(e) is not None
            self.unit.statics[key] = (condition, lists) if fits else None
        return self.unit.statics[key]  # type: ignore[return-value]

    def masked_parts(self, e: model.Comprehension) -> tuple[list[model.Expr], list[model.Expr]]:
        """Of what is asked of all elements those parts that are set algebra, and the others."""
        key = ("masked parts", id(e))
        if key not in self.unit.statics:
            assert e.condition is not None
            slots, parts = frozenset({e.slot}), conjuncts(e.condition)
            quick = [p for p in parts if not needs_loops(p) and self.is_mask(p, slots)]
            self.unit.statics[key] = quick, [p for p in parts if p not in quick]
            self.unit.alive.append(e)
        return self.unit.statics[key]  # type: ignore[return-value]

    @contextmanager
    def _each_by_rank(
        self, condition: model.Expr | None, lists: list[list[int]], chosen: Expr, name: str
    ) -> Iterator[Expr]:
        """Those elements of a list that were chosen, in its order: a set of their ranks is made, and looped over.

        Of two lists the first one is meant if the condition holds.
        """
        b = self.b
        size, first, last = chosen.type.size, lists[0], lists[-1]
        holds = b.materialize(self.truth(condition)) if condition is not None else op.TRUE
        ranks = [x.index(i) if i in x else 0 for x in lists for i in range(size)]
        table, listed = (
            self.unit.constant("ranks", tuple(ranks)),
            self.unit.constant("listed", (*first, *last) or (0,)),
        )
        chosen = b.materialize(
            op.intersection(chosen, op.select(holds, op.members(first, size), op.members(last, size)))
        )
        ranked = b.variable("ranked", Const(0, ir.bits(64)))
        start = b.materialize(op.select(holds, op.ZERO, op.number(size)))
        with b.each_bit("x", chosen) as x:
            rank = self.lookup(table, op.add(start, x))
            b.assign(ranked, op.union(Get(ranked), op.singleton(rank, 64)))
        start = b.materialize(op.select(holds, op.ZERO, op.number(len(first))))
        with b.each_bit("rank", Get(ranked)) as r:
            yield b.materialize(self.lookup(listed, op.add(start, r)), name)

    def quick_parts(
        self, source: model.Expr, slot: int, condition: model.Expr, is_all: bool = False
    ) -> tuple[list[model.Expr], model.Expr]:
        """Of what is asked of all elements those parts that are set algebra without loops, and the rest of it.

        The parts are joined by `and`, of what `is_all` by `or`. None are quick where the rest would be nothing.
        """
        key = ("quick parts", id(condition), slot)
        if key not in self.unit.statics:
            slots, known_size = frozenset({slot}), self.domain(source)
            join, parts = (any_of, disjuncts(condition)) if is_all else (all_of, conjuncts(condition))
            quick = [
                p
                for p in parts
                if not needs_loops(p) and reads(p, slots, self.game) and self.is_mask(p, slots)
            ]
            others = [p for p in parts if p not in quick]
            if known_size is None or not quick or not others:
                quick, rest = [], condition
            else:
                rest = join(others, condition.span)
            self.unit.statics[key] = quick, rest
            self.unit.alive.append((condition, rest))
        return self.unit.statics[key]  # type: ignore[return-value]

    def meeting(self, source: model.Expr, slot: int, quick: list[model.Expr], is_all: bool = False) -> Expr:
        """The elements that all parts hold of; with `is_all` those that none holds of."""
        size = self.domain(source)
        assert size is not None
        members: Expr = Const((1 << size) - 1, ir.bits(size))
        for p in quick:
            mask = self.mask(p, frozenset({slot}), size)
            members = op.intersection(members, op.complement(mask) if is_all else mask)
        return self.b.materialize(members)

    @contextmanager
    def each_among(self, e: model.Expr, members: Expr) -> Iterator[Expr]:
        """The elements of a set that are in another one, too, which is known: they alone are looked at."""
        match e:
            case model.Apply() if self.known(e) is None:
                with self.inlined(e) as body, self.each_among(body, members) as x:
                    yield x
            case model.Comprehension(value=None) if not self.filtered_cheaply(e):
                with self.each_among(e.source, members) as x, self.inner():
                    self.bind(e.slot, self.element(e.source), x)
                    with self.b.if_(self.truth(e.condition) if e.condition is not None else op.TRUE):
                        yield x
            case _:
                with self.b.each_bit("e", op.intersection(self.as_bits(e), members)) as x:
                    yield x

    def is_mask(self, e: model.Expr, slots: frozenset[int]) -> bool:
        raise NotImplementedError  # by Masks

    def mask(self, e: model.Expr, slots: frozenset[int], size: int) -> Expr:
        raise NotImplementedError  # by Masks

    def is_quick(self, e: model.Quantified) -> bool:
        return not needs_loops(e.body) and self.by_set(e, is_asked=True) is not None

    def by_set(self, e: model.Quantified, is_asked: bool = False) -> Expr | None:
        """A question about all elements as one about a set; None if it is no set algebra. Only whether, if `is_asked`."""
        kind = e.source.type if e.source.type.base == "set" else Type("set", e.source.type)
        body = model.Not(e.span, e.body.type, e.body) if e.is_all else e.body
        whole = model.Comprehension(e.span, kind, e.slot, e.source, body, None)
        self.unit.alive.append(whole)
        if not self.filtered_cheaply(whole):
            return None
        if is_asked:
            return op.TRUE
        mask = self.grown(whole, lambda g: op.nonempty(g))
        return op.not_(op.nonempty(mask)) if e.is_all else op.nonempty(mask)
