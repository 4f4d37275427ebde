"""The trial of a game whose text is right: what shows when it is played.

First the first position is looked at. Then some hundreds of random games are played in machine code: they find rules that go wrong,
games that do not end or end too soon, and what no game ever meets. How much is played is a fixed amount of work, so the answer is
the same on every machine at every load. It is kept by everything in the game that is played.
"""

from dataclasses import replace

from gdl.core.model import Game
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.platform.dataclass import dataclass
from interpreter.analysis.trial.first_position import empty_draw, look_at_first
from interpreter.analysis.trial.game_lengths import about_lengths
from interpreter.analysis.trial.games import Met, play
from interpreter.analysis.trial.kept_positions import reveals_hidden_sites
from interpreter.analysis.trial.never_met import never_met
from interpreter.analysis.trial.work import NORMAL, Budget
from interpreter.caching import cache
from interpreter.caching.fingerprint import fingerprint
from interpreter.caching.stamps import ANALYSES, VERSION


@dataclass(frozen=True, slots=True)
class Trial:
    """What random games came to: what is wrong or was never met, how many games came to their end, and some positions of them."""

    found: tuple[Diagnostic, ...]
    games: int
    looks: tuple[bytes, ...] = ()


def try_out(game: Game, budget: Budget = NORMAL) -> Trial:
    """What random games of a game come to."""
    draw = empty_draw(game, budget.first)
    first = look_at_first(game, budget.first)
    before = (*((draw,) if draw is not None else ()), *first.found)
    if not first.is_playable:
        return Trial(before, 0)
    try:
        met = _played(game, budget)
    except GameError as error:
        note = "found by playing random games"
        return Trial((*before, *(replace(d, notes=(*d.notes, note)) for d in error.diagnostics)), 0)
    revealed = reveals_hidden_sites(game, met.looks, budget.looked_at)
    lengths = (*about_lengths(game, met),)
    found = (*lengths, *never_met(game, met, is_explained=bool(first.found or lengths)))
    if any(d.span == end.condition.span for d in first.found for end in game.ends):
        # an end that holds at first ends games soon
        found = tuple(d for d in found if d.code != "over-at-once")
    return Trial(
        (*before, *((revealed,) if revealed is not None else ()), *found), met.ended, tuple(met.looks)
    )


def _played(game: Game, budget: Budget) -> Met:
    """What random games have met, played now or kept of an earlier trial. Raises GameError."""
    name = cache.key("trials", VERSION, ANALYSES, repr(budget), fingerprint(game))
    kept = cache.unpickled(name)
    if isinstance(kept, Met):
        return kept
    met = play(game, budget)
    cache.keep(name, met)
    return met
