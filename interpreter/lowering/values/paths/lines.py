"""Lines and leaps followed site by site: every ray from a site as a loop, its pattern matched along it.

A pattern that may repeat a group in several ways goes back to the last choice when it fails.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from gdl.boards.board import Board, Offsets
from gdl.core import model, visit
from gdl.core.types import SITE, set_of
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Expr, Get, op
from interpreter.lowering.function import Function
from interpreter.lowering.game.expression_analysis import needs_loops
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.values.board_functions import step as next_site
from interpreter.lowering.values.sets import questions
from interpreter.shared.path_automaton import automaton

Masks = Mapping[model.Step, Expr]  # the sites that a step may meet, where that is set algebra
# the site that a leap leads to, or -1; and the direction of a line, the offset of a leap
Ray = tuple[Expr, Expr]


@contextmanager
def follow(
    f: Function, path: model.Line | model.Leap, start: Expr | None, least: Expr, most: Expr | None
) -> Iterator[Expr]:
    """Each way of a path; gives the site where it ends. Without a start every site is one, and is met first."""
    if start is not None:
        masks = repeated_masks(f, path.steps)
        with _rays(f, path, start) as (site, direction):
            first = site if isinstance(path, model.Leap) else next_site(f, start, direction)
            with _along(f, path, _Ray(first, direction, start, None), least, most, masks) as to:
                yield to
        return
    with questions.each(f, all_sites(f, path.span), "origin") as origin:
        origin = f.b.materialize(origin)
        with (
            _rays(f, path, origin) as (site, direction),
            _along(f, path, _Ray(origin, direction, origin, site), least, most, {}) as to,
        ):
            yield to


def all_sites(f: Function, span: Span) -> model.Expr:
    """All cells of the board; on a growing one those in play."""
    if f.board.is_growing:
        return model.Builtin(span, set_of(SITE), "sites", ())
    return model.Const(span, set_of(SITE), tuple(range(len(f.board.cells))))


@contextmanager
def _rays(f: Function, path: model.Line | model.Leap, origin: Expr) -> Iterator[Ray]:
    b = f.b
    if isinstance(path, model.Line):
        with questions.each_there(f, path.directions, "d") as d:
            yield op.NONE, b.materialize(d)
        return
    reached = [f.board.leap(s, seen) for seen in path.offsets for s in range(f.facts.sites)]
    widest = max(map(len, reached), default=0)
    if path.viewer is not None:
        first = op.mul(f.materialized(path.viewer), op.number(f.facts.sites))
        origin = b.materialize(op.add(first, origin))
    rows = [t for sites in reached for t in (*sites, *([ir.NONE] * (widest - len(sites))))]
    table = f.program.constant("leap", tuple(rows) or (ir.NONE,))
    with b.for_range("i", op.ZERO, op.number(widest)) as i:
        place = b.materialize(op.add(op.mul(origin, op.number(widest)), i))
        to = b.materialize(f.lookup(table, place))
        with b.if_(op.is_some(to)):
            yield to, f.lookup(_offsets(f, path, widest), place) if visit.repeats(path.steps) else op.NONE


def _offsets(f: Function, path: model.Leap, widest: int) -> str:
    """By which offset a leap leads to each of the sites that it reaches, in the order of `Board.leap`."""
    every, rows = _every_offset(path), []
    for seen in path.offsets:
        ways = [(every.index(offset), steps) for offset, steps in zip(seen, f.board.leaps(seen), strict=True)]
        for s in range(f.facts.sites):
            found = sorted((steps[s], k, i) for k, (i, steps) in enumerate(ways) if steps[s] >= 0)
            rows += [i for _, _, i in found] + [ir.NONE] * (widest - len(found))
    return f.program.constant("leap_offset", tuple(rows) or (ir.NONE,))


def _every_offset(path: model.Leap) -> Offsets:
    """The offsets of all players."""
    return tuple(dict.fromkeys(offset for seen in path.offsets for offset in seen))


def _next_leap(f: Function, path: model.Leap, site: Expr, offset: Expr) -> Expr:
    """The site to which a leap by the same offset leads on, or -1."""
    steps = tuple(t for steps in f.board.leaps(_every_offset(path)) for t in steps)
    table = f.program.constant("leaps", steps or (ir.NONE,))
    return f.lookup(table, op.add(op.mul(offset, op.number(f.facts.sites)), site))


@dataclass(frozen=True, slots=True)
class _Ray:
    """`first` is the first site met. Of a path without a start `then` is the site to which it leads from there."""

    first: Expr
    direction: Expr
    start: Expr
    then: Expr | None


@dataclass(frozen=True, slots=True)
class _Cursor:
    """Where on a ray we are. `at`: the site to be met next, -1 at the end; `here`: the site met last; `met`: how many.

    `masks`: the sites that steps may meet, as far as these sets are made.
    """

    at: ir.Var
    here: ir.Var
    met: ir.Var
    advance: Callable[[], None]
    masks: Masks


@contextmanager
def _along(
    f: Function, path: model.Line | model.Leap, ray: _Ray, least: Expr, most: Expr | None, masks: Masks
) -> Iterator[Expr]:
    """Matches the pattern along one ray."""
    b = f.b
    at, here = b.variable("at", ray.first), b.variable("here", op.NONE)
    met = b.variable("met", op.ZERO)
    limit = _limit(f, path, ray, most)

    def advance() -> None:
        b.assign(here, Get(at))
        b.assign(met, op.add(Get(met), op.ONE))
        if isinstance(path, model.Line):
            b.assign(at, next_site(f, Get(at), ray.direction))
        elif visit.repeats(path.steps):
            b.assign(at, _next_leap(f, path, Get(at), ray.direction))
        elif ray.then is not None:
            b.assign(at, op.select(op.eq(Get(met), op.ONE), ray.then, op.NONE))
        else:
            b.assign(at, op.NONE)
        if limit is not None:
            b.assign(at, op.select(op.lt(Get(met), limit), Get(at), op.NONE))

    if limit is not None:
        b.assign(at, op.select(op.lt(op.ZERO, limit), Get(at), op.NONE))
    cursor = _Cursor(at, here, met, advance, masks)
    matched = _backtrack if _is_branching(path.steps) else _match
    with matched(f, path.steps, cursor), b.if_(op.le(least, Get(met))):
        yield Get(here)


def _limit(f: Function, path: model.Line | model.Leap, ray: _Ray, most: Expr | None) -> Expr | None:
    """The most sites that may be met; a track of a graph may close to a ring, and so may what goes round."""
    on = f.board
    is_leap = isinstance(path, model.Leap)
    if not on.has_circles or (is_leap and not visit.repeats(path.steps)):
        return most
    if isinstance(path, model.Leap):
        rides = _ride_lengths(on, _every_offset(path))
        lengths = f.program.constant("ride_lengths", rides or (0,))
    else:
        lengths = f.program.table(
            "ray_lengths",
            lambda: [len(on.line(s, d)) for d in range(len(on.directions)) for s in range(f.facts.sites)],
        )
    length = f.lookup(lengths, op.add(op.mul(ray.direction, op.number(f.facts.sites)), ray.start))
    if ray.then is not None:
        length = op.add(length, op.ONE)
    return f.b.materialize(length if most is None else op.min_(most, length))


def _ride_lengths(board: Board, offsets: Offsets) -> tuple[int, ...]:
    """For each offset and site the number of sites that leaps by it meet."""
    rides = ((board.rides(s, (offset,)) for s in range(len(board.sites))) for offset in offsets)
    return tuple(len(met[0]) if met else 0 for of_offset in rides for met in of_offset)


# ---- patterns without choices that depend on what follows


@contextmanager
def _match(f: Function, steps: tuple[model.Step, ...], cursor: _Cursor) -> Iterator[None]:
    if not steps:
        yield
        return
    with _repeat(f, steps[0], cursor), _match(f, steps[1:], cursor):
        yield


@contextmanager
def _repeat(f: Function, step: model.Step, cursor: _Cursor) -> Iterator[None]:
    """One step of the pattern with its repetitions, the shortest first."""
    b, at = f.b, cursor.at
    unbind(f, step)
    if step.is_once:
        if step.group is not None:
            with _match(f, step.group, cursor):
                yield
            return
        with b.if_(op.is_some(Get(at))), b.if_(meets(f, step, Get(at), cursor.masks)):
            saved = _save(f, cursor)
            _collect(f, step, Get(at))
            cursor.advance()
            yield
            _restore(f, saved)
        return
    saved = _save(f, cursor)
    done = b.variable("done", op.ZERO)
    with b.loop():
        inner = b.loops - 1
        with b.if_(op.le(op.number(step.least), Get(done))):
            before = _save(f, cursor)
            yield
            _restore(f, before)
        if step.most is not None:
            with b.if_(op.le(op.number(step.most), Get(done))):
                b.break_(inner)
        _once(f, step, cursor, inner)
        b.assign(done, op.add(Get(done), op.ONE))
    _restore(f, saved)


def _once(f: Function, step: model.Step, cursor: _Cursor, loop: int) -> None:
    """Meets a step, or all steps of a group, once; leaves the loop where it cannot."""
    b, at = f.b, cursor.at
    for part in step.group if step.group is not None else (step,):
        times = 1 if part is step else part.least
        assert part is step or (part.is_fixed and part.group is None)
        for _ in range(times):
            with b.if_(op.is_none(Get(at))):
                b.break_(loop)
            with b.if_(op.not_(meets(f, part, Get(at), cursor.masks))):
                b.break_(loop)
            _collect(f, part, Get(at))
            if part is not step:
                _collect(f, step, Get(at))
            cursor.advance()


def _save(f: Function, cursor: _Cursor) -> list[tuple[ir.Var, Expr]]:
    return [(v, f.b.materialize(Get(v))) for v in (cursor.at, cursor.here, cursor.met)]


def _restore(f: Function, saved: list[tuple[ir.Var, Expr]]) -> None:
    for var, value in saved:
        f.b.assign(var, value)


# ---- patterns that go back


def _is_branching(steps: tuple[model.Step, ...]) -> bool:
    """Whether a repeated group holds what may itself be repeated, or a group."""
    return any(s.group is not None and (_is_loose(s) or _is_branching(s.group)) for s in steps)


def _is_loose(step: model.Step) -> bool:
    assert step.group is not None
    inside = any(not s.is_fixed or s.group is not None for s in step.group)
    if step.is_once:
        # what is met once must meet something, and a name must hold all of it
        return step.slot is not None or all(s.least == 0 for s in step.group)
    return inside


@contextmanager
def _backtrack(f: Function, steps: tuple[model.Step, ...], cursor: _Cursor) -> Iterator[None]:
    """All ways of a pattern whose groups hold repetitions, in the reference engine's order.

    What was chosen and bound is kept for each number of sites met, so that going back is looking it up.
    """
    b, pattern, every = f.b, automaton(steps), tuple(visit.steps(steps))
    for step in steps:
        unbind(f, step)
    trail = _Trail(f, [s for step in steps for s in named(step)], cursor)
    level, at = trail.level, cursor.at
    trail.begin(op.ZERO)
    with b.loop():
        round_ = b.loops - 1
        with b.if_(op.is_none(Get(level))):
            b.break_(round_)
        trail.restore()
        state, edge = b.materialize(trail.cell("state")), b.materialize(trail.cell("edge"))
        trail.store("edge", op.add(edge, op.ONE))
        with b.if_(op.is_none(edge)):
            may_end: Expr = op.FALSE
            for i, ends in enumerate(pattern.ends):
                if ends:
                    may_end = op.or_(may_end, op.eq(state, op.number(i)))
            with b.if_(may_end):
                yield
            b.continue_(round_)
        with b.if_(op.is_some(Get(at))):
            for i, edges in enumerate(pattern.edges):
                for k, way in enumerate(edges):
                    is_it = op.and_(op.eq(state, op.number(i)), op.eq(edge, op.number(k)))
                    with b.if_(is_it):
                        with b.if_(meets(f, every[way.step], Get(at), cursor.masks)):
                            for s in (every[k] for k in (way.step, *way.around)):
                                _collect(f, s, Get(at))
                            cursor.advance()
                            b.assign(level, op.add(Get(level), op.ONE))
                            trail.begin(op.number(way.to))
                        b.continue_(round_)
        b.assign(level, op.sub(Get(level), op.ONE))


class _Trail:
    """What was chosen so far along a path, by the number of sites met: a block of the function's own."""

    def __init__(self, f: Function, bound: list[model.Step], cursor: _Cursor) -> None:
        self.f, self.cursor, self.bound = f, cursor, bound
        self.lists = lists_among(f, bound)
        depth = longest_path(f) + 2
        cells = [ir.Cell(n, depth, 64) for n in ("state", "edge", "at", "here")]
        for s in bound:
            # of a list its length is kept: it grows at its end
            is_set = s.collects and s.slot not in self.lists
            cells.append(ir.Cell(f"x{s.slot}", depth, 64, f.facts.sites if is_set else 0))
        self.block = f.b.allocate("pattern", f.program.layout("pattern", cells))
        self.level = f.b.variable("level", op.ZERO)

    def cell(self, name: str, kind: ir.Type = INT) -> Expr:
        return ir.Load(self.block, name, Get(self.level), kind)

    def store(self, name: str, value: Expr) -> None:
        self.f.b.store(self.block, name, value, Get(self.level))

    def begin(self, state: Expr) -> None:
        """A new level, in a state."""
        self.store("state", state)
        self.store("edge", op.NONE)
        self.store("at", Get(self.cursor.at))
        self.store("here", Get(self.cursor.here))
        for s in self.bound:
            value = self.f.local(slot_of(s))
            self.store(f"x{s.slot}", op.length(value) if s.slot in self.lists else value)

    def restore(self) -> None:
        b, cursor = self.f.b, self.cursor
        b.assign(cursor.at, self.cell("at"))
        b.assign(cursor.here, self.cell("here"))
        b.assign(cursor.met, Get(self.level))
        for s in self.bound:
            var = self.f.variable(slot_of(s))
            if s.slot in self.lists:
                b.emit(ir.SetLength(var, self.cell(f"x{s.slot}")))
            else:
                kind = ir.bits(self.f.facts.sites) if s.collects else INT
                b.assign(var, self.cell(f"x{s.slot}", kind))


