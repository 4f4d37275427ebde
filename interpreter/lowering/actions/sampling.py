"""A larger set of candidates, out of which a random action is drawn: without the conditions that are dear to judge, and
without choices on which nothing depends.

    super.A(state, context, mover) -> n             how many candidates there are without the conditions that are dear to judge
    draw.A(state, context, out, mover, k, start)    does the k-th of these if it is legal; then `found` is 1

What is drawn is judged by what was left out, and drawn again if it is not legal. What is legal only if what follows is
(`require`, `then must`) is not tried before. Each legal action is then as likely as any other (rejection sampling: von
Neumann 1951).

What loops have found is noted while it is counted: each batch of candidates has a row with how many there are up to its
end, which code has counted them, and what is chosen already. So the k-th is found without going through the loops again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count

from gdl.core import model
from gdl.core.types import PIECE, SITE
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.candidate_sets import each_set
from interpreter.lowering.actions.candidates import each_mover, each_way, part_plans
from interpreter.lowering.actions.choices import chosen_type, handed
from interpreter.lowering.actions.counting import Counted, Counter, LastSet, Outer, counted, members_left
from interpreter.lowering.actions.line_sets import Candidates
from interpreter.lowering.actions.search_mode import PICK, begin, count_try, found_one
from interpreter.lowering.actions.steps import go, try_in_place
from interpreter.lowering.actions.visit_candidate import Trial, at_candidate, do_first_step
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import BATCH_WORDS, BATCHES, OUTER_NAMES
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function, Scope
from interpreter.lowering.game.expression_analysis import all_of, conjuncts, needs_loops
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.truths import conjunction


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A condition that is judged of what was drawn. If it filters a set, `slot` names an element of it, here the `chosen` one."""

    condition: model.Expr
    slot: int | None = None
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Superset:
    """The larger set: candidates of a relaxed action, counted, and what is judged of the one that is drawn."""

    counted: Counted
    left_out: tuple[LeftOut, ...]


def superset(action: model.Action, scope: Scope) -> Superset | None:
    """None for an action that is demanded, chooses several elements at once, or makes more choices than are noted."""
    loops = sum(isinstance(part, model.Choose) for part in action.parts) + (action.form == "move")
    chooses_sets = any(isinstance(part, model.ChooseSet) for part in action.parts)
    if action.parameters or chooses_sets or loops > OUTER_NAMES:
        return None
    for keeps_sets in (True, False):
        relaxed, left_out = _relaxed(action, keeps_sets, scope)
        found = counted(relaxed, False, scope)
        if found.sets is not None:
            break
    return Superset(found, tuple(left_out))


# ---- what is left out


def _relaxed(action: model.Action, keeps_sets: bool, scope: Scope) -> tuple[model.Action, list[LeftOut]]:
    """The action without the conditions that are left out, and these.

    `keeps_sets`: of a move along a path, what is set algebra stays, however many loops it would take to ask it of one end.
    """
    last, is_sites = -1, False
    for i, part in enumerate(action.parts):
        if isinstance(part, model.Along):
            last, is_sites = i, False
        elif isinstance(part, model.Choose) and not isinstance(part.source, model.Const):
            last, is_sites = i, element_of(part.source).base == "site"
    kept: list[model.Part] = []
    left_out: list[LeftOut] = []
    for i, part in enumerate(action.parts):
        if i > last and isinstance(part, model.Condition) and _is_dear(action, last, is_sites, part, scope):
            if not (keeps_sets and _is_of_an_end(action, part, scope)):
                left_out.append(LeftOut(part.condition))
            else:
                kept.append(part)
        elif i == last and isinstance(part, model.Choose) and is_sites:
            kept.append(_unfiltered(part, left_out, scope))
        else:
            kept.append(part)
    return replace(action, name=f"{action.name} relaxed", parts=tuple(kept)), left_out


def _is_dear(action: model.Action, last: int, is_sites: bool, part: model.Condition, scope: Scope) -> bool:
    if not is_sites:
        return needs_loops(part.condition)
    choice = action.parts[last]
    assert isinstance(choice, model.Choose)
    return scope.condition(part.condition, choice.slot) is None


def _is_of_an_end(action: model.Action, part: model.Condition, scope: Scope) -> bool:
    """Whether a condition is a set of sites from which a piece moves, or of those to which it moves."""
    if action.form != "move":
        return False
    ends = (action.piece, action.origin), (action.to,)
    return any(scope.condition(part.condition, *slots) is not None for slots in ends)


def _unfiltered(choice: model.Choose, left_out: list[LeftOut], scope: Scope) -> model.Choose:
    """A choice out of a set of which only what is set algebra is judged."""
    source = choice.source
    if not isinstance(source, model.Comprehension) or source.value is not None or source.condition is None:
        return choice
    conditions = conjuncts(source.condition)
    masks = [c for c in conditions if scope.condition(c, source.slot) is not None]
    left_out += [LeftOut(c, source.slot, choice.slot) for c in conditions if c not in masks]
    condition = all_of(masks, source.span) if masks else None
    return replace(choice, source=replace(source, condition=condition))


