"""What spreads over the board: `reached from`, and what is asked of it.

Where a condition is set algebra, a flood is a loop over the sites that are new; it ends as soon as what is asked is
known: a chain without liberties is one to which no empty neighbour is found, and most chains have one at their first
stone.
"""

from collections.abc import Callable
from typing import Any

from gdl import model
from gdl.types import DIRECTION, SITE
from gdl.visit import rewritten, same
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.reading import written_out
from interpreter.lowering.shifts import Shifts

ONE_BY_ONE = 192  # sites of a board on which a flood from one site takes them one by one: most end soon
Known = Callable[[Expr], Expr]  # whether enough is known, by the part of a set that has been found


class Floods(Shifts):
    """Sets that grow."""

    def as_bits(self, e: model.Expr) -> Expr:
        if isinstance(e, model.Reached) and self.known(e) is None:
            return self.reached(e)
        return super().as_bits(e)

    def grown(self, e: model.Expr, is_known: Known) -> Expr:
        """A set as bits; where it grows, only as much of it as is needed."""
        if self.known(e) is not None or e.type.base != "set" or self.domain(e) is None:
            return super().grown(e, is_known)
        match e:
            case model.Apply() if self.is_growing(e):
                with self.inlined(e) as body:
                    return self.grown(body, is_known)
            case model.Comprehension(value=None) if self.filtered_cheaply(e) and self.is_growing(e.source):
                if e.condition is None:
                    return self.grown(e.source, is_known)
                size = self.domain(e.source)
                assert size is not None
                fitting = self.b.materialize(self.mask(e.condition, frozenset({e.slot}), size))
                return op.intersection(self.grown(e.source, lambda g: is_known(op.intersection(g, fitting))), fitting
                )
            case model.Comprehension() if self.is_growing(e):
                return self.border(e.source, is_known)
            case model.Reached():
                return self.reached(e, is_known)
        return super().grown(e, is_known)

    def is_growing(self, e: model.Expr) -> bool:
        """Whether a set is a flood, its border, or a part of one."""
        if self.known(e) is not None or self.domain(e) is None:
            return False
        match e:
            case model.Apply(type=kind) if kind.base == "set":
                return not self.is_shared(e) and self.is_growing(self.game.definitions[e.definition].body)
            case model.Comprehension(value=None):
                return self.is_growing(e.source)
            case model.Comprehension(
                slot=slot,
                condition=None,
                value=model.Builtin(name="neighbours", arguments=(model.Local(slot=of),)),
            ):
                return slot == of and self.is_flood(e.source)
        return isinstance(e, model.Reached)

    def is_flood(self, e: model.Expr) -> bool:
        """Whether a set is a flood over all neighbours, by a condition that is set algebra."""
        match e:
            case model.Apply():
                return not self.is_shared(e) and self.is_flood(self.game.definitions[e.definition].body)
            case model.Reached(steps=None, directions=directions):
                return self.known(directions) == (tuple(self.board.adjacent),) and self.is_mask(
                    e.condition, frozenset({e.slot})
                )
        return False

    def border(self, e: model.Expr, is_known: Known) -> Expr:
        """The neighbours of all that a flood reaches."""
        if isinstance(e, model.Apply):
            with self.inlined(e) as body:
                return self.border(body, is_known)
        assert isinstance(e, model.Reached)
        met = self.b.variable("border", Const(0, ir.bits(self.plan.sites)))
        self.reached(e, is_known, met)
        return Get(met)

    def reached(self, e: model.Reached, is_known: Known | None = None, border: ir.Var | None = None) -> Expr:
        """What a flood reaches; all that was looked at goes into `border`, and that is then what must be known."""
        b, n = self.b, self.plan.sites
        slots = frozenset({e.slot})
        start = self.as_bits(e.start)
        if not self.is_mask(e.condition, slots):
            return self._judged(e, start)
        allowed = b.materialize(self.mask(e.condition, slots, n))
        found = b.variable("reached", op.intersection(start, allowed))
        fresh = b.variable("fresh", Get(found))
        ways, table = self.open_ways(e, n), self.next_table(e.directions) if e.steps is None else None
        is_single = table is not None and e.start.type.base == "site" and n <= ONE_BY_ONE
        with b.loop():
            inner = b.loops - 1

            def stop_if_known(so_far: Expr) -> None:
                if is_known is not None:
                    with b.if_(is_known(so_far)):
                        b.break_(inner)

            with b.if_(op.not_(op.nonempty(Get(fresh)))):
                b.break_(inner)
            if border is None:
                stop_if_known(Get(found))
            if is_single and table is not None:
                s = b.materialize(op.lowest(Get(fresh)))
                b.assign(fresh, op.difference(Get(fresh), op.singleton(s, n)))
                around = b.materialize(self.lookup(table, s))
            elif ways is not None:
                around = b.materialize(self._shifted(ways, Get(fresh)))
            else:
                around = b.materialize(self._stepped(e, Get(fresh), n))
            if border is not None:
                b.assign(border, op.union(Get(border), around))
                stop_if_known(Get(border))
            more = b.materialize(op.difference(op.intersection(around, allowed), Get(found)))
            b.assign(fresh, op.union(Get(fresh), more) if is_single else more)
            b.assign(found, op.union(Get(found), more))
        return Get(found)

    def _judged(self, e: model.Reached, start: Expr) -> Expr:
        """A flood whose condition is judged site by site."""
        b, n = self.b, self.plan.sites
        asked = b.variable("asked", start)
        fresh = b.variable("fresh", Get(asked))
        found = b.variable("reached", Const(0, ir.bits(n)))
        with b.loop():
            with b.if_(op.not_(op.nonempty(Get(fresh)))):
                b.break_loop()
            hits = b.variable("hits", Const(0, ir.bits(n)))
            with self.inner(), b.each_bit("s", Get(fresh)) as s:
                self.bind(e.slot, SITE, s, "it")
                with b.if_(self.truth(e.condition)):
                    b.assign(hits, op.union(Get(hits), op.singleton(s, n)))
            b.assign(found, op.union(Get(found), Get(hits)))
            b.assign(fresh, op.difference(self._stepped(e, Get(hits), n), Get(asked)))
            b.assign(asked, op.union(Get(asked), Get(fresh)))
        return Get(found)

    def next_table(self, directions: model.Expr) -> str | None:
        """The table of the sites that are one step from each; None where directions depend on the state."""
        known = self.known(directions)
        if known is None or not isinstance(known[0], tuple):
            return None
        n = self.plan.sites
        ways = [self.board.steps[d] for d in known[0] if isinstance(d, int)]
        sets = tuple(sum(1 << t for t in {way[s] for way in ways} if t >= 0) for s in range(n))
        return self.unit.constant("next_in", sets, n)

    def open_ways(self, e: model.Reached, n: int) -> list[tuple[int, Expr]] | None:
        """Where steps lead to neighbours: for each direction, the sites from which that neighbour is stepped to.

        None where that is no set algebra.
        """
        conditions = self.by_direction(e)
        if conditions is None:
            return None
        slots = frozenset({e.slot})
        return [(d, self.b.materialize(self.mask(condition, slots, n))) for d, condition in conditions]

    def by_direction(self, e: model.Reached) -> list[tuple[int, model.Expr]] | None:
        """Of `{n in neighbours(it) where C}`: C for each direction, with the step instead of n."""
        key = ("by direction", id(e))
        if key not in self.unit.statics:
            self.unit.statics[key] = made = self._by_direction(e)
            self.unit.alive.append((e, made))
        return self.unit.statics[key]  # type: ignore[return-value]

    def _by_direction(self, e: model.Reached) -> list[tuple[int, model.Expr]] | None:
        if e.steps is None:
            return None
        match written_out(e.steps, self.game):
            case (
                model.Comprehension(
                    value=None, condition=condition, source=model.Builtin(name="neighbours", arguments=given)
                ) as steps
            ) if condition is not None and isinstance(given[0], model.Local) and given[0].slot == e.slot:
                known = self.known(given[1]) if len(given) > 1 else (tuple(self.board.adjacent),)
                if known is None or not isinstance(known[0], tuple):
                    return None
                made = []
                for d in (d for d in known[0] if isinstance(d, int)):
                    way = model.Const(e.span, DIRECTION, d)
                    step = model.Builtin(e.span, SITE.or_none, "step", (given[0], way))
                    said = written_out(condition, self.game, {steps.slot: step})
                    made.append((d, self.with_known_ways(said)))
                    self.unit.alive.append(made[-1])
                    if not self.is_mask(made[-1][1], frozenset({e.slot})):
                        return None
                return made
        return None

    def with_known_ways(self, e: Any) -> Any:
        """An expression in which `towards(s, step(s, d))` is d."""
        match e:
            case model.Builtin(
                name="towards", arguments=(start, model.Builtin(name="step", arguments=(same_start, way)))
            ) if same(start, same_start) and self.board.shape != "graph":
                return way
        return rewritten(e, self.with_known_ways)

    def _shifted(self, ways: list[tuple[int, Expr]], sites: Expr) -> Expr:
        found: Expr = Const(0, sites.type)
        for d, is_open in ways:
            found = op.union(found, self.shifted(op.intersection(sites, is_open), d))
        return found

    def _stepped(self, e: model.Reached, sites: Expr, n: int) -> Expr:
        """The sites that are one step from any of these."""
        if e.steps is None:
            return self._spread(e.directions, sites, n)
        b = self.b
        found = b.variable("spread", Const(0, ir.bits(n)))
        with self.inner(), b.each_bit("s", sites) as s:
            self.bind(e.slot, SITE, s, "it")
            if self.domain(e.steps) == n:
                b.assign(found, op.union(Get(found), self.as_bits(e.steps)))
            else:
                with self.each(e.steps) as to:
                    b.assign(found, op.union(Get(found), op.singleton(self.plain(to), n)))
        return Get(found)

    def _spread(self, directions: model.Expr, sites: Expr, n: int) -> Expr:
        """The next sites of all members in these directions."""
        b = self.b
        found = b.variable("spread", Const(0, ir.bits(n)))
        table = self.next_table(directions)
        if table is not None:
            with b.each_bit("s", sites) as s:
                b.assign(found, op.union(Get(found), self.lookup(table, s)))
        else:
            wanted = b.materialize(self.as_bits(directions))
            with b.each_bit("s", sites) as s, b.each_bit("d", wanted) as d:
                b.assign(found, op.union(Get(found), op.singleton(self.step(s, d), n)))
        return Get(found)
