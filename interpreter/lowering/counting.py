"""How many candidates are legal without being tried: by the set, wherever they are members of sets."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl import model
from interpreter import ir
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.candidates import ANY
from interpreter.lowering.guards import Guards
from interpreter.lowering.reading import reads

Free = tuple[model.Choose, tuple[int, ...]]  # a choice on which nothing depends, and its values


class Counting(Guards):
    """Counts the candidates of guarded actions."""

    def note_batch(self, action: model.Action, total: Var, n: Expr) -> None:
        """Called for each batch of candidates that are counted together. `n`: how many they are, `total` with them."""

    @contextmanager
    def within(self, slot: int) -> Iterator[None]:
        """Inside the loop over a choice's values."""
        yield

    def count_guarded(self, action: model.Action, each: Callable[[], None]) -> None:
        """Where only a number is wanted: those from safe sites are counted, the others gone through one by one."""
        b, mode = self.b, self.load_context("mode")
        guard = Get(self.guard_variable)
        with b.if_(op.le(mode, op.number(ANY))), self.inner():
            total = b.variable("total", op.ZERO)
            self.narrowed = b.materialize(op.complement(guard))
            self.count_all(action, total)
            self.store_context("count", op.add(self.load_context("count"), Get(total)))
            with b.if_(op.and_(op.eq(mode, op.number(ANY)), op.lt(op.ZERO, Get(total)))):
                self.store_context("found", op.ONE)
                b.ret()
            self.narrowed = guard
            self.candidates(action, each)
            self.narrowed = None
            b.ret()

    def count_all(self, action: model.Action, total: Var) -> None:
        """Adds up the candidates, whatever follows from them."""
        b = self.b
        plain, free = self.without_free_choices(action)
        if self.is_bulk(plain) and not self.may_repeat(plain):
            self.each_family(plain, lambda f: b.assign(total, op.add(Get(total), op.count(f.members))))
        elif plain.form == "move":
            self.each_mover(plain, lambda: self.count_parts(plain, 0, total))
        else:
            self.count_parts(plain, 0, total)
        b.assign(total, op.mul(Get(total), op.number(self.ways_of(free))))

    def ways_of(self, free: list[Free]) -> int:
        return math.prod(len(values) for _, values in free)

    def without_free_choices(self, action: model.Action) -> tuple[model.Action, list[Free]]:
        """An action without its choices from known sets on which nothing depends, and these with their values."""
        free: list[Free] = []
        for part in action.parts:
            known = self.known(part.source) if isinstance(part, model.Choose) else None
            if isinstance(part, model.Choose) and known is not None and isinstance(known[0], tuple):
                values = tuple(dict.fromkeys(known[0]))
                if all(isinstance(v, int) for v in values):
                    free.append((part, tuple(map(int, values))))
        others = sum(not isinstance(p, model.Condition) for p in action.parts) - len(free)
        if free and not others and action.form != "move":  # something must be left to be counted
            free.remove(max(free, key=lambda f: len(f[1])))
        slots = frozenset(p.slot for p, _ in free)
        parts = tuple(p for p in action.parts if not any(p is f for f, _ in free))
        if not free or any(reads(p, slots, self.game) for p in parts):
            return action, []
        choices = tuple(c for c in action.choices if c.slot not in slots)
        return replace(action, name=f"{action.name} alone", parts=parts, choices=choices), free

    def count_parts(self, action: model.Action, index: int, total: Var) -> None:
        """Adds up the candidates from the parts from `index` on; the last choice is counted as a set."""
        b = self.b
        rest = action.parts[index:]
        if not rest:
            b.assign(total, op.add(Get(total), op.ONE))
            self.note_batch(action, total, op.ONE)
            return
        match rest[0]:
            case model.Condition() as part:
                with b.if_(self.truth(part.condition)):
                    self.count_parts(action, index + 1, total)
            case model.Choose() as part if (members := self._counted(part, rest[1:])) is not None:
                n = b.materialize(op.count(members))
                b.assign(total, op.add(Get(total), n))
                self.note_batch(action, total, n)
            case model.Choose() as part:
                with self.each(part.source, part.name, False) as x, self.within(part.slot):
                    self.bind(part.slot, self.chosen_type(part), x, part.name)
                    self.count_parts(action, index + 1, total)
            case model.Along():
                one_each = lambda: b.assign(total, op.add(Get(total), op.ONE))  # noqa: E731
                before = b.materialize(Get(total))
                self.parts(action, index, one_each)
                self.note_batch(action, total, op.sub(Get(total), before))

    def is_counted_last(self, part: model.Choose, rest: tuple[object, ...]) -> bool:
        """Whether a choice is the last one, from a set that can be counted with the conditions that follow."""
        slots = frozenset({part.slot})
        if self.domain(part.source) is None or part.source.type.base != "set":
            return False
        return self.element(part.source).base == "site" and all(
            isinstance(p, model.Condition) and self.is_mask(p.condition, slots) for p in rest
        )

    def _counted(self, part: model.Choose, rest: tuple[object, ...]) -> Expr | None:
        """The set that a last choice is from, without what later conditions forbid."""
        if not self.is_counted_last(part, rest):
            return None
        slots, size = frozenset({part.slot}), self.domain(part.source)
        assert size is not None
        members: Expr = self.b.materialize(self.as_bits(part.source))
        for p in rest:
            assert isinstance(p, model.Condition)
            if reads(p.condition, slots, self.game):
                members = op.intersection(members, self.mask(p.condition, slots, size))
            else:
                none = ir.Const(0, ir.bits(size))
                members = op.select(self.b.materialize(self.truth(p.condition)), self.b.materialize(members), none)
        return members
