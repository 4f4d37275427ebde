"""What a move finds on its destination: whether anything may stand there, and how it is taken away."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gdl import model
from interpreter.ir import Expr
from interpreter.lowering.effects.changes import take_away
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.function import Function
from interpreter.lowering.game.inlining import inlined
from interpreter.lowering.game.logic import conjuncts


@dataclass(frozen=True, slots=True)
class OnEmpty:
    """The destination is empty, as a condition says: nothing is taken."""


@dataclass(frozen=True, slots=True)
class Swept:
    """The destination is taken out of all sets, whether or not anything stands there: no branch depends on that."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands on the destination is taken, if anything does."""


Landing: TypeAlias = OnEmpty | Swept | Asked


def landing_of(action: model.Action, facts: Facts) -> Landing:
    """How a move, of a game whose sites hold one piece each, takes what it meets at its end."""
    if _is_on_empty(action, facts.game):
        return OnEmpty()
    is_plain = facts.domains.pieces is not None and facts.pieces.has_sets and not facts.pieces.has_kind_cells
    counts = facts.has_cell("captures") or facts.has_cell("pieces_code")
    return Swept() if is_plain and not counts and not facts.piece_fields else Asked()


def _is_on_empty(action: model.Action, game: model.Game) -> bool:
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


def take_what_is_there(f: Function, landing: Landing | None, to: Expr) -> None:
    """Takes what stands at the end of a move."""
    match landing:
        case OnEmpty():
            pass
        case Swept():
            f.pieces.sweep(f, to)
        case _:
            with f.pieces.if_on(f, to) as there:
                take_away(f, there, True)
