"""The position as the reference engine keeps it: pieces by identity, fields by name. Copied, then changed.

Two positions are equal when everything but the pieces' identities is: `key` is what equality and hashes use.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, assert_never

from gdl.core.model import Field, Game
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree.words import DemandWord, Lifetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """An action that is demanded, with its arguments."""

    action: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A demanded decision: who decides, and among which actions."""

    player: int
    word: DemandWord
    choices: tuple[Wanted, ...]

    def arguments(self, action: str) -> tuple[Any, ...]:
        """What is given to one of the actions."""
        return next((w.arguments for w in self.choices if w.action == action), ())


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `name`: what people call it."""

    returns: tuple[float, ...]
    span: Span
    text: str
    name: str = ""


class Data:
    """A mutable position. `cells` lists the pieces of each site, bottom first; `pools` those of each place off the
    board. `place` says where a piece is: a site's index, or beyond the sites the number of a place off the board."""

    __slots__ = (
        "captured",
        "cells",
        "defaults",
        "game_fields",
        "histories",
        "is_remembered",
        "kind",
        "mover",
        "moves",
        "next_id",
        "next_player",
        "ordered",
        "outcome",
        "owner",
        "passes",
        "pending",
        "phase",
        "piece_fields",
        "piece_valued",
        "place",
        "player_fields",
        "pools",
        "seed",
        "site_fields",
        "steps",
        "tables",
        "turn",
    )

    def __init__(self, game: Game) -> None:
        count = len(game.board.sites)
        self.cells: list[tuple[int, ...]] = [()] * count
        self.pools: list[tuple[int, ...]] = [()] * game.pool_slots
        self.ordered = game.ordered_slots
        self.kind: dict[int, int] = {}
        self.owner: dict[int, int | None] = {}
        self.place: dict[int, int] = {}
        self.piece_fields: dict[str, dict[int, Any]] = {}
        self.game_fields: dict[str, Any] = {}
        self.player_fields: dict[str, list[Any]] = {}
        self.site_fields: dict[str, list[Any]] = {}
        self.tables: dict[str, list[Any]] = {}
        self.defaults = {f.name: f.default for f in game.fields.values() if f.holder == "piece"}
        self.piece_valued = frozenset(f.name for f in game.fields.values() if f.type.base == "piece")
        for f in game.fields.values():
            self._give_default(f, game)
        self.mover = 0
        self.turn = 1
        self.moves = 0
        self.passes = 0
        self.captured: tuple[int, ...] = ()  # the kinds of the pieces that the present action has captured
        self.steps = 0  # how often the present action has been done, with `again`
        self.phase = game.phases[0]
        self.pending: tuple[Pending, ...] = ()
        self.next_player: int | None = None
        self.outcome: Outcome | None = None
        self.seed = 0
        self.next_id = 0
        # the positions that were there at the beginning of a turn, as numbers, by the name of what tells them apart
        self.histories: dict[str, tuple[int, ...]] = dict.fromkeys(game.histories, ())
        self.is_remembered = False  # the present position is the last of them

    def copy(self) -> "Data":
        new = Data.__new__(type(self))
        new.cells = self.cells.copy()
        new.pools = self.pools.copy()
        new.kind = self.kind.copy()
        new.owner = self.owner.copy()
        new.place = self.place.copy()
        new.piece_fields = {n: v.copy() for n, v in self.piece_fields.items()}
        new.game_fields = self.game_fields.copy()
        new.histories = self.histories.copy()
        new.player_fields = {n: v.copy() for n, v in self.player_fields.items()}
        new.site_fields = {n: v.copy() for n, v in self.site_fields.items()}
        new.tables = {n: v.copy() for n, v in self.tables.items()}
        for name in (
            "ordered",
            "piece_valued",
            "defaults",
            "mover",
            "turn",
            "moves",
            "passes",
            "captured",
            "steps",
            "phase",
            "pending",
            "next_player",
            "outcome",
            "seed",
            "next_id",
            "is_remembered",
        ):
            setattr(new, name, getattr(self, name))
        return new

    def reset(self, until: Lifetime, game: Game) -> None:
        """Gives the fields that last until then their defaults."""
        for field in game.fields.values():
            if field.until == until:
                self._give_default(field, game)

    def _give_default(self, field: Field, game: Game) -> None:
        match field.holder:
            case "game":
                self.game_fields[field.name] = field.default
            case "player":
                self.player_fields[field.name] = [field.default] * len(game.players)
            case "site":
                self.site_fields[field.name] = [field.default] * len(game.board.sites)
            case "piece":
                self.piece_fields[field.name] = {}
            case "table":
                self.tables[field.name] = [field.default] * field.entries
            case _:
                assert_never(field.holder)

    # ---- pieces

    def add(self, kind: int, owner: int | None, place: int) -> int:
        piece = self.next_id
        self.next_id += 1
        self.kind[piece] = kind
        self.owner[piece] = owner
        self.put(piece, place)
        return piece

    def put(self, piece: int, place: int, is_under: bool = False) -> None:
        """Puts a piece that is nowhere into a place: on top of the others there, or under them."""
        self.place[piece] = place
        held, at = self.held(place)
        held[at] = (piece, *held[at]) if is_under else (*held[at], piece)

    def lift(self, piece: int) -> None:
        held, at = self.held(self.place.pop(piece))
        held[at] = tuple(p for p in held[at] if p != piece)

    def held(self, place: int) -> tuple[list[tuple[int, ...]], int]:
        """The list of places, and the index in it, that a place's number means."""
        count = len(self.cells)
        return (self.cells, place) if place < count else (self.pools, place - count)

    def described(self, piece: int, game: Game) -> tuple[Any, ...]:
        """A piece by its site, owner, kind and fields: what it is chosen by where sites hold several."""
        fields = (f for f in game.fields.values() if f.holder == "piece" and f.type.base != "piece")
        values = (self.piece_fields[f.name].get(piece, f.default) for f in fields)
        return self.site(piece), self.owner[piece], self.kind[piece], *values

    def occupied(self) -> list[int]:
        """The sites that hold something, in order. On a board that grows they are few among many."""
        count = len(self.cells)
        return sorted({place for place in self.place.values() if place < count})

    def site(self, piece: int | None) -> int | None:
        """The site on which a piece stands; None off the board."""
        place = self.place.get(piece) if piece is not None else None
        return place if place is not None and place < len(self.cells) else None

    def remove(self, piece: int) -> None:
        if piece in self.place:
            self.lift(piece)
            del self.kind[piece]
            del self.owner[piece]
            for values in self.piece_fields.values():
                values.pop(piece, None)

    # ---- equality

    def in_pool(self, place: int) -> tuple[int, ...]:
        """The pieces of a pool: as they came, where it is ordered, else in an order that does not tell how they came there."""
        held = self.pools[place]
        if place in self.ordered or len(held) < 2:
            return held
        return tuple(sorted(held, key=self.rank))

    def rank(self, piece: int) -> tuple[Any, ...]:
        """What a pool is ordered by: kind, owner and fields, none first."""
        owner = self.owner[piece]
        ranked: list[Any] = [self.kind[piece], owner is not None, owner or 0]
        for name, values in self.piece_fields.items():
            if name not in self.piece_valued:
                value = values.get(piece, self.defaults[name])
                ranked.append((value is not None, value or 0))
        return tuple(ranked)

    def board_key(self) -> Hashable:
        """Everything that a settling may change."""
        cells = tuple((s, *map(self.description, self.cells[s])) for s in self.occupied())
        pools = (  # those without an order by how often they hold each piece
            tuple(described) if place in self.ordered else frozenset(Counter(described).items())
            for place, described in enumerate(map(self.description, held) for held in self.pools)
        )
        return (
            cells,
            tuple(pools),
            tuple(self.told(n, v) for n, v in self.game_fields.items()),
            tuple((n, tuple(self.told(n, v) for v in values)) for n, values in self.player_fields.items()),
            tuple((n, tuple(self.told(n, v) for v in values)) for n, values in self.site_fields.items()),
            tuple((n, tuple(self.told(n, v) for v in values)) for n, values in self.tables.items()),
        )

    def may_be_same_board(self, other: "Data") -> bool:
        """Whether the keys of two boards may be equal, as far as can be seen at a glance."""
        if len(self.kind) != len(other.kind) or list(map(len, self.pools)) != list(map(len, other.pools)):
            return False
        for mine, theirs in zip(self._fields(), other._fields(), strict=True):
            if any(v != theirs[n] for n, v in mine.items() if n not in self.piece_valued):
                return False
        return True

    def _fields(self) -> tuple[dict[str, Any], ...]:
        """The fields of all but pieces, by their names."""
        return self.game_fields, self.player_fields, self.site_fields, self.tables

    def is_ordered(self, place: int) -> bool:
        """Whether a place, numbered behind the sites, is an ordered pool."""
        return place - len(self.cells) in self.ordered

    def description(self, piece: int) -> tuple[Any, ...]:
        """What a piece is, but for its identity."""
        if not self.piece_fields:
            return self.kind[piece], self.owner[piece]
        fields = (self.told(name, values.get(piece)) for name, values in self.piece_fields.items())
        return self.kind[piece], self.owner[piece], *fields

    def told(self, field: str, value: Any) -> Any:
        """A field's value without a piece's identity."""
        return self.known_by(value) if field in self.piece_valued else value

    def known_by(self, piece: int | None) -> tuple[Any, ...] | None:
        """A piece without its identity: where it is, and what, since several may be in one place."""
        if piece not in self.place:
            return None
        assert piece is not None
        fields = (v.get(piece) for name, v in self.piece_fields.items() if name not in self.piece_valued)
        return self.place[piece], self.kind[piece], self.owner[piece], *fields

    def key(self, game: Game) -> Hashable:
        """All that makes two positions equal."""
        pending = tuple(
            (p.player, p.word, tuple((w.action, *self.arguments(w, game)) for w in p.choices))
            for p in self.pending
        )
        ended = self.outcome.returns if self.outcome is not None else None
        return (
            self.board_key(),
            self.next_player,
            self.mover,
            self.turn,
            self.moves,
            self.passes,
            self.phase,
            pending,
            ended,
            tuple(self.histories.items()),
        )

    def arguments(self, wanted: Wanted, game: Game) -> Iterator[Any]:
        """What a demand is about, pieces without their identities, sets without their order."""
        for (_, _, kind), value in zip(game.action(wanted.action).parameters, wanted.arguments, strict=True):
            if kind.base == "set" and kind.element is not None and kind.element.base == "piece":
                yield tuple(sorted(map(self.known_by, value), key=repr))
            elif kind.base == "set":
                yield tuple(sorted(value, key=lambda v: -1 if v is None else v))
            else:
                yield self.known_by(value) if kind.base == "piece" else value
