"""Listed actions that go on are done without being looked for: their steps' choices are read from their numbers.

That is for actions whose steps are choices alone. Of a move's path a number says where it ends, not how it went.
"""

from gdl import model
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.candidates import CODE, MATCH, OUT, WAS
from interpreter.lowering.last_steps import LastSteps
from interpreter.numbering import NO_NUMBER, ListDomain, PieceDomain


class Replay(LastSteps):
    """Does listed actions."""

    def is_replayed(self, action: model.Action) -> bool:
        """Whether an action's number says all that its steps need."""
        if action.again is None or action.form == "move":
            return False
        chosen = [part for part in action.parts if isinstance(part, model.Choose)]
        plain = all(isinstance(part, model.Choose | model.Condition) for part in action.parts)
        same = [part.slot for part in chosen] == [c.slot for c in action.choices]
        domains = self.numbers.domains[action.index]
        return (
            plain
            and same
            and all(
                isinstance(d, ListDomain) and d.values and not (c.type.base == "piece" and None in d.values)
                for d, c in zip(domains, action.choices, strict=True)
            )
        )

    @property
    def is_sure(self) -> Expr:
        """Whether the wanted action is one that was listed."""
        return op.and_(op.eq(self.load_context("mode"), op.number(MATCH)), op.ne(self.load_context("sure"), op.ZERO))

    def replay(self, action: model.Action) -> None:
        """Does the wanted action, if it is one of these, and leaves."""
        b = self.b
        with b.if_(self.is_sure):
            with b.if_(op.eq(self.load_context("wanted"), op.number(-1 - action.index))), self.inner():
                code = b.materialize(self.load_context("wanted", op.number(2)))
                self.choose_by(action, code)
                b.emit(ir.Copy(Get(OUT), self.state))
                handed = self.handed(self.bound_names(action))
                start = (self.context, Get(OUT), self.mover, op.ZERO, code, op.ZERO)
                b.invoke(f"go.{action.name}", self.waiting(), Get(OUT), *start, *handed)
            b.ret()

    def replay_further(self, action: model.Action, depth: Expr) -> None:
        """Goes on with the wanted action's next step, if it has one, and leaves."""
        b = self.b
        at = op.add(op.number(2), depth)
        with b.if_(op.and_(self.is_sure, op.le(depth, self.load_context("wanted", op.ONE)))), self.inner():
            self.choose_by(action, b.materialize(self.load_context("wanted", at)))
            handed = self.handed(self.bound_names(action))
            rest = (self.context, Get(OUT), self.mover, depth, Get(CODE), op.ZERO)
            b.invoke(f"go.{action.name}", Get(WAS), self.state, *rest, *handed)
            b.ret()

    def choose_by(self, action: model.Action, code: Expr) -> None:
        """Binds a step's choices to what its number says."""
        b = self.b
        parts = [part for part in action.parts if isinstance(part, model.Choose)]
        domains = self.numbers.domains[action.index]
        values: list[Expr] = []
        for domain, choice in zip(reversed(domains), reversed(action.choices), strict=True):
            rank = b.materialize(op.mod(code, op.number(domain.size)))
            values.append(b.materialize(self._value_of(domain, rank, choice.type.base == "number")))
            code = b.materialize(op.div(code, op.number(domain.size)))
        for part, value in zip(parts, reversed(values), strict=True):
            kind = self.chosen_type(part)
            if kind.base == "piece" and not self.plan.by_site:
                value = self.piece_on(value, False)
            self.bind(part.slot, kind, value, part.name)

    def _value_of(self, domain: ListDomain | PieceDomain, rank: Expr, is_number: bool) -> Expr:
        assert isinstance(domain, ListDomain)
        none = NO_NUMBER if is_number else ir.NONE
        codes = tuple(none if v is None else int(v) for v in domain.values)
        if codes == tuple(range(codes[0], codes[0] + len(codes))):
            return op.add(rank, op.number(codes[0]))
        return self.lookup(self.unit.constant("value", codes), rank)
