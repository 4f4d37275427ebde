"""Symmetries of a game: ways to lay its sites onto each other under which the rules say the same of all players.

A *turn of the board* lays sites onto sites and directions onto directions, so that each step leads to where the step that is laid
on it leads. Rules say the same under it if each part of them does: constants stay where they are, functions of the board give what is laid
on what they gave before (which is tried with all arguments), and what asks about pieces goes along with them. A part of
which this is not known makes the turn none of the game's: there are fewer symmetries then, and never a wrong one. Set-up
does not count, since two positions that are laid onto each other are worth the same wherever the game began.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import cast

from gdl import builtins, core, model
from gdl.board import Board
from gdl.types import DIRECTION, Type, set_of
from gdl.visit import children, nodes, substituted
from interpreter.lowering.game.inlining import rank_of_player

_MOST_SITES = 128  # of a board that is looked at
_MOST_TRIED = 40_000  # arguments of a function of the board
_NUMBERS = range(-24, 49)  # that functions of the board are tried with
_ROUND = 360  # degrees
_DIRECTIONS = set_of(DIRECTION)

_PLAIN = (
    core.Local, core.Role, core.If, core.And, core.Or, core.Not, core.Compare, core.Arithmetic, core.In, core.MakeSet,
    core.Comprehension, core.Quantified, core.Reached, core.SomePath, core.CanMake, core.PathEnds, core.Line, core.Walk,
    core.Step, core.Place, core.MoveTo, core.Remove, core.Swap, core.SetPhase, core.Bind, core.NextTurn, core.Finish,
    core.Branch, core.Acting, model.Choose, model.Along, model.Condition, model.Again, model.Turn, model.Offer,
    model.Fallback, model.Skip, model.Require, model.Prefer, model.Ending,
)  # fmt: skip
"""Parts that say the same wherever all that is inside them does."""

_PLACED = ("site", "direction")  # types of values that are laid onto others
_UNPLACED = ("number", "bool", "player", "kind", "text", "none", "symbol", "point")
_BY_STEPS = ("step", "neighbours", "distance", "beside")  # that follow from steps alone
_OF_SETS = ("even", "odd", "abs", "min", "max", "sum", "count", "single", "union", "difference")
_OF_A_PIECE = (
    "owner",
    "kind",
    "rival",
    "after",
)  # what depends on nothing but the piece or the player that is given
_OF_PLAYERS = ("last_rank", "home_rank", "relative")  # what reads only players, and is about the board


def _in_order(values: object) -> tuple[object, ...]:
    """A set in the order of its elements' numbers, `none` first."""
    return tuple(sorted(cast(Sequence[int | None], values), key=lambda v: -1 if v is None else v))


@dataclass(frozen=True)
class Laid:
    """What is laid onto what: the images of the sites, and of the directions."""

    sites: tuple[int, ...]
    directions: tuple[int, ...]

    def value(self, value: object, type_: Type) -> object:
        """What a value is laid onto; of a set in the order of its elements' numbers."""
        if value is None or type_.base not in ("set", *_PLACED):
            return value
        if type_.base == "set":
            assert type_.element is not None
            return _in_order([self.value(v, type_.element) for v in cast(Sequence[object], value)])
        return (self.sites if type_.base == "site" else self.directions)[cast(int, value)]


def symmetries(game: model.Game) -> list[tuple[int, ...]]:
    """For each symmetry of a game, but for the one that changes nothing, the sites onto which the sites are laid."""
    board = game.board
    unsuited = board.is_growing or board.is_stacking or board.places or len(board.cells) > _MOST_SITES
    hidden = game.pools or game.hides or game.together or game.settles or game.has_chance or game.is_hidden
    if unsuited or hidden or any(not _is_plain_field(f) for f in game.fields.values()):
        return []
    rules = (game.actions, tuple(game.turns.values()), game.skips, game.requires, game.prefers, game.ends)
    same = tuple(range(len(board.cells)))
    found = {laid.sites for laid in turns_of(board) if _Check(game, laid).holds((rules, game.limit_result))}
    return sorted(found - {same})


def _is_plain_field(field: model.Field) -> bool:
    return field.holder in ("game", "player") and field.type.base in _UNPLACED


# ---- the board


