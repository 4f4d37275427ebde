"""Many games at once on the reference engine, one after the other: to compare with, and for what has no machine code."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from gdl.core import model
from gdl.core.rules import ways_to_end
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Batch, Engine, State
from interpreter.engines.batches import NOTHING, UNKNOWN, UNSEEN, Board, Loose, Sight, as_words
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden
from interpreter.shared.lazy_numpy import Ints
from interpreter.shared.numbering import NO_NUMBER

# ---- what a player sees, in arrays


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
                return [UNSEEN if hidden.hides(name) else self._code(data.game_fields[name], field)]
            case "player":
                return [
                    self._choice(value, seat, field) for seat, value in enumerate(data.player_fields[name])
                ]
            case "site":
                return [
                    UNSEEN if hidden.hides(name, s) else self._code(v, field)
                    for s, v in enumerate(data.site_fields[name])
                ]
            case "table":
                return [self._code(value, field) for value in data.tables[name]]
            case "piece":
                return [self._of_top(stack, field) for stack in self.stacks]
            case _:
                assert_never(field.holder)

    def _choice(self, value: object, seat: int, field: model.Field) -> int:
        """A player's value, unless it is hidden; of a choice that waits only that it was made, or nothing."""
        if self.hidden.hides(field.name, seat):
            return UNSEEN
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


# ---- batches


class PlainBatch(Batch):
    """Keeps a state for each row. `reference` gives a state as the reference engine has it."""

    def __init__(
        self,
        engine: Engine,
        states: Sequence[State] | int,
        reference: Callable[[State], Seeable],
        seed: int = 0,
    ) -> None:
        super().__init__(engine, states if isinstance(states, int) else len(states), seed)
        self.reference = reference
        self.states: list[State] = []
        if isinstance(states, int):
            self.reset(np.arange(states))
        else:
            self.states = list(states)

    @property
    def current_player(self) -> NDArray[np.int8]:
        return np.array([s.current_player for s in self.states], np.int8)

    @property
    def is_terminal(self) -> NDArray[np.bool_]:
        return np.array([s.is_terminal for s in self.states], np.bool_)

    @property
    def ended_by(self) -> Ints:
        ways = {(way.span, way.name): index for index, way in enumerate(ways_to_end(self.game))}
        ended = [state.ended for state in self.states]
        return np.array([ways.get((e.span, e.name), -1) if e is not None else -1 for e in ended], np.int64)

    @property
    def returns(self) -> NDArray[np.float64]:
        found = np.array([s.returns for s in self.states], np.float64)
        return found.reshape(len(self), len(self.game.players))

    @property
    def counts(self) -> Ints:
        return np.array([len(s.legal_actions()) for s in self.states], np.int64)

    def _numbers(self, counts: Ints) -> Ints:
        return as_words([a for s in self.states for a in s.legal_actions()])

    def actions(self, row: int) -> list[int]:
        return self.states[row].legal_actions()

    def state(self, row: int) -> State:
        return self.states[row]

    def _glances(self) -> list[Glance]:
        """Each row as somebody sees it from whom nothing is hidden."""
        return [
            Glance(self.game, row, self.reference(state).data, OPEN) for row, state in enumerate(self.states)
        ]

    def _board(self) -> Board:
        tops = np.array([glance.tops() for glance in self._glances()], np.int16)
        owners, kinds = np.moveaxis(tops.reshape(len(self), len(self.game.board.sites), 2), 2, 0)
        return Board(owners, kinds)

    def _field(self, name: str) -> NDArray[np.generic]:
        field = self.game.fields[name]
        made = np.array([glance.values(field) for glance in self._glances()], np.int64)
        if field.holder == "game":
            made = made.reshape(len(self))
        elif field.holder == "table":
            made = made.reshape(len(self), *(len(key.values) for key in field.keys))
        return made.astype(np.bool_) if field.type.base == "bool" and not field.type.is_optional else made

    def seen_by(self, player: int) -> Sight:
        return sight_of(self.game, [self.reference(state) for state in self.states], player)

    def _step(self, places: Ints) -> None:
        trouble: GameError | None = None
        for row, state in enumerate(self.states):
            if not state.is_terminal:
                try:
                    self.states[row] = state.apply(state.legal_actions()[places[row]])
                except GameError as error:
                    trouble = trouble or error
        if trouble is not None:
            raise trouble

    def _begin(self, rows: Ints) -> None:
        for row in rows:  # a slice, because a new batch has no rows yet: each is put behind those before it
            self.states[row : row + 1] = [self.engine.initial_state(int(self.begun_with[row]))]
