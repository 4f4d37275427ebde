"""Conditional lines: moves laid down while others are to move. Where they play so, the answer is made by itself, also while its player
is away. Lines may differ in what the others do; of two that answer the same moves otherwise the newer one counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Plan:
    """A line of a player. `actions`: of the whole game, from its first move to the last of the line, which begins behind `ply` of
    them; `texts`: the moves of the line, as people write them."""

    player: int
    ply: int
    actions: tuple[int, ...]
    texts: tuple[str, ...]

    def to_json(self) -> list[Any]:
        return [self.player, self.ply, [str(action) for action in self.actions], [*self.texts]]

    @classmethod
    def from_json(cls, data: Any) -> "Plan":
        player, ply, actions, texts = data
        return cls(player, ply, tuple(map(int, actions)), tuple(texts))

    def came(self, played: Sequence[int]) -> int:
        """How many moves of the line have been played, up to the first that was not."""
        pairs = zip(self.actions, played, strict=False)
        same = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(self.actions), len(played)))
        return max(0, same - self.ply)

    def waits(self, played: Sequence[int]) -> bool:
        """Whether the game has gone along the line so far, and the line goes on."""
        return len(played) < len(self.actions) and self.actions[: len(played)] == tuple(played)


def answer_of(plans: Sequence[Plan], player: int, played: Sequence[int]) -> int | None:
    """What a player has laid down for this moment of the game; None where they have to decide."""
    found = (p.actions[len(played)] for p in reversed(plans) if p.player == player and p.waits(played))
    return next(found, None)