def turns_of(board: Board) -> Iterator[Laid]:
    """All turns of a board, the one that changes nothing included."""
    angles = [d.angle for d in board.directions]
    if len(set(angles)) < len(angles):
        return
    by_angle = {angle: d for d, angle in enumerate(angles)}
    for sign, first in product((1, -1), angles):
        shift = first - sign * angles[0]
        images = [by_angle.get((sign * angle + shift) % _ROUND) for angle in angles]
        directions = tuple(d for d in images if d is not None)
        if len(set(directions)) == len(angles):
            for start in range(len(board.cells)):
                sites = _laid_from(board, directions, start)
                if sites is not None:
                    yield Laid(sites, directions)


def _laid_from(board: Board, directions: tuple[int, ...], start: int) -> tuple[int, ...] | None:
    """The images of all sites, if the first one is laid onto `start`; None if steps do not fit or do not lead everywhere."""
    images, waiting = {0: start}, [0]
    for site in waiting:  # which grows while it is read
        for d, image in enumerate(directions):
            there, goal = board.steps[d][site], board.steps[image][images[site]]
            if (there < 0) != (goal < 0) or images.get(there, goal) != goal:
                return None
            if there >= 0 and there not in images:
                images[there] = goal
                waiting.append(there)
    found = tuple(images[s] for s in range(len(board.cells)) if s in images)
    return found if len(set(found)) == len(board.cells) else None


# ---- the rules


