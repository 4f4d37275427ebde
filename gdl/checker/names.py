"""What the names of a game mean: the tables that clauses fill and expressions look up, and local scopes."""

from dataclasses import dataclass, field
from typing import Any

from gdl import model, syntax
from gdl.board import Board
from gdl.diagnostics import Reporter
from gdl.source import NOWHERE, Span
from gdl.types import Type

RESERVED = frozenset(
    [
        "own",
        "enemy",
        "none",
        "some",
        "all",
        "no",
        "not",
        "true",
        "false",
        "reached",
        "and",
        "or",
        "if",
        "else",
        "implies",
        "is",
        "in",
        "of",
        "where",
        "for",
        "mod",
        "div",
        "it",
        "do",
        "from",
        "mover",
        "piece",
        "to",
        "players",
        "sites",
        "pieces",
        "kinds",
        "pass",
        "lose",
        "win",
        "draw",
        "main",
        "owner",
        "kind",
    ]
)


@dataclass
class Scope:
    """Local names, innermost first."""

    parent: "Scope | None" = None
    names: dict[str, model.Local] = field(default_factory=dict)

    def find(self, name: str) -> model.Local | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def visible(self) -> set[str]:
        return set(self.names) | (self.parent.visible() if self.parent else set())


@dataclass
class Names:
    """Everything that is declared, and what was used of it."""

    reporter: Reporter
    broken: frozenset[str] = frozenset()
    options: dict[str, model.Option] = field(default_factory=dict)
    players: tuple[model.Player, ...] = ()
    players_vary: bool = False
    board: Board | None = None
    board_span: Span = NOWHERE
    is_board_guessed: bool = False  # the file's own one is wrong, and this one stands in for it
    kinds: dict[str, model.Kind] = field(default_factory=dict)
    columns: dict[str, model.Column] = field(default_factory=dict)
    paths: dict[str, tuple[Any, list[Any]]] = field(
        default_factory=dict
    )  # columns of paths: name, kinds with cells
    pools: dict[str, model.Pool] = field(default_factory=dict)
    fields: dict[str, model.Field] = field(default_factory=dict)
    definitions: dict[str, model.Definition] = field(default_factory=dict)
    positions: dict[str, Span] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)  # declared, but wrong: nothing more is said about them
    phases: tuple[str, ...] = ("main",)
    actions: dict[str, Any] = field(default_factory=dict)
    askable: dict[str, syntax.Action] = field(default_factory=dict)  # what `can_move` may be asked about
    symbols: dict[str, list[Type]] = field(default_factory=dict)
    declared: dict[str, Span] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    slots: int = 0
    variables: set[int] = field(default_factory=set)  # slots that `let` in effects fills

    def local(self, scope: Scope, name: str, kind: Type, span: Span) -> model.Local:
        """A new local name in a scope, with a slot of its own."""
        made = model.Local(span, kind, self.slots, name)
        self.slots += 1
        scope.names[name] = made
        return made

    def declare(self, name: str, span: Span) -> bool:
        """Takes a name for a declaration; reports one that is taken or reserved."""
        if name in RESERVED:
            self.reporter.report(
                "reserved-name",
                span,
                f"`{name}` is a word of the language",
                "cannot be declared",
                help=f"take another name, such as `{name}_`",
            )
            return False
        if name in self.declared:
            self.reporter.report(
                "duplicate-name",
                span,
                f"`{name}` is declared twice",
                "declared again here",
                others=[(self.declared[name], "first declared here")],
            )
            return False
        self.declared[name] = span
        return True

    def add_symbols(self, kind: Type) -> None:
        for symbol in kind.symbols:
            known = self.symbols.setdefault(symbol, [])
            if kind not in known:
                known.append(kind)

    def everything(self, scope: Scope) -> set[str]:
        """All names that an expression may use here, for suggestions."""
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
        return scope.visible().union({p.name for p in self.players}, of_board, *declared)
