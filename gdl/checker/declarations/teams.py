"""Teams: the players who win and lose together. Whoever is in none is a team alone."""

from gdl.checker.context import Context
from gdl.diagnostics.values import near
from gdl.tree import syntax


def check_teams(clause: syntax.Teams, players: syntax.Players, context: Context) -> None:
    """Declares the teams of the players who take part."""
    declared = [p.name.name for p in players.players]
    seats = [p.name for p in context.names.players]
    known: dict[str, syntax.Ident] = {}
    made = []
    for team in clause.teams:
        for member in team:
            if _is_wrong(member, declared, known, context):
                continue
            known[member.name] = member
        made.append(tuple(sorted(seats.index(m.name) for m in team if m.name in seats)))
    taken = {seat for team in made for seat in team}
    alone = [(seat,) for seat in range(len(seats)) if seat not in taken]
    context.names.teams = tuple(sorted(team for team in (*made, *alone) if team))


def _is_wrong(
    member: syntax.Ident, declared: list[str], known: dict[str, syntax.Ident], context: Context
) -> bool:
    """Reports a member who is no player, or is in a team already."""
    if member.name not in declared:
        context.reporter.report(
            "unknown-player",
            member.span,
            f"no player is named `{member.name}`",
            "not a player",
            help=near(member.name, declared) or "the players are " + ", ".join(declared),
        )
        return True
    if member.name in known:
        context.reporter.report(
            "duplicate-name",
            member.span,
            f"`{member.name}` is in two teams",
            "named again here",
            others=[(known[member.name].span, "named here first")],
            help="leave them out of one of the two",
        )
        return True
    return False
