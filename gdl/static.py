"""What is known before the game begins: the value of an expression that asks nothing of the state.

`Static` is the world of these expressions: it knows the board, some names and, where it is given them, a table of kinds and
the declarations of a game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from gdl import evaluate, model
from gdl.board import Board
from gdl.model import Value
from gdl.visit import nodes
from gdl.world import NotStatic as NotStatic


@dataclass(frozen=True, slots=True)
class Table:
    """The table of kinds: for each kind a row, with a value for each column."""

    columns: Mapping[str, model.Column]
    rows: Sequence[Mapping[str, Value]]


def table_of(game: model.Game) -> Table:
    return Table(game.columns, tuple(kind.attributes for kind in game.kinds))


class _Names(dict[int, Value]):
    """The names that stand for something."""

    def __missing__(self, slot: int) -> NoReturn:
        raise NotStatic(slot)


class Static:
    """A world without a state of play."""

    def __init__(
        self,
        board: Board | None,
        names: Mapping[int, Value],
        table: Table | None,
        game: model.Game | None = None,
    ) -> None:
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
    repeated = cycle = can_move = can_make = is_over = _unknown
    mover = viewpoint = cells = steps = captured = property(_unknown)


def value(
    expr: model.Expr,
    board: Board | None,
    names: Mapping[int, Value] | None = None,
    table: Table | None = None,
) -> Value:
    """The value of a static expression, where these names have these values. Raises NotStatic."""
    found: Value = evaluate.value(expr, Static(board, names or {}, table))
    return found


def known(expr: model.Expr, board: Board | None) -> tuple[Value, bool] | None:
    """A static expression's value and whether it varies with an option; None when it is not static."""
    try:
        return value(expr, board), varies(expr)
    except NotStatic:
        return None


def varies(expr: object) -> bool:
    """Whether an option has a part in the expression."""
    return any(isinstance(node, model.Const) and node.varies for node in nodes(expr))
