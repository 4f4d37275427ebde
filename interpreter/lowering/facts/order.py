"""Which sets must be kept with their order.

A set has an order, that of first appearance. For most sets it is that of their elements' numbers, so bits keep it. Where
it is another one and something depends on it (a loop, chance, `first`, `last`, a position that tells what waits), the name
that holds the set is a list.
"""

from collections.abc import Set as AbstractSet

from gdl.core import builtins, model
from gdl.core.rules import judging, played, with_effects
from gdl.core.visit import children, nodes
from interpreter.lowering.game.expression_analysis import is_kind_of


def is_canonical(e: model.Expr, game: model.Game, ordered: AbstractSet[int], are_kinds: bool) -> bool:
    """Whether a set comes in the order of its elements' numbers; `ordered` are the names that hold others.

    `are_kinds`: pieces are named by their kinds, which is the order of pools.
    """
    match e:
        case model.Const():
            values = e.value if isinstance(e.value, tuple) else (e.value,)
            return list(values) == sorted(values, key=_rank)
        case model.Comprehension():
            is_plain = e.value is None or (are_kinds and is_kind_of(e.value, e.slot))
            return is_plain and is_canonical(e.source, game, ordered, are_kinds)
        case model.PoolOf():
            return are_kinds
        case model.Builtin(name="difference" | "first_of" | "last_of", arguments=(left, _)):
            return is_canonical(left, game, ordered, are_kinds)
        case model.Builtin(name="relative", arguments=(model.Const(value=word), _)):
            facings = [p.facing for p in game.players if p.facing is not None]
            chosen = [list(game.board.relative(str(word), f)) for f in facings]
            return all(c == sorted(c) for c in chosen)
        case model.Builtin():
            return builtins.facts(e.name).order == "numbers"
        case model.Apply():
            return is_canonical(game.definitions[e.definition].body, game, ordered, are_kinds)
        case model.If():
            return all(is_canonical(x, game, ordered, are_kinds) for x in (e.then, e.otherwise))
        case model.Local():
            return e.slot not in ordered
        case model.Reached() | model.Attribute() | model.PathEnds():
            return True
    return e.type.base != "set"


def _rank(value: model.Value) -> float:
    """A value's place among the elements of a set; none comes first."""
    return float(value) if isinstance(value, int) else -1.0


def ordered_names(game: model.Game, are_kinds: bool) -> frozenset[int]:
    """The names of sets whose order matters and may not be that of their elements' numbers.

    `are_kinds`: pieces are named by their kinds.
    """
    found = _Orders(game)
    found.all()
    other = set(found.gathered)
    while True:
        more = {
            slot
            for slot, e in found.given
            if e.type.base == "set" and not is_canonical(e, game, other, are_kinds)
        } - other
        if not more:
            return frozenset(other & found.matters)
        other |= more


