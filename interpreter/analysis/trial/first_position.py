"""What shows in the first position of a game: it is over, nobody can do anything, or an end holds before anybody has acted.

The reference engine looks, and only for so long: where it is not done then, and there may be more actions than machine code
goes through in a moment, no game is played. Nor is one where it is over already, or where nobody can do anything.
"""

from contextlib import suppress
from dataclasses import replace

from gdl.core import model
from gdl.core.visit import nodes
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.shared.numbering import ActionNumbers

MANY = 1 << 24  # actions that there may be, of which machine code finds the legal ones soon

LATER = "ask for what is there only later, such as `turn > 1`, or look at what the set-up places"

SEE = "see what the actions ask for, and what the set-up places: `gdl why GAME MOVE` says what is in the way"


@dataclass(frozen=True, slots=True)
class First:
    """What is wrong with the first position of a game, and whether the game can be played from there."""

    found: tuple[Diagnostic, ...] = ()
    is_playable: bool = True


def look_at_first(game: model.Game, expressions: int) -> First:
    """The first position of a game. That it takes too long to see is wrong, too."""
    try:
        with at_most(expressions):
            state = make_engine(game, "reference").initial_state(0)
            assert isinstance(state, ReferenceState)
            if (over := over_at_first(state, game)) is not None:
                return First((over,), is_playable=False)
            found = _all_passed_over(state, game) or _held_at_first(state, game)
    except GameError as error:
        return First(tuple(error.diagnostics), is_playable=False)
    except Spent:
        if ActionNumbers(game).total <= MANY:
            return First()
        return First((_too_long(game, expressions),), is_playable=False)
    return First() if found is None else First((found,))


def empty_draw(game: model.Game, expressions: int) -> Diagnostic | None:
    """That the set-up draws where nothing is left: who deals more cards than there are is told how many."""
    draws = {id(n.source): n for n in nodes(game.setup) if isinstance(n, model.Chance)}
    if not draws:
        return None
    sizes: dict[int, list[int]] = {source: [] for source in draws}

    def note(e: object, value: object) -> None:
        if id(e) in sizes and isinstance(value, tuple):
            sizes[id(e)].append(len(value))

    with suppress(Spent, GameError), at_most(expressions, note):
        make_engine(game, "reference").initial_state(0)
    for source, found in sizes.items():
        times, empty = len(found), found.count(0)
        if empty:
            return Diagnostic(
                "empty-draw",
                f"the set-up draws {times} times here, and {empty} of these times nothing is left to be drawn",
                draws[source].span,
                "nothing is left",
                help="draw less often, or put more there before; what is done with a piece that is none does nothing",
            )
    return None


def over_at_first(first: ReferenceState, game: model.Game) -> Diagnostic | None:
    """That a game is over in its first position, or that nobody can do anything there. Raises GameError."""
    if first.ended is not None:
        message = f"the game is over before the first move: {first.ended.text}"
        is_end = _is_in_an_end(first.ended.span, game)
        if not is_end and (one_sided := _one_sided(first, game, message)) is not None:
            return one_sided
        label, help = ("holds at once", LATER) if is_end else ("nothing here is possible", SEE)
        return Diagnostic("over-at-once", message, first.ended.span, label, help=help)
    if not only_pass_is_left(first):
        return None
    message = "in the first position nobody can do anything but pass"
    return _one_sided(first, game, message) or Diagnostic(
        "over-at-once",
        message,
        game.turn_of(game.phases[0]).span,
        "nothing here is possible",
        help=SEE,
    )


def only_pass_is_left(state: State) -> bool:
    """Whether each player in turn can do nothing but pass."""
    for _ in state.returns:
        legal = state.legal_actions()
        if state.is_terminal or [state.action_to_string(a) for a in legal] != ["pass"]:
            return False
        state = state.apply(legal[0])
    return True


def _one_sided(first: ReferenceState, game: model.Game, message: str) -> Diagnostic | None:
    """What is wrong with a first position, told of the set-up where all pieces are one player's."""
    owners = {owner for owner in first.data.owner.values() if owner is not None}
    placed = [
        n for n in nodes(game.setup) if isinstance(n, model.Place | model.Stock) and n.owner is not None
    ]
    if len(owners) != 1 or not placed or len(game.players) < 2:
        return None
    seat = owners.pop()
    if any(isinstance(n.owner, model.Const) and n.owner.value != seat for n in placed):
        return None  # others were to have some, too
    who, turn = game.players[seat].name, game.turn_of(game.phases[0])
    others = [player.name for player in game.players if player.name != who]
    return Diagnostic(
        "over-at-once",
        f"{message}, and all pieces are {who}'s",
        placed[0].span,
        f"all are {who}'s",
        (Label(turn.span, "nothing here is possible"),),
        help=f"see whether some of them are to be {others[0]}'s" if len(others) == 1 else SEE,
    )


def _is_in_an_end(span: Span, game: model.Game) -> bool:
    """Whether an `end` clause ended a game, and not a turn in which nothing is legal."""
    return any(end.span.contains(span) for end in game.ends)


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
                help=_in_parentheses(end.condition, first) or LATER,
            )
    return None


def _in_parentheses(condition: model.Expr, state: ReferenceState) -> str:
    """The help where a quantifier reaches too far: `no x in S: A and B`, of which B does not ask of x, and would not hold behind
    parentheses."""
    match condition:
        case model.Not(operand=model.Quantified(is_all=False) as asked):
            body, tail = asked.body, None
        case _:
            return ""
    while isinstance(body, model.And) and not _names(body.right, asked.slot):
        tail = body.right if tail is None else model.And(body.span, body.type, body.right, tail)
        body = body.left
    if tail is None or not _names(body, asked.slot):
        return ""
    none = replace(condition, operand=replace(asked, body=body))
    if _holds(model.And(condition.span, condition.type, none, tail), state):
        return ""
    text, start, end = condition.span.source.text, condition.span.start, body.span.end
    apart = f"({text[start:end]}){text[end : condition.span.end]}"
    return f"what stands behind the colon reaches as far as it can; it ends in parentheses: `{' '.join(apart.split())}`"


def _names(e: model.Expr, slot: int) -> bool:
    return any(isinstance(n, model.Local) and n.slot == slot for n in nodes(e))


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
