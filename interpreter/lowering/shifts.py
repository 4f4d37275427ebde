"""Patterns of paths everywhere at once: all sites are shifted along a direction, by set algebra.

A row of the same is found by doubling, one shift for each power of two.
"""

from collections.abc import Callable
from dataclasses import replace

from gdl import model
from gdl.types import SITE
from gdl.visit import same
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.lines import Lines
from interpreter.lowering.reading import reads, written_out


class Shifts(Lines):
    """Paths from all sites, as sets."""

    # ---- patterns of fixed length, everywhere at once

    def everywhere(self, path: model.Path) -> Expr | None:
        """Whether a line is matched anywhere, by shifting whole sets of sites."""
        through = self.through(path)
        if through is not None:
            return self.has_row_through(path, *through)
        path = self.sized(path)
        if path.start is not None or not self.is_pattern(path):
            return None
        b = self.b
        masks = self.step_masks(path)
        found = b.variable("line", op.FALSE)
        rows = self.is_row(path)
        chosen = self.known_directions(path)
        if rows is not None:  # a row of equals is the same from both ends
            chosen = [d for d in chosen if self.board.opposite[d] > d or self.board.opposite[d] not in chosen]
        for d in chosen:
            if rows is not None:
                matched = self._run(masks[id(path.steps[0])], rows, d)
            else:
                matched = self._from_inside(path, masks, d)
            b.assign(found, op.or_(Get(found), op.nonempty(matched)))
        return Get(found)

    def through(self, path: model.Path) -> tuple[model.Step, model.Expr, int] | None:
        """Of a row of a given length through a site, `length 3: p*, [it = s], p*`: its steps, the site, the length."""
        key = ("through", id(path))
        if key not in self.unit.statics:
            self.unit.statics[key] = self._through(path)
            self.unit.alive.append(path)
        return self.unit.statics[key]  # type: ignore[return-value]

    def _through(self, path: model.Path) -> tuple[model.Step, model.Expr, int] | None:
        if not isinstance(path, model.Line):
            return None
        least, most = map(self._known_number, (path.least, path.most))
        if path.start is not None or least is None or least != most or len(path.steps) != 3:
            return None
        if self.plan.has_many_sites or not self.known_directions(path):
            return None
        before, at, after = path.steps
        if any(s.slot is not None or s.condition is None for s in path.steps) or (at.least, at.most) != (
            1,
            1,
        ):
            return None
        if any((s.least, s.most) != (0, None) for s in (before, after)):
            return None
        assert before.condition is not None and at.condition is not None and after.condition is not None
        it = model.Local(path.span, SITE, before.it, "it")
        if not same(
            written_out(after.condition, self.game, {after.it: it}), written_out(before.condition, self.game)
        ):
            return None
        if not self.is_mask(before.condition, frozenset({before.it})):
            return None
        match at.condition:
            case model.Compare(operator="=", left=model.Local(slot=slot), right=site) if slot == at.it:
                names = frozenset({at.it, before.it, after.it})
                return None if reads(site, names, self.game) else (before, site, least)
        return None

    def has_row_through(self, path: model.Path, step: model.Step, site: model.Expr, length: int) -> Expr:
        """Whether a row through a site is there: one of those that a table holds for it, without the site itself."""
        b, n = self.b, self.plan.sites
        rows: list[set[int]] = [set() for _ in range(n)]
        for d in self.known_directions(path):
            for s in range(n):
                met = (s, *self.board.line(s, d))[:length]
                for t in met if len(set(met)) == length else ():
                    rows[t].add(sum(1 << u for u in met if u != t))
        widest = max(map(len, rows), default=0)
        flat = [mask for found in rows for mask in (*sorted(found), *([0] * (widest - len(found))))]
        counts = self.unit.constant("rows", tuple(map(len, rows)))
        table = self.unit.constant("row", tuple(flat) or (0,), n)
        assert step.condition is not None
        found = b.variable("row", op.FALSE)
        at = b.materialize(self.plain(self.scalar(site)))
        with b.if_(op.le(op.ZERO, at)):
            others = b.materialize(op.complement(self.mask(step.condition, frozenset({step.it}), n)))
            with b.for_range("i", op.ZERO, self.lookup(counts, at)) as i:
                row = self.lookup(table, op.add(op.mul(at, op.number(widest)), i))
                with b.if_(op.not_(op.nonempty(op.intersection(row, others)))):
                    b.assign(found, op.TRUE)
                    b.break_loop()
        return Get(found)

    def sized(self, path: model.Path) -> model.Path:
        """A path of one step with a known length says the length in the step: `length 5: own+` is `own{5}`."""
        key = ("sized", id(path))
        if key not in self.unit.statics:
            made = path
            if isinstance(path, model.Line):
                made = _sized(path, *map(self._known_number, (path.least, path.most)))
            self.unit.statics[key] = made
            self.unit.alive.append((path, made))
        return self.unit.statics[key]  # type: ignore[return-value]

    def _known_number(self, e: model.Expr | None) -> int | None:
        known = self.known(e) if e is not None else None
        return known[0] if known is not None and isinstance(known[0], int) else None

    def is_row(self, path: model.Path) -> int | None:
        """How many equal steps a pattern is, if it is nothing else."""
        if len(path.steps) == 1 and path.steps[0].least == path.steps[0].most:
            return path.steps[0].least
        return None

    def known_directions(self, path: model.Path) -> list[int]:
        assert not isinstance(path, model.Leap)
        known = self.known(path.directions)
        return (
            [d for d in known[0] if isinstance(d, int)]
            if known is not None and isinstance(known[0], tuple)
            else []
        )

    def is_pattern(self, path: model.Path) -> bool:
        """Whether a line's steps are sets of sites, whatever has been met before."""
        if not isinstance(path, model.Line) or path.least is not None or path.most is not None:
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
            made[id(step)] = self.b.materialize(self.mask(step.condition, frozenset({step.it}), self.plan.sites))
        return made

    def can_start(self, path: model.Path, slots: frozenset[int]) -> bool:
        if not (
            isinstance(path.start, model.Local)
            and path.start.slot in slots
            and path.start.type.base == "site"
        ):
            return False
        path = self.sized(path)
        return self.is_pattern(path) and not any(
            s.condition is not None and reads(s.condition, slots, self.game) for s in path.steps
        )

    def starts(self, path: model.Path) -> Expr:
        """All sites from which a line can be followed."""
        path = self.sized(path)
        masks = self.step_masks(path)
        found: Expr = Const(0, ir.bits(self.plan.sites))
        for d in self.known_directions(path):
            found = self.b.materialize(op.union(found, self._before(list(path.steps), masks, d)))
        return found

    def _from_inside(self, path: model.Path, masks: dict[int, Expr], d: int) -> Expr:
        """The sites where a pattern begins that meets its start first."""
        steps = list(path.steps)
        first = steps[0]
        if first.least == 1 and first.most == 1:
            return self.b.materialize(op.intersection(masks[id(first)], self._before(steps[1:], masks, d)))
        # the first site is met as the next one of an imagined site before it: so also at the rim of the board
        behind = self._before(steps, masks, d, is_met=True)
        return self.b.materialize(behind)

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
                return mask if ends else b.materialize(op.intersection(mask, rest))

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
        for _ in range(step.least):
            begins = met(after, is_last)
            after, at, is_last = self.shifted_back(begins, d), begins, False
        more_after, more_at = after, at
        if step.most is None:
            grown = b.variable("grown", after)
            begun = b.variable("begun", at)
            ends = is_last and step.least == 0
            with b.loop():
                begins = b.materialize(met(Get(grown), False)) if not ends else met(Get(grown), ends)
                wider = b.materialize(op.union(Get(grown), self.shifted_back(begins, d)))
                b.assign(begun, op.union(Get(begun), begins))
                with b.if_(op.same_set(wider, Get(grown))):
                    b.break_loop()
                b.assign(grown, wider)
            return Get(grown), Get(begun)
        for _ in range(step.most - step.least):
            begins = met(more_after, is_last)
            more_after, more_at, is_last = self.shifted_back(begins, d), begins, False
            after = b.materialize(op.union(after, more_after))
            at = b.materialize(op.union(at, more_at))
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
            matched = b.materialize(op.intersection(matched, moved))
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
        sites = self.b.materialize(sites)
        made: Expr = Const(0, kept)
        for distance, mask in sorted(by_distance.items()):
            part = op.intersection(sites, Const(mask, kept))
            made = op.union(made, ir.Op("shift", (part, op.number(distance)), kept) if distance else part)
        return self.b.materialize(made)


def _sized(path: model.Line, least: int | None, most: int | None) -> model.Line:
    if len(path.steps) != 1 or least is None or least != most:
        return path
    (step,) = path.steps
    if step.group is not None or least < max(1, step.least) or (step.most is not None and least > step.most):
        return path
    return replace(path, least=None, most=None, steps=(replace(step, least=least, most=least),))
