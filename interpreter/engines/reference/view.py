"""A position as expressions ask about it: the world of a state of play.

A `View` is a position, who moves in it, whose viewpoint is taken, and the values of local names. It finds everything in
the position each time it is asked, but for definitions in a position that stays as it is: what they gave is kept. What the
rules have to judge, it asks them: its `Judge`.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol, assert_never

from gdl.core import evaluate, model
from gdl.core.types import KIND, Type
from gdl.core.world import Value
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.source import Span
from gdl.tree.words import Counter
from interpreter.engines.notation import word
from interpreter.engines.reference import paths
from interpreter.engines.reference.data import Data


class Judge(Protocol):
    """What only the rules can answer."""

    def can_move(self, player: int) -> bool: ...

    def choices(self, player: int) -> int: ...

    def can_make(self, player: int, actions: tuple[str, ...]) -> bool: ...

    def is_over(self) -> bool: ...

    def repeated(self, history: str) -> int: ...

    def cycle(self, history: str) -> int: ...


class View:
    """The world of a position. It changes as rules are gone through: names, viewpoint and the position itself."""

    def __init__(self, game: model.Game, data: Data, mover: int, judge: Judge) -> None:
        self.game = game
        self.board = game.board
        self.data = data
        self.cells = data.cells
        self.mover = mover
        self.viewpoint = mover
        self.judge = judge
        self.names: list[Value] = [None] * game.slots
        self.is_choosing = False  # the choices of a new action are made: nothing of it is done yet
        # what definitions gave in a position that stays as it is
        self.kept: dict[object, Value] | None = None

    def value(self, e: model.Expr) -> Value:
        return evaluate.value(e, self)

    def elements(self, e: model.Expr) -> tuple[Value, ...]:
        """The elements of a set-valued expression; one value is a set of its own, none an empty one."""
        return evaluate.elements(e, self)

    def give(self, parameters: Iterable[tuple[str, int, Type]], values: Iterable[Value]) -> None:
        """Gives parameters their values."""
        for (_, slot, _), value in zip(parameters, values, strict=True):
            self.names[slot] = value

    def entered(self, e: model.Apply) -> model.Expr:
        """The body of a definition, with its parameters bound."""
        definition = self.definition(e.definition)
        self.give(definition.parameters, [self.value(a) for a in e.arguments])
        return definition.body

    # ---- what is declared

    def definition(self, name: str, /) -> model.Definition:
        return self.game.definitions[name]

    @property
    def answers(self) -> dict[object, Value] | None:
        # while a new action is chosen, a definition may find other `steps`
        return None if self.is_choosing and self.data.steps else self.kept

    def cell(self, column: str, kind: int, /) -> Value:
        # of a kind that is hidden in part, some columns may be asked for
        number = kind if isinstance(kind, int) else kind.seen(column)
        return self.game.kinds[number].attributes[column]

    def index(self, column: str, /) -> Sequence[int]:
        return self.game.columns[column].index

    @property
    def player_count(self) -> int:
        return len(self.game.players)

    def team(self, player: int, /) -> tuple[int, ...]:
        return self.game.team_of(player)

    def facing(self, player: int, /) -> int | None:
        return self.game.players[player].facing

    # ---- pieces and pools

    def occupied(self) -> Sequence[int]:
        return self.data.occupied()

    def is_there(self, piece: int | None, /) -> bool:
        return piece in self.data.place

    def site(self, piece: int, /) -> int | None:
        return self.data.site(piece)

    def owner(self, piece: int, /) -> int | None:
        return self.data.owner.get(piece)

    def kind(self, piece: int, /) -> int | None:
        return self.data.kind.get(piece)

    def pool(self, name: str, seat: int, /) -> tuple[int, ...]:
        return self.data.in_pool(self.game.pools[name].slot + seat)

    # ---- fields

    def field(self, name: str, holder: int | None, /) -> Value:
        field, data = self.game.fields[name], self.data
        if holder is None:
            return data.game_fields[name]
        match field.holder:
            case "site":
                return data.site_fields[name][holder]
            case "player":
                return data.player_fields[name][holder]
            case "piece":
                return data.piece_fields[name].get(holder, field.default)
            case "table":
                return data.tables[name][holder]
            case "game":
                return data.game_fields[name]
            case _:
                assert_never(field.holder)

    def default(self, field: str, /) -> Value:
        return self.game.fields[field].default

    # ---- counters, the present action, history, what is legal

    def counter(self, name: Counter, /) -> int:
        match name:
            case "turn":
                return self.data.turn
            case "moves":
                return self.data.moves
            case "passes":
                return self.data.passes
            case "phase":
                return self.game.phase_order.index(self.data.phase)
            case _:
                assert_never(name)

    @property
    def steps(self) -> int:
        return 0 if self.is_choosing else self.data.steps

    @property
    def captured(self) -> tuple[int, ...]:
        return self.data.captured

    def repeated(self, history: str, /) -> int:
        return self.judge.repeated(history)

    def cycle(self, history: str, /) -> int:
        return self.judge.cycle(history)

    def can_move(self, player: int, /) -> bool:
        return self.judge.can_move(player)

    def choices(self, player: int, /) -> int:
        return self.judge.choices(player)

    def can_make(self, player: int, actions: tuple[str, ...], /) -> bool:
        return self.judge.can_make(player, actions)

    def is_over(self) -> bool:
        return self.judge.is_over()

    # ---- paths and texts

    def has_way(self, path: model.Path, /) -> bool:
        viewpoint = self.viewpoint
        found = any(True for _ in paths.ways(path, self))
        self.viewpoint = viewpoint
        return found

    def ends(self, path: model.Path, /) -> tuple[int, ...]:
        viewpoint = self.viewpoint
        found = tuple(sorted(set(paths.ways(path, self))))
        self.viewpoint = viewpoint
        return found

    def text(self, value: Value, kind: Type, /) -> str:
        return written(self.game, value, kind, self.data)


def written(game: model.Game, value: Value, kind: Type, data: Data | None = None) -> str:
    """A value of a type in the words of the game; a piece is given by the site that it stands on, off the board by its
    kind."""
    if kind.base == "piece":
        site = data.site(value) if data is not None else None
        if site is None and data is not None and value in data.place:
            return word(game, data.kind[value], KIND)
        return word(game, site, kind)
    if kind.base == "set" and kind.element is not None and value is not None:
        return "{" + ", ".join(written(game, v, kind.element, data) for v in value) + "}"
    return word(game, value, kind)


def trouble(code: str, span: Span, message: str, label: str = "", help: str = "") -> GameError:
    """A rule that goes wrong while it is played, at its clause."""
    return GameError([Diagnostic(code, message, span, label, help=help)])


def told(clause: Span, view: View, otherwise: str) -> str:
    """The sentence of a clause in a position; `otherwise` where it has none, or where it asks for what cannot be computed."""
    meaning = view.game.meaning_at(clause)
    if meaning is None:
        return otherwise
    try:
        return str(view.value(meaning.text))
    except GameError:
        return otherwise
