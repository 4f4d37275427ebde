"""Symmetries of a game: ways to lay its sites onto each other, and its two players, under which the rules say the same.

A *turn of the board* lays sites onto sites and directions onto directions, so that each step leads to where the step that is laid
on it leads; players stay who they are, or change places. Rules say the same under it if each part of them does: constants are
laid onto themselves, functions of the board give what is laid on what they gave before (which is tried with all arguments), and
what asks about pieces goes along with them. Ends may be laid onto each other: what the one says of a player the other says of
the other one. A part of which this is not known makes the turn none of the game's: there are fewer symmetries then, and never
a wrong one. Set-up does not count, since two positions that are laid onto each other are worth the same wherever the game
began, to those whose places the players have taken.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import cast

from gdl.boards.turns import turns_of
from gdl.core import builtins, model
from gdl.core import nodes as core
from gdl.core.types import DIRECTION, Type, set_of
from gdl.core.visit import children, is_node, nodes, said, substituted
from gdl.platform.dataclass import dataclass
from interpreter.lowering.facts.geometry import PLACED, Laid, in_order
from interpreter.lowering.game.partial_evaluation import rank_of_player

_MOST_SITES = 128  # of a board that is looked at
_MOST_TRIED = 40_000  # arguments of a function of the board
_NUMBERS = range(-24, 49)  # that functions of the board are tried with
_DIRECTIONS = set_of(DIRECTION)

_PLAIN = (
    core.If, core.And, core.Or, core.Not, core.Compare, core.Arithmetic, core.In, core.MakeSet,
    core.Comprehension, core.Quantified, core.Reached, core.SomePath, core.CanMake, core.PathEnds, core.Line, core.Walk,
    core.Step, core.Place, core.MoveTo, core.Remove, core.SetPhase, core.Bind, core.NextTurn, core.Finish,
    core.Branch, core.Acting, core.GetField, core.SetField, model.Choose, model.Along, model.Condition, model.Again, model.Turn,
    model.Offer, model.Fallback, model.Skip, model.Require, model.Prefer, model.Ending,
)  # fmt: skip
"""Parts that say the same wherever all that is inside them does."""

_UNPLACED = ("number", "bool", "player", "kind", "text", "none", "symbol", "point")
_BINDING = ("slot", "it")  # fields by which a part gives a name to something
_BY_STEPS = ("step", "neighbours", "distance", "beside")  # that follow from steps alone
# what depends on nothing but the piece or the player that is given
_OF_A_PIECE = ("owner", "kind", "rival", "after")
_OF_PLAYERS = ("last_rank", "home_rank", "relative")  # what reads only players, and is about the board


@dataclass(frozen=True, order=True)
class Symmetry:
    """A symmetry of a game: whether its players change places, and the sites onto which the sites are laid."""

    exchanges: bool
    sites: tuple[int, ...]


def symmetries(game: model.Game) -> list[Symmetry]:
    """The symmetries of a game, but for the one that changes nothing; those under which players stay who they are come first."""
    board = game.board
    unsuited = board.is_growing or board.is_stacking or board.places or len(board.cells) > _MOST_SITES
    hidden = game.hides or game.together or game.settles or game.has_chance or game.is_hidden
    is_plain = all(map(_is_plain_field, game.fields.values())) and all(map(_is_hand, game.pools.values()))
    if unsuited or hidden or not is_plain:
        return []
    same = Symmetry(False, tuple(range(len(board.cells))))
    found = {
        Symmetry(laid.exchanges, turn.sites)
        for turn in turns_of(board)
        for players in _orders(game)
        for laid in (Laid(turn, players),)
        if _Check(game, laid).holds_of_game()
    }
    return sorted(found - {same})


def _orders(game: model.Game) -> Iterator[tuple[int, ...]]:
    """Ways to lay the players onto each other: as they are, and two of them the other way round."""
    yield tuple(range(len(game.players)))
    if len(game.players) == 2 and all(len(team) == 1 for team in game.teams):
        yield 1, 0


def _is_plain_field(field: model.Field) -> bool:
    return field.holder in ("game", "player") and field.type.base in _UNPLACED


def _is_hand(pool: model.Pool) -> bool:
    """Whether a pool is a player's, owns what is in it, and keeps no order: then its pieces differ by their kinds alone."""
    return pool.holder == "player" and pool.is_owned and not pool.is_ordered


