"""The numbers of actions: an action's choices as one integer, and back.

The number is written in mixed radix: its digits are the ranks of the choices in their public domains. So it is the same
in every state, every engine and every process. An action that repeats (`again`) has one more digit for each further
step, 0 where there is none.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, TypeAlias

from gdl.core.domains import describing_fields, field_values, is_described, repeats, sets_of_size
from gdl.core.model import Action, Choice, Game
from gdl.platform.dataclass import dataclass
from interpreter.shared import lazy_numpy

Values = tuple[Any, ...]

NO_NUMBER = -(1 << 62)
"""None, wherever a value must be a number: in hashes, machine code and arrays."""

WORD = 1 << 63
"""What a word of machine code holds as a number of an action: less than this."""

MOST_KEYS = 1 << 18
"""Actions that may be kept in a list of all."""


class ListDomain:
    """The domain of an ordinary choice: its values in order. A rank is a value's place among them."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values
        self.size = max(1, len(values))

    @cached_property
    def ranks(self) -> dict[Any, int]:
        """The place of each value. Whoever only reads numbers never needs it."""
        return {v: i for i, v in enumerate(self.values)}

    def rank(self, value: Any) -> int:
        return self.ranks[value]

    def value(self, rank: int) -> Any:
        return self.values[rank]


class PieceDomain:
    """The domain of a piece where sites hold several: its site, owner, kind and fields, so that equal ones are one."""

    def __init__(self, game: Game) -> None:
        self.digits = [
            ListDomain(range(len(game.board.sites))),
            ListDomain((*range(len(game.players)), None)),
            ListDomain(range(len(game.kinds))),
            *(ListDomain(field_values(f, game)) for f in describing_fields(game)),
        ]
        self.size: int = math.prod(d.size for d in self.digits)

    def rank(self, value: Any) -> int:
        return _encode(self.digits, value)

    def value(self, rank: int) -> Any:
        return _decode(self.digits, rank)


class SetDomain:
    """The domain of a chosen set: the sets of each size one after the other, the smallest first.

    Among those of its size a set has its rank in the combinatorial number system, by the ranks of its elements. Where an
    element may come several times, the i-th one counts i more, so that no two are equal.
    """

    def __init__(
        self, element: ListDomain | PieceDomain, sizes: tuple[int, int], may_repeat: bool, count: int
    ) -> None:
        """`count`: how many elements there are; a list domain without values has a place all the same."""
        self.element = element
        self.count = count
        self.may_repeat = may_repeat
        self.least, self.most = sizes
        self.starts = {}  # of each size, its first set
        at = 0
        for size in range(self.least, self.most + 1):
            self.starts[size] = at
            at += sets_of_size(count, size, may_repeat)
        self.size = max(1, at)

    def rank(self, value: Any) -> int:
        ranks = sorted(map(self.element.rank, value))
        apart = (r + i if self.may_repeat else r for i, r in enumerate(ranks))
        return self.starts[len(ranks)] + sum(math.comb(r, i) for i, r in enumerate(apart, 1))

    def value(self, rank: int) -> Any:
        size = max(s for s, start in self.starts.items() if start <= rank and self._has_any(s))
        left, found = rank - self.starts[size], list[Any]()
        high = self.count + size
        for i in range(size, 0, -1):
            r = bisect_right(range(high), left, key=partial(_below, i)) - 1
            left -= math.comb(r, i)
            high = r
            found.append(self.element.value(r - i + 1 if self.may_repeat else r))
        return tuple(reversed(found))

    def _has_any(self, size: int) -> bool:
        return sets_of_size(self.count, size, self.may_repeat) > 0


def _below(size: int, rank: int) -> int:
    """How many sets of a size have only elements of lower ranks."""
    return math.comb(rank, size)