def longest_path(f: Function) -> int:
    """How many sites a line or leap may meet at most."""
    board = f.board
    return f.facts.sites + 1 if board.has_circles else 2 * max(board.files, board.ranks) + 2


# ---- what steps bind


def named(step: model.Step) -> list[model.Step]:
    """The steps that bind a name, those inside a group included."""
    inner = [s for part in step.group or () for s in named(part)]
    return [step, *inner] if step.slot is not None else inner


def slot_of(step: model.Step) -> int:
    assert step.slot is not None
    return step.slot


def lists_among(f: Function, bound: list[model.Step]) -> set[int]:
    """The names of steps that are lists of sites."""
    domains = f.facts.domains
    return {
        slot_of(s) for s in bound if s.collects and domains.type_in_name(set_of(SITE), s.slot).name == "list"
    }


def repeated_masks(f: Function, steps: tuple[model.Step, ...]) -> Masks:
    """The sets of sites that repeated steps may meet, where judging one site takes a loop: they are made once for all rays."""
    masks: dict[model.Step, Expr] = {}
    bound = {s.slot for s in visit.steps(steps) if s.slot is not None}
    for step in visit.steps(steps):
        if step.condition is None or step.is_fixed or visit.reads(step.condition, bound):
            continue
        if not needs_loops(inlined(step.condition, f.game)):
            continue
        note_mask(f, step, step.condition, masks)
    return masks