class _Check:
    """Whether parts of a game's rules say the same under a turn of its board. `open` are definitions that are just looked into,
    `names` the slots of what is named in one part by those in the part that it is compared with."""

    def __init__(self, game: model.Game, laid: Laid) -> None:
        self.game, self.board, self.laid = game, game.board, laid
        self.open: list[str] = []
        self.names: dict[int, int] = {}

    def holds_of_game(self) -> bool:
        """Whether all rules of the game do."""
        game = self.game
        rules = (game.actions, tuple(game.turns.values()), game.skips, game.requires, game.prefers)
        return (
            all(self._is_fixed(f.default, f.type) for f in game.fields.values())
            and self._holds_of_ends(game.ends)
            and self.holds((rules, game.limit_result))
        )

    def holds(self, part: object) -> bool:
        """Whether a part says the same."""
        return self.same(part, part)

    def same(self, part: object, other: object) -> bool:
        """Whether a part says what another one says of what is laid."""
        if isinstance(part, core.Apply) or isinstance(other, core.Apply):
            return self._of_definitions(part, other)
        if isinstance(part, core.Node) and isinstance(other, core.Node):
            return self._of_values(cast(core.Expr, part), cast(core.Expr, other))
        match part, other:
            case core.Stock(), core.Stock():
                return not part.settings and not other.settings and self._is_alike(part, other)
            case core.ForEach(), core.ForEach():
                return self._is_any_order(part) and self._is_alike(part, other)
            case core.Result(), core.Result():
                is_same = part.form == other.form and part.score == other.score
                is_same = is_same and self.same(part.ties, other.ties)
                return is_same and self.same(part.who, other.who) and self._of_score(part.score)
            case model.Action(), model.Action():
                return part is other and self.holds((part.parts, part.effects, part.finals, part.again))
            case None, None:
                return True
            case tuple(), tuple():
                return len(part) == len(other) and all(map(self.same, part, other))
        return self._is_plain(part, other)

    def _of_values(self, part: core.Expr, other: core.Expr) -> bool:
        """Whether the value of an expression is laid onto that of another one."""
        if part.type.base == "set":
            known, laid_on = self._static(part), self._static(other)
            if known is not None and laid_on is not None:
                return known == laid_on == () or self._is_laid(known, laid_on, part.type, other.type)
        match part, other:
            case core.Const(), core.Const():
                return self._is_laid(part.value, other.value, part.type, other.type)
            case core.Role(), core.Role():
                return part.name == other.name
            case core.Local(), core.Local():
                return self.names.get(part.slot, part.slot) == other.slot
            case core.Builtin(), core.Builtin():
                return (
                    part.name == other.name
                    and self._of_builtin(part)
                    and self.same(part.arguments, other.arguments)
                )
            case core.Attribute(), core.Attribute():
                is_plain = part.index is other.index is None and self._is_unplaced(part.type)
                return is_plain and part.name == other.name and self.same(part.kind, other.kind)
            case core.Quantified(), core.Quantified() if not part.is_all and self._is_connection(part, other):
                return True
            case core.PoolOf(), core.PoolOf():
                return part.name == other.name and self.same(part.holder, other.holder)
        return self._is_plain(part, other)

    def _is_plain(self, part: object, other: object) -> bool:
        return type(part) is type(other) and isinstance(part, _PLAIN) and self._is_alike(part, other)

    def _is_alike(self, part: object, other: object) -> bool:
        """Whether a part is of the same form as another one, and what is inside it says what the other one says."""
        if part is not other:
            for name in said(type(part)):
                here, there = getattr(part, name), getattr(other, name)
                if name in _BINDING and isinstance(here, int) and isinstance(there, int):
                    self.names[here] = there
                elif name != "name" and not _is_same_but_for_nodes(here, there):
                    return False
        else:
            named = (getattr(part, name, None) for name in _BINDING)
            self.names.update({slot: slot for slot in named if slot is not None})
        return all(map(self.same, children(part), children(other)))

    def _of_definitions(self, part: object, other: object) -> bool:
        """Whether a part says what another one says, where one of them is a definition applied."""
        named = [p.definition for p in (part, other) if isinstance(p, core.Apply)]
        if any(name not in self.game.definitions or name in self.open for name in named):
            return False
        self.open += named
        found = self.same(self._written_out(part), self._written_out(other))
        del self.open[-len(named) :]
        return found

    def _written_out(self, part: object) -> object:
        if not isinstance(part, core.Apply):
            return part
        definition = self.game.definitions[part.definition]
        slots = [slot for _, slot, _ in definition.parameters]
        return substituted(definition.body, dict(zip(slots, part.arguments, strict=True)))

    def _of_score(self, name: str) -> bool:
        """Whether the score of a player is that of the player onto whom they are laid."""
        definition = self.game.definitions.get(name)
        return not name or (definition is not None and self.holds(definition.body))

    # ends, of which the first one that holds counts

    def _holds_of_ends(self, ends: tuple[model.Ending, ...]) -> bool:
        """Whether each end is laid onto one of its own, and two that change their order cannot both hold."""
        images: list[int] = []
        for i, end in enumerate(ends):
            others = [i, *(k for k in range(len(ends)) if k != i)]
            image = next((k for k in others if k not in images and self.same(end, ends[k])), None)
            if image is None:
                return False
            images.append(image)
        return all(
            images[i] < images[k] or _are_apart(ends[i].condition, ends[k].condition)
            for i, k in combinations(range(len(ends)), 2)
        )

    # constants and functions of the board

    def _is_known(self, type_: Type) -> bool:
        element = type_.element if type_.base == "set" else type_
        return element is not None and element.base in (*PLACED, *_UNPLACED)

    def _is_unplaced(self, type_: Type) -> bool:
        element = type_.element if type_.base == "set" else type_
        if element is None or (element.base == "player" and self.laid.exchanges):
            return False
        return element.base in _UNPLACED

    def _is_laid(self, value: object, image: object, type_: Type, image_type: Type) -> bool:
        """Whether a value is laid onto another one."""
        if value == image == ():
            return True
        if type_ != image_type or not self._is_known(type_):
            return False
        found = self.laid.value(value, type_)
        return found == (in_order(image) if type_.base == "set" and image is not None else image)

    def _is_fixed(self, value: object, type_: Type) -> bool:
        return self._is_laid(value, value, type_, type_)

    def _of_builtin(self, e: core.Builtin) -> bool:
        if e.name == "first" and _are_equal(e.arguments):
            return True
        facts = builtins.facts(e.name)
        if facts.tells_order or "history" in facts.reads:
            return False
        if e.name in _OF_PLAYERS:
            return self._is_same_for_all(e)
        if facts.reads or e.name in builtins.UNPLACED:
            return True
        if e.name in _BY_STEPS:
            return self._is_fixed(self.board.adjacent, _DIRECTIONS)
        return self._is_known(e.type) and self._commutes(e)

    def _is_same_for_all(self, e: core.Builtin) -> bool:
        """Whether the sites or directions of each player are laid onto those of the player onto whom they are laid."""
        found = [self._of_player(e, p) for p in range(len(self.game.players))]
        return all(
            here is not None and there is not None and self._is_laid(here, there, e.type, e.type)
            for here, there in ((here, found[p]) for here, p in zip(found, self.laid.players, strict=True))
        )

    def _of_player(self, e: core.Builtin, player: int) -> tuple[int, ...] | None:
        """The sites or directions of a player; None if they are not known."""
        if e.name != "relative":
            return tuple(rank_of_player(e.name == "last_rank", player, self.game))
        facing, word = self.game.players[player].facing, e.arguments[0]
        if facing is None:
            return ()
        return tuple(self.board.relative(str(word.value), facing)) if isinstance(word, core.Const) else None

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
        return here == (in_order(there) if result.base == "set" else there)

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

    def _is_connection(self, e: core.Quantified, other: core.Quantified) -> bool:
        """`some s in reached from A while T: s in B`, laid onto the same from A' to B': whoever can go from one to the other can
        go back, if each step can be undone, so A may be laid onto B' as well, and B onto A'."""
        flood, image = e.source, other.source
        if not (isinstance(flood, core.Reached) and isinstance(image, core.Reached)):
            return False
        ends, images = self._ends_of(e, flood), self._ends_of(other, image)
        ways, image_ways = self._static(flood.directions), self._static(image.directions)
        if ends is None or images is None or ways is None or image_ways is None:
            return False
        laid = [self.laid.value(v, flood.type) for v in ends]
        self.names[flood.slot] = image.slot
        return (
            self._can_be_undone(ways)
            and laid in (images, images[::-1])
            and self._is_laid(ways, image_ways, _DIRECTIONS, _DIRECTIONS)
            and self.same(flood.condition, image.condition)
        )

    def _ends_of(self, e: core.Quantified, flood: core.Reached) -> list[tuple[object, ...]] | None:
        """Where a connection begins, and where it leads, if that is known before play."""
        body = e.body
        if flood.steps is not None or not isinstance(body, core.In):
            return None
        if not isinstance(body.element, core.Local) or body.element.slot != e.slot:
            return None
        start, goal = self._static(flood.start), self._static(body.set)
        return None if start is None or goal is None else [start, goal]

    def _can_be_undone(self, ways: tuple[object, ...]) -> bool:
        steps = self.board.steps
        known = cast(tuple[int, ...], ways)
        pairs = {(s, steps[d][s]) for d in known for s in range(len(self.board.cells)) if steps[d][s] >= 0}
        return all((b, a) in pairs for a, b in pairs)

    def _static(self, e: core.Expr) -> tuple[object, ...] | None:
        """A set that is known before play, in the order of its elements' numbers."""
        if isinstance(e, core.Const):
            return in_order(e.value)
        if isinstance(e, core.MakeSet):
            values = [item.value for item in e.items if isinstance(item, core.Const)]
            is_whole = len(values) == len(e.items) and None not in values
            return in_order(values) if is_whole else None
        if isinstance(e, core.Builtin) and e.name in builtins.PURE:
            given = [a.value for a in e.arguments if isinstance(a, core.Const)]
            if len(given) == len(e.arguments) and e.type.base == "set":
                return in_order(builtins.PURE[e.name](self.board, *given))
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
        if isinstance(effect, core.Stock):
            said = (effect.kind, effect.owner, effect.pool.holder, effect.times)
            return all(map(self._is_of_itself, nodes(said)))
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


