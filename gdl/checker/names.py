"""The symbol table: what a game declares, and how its rules use the names.

Declarations fill `Names`, each after those that it depends on; expressions only look names up. `Usage` collects what the
warnings about unused names need.
"""

import pickle
from collections.abc import Mapping
from dataclasses import field, fields, replace

from gdl.boards.board import Board
from gdl.core import model
from gdl.core.types import NAMED, PIECE, Type
from gdl.diagnostics.values import InternalError
from gdl.platform.dataclass import dataclass
from gdl.platform.on_demand import Pickled
from gdl.source import NOWHERE, Span
from gdl.tree import syntax

_RESERVED = """
own enemy none some all no not true false reached and or if else implies is in of where for mod div it do from mover
piece to players sites pieces kinds pass lose win draw main owner kind
"""
RESERVED = frozenset(_RESERVED.split())


def walked(column: str) -> str:
    """The name of the definition that a column of paths is where it is asked for a kind and a piece."""
    return f"{column}.walked"


@dataclass(frozen=True, slots=True)
class Paired:
    """A field of pairs of a piece and something else: a field of pieces for each value of the other."""

    key: model.Key
    is_first: bool  # whether the piece is written first
    parts: tuple[model.Field, ...]


@dataclass(slots=True)
class Names:
    """Everything that is declared."""

    options: dict[str, model.Option] = field(default_factory=dict)
    players: tuple[model.Player, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()  # none where the rules name none
    players_vary: bool = False  # an option says how many there are
    all_players: tuple[syntax.Ident, ...] = ()  # those, too, who do not take part
    board: Board | None = None
    board_span: Span = NOWHERE
    tracked: frozenset[str] = frozenset()  # the sites that the tracks of a graph name, and ways along them
    networks: frozenset[str] = frozenset()  # of a graph
    is_board_guessed: bool = False  # the file's own board is wrong, and this one replaces it
    kinds: dict[str, model.Kind] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)  # of named words
    columns: dict[str, model.Column] = field(default_factory=dict)
    pools: dict[str, model.Pool] = field(default_factory=dict)
    fields: dict[str, model.Field] = field(default_factory=dict)
    paired: dict[str, Paired] = field(
        default_factory=dict
    )  # fields of pieces and something else, by their names
    definitions: dict[str, model.Definition] = field(default_factory=dict)
    scores: dict[str, model.Definition] = field(
        default_factory=dict
    )  # of players' fields that decide who wins, by the names of the fields
    defined: Mapping[str, Span] = field(
        default_factory=dict
    )  # where definitions are, also those not yet checked
    lengths: dict[str, int] = field(
        default_factory=dict
    )  # of definitions, with those that they use written out
    routines: dict[str, syntax.Routine] = field(default_factory=dict)  # declared effects
    positions: dict[str, Span] = field(default_factory=dict)
    phases: tuple[str, ...] = ("main",)
    demandable: Mapping[str, syntax.Action] = field(default_factory=dict)  # what `then` may name
    askable: Mapping[str, syntax.Action] = field(default_factory=dict)  # what `can_move` may name
    meanings: list[model.Meaning] = field(default_factory=list)  # sentences for people
    effects: list[model.Routine] = field(default_factory=list)  # declared effects, checked by themselves
    performances: list[model.Performance] = field(default_factory=list)  # where they are used
    symbols: dict[str, list[Type]] = field(default_factory=dict)  # words, each with its enumerations
    declared: dict[str, Span] = field(default_factory=dict)
    repeated: set[Span] = field(
        default_factory=set
    )  # of rows of kinds that have one in another table, which is said
    broken: frozenset[str] = frozenset()  # words of clauses that could not be read
    failed: set[str] = field(default_factory=set)  # names that are declared, but wrongly

    def __reduce__(self) -> tuple[type[Pickled], tuple[bytes]]:
        """A pickled game is mostly played. Only `condition` asks for the names, and for the tree that they refer to."""
        return Pickled, (pickle.dumps({f.name: getattr(self, f.name) for f in fields(self)}),)

    @classmethod
    def of(cls, game: model.Game) -> "Names":
        """The names of a checked game. Raises InternalError for a game that the checker has not made."""
        match game.names:
            case Names() as names:
                return replace(names)
            case Pickled(value=dict(held)):
                return cls(**held)
        raise InternalError("a game lacks the names that the checker gave it")

    def is_excused(self, name: str) -> bool:
        """Whether the declaration of a name has been reported, so that its uses are not."""
        return name in self.broken or name in self.failed

    def kind_index(self, name: str) -> int:
        return list(self.kinds).index(name)

    def type_named(self, name: str) -> Type | None:
        """The type of this name: one of the language's, or of the game's own words."""
        return NAMED.get(name) or self.types.get(name)

    def field_of_things(self, name: str) -> model.Field | None:
        """The field of this name that does not belong to the game; of one of pairs with pieces its first part."""
        if name in self.paired:
            return self.paired[name].parts[0]
        found = self.fields.get(name)
        return found if found is not None and found.holder != "game" else None

    def holders_of(self, field: model.Field) -> tuple[Type, ...]:
        """The types of what a field is said of, in the order of its brackets; none for a field of the game."""
        if field.declared in self.paired:
            paired = self.paired[field.declared]
            return (PIECE, paired.key.type) if paired.is_first else (paired.key.type, PIECE)
        if field.holder == "table":
            return tuple(key.type for key in field.keys)
        return () if field.holder == "game" else (field.holder_type,)

    def field_of_game(self, name: str) -> model.Field | None:
        found = self.fields.get(name)
        return found if found is not None and found.holder == "game" else None

    def add_symbols(self, kind: Type) -> None:
        """Declares the words of an enumeration."""
        for symbol in kind.symbols:
            known = self.symbols.setdefault(symbol, [])
            if kind not in known:
                known.append(kind)

    def everything(self) -> set[str]:
        """All declared names that expressions may use, for suggestions."""
        board = self.board
        of_board = {d.name for d in board.directions} | {*board.groups, *board.sorts} if board else set()
        declared = (
            self.options,
            self.types,
            self.kinds,
            self.columns,
            self.pools,
            {f.declared: f for f in self.fields.values()},
            self.definitions,
            self.symbols,
        )
        return {p.name for p in self.players}.union(of_board, *declared)


@dataclass(slots=True)
class Usage:
    """How rules use names."""

    used: set[str] = field(default_factory=set)  # definitions, options, kinds, actions, positions
    read: set[str] = field(default_factory=set)  # fields and columns
    written: set[str] = field(default_factory=set)  # fields
