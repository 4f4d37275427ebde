"""What the parts of the generator ask of each other: how an expression, a name or a path is said."""

from typing import Protocol

from gdl import core


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
