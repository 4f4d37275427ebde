"""What is known before the game begins: the value of an expression that asks nothing of the state.

`Static` is the world of these expressions: it knows the board, some names and, where it is given them, a table of kinds and
the declarations of a game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import NoReturn, TypeAlias

from gdl.boards.board import Board
from gdl.core import evaluate, model
from gdl.core.model import Value
from gdl.core.visit import nodes
from gdl.core.world import NotStatic as NotStatic
from gdl.core.world import TooLarge
from gdl.limits import MAX_COMPUTED, MAX_COMPUTED_IN_ALL
from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """The table of kinds: for each kind a row, with a value for each column."""

    columns: Mapping[str, model.Column]
    rows: Sequence[Mapping[str, Value]]


def table_of(game: model.Game) -> Table:
    return Table(game.columns, tuple(kind.attributes for kind in game.kinds))


Known: TypeAlias = tuple[Value, bool]  # a value, and whether it varies with an option


@dataclass(slots=True)
class _Check:
    """What is computed while one game is checked.

    `left`: how many elements may still be gone through. `found`: what is known of expressions, by their identity and that
    of the board; each is kept with its expression, so that no other one gets its identity.
    """

    left: int = MAX_COMPUTED_IN_ALL
    found: dict[tuple[int, int], tuple[model.Expr, Known | None]] = field(default_factory=dict)


_check: ContextVar[_Check | None] = ContextVar("check", default=None)


@contextmanager
def checking() -> Iterator[None]:
    """While one game is checked, no expression is computed twice, and all of them together go through at most
    `MAX_COMPUTED_IN_ALL` elements: what takes more is not known before the play."""
    before = _check.set(_Check())
    try:
        yield
    finally:
        _check.reset(before)


class _Names(dict[int, Value]):
    """The names that stand for something. Each element that is gone through gives a name its value, and is counted."""

    def __init__(self, names: Mapping[int, Value]) -> None:
        super().__init__(names)
        self._check = _check.get()
        self.again({})

    def again(self, names: Mapping[int, Value]) -> None:
        """Gives names their values for another expression, and counts anew."""
        self._left = MAX_COMPUTED
        self.update(names)

    def __missing__(self, slot: int) -> NoReturn:
        raise NotStatic(slot)

    def __setitem__(self, slot: int, value: Value) -> None:
        self._left -= 1
        if self._check is not None:
            self._check.left -= 1
        if self._left < 0 or (self._check is not None and self._check.left < 0):
            raise NotStatic(slot)
        super().__setitem__(slot, value)


class Static:
    """A world without a state of play. `seat`: who is to act, where one player is asked about."""

    def __init__(
        self,
        board: Board | None,
        names: Mapping[int, Value],
        table: Table | None,
        game: model.Game | None = None,
        seat: int | None = None,
    ) -> None:
        self._seat = seat
        self._board = board
        self._game = game
        self._table = table
        self.names = _Names(names)

    @property
    def board(self) -> Board:
        if self._board is None:
            raise NotStatic
        return self._board

    def cell(self, column: str, kind: int, /) -> Value:
        if self._table is None:
            raise NotStatic
        return self._table.rows[kind].get(column)

    def index(self, column: str, /) -> Sequence[int]:
        if self._table is None:
            raise NotStatic
        return self._table.columns[column].index

    @property
    def _declared(self) -> model.Game:
        if self._game is None:
            raise NotStatic
        return self._game

    def definition(self, name: str, /) -> model.Definition:
        return self._declared.definitions[name]

    @property
    def mover(self) -> int:
        if self._seat is None:
            raise NotStatic
        return self._seat

    @property
    def viewpoint(self) -> int:
        return self.mover

    @property
    def answers(self) -> None:
        return None

    @property
    def player_count(self) -> int:
        return len(self._declared.players)

    def team(self, player: int, /) -> tuple[int, ...]:
        return self._declared.team_of(player)

    def facing(self, player: int, /) -> int | None:
        return self._declared.players[player].facing

    def is_there(self, piece: int | None, /) -> bool:
        """A name that is given stands for what is there."""
        return piece is not None

    # ---- what only a state of play knows

    def _unknown(self, *_: object) -> NoReturn:
        raise NotStatic

    pool = field = default = counter = text = _unknown
    occupied = site = owner = kind = has_way = ends = _unknown
    repeated = cycle = can_move = choices = can_make = is_over = _unknown
    cells = steps = captured = property(_unknown)


def value(
    expr: model.Expr,
    board: Board | None,
    names: Mapping[int, Value] | None = None,
    table: Table | None = None,
) -> Value:
    """The value of a static expression, where these names have these values. Raises NotStatic."""
    found: Value = evaluate.value(expr, Static(board, names or {}, table))
    return found


def values(
    expr: model.Expr, board: Board | None, frames: Iterable[Mapping[int, Value]], table: Table | None = None
) -> Iterator[Value]:
    """The values of a static expression, one for each frame of values for the same names. Raises NotStatic."""
    world = Static(board, {}, table)
    for names in frames:
        world.names.again(names)
        yield evaluate.value(expr, world)


def known(expr: model.Expr, board: Board | None) -> Known | None:
    """A static expression's value and whether it varies with an option; None when it is not static."""
    try:
        return computed(expr, board)
    except NotStatic:
        return None


def computed(expr: model.Expr, board: Board | None) -> Known:
    """The same. Raises NotStatic, of a number that is too large TooLarge."""
    check = _check.get()
    if check is None:
        return _computed(expr, board)
    place = id(expr), id(board)
    if place not in check.found:
        try:
            check.found[place] = expr, _computed(expr, board)
        except TooLarge:
            raise
        except NotStatic:
            check.found[place] = expr, None
    found = check.found[place][1]
    if found is None:
        raise NotStatic
    return found


def _computed(expr: model.Expr, board: Board | None) -> Known:
    """Long sums and products from what is known of their parts."""
    if not isinstance(expr, model.Arithmetic):
        return value(expr, board), varies(expr)
    left, right = computed(expr.left, board), computed(expr.right, board)
    return evaluate.calculated(expr, left[0], right[0]), left[1] or right[1]


def varies(expr: object) -> bool:
    """Whether an option has a part in the expression."""
    return any(isinstance(node, model.Const) and node.varies for node in nodes(expr))
