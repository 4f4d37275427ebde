"""What a player sees of positions, as arrays for planes: the readable way, one position after the other."""

from collections.abc import Iterator, Sequence
from typing import Protocol, assert_never

import numpy as np

from gdl.core import model
from interpreter.engines.planes.sight import NOTHING, UNKNOWN, UNSEEN, Loose, Sight
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden
from interpreter.shared.numbering import NO_NUMBER

OPEN = Hidden()
Piece = tuple[int, int, int, int]  # its row, its place, its owner and its kind, as they are seen


class Seeable(Protocol):
    """What is asked of a state of the reference engine."""

    data: Data

    @property
    def current_player(self) -> int: ...
    def hidden_from(self, player: int) -> Hidden: ...


def sight_of(game: model.Game, states: Sequence[Seeable], viewer: int) -> Sight:
    """What a player sees of these positions."""
    glances = [
        Glance(game, row, state.data, state.hidden_from(viewer) if game.is_hidden else OPEN)
        for row, state in enumerate(states)
    ]
    shape = len(states), len(game.board.sites)
    tops = [glance.tops() for glance in glances]
    return Sight(
        viewer,
        np.array([state.current_player for state in states], np.int64),
        np.array([game.phase_order.index(state.data.phase) for state in states], np.int64),
        np.array([[owner for owner, _ in row] for row in tops], np.int64).reshape(shape),
        np.array([[kind for _, kind in row] for row in tops], np.int64).reshape(shape),
        Loose.of([piece for glance in glances for piece in glance.below()]),
        Loose.of([piece for glance in glances for piece in glance.held()]),
        {
            name: np.array([glance.values(field) for glance in glances], np.int64).reshape(shape[0], -1)
            for name, field in game.fields.items()
        },
        np.array([[s in g.hidden.sites for s in range(shape[1])] for g in glances], np.bool_).reshape(shape),
    )


class Glance:
    """What is seen of one position."""

    def __init__(self, game: model.Game, row: int, data: Data, hidden: Hidden) -> None:
        self.game, self.row, self.data, self.hidden = game, row, data, hidden
        self.stacks = [
            () if s in hidden.sites else tuple(p for p in cell if not hidden.is_lost(p))
            for s, cell in enumerate(data.cells)
        ]

    def tops(self) -> list[tuple[int, int]]:
        """The owner and the kind of the topmost piece of each site."""
        return [self._looks(stack[-1]) if stack else (NOTHING, NOTHING) for stack in self.stacks]

    def below(self) -> Iterator[Piece]:
        for site, stack in enumerate(self.stacks):
            for piece in stack[:-1]:
                yield self.row, site, *self._looks(piece)

    def held(self) -> Iterator[Piece]:
        """The pieces off the board; behind the last place those that are somewhere on the board."""
        for slot, pieces in enumerate(self.data.pools):
            is_dark = slot in self.hidden.pools
            for piece in pieces:
                yield self.row, slot, *((UNKNOWN, UNKNOWN) if is_dark else self._looks(piece))
        for piece in self.hidden.lost:
            if piece in self.data.place:
                yield self.row, len(self.data.pools), *self._looks(piece)

    def _looks(self, piece: int) -> tuple[int, int]:
        """The owner and the kind of a piece, as far as they are seen."""
        owner = self.data.owner[piece]
        whose = UNKNOWN if self.hidden.is_masked(piece) else NOTHING if owner is None else owner
        return whose, UNKNOWN if self.hidden.is_shaded(piece, self.game) else self.data.kind[piece]

    def values(self, field: model.Field) -> list[int]:
        """A field of each of its holders; one of pieces by site."""
        data, hidden, name = self.data, self.hidden, field.name
        match field.holder:
            case "game":
                return [self._code(data.game_fields[name], field)]
            case "player":
                return [
                    self._choice(value, seat, field) for seat, value in enumerate(data.player_fields[name])
                ]
            case "site":
                dark = hidden.fields.get(name, frozenset())
                return [
                    UNSEEN if s in dark else self._code(v, field)
                    for s, v in enumerate(data.site_fields[name])
                ]
            case "table":
                return [self._code(value, field) for value in data.tables[name]]
            case "piece":
                return [self._of_top(stack, field) for stack in self.stacks]
            case _:
                assert_never(field.holder)

    def _choice(self, value: object, seat: int, field: model.Field) -> int:
        """A player's value; of a choice that waits only that it was made, or nothing."""
        if value != field.default:
            if self.hidden.is_unseen(field.name, seat, self.game):
                return self._code(field.default, field)
            if self.hidden.is_waiting(field.name, seat, self.game):
                return UNSEEN
        return self._code(value, field)

    def _of_top(self, stack: tuple[int, ...], field: model.Field) -> int:
        if not stack:
            return self._code(None, field)
        piece = stack[-1]
        if piece in self.hidden.pieces or field.name in self.hidden.aspects.get(piece, ()):
            return UNSEEN
        return self._code(self.data.piece_fields[field.name].get(piece, field.default), field)

    def _code(self, value: object, field: model.Field) -> int:
        """A value as a number; a piece is its site."""
        if value is None:
            return NO_NUMBER if field.type.base == "number" else NOTHING
        if self.hidden.names_secret(value, field.type, self.data):
            return UNSEEN
        assert isinstance(value, int)
        if field.type.base == "piece":
            at = self.data.place.get(value, len(self.data.cells))
            return at if at < len(self.data.cells) else NOTHING
        return int(value)
