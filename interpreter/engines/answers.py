"""What an engine answers with: reasons, ends, results and scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from gdl.core.model import Expr, Path
from gdl.source import Span
from interpreter.engines.parts import Position


@dataclass(frozen=True, slots=True)
class Fact:
    """What is so with a part of the rules: whether it holds, its value in words, or None where the part is only named.

    `names`: the slots of names in it, each with what it stands for, in words.
    """

    part: Expr | Path
    holds: bool | str | None
    names: tuple[tuple[int, str], ...] = ()


NO_SUCH_MOVE = (
    "no action of this turn is written so"  # what is said against a text in which nothing can be judged
)


Form: TypeAlias = Literal["", "condition", "choice", "path", "candidates", "nowhere", "unwritten"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a candidate was rejected: the clause, a sentence, and the reasons behind it as far as they were asked for.

    The sentence has a `subject`, such as "`jump`, step 2:", a `verdict`, and perhaps the `clause` as it is written. `facts` say
    the same, for whoever words them for people; `is_stated`: they are all that the sentence says. `form` tells how facts follow
    on the verdict: those of a condition take its place. `at`: the site from which a move can go nowhere.
    """

    span: Span
    verdict: str
    because: tuple[Reason, ...] = ()
    facts: tuple[Fact, ...] = ()
    is_stated: bool = False
    subject: str = ""
    clause: str = ""
    form: Form = ""
    at: str = ""

    @property
    def lead(self) -> str:
        """The sentence without the clause."""
        return f"{self.subject} {self.verdict}".lstrip()

    @property
    def text(self) -> str:
        return f"{self.lead}: {self.clause}" if self.clause else self.lead


@dataclass(frozen=True, slots=True)
class Midway:
    """A position within an action that repeats, behind some of its steps. `went`: from which site to which the pieces went that
    its last step moved."""

    position: Position
    went: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: the clause and a sentence such as "Red wins: no enemy pieces"."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class KnownScore:
    """What an observer knows of a score: all of it (`is_whole`), the sum of what they see, or nothing (None)."""

    value: Any
    is_whole: bool
