"""Listed actions that go on are done without being looked for: their steps' choices are read from their numbers.

That is for actions whose steps are choices alone. Of a move's path a number says where it ends, not how it went.
"""

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.build import ONE, ZERO, make, number
from interpreter.lowering.candidates import CODE, MATCH, OUT, WAS
from interpreter.lowering.ir import Expr, Get
from interpreter.lowering.last_steps import LastSteps
from interpreter.numbering import NO_NUMBER
from interpreter.numbering import ListDomain as Listed
from interpreter.numbering import PieceDomain as Described


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
                isinstance(d, Listed) and d.values and not (c.type.base == "piece" and None in d.values)
                for d, c in zip(domains, action.choices, strict=True)
            )
        )

    @property
    def is_sure(self) -> Expr:
        """Whether the wanted action is one that was listed."""
        return make("both", make("eq", self.seek("mode"), number(MATCH)), make("ne", self.seek("sure"), ZERO))

    def replay(self, action: model.Action) -> None:
        """Does the wanted action, if it is one of these, and leaves."""
        b = self.b
        with b.when(self.is_sure):
            with b.when(make("eq", self.seek("wanted"), number(-1 - action.index))), self.inner():
                code = b.keep(self.seek("wanted", number(2)))
                self.choose_by(action, code)
                b.emit(ir.Copy(Get(OUT), self.state))
                handed = self.handed(self.bound_names(action))
                start = (self.context, Get(OUT), self.mover, ZERO, code, ZERO)
                b.call(f"go.{action.name}", self.waiting(), Get(OUT), *start, *handed)
            b.give()

    def replay_further(self, action: model.Action, depth: Expr) -> None:
        """Goes on with the wanted action's next step, if it has one, and leaves."""
        b = self.b
        at = make("add", number(2), depth)
        with b.when(make("both", self.is_sure, make("le", depth, self.seek("wanted", ONE)))), self.inner():
            self.choose_by(action, b.keep(self.seek("wanted", at)))
            handed = self.handed(self.bound_names(action))
            rest = (self.context, Get(OUT), self.mover, depth, Get(CODE), ZERO)
            b.call(f"go.{action.name}", Get(WAS), self.state, *rest, *handed)
            b.give()

    def choose_by(self, action: model.Action, code: Expr) -> None:
        """Binds a step's choices to what its number says."""
        b = self.b
        parts = [part for part in action.parts if isinstance(part, model.Choose)]
        domains = self.numbers.domains[action.index]
        values: list[Expr] = []
        for domain, choice in zip(reversed(domains), reversed(action.choices), strict=True):
            rank = b.keep(make("mod", code, number(domain.size)))
            values.append(b.keep(self._value_of(domain, rank, choice.type.base == "number")))
            code = b.keep(make("div", code, number(domain.size)))
        for part, value in zip(parts, reversed(values), strict=True):
            kind = self.chosen_type(part)
            if kind.base == "piece" and not self.plan.by_site:
                value = self.piece_on(value, False)
            self.bind(part.slot, kind, value, part.name)

    def _value_of(self, domain: Listed | Described, rank: Expr, is_number: bool) -> Expr:
        assert isinstance(domain, Listed)
        none = NO_NUMBER if is_number else ir.NONE
        codes = tuple(none if v is None else int(v) for v in domain.values)
        if codes == tuple(range(codes[0], codes[0] + len(codes))):
            return make("add", rank, number(codes[0]))
        return self.lookup(self.unit.constant("value", codes), rank)
