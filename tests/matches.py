"""Matches of two bots that are made here, beside those that `gdl match` plays by their names."""

from collections.abc import Sequence

from gdl.limits import MAX_PLIES
from interpreter.engines.base import Engine
from interpreter.play.contest import MakeBot, Match, match_of, match_row


def match(
    engine: Engine, makers: Sequence[tuple[str, MakeBot]], n: int, seed: int = 0, max_plies: int = MAX_PLIES
) -> Match:
    """Plays n games of two bots here, in pairs with the same chance and the seats swapped."""
    bots = [make for _, make in makers]
    rows = [match_row(engine, bots, seed, key, max_plies) for key in range(n)]
    names = (makers[0][0], makers[1][0])
    return match_of(names, [p.name for p in engine.game.players], rows)