# ---- the code

DRAWS = 32  # so often one is drawn, before all are looked at
_K, _START = Var("k", INT), Var("start", INT)
_END, _SECTION, _NAMES = range(3)  # the words of a batch's row


def superset_of(plan: ActionPlan) -> Superset:
    found = plan.way(Superset)
    assert found is not None
    return found


def is_worth_drawing(plan: ActionPlan) -> bool:
    """Whether something is saved by drawing an action: conditions, tries, or choices from known sets."""
    drawn = plan.way(Superset)
    return drawn is not None and (plan.is_tried or bool(drawn.left_out) or bool(drawn.counted.free))


# ---- counting


def count_superset(f: Function, plan: ActionPlan) -> Expr:
    """How many candidates the larger set has; its batches are noted."""

    is_noted = _noted(superset_of(plan).counted) is not None

    def write(g: Function) -> None:
        b = g.b
        noted = b.variable("noted", g.load_context("noted"))
        total = b.variable("total", op.ZERO)
        sections = count(1)

        def note(h: Function, total: Var, n: Expr, outer: Outer, members: Expr | None) -> None:
            last = b.materialize(op.min_(Get(noted), op.number(BATCHES - 1)))
            row = b.materialize(op.mul(last, op.number(BATCH_WORDS)))
            words = {_END: Get(total), **{_NAMES + i: h.local(slot) for i, slot in enumerate(outer)}}
            if is_noted:
                assert members is not None
                h.store_context("batch_members", members, last)
            else:
                words[_SECTION] = op.number(next(sections))
            for i, word in words.items():
                h.store_context("batches", as_number(word), op.add(row, op.number(i)))
            b.assign(noted, op.add(Get(noted), op.zext(op.lt(op.ZERO, n))))

        Counter(superset_of(plan).counted, total, note).count(g)
        g.store_context("noted", Get(noted))
        b.ret(Get(total))

    name = f.define(f"super.{plan.action.name}", (STATE, CONTEXT, MOVER), INT, write, Get(MOVER))
    return f.b.materialize(ir.Call(name, (*f.arguments, f.mover), INT))


# ---- drawing


def draw(f: Function, plan: ActionPlan, k: Expr, start: Expr) -> None:
    """Does the k-th candidate on the state itself, if it is legal. `start`: where the batches of this action begin."""

    def write(g: Function) -> None:
        go(g, plan)
        _Drawing(g, plan).write(g)

    begin(f, PICK, "skip", "found")
    parameters = (STATE, CONTEXT, OUT, MOVER, _K, _START)
    name = f.define(f"draw.{plan.action.name}", parameters, VOID, write, Get(MOVER))
    f.b.invoke(name, *f.arguments, f.state, f.mover, k, start)


