"""Paths: lines and leaps as nested loops, walks as a search by layers over sets of sites.

A walk's pattern becomes a small automaton when it is lowered; a layer of the search is one set of sites for each of its
states, and a step of the pattern one intersection.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl import model
from gdl.types import SITE, Type
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, make, number, one
from interpreter.lowering.ir import INT, Const, Expr, Get
from interpreter.lowering.layout import placed
from interpreter.lowering.masks import Masks, reads
from interpreter.lowering.patterns import is_branching, may_end, states_of
from interpreter.lowering.scope import NotLowered

Left = tuple[tuple[model.Step, int], ...]  # what is left of a pattern: steps and how often each was met


class Paths(Masks):
    """Paths, and what spreads over the board."""

    def some_path(self, e: model.SomePath) -> Expr:
        quick = self.everywhere(e.path)
        if quick is not None:
            return quick
        found = self.b.variable("path", FALSE)
        loops = self.b.loops
        with self.inner(), self.ways(e.path):
            self.b.set(found, TRUE)
            self.b.leave(loops)
        return Get(found)

    @contextmanager
    def ways(self, path: model.Path, start: Expr | None = None) -> Iterator[Expr]:
        """Each site where the path may end, its names bound. The viewpoint is that of the piece it starts from."""
        b, viewpoint = self.b, self.viewpoint
        going: Expr = TRUE
        if path.start is not None:
            value = b.keep(self.scalar(path.start))
            if path.start.type.base == "piece":
                owner = b.keep(self.owner_of(value, True))
                self.viewpoint = b.keep(make("select", make("lt", owner, ZERO), self.viewpoint, owner))
                value = b.keep(self.site_of(value, True))
            going = make("le", ZERO, value)
            start = value
        least = b.keep(self.scalar(path.least)) if path.least is not None else ZERO
        most = b.keep(self.scalar(path.most)) if path.most is not None else None
        with b.when(going):
            if path.form == "walk":
                with self._walks(path, start, least, ZERO if most is None else most) as to:
                    yield to
            else:
                with self._lines(path, start, make("max", least, ONE), most) as to:
                    yield to
        self.viewpoint = viewpoint

    # ---- lines and leaps

    @contextmanager
    def _lines(self, path: model.Path, start: Expr | None, least: Expr, most: Expr | None) -> Iterator[Expr]:
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
            origin = b.keep(origin)
            with self._rays(path, origin) as (site, direction):
                with self._along(path, origin, direction, origin, least, most, site) as to:
                    yield to

    @contextmanager
    def _rays(self, path: model.Path, origin: Expr) -> "Iterator[tuple[Expr, Expr | None]]":
        """For each ray from a site: its direction, or for a leap the site it leads to."""
        b = self.b
        if path.offsets is not None:
            sites = range(self.plan.sites)
            widest = max((len(self.board.leap(s, *path.offsets)) for s in sites), default=0)
            rows = []
            for s in sites:
                reached = self.board.leap(s, *path.offsets)
                rows.extend([*reached, *([-1] * (widest - len(reached)))])
            table = self.unit.constant("leap", tuple(rows) or (-1,))
            with b.range("i", ZERO, number(widest)) as i:
                to = b.keep(self.lookup(table, make("add", make("mul", origin, number(widest)), i)))
                with b.when(make("le", ZERO, to)):
                    yield to, None
            return
        assert path.directions is not None
        with self.each(path.directions, "d") as d:
            yield NOBODY, b.keep(d)

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
        here = b.variable("here", NOBODY)  # the site met last
        met = b.variable("met", ZERO)
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
            length = self.lookup(lengths, make("add", make("mul", direction, number(self.plan.sites)), start))
            if then is not None:
                length = make("add", length, ONE)
            limit = b.keep(length if most is None else make("min", most, length))

        def advance() -> None:
            b.set(here, Get(at))
            b.set(met, make("add", Get(met), ONE))
            if direction is not None:
                b.set(at, self.step(Get(at), direction))
            elif then is not None:
                b.set(at, make("select", make("eq", Get(met), ONE), then, NOBODY))
            else:
                b.set(at, NOBODY)
            if limit is not None:
                b.set(at, make("select", make("lt", Get(met), limit), Get(at), NOBODY))

        if limit is not None:
            b.set(at, make("select", make("lt", ZERO, limit), Get(at), NOBODY))
        self._advance = advance
        matched = self._backtrack if is_branching(path.steps) else self._match
        with matched(list(path.steps), at, here, met), b.when(make("le", least, Get(met))):
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
        kept = b.new("pattern", layout)
        level = b.variable("level", ZERO)

        def cell(name: str) -> Expr:
            return ir.Load(kept, name, Get(level), INT)

        def save() -> None:
            b.store(kept, "at", Get(at), Get(level))
            b.store(kept, "here", Get(here), Get(level))
            for s in slots:
                assert s.slot is not None
                value = self.local(s.slot)
                b.store(kept, f"x{s.slot}", make("length", value) if s.slot in lists else value, Get(level))

        def restore() -> None:
            b.set(at, cell("at"))
            b.set(here, cell("here"))
            b.set(met, Get(level))
            for s in slots:
                assert s.slot is not None
                kind = ir.bits(self.plan.sites) if s.collects else INT
                bound = self.env[s.slot]
                assert isinstance(bound, ir.Var)
                if s.slot in lists:
                    b.emit(ir.Resize(bound, ir.Load(kept, f"x{s.slot}", Get(level), INT)))
                    continue
                b.set(bound, ir.Load(kept, f"x{s.slot}", Get(level), kind))

        b.store(kept, "state", ZERO, ZERO)
        b.store(kept, "edge", NOBODY, ZERO)
        save()
        with b.loop():
            round_ = b.loops - 1
            with b.when(make("lt", Get(level), ZERO)):
                b.leave(round_)
            restore()
            state, edge = b.keep(cell("state")), b.keep(cell("edge"))
            b.store(kept, "edge", make("add", edge, ONE), Get(level))
            with b.when(make("lt", edge, ZERO)):
                may: Expr = FALSE
                for i, s in enumerate(states):
                    if may_end(s):
                        may = make("either", may, make("eq", state, number(i)))
                with b.when(may):
                    yield
                b.go_on(round_)
            with b.when(make("le", ZERO, Get(at))):
                for i, mine in enumerate(edges):
                    for k, (step, around, to) in enumerate(mine):
                        with b.when(make("both", make("eq", state, number(i)), make("eq", edge, number(k)))):
                            with b.when(self._meets(step, Get(at))):
                                for s in (step, *around):
                                    self._collect(s, Get(at))
                                advance()
                                b.set(level, make("add", Get(level), ONE))
                                b.store(kept, "state", number(to), Get(level))
                                b.store(kept, "edge", NOBODY, Get(level))
                                save()
                            b.go_on(round_)
            b.set(level, make("sub", Get(level), ONE))

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
            with b.when(make("le", ZERO, Get(at))), b.when(self._meets(step, Get(at))):
                saved = self._save(at, here, met)
                self._collect(step, Get(at))
                advance()
                yield
                self._restore(saved)
            return
        saved = self._save(at, here, met)
        done = b.variable("done", ZERO)
        with b.loop():
            inner = b.loops - 1
            with b.when(make("le", number(step.least), Get(done))):
                turn = self._save(at, here, met)
                yield
                self._restore(turn)
            if step.most is not None:
                with b.when(make("le", number(step.most), Get(done))):
                    b.leave(inner)
            for part in step.group if step.group is not None else (step,):
                times = 1 if part is step else part.least
                assert part is step or (part.least == part.most and part.group is None)
                for _ in range(times):
                    with b.when(make("lt", Get(at), ZERO)):
                        b.leave(inner)
                    with b.when(make("not", self._meets(part, Get(at)))):
                        b.leave(inner)
                    self._collect(part, Get(at))
                    if part is not step:
                        self._collect(step, Get(at), joins=True)
                    advance()
            b.set(done, make("add", Get(done), ONE))
        self._restore(saved)

    def _save(self, *variables: ir.Var) -> "list[tuple[ir.Var, Expr]]":
        return [(v, self.b.keep(Get(v))) for v in variables]

    def _restore(self, saved: "list[tuple[ir.Var, Expr]]") -> None:
        for var, value in saved:
            self.b.set(var, value)

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
                    self.b.emit(ir.Resize(bound, ZERO))
                else:
                    self.b.set(bound, Const(0, bound.type))
            else:
                self.bind(step.slot, SITE, NOBODY, step.name)
        for part in step.group or ():
            self._empty(part)

    def _collect(self, step: model.Step, site: Expr, joins: bool = False) -> None:
        if step.slot is None:
            return
        bound = self.env[step.slot]
        assert isinstance(bound, ir.Var)
        if not step.collects:
            self.b.set(bound, site)
        elif bound.type.name == "list":
            self.b.emit(ir.Push(bound, site))
        else:
            self.b.set(bound, make("union", Get(bound), one(site, bound.type.size)))

    # ---- patterns of fixed length, everywhere at once

    def everywhere(self, path: model.Path) -> Expr | None:
        """Whether a line is matched anywhere, by shifting whole sets of sites."""
        if path.start is not None or not self.is_pattern(path):
            return None
        b = self.b
        masks = self.step_masks(path)
        found = b.variable("line", FALSE)
        rows = self.is_row(path)
        chosen = self.known_directions(path)
        if rows is not None:  # a row of equals is the same from both ends
            chosen = [d for d in chosen if self.board.opposite[d] > d or self.board.opposite[d] not in chosen]
        for d in chosen:
            if rows is not None:
                matched = self._run(masks[id(path.steps[0])], rows, d)
            else:
                matched = self._from_inside(path, masks, d)
            b.set(found, make("either", Get(found), make("some", matched)))
        return Get(found)

    def is_row(self, path: model.Path) -> int | None:
        """How many equal steps a pattern is, if it is nothing else."""
        if len(path.steps) == 1 and path.steps[0].least == path.steps[0].most:
            return path.steps[0].least
        return None

    def known_directions(self, path: model.Path) -> list[int]:
        assert path.directions is not None
        known = self.known(path.directions)
        return (
            [d for d in known[0] if isinstance(d, int)]
            if known is not None and isinstance(known[0], tuple)
            else []
        )

    def is_pattern(self, path: model.Path) -> bool:
        """Whether a line's steps are sets of sites, whatever has been met before."""
        if path.form != "line" or path.directions is None or path.least is not None or path.most is not None:
            return False
        if self.plan.has_many_sites or self.board.shape == "graph" or not self.known_directions(path):
            return False
        names = frozenset(s.slot for s in path.steps if s.slot is not None)
        return bool(path.steps) and all(
            s.condition is not None
            and self.is_mask(s.condition, frozenset({s.it}))
            and not reads(s.condition, names, self.game)
            for s in path.steps
        )

    def step_masks(self, path: model.Path) -> dict[int, Expr]:
        made: dict[int, Expr] = {}
        for step in path.steps:
            assert step.condition is not None
            made[id(step)] = self.b.keep(self.mask(step.condition, frozenset({step.it}), self.plan.sites))
        return made

    def can_start(self, path: model.Path, slots: frozenset[int]) -> bool:
        if not (
            isinstance(path.start, model.Local)
            and path.start.slot in slots
            and path.start.type.base == "site"
        ):
            return False
        return self.is_pattern(path) and not any(
            s.condition is not None and reads(s.condition, slots, self.game) for s in path.steps
        )

    def starts(self, path: model.Path) -> Expr:
        """All sites from which a line can be followed."""
        masks = self.step_masks(path)
        found: Expr = Const(0, ir.bits(self.plan.sites))
        for d in self.known_directions(path):
            found = self.b.keep(make("union", found, self._before(list(path.steps), masks, d)))
        return found

    def _from_inside(self, path: model.Path, masks: dict[int, Expr], d: int) -> Expr:
        """The sites where a pattern begins that meets its start first."""
        steps = list(path.steps)
        first = steps[0]
        if first.least == 1 and first.most == 1:
            return self.b.keep(make("meet", masks[id(first)], self._before(steps[1:], masks, d)))
        # the first site is met as the next one of an imagined site before it: so also at the rim of the board
        behind = self._before(steps, masks, d, is_met=True)
        return self.b.keep(behind)

    def _before(self, steps: list[model.Step], masks: dict[int, Expr], d: int, is_met: bool = False) -> Expr:
        """The sites after which the steps can be met; with `is_met` the sites at which they begin."""
        b, n = self.b, self.plan.sites
        everything = Const((1 << n) - 1, ir.bits(n))
        after: Expr = everything  # the sites after which the rest can be met
        at: Expr = everything  # the sites at which it begins
        is_last = True
        for step in reversed(steps):
            mask = masks[id(step)]

            def met(rest: Expr, ends: bool, mask: Expr = mask) -> Expr:
                """The sites at which the step is met and the rest follows."""
                return mask if ends else b.keep(make("meet", mask, rest))

            at = everything if is_last else at
            here = self._repeated(step, met, after, at, d, is_last)
            after, at = here
            is_last = False
        return at if is_met else after

    def _repeated(
        self,
        step: model.Step,
        met: "Callable[[Expr, bool], Expr]",
        after: Expr,
        at: Expr,
        d: int,
        is_last: bool,
    ) -> tuple[Expr, Expr]:
        """A step as often as it may be, before what comes after: sites after which, and sites at which, it begins."""
        b = self.b
        rest_after, rest_at = after, at
        for _ in range(step.least):
            begins = met(after, is_last)
            after, at, is_last = self.shifted_back(begins, d), begins, False
        more_after, more_at = after, at
        if step.most is None:
            grown = b.variable("grown", after)
            begun = b.variable("begun", at)
            ends = is_last and step.least == 0
            with b.loop():
                begins = b.keep(met(Get(grown), False)) if not ends else met(Get(grown), ends)
                wider = b.keep(make("union", Get(grown), self.shifted_back(begins, d)))
                b.set(begun, make("union", Get(begun), begins))
                with b.when(make("equal", wider, Get(grown))):
                    b.leave(b.loops - 1)
                b.set(grown, wider)
            return Get(grown), Get(begun)
        for _ in range(step.most - step.least):
            begins = met(more_after, is_last)
            more_after, more_at, is_last = self.shifted_back(begins, d), begins, False
            after = b.keep(make("union", after, more_after))
            at = b.keep(make("union", at, more_at))
        _ = rest_after, rest_at
        return after, at

    def _run(self, mask: Expr, length: int, d: int) -> Expr:
        """The sites from which `length` members follow each other in a direction: by doubling."""
        b = self.b
        have, matched = 1, mask
        while have < length:
            by = min(have, length - have)
            moved = matched
            for _ in range(by):
                moved = self.shifted_back(moved, d)
            matched = b.keep(make("meet", matched, moved))
            have += by
        return matched

    def shifted_back(self, sites: Expr, d: int) -> Expr:
        """The sites whose next site in a direction is in a set."""
        return self.moved(sites, {s: t for t, s in enumerate(self.board.steps[d]) if s >= 0}, ("back", d))

    def shifted(self, sites: Expr, d: int) -> Expr:
        """The next sites in a direction."""
        return self.moved(sites, {s: t for s, t in enumerate(self.board.steps[d]) if t >= 0}, ("next", d))

    def moved(self, sites: Expr, to: dict[int, int], key: object) -> Expr:
        """Every member moved by a table: one shift for each distance between numbers."""
        by_distance: dict[int, int] = {}
        for s, t in to.items():
            by_distance[t - s] = by_distance.get(t - s, 0) | 1 << s
        kept = sites.type
        sites = self.b.keep(sites)
        made: Expr = Const(0, kept)
        for distance, mask in sorted(by_distance.items()):
            part = make("meet", sites, Const(mask, kept))
            made = make("union", made, ir.Op("shift", (part, number(distance)), kept) if distance else part)
        return self.b.keep(made)

    # ---- walks

    @contextmanager
    def _walks(self, path: model.Path, start: Expr | None, least: Expr, most: Expr) -> Iterator[Expr]:
        if self.plan.has_many_sites:
            raise NotLowered("a walk on a very large board")
        if start is None:
            everywhere = model.Builtin(path.span, Type("set", SITE), "sites", ())
            self.unit.alive.append(everywhere)
            with (
                self.each(everywhere, "origin") as origin,
                self._walk(path, self.b.keep(origin), least, most) as to,
            ):
                yield to
        else:
            with self._walk(path, start, least, most) as to:
                yield to

    @contextmanager
    def _walk(self, path: model.Path, start: Expr, least: Expr, most: Expr) -> Iterator[Expr]:
        b, n = self.b, self.plan.sites
        kept = ir.bits(n)
        begin: Left = tuple((s, 0) for s in path.steps)
        states, edges = automaton(begin)
        found = b.variable("reached", Const(0, kept))
        layers = [
            b.variable(f"layer{i}", one(start, n) if i == 0 else Const(0, kept)) for i in range(len(states))
        ]
        seen = [
            b.variable(f"seen{i}", one(start, n) if i == 0 else Const(0, kept)) for i in range(len(states))
        ]
        assert path.directions is not None
        masks: dict[int, Expr] = {}
        for _, step, _ in edges:
            assert step.condition is not None
            if id(step) not in masks and self.is_mask(step.condition, frozenset({step.it})):
                masks[id(step)] = b.keep(self.mask(step.condition, frozenset({step.it}), n))
        with b.range("length", ONE, make("add", most, ONE)) as length:
            following = [b.variable(f"next{i}", Const(0, kept)) for i in range(len(states))]
            for i, state in enumerate(states):
                mine = [(step, to) for at, step, to in edges if at == i]
                if not mine:
                    continue
                with b.when(make("some", Get(layers[i]))):
                    going = self._not_stopped(path, Get(layers[i]), start, n)
                    spread = b.keep(make("minus", self._spread(path.directions, going, n), one(start, n)))
                    for step, to in mine:
                        fresh = make("minus", spread, Get(seen[to]))
                        hits = self._met(step, fresh, masks, n)
                        b.set(seen[to], make("union", Get(seen[to]), hits))
                        b.set(following[to], make("union", Get(following[to]), hits))
                        if accepts(states[to]):
                            with b.when(make("le", least, length)):
                                b.set(found, make("union", Get(found), hits))
            for i in range(len(states)):
                b.set(layers[i], Get(following[i]))
        with b.each("to", Get(found)) as to:
            for step in path.steps:
                if step.slot is not None:
                    self.bind(step.slot, SITE, to, step.name)
            yield to

    def _met(self, step: model.Step, sites: Expr, masks: dict[int, Expr], n: int) -> Expr:
        if id(step) in masks:
            return self.b.keep(make("meet", sites, masks[id(step)]))
        hits = self.b.variable("hits", Const(0, ir.bits(n)))
        with self.b.each("s", sites) as s, self.b.when(self._meets(step, s)):
            self.b.set(hits, make("union", Get(hits), one(s, n)))
        return Get(hits)

    def _not_stopped(self, path: model.Path, sites: Expr, start: Expr, n: int) -> Expr:
        """The sites from which a walk goes on."""
        b = self.b
        if path.stopping is None:
            return sites
        if self.is_mask(path.stopping, frozenset({path.it})):
            stopped = self.mask(path.stopping, frozenset({path.it}), n)
            return b.keep(make("minus", sites, make("minus", stopped, one(start, n))))
        going = b.variable("going", Const(0, ir.bits(n)))
        with b.each("s", sites) as s:
            self.bind(path.it, SITE, s, "it")
            with b.when(
                self.either(make("eq", s, start), model.Not(path.span, path.stopping.type, path.stopping))
            ):
                b.set(going, make("union", Get(going), one(s, n)))
        return Get(going)

    def _spread(self, directions: model.Expr, sites: Expr, n: int) -> Expr:
        """The next sites of all members in these directions."""
        b = self.b
        found = b.variable("spread", Const(0, ir.bits(n)))
        known = self.known(directions)
        if known is not None and isinstance(known[0], tuple):
            sets = tuple(
                sum(
                    1 << t for t in {self.board.steps[d][s] for d in known[0] if isinstance(d, int)} if t >= 0
                )
                for s in range(n)
            )
            table = self.unit.constant("next_in", sets, n)
            with b.each("s", sites) as s:
                b.set(found, make("union", Get(found), self.lookup(table, s)))
        else:
            wanted = b.keep(self.as_bits(directions))
            with b.each("s", sites) as s, b.each("d", wanted) as d:
                b.set(found, make("union", Get(found), one(self.step(s, d), n)))
        return Get(found)

    # ---- what spreads

    def builtin_bits(self, e: model.Builtin, size: int) -> Expr | None:
        return super().builtin_bits(e, size)

    def as_bits(self, e: model.Expr) -> Expr:
        if isinstance(e, model.Reached) and self.known(e) is None:
            return self.reached(e)
        return super().as_bits(e)

    def reached(self, e: model.Reached) -> Expr:
        if self.plan.has_many_sites:
            raise NotLowered("`reached from` on a very large board")
        b, n = self.b, self.plan.sites
        slots = frozenset({e.slot})
        start = self.as_bits(e.start)
        if self.is_mask(e.condition, slots):
            allowed = b.keep(self.mask(e.condition, slots, n))
            found = b.variable("reached", make("meet", start, allowed))
            fresh = b.variable("fresh", Get(found))
            with b.loop():
                with b.when(make("not", make("some", Get(fresh)))):
                    b.leave(b.loops - 1)
                spread = make("meet", self._spread(e.directions, Get(fresh), n), allowed)
                b.set(fresh, make("minus", spread, Get(found)))
                b.set(found, make("union", Get(found), Get(fresh)))
            return Get(found)
        asked = b.variable("asked", start)
        fresh = b.variable("fresh", Get(asked))
        found = b.variable("reached", Const(0, ir.bits(n)))
        with b.loop():
            with b.when(make("not", make("some", Get(fresh)))):
                b.leave(b.loops - 1)
            hits = b.variable("hits", Const(0, ir.bits(n)))
            with self.inner(), b.each("s", Get(fresh)) as s:
                self.bind(e.slot, SITE, s, "it")
                with b.when(self.truth(e.condition)):
                    b.set(hits, make("union", Get(hits), one(s, n)))
            b.set(found, make("union", Get(found), Get(hits)))
            b.set(fresh, make("minus", self._spread(e.directions, Get(hits), n), Get(asked)))
            b.set(asked, make("union", Get(asked), Get(fresh)))
        return Get(found)