def note_mask(f: Function, step: model.Step, condition: model.Expr, masks: dict[model.Step, Expr]) -> None:
    """Notes the set of sites that a step may meet, where there is one."""
    plan = f.scope.condition(condition, step.it)
    if plan is not None:
        f.decide(condition.span, "condition", plan)
        masks[step] = f.b.materialize(plan.members(f, f.facts.sites))


def meets(f: Function, step: model.Step, site: Expr, masks: Masks | None = None) -> Expr:
    assert step.condition is not None
    if masks and step in masks:
        return op.contains(masks[step], site)
    f.bind(step.it, SITE, site, "it")
    return f.truth(step.condition)


def unbind(f: Function, step: model.Step) -> None:
    """Nothing is bound yet by a step, nor by the steps of a group."""
    if step.slot is not None:
        if step.collects:
            bound = f.declare(step.slot, set_of(SITE), step.name)
            assert isinstance(bound, ir.Var)
            if bound.type.name == "list":
                f.b.clear(bound)
            else:
                f.b.assign(bound, op.empty_set(bound.type.size))
        else:
            f.bind(step.slot, SITE, op.NONE, step.name)
    for part in step.group or ():
        unbind(f, part)


def _collect(f: Function, step: model.Step, site: Expr) -> None:
    if step.slot is None:
        return
    var = f.variable(step.slot)
    if not step.collects:
        f.b.assign(var, site)
    elif var.type.name == "list":
        f.b.push(var, site)
    else:
        f.b.assign(var, op.union(Get(var), op.singleton(site, var.type.size)))
