"""Lines and leaps: every ray from a site as nested loops, its pattern matched site by site.

A pattern that may repeat a step in several ways goes back to the last choice when it fails.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl import model
from gdl.types import SITE, Type
from interpreter import ir
from interpreter.ir import INT, Const, Expr, Get, op
from interpreter.lowering.layout import placed
from interpreter.lowering.masks import Masks
from interpreter.lowering.patterns import is_branching, may_end, states_of


class Lines(Masks):
    """Paths along lines."""

    # ---- lines and leaps

    @contextmanager
    def _lines(
        self, path: model.Line | model.Leap, start: Expr | None, least: Expr, most: Expr | None
    ) -> Iterator[Expr]:
        b = self.b
        if start is not None:
            with self._rays(path, start) as (site, direction):
                first = site if direction is None else self.step(start, direction)
                with self._along(path, first, direction, start, least, most) as to:
                    yield to
            return
        everywhere = model.Builtin(path.span, Type("set", SITE), "sites", ())
        self.unit.alive.append(everywhere)
        with self.each(everywhere, "origin") as origin:
            origin = b.materialize(origin)
            with (
                self._rays(path, origin) as (site, direction),
                self._along(path, origin, direction, origin, least, most, site) as to,
            ):
                yield to

    @contextmanager
    def _rays(self, path: model.Line | model.Leap, origin: Expr) -> "Iterator[tuple[Expr, Expr | None]]":
        """For each ray from a site: its direction, or for a leap the site it leads to."""
        b = self.b
        if isinstance(path, model.Leap):
            sites = range(self.plan.sites)
            widest = max((len(self.board.leap(s, *path.offsets)) for s in sites), default=0)
            rows = []
            for s in sites:
                reached = self.board.leap(s, *path.offsets)
                rows.extend([*reached, *([-1] * (widest - len(reached)))])
            table = self.unit.constant("leap", tuple(rows) or (-1,))
            with b.for_range("i", op.ZERO, op.number(widest)) as i:
                to = b.materialize(self.lookup(table, op.add(op.mul(origin, op.number(widest)), i)))
                with b.if_(op.le(op.ZERO, to)):
                    yield to, None
            return
        with self.each(path.directions, "d") as d:
            yield op.NONE, b.materialize(d)

    @contextmanager
    def _along(
        self,
        path: model.Path,
        first: Expr,
        direction: Expr | None,
        start: Expr,
        least: Expr,
        most: Expr | None,
        then: Expr | None = None,
    ) -> Iterator[Expr]:
        """Matches the pattern along one ray. `first` is the first site met; of a leap without a start `then` follows."""
        b = self.b
        at = b.variable("at", first)  # the site to be met next, -1 at the end of the ray
        here = b.variable("here", op.NONE)  # the site met last
        met = b.variable("met", op.ZERO)
        limit = most
        if self.board.shape == "graph" and direction is not None:
            lengths = self.unit.table(
                "ray_lengths",
                lambda: [
                    len(self.board.line(s, d))
                    for d in range(len(self.board.directions))
                    for s in range(self.plan.sites)
                ],
            )
            length = self.lookup(lengths, op.add(op.mul(direction, op.number(self.plan.sites)), start))
            if then is not None:
                length = op.add(length, op.ONE)
            limit = b.materialize(length if most is None else op.min_(most, length))

        def advance() -> None:
            b.assign(here, Get(at))
            b.assign(met, op.add(Get(met), op.ONE))
            if direction is not None:
                b.assign(at, self.step(Get(at), direction))
            elif then is not None:
                b.assign(at, op.select(op.eq(Get(met), op.ONE), then, op.NONE))
            else:
                b.assign(at, op.NONE)
            if limit is not None:
                b.assign(at, op.select(op.lt(Get(met), limit), Get(at), op.NONE))

        if limit is not None:
            b.assign(at, op.select(op.lt(op.ZERO, limit), Get(at), op.NONE))
        self._advance = advance
        matched = self._backtrack if is_branching(path.steps) else self._match
        with matched(list(path.steps), at, here, met), b.if_(op.le(least, Get(met))):
            self._advance = advance
            yield Get(here)

    @contextmanager
    def _backtrack(self, steps: list[model.Step], at: ir.Var, here: ir.Var, met: ir.Var) -> Iterator[None]:
        """All ways of a pattern whose groups hold repetitions, in the reference engine's order.

        What was chosen and bound is kept for each number of sites met, so that going back is looking it up.
        """
        b, advance = self.b, self._advance
        states, edges = states_of(tuple(steps))
        for step in steps:
            self._empty(step)
        slots = [s for step in steps for s in self._named(step)]
        lists = {
            s.slot
            for s in slots
            if s.collects and self.plan.kept_type(Type("set", SITE), s.slot).name == "list"
        }
        depth = self._longest() + 2
        cells = [ir.Cell(n, depth, 64) for n in ("state", "edge", "at", "here")]
        for s in slots:
            is_set = s.collects and s.slot not in lists  # of a list its length is kept: it grows at its end
            cells.append(ir.Cell(f"x{s.slot}", depth, 64, self.plan.sites if is_set else 0))
        self.unit.number += 1
        layout = f"pattern{self.unit.number}"
        self.unit.layouts[layout] = placed(layout, cells)
        kept = b.allocate("pattern", layout)
        level = b.variable("level", op.ZERO)

        def cell(name: str) -> Expr:
            return ir.Load(kept, name, Get(level), INT)

        def save() -> None:
            b.store(kept, "at", Get(at), Get(level))
            b.store(kept, "here", Get(here), Get(level))
            for s in slots:
                assert s.slot is not None
                value = self.local(s.slot)
                b.store(kept, f"x{s.slot}", op.length(value) if s.slot in lists else value, Get(level))

        def restore() -> None:
            b.assign(at, cell("at"))
            b.assign(here, cell("here"))
            b.assign(met, Get(level))
            for s in slots:
                assert s.slot is not None
                kind = ir.bits(self.plan.sites) if s.collects else INT
                bound = self.env[s.slot]
                assert isinstance(bound, ir.Var)
                if s.slot in lists:
                    b.emit(ir.SetLength(bound, ir.Load(kept, f"x{s.slot}", Get(level), INT)))
                    continue
                b.assign(bound, ir.Load(kept, f"x{s.slot}", Get(level), kind))

        b.store(kept, "state", op.ZERO, op.ZERO)
        b.store(kept, "edge", op.NONE, op.ZERO)
        save()
        with b.loop():
            round_ = b.loops - 1
            with b.if_(op.lt(Get(level), op.ZERO)):
                b.break_(round_)
            restore()
            state, edge = b.materialize(cell("state")), b.materialize(cell("edge"))
            b.store(kept, "edge", op.add(edge, op.ONE), Get(level))
            with b.if_(op.lt(edge, op.ZERO)):
                may: Expr = op.FALSE
                for i, parts_left in enumerate(states):
                    if may_end(parts_left):
                        may = op.or_(may, op.eq(state, op.number(i)))
                with b.if_(may):
                    yield
                b.continue_(round_)
            with b.if_(op.le(op.ZERO, Get(at))):
                for i, mine in enumerate(edges):
                    for k, (step, around, to) in enumerate(mine):
                        with b.if_(op.and_(op.eq(state, op.number(i)), op.eq(edge, op.number(k)))):
                            with b.if_(self._meets(step, Get(at))):
                                for s in (step, *around):
                                    self._collect(s, Get(at))
                                advance()
                                b.assign(level, op.add(Get(level), op.ONE))
                                b.store(kept, "state", op.number(to), Get(level))
                                b.store(kept, "edge", op.NONE, Get(level))
                                save()
                            b.continue_(round_)
            b.assign(level, op.sub(Get(level), op.ONE))

    def _named(self, step: model.Step) -> list[model.Step]:
        inner = [s for part in step.group or () for s in self._named(part)]
        return [step, *inner] if step.slot is not None else inner

    def _longest(self) -> int:
        """How many sites a line or leap may meet at most."""
        board = self.board
        if board.shape == "graph":
            return self.plan.sites + 1
        return 2 * max(board.files, board.ranks) + 2

    @contextmanager
    def _match(self, steps: list[model.Step], at: ir.Var, here: ir.Var, met: ir.Var) -> Iterator[None]:
        if not steps:
            yield
            return
        advance = self._advance
        with self._repeat(steps[0], at, here, met):
            self._advance = advance
            with self._match(steps[1:], at, here, met):
                yield

    @contextmanager
    def _repeat(self, step: model.Step, at: ir.Var, here: ir.Var, met: ir.Var) -> Iterator[None]:
        """One step of the pattern with its repetitions, the shortest first."""
        b, advance = self.b, self._advance
        self._empty(step)
        if step.least == step.most == 1:
            if step.group is not None:
                with self._match(list(step.group), at, here, met):
                    yield
                return
            with b.if_(op.le(op.ZERO, Get(at))), b.if_(self._meets(step, Get(at))):
                saved = self._save(at, here, met)
                self._collect(step, Get(at))
                advance()
                yield
                self._restore(saved)
            return
        saved = self._save(at, here, met)
        done = b.variable("done", op.ZERO)
        with b.loop():
            inner = b.loops - 1
            with b.if_(op.le(op.number(step.least), Get(done))):
                turn = self._save(at, here, met)
                yield
                self._restore(turn)
            if step.most is not None:
                with b.if_(op.le(op.number(step.most), Get(done))):
                    b.break_(inner)
            for part in step.group if step.group is not None else (step,):
                times = 1 if part is step else part.least
                assert part is step or (part.least == part.most and part.group is None)
                for _ in range(times):
                    with b.if_(op.lt(Get(at), op.ZERO)):
                        b.break_(inner)
                    with b.if_(op.not_(self._meets(part, Get(at)))):
                        b.break_(inner)
                    self._collect(part, Get(at))
                    if part is not step:
                        self._collect(step, Get(at), joins=True)
                    advance()
            b.assign(done, op.add(Get(done), op.ONE))
        self._restore(saved)

    def _save(self, *variables: ir.Var) -> "list[tuple[ir.Var, Expr]]":
        return [(v, self.b.materialize(Get(v))) for v in variables]

    def _restore(self, saved: "list[tuple[ir.Var, Expr]]") -> None:
        for var, value in saved:
            self.b.assign(var, value)

    def _meets(self, step: model.Step, site: Expr) -> Expr:
        assert step.condition is not None
        self.bind(step.it, SITE, site, "it")
        return self.truth(step.condition)

    def _empty(self, step: model.Step) -> None:
        """Nothing is bound yet by a step, nor by the steps of a group."""
        if step.slot is not None:
            if step.collects:
                bound = self.declare(step.slot, Type("set", SITE), step.name)
                assert isinstance(bound, ir.Var)
                if bound.type.name == "list":
                    self.b.clear(bound)
                else:
                    self.b.assign(bound, Const(0, bound.type))
            else:
                self.bind(step.slot, SITE, op.NONE, step.name)
        for part in step.group or ():
            self._empty(part)

    def _collect(self, step: model.Step, site: Expr, joins: bool = False) -> None:
        if step.slot is None:
            return
        bound = self.env[step.slot]
        assert isinstance(bound, ir.Var)
        if not step.collects:
            self.b.assign(bound, site)
        elif bound.type.name == "list":
            self.b.emit(ir.Push(bound, site))
        else:
            self.b.assign(bound, op.union(Get(bound), op.singleton(site, bound.type.size)))
