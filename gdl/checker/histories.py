"""What a game remembers: `position` clauses, which say when two positions are the same."""

from gdl import model, static, syntax
from gdl.checker.names import Scope
from gdl.checker.turns import Turns
from gdl.types import NUMBER, SITE, Type, set_of

REMEMBERED = 1000  # where the clause does not say
MAX_REMEMBERED = 4096
_SCALARS = ("bool", "number", "player", "site", "direction", "piece", "kind", "symbol", "any")
_MEMBERS = ("player", "site", "direction", "kind", "symbol", "any")


class Histories(Turns):
    """Lowers `position` clauses."""

    def histories(self, limit: int) -> dict[str, model.History]:
        made = {}
        for clause in self.clauses:
            if isinstance(clause, syntax.Position):
                name = clause.name.name
                features = tuple(self.feature(part) for part in clause.parts)
                made[name] = model.History(clause.span, name, features, self.remembers(clause, limit))
                self.no_history(features)
        return made

    def remembers(self, clause: syntax.Position, limit: int) -> int:
        """How many positions are remembered: as many as the clause says, or a thousand."""
        if clause.most is None:
            return min(limit, REMEMBERED)
        expr = self.wanted(clause.most, Scope(), NUMBER)
        known = static.known(expr, self.names.board)
        most = known[0] if known is not None else None
        if not isinstance(most, int) or not 1 <= most <= MAX_REMEMBERED:
            if expr.type == NUMBER:
                self.report(
                    "bad-range",
                    clause.most.span,
                    f"how many positions are remembered is a whole number from 1 to {MAX_REMEMBERED}, known before the game begins",
                    "",
                )
            return 1
        return most

    def feature(self, part: syntax.Expr) -> model.Feature:
        """A part of what makes two positions the same; a field or pool that stands alone means all of it."""
        names = self.names
        name = part.name if isinstance(part, syntax.Name) else ""
        if name == "pieces":
            return model.Feature("pieces")
        if name in names.pools:
            return model.Feature("pool", name)
        if name in names.fields:
            names.read.add(name)
            field = names.fields[name]
            if field.until in ("done", "turn"):
                self.report(
                    "constant-condition",
                    part.span,
                    f"`{name}` is reset when the turn passes on, so it never tells two positions apart",
                    "always its default",
                    others=[(field.span, "declared here")],
                )
            return model.Feature("field", name)
        value = self.expr(part, Scope())
        if value.type.base == "set":
            element = value.type.element
            if element is not None and element.base == "piece":  # a piece is where it is
                value = self.convert(value, set_of(SITE)) or value
                element = SITE
            if element is None or element.base not in _MEMBERS:
                self.no_feature(part, value.type)
        elif value.type.base not in _SCALARS:
            self.no_feature(part, value.type)
        return model.Feature("value", "", value)

    def no_feature(self, part: syntax.Expr, kind: Type) -> None:
        self.report(
            "type-mismatch",
            part.span,
            f"positions are not told apart by a {kind}",
            f"a {kind}",
            help="name what must be the same: `pieces`, a pool, a field, `mover`, a number, a set of sites",
        )
