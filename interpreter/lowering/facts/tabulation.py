"""Conditions and definitions that ask about the board alone, as tables: a set for all values of the other names in them.

`let second_rank(p: player) = (s in sites where some b in neighbours(s, backward(p)): b in home_rank(p))` is two sets of
sites, one for each player, known before the game begins.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import product

from gdl.core import model, static
from gdl.core.builtins import PURE
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from interpreter.lowering.facts.domains import Domains
from interpreter.lowering.game.expression_analysis import static_names
from interpreter.lowering.game.partial_evaluation import inlined, with_roles_as_names

MOST_MASKS = 1024  # sets of one condition
MOST_TESTS = 20_000  # evaluations that one condition may take
MOST_ENTRIES = 64  # sets of one definition


@dataclass(frozen=True, slots=True)
class Tabulation:
    """Of a condition on names of one domain: a set for all values of the `others` (roles have negative slots).

    The last of the others varies fastest. `sizes`: how many values each of them has.
    """

    others: tuple[int, ...]
    sizes: tuple[int, ...]
    masks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A condition on two names, `mine` and `other`, of domains with so many values."""

    game: model.Game
    mine: int
    other: int
    size: int
    others: int

    def masks(self, e: model.Expr) -> tuple[int, ...] | None:
        """For each value of the other name the set of mine, from sets of one of them; None if it is not made of such."""
        match e:
            case model.And() | model.Or():
                left, right = self.masks(e.left), self.masks(e.right)
                if left is None or right is None:
                    return None
                join = int.__and__ if isinstance(e, model.And) else int.__or__
                return tuple(map(join, left, right))
            case model.Not():
                inner = self.masks(e.operand)
                return None if inner is None else tuple(~mask & (1 << self.size) - 1 for mask in inner)
            case model.Compare(operator="=", left=model.Local() as x, right=model.Local() as y):
                is_pair = {x.slot, y.slot} == {self.mine, self.other}
                return tuple(1 << k for k in range(self.others)) if is_pair else None
            case model.Builtin(name="beside", arguments=(model.Local() as x, model.Local() as y)):
                if {x.slot, y.slot} != {self.mine, self.other}:
                    return None
                return tuple(_bits(PURE["neighbours"](self.game.board, s)) for s in range(self.others))
            case model.In(element=model.Local() as x):
                free = static_names(e.set, self.game)
                if free is None:
                    return None
                if x.slot == self.mine and free.keys() <= {self.other}:
                    return self._sets(e.set, self.other, self.others)
                if x.slot == self.other and free.keys() <= {self.mine}:
                    return self._transposed(self._sets(e.set, self.mine, self.size))
        return None

    def _sets(self, e: model.Expr, slot: int, count: int) -> tuple[int, ...] | None:
        """The set that an expression gives for each value of the one name that it reads."""
        found = _values(e, self.game, ({slot: k} for k in range(count)))
        return None if found is None else tuple(map(_bits, found))

    def _transposed(self, sets: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if sets is None:
            return None
        return tuple(sum(1 << k for k, s in enumerate(sets) if s >> o & 1) for o in range(self.others))


def _bits(members: model.Value) -> int:
    """A set of numbers, or one, or none, as bits."""
    found = members if isinstance(members, tuple) else (members,)
    return sum(1 << m for m in {*found} if isinstance(m, int))


def _values(
    e: model.Expr, game: model.Game, frames: Iterable[Mapping[int, model.Value]]
) -> list[model.Value] | None:
    """The values of an expression without definitions and roles; None if it asks for a state or is undefined."""
    try:
        return list(static.values(e, game.board, frames, static.table_of(game)))
    except (static.NotStatic, TypeError, KeyError):
        return None


@dataclass(frozen=True)
class Tabulations:
    """Tables by what they are about, each made when it is first asked for."""

    game: model.Game
    domains: Domains
    _conditions: dict[tuple[model.Expr, frozenset[int]], Tabulation | None] = field(default_factory=dict)
    _definitions: dict[str, tuple[int, ...] | None] = field(default_factory=dict)
    _written_out: dict[model.Expr, model.Expr] = field(default_factory=dict)

    def of_condition(self, e: model.Expr, slots: frozenset[int]) -> Tabulation | None:
        """The values of the names `slots`, all the same one, for which a condition holds; None if it asks for a state."""
        free = static_names(e, self.game)
        if free is None or not slots & free.keys():
            return None
        key = e, slots
        if key not in self._conditions:
            self._conditions[key] = self._tabulated(e, slots, free)
        return self._conditions[key]

    def written_out(self, e: model.Expr) -> model.Expr:
        """An expression with its definitions written out, once for all who ask."""
        if not any(isinstance(part, model.Apply) for part in nodes(e)):
            return e
        if e not in self._written_out:
            self._written_out[e] = inlined(e, self.game)
        return self._written_out[e]

    def of_kinds(self, e: model.Expr, slot: int) -> tuple[int, ...] | None:
        """A whole number for each kind that a name may hold; None if the table of kinds does not say it of each."""
        free = static_names(e, self.game)
        if free is None or not free.keys() <= {slot}:
            return None
        found = _values(with_roles_as_names(e), self.game, ({slot: k} for k in range(self.domains.kinds)))
        numbers = [v for v in found or () if isinstance(v, int) and not isinstance(v, bool)]
        return tuple(numbers) if found and len(numbers) == len(found) else None

    def _tabulated(self, e: model.Expr, slots: frozenset[int], free: dict[int, Type]) -> Tabulation | None:
        mine = [s for s in free if s in slots]
        others = tuple(s for s in free if s not in slots)
        size = self.domains.size(free[mine[0]])
        found = [self.domains.size(free[s]) for s in others]
        sizes = tuple(n for n in found if n is not None)
        total = math.prod(sizes)
        if size is None or len(sizes) < len(found) or total > MOST_MASKS:
            return None
        flat = with_roles_as_names(e)
        masks = None
        if len(others) == len(mine) == 1:
            masks = Relation(self.game, mine[0], others[0], size, total).masks(flat)
        if masks is None and total * size <= MOST_TESTS:
            masks = self._tested(flat, mine, size, others, sizes)
        return None if masks is None else Tabulation(others, sizes, masks)

    def _tested(
        self, flat: model.Expr, mine: list[int], size: int, others: tuple[int, ...], sizes: tuple[int, ...]
    ) -> tuple[int, ...] | None:
        """The sets for all values of the others, by trying every member."""
        masks = []
        for given in product(*map(range, sizes)):
            mask = self._mask(flat, mine, size, dict(zip(others, given, strict=True)))
            if mask is None:
                return None
            masks.append(mask)
        return tuple(masks)

    def _mask(
        self, flat: model.Expr, mine: list[int], size: int, frame: Mapping[int, model.Value]
    ) -> int | None:
        match flat:
            case model.In(element=model.Local() as x) if x.slot in mine and self._is_one_set(flat.set, mine):
                found = _values(flat.set, self.game, [frame])
                return None if found is None else _bits(found[0]) & (1 << size) - 1
        found = _values(flat, self.game, ({**frame, **dict.fromkeys(mine, x)} for x in range(size)))
        return None if found is None else sum(1 << x for x, holds in enumerate(found) if holds)

    def _is_one_set(self, e: model.Expr, mine: list[int]) -> bool:
        free = static_names(e, self.game)
        return free is not None and free.keys().isdisjoint(mine)

    def where_none(self, e: model.Expr, slots: frozenset[int], others: tuple[int, ...], size: int) -> int:
        """The set for which a condition holds where its other names are none."""
        flat = with_roles_as_names(inlined(e, self.game))
        return self._mask(flat, list(slots), size, dict.fromkeys(others)) or 0

    def of_definition(self, definition: model.Definition, size: int) -> tuple[int, ...] | None:
        """The sets that a definition gives, by its arguments; None if it is no table."""
        if definition.name not in self._definitions:
            self._definitions[definition.name] = self._sets(definition)
        return self._definitions[definition.name]

    def _sets(self, definition: model.Definition) -> tuple[int, ...] | None:
        found = [self.domains.size(kind) for _, _, kind in definition.parameters]
        sizes = [n for n in found if n is not None]
        if len(sizes) < len(found) or math.prod(sizes) > MOST_ENTRIES:
            return None
        if any(kind.base in ("piece", "bool") for _, _, kind in definition.parameters):
            return None
        made = []
        for values in product(*map(range, sizes)):
            given: dict[int, model.Expr] = {
                slot: model.Const(definition.span, kind, v)
                for (_, slot, kind), v in zip(definition.parameters, values, strict=True)
            }
            match inlined(definition.body, self.game, given):
                case model.Const(value=tuple(members)) if all(type(v) is int for v in members):
                    made.append(sum(1 << v for v in members if isinstance(v, int)))
                case _:
                    return None
        return tuple(made)
