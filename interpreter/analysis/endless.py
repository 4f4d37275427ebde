"""Games that only their limit ends, since in the end one action alone is possible, and possible for ever.

do move k from hand(mover) to room        -- when no room is left, nothing moves, and the hand stays full
   then post
turn: post else walk
"""

from bisect import bisect_right
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from gdl import model
from gdl.diagnostics import Diagnostic, GameError, Label
from gdl.evaluate import observed
from gdl.limits import DEFAULT_LIMIT
from gdl.source import Span
from gdl.visit import nodes
from interpreter import engine as make_engine
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.numbering import ActionNumbers

ENOUGH = 20  # games that went to their limit; time may be up before the last game is counted
TRIED = 24  # games that are played for LONG actions, once most games have gone on for EARLY
EARLY = 200
LONG = 2000
_LOOKS = 3  # games of which the last action is looked at


@dataclass
class Endless:
    """How many games went to their limit, the actions that were possible in their last positions, and, where that is known, the effect
    that moved nothing there: from where to where it stands."""

    games: int = 0
    actions: set[int] = field(default_factory=set)
    nowhere: list[int] = field(default_factory=list)

    def as_data(self) -> list[object]:
        return [self.games, sorted(self.actions), self.nowhere]

    def note(self, before: State, action: int, last: State, game: model.Game) -> None:
        """Notes the last action of a game that is over."""
        own = getattr(last, "reference", last)
        assert isinstance(own, ReferenceState)
        if own.data.moves < game.limit or last.ended is None or _is_an_end(last.ended.span, game):
            return
        self.games += 1
        if self.games <= _LOOKS:
            offsets = ActionNumbers(game).offsets
            self.actions |= {bisect_right(offsets, a) - 1 for a in before.legal_actions()}
            if len(self.actions) == 1 and (found := _moves_nothing(before, action, game)) is not None:
                self.nowhere = [found.start, found.end]


def of_data(data: list[Any]) -> Endless:
    return Endless(int(data[0]), set(data[1]), list(data[2]))


def found(endless: Endless, games: int, met: Container[int], game: model.Game) -> Diagnostic | None:
    """That every game went to its limit with one action that others wait for: at the effect that moves nothing, or at the action."""
    if endless.games < max(ENOUGH, games - 1) or len(endless.actions) != 1 or not game.ends:
        return None
    action = game.actions[min(endless.actions)]
    offered = {name for turn in game.turns.values() for name in turn.names}
    waiting = [a.name for a in game.actions if a.name in offered and a.index not in met and a.form != "pass"]
    if not waiting:
        return None
    names = " and ".join(f"`{name}`" for name in waiting[:2])
    message = f"each of {games} random games went to its limit of {game.limit} moves: `{action.name}` was possible for ever, and {names} never"
    if endless.nowhere:
        span = Span(action.span.source, *endless.nowhere)
        return Diagnostic(
            "no-end",
            message,
            span,
            "moved nothing in the end",
            (Label(action.span, "possible for ever"),),
            help="there was no place left to go to, or no piece: ask for both in a `where`, or let there be as many places as pieces",
        )
    help = f"see what it asks for, and what takes that away: {names} must become possible at some time"
    return Diagnostic("no-end", message, action.span, "possible for ever", help=help)


def lasting(engine: Engine) -> int:
    """How many of some random games are not over after very many actions; 0 if one of them is over, and not at once, so that others may
    end, too."""
    count, first = 0, engine.initial_state(0)
    for seed in range(TRIED):
        game = engine.playout(first, seed, LONG)
        if not game.is_cut_off and game.plies > EARLY:
            return 0
        count += game.is_cut_off
    return count


def found_lasting(lasting: int, game: model.Game) -> Diagnostic | None:
    """That most games go on for very long, where no limit is written."""
    if game.limit != DEFAULT_LIMIT or lasting < ENOUGH:
        return None
    turn = game.turn_of(game.phases[0])
    return Diagnostic(
        "no-end",
        f"{lasting} of {TRIED} random games were not over after {LONG} actions, and no limit is written, so it is {DEFAULT_LIMIT} moves",
        turn.span,
        "goes on for ever",
        tuple(Label(end.condition.span, "seldom or never holds") for end in game.ends[:2]),
        help="see whether an end can hold, and whether what must be used up gets less; else write a limit, such as `limit 200 moves: draw`",
    )


def _moves_nothing(before: State, action: int, game: model.Game) -> Span | None:
    """The effect of an action that has no piece, or no place for it."""
    own = make_engine(game, kind="reference").from_bytes(bytes(before))
    assert isinstance(own, ReferenceState)
    values: dict[int, object] = {}
    with suppress(GameError), observed(lambda e, value: values.__setitem__(id(e), value)):
        own.apply(action)
    for effect in nodes(game.actions):
        if isinstance(effect, model.MoveTo):
            for part in (effect.piece, effect.to):
                if id(part) in values and values[id(part)] is None:
                    return effect.span
    return None


def _is_an_end(span: Span, game: model.Game) -> bool:
    return any(
        end.span.source == span.source and end.span.start <= span.start < end.span.end for end in game.ends
    )
