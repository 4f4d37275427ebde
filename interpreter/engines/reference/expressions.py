"""The value of an expression in a position: one method a node of the core, no caches.

A `View` is a position, who moves in it, whose viewpoint is taken, and a frame with the values of local names.
"""

from collections.abc import Callable, Iterator
from typing import Any, assert_never

from gdl import model, static
from gdl.builtins import PURE
from gdl.diagnostics import Diagnostic, GameError, InternalError
from gdl.source import Span
from gdl.types import Type
from interpreter.engines.notation import word
from interpreter.engines.reference.data import Data

Value = Any


def trouble(code: str, span: Span, message: str, label: str = "", help: str = "") -> GameError:
    """A rule that goes wrong while it is played, at its clause."""
    return GameError([Diagnostic(code, message, span, label, help=help)])


class View:
    """Evaluates expressions. `Paths` adds those that speak of paths."""

    def __init__(self, game: model.Game, data: Data, mover: int) -> None:
        self.game = game
        self.board = game.board
        self.data = data
        self.mover = mover
        self.viewpoint = mover
        self.is_choosing = False  # the choices of a new action are made: nothing of it is done yet
        self.frame: list[Value] = [None] * game.slots
        self.can_move: Callable[[int], bool] = lambda player: False
        self.can_make: Callable[[int, tuple[str, ...]], bool] = lambda player, actions: False
        self.is_over: Callable[[], bool] = lambda: self.data.outcome is not None

    def value(self, expr: model.Expr) -> Value:
        return _EVALUATE[type(expr)](self, expr)

    def elements(self, expr: model.Expr) -> tuple[Value, ...]:
        """The elements of a set-valued expression; one value is a set of its own, none an empty one."""
        value = self.value(expr)
        if isinstance(value, tuple):
            return value
        return () if value is None else (value,)

    # ---- nodes

    def const(self, e: model.Const) -> Value:
        return e.value

    def local(self, e: model.Local) -> Value:
        value = self.frame[e.slot]
        if e.type.base == "piece" and value not in self.data.place:  # the piece is gone
            return None
        return value

    def role(self, e: model.Role) -> Value:
        match e.name:
            case "mover":
                return self.mover
            case "viewpoint":
                return self.viewpoint
            case _:
                assert_never(e.name)

    def get_field(self, e: model.GetField) -> Value:
        field, value = self.game.fields[e.field], self.field_value(e)
        if field.type.base == "piece" and value not in self.data.place:
            return None  # a piece that is gone
        return value

    def field_value(self, e: model.GetField) -> Value:
        data = self.data
        if e.holder is None:
            return data.game_fields[e.field]
        holder = self.value(e.holder)
        field = self.game.fields[e.field]
        if holder is None:
            return field.default
        match field.holder:
            case "game":
                return data.game_fields[e.field]
            case "site":
                return data.site_fields[e.field][holder]
            case "player":
                return data.player_fields[e.field][holder]
            case "piece":
                return data.piece_fields[e.field].get(holder, field.default)
            case _:
                assert_never(field.holder)

    def attribute(self, e: model.Attribute) -> Value:
        kind = self.value(e.kind)
        missing: Value = {"number": 0, "bool": False, "set": (), "text": ""}.get(e.type.base)
        if kind is None:
            return missing
        value: Any = self.game.kinds[kind].attributes[e.name]
        if e.index is None:
            return value
        column, index = self.game.columns[e.name], self.value(e.index)
        return value[column.index.index(index)] if index in column.index else missing

    def pool_of(self, e: model.PoolOf) -> Value:
        place = self.pool_place(e)
        return self.data.in_pool(place) if place is not None else ()

    def pool_place(self, e: model.PoolOf) -> int | None:
        """The number of a pool among the places off the board."""
        holder = self.value(e.holder) if e.holder is not None else 0
        return None if holder is None else self.game.pools[e.name].slot + holder

    def apply(self, e: model.Apply) -> Value:
        definition = self.game.definitions[e.definition]
        values = [self.value(a) for a in e.arguments]
        for (_, slot, _), value in zip(definition.parameters, values, strict=True):
            self.frame[slot] = value
        return self.value(definition.body)

    def if_(self, e: model.If) -> Value:
        return self.value(e.then) if self.value(e.condition) else self.value(e.otherwise)

    def and_(self, e: model.And) -> bool:
        return bool(self.value(e.left)) and bool(self.value(e.right))

    def or_(self, e: model.Or) -> bool:
        return bool(self.value(e.left)) or bool(self.value(e.right))

    def not_(self, e: model.Not) -> bool:
        return not self.value(e.operand)

    def compare(self, e: model.Compare) -> bool:
        return static.compare(e.operator, self.value(e.left), self.value(e.right))

    def arithmetic(self, e: model.Arithmetic) -> Value:
        return static.arithmetic(e.operator, self.value(e.left), self.value(e.right))

    def in_(self, e: model.In) -> bool:
        return self.value(e.element) in self.elements(e.set)

    def make_set(self, e: model.MakeSet) -> Value:
        return static.elements((i, self.value(i)) for i in e.items)

    def comprehension(self, e: model.Comprehension) -> Value:
        found = list(self.kept(e))
        if e.is_bag:
            return tuple(found)
        return tuple(dict.fromkeys(v for v in found if e.value is None or v is not None))

    def kept(self, e: model.Comprehension) -> Iterator[Value]:
        for item in self.elements(e.source):
            self.frame[e.slot] = item
            if e.condition is None or self.value(e.condition):
                if e.value is None:
                    yield item
                    continue
                self.frame[e.slot] = item
                if e.joins_sets:
                    yield from self.elements(e.value)
                else:
                    yield self.value(e.value)

    def quantified(self, e: model.Quantified) -> bool:
        for item in self.elements(e.source):
            self.frame[e.slot] = item
            if bool(self.value(e.body)) != e.is_all:
                return not e.is_all
        return e.is_all

    def reached(self, e: model.Reached) -> Value:
        found: dict[int, None] = {}
        waiting = list(self.elements(e.start))
        directions = self.elements(e.directions)
        asked: set[int] = set()
        while waiting:
            site = waiting.pop(0)
            if site in asked:
                continue
            asked.add(site)
            self.frame[e.slot] = site
            if self.value(e.condition):
                found[site] = None
                if e.steps is not None:
                    waiting.extend(self.elements(e.steps))
                    continue
                waiting.extend(
                    self.board.steps[d][site] for d in directions if self.board.steps[d][site] >= 0
                )
        return tuple(sorted(found))

    def template(self, e: model.Template) -> str:
        return "".join(p if isinstance(p, str) else self.text(self.value(p), p) for p in e.pieces)

    def text(self, value: Value, expr: model.Expr) -> str:
        """A value as people write it."""
        return written(self.game, value, expr.type, self.data)

    def some_path(self, e: model.SomePath) -> bool:
        raise InternalError("paths are evaluated by Paths")

    def could_make(self, e: model.CanMake) -> bool:
        player = self.value(e.player)
        return player is not None and self.can_make(player, e.actions)

    def path_ends(self, e: model.PathEnds) -> Value:
        raise InternalError("paths are evaluated by Paths")

    # ---- builtins

    def builtin(self, e: model.Builtin) -> Value:
        ask = _BUILTINS.get(e.name)
        if ask is not None:
            return ask(self, *(self.value(a) for a in e.arguments))
        return PURE[e.name](self.board, *(self.value(a) for a in e.arguments))

    def repeated(self, history: str) -> int:
        raise InternalError("positions are compared by Remembering")

    def cycle(self, history: str) -> int:
        raise InternalError("positions are compared by Remembering")

    def live(self) -> tuple[int, ...]:
        """The sites in play: all of them; of a growing board those that hold something and those next to them."""
        if not self.board.is_growing:
            return tuple(range(len(self.board.sites)))
        held = self.data.occupied()
        return tuple(sorted({*held, *(t for s in held for t in self.board.around[s])}))

    def top(self, site: int | None) -> int | None:
        """The topmost piece of a site."""
        if site is None or not self.data.cells[site]:
            return None
        return self.data.cells[site][-1]

    def relative(self, word: str, player: int | None) -> tuple[int, ...]:
        facing = self.game.players[player].facing if player is not None else None
        return self.board.relative(word, facing) if facing is not None else ()

    def farthest(self, word: str, player: int | None) -> tuple[int, ...]:
        ahead = (*self.relative(word, player), *self.relative(f"{word}_diagonal", player))
        steps = self.board.steps
        return tuple(s for s in range(len(self.board.sites)) if ahead and all(steps[d][s] < 0 for d in ahead))


