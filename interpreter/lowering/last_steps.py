"""Steps behind which an action cannot go on: they are listed without being done, where that can be told beforehand.

Who moves by two dice tries few first steps and many second ones. What a second step leads to matters only for what is
judged of it: whether it can go on, what is required, what is preferred. Where these ask for nothing but fields of the
game, and for how many steps there were, they are computed from the fields' values before the step, as its effects
will change them. Only a step that may go on, or may go wrong, is done on a copy of the state.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl import model
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.candidates import ANY, DEPTH, WAS
from interpreter.lowering.reading import reads, written_out
from interpreter.lowering.sampling import Sampling

_PLAIN = (
    model.Const
    | model.Role
    | model.Arithmetic
    | model.Compare
    | model.And
    | model.Or
    | model.Not
    | model.In
    | model.If
    | model.MakeSet
)


@dataclass(frozen=True, slots=True)
class Foretold:
    """What can be told of a step before it is done.

    `values`: what its effects give the game's fields. `nexts`: choices of a further step, each with its conditions; if
    nothing is left of one, there is no further step. All that is asked of the step's own choices is asked of `slot`'s
    alone, if that is not -1, which is a choice that is judged early.
    """

    values: tuple[model.SetField, ...]
    condition: model.Expr | None
    nexts: tuple[tuple[model.Choose, tuple[model.Expr, ...]], ...]
    requires: tuple[model.Expr, ...]
    prefers: tuple[model.Expr, ...]
    demands: bool
    slot: int


class LastSteps(Sampling):
    """Lists last steps."""

    def foretold(self, action: model.Action) -> Foretold | None:
        key = ("foretold", action.name)
        if key not in self.unit.statics:
            self.unit.statics[key] = found = self._foretold(action)
            self.unit.alive.append(found)
        return self.unit.statics[key]  # type: ignore[return-value]

    def _foretold(self, action: model.Action) -> Foretold | None:
        again, game = action.again, self.game
        if again is None or again.is_once or game.board.is_growing:
            return None
        after = [s for s in game.settles if not s.after or action.name in s.after]
        later = (action.finals, *(s.body for s in after))
        if any(s.until_stable for s in after) or not all(self._is_safe(e, ()) for e in nodes(later)):
            return None
        slots = frozenset(c.slot for c in action.repeated)
        values = tuple(
            e for e in action.effects if isinstance(e, model.SetField) and self._is_given(e, slots)
        )
        if not all(self._is_safe(e, values) for e in nodes(action.effects)):
            return None
        changed = {e.field for e in nodes((action.effects, *later)) if isinstance(e, model.SetField)}
        changed -= {
            e.field for e in values if sum(_sets(x, e.field) for x in nodes((action.effects, *later))) == 1
        }

        def is_told(e: model.Expr) -> bool:
            return self._is_told(e, slots) and not any(_asks(x, changed) for x in nodes(e))

        def plain(e: model.Expr) -> model.Expr:
            return written_out(e, game)  # type: ignore[no-any-return]

        requires = [plain(r.condition) for r in game.requires if not r.after or action.name in r.after]
        prefers = [plain(p.value) for p in game.prefers] if self.is_preferred(action) else []
        if not all(map(is_told, (*requires, *prefers, *(e.value for e in values)))):
            return None
        condition = plain(again.condition) if again.condition is not None else None
        if condition is not None and not is_told(condition):
            condition = None
        nexts = tuple(self._nexts(action, is_told))
        asked = (condition, *requires, *prefers, *(e.value for e in values))
        read = {e.slot for x in asked if x is not None for e in nodes(x) if isinstance(e, model.Local)}
        early = {part.slot for part, _ in nexts}
        return Foretold(
            values,
            condition,
            nexts,
            tuple(requires),
            tuple(prefers),
            any(isinstance(e, model.Demand) for e in nodes((action.effects, *later))),
            read.pop() if len(read) == 1 and read <= early else -1,
        )

    def _nexts(
        self, action: model.Action, is_told: Callable[[model.Expr], bool]
    ) -> Iterator[tuple[model.Choose, tuple[model.Expr, ...]]]:
        """The choices that are judged before all loops, with those of their conditions that can be told."""
        for index in range(len(action.parts)):
            if self.is_early(action, index):
                choice, conditions = self.early_choice(action, index)
                others = self.chosen_before(action, index) - {choice.slot}
                told = tuple(c for c in conditions if is_told(c) and not reads(c, others, self.game))
                if told:
                    yield choice, told

    def _is_given(self, e: model.SetField, slots: frozenset[int]) -> bool:
        """Whether an effect gives a field of the game a value that can be told."""
        field = self.game.fields.get(e.field)
        if field is None or field.holder != "game" or field.type.is_optional or self.may_be_none(e.value):
            return False
        return field.type.base in ("number", "bool") and self._is_told(written_out(e.value, self.game), slots)

    def _is_told(self, e: model.Expr, slots: frozenset[int]) -> bool:
        """Whether an expression asks for nothing but choices, fields of the game and how many steps there were."""
        return self.is_whole(e) and all(
            isinstance(x, _PLAIN)
            or (
                isinstance(x, model.Local)
                and x.slot in slots
                and x.type.base in ("number", "site", "kind", "player")
            )
            or (isinstance(x, model.GetField) and x.holder is None and not x.type.is_optional)
            or (isinstance(x, model.Builtin) and x.name == "steps")
            for x in nodes(e)
        )

    def _is_safe(self, e: object, values: Iterable[model.SetField]) -> bool:
        """Whether an effect never goes wrong in play. Of expressions nothing does."""
        match e:
            case model.Shift():
                return self.board.is_stacking and not e.settings
            case model.SetField():
                field = self.game.fields.get(e.field)
                is_free = field is None or field.type.base == "bool"  # an owner or a kind, or a truth
                return any(e is v for v in values) or (is_free and not self.may_be_none(e.value))
            case model.Demand():
                return e.word != "must"
            case model.NextTurn():
                return not self.may_be_none(e.player)
            case (
                model.Place()
                | model.Stock()
                | model.Swap()
                | model.Simultaneously()
                | model.Finish()
                | model.Chance()
            ):
                return False
        return True

    # ---- evaluating it

    @contextmanager
    def looking_ahead(self, foretold: Foretold) -> Iterator[Expr]:
        """Fields and `steps` have the values inside that they will have after the step; tells whether these fit."""
        b = self.b
        fits: Expr = op.TRUE
        before = self.ahead
        self.ahead = dict(before)
        with self.inner():
            for e in foretold.values:
                field = self.game.fields[e.field]
                value = b.materialize(self.stored(field, self.plain(self.scalar(e.value))))
                if field.bounds is not None:
                    low, high = field.bounds
                    inside = op.and_(op.le(op.number(low), value), op.le(value, op.number(high)))
                    fits = b.materialize(op.and_(fits, inside))
                self.ahead[f"game.{e.field}"] = value
            if self.has_cell("steps"):
                self.ahead["steps"] = b.materialize(op.add(self.load("steps"), op.ONE))
            yield fits
        self.ahead = before

    def is_last(self, action: model.Action, foretold: Foretold) -> Expr:
        """Whether a step can be told to be the last one, and to go well. Its choices are bound."""
        b, again = self.b, action.again
        assert again is not None
        last = b.variable("last", op.FALSE)
        with self.looking_ahead(foretold) as fits, b.if_(fits):
            b.assign(last, op.le(op.number(again.most), op.add(Get(DEPTH), op.number(2))))
            if foretold.condition is not None:
                goes_on = b.materialize(self.truth(foretold.condition))
                b.assign(last, op.or_(Get(last), op.not_(goes_on)))
            for part, conditions in foretold.nexts:
                with b.if_(op.not_(Get(last))):
                    b.assign(last, op.TRUE)
                    loops = b.loops
                    with self.inner(), self.each_possible(part, conditions) as x:
                        self.env.pop(part.slot, None)  # the step's own choice keeps its variable
                        self.bind(part.slot, self.chosen_type(part), x, part.name)
                        holds: Expr = op.TRUE
                        for condition in conditions:
                            holds = self.both(b.materialize(holds), condition)
                        with b.if_(holds):
                            b.assign(last, op.FALSE)
                            b.break_(loops)
        if foretold.demands:
            return op.and_(Get(last), op.eq(Get(WAS), op.ZERO))
        return Get(last)

    def last_ones(self, action: model.Action, foretold: Foretold) -> Expr | None:
        """The values of the choice on which all depends that make the step the last one; judged before all loops."""
        parts = [p for p in action.parts if isinstance(p, model.Choose) and p.slot == foretold.slot]
        if foretold.slot < 0 or not parts or id(parts[0]) not in self.early:
            return None
        b, part = self.b, parts[0]
        found = b.variable("last", Const(0, ir.bits(64)))
        with self.inner(), b.each_bit(part.name, Get(self.early[id(part)])) as x:
            self.bind(part.slot, self.chosen_type(part), x, part.name)
            with b.if_(self.is_last(action, foretold)):
                b.assign(found, op.union(Get(found), op.singleton(x, 64)))
        return Get(found)

    def list_last(self, action: model.Action, foretold: Foretold) -> None:
        """Lists a last step without doing it, if it is legal."""
        b = self.b
        with self.looking_ahead(foretold):
            holds: Expr = op.TRUE
            for condition in foretold.requires:
                holds = self.both(b.materialize(holds), condition)
            with b.if_(holds):
                is_any = op.eq(self.load_context("mode"), op.number(ANY))
                with b.if_(is_any):
                    self.store_context("count", op.add(self.load_context("count"), op.ONE))
                    self.store_context("found", op.ONE)
                    b.ret()
                self.list_row(action, op.add(Get(DEPTH), op.ONE), foretold.prefers)

    def list_row(self, action: model.Action, depth: Expr, values: tuple[model.Expr, ...]) -> None:
        raise NotImplementedError  # by Committing


def _sets(e: object, field: str) -> bool:
    return isinstance(e, model.SetField) and e.field == field


def _asks(e: object, fields: set[str]) -> bool:
    return isinstance(e, model.GetField) and e.field in fields
