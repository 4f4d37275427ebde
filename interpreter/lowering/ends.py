"""What a condition says of how a piece comes to a site: by which paths, for which kinds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from gdl import model
from gdl.source import Span
from gdl.types import BOOL


@dataclass(frozen=True, slots=True)
class Reach:
    """How pieces of some kinds (None: of all) come to the site `target`: over empty sites if `is_swept`.

    `last` is a condition on the site reached, by the name `it`; `rest` are further conditions on the piece. Of a path that
    tables alone do not judge, `is_swept` is None, and `test` says whether it is followed from the piece to the site.
    """

    kinds: frozenset[int] | None
    target: model.Expr
    path: model.Path
    is_swept: bool | None
    it: int
    last: model.Expr | None
    test: model.Expr | None = None
    rest: tuple[model.Expr, ...] = ()


# ---- what an expression says -----------------------------------------------------------------------


def conjuncts(e: model.Expr) -> list[model.Expr]:
    return [*conjuncts(e.left), *conjuncts(e.right)] if isinstance(e, model.And) else [e]


def disjuncts(e: model.Expr) -> list[model.Expr]:
    return [*disjuncts(e.left), *disjuncts(e.right)] if isinstance(e, model.Or) else [e]


def all_of(parts: Sequence[model.Expr], span: Span) -> model.Expr:
    """The parts joined by `and`; true of none."""
    always: model.Expr = model.Const(span, BOOL, True)
    return reduce(lambda x, y: model.And(span, BOOL, x, y), parts) if parts else always


def any_of(parts: Sequence[model.Expr], span: Span) -> model.Expr:
    """The parts joined by `or`; false of none."""
    never: model.Expr = model.Const(span, BOOL, False)
    return reduce(lambda x, y: model.Or(span, BOOL, x, y), parts) if parts else never


def kinds_said(e: model.Expr, slot: int) -> frozenset[int] | None:
    """The kinds that a condition allows to the piece of a name, if it says nothing else."""
    match e:
        case model.Compare(operator="=", left=left, right=model.Const(value=int(kind))) if is_kind_of(
            left, slot
        ):
            return frozenset((kind,))
        case model.In(element=of, set=model.Const(value=tuple(kinds))) if is_kind_of(of, slot):
            return frozenset(k for k in kinds if isinstance(k, int))
        case model.Or():
            these, those = kinds_said(e.left, slot), kinds_said(e.right, slot)
            return these | those if these is not None and those is not None else None
    return None


def is_kind_of(e: model.Expr, slot: int) -> bool:
    match e:
        case model.Builtin(name="kind", arguments=(model.Local(slot=found),)):
            return found == slot
    return False


def by_kind(
    e: model.Expr, slot: int, left: frozenset[int]
) -> list[tuple[frozenset[int], model.PathEnds]] | None:
    """The paths of which a set consists, by the kind of the piece of a name, which is one of `left`."""
    match e:
        case model.PathEnds():
            return [(left, e)]
        case model.Const(value=() | None) | model.MakeSet(items=()):
            return []
        case model.Builtin(name="union", arguments=(one, other)):
            these, those = by_kind(one, slot, left), by_kind(other, slot, left)
            return [*these, *those] if these is not None and those is not None else None
        case model.If():
            kinds = kinds_said(e.condition, slot)
            if kinds is None:
                return None
            then, otherwise = by_kind(e.then, slot, left & kinds), by_kind(e.otherwise, slot, left - kinds)
            return [*then, *otherwise] if then is not None and otherwise is not None else None
    return None
