"""The symbol table: what is declared in a game, and what its rules do with these names.

Declarations fill `Names` in the order in which they depend on each other; expressions only look names up. `Usage` gathers
what the warnings about useless names need.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl import model, syntax
from gdl.board import Board
from gdl.source import NOWHERE, Span
from gdl.types import Type

_RESERVED = """
own enemy none some all no not true false reached and or if else implies is in of where for mod div it do from mover
piece to players sites pieces kinds pass lose win draw main owner kind
"""
RESERVED = frozenset(_RESERVED.split())


@dataclass(slots=True)
class Names:
    """Everything that is declared."""

    options: dict[str, model.Option] = field(default_factory=dict)
    players: tuple[model.Player, ...] = ()
    players_vary: bool = False  # an option says how many there are
    board: Board | None = None
    board_span: Span = NOWHERE
    is_board_guessed: bool = False  # the file's own board is wrong, and this one replaces it
    kinds: dict[str, model.Kind] = field(default_factory=dict)
    columns: dict[str, model.Column] = field(default_factory=dict)
    pools: dict[str, model.Pool] = field(default_factory=dict)
    fields: dict[str, model.Field] = field(default_factory=dict)
    definitions: dict[str, model.Definition] = field(default_factory=dict)
    positions: dict[str, Span] = field(default_factory=dict)
    phases: tuple[str, ...] = ("main",)
    demandable: Mapping[str, syntax.Action] = field(default_factory=dict)  # what `then` may name
    askable: Mapping[str, syntax.Action] = field(default_factory=dict)  # what `can_move` may name
    symbols: dict[str, list[Type]] = field(default_factory=dict)  # words, each with its enumerations
    declared: dict[str, Span] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()  # words of clauses that could not be read
    failed: set[str] = field(default_factory=set)  # names that are declared, but wrongly

    def is_excused(self, name: str) -> bool:
        """Whether an error about the name was reported at its declaration, so that its uses are not reported."""
        return name in self.broken or name in self.failed

    def kind_index(self, name: str) -> int:
        return list(self.kinds).index(name)

    def field_of_things(self, name: str) -> model.Field | None:
        """The field of this name that players, sites or pieces have."""
        found = self.fields.get(name)
        return found if found is not None and found.holder != "game" else None

    def field_of_game(self, name: str) -> model.Field | None:
        found = self.fields.get(name)
        return found if found is not None and found.holder == "game" else None

    def add_symbols(self, kind: Type) -> None:
        """Makes the words of an enumeration known."""
        for symbol in kind.symbols:
            known = self.symbols.setdefault(symbol, [])
            if kind not in known:
                known.append(kind)

    def everything(self) -> set[str]:
        """All declared names that an expression may use, for suggestions."""
        of_board = {d.name for d in self.board.directions} | set(self.board.groups) if self.board else set()
        declared = (
            self.options,
            self.kinds,
            self.columns,
            self.pools,
            self.fields,
            self.definitions,
            self.symbols,
        )
        return {p.name for p in self.players}.union(of_board, *declared)


@dataclass(slots=True)
class Usage:
    """What rules do with names: they use definitions, options, kinds and actions, read fields and columns, write fields.

    `written` also has `place KIND` for each kind that is placed, and `place *` where it may be any kind.
    """

    used: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