Domain: TypeAlias = ListDomain | PieceDomain | SetDomain


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its choices; `hops` are the choices of each further step."""

    action: Action
    values: Values
    hops: tuple[Values, ...] = ()


class ActionNumbers:
    """The numbers of one game's actions. Pieces are given by their sites."""

    def __init__(self, game: Game) -> None:
        self.actions = game.actions
        self.offsets: list[int] = []  # the first number of each action
        self.domains: list[list[Domain]] = []  # of each action's choices
        self.repeated: list[list[Domain]] = []  # of the choices that each further step makes anew
        at = 0
        for action in game.actions:
            self.offsets.append(at)
            self.domains.append([domain_of(c, game) for c in action.choices])
            self.repeated.append(self.domains[-1][len(action.choices) - len(action.repeated) :])
            at += self.size(action)
        self.total = at
        self.codes = self._codes()
        firsts = [math.prod(d.size for d in domains) for domains in self.domains]
        self.keys = [sum(firsts[:i]) for i in range(len(firsts) + 1)]

    @property
    def has_keys(self) -> bool:
        """Whether actions have keys: of those whose numbers are longer than words, each that makes no further step.

        They are in the order of the numbers, without gaps for further steps. `keys` has the first one of each action, and how many
        there are.
        """
        return self.total > WORD and self.keys[-1] <= MOST_KEYS

    def _codes(self) -> list[int]:
        """By which number machine code begins to count each action that does not repeat: its own where all numbers fit into
        words. Else the actions that repeat take no room among them, as machine code lists their steps.
        """
        if self.total <= WORD:
            return self.offsets
        codes, at = [], 0
        for action in self.actions:
            codes.append(at)
            at += 0 if _further_steps(action) else self.size(action)
        return codes

    def of_code(self, code: int) -> int:
        """The number of an action by the number that machine code has for it."""
        if self.total <= WORD:
            return code
        index = bisect_right(self.codes, code) - 1  # of those with equal codes the last takes room
        return self.offsets[index] + code - self.codes[index]

    def size(self, action: Action) -> int:
        """How many numbers an action has."""
        size = math.prod(d.size for d in self.domains[action.index])
        for _ in range(_further_steps(action)):
            size *= self.hop_radix(action)
        return size

    def span(self, action: Action) -> tuple[int, int]:
        """The first number of an action, and the one behind its last."""
        first = self.offsets[action.index]
        return first, first + self.size(action)

    def hop_radix(self, action: Action) -> int:
        """How many values the digit of a further step has: one for each way to make it, and 0 for no step."""
        return math.prod(d.size for d in self.repeated[action.index]) + 1

    def encode(self, move: Move) -> int:
        action = move.action
        code = _encode(self.domains[action.index], move.values)
        radix, repeated = self.hop_radix(action), self.repeated[action.index]
        for k in range(_further_steps(action)):
            digit = _encode(repeated, move.hops[k]) + 1 if k < len(move.hops) else 0
            code = code * radix + digit
        return self.offsets[action.index] + code

    def decode(self, number: int) -> Move | None:
        """The action of a number, or None when no action has it."""
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < self.total:
            return None
        index = bisect_right(self.offsets, number) - 1
        action = self.actions[index]
        code = number - self.offsets[index]
        further = _further_steps(action)
        if not further:
            return Move(action, _decode(self.domains[index], code))
        radix, digits = self.hop_radix(action), []
        for _ in range(further):
            code, digit = divmod(code, radix)
            digits.append(digit)
        hops = tuple(_decode(self.repeated[index], digit - 1) for digit in reversed(digits) if digit)
        return Move(action, _decode(self.domains[index], code), hops)


def domain_of(choice: Choice, game: Game) -> Domain:
    """The values of a choice in the order of their numbers."""
    element = PieceDomain(game) if is_described(choice, game) else ListDomain(choice.values)
    if choice.sizes is None:
        return element
    count = element.size if isinstance(element, PieceDomain) else len(choice.values)
    return SetDomain(element, choice.sizes, repeats(choice, game), count)


def _further_steps(action: Action) -> int:
    """How many steps may follow the first."""
    return 0 if action.again is None else action.again.most - 1


def _encode(domains: Sequence[Domain], values: Values) -> int:
    code = 0
    for domain, value in zip(domains, values, strict=True):
        code = code * domain.size + domain.rank(value)
    return code


def _decode(domains: Sequence[Domain], code: int) -> Values:
    values: list[Any] = []
    for domain in reversed(domains):
        code, rank = divmod(code, domain.size)
        values.append(domain.value(rank))
    return tuple(reversed(values))


MOST_IN_A_MASK = 1 << 24  # truths of one mask; beyond it, choose by places or by numbers


class ActionSpace:
    """The actions of one game. Their numbers leave no gaps, so an action's place among all is its number."""

    def __init__(self, numbers: ActionNumbers) -> None:
        self.count = numbers.total

    def index(self, number: int) -> int:
        """The place of an action, given by its number. Raises IndexError for a number that no action has."""
        if not 0 <= number < self.count:
            raise IndexError(f"no action has the number {number}; there are {self.count}, from 0")
        return number

    def number(self, index: int) -> int:
        """The number of the action with a place. Raises IndexError."""
        return self.index(index)

    def mask(self, legal: lazy_numpy.Ints | Sequence[int]) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]:
        """A truth for each action: whether it is among these. Raises OverflowError for a game with too many actions."""
        self.check_masked()
        found = lazy_numpy.np.zeros(self.count, lazy_numpy.np.bool_)
        found[legal] = True
        return found

    def check_masked(self) -> None:
        """Raises OverflowError for a game with too many actions for a mask."""
        if self.count > MOST_IN_A_MASK:
            raise OverflowError(
                f"this game has {self.count} actions, more than a mask holds ({MOST_IN_A_MASK}): choose by their "
                "numbers (`legal_actions`), or by their places in a batch"
            )
