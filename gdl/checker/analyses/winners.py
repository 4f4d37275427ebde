"""A warning about an end in which one player wins by what another one has done, and that other one never wins."""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.types import PLAYER
from gdl.visit import nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports ends such as `Green wins when linked(Blue)`, where no end lets Blue win."""
    if len(game.teams) != len(game.players) or any(
        isinstance(n, model.Finish) for n in nodes(with_effects(game))
    ):
        return
    winners = [_named(end.result) for end in game.ends if end.result.form != "draw"]
    if None in winners:
        return  # somebody wins who is not named, or by a number
    for end in game.ends:
        winner, asked = _named(end.result), _players(end.condition)
        if winner is None or len(asked) != 1 or winner in asked:
            continue
        other = next(iter(asked))
        if other in winners or winners.count(winner) < 2:
            continue
        name = game.players[other].name
        reporter.report(
            "wrong-winner",
            end.result.span,
            f"{game.players[winner].name} wins here by what {name} has, and {name} never wins",
            "another player wins",
            others=[(end.condition.span, f"asks about {name}")],
            help=f"write `{name} wins`, if {name} is meant",
        )


def _named(result: model.Result) -> int | None:
    """The player who is named as the winner."""
    named = _players(result.who) if result.form == "wins" else set()
    return next(iter(named)) if len(named) == 1 else None


def _players(part: object) -> set[int]:
    """The players whom a part names."""
    constants = (n for n in nodes(part) if isinstance(n, model.Const) and n.type == PLAYER)
    return {n.value for n in constants if isinstance(n.value, int)}
