"""How many candidates there are, by loops whose last choice is counted as a set.

What the loops find can be noted: each batch of candidates that are counted together gets a row, in which `sampling` finds
the k-th one without the loops.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace

from gdl import model
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.candidates import each_mover, each_way, on_board
from interpreter.lowering.actions.members import add_up
from interpreter.lowering.actions.names import chosen_type
from interpreter.lowering.actions.parts import part_plans
from interpreter.lowering.actions.sampling import Counted, LastSet
from interpreter.lowering.actions.split_counts import Spread
from interpreter.lowering.function import Function
from interpreter.lowering.values.sets import questions

Outer = tuple[int, ...]  # the names that are chosen before a batch, from the outermost loop on
Note = Callable[[Function, Var, Expr, Outer, Expr | None], None]


@dataclass(frozen=True, slots=True)
class Counter:
    """Adds up candidates. `note` is called for each batch, with the total, its size, the names chosen before it, and the
    members of the last choice, where that is a set.
    `spread`: the last parts of the action as sets, where nothing is noted.
    """

    counted: Counted
    total: Var
    note: Note | None = None
    spread: Spread | None = None

    def count(self, f: Function, among: Expr | None = None) -> None:
        """Adds up the candidates, whatever follows from them. `among`: the only sites from which pieces move."""
        plain, total = self.counted.action, self.total
        if self.counted.sets is not None:
            add_up(f, plain, self.counted.sets, total, among)
        elif plain.form == "move":
            each_mover(f, plain, on_board(among), lambda g: self._parts(g, 0, (plain.origin,)))
        else:
            self._parts(f, 0, ())
        f.b.assign(total, op.mul(Get(total), op.number(self.counted.ways)))

    def _add(self, f: Function, n: Expr, outer: Outer, members: Expr | None = None) -> None:
        f.b.assign(self.total, op.add(Get(self.total), n))
        if self.note is not None:
            self.note(f, self.total, n, outer, members)

    def _parts(self, f: Function, index: int, outer: Outer) -> None:
        """The candidates from the parts from `index` on."""
        b, action = f.b, self.counted.action
        if index == len(action.parts):
            self._add(f, op.ONE, outer)
            return
        match action.parts[index]:
            case model.Condition(condition=condition):
                with b.if_(f.truth(condition)):
                    self._parts(f, index + 1, outer)
            case model.Choose() if self.spread is not None and index == self.spread.index:
                self._add(f, spread_out(f, self.spread), outer)
            case model.Choose() as part if index in self.counted.last:
                members = b.materialize(members_left(f, self.counted.last[index]))
                self._add(f, b.materialize(op.count(members)), outer, members)
            case model.Choose() as part:
                with questions.each(f, part.source, part.name, False) as x:
                    f.bind(part.slot, chosen_type(part), x, part.name)
                    self._parts(f, index + 1, (*outer, part.slot))
            case model.Along():
                self._ways(f, index, outer)

    def _ways(self, f: Function, index: int, outer: Outer) -> None:
        b, action = f.b, self.counted.action
        before = b.materialize(Get(self.total))
        one_more = replace(self, note=None)
        parts = part_plans(action, action.parts[index:])
        each_way(f, action, parts, lambda g: one_more._add(g, op.ONE, ()), {})
        if self.note is not None:
            self.note(f, self.total, op.sub(Get(self.total), before), outer, None)


def spread_out(f: Function, spread: Spread) -> Expr:
    """How many ways there are to make a choice of a site and the choices behind it."""
    b, size = f.b, f.facts.size_of_set(spread.part.source)
    assert size is not None
    every = b.materialize(questions.bits(f, spread.part.source))
    total = b.variable("ways", op.ZERO)
    with b.if_(op.nonempty(every)):
        for case in spread.cases:
            with ExitStack() as stack:
                for e in case.once:
                    stack.enter_context(b.if_(f.truth(e)))
                left: Expr = every
                for plan in case.each:
                    left = op.intersection(left, plan.members(f, size))
                b.assign(total, op.add(Get(total), op.count(b.materialize(left))))
    return Get(total)


def members_left(f: Function, last: LastSet) -> Expr:
    """The set that a last choice is from, without what later conditions forbid."""
    size = f.facts.size_of_set(last.part.source)
    assert size is not None
    members: Expr = f.b.materialize(questions.bits(f, last.part.source))
    for condition, plan in last.conditions:
        if plan is not None:
            members = op.intersection(members, plan.members(f, size))
        else:
            holds = f.b.materialize(f.truth(condition))
            members = op.select(holds, f.b.materialize(members), op.empty_set(size))
    return members
