"""A few random games of a game whose text is right: what shows at once when it is played.

A game that is over before the first move, a first position in which nobody can move, and rules that go wrong, such as a
counter that leaves its range. So few games prove nothing, so nothing is said where they find nothing. That a game has
passed is kept, by everything in it that is played.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random

from gdl.diagnostics import Diagnostic, GameError
from gdl.model import Game
from interpreter import cache
from interpreter import engine as make_engine
from interpreter.engines.base import Engine, State
from interpreter.fingerprint import VERSION, fingerprint

GAMES = 8
ACTIONS = 400  # in one game
SECONDS = 0.5  # in all: a position of some games takes longer than that
_FINE = b"fine"


class _TimeUp(BaseException):
    """Nothing may take it for a mistake of the rules."""


def try_out(game: Game) -> tuple[Diagnostic, ...]:
    """What a few random games come to; the first of them that finds something ends the search."""
    name = cache.key("trial", VERSION, fingerprint(game))
    if cache.read(name) == _FINE:
        return ()
    found: tuple[Diagnostic, ...] = ()
    try:
        with suppress(_TimeUp), _timed():
            found = _played(make_engine(game, "reference"), game)
    except GameError as error:
        return tuple(_noted(d, "found in the set-up, or in a position after it") for d in error.diagnostics)
    if not found:
        cache.write(name, _FINE)
    return found


@contextmanager
def _timed() -> Iterator[None]:
    """Ends what is inside when the time is up; where a program cannot be interrupted, at once."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        raise _TimeUp

    def stop(*_: object) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _played(engine: Engine, game: Game) -> tuple[Diagnostic, ...]:
    first = engine.initial_state(0)
    if first.ended is not None:
        return (_over(first, "the game is over before the first move", "holds at once"),)
    if _is_stuck(first, len(game.players)):
        return (_stuck(game),)
    ended: list[State] = []
    for seed in range(GAMES):
        state, moves, choice = engine.initial_state(seed), 0, Random(seed)
        try:
            while not state.is_terminal and moves < ACTIONS:
                state = state.apply(choice.choice(state.legal_actions()))
                moves += 1
        except GameError as error:
            note = f"found by playing a random game: it went wrong after {moves} action{'s' * (moves != 1)}"
            return tuple(_noted(d, note) for d in error.diagnostics)
        if state.is_terminal and moves == 1:
            ended.append(state)
    if len(ended) == GAMES and len(first.legal_actions()) > 1:
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
