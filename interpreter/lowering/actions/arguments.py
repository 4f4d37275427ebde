"""Names as parameters: how what an action binds is given to a function of the program."""

from collections.abc import Iterable

from interpreter.ir import BOOL, INT, Expr, Get, Type, Var, op
from interpreter.lowering.actions.names import Name
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered


def parameters_of(f: Function, names: Iterable[Name]) -> tuple[Var, ...]:
    return tuple(Var(f"n{n.slot}.{n.text}", _kept(f, n)) for n in names)


def _kept(f: Function, n: Name) -> Type:
    if n.type.base == "set":
        return f.facts.domains.type_in_name(n.type, n.slot)
    return BOOL if n.type.base == "bool" and not n.type.is_optional else INT


def take(f: Function, names: Iterable[Name], variables: Iterable[Var]) -> None:
    """Names hold what the function was given."""
    for n, var in zip(names, variables, strict=True):
        if var.type.name == "list":
            f.point(n.slot, n.type, var)
        else:
            f.bind(n.slot, n.type, Get(var), n.text)


def handed(f: Function, names: Iterable[Name]) -> list[Expr]:
    """What names hold, to be given to a function; -1 for a name that holds nothing yet."""
    made: list[Expr] = []
    for n in names:
        bound = f.scope.variables.get(n.slot)
        if bound is None:
            made.append(op.NONE)
            continue
        if isinstance(bound, tuple):
            raise NotLowered("a fraction that is chosen")
        if n.type.base == "set" and bound.type != _kept(f, n):
            raise NotLowered("a set that is handed on in another form")
        made.append(Get(bound))
    return made
