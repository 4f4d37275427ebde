"""What is hidden of players' fields and of the game's, drawn anew.

Of a hidden value everybody knows what the field may hold, and nothing else: each value is drawn equally often. Where all know
the sum of what the players have, those whose numbers are hidden share what is left.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from gdl.core import model
from gdl.core.domains import field_values
from gdl.core.kept_sums import kept_sums
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden
from interpreter.shared.hashing import Random

_TRIES = 20  # shares that are drawn before one is made whatever comes out


class HiddenValues:
    """What a game says of such values: found once for a game."""

    def __init__(self, game: model.Game) -> None:
        self.game = game

    @cached_property
    def kept(self) -> frozenset[str]:
        return kept_sums(self.game)

    @cached_property
    def values(self) -> dict[str, tuple[model.Value, ...]]:
        return {f.name: field_values(f, self.game) for f in self.game.secret_fields}

    def draw(self, data: Data, hidden: Hidden, random: Random) -> None:
        """Gives hidden fields other values."""
        for name, holders in sorted(hidden.fields.items()):
            if name in data.game_fields:
                data.game_fields[name] = random.pick(self.values[name])
            elif name in data.player_fields:
                row, seats = data.player_fields[name], sorted(holders)
                if name in self.kept:
                    least, most = self.game.fields[name].bounds or (0, 0)
                    left = sum(row[s] - least for s in seats)
                    drawn: Sequence[model.Value] = [
                        least + n for n in shares(left, len(seats), most - least, random)
                    ]
                else:
                    drawn = [random.pick(self.values[name]) for _ in seats]
                for seat, value in zip(seats, drawn, strict=True):
                    row[seat] = value


def shares(total: int, count: int, most: int, random: Random) -> list[int]:
    """A total in so many parts of at most `most`, each way equally likely where one of the first draws fits: the gaps between
    marks on a line."""
    for _ in range(_TRIES):
        line = range(total + count - 1)
        marks: set[int] = set()
        while len(marks) < count - 1:
            marks.add(random.pick(line))
        ends = [-1, *sorted(marks), total + count - 1]
        parts = [b - a - 1 for a, b in pairwise(ends)]
        if max(parts) <= most:
            return parts
    parts = []
    for others in range(count - 1, -1, -1):
        low, high = max(0, total - others * most), min(most, total)
        parts.append(low + random.below(high - low + 1))
        total -= parts[-1]
    return parts
