"""Patterns everywhere at once: all sites are shifted along a direction, by set algebra.

A row of equal sites is found by doubling, one shift for each power of two. Rows of one length through a known site are
looked up in a table.
"""

from collections.abc import Callable
from dataclasses import replace

from gdl.boards.board import Board
from gdl.core import model
from gdl.core.types import SITE
from gdl.core.visit import reads, same
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.geometry import (
    all_lines,
    known_directions,
    known_number,
    longest_line,
    steps_of,
)
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.refusals import Refused
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.board_functions import moved, shifted_back
from interpreter.lowering.values.conditions.plan import Answer, Slots

_SHIFTS = "shifted sets"

# ---- patterns whose steps are sets

SHORT_SITES, SHORT_LINE = 128, 16  # boards whose lines are filled without a look at when to stop


@dataclass(frozen=True, slots=True)
class StepSet:
    """A step of a pattern: the sites that it meets, `least` to `most` times (None: any number)."""

    sites: ConditionPlan
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A line whose steps are sets of sites, whatever has been met before."""

    directions: tuple[int, ...]
    steps: tuple[StepSet, ...]

    @property
    def row(self) -> int | None:
        """How many equal steps the pattern is, if it is nothing else."""
        match self.steps:
            case (StepSet(least=least, most=most),) if least == most:
                return least
        return None


def pattern_of(path: model.Path, scope: Scope) -> Pattern | Refused:
    if not isinstance(path, model.Line):
        return _refused(path, "only lines are matched by shifting sets, and this is a walk or a leap")
    path = _with_length_in_step(path)
    if path.least is not None or path.most is not None or not path.steps:
        return _refused(path, "a length is asked of several steps together")
    directions = known_directions(path)
    if scope.facts.pieces.is_huge or not scope.game.board.tiling.has_lattice or not directions:
        return _refused(
            path, "the board is a graph or very large, or the directions depend on whose piece it is"
        )
    if scope.game.board.round and not _fits_round(path, directions, scope.game.board):
        return _refused(path, "the board goes round, and the pattern is no row shorter than its circles")
    names = {s.slot for s in path.steps if s.slot is not None}
    made = []
    for s in path.steps:
        if s.condition is None or reads(s.condition, names):
            return _refused(path, "a step is a group, or depends on what an earlier step has met")
        plan = scope.algebra(s.condition, s.it)
        if isinstance(plan, Refused):
            return plan.of(_SHIFTS)
        made.append(StepSet(plan, s.least, s.most))
    return Pattern(directions, tuple(made))


def _fits_round(path: model.Line, directions: tuple[int, ...], board: Board) -> bool:
    """Whether a pattern is a row of equal sites that is too short to come back to where it began."""
    match path.steps:
        case (model.Step(least=least, most=most, group=None),) if least == most:
            lines = ((d, line) for d, _, line in all_lines(board) if d in directions and line)
            return all(least <= len(line) for d, line in lines if board.steps[d][line[-1]] >= 0)
    return False


def _refused(path: model.Path, why: str) -> Refused:
    return Refused(_SHIFTS, why, path.span)


def _with_length_in_step(path: model.Line) -> model.Line:
    """A path of one step with a known length says the length in the step: `length 5: own+` is `own{5}`."""
    least, most = known_number(path.least), known_number(path.most)
    if len(path.steps) != 1 or least is None or least != most:
        return path
    (step,) = path.steps
    if step.group is not None or least < max(1, step.least) or (step.most is not None and least > step.most):
        return path
    return replace(path, least=None, most=None, steps=(replace(step, least=least, most=least),))


# ---- anywhere


def anywhere(path: model.Path, scope: Scope) -> Pattern | Refused | None:
    """A line that is matched anywhere, by shifting whole sets of sites."""
    return pattern_of(path, scope) if path.start is None else None


def is_anywhere(f: Function, pattern: Pattern) -> Expr:
    b, on = f.b, f.board
    masks = _masks(f, pattern)
    cells = op.members(range(len(on.cells)), f.facts.sites)
    if on.places:  # a border or node is met by no line, not even as its start
        masks = [b.materialize(op.intersection(mask, cells)) for mask in masks]
    found = b.variable("line", op.FALSE)
    row, chosen = pattern.row, pattern.directions
    if row is not None:  # a row of equals is the same from both ends
        chosen = tuple(d for d in chosen if on.opposite[d] > d or on.opposite[d] not in chosen)
    for d in chosen:
        matched = _run(f, masks[0], row, d) if row is not None else _begins(f, pattern, masks, d)
        b.assign(found, op.or_(Get(found), op.nonempty(matched)))
    return Get(found)


def _masks(f: Function, pattern: Pattern) -> list[Expr]:
    return [f.b.materialize(step.sites.members(f, f.facts.sites)) for step in pattern.steps]


def _run(f: Function, mask: Expr, length: int, d: int) -> Expr:
    """The sites from which `length` members follow each other in a direction: by doubling."""
    have, matched = 1, mask
    while have < length:
        by = min(have, length - have)
        moved = matched
        for _ in range(by):
            moved = shifted_back(f, moved, d)
        matched = f.b.materialize(op.intersection(matched, moved))
        have += by
    return matched


def _begins(f: Function, pattern: Pattern, masks: list[Expr], d: int) -> Expr:
    """The sites where a pattern begins that meets its start first."""
    first = pattern.steps[0]
    if first.least == first.most == 1:
        after, _ = _before(f, pattern.steps[1:], masks[1:], d)
        return f.b.materialize(op.intersection(masks[0], after))
    # the first site is met as the next one of an imagined site before it: so also at the rim of the board
    _, at = _before(f, pattern.steps, masks, d)
    return f.b.materialize(at)


def _before(f: Function, steps: tuple[StepSet, ...], masks: list[Expr], d: int) -> tuple[Expr, Expr]:
    """The sites after which the steps can be met, and the sites at which they begin."""
    n = f.facts.sites
    after: Expr = op.full_set(n)
    at: Expr = op.full_set(n)
    is_last = True
    for step, mask in zip(reversed(steps), reversed(masks), strict=True):
        after, at = _repeated(f, step, mask, (after, at), d, is_last)
        is_last = False
    return after, at


def _repeated(
    f: Function, step: StepSet, mask: Expr, rest: tuple[Expr, Expr], d: int, is_last: bool
) -> tuple[Expr, Expr]:
    """A step as often as it may be, before the rest: sites after which, and sites at which, it begins."""
    b = f.b
    after, at = rest

    def met(behind: Expr, ends: bool) -> Expr:
        """The sites at which the step is met and the rest follows."""
        return mask if ends else b.materialize(op.intersection(mask, behind))

    for _ in range(step.least):
        begins = met(after, is_last)
        after, at, is_last = shifted_back(f, begins, d), begins, False
    if step.most is None:
        ends = is_last and step.least == 0
        if not ends and _is_short(f):
            return _doubled(f, mask, (after, at), d)
        return _grown(f, met, (after, at), d, ends)
    more_after, more_at = after, at
    for _ in range(step.most - step.least):
        begins = met(more_after, is_last)
        more_after, more_at, is_last = shifted_back(f, begins, d), begins, False
        after = b.materialize(op.union(after, more_after))
        at = b.materialize(op.union(at, more_at))
    return after, at


def _is_short(f: Function) -> bool:
    """Whether lines are so short that all of their lengths cost less than a look at when to stop."""
    return not f.board.has_circles and f.facts.sites <= SHORT_SITES and longest_line(f.board) <= SHORT_LINE


def _doubled(f: Function, mask: Expr, rest: tuple[Expr, Expr], d: int) -> tuple[Expr, Expr]:
    """A step any number of times more, on short lines: runs of 1, 2, 4, ... sites, without a branch.

    The parallel prefix of Kogge and Stone (1973), by which engines on bitboards fill lines.
    """
    b, on = f.b, f.board
    after, passed = rest[0], b.materialize(shifted_back(f, mask, d))
    steps, length = steps_of(on, d), 1
    while True:
        back = {t: s for s, t in steps.items()}
        after = b.materialize(op.union(after, op.intersection(passed, moved(f, after, back))))
        length *= 2
        if length > longest_line(on):
            break
        passed = b.materialize(op.intersection(passed, moved(f, passed, back)))
        steps = {s: steps[t] for s, t in steps.items() if t in steps}
    return after, b.materialize(op.union(rest[1], op.intersection(mask, after)))


def _grown(
    f: Function, met: Callable[[Expr, bool], Expr], rest: tuple[Expr, Expr], d: int, ends: bool
) -> tuple[Expr, Expr]:
    """A step any number of times more."""
    b = f.b
    grown, begun = b.variable("grown", rest[0]), b.variable("begun", rest[1])
    with b.loop():
        begins = met(Get(grown), ends)
        if not ends:
            begins = b.materialize(begins)
        wider = b.materialize(op.union(Get(grown), shifted_back(f, begins, d)))
        b.assign(begun, op.union(Get(begun), begins))
        with b.if_(op.same_set(wider, Get(grown))):
            b.break_loop()
        b.assign(grown, wider)
    return Get(grown), Get(begun)


# ---- as a condition on the start


def line_starts(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """`some line D from s: ...`: all sites from which a line can be followed."""
    if not isinstance(e, model.SomePath):
        return None
    match e.path.start:
        case model.Local(slot=slot) if slot in slots and e.path.start.type.base == "site":
            if any(s.condition is not None and reads(s.condition, slots) for s in e.path.steps):
                return None
            pattern = pattern_of(e.path, scope)
            return pattern if isinstance(pattern, Refused) else LineStarts(pattern)
    return None


@dataclass(frozen=True, slots=True)
class LineStarts:
    pattern: Pattern

    def members(self, f: Function, size: int) -> Expr:
        masks = _masks(f, self.pattern)
        found: Expr = op.empty_set(f.facts.sites)
        for d in self.pattern.directions:
            after, _ = _before(f, self.pattern.steps, masks, d)
            found = f.b.materialize(op.union(found, after))
        return found


# ---- rows through a site


@dataclass(frozen=True, slots=True)
class RowThrough:
    """Of `length 3: p*, [it = s], p*`: whether a row of this length through a site is there."""

    directions: tuple[int, ...]
    sites: ConditionPlan
    site: model.Expr
    length: int


def row_through(path: model.Path, scope: Scope) -> RowThrough | None:
    if not isinstance(path, model.Line) or path.start is not None or len(path.steps) != 3:
        return None
    least, most, directions = known_number(path.least), known_number(path.most), known_directions(path)
    if least is None or least != most or scope.facts.pieces.is_huge or not directions:
        return None
    before, at, after = path.steps
    if any(s.slot is not None or s.condition is None for s in path.steps):
        return None
    if not (at.is_once and before.is_run and after.is_run):
        return None
    assert before.condition is not None and after.condition is not None
    it = model.Local(path.span, SITE, before.it, "it")
    alike = inlined(after.condition, scope.game, {after.it: it})
    if not same(alike, inlined(before.condition, scope.game)):
        return None
    plan = scope.condition(before.condition, before.it)
    match at.condition:
        case model.Compare(operator="=", left=model.Local(slot=slot), right=site) if slot == at.it:
            if plan is not None and not reads(site, {at.it, before.it, after.it}):
                return RowThrough(directions, plan, site, least)
    return None


def is_row_there(f: Function, row: RowThrough) -> Expr:
    """A table holds for each site the rows through it, without the site itself; one of them must be met."""
    b, n = f.b, f.facts.sites
    rows: list[set[int]] = [set() for _ in range(n)]
    for d in row.directions:
        for s in range(len(f.board.cells)):
            met = (s, *f.board.line(s, d))[: row.length]
            for t in met if len(set(met)) == row.length else ():
                rows[t].add(sum(1 << u for u in met if u != t))
    widest = max(map(len, rows), default=0)
    flat = [mask for found in rows for mask in (*sorted(found), *([0] * (widest - len(found))))]
    counts = f.program.constant("rows", tuple(map(len, rows)))
    table = f.program.constant("row", tuple(flat) or (0,), n)
    found = b.variable("row", op.FALSE)
    at = b.materialize(as_number(f.scalar(row.site)))
    with b.if_(op.is_some(at)):
        others = b.materialize(op.complement(row.sites.members(f, n)))
        with b.for_range("i", op.ZERO, f.lookup(counts, at)) as i:
            mask = f.lookup(table, op.add(op.mul(at, op.number(widest)), i))
            with b.if_(op.is_empty(op.intersection(mask, others))):
                b.assign(found, op.TRUE)
                b.break_loop()
    return Get(found)
