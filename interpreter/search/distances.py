"""How far a condition is from being true: a number of the language for each condition, 0 where it holds.

This is the branch distance of search-based testing (Korel, "Automated Software Test Data Generation", 1990; Tracey et al.,
1998): of `a = b` the difference, of `and` the sum, of `or` and `some` the least, of `all` the sum over all elements. It only
tells a search where to look.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gdl.core import model
from gdl.core.types import BOOL, NUMBER, Type, set_of
from gdl.core.visit import nodes, substituted
from interpreter.shared.search_measures import chosen, number


@dataclass(frozen=True)
class _Game:
    """Definitions that may be written out, and those that are just being written out."""

    definitions: Mapping[str, model.Definition]
    open_: frozenset[str] = frozenset()


def until_broken(condition: model.Expr, game: model.Game, is_graded: bool = True) -> model.Expr:
    """0 where a condition does not hold, and else at least 1: how far it is from not holding. Without grades 1 everywhere."""
    far = _distance(condition, False, _Game(game.definitions)) if is_graded else number(0, condition)
    return chosen(condition, _sum(number(1, condition), far), number(0, condition))


def until_holding(condition: model.Expr, game: model.Game) -> model.Expr:
    """How far a condition is from holding, 0 where it holds."""
    return _distance(condition, True, _Game(game.definitions))


def _distance(e: model.Expr, wanted: bool, game: _Game) -> model.Expr:
    match e:
        case model.Not():
            return _distance(e.operand, not wanted, game)
        case model.And() | model.Or():
            left, right = _distance(e.left, wanted, game), _distance(e.right, wanted, game)
            return _sum(left, right) if isinstance(e, model.And) == wanted else _least(left, right)
        case model.Compare() if _is_number(e.left) and _is_number(e.right):
            return _of_numbers(e, wanted)
        case model.Quantified():
            return _of_all(e, wanted, game)
        case model.Apply() if e.definition in game.definitions and e.definition not in game.open_:
            definition = game.definitions[e.definition]
            body = definition.body
            if body.type == BOOL and not any(isinstance(n, model.Role) for n in nodes(body)):
                slots = (slot for _, slot, _ in definition.parameters)
                inner = _Game(game.definitions, game.open_ | {e.definition})
                return _distance(substituted(body, dict(zip(slots, e.arguments, strict=True))), wanted, inner)
    return _plain(e, wanted)


def _plain(e: model.Expr, wanted: bool) -> model.Expr:
    zero, one = number(0, e), number(1, e)
    return chosen(e, zero, one) if wanted else chosen(e, one, zero)


def _of_numbers(e: model.Compare, wanted: bool) -> model.Expr:
    """Of a comparison of numbers: by how much one of them is too large or too small."""
    gap = model.Arithmetic(e.span, NUMBER, "-", e.left, e.right)
    if e.operator == "=":
        return model.Builtin(e.span, NUMBER, "abs", (gap,)) if wanted else _plain(e, wanted)
    if not wanted:
        gap = model.Arithmetic(e.span, NUMBER, "-", e.right, e.left)
    if (e.operator == "<") == wanted:
        gap = model.Arithmetic(e.span, NUMBER, "+", gap, number(1, e))
    return model.Builtin(e.span, NUMBER, "max", (number(0, e), gap))


def _of_all(e: model.Quantified, wanted: bool, game: _Game) -> model.Expr:
    """Of all elements the sum, of some the least. Where there is nothing to grade, some is as near as nothing."""
    inner = _distance(e.body, wanted, game)
    is_sum = e.is_all == wanted
    if not is_sum and not any(isinstance(n, model.Builtin | model.Arithmetic) for n in nodes(inner)):
        return _plain(e, wanted)
    of_each = model.Comprehension(e.span, set_of(NUMBER), e.slot, e.source, None, inner, is_sum)
    found = model.Builtin(e.span, NUMBER, "sum" if is_sum else "min", (of_each,))
    return found if is_sum else chosen(e, *_ordered(wanted, number(0, e), _sum(number(1, e), found)))


def _ordered(is_first: bool, a: model.Expr, b: model.Expr) -> tuple[model.Expr, model.Expr]:
    return (a, b) if is_first else (b, a)


def _sum(a: model.Expr, b: model.Expr) -> model.Expr:
    return model.Arithmetic(a.span, NUMBER, "+", a, b)


def _least(a: model.Expr, b: model.Expr) -> model.Expr:
    return model.Builtin(a.span, NUMBER, "min", (a, b))


def _is_number(e: model.Expr) -> bool:
    return e.type == Type("number")