class _Orders:
    """Finds the names whose order matters, and what they hold."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        self.matters: set[int] = set()  # names
        self.asked: set[str] = set()  # definitions whose value's order matters
        self.given: list[tuple[int, model.Expr]] = []  # names, and what they are given
        self.gathered: set[int] = set()  # names that hold the sites of a path

    def all(self) -> None:
        game = self.game
        while True:
            before = len(self.matters), len(self.asked)
            self.given.clear()
            for e in nodes(with_effects(game)):
                self.rule(e)
            for d in game.definitions.values():
                self.expr(d.body, d.name in self.asked)
            for e in nodes(judging(game)):
                if isinstance(e, model.Node):
                    self.expr(e, False)
            if before == (len(self.matters), len(self.asked)):
                return

    def rule(self, e: object) -> None:
        """An effect, or a part of an action; what is inside it comes by itself."""
        match e:
            case model.ForEach():
                is_free = len(e.generators) == 1 and commutes(e.body, e.generators[0][0], self.game)
                for _, source in e.generators:
                    self.expr(source, not is_free)
            case model.ForPath() | model.Along():
                self.path(e.path, True)
            case model.Action(again=model.Again(is_any_order=True)):
                for part in e.parts:
                    if isinstance(part, model.Choose):
                        self.expr(part.source, True)
            case model.Chance():
                self.expr(e.source, True)
            case model.Remove():
                self.expr(e.pieces, e.is_capture and _asks_for_captured(self.game))
            case model.Bind():
                self.bound(e.slot, e.value)
            case model.Demanded():
                for slot, value in e.binds:
                    self.bound(slot, value)
                parameters = self.game.action(e.action).parameters
                for (_, slot, kind), value in zip(parameters, e.arguments, strict=True):
                    if kind.base == "set":  # a position tells what a demand is given, as it came
                        self.matters.add(slot)
                    self.bound(slot, value)
            case model.Line() | model.Walk() | model.Leap():
                pass
            case model.Node():
                self.expr(e, False)

    def bound(self, slot: int, value: model.Expr) -> None:
        self.given.append((slot, value))
        self.expr(value, slot in self.matters)

    def path(self, path: model.Path, matters: bool) -> None:
        if not isinstance(path, model.Leap):
            self.expr(path.directions, matters)
        for e in nodes(path):  # a step may stand in a group that is made several times
            if isinstance(e, model.Step) and e.collects and e.slot is not None:
                self.gathered.add(e.slot)

    def expr(self, e: model.Node, matters: bool) -> None:
        match e:
            case model.Local():
                if matters and e.type.base == "set":
                    self.matters.add(e.slot)
            case model.Builtin():
                self.builtin(e, matters)
            case model.Comprehension():
                self.expr(e.source, matters)
                self.parts(e.condition, None if e.joins_sets else e.value)
                if e.joins_sets and e.value is not None:
                    self.expr(e.value, matters)
            case model.Ordered():
                self.expr(e.source, matters)
                self.parts(*e.keys)
            case model.If():
                self.expr(e.condition, False)
                self.expr(e.then, matters)
                self.expr(e.otherwise, matters)
            case model.Apply():
                if matters:
                    self.asked.add(e.definition)
                parameters = self.game.definitions[e.definition].parameters
                for (_, slot, _), value in zip(parameters, e.arguments, strict=True):
                    self.bound(slot, value)
            case model.SomePath() | model.PathEnds():
                self.path(e.path, False)
                self.inside(e.path)
            case _:
                self.inside(e)

    def builtin(self, e: model.Builtin, matters: bool) -> None:
        match e.name, e.arguments:
            case "union", (left, right):
                self.expr(left, matters)
                self.expr(right, matters)
            case "difference", (left, right):
                self.expr(left, matters)
                self.expr(right, False)
            case name, arguments:
                for a in arguments:
                    self.expr(a, builtins.facts(name).tells_order)

    def inside(self, part: object) -> None:
        self.parts(*(x for x in children(part) if isinstance(x, model.Node)))

    def parts(self, *parts: model.Node | None) -> None:
        for e in parts:
            if e is not None:
                self.expr(e, False)


def _asks_for_captured(game: model.Game) -> bool:
    """Whether some rule asks which kinds were captured, in their order."""
    return any(isinstance(e, model.Builtin) and e.name == "captured" for e in nodes(played(game)))


def commutes(body: tuple[model.Effect, ...], slot: int, game: model.Game) -> bool:
    """Whether a loop over a set does the same in any order: each round changes only its own element, to known values."""

    def is_own(e: model.Expr | None) -> bool:
        match e:
            case model.Local():
                return e.slot == slot
            case model.Builtin(name="piece" | "site" | "single", arguments=(inner,)):
                return is_own(inner)
        return False

    def is_plain(e: model.Expr | None) -> bool:
        return e is None or isinstance(e, model.Const | model.Role)

    for e in body:
        match e:
            case model.SetField():
                if not (is_own(e.holder) and is_plain(e.value)):
                    return False
            case model.Remove():
                if not is_own(e.pieces) or (e.is_capture and _asks_for_captured(game)):
                    return False
            case model.Place():
                if not (is_own(e.sites) and is_plain(e.kind) and is_plain(e.owner)) or e.settings:
                    return False
            case _:
                return False
    return True