class _Check:
    """Whether parts of a game's rules say the same under a turn of its board. `open` are definitions that are just looked into."""

    def __init__(self, game: model.Game, laid: Laid) -> None:
        self.game, self.board, self.laid = game, game.board, laid
        self.open: list[str] = []

    def holds(self, part: object) -> bool:
        """Whether a part says the same."""
        match part:
            case core.Const():
                is_empty = part.value == ()
                return is_empty or (self._is_known(part.type) and self._is_fixed(part.value, part.type))
            case core.Builtin():
                return self._of_builtin(part) and self.holds(part.arguments)
            case core.MakeSet() if part.items and (known := self._static(part)) is not None:
                return self._is_known(part.type) and self._is_fixed(known, part.type)
            case core.Apply():
                return self._of_definition(part.definition, part.arguments)
            case core.Attribute():
                return part.index is None and self._is_unplaced(part.type) and self.holds(part.kind)
            case core.GetField():
                return self.holds(part.holder)
            case core.Quantified() if not part.is_all and self._is_connection(part):
                return True
            case core.SetField():
                return self.holds((part.holder, part.value))
            case core.ForEach():
                return self._is_any_order(part) and all(map(self.holds, children(part)))
            case core.Result():
                return self.holds(part.who) and (not part.score or self._of_definition(part.score, ()))
            case model.Action():
                return self.holds((part.parts, part.effects, part.finals, part.again))
            case None:
                return True
            case tuple():
                return all(map(self.holds, part))
        return isinstance(part, _PLAIN) and all(map(self.holds, children(part)))

    def _of_definition(self, name: str, arguments: tuple[core.Expr, ...]) -> bool:
        definition = self.game.definitions.get(name)
        if definition is None or name in self.open:
            return False
        slots = [slot for _, slot, _ in definition.parameters]
        self.open.append(name)
        body = substituted(definition.body, dict(zip(slots, arguments, strict=False)))
        found = self.holds(body)
        self.open.pop()
        return found

    # constants and functions of the board

    def _is_known(self, type_: Type) -> bool:
        element = type_.element if type_.base == "set" else type_
        return element is not None and element.base in (*_PLACED, *_UNPLACED)

    def _is_unplaced(self, type_: Type) -> bool:
        element = type_.element if type_.base == "set" else type_
        return element is not None and element.base in _UNPLACED

    def _is_fixed(self, value: object, type_: Type) -> bool:
        image = self.laid.value(value, type_)
        return image == (_in_order(value) if type_.base == "set" and value else value)

    def _of_builtin(self, e: core.Builtin) -> bool:
        facts = builtins.facts(e.name)
        if facts.tells_order or "history" in facts.reads:
            return False
        if e.name in _OF_PLAYERS:
            return self._is_same_for_all(e)
        if facts.reads or e.name in _OF_SETS:
            return True
        if e.name in _BY_STEPS:
            return self._is_fixed(self.board.adjacent, _DIRECTIONS)
        return self._is_known(e.type) and self._commutes(e)

    def _is_same_for_all(self, e: core.Builtin) -> bool:
        """Whether sites or directions that belong to a player are laid onto themselves, for every player."""
        for p, player in enumerate(self.game.players):
            if e.name != "relative":
                found = rank_of_player(e.name == "last_rank", p, self.game)
            elif player.facing is None:
                found = ()
            elif isinstance(e.arguments[0], core.Const):
                found = self.board.relative(str(e.arguments[0].value), player.facing)
            else:
                return False
            if not self._is_fixed(tuple(found), e.type):
                return False
        return True

    def _commutes(self, e: core.Builtin) -> bool:
        """Whether a function of the board gives of what is laid onto its arguments what is laid onto its result: tried with all."""
        function = builtins.PURE.get(e.name)
        domains = [self._domain(a) for a in e.arguments]
        if function is None or None in domains:
            return False
        known = cast(list[Sequence[object]], domains)
        count = 1
        for domain in known:
            count *= len(domain)
        types = [a.type for a in e.arguments]
        return count <= _MOST_TRIED and all(
            self._agrees(function, types, e.type, given) for given in product(*known)
        )

    def _agrees(
        self, function: Callable[..., object], types: Sequence[Type], result: Type, given: Sequence[object]
    ) -> bool:
        laid = [self.laid.value(v, t) for v, t in zip(given, types, strict=True)]
        here, there = self.laid.value(function(self.board, *given), result), function(self.board, *laid)
        return here == (_in_order(there) if result.base == "set" else there)

    def _domain(self, e: core.Expr) -> Sequence[object] | None:
        if isinstance(e, core.Const):
            return (e.value,)
        sizes: dict[str, Sequence[object]] = {
            "site": range(len(self.board.cells)),
            "direction": range(len(self.board.directions)),
            "number": _NUMBERS,
            "point": ("centre",),
        }
        return sizes.get(e.type.base)

    # what the order of sites, or the way of a path, has no part in

    def _is_connection(self, e: core.Quantified) -> bool:
        """`some s in reached from A while T: s in B` where A and B are laid onto each other: whoever can go from one to the other can
        go back, if each step can be undone."""
        flood, body = e.source, e.body
        if not isinstance(flood, core.Reached) or flood.steps is not None or not isinstance(body, core.In):
            return False
        if body.element != core.Local(
            body.element.span, body.element.type, e.slot, getattr(body.element, "name", "")
        ):
            return False
        start, goal = self._static(flood.start), self._static(body.set)
        ways = self._static(flood.directions)
        if start is None or goal is None or ways is None or not self._can_be_undone(ways):
            return False
        images = [self.laid.value(v, flood.type) for v in (start, goal)]
        return (
            images in ([start, goal], [goal, start])
            and self._is_fixed(ways, _DIRECTIONS)
            and self.holds(flood.condition)
        )

    def _can_be_undone(self, ways: tuple[object, ...]) -> bool:
        steps = self.board.steps
        known = cast(tuple[int, ...], ways)
        pairs = {(s, steps[d][s]) for d in known for s in range(len(self.board.cells)) if steps[d][s] >= 0}
        return all((b, a) in pairs for a, b in pairs)

    def _static(self, e: core.Expr) -> tuple[object, ...] | None:
        """A set that is known before play, in the order of its elements' numbers."""
        if isinstance(e, core.Const):
            return _in_order(e.value)
        if isinstance(e, core.MakeSet):
            values = [item.value for item in e.items if isinstance(item, core.Const)]
            is_whole = len(values) == len(e.items) and None not in values
            return _in_order(values) if is_whole else None
        if isinstance(e, core.Builtin) and e.name in builtins.PURE:
            given = [a.value for a in e.arguments if isinstance(a, core.Const)]
            if len(given) == len(e.arguments) and e.type.base == "set":
                return _in_order(builtins.PURE[e.name](self.board, *given))
        return None

    def _is_any_order(self, e: core.ForEach) -> bool:
        """Whether a loop changes only what it goes through, by what does not change: then its order does not matter."""
        slots = {slot for slot, _ in e.generators}
        return (
            e.condition is None
            and len(e.generators) == 1
            and all(self._is_own_change(x, slots) for x in e.body)
        )

    def _is_own_change(self, effect: core.Effect, slots: set[int]) -> bool:
        if not isinstance(effect, core.SetField) or effect.field not in ("owner", "kind"):
            return False
        return (
            isinstance(effect.holder, core.Local)
            and effect.holder.slot in slots
            and all(map(self._is_of_itself, nodes(effect.value)))
        )

    def _is_of_itself(self, part: object) -> bool:
        """Whether a part asks about nothing but what it is given."""
        is_of_piece = isinstance(part, core.Builtin) and part.name in _OF_A_PIECE
        return is_of_piece or isinstance(part, core.Role | core.Const | core.Local)
