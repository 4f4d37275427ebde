"""Games that end because the turn is given to a player whom a `skip` passes over: nobody asked for such an end.

skip p when no purse(p)
do boss := after(boss)
   then turn of boss          -- who may have nothing left: they have no legal action, and the game is over
"""

from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from gdl import model
from gdl.diagnostics import Diagnostic, GameError, Label
from gdl.visit import nodes
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.numbering import ActionNumbers


@dataclass
class SkippedTurns:
    """How many games ended so, what was said of the last of them, and the actions behind which they did."""

    games: int = 0
    what: str = ""
    actions: set[int] = field(default_factory=set)

    def as_data(self) -> list[object]:
        return [self.games, self.what, sorted(self.actions)]

    def note(self, action: int, last: State, game: model.Game) -> None:
        """Notes the last action of a game that is over."""
        if not game.skips or last.ended is None or not _is_of_a_turn(last, game):
            return
        index = bisect_right(ActionNumbers(game).offsets, action) - 1
        own = getattr(last, "reference", last)
        assert isinstance(own, ReferenceState)
        if not _givers(game, {index}):
            return
        with suppress(GameError):
            skipped = [_is_skipped(player, own, game) for player in range(len(game.players))]
            if skipped[own.data.mover] and not all(skipped):
                self.games += 1
                self.what = last.ended.text
                self.actions.add(index)


def of_data(data: list[Any]) -> SkippedTurns:
    return SkippedTurns(int(data[0]), str(data[1]), set(data[2]))


def found(noted: SkippedTurns, games: int, game: model.Game) -> Diagnostic | None:
    """That some game ended so, at what gives the turn."""
    if not noted.games:
        return None
    given = _givers(game, noted.actions)[0]
    return Diagnostic(
        "skipped-turn",
        f"in {noted.games} of {games} random games the turn was given to a player whom `skip` passes over, which ended the game: {noted.what}",
        given.span,
        "given to somebody who is passed over",
        tuple(Label(skip.span, "passes over them") for skip in game.skips[:1]),
        help="`then turn of` is not held up by `skip`: ask for a player who is not passed over, or leave it out, so that the turn goes on by itself",
    )


def _is_of_a_turn(state: State, game: model.Game) -> bool:
    """Whether a turn in which nothing was legal ended a game."""
    end = state.ended
    spans = [turn.span for turn in game.turns.values()]
    return end is not None and any(
        s.source == end.span.source and s.start <= end.span.start < s.end for s in spans
    )


def _givers(game: model.Game, actions: set[int]) -> list[model.NextTurn]:
    """The effects of these actions, and of what settles behind them, that say whose turn is next."""
    of = (tuple(a for a in game.actions if a.index in actions), game.settles)
    return [n for n in nodes(of) if isinstance(n, model.NextTurn)]


def _is_skipped(player: int, state: ReferenceState, game: model.Game) -> bool:
    view = state.rules().view
    for skip in game.skips:
        view.names[skip.slot] = player
        if view.value(skip.condition):
            return True
    return False
