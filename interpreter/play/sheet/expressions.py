"""What an expression shows by its form: whether it is a plain value, always or never holds, asks only whose a piece is, or must
be set off by parentheses where it is a part of something else. And what the parts of the generator ask of each other (`Speech`).
"""

import re
from typing import Protocol

from gdl.core import nodes as core


class Speech(Protocol):
    """Says the expressions of one game."""

    def say(self, e: core.Expr) -> str:
        """An expression: a clause for what is true or false, else a noun."""
        ...

    def apart(self, e: core.Expr) -> str:
        """An expression as a part of a noun."""
        ...

    def whole(self, e: core.Expr) -> str:
        """An expression as a side of a comparison."""
        ...

    def named(self, slot: int, within: object) -> str:
        """The name by which a part of the rules calls an element; "" where it does not speak of it."""
        ...

    def path(self, path: core.Path) -> str:
        """A path as a noun."""
        ...

    def applied(self, e: core.Apply) -> str:
        """A definition that is used."""
        ...

    def term(self, e: core.Apply) -> str:
        """The sentence by which a condition is told; "" where there is none."""
        ...

    def field(self, e: core.GetField) -> str:
        """A field: whether somebody has a mark, else a noun."""
        ...

    def mark(self, e: core.GetField) -> str:
        """The name of a mark."""
        ...


_SUMS, _LOOSE = ("+", "-"), (" where ", " such that ", " for ", ", otherwise ", "it is not so that ")


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


def is_compound(e: core.Expr) -> bool:
    """Whether an expression has parts that words around it would tear apart."""
    match e:
        case core.Arithmetic():
            return e.operator != ".."
        case core.If() | core.And() | core.Or() | core.Not() | core.Compare() | core.In() | core.Quantified():
            return True
        case _:
            return False


def binds_weaker(e: core.Expr, operator: str, is_right: bool) -> bool:
    """Whether an operand of a calculation must be set off, so that it is calculated first."""
    if not isinstance(e, core.Arithmetic):
        return is_compound(e)
    if e.operator not in (*_SUMS, "*"):
        return True  # what a remainder or a quotient is of could not be heard
    if operator in _SUMS:
        return is_right and e.operator in _SUMS and operator == "-"
    return e.operator in _SUMS or operator != "*"


def is_loose(said: str) -> bool:
    """Whether a text ends with a clause that would swallow what follows."""
    plain = _outside(said)
    return plain.startswith(("if ", "for each ")) or any(word in plain for word in _LOOSE)


def is_joined(said: str) -> bool:
    """Whether a text names several, of which the last would seem to belong to what follows."""
    return " and " in _outside(said)


def _outside(said: str) -> str:
    """A text without what stands in parentheses."""
    while (shorter := re.sub(r"\([^()]*\)", "", said)) != said:
        said = shorter
    return said
