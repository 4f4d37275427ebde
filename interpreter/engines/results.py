"""Results of finished games: who has won, by which score, and the tally of many games."""

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.core import model
from gdl.core.visit import nodes


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


@dataclass
class Tally:
    """The sum of a number of games: actions, games cut off, and how often each player won, drew and lost."""

    wins: list[int]
    draws: list[int]
    losses: list[int]
    actions: int = 0
    cut_off: int = 0

    @classmethod
    def of(cls, players: int) -> "Tally":
        """The empty tally of a game for so many players."""
        return cls([0] * players, [0] * players, [0] * players)

    def count(self, returns: Sequence[float]) -> None:
        """Adds a finished game."""
        for player, result in enumerate(judge(returns)):
            (self.losses, self.draws, self.wins)[result + 1][player] += 1

    def add(self, other: "Tally") -> None:
        """Adds the tally of other games."""
        self.actions += other.actions
        self.cut_off += other.cut_off
        for mine, more in (
            (self.wins, other.wins),
            (self.draws, other.draws),
            (self.losses, other.losses),
        ):
            mine[:] = [a + b for a, b in zip(mine, more, strict=True)]
