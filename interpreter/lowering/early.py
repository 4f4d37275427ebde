"""Choices that come after others, from few known numbers: judged before all loops, as far as they ask of no other choice.

A die that is spent is left out once, not for each man that it might have moved.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from gdl import model
from gdl.types import Type
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import Const, Expr, Get, Var, op
from interpreter.lowering.bulk import Bulk
from interpreter.lowering.ends import conjuncts
from interpreter.lowering.reading import reads, written_out


class Early(Bulk):
    """Judges choices before the loops that they stand in."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.early: dict[int, Var] = {}  # what is left of choices that were judged, by their parts

    def chosen_type(self, part: model.Choose) -> Type:
        raise NotImplementedError  # by Candidates

    @contextmanager
    def judged_early(self, action: model.Action) -> Iterator[None]:
        """Choices that come later, from few known numbers, are judged before all loops as far as they stand alone.

        What is left of them is kept as sets. Where one is empty there are no candidates, and nothing is looped over.
        """
        b = self.b
        with ExitStack() as stack:
            for index, part in enumerate(action.parts):
                if not isinstance(part, model.Choose) or not self.is_early(action, index):
                    continue
                self.early[id(part)] = fitting = b.variable("fitting", Const(0, ir.bits(64)))
                choice, conditions = self.early_choice(action, index)
                with self.inner(), self.each_possible(choice, conditions) as x:
                    self.bind(part.slot, self.chosen_type(part), x, part.name)
                    holds: Expr = op.TRUE
                    for condition in conditions:
                        holds = self.both(b.materialize(holds), condition)
                    with b.if_(holds):
                        b.assign(fitting, op.union(Get(fitting), op.singleton(x, 64)))
                stack.enter_context(b.if_(op.nonempty(Get(fitting))))
            yield
        self.early = {}

    def is_early(self, action: model.Action, index: int) -> bool:
        """Whether a choice is judged before the loops: a later one that something is asked of by itself."""
        part = action.parts[index]
        return (
            index > 0
            and isinstance(part, model.Choose)
            and self._is_of_few_numbers(action, index)
            and (isinstance(part.source, model.Comprehension) or bool(self.own_conditions(action, index)))
        )

    def early_choice(self, action: model.Action, index: int) -> tuple[model.Choose, tuple[model.Expr, ...]]:
        """A choice from few numbers, and what is asked of it by itself."""
        key = ("early", action.name, index)
        if key not in self.unit.statics:
            part = action.parts[index]
            assert isinstance(part, model.Choose)
            conditions = [written_out(c, self.game) for c in self.own_conditions(action, index)]
            source = part.source
            if isinstance(source, model.Comprehension) and source.condition is not None:
                name = model.Local(source.span, self.element(source), part.slot, part.name)
                conditions.insert(0, written_out(source.condition, self.game, {source.slot: name}))
                source = source.source
            self.unit.statics[key] = replace(part, source=source), tuple(conditions)
        return self.unit.statics[key]  # type: ignore[return-value]

    @contextmanager
    def each_possible(self, part: model.Choose, conditions: Sequence[model.Expr]) -> Iterator[Expr]:
        """The values of a choice from few numbers; where a condition says that it is one of some, only these."""
        b = self.b
        known = self.known(part.source)
        said = self._said_values(part, conditions) if known is not None else ()
        if known is None or not said:
            with self.each(part.source, part.name) as x:
                yield x
            return
        possible: Expr = Const(0, ir.bits(64))
        for e in said:
            value = b.materialize(self.scalar(e))
            inside = op.and_(op.le(op.ZERO, value), op.lt(value, op.number(64)))
            possible = op.union(possible, op.select(inside, op.singleton(value, 64), Const(0, ir.bits(64))))
        values = [v for v in known[0] if isinstance(v, int)]  # type: ignore[attr-defined]
        with b.each_bit(part.name, b.materialize(op.intersection(possible, op.members(values, 64)))) as x:
            yield x

    def _said_values(self, part: model.Choose, conditions: Sequence[model.Expr]) -> tuple[model.Expr, ...]:
        """The values of which a choice must be one, where a condition says `in {a, b}`."""
        for condition in conditions:
            for e in conjuncts(condition):
                match e:
                    case model.In(element=model.Local(slot=part.slot), set=model.MakeSet(items=items)) if all(
                        x.type.base == "number"
                        and self.is_whole(x)
                        and not self.may_be_none(x)
                        and not reads(x, frozenset({part.slot}), self.game)
                        for x in items
                    ):
                        return items
        return ()

    def _is_of_few_numbers(self, action: model.Action, index: int) -> bool:
        """Whether a choice is from few known numbers, or from those that a condition leaves that asks of no earlier choice."""
        part = action.parts[index]
        assert isinstance(part, model.Choose)
        source = part.source
        if isinstance(source, model.Comprehension) and source.value is None and source.condition is not None:
            earlier = self.chosen_before(action, index) - {part.slot, source.slot}
            if reads(source.condition, earlier, self.game):
                return False
            source = source.source
        known = self.known(source)
        values = known[0] if known is not None and isinstance(known[0], tuple) else ()
        rising = [v for v in values if type(v) is int and 0 <= v < 64]
        return 0 < len(rising) == len(values) and rising == sorted(set(rising))

    def own_conditions(self, action: model.Action, index: int) -> list[model.Expr]:
        """The conditions right behind a choice that ask of no earlier one, nor of the piece that moves."""
        choice = action.parts[index]
        assert isinstance(choice, model.Choose)
        slots = self.chosen_before(action, index)
        found = []
        for part in action.parts[index + 1 :]:
            if not isinstance(part, model.Condition):
                break
            if reads(part.condition, slots - {choice.slot}, self.game):
                break
            found.append(part.condition)
        return found

    def chosen_before(self, action: model.Action, index: int) -> frozenset[int]:
        """The names that an action binds, but for those of its later paths."""
        slots = {action.piece, action.origin, action.to} | {c.slot for c in action.choices}
        for part in action.parts[:index]:
            slots |= {
                e.slot for e in nodes(part) if isinstance(e, model.Choose | model.Step) and e.slot is not None
            }
        return frozenset(slots)
