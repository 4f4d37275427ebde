"""Players: their names, their facings, and how many of them take part."""

from gdl.boards.board import FACINGS
from gdl.checker.context import Context
from gdl.core import model
from gdl.diagnostics.values import near
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
