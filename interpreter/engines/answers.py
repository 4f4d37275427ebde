"""What an engine answers with: why something is so, why a game is over, results, scores, and the tally of many games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from gdl.core import model
from gdl.core.model import Expr, Path
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.engines.position_parts import Position


@dataclass(frozen=True, slots=True)
class Fact:
    """What is so with a part of the rules: whether it holds, its value in words, or None where the part is only named.

    `names`: the slots of names in it, each with what it stands for, in words. `behind`: of a condition of the rules that does not
    hold, the parts of its definition that fail.
    """

    part: Expr | Path
    holds: bool | str | None
    names: tuple[tuple[int, str], ...] = ()
    behind: tuple[Fact, ...] = ()


# what is said against a text in which nothing can be judged
NO_SUCH_MOVE = "no action of this turn is written so"


Form: TypeAlias = Literal["", "condition", "choice", "path", "target", "candidates", "nowhere", "unwritten"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a candidate was rejected: the clause, a sentence, and the reasons behind it as far as they were asked for.

    The sentence has a `subject`, such as "`jump`, step 2:", a `verdict`, and perhaps the `clause` as it is written. `facts` say
    the same, for whoever words them for people; `is_stated`: they are all that the sentence says. `form` tells how facts follow
    on the verdict: those of a condition take its place. `at`: the site from which a move can go nowhere. `piece`: the kind of the piece
    that does not come to a place; `obstacle`: the site that stands in its way, and the kind of what stands there, "" for nothing.
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
    piece: str = ""
    obstacle: tuple[str, str] | None = None

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
    """How a game ended: the clause, a sentence such as "White wins: checkmate", and the name of the end, or ""."""

    span: Span
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class KnownScore:
    """What an observer knows of a score: all of it (`is_whole`), the sum of what they see, or nothing (None)."""

    value: Any
    is_whole: bool


def judge(returns: Sequence[float]) -> list[int]:
    """1, 0 or -1 per player. Payoffs other than these are compared: the highest wins, equal ones all draw."""
    if all(r in (-1, 0, 1) for r in returns):
        return [int(r) for r in returns]
    best = max(returns)
    if min(returns) == best:
        return [0] * len(returns)
    return [1 if r == best else -1 for r in returns]


def scored(game: model.Game) -> str:
    """The definition that a highest or lowest score is of, or "": that of an end, else of a turn, else of the limit."""
    for part in (*game.ends, *game.turns.values(), game.limit_result, *game.actions):
        for node in nodes(part):
            if isinstance(node, model.Result) and node.form in ("highest", "lowest"):
                return node.score
    return ""


@dataclass()
class Tally:
    """The sum of a number of games: actions, games cut off, and how often each player won, drew and lost."""

    wins: list[int]
    draws: list[int]
    losses: list[int]
    actions: int = 0
    cut_off: int = 0

    @classmethod
    def of(cls, players: int) -> Tally:
        """The empty tally of a game for so many players."""
        return cls([0] * players, [0] * players, [0] * players)

    def count(self, returns: Sequence[float]) -> None:
        """Adds a finished game."""
        for player, result in enumerate(judge(returns)):
            (self.losses, self.draws, self.wins)[result + 1][player] += 1

    def add(self, other: Tally) -> None:
        """Adds the tally of other games."""
        self.actions += other.actions
        self.cut_off += other.cut_off
        for mine, more in (
            (self.wins, other.wins),
            (self.draws, other.draws),
            (self.losses, other.losses),
        ):
            mine[:] = [a + b for a, b in zip(mine, more, strict=True)]
