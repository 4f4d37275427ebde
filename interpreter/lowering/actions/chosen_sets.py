"""Choices of several elements at once: every set of the sizes that are allowed, in increasing order.

The elements are gathered in a block, ordered by their ranks; then numbers of elements, the least first, go through all
combinations like an odometer. Of elements that are alike the first are taken: a later one only behind the one before it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl.core import model
from gdl.core.types import set_of
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.actions.codes import element_rank
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.sets import questions
from interpreter.shared.numbering import SetDomain


@contextmanager
def each_chosen_set(f: Function, action: model.Action, part: model.ChooseSet) -> Iterator[None]:
    """Binds the name of a choice to every set that it may be."""
    b, chosen = f.b, _Elements.of(f, action, part)
    number = chosen.gather(f)
    most = op.min_(op.number(part.most), number)
    with b.for_range("size", op.number(part.least), op.add(most, op.ONE)) as size:
        with b.for_range("i", op.ZERO, size) as i:
            b.store(chosen.block, "at", i, i)
        with b.loop():
            chosen.bind(f, size)
            yield
            is_other = chosen.advance(f, size, number)
            with b.if_(op.not_(is_other)):
                b.break_loop()


@dataclass(frozen=True, slots=True)
class _Elements:
    """The elements to choose from. `block` has them in order with their ranks, and the places of those that are taken."""

    part: model.ChooseSet
    choice: model.Choice
    domain: SetDomain
    block: Expr

    @staticmethod
    def of(f: Function, action: model.Action, part: model.ChooseSet) -> "_Elements":
        index = next(i for i, c in enumerate(action.choices) if c.slot == part.slot)
        domain = f.facts.numbers.domains[action.index][index]
        assert isinstance(domain, SetDomain)
        room = f.facts.domains.set_type(element_of(part.source)).size
        cells = [
            ir.Cell("element", room, 64),
            ir.Cell("rank", room, 64),
            ir.Cell("at", max(1, min(part.most, room)), 64),
        ]
        block = f.b.allocate("chosen", f.program.layout("chosen", cells))
        return _Elements(part, action.choices[index], domain, block)

    def load(self, cell: str, index: Expr) -> Expr:
        return ir.Load(self.block, cell, index, INT)

    def gather(self, f: Function) -> Expr:
        """Puts the elements into the block, ordered; returns how many there are."""
        b, number = f.b, f.b.variable("number", op.ZERO)
        element = element_of(self.part.source).or_none
        with questions.each(f, self.part.source, self.part.name, True) as x, b.if_(f.exists(x, element)):
            self._insert(f, b.materialize(as_number(x)), number)
        return b.materialize(Get(number))

    def _insert(self, f: Function, x: Expr, number: Var) -> None:
        b = f.b
        rank = b.materialize(element_rank(f, self.domain, self.choice, x))
        at = b.variable("at", Get(number))
        with b.loop():
            with b.if_(op.le(Get(at), op.ZERO)):
                b.break_loop()
            before = b.materialize(op.sub(Get(at), op.ONE))
            with b.if_(op.le(self.load("rank", before), rank)):
                b.break_loop()
            for cell in ("element", "rank"):
                b.store(self.block, cell, self.load(cell, before), Get(at))
            b.assign(at, before)
        b.store(self.block, "element", x, Get(at))
        b.store(self.block, "rank", rank, Get(at))
        b.assign(number, op.add(Get(number), op.ONE))

    def bind(self, f: Function, size: Expr) -> None:
        """Gives the name the elements that are taken."""
        b, part = f.b, self.part
        var = f.declare(part.slot, set_of(element_of(part.source)), part.name)
        assert isinstance(var, Var)
        if var.type.name == "list":
            b.clear(var)
        else:
            b.assign(var, op.empty_set(var.type.size))
        with b.for_range("i", op.ZERO, size) as i:
            x = b.materialize(self.load("element", b.materialize(self.load("at", i))))
            if var.type.name == "list":
                b.push(var, x)
            else:
                b.assign(var, op.union(Get(var), op.singleton(x, var.type.size)))

    def advance(self, f: Function, size: Expr, number: Expr) -> Expr:
        """Goes on to the next combination; returns whether there is one."""
        b = f.b
        moved, p = b.variable("moved", op.FALSE), b.variable("p", op.sub(size, op.ONE))
        with b.loop():
            with b.if_(op.lt(Get(p), op.ZERO)):
                b.break_loop()
            following = self._next(f, Get(p), number)
            with b.if_(op.le(op.add(following, op.sub(size, Get(p))), number)):
                b.store(self.block, "at", following, Get(p))
                with b.for_range("q", op.add(Get(p), op.ONE), size) as q:
                    before = b.materialize(self.load("at", op.sub(q, op.ONE)))
                    b.store(self.block, "at", op.add(before, op.ONE), q)
                b.assign(moved, op.TRUE)
                b.break_loop()
            b.assign(p, op.sub(Get(p), op.ONE))
        return Get(moved)

    def _next(self, f: Function, p: Expr, number: Expr) -> Expr:
        """The element that may take the place of one that is taken: the next one that is not like it."""
        b = f.b
        j = b.variable("j", op.add(self.load("at", p), op.ONE))
        if self.domain.may_repeat:
            with b.loop():
                with b.if_(op.le(number, Get(j))):
                    b.break_loop()
                with b.if_(op.ne(self.load("rank", Get(j)), self.load("rank", op.sub(Get(j), op.ONE)))):
                    b.break_loop()
                b.assign(j, op.add(Get(j), op.ONE))
        return b.materialize(Get(j))
