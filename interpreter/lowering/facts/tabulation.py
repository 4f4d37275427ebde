"""Conditions and definitions that ask about the board alone, as tables: a set for all values of the other names in them.

`let second_rank(p: player) = (s in sites where some b in neighbours(s, backward(p)): b in home_rank(p))` is two sets of
sites, one for each player, known before the game begins.
"""

import math
from collections.abc import Container
from dataclasses import dataclass, field
from itertools import product

from gdl import model, static
from gdl.board import Board
from gdl.builtins import PURE
from gdl.types import Type
from interpreter.lowering.facts.domains import Domains
from interpreter.lowering.game.inlining import inlined, with_roles_as_names
from interpreter.lowering.game.reads import static_names

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


def near_masks(
    e: model.Expr, mine: Container[int], others: Container[int], board: Board
) -> tuple[int, ...] | None:
    """For each site those that it is next to, or the same as, as a condition on two sites says; None if it says more."""
    sites = range(len(board.sites))
    match e:
        case model.And() | model.Or():
            left, right = (near_masks(side, mine, others, board) for side in (e.left, e.right))
            if left is None or right is None:
                return None
            join = int.__and__ if isinstance(e, model.And) else int.__or__
            return tuple(map(join, left, right))
        case model.Not():
            inner = near_masks(e.operand, mine, others, board)
            return None if inner is None else tuple(~mask & (1 << len(sites)) - 1 for mask in inner)
        case model.Compare(operator="=", left=model.Local() as x, right=model.Local() as y):
            is_pair = (x.slot in mine and y.slot in others) or (y.slot in mine and x.slot in others)
            return tuple(1 << s for s in sites) if is_pair else None
        case model.Builtin(name="beside", arguments=(model.Local() as x, model.Local() as y)):
            if not ((x.slot in mine and y.slot in others) or (y.slot in mine and x.slot in others)):
                return None
            near = [PURE["neighbours"](board, s) for s in sites]
            return tuple(sum(1 << t for t in found) for found in near)
    return None


@dataclass(frozen=True)
class Tabulations:
    """Tables by what they are about, each made when it is first asked for."""

    game: model.Game
    domains: Domains
    _conditions: dict[tuple[model.Expr, frozenset[int]], Tabulation | None] = field(default_factory=dict)
    _definitions: dict[str, tuple[int, ...] | None] = field(default_factory=dict)

    def of_condition(self, e: model.Expr, slots: frozenset[int]) -> Tabulation | None:
        """The values of the names `slots`, all the same one, for which a condition holds; None if it asks for a state."""
        free = static_names(e, self.game)
        if free is None or not slots & free.keys():
            return None
        key = e, slots
        if key not in self._conditions:
            self._conditions[key] = self._tabulated(e, slots, free)
        return self._conditions[key]

    def _tabulated(self, e: model.Expr, slots: frozenset[int], free: dict[int, Type]) -> Tabulation | None:
        mine = [s for s in free if s in slots]
        others = tuple(s for s in free if s not in slots)
        size = self.domains.size(free[mine[0]])
        found = [self.domains.size(free[s]) for s in others]
        sizes = tuple(n for n in found if n is not None)
        total = math.prod(sizes)
        if size is None or len(sizes) < len(found) or total > MOST_MASKS:
            return None
        if total * size > MOST_TESTS:
            known = near_masks(e, mine, others, self.game.board) if len(others) == 1 else None
            return None if known is None else Tabulation(others, sizes, known)
        flat, masks = with_roles_as_names(e), []
        for values in product(*map(range, sizes)):
            frame = dict(zip(others, values, strict=True))
            mask = self._mask(flat, mine, size, frame)
            if mask is None:
                return None
            masks.append(mask)
        return Tabulation(others, sizes, tuple(masks))

    def _mask(
        self, flat: model.Expr, mine: list[int], size: int, frame: dict[int, int] | dict[int, None]
    ) -> int | None:
        word, table = 0, static.table_of(self.game)
        values: dict[int, model.Value] = {**frame}
        for x in range(size):
            values.update(dict.fromkeys(mine, x))
            try:
                if static.value(flat, self.game.board, values, table):
                    word |= 1 << x
            except (static.NotStatic, TypeError, KeyError):
                return None
        return word

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
