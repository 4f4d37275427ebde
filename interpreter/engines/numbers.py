"""The numbers of actions: an action's choices and the integer that stands for them.

An action's number is made of the ranks of its choices in their public domains, so it is the same in every state,
every engine and every process. Actions that go on (`again`) append one digit for each further step, 0 for none.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdl.model import Action, Choice, Field, Game

Values = tuple[Any, ...]


class Listed:
    """The domain of an ordinary choice: its values in order."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values
        self.ranks = {v: i for i, v in enumerate(values)}
        self.size = max(1, len(values))

    def rank(self, value: Any) -> int:
        return self.ranks[value]

    def value(self, rank: int) -> Any:
        return self.values[rank]


class Described:
    """The domain of a piece where sites hold several: its site, owner, kind and fields, so that equal ones are one."""

    def __init__(self, game: Game) -> None:
        fields = [f for f in game.fields.values() if f.holder == "piece"]
        self.digits = [
            Listed(range(len(game.board.sites))),
            Listed((*range(len(game.players)), None)),
            Listed(range(len(game.kinds))),
            *(Listed(_values(f, game)) for f in fields if f.type.base != "piece"),
        ]
        self.size = math.prod(d.size for d in self.digits)

    def rank(self, value: Any) -> int:
        rank = 0
        for digit, part in zip(self.digits, value, strict=True):
            rank = rank * digit.size + digit.rank(part)
        return rank

    def value(self, rank: int) -> Any:
        parts = []
        for digit in reversed(self.digits):
            rank, place = divmod(rank, digit.size)
            parts.append(digit.value(place))
        return tuple(reversed(parts))


def _values(field: Field, game: Game) -> tuple[Any, ...]:
    """All values that a field may have."""
    kind = field.type
    sizes = {
        "player": len(game.players),
        "site": len(game.board.sites),
        "direction": len(game.board.directions),
        "kind": len(game.kinds),
        "symbol": len(kind.symbols),
    }
    values: tuple[Any, ...] = tuple(range(sizes.get(kind.base, 0)))
    if kind.base == "bool":
        values = (False, True)
    elif field.bounds is not None:
        values = tuple(range(field.bounds[0], field.bounds[1] + 1))
    return (*values, None) if kind.is_optional else values


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its choices; `hops` are the choices of each further step."""

    action: Action
    values: Values
    hops: tuple[Values, ...] = ()


class Numbers:
    """Encodes and decodes one game's actions. Values are ranks' values; pieces are given by their sites."""

    def __init__(self, game: Game) -> None:
        self.actions = game.actions
        self.offsets: list[int] = []
        self.domains: list[list[Listed | Described]] = []
        self.repeated: list[list[Listed | Described]] = []  # those of each further step
        at = 0
        for action in game.actions:
            self.offsets.append(at)
            self.domains.append([self._domain(c, game) for c in action.choices])
            self.repeated.append(self.domains[-1][len(action.choices) - len(action.repeated) :])
            at += self._size(action)
        self.total = at

    def _domain(self, choice: Choice, game: Game) -> Listed | Described:
        is_described = game.board.is_stacking and choice.type.base == "piece"
        return Described(game) if is_described else Listed(choice.values)

    def _size(self, action: Action) -> int:
        size = math.prod(d.size for d in self.domains[action.index])
        if action.again is not None:
            size *= (self._hop(action) + 1) ** (action.again.most - 1)
        return size

    def _hop(self, action: Action) -> int:
        return math.prod(d.size for d in self.repeated[action.index])

    def span(self, action: Action) -> tuple[int, int]:
        """The first number of an action, and the one behind its last."""
        first = self.offsets[action.index]
        return first, first + self._size(action)

    def digits(self, action: Action) -> int:
        """How many values a digit for a further step has."""
        return self._hop(action) + 1

    def encode(self, move: Move) -> int:
        action = move.action
        domains = self.domains[action.index]
        code = 0
        for domain, value in zip(domains, move.values, strict=True):
            code = code * domain.size + domain.rank(value)
        if action.again is not None:
            hop = self._hop(action) + 1
            for k in range(action.again.most - 1):
                digit = 0
                if k < len(move.hops):
                    for domain, value in zip(self.repeated[action.index], move.hops[k], strict=True):
                        digit = digit * domain.size + domain.rank(value)
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
                    hops.append(self._values(self.repeated[action.index], digit - 1))
        return Move(action, self._values(self.domains[index], code), tuple(hops))

    def _values(self, domains: list[Listed | Described], code: int) -> Values:
        values: list[Any] = []
        for domain in reversed(domains):
            code, rank = divmod(code, domain.size)
            values.append(domain.value(rank))
        return tuple(reversed(values))
