"""What a condition shows by its form: whether it is a plain value, always or never holds, or asks only whose a piece is."""

from gdl import core


def is_const(e: core.Expr, value: core.Value) -> bool:
    """Whether an expression is this value under the options that are chosen."""
    return isinstance(e, core.Const) and type(e.value) is type(value) and e.value == value


def side(e: core.Expr) -> str:
    """`own` or `enemy`, where a condition says only that of a piece."""
    match e:
        case core.Compare(operator="=", left=core.Builtin(name="owner"), right=core.Role()):
            return "own"
        case core.And(
            left=core.Not(
                operand=core.Compare(left=core.Builtin(name="owner"), right=core.Const(value=None))
            ),
            right=core.Not(operand=core.Compare() as other),
        ):
            return "enemy" if side(other) == "own" else ""
        case _:
            return ""


def sided(e: core.Expr) -> core.Expr:
    """The piece of which `side` speaks."""
    match e:
        case core.Compare(left=core.Builtin(arguments=arguments)):
            return arguments[0]
        case core.And(right=core.Not(operand=operand)):
            return sided(operand)
        case _:
            return e


def always(e: core.Expr) -> bool:
    """Whether a condition holds under the options that are chosen, whatever the position."""
    match e:
        case core.And():
            return always(e.left) and always(e.right)
        case core.Or():
            return always(e.left) or always(e.right)
        case core.Not():
            return never(e.operand)
        case _:
            return is_const(e, True)


def never(e: core.Expr) -> bool:
    """Whether a condition cannot hold under the options that are chosen."""
    match e:
        case core.Not():
            return always(e.operand)
        case core.And():
            return never(e.left) or never(e.right)
        case core.Or():
            return never(e.left) and never(e.right)
        case _:
            return is_const(e, False)
