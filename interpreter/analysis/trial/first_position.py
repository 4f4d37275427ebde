"""What shows in the first position of a game: it is over, nobody can do anything, or an end holds before anybody has acted.

The reference engine looks, and only for so long: where it is not done then, machine code would not be done with a game.
"""

from gdl.core import model
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.reference.engine import ReferenceState

LATER = "ask for what is there only later, such as `turn > 1`, or look at what the set-up places"

SEE = "see what the actions ask for, and what the set-up places: `gdl why GAME MOVE` says what is in the way"


def look_at_first(game: model.Game, expressions: int) -> tuple[Diagnostic, ...]:
    """What is wrong with the first position of a game, at most one thing; that it takes too long to see is one."""
    try:
        with at_most(expressions):
            state = make_engine(game, "reference").initial_state(0)
            assert isinstance(state, ReferenceState)
            found = over_at_first(state, game) or _all_passed_over(state, game) or _held_at_first(state, game)
    except GameError as error:
        return tuple(error.diagnostics)
    except Spent:
        return (_too_long(game, expressions),)
    return () if found is None else (found,)


def over_at_first(first: ReferenceState, game: model.Game) -> Diagnostic | None:
    """That a game is over in its first position, or that nobody can do anything there. Raises GameError."""
    if first.ended is not None:
        message = f"the game is over before the first move: {first.ended.text}"
        is_end = _is_in_an_end(first.ended.span, game)
        label, help = ("holds at once", LATER) if is_end else ("nothing here is possible", SEE)
        return Diagnostic("over-at-once", message, first.ended.span, label, help=help)
    state = first
    for _ in game.players:
        legal = state.legal_actions()
        if [state.action_to_string(a) for a in legal] != ["pass"]:
            return None
        state = state.apply(legal[0])
    return Diagnostic(
        "over-at-once",
        "in the first position nobody can do anything but pass",
        game.turn_of(game.phases[0]).span,
        "nothing here is possible",
        help=SEE,
    )


def _is_in_an_end(span: Span, game: model.Game) -> bool:
    """Whether an `end` clause ended a game, and not a turn in which nothing is legal."""
    ends = (end.span for end in game.ends)
    return any(e.source == span.source and e.start <= span.start < e.end for e in ends)


def _all_passed_over(first: ReferenceState, game: model.Game) -> Diagnostic | None:
    """That a `skip` passes over every player in the first position, so that it skips nobody."""
    view = first.rules().view
    for skip in game.skips:
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


def _held_at_first(first: ReferenceState, game: model.Game) -> Diagnostic | None:
    """That an end by which somebody wins or loses holds before anybody has acted, so that a first action which changes nothing
    about it decides the game."""
    for end in game.ends:
        if end.result.form in ("wins", "loses") and _holds(end.condition, first):
            return Diagnostic(
                "over-at-once",
                "this end holds before anybody has acted, so the first action that leaves it so is the last one",
                end.condition.span,
                "holds in the first position",
                (Label(end.result.span, "the result"),),
                help=LATER,
            )
    return None


def _holds(condition: model.Expr, state: ReferenceState) -> bool:
    """Whether a condition holds; what cannot be asked yet does not."""
    try:
        return bool(state.rules().view.value(condition))
    except GameError:
        return False


def _too_long(game: model.Game, expressions: int) -> Diagnostic:
    return Diagnostic(
        "untried",
        f"no random game was played: to see what is possible in the first position takes more than {expressions:,} expressions",
        game.turn_of(game.phases[0]).span,
        "too long to be looked at",
        help="put a `where` between the choices of an action, so that fewer are tried; `gdl check --deep` looks ten times as long",
    )