def written(game: model.Game, value: Value, kind: Type, data: Data | None = None) -> str:
    """A value of a type in the words of the game; a piece is given by the site that it stands on."""
    if kind.base == "piece":
        return word(game, data.site(value) if data is not None else None, kind)
    if kind.base == "set" and kind.element is not None and value is not None:
        return "{" + ", ".join(written(game, v, kind.element, data) for v in value) + "}"
    return word(game, value, kind)


def _owner(view: View, piece: int | None) -> int | None:
    return view.data.owner.get(piece) if piece is not None else None


def _kind(view: View, piece: int | None) -> int | None:
    return view.data.kind.get(piece) if piece is not None else None


_BUILTINS: dict[str, Callable[..., Value]] = {
    "stack": lambda v, s: v.data.cells[s] if s is not None else (),
    "sites": lambda v: v.live(),
    "empty": lambda v, s: s is not None and not v.data.cells[s],
    "occupied": lambda v, s: s is not None and bool(v.data.cells[s]),
    "piece": lambda v, s: v.top(s),
    "site": lambda v, p: v.data.site(p),
    "owner": _owner,
    "kind": _kind,
    "full": lambda v: all(v.data.cells),
    "rival": lambda v, p: 1 - p if p is not None else None,
    "after": lambda v, p: (p + 1) % len(v.game.players) if p is not None else None,
    "can_move": lambda v, p: p is not None and v.can_move(p),
    "ended": lambda v: v.is_over(),
    "repeated": lambda v, name: v.repeated(name),
    "cycle": lambda v, name: v.cycle(name),
    "turn": lambda v: v.data.turn,
    "moves": lambda v: v.data.moves,
    "passes": lambda v: v.data.passes,
    "steps": lambda v: 0 if v.is_choosing else v.data.steps,
    "captures": lambda v: len(v.data.captured),
    "captured": lambda v: tuple(dict.fromkeys(v.data.captured)),
    "phase": lambda v: v.game.phase_order.index(v.data.phase),
    "pieces": lambda v: tuple(p for s in v.data.occupied() for p in v.data.cells[s]),
    "relative": lambda v, word, player: v.relative(word, player),
    "last_rank": lambda v, p: v.farthest("forward", p),
    "home_rank": lambda v, p: v.farthest("backward", p),
}


_EVALUATE: dict[type, Callable[..., Value]] = {
    model.Const: View.const,
    model.Local: View.local,
    model.Role: View.role,
    model.GetField: View.get_field,
    model.Attribute: View.attribute,
    model.PoolOf: View.pool_of,
    model.Apply: View.apply,
    model.Builtin: View.builtin,
    model.If: View.if_,
    model.And: View.and_,
    model.Or: View.or_,
    model.Not: View.not_,
    model.Compare: View.compare,
    model.Arithmetic: View.arithmetic,
    model.In: View.in_,
    model.MakeSet: View.make_set,
    model.Comprehension: View.comprehension,
    model.Quantified: View.quantified,
    model.Reached: View.reached,
    model.SomePath: lambda view, e: view.some_path(e),
    model.CanMake: View.could_make,
    model.PathEnds: lambda view, e: view.path_ends(e),
    model.Template: View.template,
}
