"""What the parts of the generator of English ask of each other."""

from typing import Protocol

from gdl.core import nodes as core
from gdl.core.types import Type
from interpreter.play.sheet.clauses import Clause


class Speech(Protocol):
    """Says the expressions of one game."""

    you: str
    """How the player is spoken of who acts or has just acted."""
    piece_noun: str
    """`card` where pieces are cards."""

    def say(self, e: core.Expr) -> str:
        """An expression: a clause for what is true or false, else a noun."""

    def part(self, e: core.Expr) -> str:
        """A condition as a part of a longer one."""

    def apart(self, e: core.Expr) -> str:
        """An expression as a part of a noun."""

    def whole(self, e: core.Expr) -> str:
        """An expression as a side of a comparison."""

    def value(self, value: core.Value, kind: Type) -> str:
        """A value that is known."""

    def enter(self, slot: int, head: str) -> None:
        """From now on the name in a slot is one of this sort."""

    def settled(self, text: str, *slots: int) -> str:
        """A text in which elements are spoken of by nouns."""

    def introduced(self, text: str, slot: int) -> tuple[str, str]:
        """How an element is called at its first mention, and a text about it."""

    def where(self, condition: core.Expr, slot: int) -> tuple[str, str]:
        """How an element is called behind its noun, and what holds of it."""

    def ways(self, directions: core.Expr) -> str:
        """Directions, as a step takes them."""

    def path(self, path: core.Path, is_anywhere: bool = False) -> str:
        """A path as a noun. `is_anywhere`: it may start on any place."""

    def clause(self, e: core.Expr) -> Clause | None:
        """A condition by its name; None where that is no clause."""

    def having(self, e: core.GetField | core.SetField) -> Clause | None:
        """That somebody has nothing of what is kept; None of what is nobody's."""

    def term(self, e: core.Apply) -> str:
        """The sentence by which a condition is told; "" where there is none."""

    def whose(self, side: str, role: str) -> str:
        """Whose pieces are that are one's own; "" where that is said by an adjective."""

    def merged(self, conditions: list[core.Expr]) -> list[core.Expr]:
        """Conditions, those together of which one says whose a piece is and the next of which kind."""

    def is_chosen_by_kind(self, e: core.Expr) -> bool:
        """Whether a kind stands for a piece of it that is chosen."""
