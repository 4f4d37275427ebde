"""Who plays: players and teams."""

from gdl.boards.board import FACINGS
from gdl.checker.context import Context
from gdl.core import model
from gdl.diagnostics.similar_names import near
from gdl.limits import MAX_PLAYERS
from gdl.tree import syntax


def check_players(clause: syntax.Players, context: Context) -> None:
    """Declares the players that take part."""
    chosen = _taking_part(clause, context)
    context.names.all_players = tuple(p.name for p in clause.players)
    if len(clause.players) > MAX_PLAYERS:
        context.reporter.report(
            "bad-range",
            clause.span,
            f"a game has at most {MAX_PLAYERS} players",
            f"{len(clause.players)} players",
        )
    context.names.players = tuple(_check_player(p, context) for p in chosen)


def _taking_part(clause: syntax.Players, context: Context) -> tuple[syntax.Player, ...]:
    """All players, or as many of them as the option `players` says."""
    if not clause.counts:
        return clause.players
    for each in clause.counts:
        if not 1 <= each.least <= each.most <= len(clause.players):
            many = str(each.least) if each.least == each.most else f"{each.least} to {each.most}"
            context.reporter.report(
                "bad-range",
                each.span,
                f"{many} players, but {len(clause.players)} are named",
                "",
                help="name more, or let fewer take part",
            )
    option = context.names.options.get("players")
    everybody = len(clause.players)
    count = option.value if option is not None and isinstance(option.value, int) else everybody
    context.names.players_vary = True
    return clause.players[:count]


def _check_player(player: syntax.Player, context: Context) -> model.Player:
    context.declare(player.name.name, player.name.span)
    if player.facing is None:
        return model.Player(player.name.name, None)
    facing = FACINGS.get(player.facing.name)
    if facing is None:
        context.reporter.report(
            "unknown-direction",
            player.facing.span,
            f"nobody can face `{player.facing.name}`",
            "not a direction",
            help=near(player.facing.name, FACINGS) or "players face " + ", ".join(FACINGS),
        )
        facing = FACINGS["north"]  # so that nothing more is said about it
    return model.Player(player.name.name, facing)


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
