"""What conditions say of the kind of a named piece."""

from gdl.core import model


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
    """Whether an expression is the kind of a named piece."""
    match e:
        case model.Builtin(name="kind", arguments=(model.Local(slot=found),)):
            return found == slot
    return False


def paths_by_kind(
    e: model.Expr, slot: int, left: frozenset[int]
) -> list[tuple[frozenset[int], model.PathEnds]] | None:
    """The paths of which a set consists, by the kind of the piece of a name, which is one of `left`."""
    match e:
        case model.PathEnds():
            return [(left, e)]
        case model.Const(value=() | None) | model.MakeSet(items=()):
            return []
        case model.Builtin(name="union", arguments=(one, other)):
            these, those = paths_by_kind(one, slot, left), paths_by_kind(other, slot, left)
            return [*these, *those] if these is not None and those is not None else None
        case model.If():
            kinds = kinds_said(e.condition, slot)
            if kinds is None:
                return None
            then = paths_by_kind(e.then, slot, left & kinds)
            otherwise = paths_by_kind(e.otherwise, slot, left - kinds)
            return [*then, *otherwise] if then is not None and otherwise is not None else None
    return None