class _Drawing:
    """Finds the k-th candidate. `left`: its place among those that are still ahead; `rest`: which of the free choices."""

    def __init__(self, f: Function, plan: ActionPlan) -> None:
        self.plan = plan
        self.counted: Counted = superset_of(plan).counted
        ways = op.number(self.counted.ways)
        self.left = f.b.variable("left", op.div(Get(_K), ways))
        self.rest = f.b.materialize(op.mod(Get(_K), ways))
        self.sections = count(1)

    def write(self, f: Function) -> None:
        plain, sets = self.counted.action, self.counted.sets
        if sets is not None:
            each_set(f, plain, sets, self.at_place)
            return
        self.row = self.find_batch(f)
        if _noted(self.counted) is not None:
            self.of_noted(f)
        elif plain.form == "move":
            each_mover(f, plain, self.recalled_mover, lambda g: self.parts(g, 0, 1))
        else:
            self.parts(f, 0, 0)

    # ---- the batch

    def find_batch(self, f: Function) -> Expr:
        """The row of the batch in which the candidate is; `left` is its place in the batch from here on."""
        b = f.b
        at, before = b.variable("batch", Get(_START)), b.variable("before", op.ZERO)
        with b.loop():
            end = b.materialize(f.load_context("batches", op.mul(Get(at), op.number(BATCH_WORDS))))
            with b.if_(op.lt(Get(self.left), end)):
                b.break_loop()
            b.assign(before, end)
            b.assign(at, op.add(Get(at), op.ONE))
        b.assign(self.left, op.sub(Get(self.left), Get(before)))
        self.batch = b.materialize(Get(at))
        return b.materialize(op.mul(Get(at), op.number(BATCH_WORDS)))

    def recalled(self, f: Function, word: int) -> Expr:
        """A word of the batch's row."""
        return f.b.materialize(f.load_context("batches", op.add(self.row, op.number(word))))

    @contextmanager
    def recalled_mover(self, f: Function, kinds: tuple[int, ...] | None) -> Iterator[tuple[Expr, Expr]]:
        site = self.recalled(f, _NAMES)
        yield f.pieces.seen_at(f, site), site

    @contextmanager
    def in_section(self, f: Function) -> Iterator[Function]:
        """Where a batch is found by the code that stands where it was counted."""
        section = next(self.sections)
        with f.b.if_(op.eq(self.recalled(f, _SECTION), op.number(section))):
            yield f.inner()

    def of_noted(self, f: Function) -> None:
        """The candidate out of a batch that was noted with its members: whichever code has counted it, all is there."""
        action, names = self.counted.action, 0
        if action.form == "move":
            with self.recalled_mover(f, None) as (piece, site):
                f.bind(action.piece, PIECE, piece, "piece")
                f.bind(action.origin, SITE, site, "from")
            names = 1
        for index, part in enumerate(action.parts):
            if not isinstance(part, model.Choose):
                continue
            if index in self.counted.last:
                members = f.load_context("batch_members", self.batch)
                self.at_place(f, _chosen_from(self.counted.last[index], members))
                return
            value = self.recalled(f, _NAMES + names)
            f.bind(part.slot, chosen_type(part), value, part.name)
            names += 1

    def parts(self, f: Function, index: int, names: int) -> None:
        """Goes through the parts as they were counted, with what is noted of the batch instead of loops.

        `names`: how many of the noted names are taken already.
        """
        action = self.counted.action
        if index == len(action.parts):
            with self.in_section(f) as g:
                self.reached(g)
            return
        match action.parts[index]:
            case model.Condition():
                self.parts(f, index + 1, names)
            case model.Choose() if index in self.counted.last:
                with self.in_section(f) as g:
                    self.at_place(g, _members(g, self.counted.last[index]))
            case model.Choose() as part:
                value = self.recalled(f, _NAMES + names)
                f.bind(part.slot, chosen_type(part), value, part.name)
                self.parts(f, index + 1, names + 1)
            case model.Along():
                with self.in_section(f) as g:
                    parts = part_plans(action, action.parts[index:])
                    each_way(g, action, parts, self.at_end, {})

    # ---- the candidate

    def at_place(self, f: Function, found: Candidates) -> None:
        """The member of a set with the place that is left, if it has so many."""
        b = f.b
        members = b.materialize(found.members)
        size = b.materialize(op.count(members))
        with b.if_(op.lt(Get(self.left), size)):
            g = f.inner()
            found.bind(g, b.materialize(op.nth(members, Get(self.left))))
            self.reached(g)
        b.assign(self.left, op.sub(Get(self.left), size))

    def at_end(self, f: Function) -> None:
        """The end of a way, which is the candidate if none is left before it."""
        with f.b.if_(op.eq(Get(self.left), op.ZERO)):
            self.reached(f.inner())
        f.b.assign(self.left, op.sub(Get(self.left), op.ONE))

    def reached(self, f: Function) -> None:
        """The candidate is found: its free choices are made, what was left out is judged, and it is done."""
        b, at = f.b, self.rest
        for choice in self.counted.free:
            size = op.number(len(choice.values))
            digit = op.mod(at, size)
            at = b.materialize(op.div(at, size))
            value = b.materialize(f.table("free", choice.values, digit))
            f.bind(choice.part.slot, chosen_type(choice.part), value, choice.part.name)
        holds: Expr = op.TRUE
        for left_out in superset_of(self.plan).left_out:
            if left_out.chosen is not None and left_out.slot is not None:
                f.bind(left_out.slot, SITE, f.local(left_out.chosen), "it")
            holds = b.materialize(conjunction(f, holds, left_out.condition))
        with b.if_(holds):
            self.do(f)
        b.ret()

    def do(self, f: Function) -> None:
        """Does the candidate, on the state itself, which is `out`; on a copy where it may demand something."""
        plan = self.plan
        if not plan.is_tried:
            do_first_step(f, plan, f.state, f.state, handed(f, plan.names))
            found_one(f)
        elif f.facts.features.has_demands:
            at_candidate(f, plan, Trial())
        else:
            count_try(f, plan.action.span)
            try_in_place(f, plan)


def _noted(counted: Counted) -> LastSet | None:
    """The last choice whose members are noted with each batch."""
    if counted.sets is not None:
        return None
    return next((last for last in counted.last.values() if last.is_noted), None)


def _members(f: Function, last: LastSet) -> Candidates:
    return _chosen_from(last, members_left(f, last))


def _chosen_from(last: LastSet, members: Expr) -> Candidates:
    part = last.part

    def bind(g: Function, x: Expr) -> None:
        g.bind(part.slot, chosen_type(part), x, part.name)

    return Candidates(members, bind)
