"""The numbers of actions: an action's choices and the integer that stands for them.

An action's number is made of the ranks of its choices in their public domains, so it is the same in every state,
every engine and every process. Actions that go on (`again`) append one digit a hop, 0 for none.
"""

from dataclasses import dataclass
from typing import Any

from gdl.model import Action, Game

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its choices: `hops` beyond the first one hold the choices after `from`."""

    action: Action
    values: Values
    hops: tuple[Values, ...] = ()


class Numbers:
    """Encodes and decodes one game's actions. Values are ranks' values; pieces are given by their sites."""

    def __init__(self, game: Game) -> None:
        self.actions = game.actions
        self.offsets: list[int] = []
        self.ranks: list[list[dict[Any, int]]] = []
        at = 0
        for action in game.actions:
            self.offsets.append(at)
            self.ranks.append([{v: i for i, v in enumerate(c.values)} for c in action.choices])
            at += self._size(action)
        self.total = at

    def _size(self, action: Action) -> int:
        size = 1
        for choice in action.choices:
            size *= max(1, len(choice.values))
        if action.again is not None:
            size *= (self._hop(action) + 1) ** (action.again.most - 1)
        return size

    def _hop(self, action: Action) -> int:
        size = 1
        for choice in action.choices[1:]:
            size *= max(1, len(choice.values))
        return size

    def encode(self, move: Move) -> int:
        action = move.action
        ranks = self.ranks[action.index]
        code = 0
        for rank, choice, value in zip(ranks, action.choices, move.values, strict=True):
            code = code * max(1, len(choice.values)) + rank[value]
        if action.again is not None:
            hop = self._hop(action) + 1
            for k in range(action.again.most - 1):
                digit = 0
                if k < len(move.hops):
                    for rank, choice, value in zip(ranks[1:], action.choices[1:], move.hops[k], strict=True):
                        digit = digit * max(1, len(choice.values)) + rank[value]
                    digit += 1
                code = code * hop + digit
        return self.offsets[action.index] + code

    def decode(self, number: int) -> Move | None:
        """The action of a number, or None when no action has it."""
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < self.total:
            return None
        index = max(i for i, offset in enumerate(self.offsets) if offset <= number)
        action = self.actions[index]
        code = number - self.offsets[index]
        hops: list[Values] = []
        if action.again is not None:
            hop = self._hop(action) + 1
            digits = []
            for _ in range(action.again.most - 1):
                code, digit = divmod(code, hop)
                digits.append(digit)
            for digit in reversed(digits):
                if digit:
                    hops.append(self._values(action, 1, digit - 1))
        return Move(action, self._values(action, 0, code), tuple(hops))

    def _values(self, action: Action, first: int, code: int) -> Values:
        values: list[Any] = []
        for choice in reversed(action.choices[first:]):
            code, rank = divmod(code, max(1, len(choice.values)))
            values.append(choice.values[rank])
        return tuple(reversed(values))