# ---- patterns as automata ----------------------------------------------------------------------------


def automaton(begin: Left) -> "tuple[list[Left], list[tuple[int, model.Step, int]]]":
    """The states of a pattern, the first one its beginning, and its edges: from, the step met, to."""
    states = [begin]
    edges: list[tuple[int, model.Step, int]] = []
    at = 0
    while at < len(states):
        for step, rest in options(states[at]):
            if rest not in states:
                states.append(rest)
            edge = (at, step, states.index(rest))
            if edge not in edges:
                edges.append(edge)
        at += 1
    return states, edges


def options(left: Left) -> "Iterator[tuple[model.Step, Left]]":
    """The steps that may come next, each with what is left after it."""
    if not left:
        return
    (step, done), rest = left[0], left[1:]
    if step.most is None or done < step.most:
        met = min(done + 1, step.least) if step.most is None else done + 1
        again: Left = ((step, met), *rest)
        if step.group is not None:
            inner: Left = tuple((s, 0) for s in step.group)
            for first, remaining in options(inner):
                yield first, (*remaining, *again)
        else:
            yield step, again
    if done >= step.least:
        yield from options(rest)


def accepts(left: Left) -> bool:
    """Whether a pattern may end here."""
    return all(
        done >= step.least or (step.group is not None and all(s.least == 0 for s in step.group))
        for step, done in left
    )
