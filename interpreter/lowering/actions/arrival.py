"""What a move finds on its destination: whether anything may stand there, and that it is taken away."""

from collections.abc import Sequence

from gdl.core import model
from interpreter.ir import Expr
from interpreter.lowering.effects.changes import take_away
from interpreter.lowering.function import Function
from interpreter.lowering.game.expression_analysis import conjuncts
from interpreter.lowering.game.partial_evaluation import inlined


def is_onto_empty(action: model.Action, game: model.Game) -> bool:
    """Whether a condition says that a move comes to an empty site, so that nothing is taken."""
    for part in action.parts:
        match part:
            case model.Along(to=to, path=path) if to == action.to:
                last = _last(path.steps)
                if last and all(_is_empty(step.condition, step.it, game) for step in last):
                    return True
            case model.Condition(condition=condition) if _is_empty(condition, action.to, game):
                return True
    return False


def _last(steps: Sequence[model.Step]) -> list[model.Step]:
    """The steps of a pattern that may be its last one; the one called `to` where there is one."""
    named = [step for step in steps if step.name == "to"]
    if named:
        return named
    found: list[model.Step] = []
    for step in reversed(steps):
        found.append(step)
        if step.least > 0:
            break
    return found


def _is_empty(condition: model.Expr | None, slot: int, game: model.Game) -> bool:
    """Whether a condition says, among other things, that the site of a name is empty."""
    if condition is None:
        return False
    for part in conjuncts(inlined(condition, game)):
        match part:
            case model.Builtin(name="empty", arguments=(model.Local(slot=of),)) if of == slot:
                return True
    return False


def take_what_is_there(f: Function, to: Expr) -> None:
    """Takes what stands at the end of a move, if anything does."""
    with f.pieces.if_on(f, to) as there:
        take_away(f, there, True)
