"""Games in which nobody can do anything but pass any more, and that no end ends: their limit does, after thousands of moves.

end highest silver wins when some sack and passes >= count(players)      -- `no sack` was meant
"""

from collections.abc import Iterator, Sequence
from random import Random

from gdl import model
from gdl.diagnostics import Diagnostic, Label
from gdl.evaluate import observed
from gdl.traits import has
from gdl.visit import followed
from interpreter.analysis.blame import Noted
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceState

_ROUNDS = 8  # in which everybody passes, before it is said that they do so for ever
_CONTRARY = {"some": "no", "no": "some"}
_TIMES = ("turn", "moves", "repeated", "cycle")
_SHORT = 400  # moves of a limit that ends such a game soon


def stands_still(state: ReferenceState, game: model.Game) -> bool:
    """Whether everybody has passed for some rounds, and can only pass, in a game that no limit ends soon."""
    if state.data.passes < _ROUNDS * len(game.players) or game.limit <= _SHORT:
        return False
    return not _may_change(game) and _can_only_pass(state, len(game.players))


def _may_change(game: model.Game) -> bool:
    """Whether something may come about by itself while all pass: by chance, or since time goes by."""
    parts = (game.actions, game.settles, tuple(game.turns.values()), game.skips, game.requires, game.ends)
    return has(game.settles, "draws") or any(
        isinstance(n, model.Builtin) and n.name in _TIMES for n in followed(parts, game.definitions)
    )


def _can_only_pass(state: State, players: int) -> bool:
    for _ in range(players):
        legal = state.legal_actions()
        if state.is_terminal or [state.action_to_string(a) for a in legal] != ["pass"]:
            return False
        state = state.apply(legal[0])
    return True


def standstill(engine: Engine, game: model.Game, seed: int) -> Diagnostic:
    """That a random game stands still, at what is to blame that its first end does not hold."""
    noted, first = Noted(game), engine.initial_state(seed)
    assert isinstance(first, ReferenceState)
    with observed(noted.note):
        passed, last = _replayed(first, game, seed, noted)
    message = f"after {passed} actions of a random game nobody could do anything but pass, and no end came about: it would go on for ever"
    turn = game.turn_of(game.phases[0])
    never = [end for end in game.ends if noted.never(end.condition)]
    end = _likeliest(never, game)
    if end is None:
        return Diagnostic(
            "no-end",
            message,
            turn.span,
            "all pass",
            help="let it end then: `draw when passes = count(players)`, or with another result",
        )
    failing = [c for c in _conjuncts(end.condition) if not last.rules().view.value(c)]
    if len(failing) == 1:
        return _at(failing[0], end, message, turn)
    found = noted.blame(end.condition)
    label = f"never held: {found.label}" if found.label.startswith("`") else found.label
    return Diagnostic(
        "no-end",
        message,
        found.span,
        label,
        () if found.span.line == turn.span.line else (Label(turn.span, "all pass in the end"),),
        help=found.help
        or "see whether it can hold then; or add an end, such as `draw when passes = count(players)`",
    )


def _at(failing: model.Expr, end: model.Ending, message: str, turn: model.Turn) -> Diagnostic:
    """The same at the one condition of an end that does not hold then."""
    text, whole = failing.span.in_one_line, end.condition.span.in_one_line
    contrary = _CONTRARY.get(text.partition(" ")[0], "")
    meant = f"{contrary} {text.partition(' ')[2]}"
    help = f"if the contrary is meant, write `{whole.replace(text, meant, 1)}`; else " if contrary else ""
    return Diagnostic(
        "no-end",
        message,
        failing.span,
        "does not hold then",
        () if failing.span.line == turn.span.line else (Label(turn.span, "all pass in the end"),),
        help=f"{help}ask for what holds then, or add an end, such as `draw when passes = count(players)`",
    )


def _conjuncts(condition: model.Expr) -> Iterator[model.Expr]:
    if isinstance(condition, model.And):
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    else:
        yield condition


def _likeliest(ends: Sequence[model.Ending], game: model.Game) -> model.Ending | None:
    """The end that was to come about: the one that asks how many have passed, or the only one."""
    asking = [e for e in ends if "passes" in e.condition.span.text]
    return asking[0] if asking else ends[0] if len(ends) == 1 else None


def _replayed(state: ReferenceState, game: model.Game, seed: int, noted: Noted) -> tuple[int, ReferenceState]:
    """Plays a random game again as far as it stands still; gives how many actions that took before all passed, and its position."""
    moves, choice = 0, Random(seed)
    while not stands_still(state, game):
        noted.see(state)
        after = state.apply(choice.choice(state.legal_actions()))
        assert isinstance(after, ReferenceState)
        state, moves = after, moves + 1
    return max(0, moves - _ROUNDS * len(game.players)), state
