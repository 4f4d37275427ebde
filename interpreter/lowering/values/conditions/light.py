"""What is quickly asked of cards: where pools are sets of kinds, a question about all cards of a pool is a few operations.

A condition that takes loops is else asked only where it matters, piece by piece.
"""

from gdl.core import model
from gdl.core.visit import children
from interpreter.lowering.function import Scope
from interpreter.lowering.game.kinds import is_kind_of
from interpreter.lowering.game.reads import needs_loops

FEW = 8  # elements of a known set that are gone through


def is_dear(e: model.Expr, scope: Scope) -> bool:
    """Whether an expression takes loops that are more than a few operations."""
    if not needs_loops(e):
        return False
    return not scope.facts.pieces.are_kinds or not _is_light(scope.facts.tabulations.written_out(e), scope)


def _is_light(e: object, scope: Scope) -> bool:
    match e:
        case model.Quantified():
            return _is_light(e.source, scope) and _is_asked_lightly(e.source, e.slot, e.body, scope)
        case model.Comprehension():
            if e.value is not None and not is_kind_of(e.value, e.slot):
                return False
            condition = e.condition
            is_plain = condition is None or _is_asked_lightly(e.source, e.slot, condition, scope)
            return is_plain and _is_light(e.source, scope)
        case model.Reached() | model.SomePath() | model.PathEnds() | model.CanMake():
            return False
    parts = list(children(e))
    return all(_is_light(part, scope) for part in parts) if parts else not needs_loops(e)


def _is_asked_lightly(source: model.Expr, slot: int, condition: model.Expr, scope: Scope) -> bool:
    """Whether a condition on the elements of a set is set algebra, or is asked of few elements."""
    if isinstance(source, model.Const) and isinstance(source.value, tuple) and len(source.value) <= FEW:
        return _is_light(condition, scope)
    return scope.facts.size_of_set(source) is not None and scope.condition(condition, slot) is not None
