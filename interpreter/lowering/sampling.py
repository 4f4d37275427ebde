"""A random action without looking at all of them: one is drawn out of a larger set, and again if it is not legal.

    super.A(state, context, mover) -> n             how many candidates there are without the conditions that are dear to judge
    draw.A(state, context, out, mover, k, start)    does the k-th of these if it is legal; then `found` is 1

The larger set is one that can be counted quickly: of the action's parts those conditions are left out that are not set
algebra, and what is legal only if what follows is (`require`, `then must`) is not tried. Each legal action is then as
likely as any other (rejection sampling: von Neumann 1951).

What loops have found is noted while it is counted: each batch of candidates has a row with how many there are up to its
end, which code has counted them, and what is chosen already. So the k-th is found without going through the loops again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from gdl import model
from gdl.types import SITE
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.bulk import Family
from interpreter.lowering.candidates import OUT
from interpreter.lowering.ends import all_of, conjuncts
from interpreter.lowering.layout import BATCH_WORDS, BATCHES, OUTER_NAMES
from interpreter.lowering.picking import Picking
from interpreter.lowering.reading import needs_loops
from interpreter.lowering.scope import CONTEXT, MOVER, STATE

DRAWS = 32  # so often one is drawn, before all are looked at
START = Var("start", INT)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A condition that is judged of what was drawn. If it is one of a set's filter, `slot` is the name of what was `chosen`."""

    condition: model.Expr
    slot: int | None = None
    chosen: int | None = None


