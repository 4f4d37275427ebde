"""Warnings about scores that decide for a team although they may differ among its players.

A team wins by the best score of one of its players. Where the team's own sum is meant, the rules have to say so. A score is
the team's when it asks about its player only in forms that give the same for all partners: `team(p)`, `p in team(q)`,
`f(p) + f(partner(p))`, definitions that are the team's, and fields that are only ever written for whole teams.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import stated, with_effects
from gdl.visit import children, nodes, reads, same, substituted


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports the first result for each score that may differ among partners."""
    if all(len(team) == 1 for team in game.teams):
        return
    scores = _Scores(game)
    told: set[str] = set()
    for result in nodes(stated(game)):
        if not isinstance(result, model.Result) or result.form not in ("highest", "lowest"):
            continue
        if result.score in told or scores.is_shared(result.score, 0):
            continue
        told.add(result.score)
        name = result.score
        best = "max" if result.form == "highest" else "min"
        reporter.report(
            "split-score",
            result.span,
            f"a team wins by the score of one of its players: `{name}` may differ among partners",
            f"the {result.form} `{name}` of a single player decides",
            others=[(game.definitions[name].span, "not the same for all of a team")],
            help=f"if a team adds up its own, write `let team_{name}(p: player) = sum({name}(q) for q in team(p))` and "
            f"`{result.form} team_{name} wins`; if it is meant so, take `{best}` for `sum`",
        )


@dataclass(slots=True)
class _Scores:
    """What is the same for all players of a team. What is asked about itself counts as shared, as other parts decide."""

    game: model.Game
    asked: dict[tuple[str, str, int], bool] = field(default_factory=dict)

    def is_shared(self, definition: str, parameter: int) -> bool:
        """Whether a definition has the same value for all partners in place of this parameter."""
        key = ("definition", definition, parameter)
        if key not in self.asked:
            self.asked[key] = True
            found = self.game.definitions[definition]
            self.asked[key] = self.is_team(found.body, found.parameters[parameter][1])
        return self.asked[key]

    def is_team(self, part: object, slot: int) -> bool:
        """Whether a part has the same value for all partners in place of the player in a slot."""
        match part:
            case model.Local():
                return part.slot != slot
            case model.Builtin(name="team", arguments=(model.Local(),)):
                return True
            case model.In(element=model.Local(), set=model.Builtin(name="team") as team):
                return not reads(team, {slot})
            case model.Apply():
                return all(
                    self.is_shared(part.definition, n)
                    if isinstance(given, model.Local) and given.slot == slot
                    else self.is_team(given, slot)
                    for n, given in enumerate(part.arguments)
                )
            case model.GetField(field=name, holder=model.Local() as holder):
                return holder.slot != slot or self.is_written_for_teams(name)
            case model.Arithmetic(operator="+" | "*") if _is_of_both(part.left, part.right, slot):
                return True
            case model.Builtin(name="min" | "max", arguments=(left, right)) if _is_of_both(left, right, slot):
                return True
        return all(self.is_team(inner, slot) for inner in children(part) if inner is not part)

    def is_written_for_teams(self, name: str) -> bool:
        """Whether a field of players is only given values in loops over whole teams, the same for all of one."""
        key = ("field", name, 0)
        if key not in self.asked:
            self.asked[key] = True
            self.asked[key] = self.game.fields[name].holder == "player" and all(
                loop is not None and self._is_for_teams(loop, effect)
                for effect, loop in _writes(with_effects(self.game), None)
                if effect.field == name
            )
        return self.asked[key]

    def _is_for_teams(self, loop: model.ForEach, effect: model.SetField) -> bool:
        if not isinstance(effect.holder, model.Local):
            return False
        slot = effect.holder.slot
        source = next((s for n, s in loop.generators if n == slot), None)
        return (
            source is not None
            and self._is_of_teams(source)
            and self.is_team((loop.condition, effect.value), slot)
        )

    def _is_of_teams(self, source: model.Expr) -> bool:
        """Whether a set holds whole teams only."""
        match source:
            case model.Builtin(name="team" | "players"):
                return True
            case model.Comprehension(value=None):
                return self._is_of_teams(source.source) and (
                    source.condition is None or self.is_team(source.condition, source.slot)
                )
            case model.Const(value=tuple() as players):
                return self.game.with_partners(p for p in players if isinstance(p, int)) == set(players)
        return False


def _is_of_both(left: model.Expr, right: model.Expr, slot: int) -> bool:
    """Whether one side is the other one with the partner in place of the player."""

    def is_turned(one: model.Expr, other: model.Expr) -> bool:
        names = [n for n in nodes(one) if isinstance(n, model.Local) and n.slot == slot]
        if not names:
            return False
        partner = model.Builtin(names[0].span, names[0].type, "partner", (names[0],))
        return same(substituted(one, {slot: partner}), other)

    return is_turned(left, right) or is_turned(right, left)


def _writes(
    part: object, loop: model.ForEach | None
) -> Iterator[tuple[model.SetField, model.ForEach | None]]:
    """The effects that give a field a value, each with the innermost loop around it that gives its holder a name."""
    if isinstance(part, model.SetField):
        yield part, loop
    inside = part if isinstance(part, model.ForEach) else loop
    for inner in children(part):
        if inner is not part:
            yield from _writes(inner, inside)
