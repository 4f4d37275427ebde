"""Random games of a game whose text is right: what shows at once when it is played.

A few games on the reference engine find a game that is over before the first move, a first position in which nobody can
move, and rules that go wrong at once, such as a counter that leaves its range. Where they find nothing and machine code is
made quickly, some hundreds of games are played at once (`interpreter.analysis.meetings`): they find rules that go wrong
later, and actions, kinds and ends that no game ever meets. So few games prove nothing, so the latter are notes. What was
found is kept, by everything in the game that is played. Machine code runs in a process of its own, which ends in time
whatever the game is.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from gdl import model
from gdl.diagnostics import Diagnostic, GameError, Label
from gdl.evaluate import observed
from gdl.model import Game
from gdl.source import Span
from gdl.visit import nodes
from interpreter import cache
from interpreter import engine as make_engine
from interpreter.analysis import aside, never_acted
from interpreter.analysis.blame import Noted
from interpreter.analysis.guards import at_its_guard
from interpreter.analysis.late import held_before
from interpreter.analysis.meetings import Look, Meetings, is_blame_lacking, look_for_blame, never_met, play
from interpreter.analysis.never_acted import NeverActed
from interpreter.analysis.processor_time import TimeUp, timed
from interpreter.analysis.standstill import stands_still, standstill
from interpreter.analysis.telling import hides_sites, told
from interpreter.analysis.turned import turned
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.fingerprint import ANALYSES, VERSION, fingerprint

GAMES = 8  # on the reference engine
ACTIONS = 400  # in one of them
SECONDS = 0.4  # of processor time for all of them: a position of some games takes longer than that
SECONDS_OF_MANY = 1.2  # of processor time for making machine code and playing with it
SECONDS_OF_BLAME = 0.5  # of processor time for finding what is to blame for what was never met


@dataclass(frozen=True, slots=True)
class Trial:
    """What random games came to: what is wrong or was never met, and how many games were played to their end. `is_whole`: the time
    did for all that was to be looked at."""

    found: tuple[Diagnostic, ...]
    games: int
    is_whole: bool = True


def try_out(game: Game) -> Trial:
    """What random games come to; the first one that goes wrong ends the search."""
    name = cache.key("trials", VERSION, ANALYSES, fingerprint(game))
    kept = _read(name)
    if kept is not None:
        return Trial(never_met(game, kept), kept.games)
    found, few = _few(game)
    if found:
        return Trial(found, few)
    seconds = SECONDS_OF_MANY + SECONDS_OF_BLAME
    many = aside.result_of(partial(_many, game), seconds) if aside.can_be_aside() else None
    met, wrong, is_whole = many or (Meetings(), (), not aside.can_be_aside())
    if wrong:
        note = "found by playing some hundreds of random games"
        return Trial(tuple(_noted(at_its_guard(d, game), note) for d in wrong), met.games)
    met.games = max(met.games, few)
    if is_whole:  # another time more may be found
        cache.write(name, json.dumps(met.as_data()).encode())
    return Trial(never_met(game, met), met.games, is_whole)


def _read(name: str) -> Meetings | None:
    """What was kept of earlier games."""
    data = cache.read(name)
    return Meetings.of_data(json.loads(data)) if data is not None else None


def _few(game: Game) -> tuple[tuple[Diagnostic, ...], int]:
    """What a few games on the reference engine find, and how many of them came to an end."""
    ended: list[State] = []
    found: tuple[Diagnostic, ...] = ()
    try:
        with suppress(TimeUp), timed(SECONDS):
            found = _played(make_engine(game, "reference"), game, ended)
    except GameError as error:
        found = tuple(_noted(d, "found in the set-up, or in a position after it") for d in error.diagnostics)
    return found, len(ended)


def _many(game: Game) -> tuple[Meetings, tuple[Diagnostic, ...], bool]:
    """What many games in machine code meet, what is wrong with the first one that goes wrong, and whether the time did for finding what
    is to blame."""
    met, looks = Meetings(), list[Look]()
    try:
        with suppress(TimeUp), timed(SECONDS_OF_MANY):
            play(game, met, looks)
    except GameError as error:
        return met, tuple(error.diagnostics), True
    try:
        with suppress(GameError), timed(SECONDS_OF_BLAME):
            look_for_blame(game, met, looks)
    except TimeUp:
        return met, (), not is_blame_lacking(game, met)
    return met, (), True


def _played(engine: Engine, game: Game, ended: list[State]) -> tuple[Diagnostic, ...]:
    """What a few games find; those that come to an end are added to `ended`."""
    first = engine.initial_state(0)
    if (at_once := over_at_first(first, game)) is not None:
        return (at_once,)
    if isinstance(first, ReferenceState) and (passed := _all_skipped(first, game)) is not None:
        return (passed,)
    if isinstance(first, ReferenceState) and (begun := _held_at_first(first, game)) is not None:
        return (begun,)
    lengths, may_tell = [], hides_sites(game)
    for seed in range(GAMES):
        state, moves, choice = engine.initial_state(seed), 0, Random(seed)
        try:
            while not state.is_terminal and moves < ACTIONS:
                if may_tell and isinstance(state, ReferenceState) and (warning := told(state, Random(moves))):
                    return (warning,)
                if isinstance(state, ReferenceState) and stands_still(state, game):
                    return (standstill(engine, game, seed),)
                state = state.apply(choice.choice(state.legal_actions()))
                moves += 1
        except GameError as error:
            note = f"found by playing a random game: it went wrong after {moves} action{'s' * (moves != 1)}"
            return tuple(_noted(at_its_guard(d, game), note) for d in error.diagnostics)
        if state.is_terminal:
            ended.append(state)
            lengths.append(moves)
    if lengths == [1] * GAMES and (len(first.legal_actions()) > 1 or _before_demands(game)):
        never = NeverActed()
        for state in ended:
            never.note(state, {first.current_player}, game)
        if (unheard := never_acted.found(never, GAMES, game, is_else_told=False)) is not None:
            return (unheard,)
        early = over(
            ended[0], game, f"each of {GAMES} random games was over after one action", "holds after it"
        )
        is_known = early.help.startswith("if it is meant so")
        return (early if is_known else replace(early, help=_before_demands(game) + early.help),)
    return ()


def over_at_first(first: State, game: Game) -> Diagnostic | None:
    """That a game is over in its first position, or that nobody can do anything there."""
    if first.ended is not None:
        return over(first, game, "the game is over before the first move", "holds at once")
    return _stuck(first, game) if _is_stuck(first, len(game.players)) else None


def _held_at_first(first: ReferenceState, game: Game) -> Diagnostic | None:
    """That an end by which somebody wins or loses holds before anybody has acted, so that a first action which changes nothing
    about it decides the game."""
    for end in game.ends:
        if end.result.form in ("wins", "loses") and held_before(end, first):
            return Diagnostic(
                "over-at-once",
                "this end holds before anybody has acted, so the first action that leaves it so is the last one",
                end.condition.span,
                "holds in the first position",
                (Label(end.result.span, "the result"),),
                help=_of_the_beginning(end.result.span, first, game),
            )
    return None


def _is_stuck(state: State, players: int) -> bool:
    """Whether each player in turn can do nothing but pass."""
    for _ in range(players):
        legal = state.legal_actions()
        if [state.action_to_string(a) for a in legal] != ["pass"]:
            return False
        state = state.apply(legal[0])
    return True


def _all_skipped(first: ReferenceState, game: Game) -> Diagnostic | None:
    """That a `skip` passes over every player in the first position, so that it skips nobody."""
    for skip in game.skips:
        view = first.rules().view
        held = []
        for player in range(len(game.players)):
            view.names[skip.slot] = player
            held.append(bool(view.value(skip.condition)))
        if all(held):
            return Diagnostic(
                "over-at-once",
                "in the first position every player is passed over",
                skip.span,
                "holds for all of them",
                help="ask for what holds only for who has finished, or for its contrary",
            )
    return None


def over(state: State, game: Game, what: str, label: str) -> Diagnostic:
    assert state.ended is not None
    message, span = f"{what}: {state.ended.text}", state.ended.span
    turn = game.turn_of(game.phases[0])
    is_stuck = span.source == turn.span.source and turn.span.start <= span.start < turn.span.end
    if is_stuck and (blamed := _blamed(state, game, turn, message)) is not None:
        return blamed
    return Diagnostic("over-at-once", message, span, label, help=_of_the_beginning(span, state, game))


def _of_the_beginning(result: Span, state: State, game: Game) -> str:
    """The way out of an end, told by its result, that holds too early, in a state."""
    condition = _asked_at(result, game)
    if "home_rank(" in condition:
        far = condition.replace("home_rank(", "last_rank(")
        return f"the far side, where nobody stands at the beginning, is `last_rank(p)`: `{far}`; else look at what the set-up places"
    if game.phases[0] != "main" and condition:
        return f"before `{game.phases[0]}` is over, pieces may be missing: write `phase = main and {_whole(condition)}`"
    meant = turned(condition, game, state) if isinstance(state, ReferenceState) and condition else []
    if meant:
        return f"if it is meant so: {' or '.join(f'`{text}`' for text in meant)}; else ask for what is there only later, such as `turn > 1`"
    return "ask for what is there only later, such as `turn > 1`, or look at what the set-up places"


def _before_demands(game: Game) -> str:
    """What is to be known of ends where an action demands something: it is not done yet when they are asked."""
    offered = {name for turn in game.turns.values() for name in turn.names}
    parts = tuple((a.effects, a.finals) for a in game.actions if a.name in offered)
    if not any(isinstance(n, model.Demand) and n.choices for n in nodes(parts)):
        return ""
    return "ends are asked as soon as an action is done, before what it demands with `then`: let a field say that all of it is done; else "


def _asked_at(result: Span, game: Game) -> str:
    """The condition of the end that has a result,"""
    for end in game.ends:
        if end.span.source == result.source and end.span.start <= result.start < end.span.end:
            return end.condition.span.in_one_line
    return ""


def _stuck(first: State, game: Game) -> Diagnostic:
    turn = game.turn_of(game.phases[0])
    message = "in the first position nobody can do anything but pass"
    return _blamed(first, game, turn, message) or Diagnostic(
        "over-at-once",
        message,
        turn.span,
        "nothing here is possible",
        help="see what the actions ask for, and what the set-up places: `gdl why GAME MOVE` says what is in the way",
    )


def _blamed(state: State, game: Game, turn: model.Turn, message: str) -> Diagnostic | None:
    """That nothing is legal in a position, at the clause that is to blame, if it is one clause."""
    noted, others = Noted(game), (Label(turn.span, "nothing here is possible"),)
    if not isinstance(state, ReferenceState):
        return None
    noted.see(state)
    with observed(noted.note):
        state.rules().offers()
    for action in (game.action(name) for name in turn.names if name not in ("pass", "done")):
        for require, times in noted.requirements(action):
            label = (
                "rejects the only action there is"
                if times == 1
                else f"rejects all {times} actions that are tried"
            )
            return Diagnostic("over-at-once", message, require.span, label, others, help=_contrary(require))
        found = noted.of_action(action)
        if found is not None:
            text = f"`{action.name}` asks for this{':' if found.label.startswith('`') else ', which'} {found.label}"
            help = (
                found.help
                or _on_an_empty_board(state, found.span, action)
                or (
                    "ask for what can be at the beginning, or look at what the set-up places: `gdl why GAME MOVE` says more"
                )
            )
            return Diagnostic("over-at-once", message, found.span, text, others, help=help)
    return None


def _on_an_empty_board(state: ReferenceState, blamed: Span, action: model.Action) -> str:
    """The way out where a condition asks for pieces, and none is on the board yet."""
    if any(state.data.cells) or not re.search(r"\b(?:own|enemy|ally|piece|occupied)$", blamed.text.strip()):
        return ""
    for part in action.parts:
        if isinstance(part, model.Condition) and _contains(part.condition.span, blamed):
            return f"nothing stands on the board at first: `where no pieces or {' '.join(part.condition.span.text.split())}`"
    return ""


def _contains(whole: Span, part: Span) -> bool:
    return whole.source == part.source and whole.start <= part.start and part.end <= whole.end


def _contrary(require: model.Require) -> str:
    """The way out of a requirement that nothing meets."""
    text = require.condition.span.in_one_line
    if text.startswith("not "):
        return f"what is required must hold after an action; its contrary is `{text.removeprefix('not ')}`"
    return f"what is required must hold after an action: if it may not, write `not`, as in `require not {_whole(text)}`"


def _whole(text: str) -> str:
    return f"({text})" if re.search(r" (?:and|or|implies|=|!=|<|>|<=|>=|in|is) ", text) else text


def _noted(diagnostic: Diagnostic, note: str) -> Diagnostic:
    return replace(diagnostic, notes=(*diagnostic.notes, note))