class Sampling(Picking):
    """Draws actions."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)
        self.noted: Var | None = None  # how many batches are noted, while they are
        self.section = 0  # the number of the code that counts, or finds, a batch
        self.outer: list[int] = []  # names that are chosen already
        self.row: Expr | None = None  # where the batch is noted whose names are recalled

    def is_drawn(self, action: model.Action) -> bool:
        """Whether candidates can be drawn that are not simply counted."""
        if action.again is not None or self.is_preferred(action) or action.parameters:
            return False
        loops = sum(isinstance(part, model.Choose) for part in action.parts) + (action.form == "move")
        return not self.is_counted(action) and not self.may_repeat(action) and loops <= OUTER_NAMES

    def is_worth_it(self, action: model.Action) -> bool:
        """Whether something is saved by drawing an action: conditions, tries, or choices from known sets."""
        if not self.is_drawn(action):
            return False
        relaxed, left_out = self.relaxed(action)
        return self.is_tried(action) or bool(left_out) or bool(self.without_free_choices(relaxed)[1])

    def relaxed(self, action: model.Action) -> tuple[model.Action, list[LeftOut]]:
        """The action without the conditions that are left out, and these."""
        key = ("relaxed", action.name)
        if key not in self.unit.statics:
            self.unit.statics[key] = self._relaxed(action)
        return self.unit.statics[key]  # type: ignore[return-value]

    def _relaxed(self, action: model.Action) -> tuple[model.Action, list[LeftOut]]:
        last, is_sites = -1, False
        for i, part in enumerate(action.parts):
            if isinstance(part, model.Along):
                last, is_sites = i, False
            elif isinstance(part, model.Choose) and self.known(part.source) is None:
                last, is_sites = i, self.element(part.source).base == "site"
        kept: list[object] = []
        left_out: list[LeftOut] = []
        for i, part in enumerate(action.parts):
            if i > last and isinstance(part, model.Condition) and self.is_dear(action, last, is_sites, part):
                left_out.append(LeftOut(part.condition))
            elif i == last and isinstance(part, model.Choose) and is_sites:
                kept.append(self._unfiltered(part, left_out))
            else:
                kept.append(part)
        return replace(action, name=f"{action.name} relaxed", parts=tuple(kept)), left_out  # type: ignore[arg-type]

    def _unfiltered(self, choice: model.Choose, left_out: list[LeftOut]) -> model.Choose:
        """A choice out of a set of which only what is set algebra is judged."""
        source = choice.source
        if (
            not isinstance(source, model.Comprehension)
            or source.value is not None
            or source.condition is None
        ):
            return choice
        slots = frozenset({source.slot})
        masks = [c for c in conjuncts(source.condition) if self.is_mask(c, slots)]
        left_out += [
            LeftOut(c, source.slot, choice.slot) for c in conjuncts(source.condition) if c not in masks
        ]
        condition = all_of(masks, source.span) if masks else None
        return replace(choice, source=replace(source, condition=condition))

    def is_dear(self, action: model.Action, last: int, is_sites: bool, part: model.Condition) -> bool:
        if not is_sites:
            return needs_loops(part.condition)
        choice = action.parts[last]
        assert isinstance(choice, model.Choose)
        return not self.is_mask(part.condition, frozenset({choice.slot}))

    def super(self, action: model.Action) -> str:
        """`super.A`."""
        name = f"super.{action.name}"
        if name not in self.unit.functions:
            builder = Builder(name, (STATE, CONTEXT, MOVER), INT)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            s.noted = builder.variable("noted", s.load_context("noted"))
            total = builder.variable("total", op.ZERO)
            s.count_all(s.relaxed(action)[0], total)
            s.store_context("noted", Get(s.noted))
            builder.ret(Get(total))
            self.unit.functions[name] = builder.function()
        return name

    def draw(self, action: model.Action) -> str:
        """`draw.A`."""
        name, k = f"draw.{action.name}", Var("k", INT)
        if name not in self.unit.functions:
            builder = Builder(name, (STATE, CONTEXT, OUT, MOVER, k, START), VOID)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            s.is_drawing = True
            s.go(action)
            s._draw(action, Get(k))
            self.unit.functions[name] = builder.function()
        return name

    def _draw(self, action: model.Action, k: Expr) -> None:
        b = self.b
        relaxed, left_out = self.relaxed(action)
        plain, free = self.without_free_choices(relaxed)
        ways = self.ways_of(free)
        left = b.variable("left", op.div(k, op.number(ways)))
        rest = b.materialize(op.mod(k, op.number(ways)))

        def reached() -> None:
            at = rest
            for part, values in free:
                digit = op.mod(at, op.number(len(values)))
                at = b.materialize(op.div(at, op.number(len(values))))
                value = b.materialize(self.lookup(self.unit.constant("free", values), digit))
                self.bind(part.slot, self.chosen_type(part), value, part.name)
            holds: Expr = op.TRUE
            for dear in left_out:
                if dear.chosen is not None and dear.slot is not None:
                    self.bind(dear.slot, SITE, self.local(dear.chosen), "it")
                holds = b.materialize(self.both(holds, dear.condition))
            with b.if_(holds):
                self.at_candidate(action)
            b.ret()

        if self.is_bulk(plain) and not self.may_repeat(plain):
            self.each_family(plain, lambda family: self.at_place(family, left, reached))
            return
        at, before = b.variable("batch", Get(START)), b.variable("before", op.ZERO)
        with b.loop():
            end = b.materialize(self.load_context("batches", op.mul(Get(at), op.number(BATCH_WORDS))))
            with b.if_(op.lt(Get(left), end)):
                b.break_loop()
            b.assign(before, end)
            b.assign(at, op.add(Get(at), op.ONE))
        b.assign(left, op.sub(Get(left), Get(before)))
        self.row = b.materialize(op.mul(Get(at), op.number(BATCH_WORDS)))
        if plain.form == "move":
            self.each_mover(plain, lambda: self.find_again(plain, 0, left, reached))
        else:
            self.find_again(plain, 0, left, reached)

    # ---- batches

    def note_batch(self, action: model.Action, total: Var, n: Expr) -> None:
        if self.noted is None:
            return
        b = self.b
        names = [action.origin, *self.outer] if action.form == "move" else self.outer
        self.section += 1
        row = b.materialize(op.mul(op.min_(Get(self.noted), op.number(BATCHES - 1)), op.number(BATCH_WORDS)))
        for i, value in enumerate((Get(total), op.number(self.section), *map(self.local, names))):
            self.store_context("batches", self.plain(value), op.add(row, op.number(i)))
        b.assign(self.noted, op.add(Get(self.noted), op.zext(op.lt(op.ZERO, n))))

    @contextmanager
    def within(self, slot: int) -> Iterator[None]:
        self.outer.append(slot)
        yield
        self.outer.pop()

    def recalled(self, index: int) -> Expr:
        """A word of the batch's row."""
        assert self.row is not None
        return self.b.materialize(self.load_context("batches", op.add(self.row, op.number(index))))

    @contextmanager
    def _movers(self, kinds: tuple[int, ...] | None) -> Iterator[tuple[Expr, Expr]]:
        if self.row is None:
            with super()._movers(kinds) as found:
                yield found
            return
        site = self.recalled(2)
        yield site if self.plan.by_site else self.b.materialize(self.piece_on(site, False)), site

    @contextmanager
    def in_section(self) -> Iterator[None]:
        """Where a batch is found by the code that stands where `note_batch` did."""
        self.section += 1
        with self.b.if_(op.eq(self.recalled(1), op.number(self.section))), self.inner():
            yield

    def find_again(self, action: model.Action, index: int, left: Var, reached: Callable[[], None]) -> None:
        """Goes through an action's parts as `count_parts` does, with what is noted of the batch instead of loops."""
        b = self.b
        rest = action.parts[index:]

        def at_end() -> None:
            with b.if_(op.eq(Get(left), op.ZERO)), self.inner():
                reached()
            b.assign(left, op.sub(Get(left), op.ONE))

        if not rest:
            with self.in_section():
                reached()
            return
        match rest[0]:
            case model.Condition():
                self.find_again(action, index + 1, left, reached)
            case model.Choose() as part if self.is_counted_last(part, rest[1:]):
                with self.in_section():
                    members = self._counted(part, rest[1:])
                    assert members is not None
                    bind = lambda x: self.bind(part.slot, self.chosen_type(part), x, part.name)  # noqa: E731
                    self.at_place(Family(members, bind), left, reached)
            case model.Choose() as part:
                with self.within(part.slot):
                    at = 1 + len(self.outer) + (action.form == "move")
                    self.bind(part.slot, self.chosen_type(part), self.recalled(at), part.name)
                    self.find_again(action, index + 1, left, reached)
            case model.Along():
                with self.in_section():
                    self.parts(action, index, at_end)

    # ---- the k-th

    def at_place(self, family: Family, left: Var, reached: Callable[[], None]) -> None:
        """The member of a set with the place that is left, if it has so many."""
        b = self.b
        members = b.materialize(family.members)
        size = b.materialize(op.count(members))
        with b.if_(op.lt(Get(left), size)), self.inner():
            family.bind(b.materialize(op.nth(members, Get(left))))
            reached()
        b.assign(left, op.sub(Get(left), size))