def _is_same_but_for_nodes(here: object, there: object) -> bool:
    """Whether two values are equal, but for the nodes inside them, which need only be in the same places."""
    if isinstance(here, tuple) and isinstance(there, tuple):
        return len(here) == len(there) and all(map(_is_same_but_for_nodes, here, there))
    return is_node(there) if is_node(here) else here == there


def _are_equal(arguments: tuple[object, ...]) -> bool:
    """Whether a set holds pieces of one kind in one pool, `{it in pool where kind(it) = k}`: whichever is taken, all is the same."""
    match arguments:
        case (
            core.Comprehension(
                source=core.PoolOf(),
                slot=slot,
                value=None,
                condition=core.Compare(
                    operator="=",
                    left=core.Builtin(name="kind", arguments=(core.Local(slot=named),)),
                    right=core.Local(slot=kind),
                ),
            ),
        ):
            return named == slot != kind
    return False


def _are_apart(a: core.Expr, b: core.Expr) -> bool:
    """Whether two conditions hold for different movers only."""
    first, second = _movers(a), _movers(b)
    return first is not None and second is not None and first != second


def _movers(condition: core.Expr) -> object | None:
    """The only mover for whom a condition may hold, if it names one."""
    match condition:
        case core.And():
            found = _movers(condition.left)
            return _movers(condition.right) if found is None else found
        case core.Compare(operator="=", left=core.Role(name="mover"), right=core.Const(value=player)):
            return player
        case core.Compare(operator="=", left=core.Const(value=player), right=core.Role(name="mover")):
            return player
    return None
