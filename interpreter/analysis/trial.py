"""Random games of a game whose text is right: what shows at once when it is played.

A few games on the reference engine find a game that is over before the first move, a first position in which nobody can
move, and rules that go wrong at once, such as a counter that leaves its range. Where they find nothing and machine code is
made quickly, some hundreds of games are played at once (`interpreter.analysis.meetings`): they find rules that go wrong
later, and actions, kinds and ends that no game ever meets. So few games prove nothing, so the latter are notes. What was
found is kept, by everything in the game that is played. Machine code runs in a process of its own, which ends in time
whatever the game is.
"""

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import FrameType

from gdl.diagnostics import Diagnostic, GameError
from gdl.model import Game
from interpreter import cache
from interpreter import engine as make_engine
from interpreter.analysis import aside
from interpreter.analysis.meetings import Meetings, never_met, play
from interpreter.analysis.telling import hides_sites, told
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.fingerprint import VERSION, fingerprint

GAMES = 8  # on the reference engine
ACTIONS = 400  # in one of them
SECONDS = 0.4  # of processor time for all of them: a position of some games takes longer than that
SECONDS_OF_MANY = 1.2  # of processor time for making machine code and playing with it
_MOMENT = 0.005  # seconds until time is up after all


class _TimeUp(BaseException):
    """Nothing may take it for a mistake of the rules."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What random games came to: what is wrong or was never met, and how many games were played to their end."""

    found: tuple[Diagnostic, ...]
    games: int


def try_out(game: Game) -> Trial:
    """What random games come to; the first one that goes wrong ends the search."""
    name = cache.key("trial", VERSION, fingerprint(game))
    kept = _read(name)
    if kept is not None:
        return Trial(never_met(game, kept), kept.games)
    found, few = _few(game)
    if found:
        return Trial(found, few)
    many = aside.result_of(partial(_many, game), SECONDS_OF_MANY) if aside.can_be_aside() else None
    met, wrong = many or (Meetings(), ())
    if wrong:
        note = "found by playing some hundreds of random games"
        return Trial(tuple(_noted(d, note) for d in wrong), met.games)
    met.games = max(met.games, few)
    cache.write(name, json.dumps(met.as_data()).encode())
    return Trial(never_met(game, met), met.games)


def _read(name: str) -> Meetings | None:
    """What was kept of earlier games."""
    data = cache.read(name)
    return Meetings.of_data(json.loads(data)) if data is not None else None


def _few(game: Game) -> tuple[tuple[Diagnostic, ...], int]:
    """What a few games on the reference engine find, and how many of them came to an end."""
    ended: list[State] = []
    found: tuple[Diagnostic, ...] = ()
    try:
        with suppress(_TimeUp), _timed(SECONDS):
            found = _played(make_engine(game, "reference"), game, ended)
    except GameError as error:
        found = tuple(_noted(d, "found in the set-up, or in a position after it") for d in error.diagnostics)
    return found, len(ended)


def _many(game: Game) -> tuple[Meetings, tuple[Diagnostic, ...]]:
    """What many games in machine code meet, and what is wrong with the first one that goes wrong."""
    met = Meetings()
    try:
        with suppress(_TimeUp), _timed(SECONDS_OF_MANY):
            play(game, met)
    except GameError as error:
        return met, tuple(error.diagnostics)
    return met, ()


@contextmanager
def _timed(seconds: float) -> Iterator[None]:
    """Ends what is inside when so much processor time is up; where a program cannot be interrupted, at once."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        raise _TimeUp

    def stop(_: int, frame: FrameType | None) -> None:
        if _is_in_destructor(frame):
            signal.setitimer(signal.ITIMER_PROF, _MOMENT)  # what is raised there is printed, and lost
        else:
            raise _TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _is_in_destructor(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


def _played(engine: Engine, game: Game, ended: list[State]) -> tuple[Diagnostic, ...]:
    """What a few games find; those that come to an end are added to `ended`."""
    first = engine.initial_state(0)
    if first.ended is not None:
        return (_over(first, "the game is over before the first move", "holds at once"),)
    if _is_stuck(first, len(game.players)):
        return (_stuck(game),)
    lengths, may_tell = [], hides_sites(game)
    for seed in range(GAMES):
        state, moves, choice = engine.initial_state(seed), 0, Random(seed)
        try:
            while not state.is_terminal and moves < ACTIONS:
                if may_tell and isinstance(state, ReferenceState) and (warning := told(state, Random(moves))):
                    return (warning,)
                state = state.apply(choice.choice(state.legal_actions()))
                moves += 1
        except GameError as error:
            note = f"found by playing a random game: it went wrong after {moves} action{'s' * (moves != 1)}"
            return tuple(_noted(d, note) for d in error.diagnostics)
        if state.is_terminal:
            ended.append(state)
            lengths.append(moves)
    if lengths == [1] * GAMES and len(first.legal_actions()) > 1:
        return (_over(ended[0], f"each of {GAMES} random games was over after one action", "holds after it"),)
    return ()


def _is_stuck(state: State, players: int) -> bool:
    """Whether each player in turn can do nothing but pass."""
    for _ in range(players):
        legal = state.legal_actions()
        if [state.action_to_string(a) for a in legal] != ["pass"]:
            return False
        state = state.apply(legal[0])
    return True


def _over(state: State, what: str, label: str) -> Diagnostic:
    assert state.ended is not None
    message = f"{what}: {state.ended.text}"
    help = "ask for what is there only later, such as `turn > 1`, or look at what the set-up places"
    return Diagnostic("over-at-once", message, state.ended.span, label, help=help)


def _stuck(game: Game) -> Diagnostic:
    turn = game.turn_of(game.phases[0])
    return Diagnostic(
        "over-at-once",
        "in the first position nobody can do anything but pass",
        turn.span,
        "nothing here is possible",
        help="see what the actions ask for, and what the set-up places: `gdl why GAME MOVE` says what is in the way",
    )


def _noted(diagnostic: Diagnostic, note: str) -> Diagnostic:
    return replace(diagnostic, notes=(*diagnostic.notes, note))
