"""The meaning of expressions: the value of each node of the core, in one place for every stage that evaluates.

`value(e, world)` is the value of an expression. What an expression asks beside its parts, the world answers: a state of
play in the reference engine, and hardly more than the board before the game begins (`gdl.core.static`).

Each sort of node has a function that makes of an expression what it means: a function from worlds to values, which calls
those of its parts. It is made once and kept with the expression, so what is known of a node for good, such as its operator,
is not looked up again for each value.

Values are those of `gdl.core.types`: a builtin applied to none gives false, none, 0 or the empty set.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar, assert_never, cast

from gdl.core import nodes as core
from gdl.core.arithmetic import calculate, comparison, is_too_large
from gdl.core.builtins import PURE
from gdl.core.types import missing
from gdl.core.world import NotStatic, TooLarge, Value, World

Meaning: TypeAlias = Callable[[World], Value]
Part = TypeVar("Part", bound=core.Keeping)
Made = TypeVar("Made")
Note: TypeAlias = Callable[[core.Expr, Value], None]


def value(e: core.Expr, world: World) -> Value:
    return meaning(e)(world)


def elements(e: core.Expr, world: World) -> tuple[Value, ...]:
    """The elements of a set-valued expression; one value is a set of its own, none an empty one."""
    return _as_elements(meaning(e)(world))


def _as_elements(found: Value) -> tuple[Value, ...]:
    if isinstance(found, tuple):
        return found
    return () if found is None else (found,)


def meaning(e: core.Expr) -> Meaning:
    """What an expression means."""
    return kept(e, _made)


def _made(e: core.Expr) -> Meaning:
    return _MEANINGS[type(e)](e)


def kept(part: Part, make: Callable[[Part], Made]) -> Made:
    """What is made of a part of the core with the meanings of its expressions: once, and kept with it."""
    if _observer is not None:
        return _observer.kept(part, make)
    try:
        return cast(Made, part.kept)
    except AttributeError:
        made = make(part)
        object.__setattr__(part, "kept", made)  # it follows from the part, and is none of it
        return made


# ---- names, players, fields and tables -------------------------------------------------------------


def _const(e: core.Const) -> Meaning:
    known = e.value
    return lambda world: known


def _local(e: core.Local) -> Meaning:
    slot = e.slot
    if e.type.base == "piece":
        return lambda world: found if world.is_there(found := world.names[slot]) else None
    return lambda world: world.names[slot]


def _role(e: core.Role) -> Meaning:
    match e.name:
        case "mover":
            return lambda world: world.mover
        case "viewpoint":
            return lambda world: world.viewpoint
        case _:
            assert_never(e.name)


def _get_field(e: core.GetField) -> Meaning:
    name, holder = e.field, meaning(e.holder) if e.holder is not None else None

    def get(world: World) -> Value:
        if holder is None:
            return world.field(name, None)
        of = holder(world)
        return world.default(name) if of is None else world.field(name, of)

    if e.type.base == "piece":
        return lambda world: found if world.is_there(found := get(world)) else None
    return get


def _attribute(e: core.Attribute) -> Meaning:
    name, kind, otherwise = e.name, meaning(e.kind), missing(e.type)
    if e.index is None:
        return lambda world: otherwise if (of := kind(world)) is None else world.cell(name, of)
    at = meaning(e.index)

    def indexed(world: World) -> Value:
        of = kind(world)
        if of is None:
            return otherwise
        found, place, index = world.cell(name, of), at(world), world.index(name)
        return found[index.index(place)] if place in index and isinstance(found, tuple) else otherwise

    return indexed


def _pool_of(e: core.PoolOf) -> Meaning:
    name = e.name
    if e.holder is None:
        return lambda world: world.pool(name, 0)
    holder = meaning(e.holder)
    return lambda world: () if (seat := holder(world)) is None else world.pool(name, seat)


def _apply(e: core.Apply) -> Meaning:
    name, arguments = e.definition, tuple(map(meaning, e.arguments))

    def apply(world: World) -> Value:
        definition = world.definition(name)
        values = [argument(world) for argument in arguments]
        names = world.names
        for at, given in enumerate(values):
            names[definition.parameters[at][1]] = given
        answers = world.answers
        if answers is None:
            return meaning(definition.body)(world)
        asked = (name, world.mover, world.viewpoint, *values)
        try:
            return answers[asked]
        except KeyError:
            found = answers[asked] = meaning(definition.body)(world)
            return found

    return apply


# ---- conditions and numbers ------------------------------------------------------------------------


def _if(e: core.If) -> Meaning:
    condition, then, otherwise = meaning(e.condition), meaning(e.then), meaning(e.otherwise)
    return lambda world: then(world) if condition(world) else otherwise(world)


def _and(e: core.And) -> Meaning:
    left, right = meaning(e.left), meaning(e.right)
    return lambda world: bool(left(world) and right(world))


def _or(e: core.Or) -> Meaning:
    left, right = meaning(e.left), meaning(e.right)
    return lambda world: bool(left(world) or right(world))


def _not(e: core.Not) -> Meaning:
    operand = meaning(e.operand)
    return lambda world: not operand(world)


def _compare(e: core.Compare) -> Meaning:
    holds, left, right = comparison(e.operator), meaning(e.left), meaning(e.right)
    return lambda world: holds(left(world), right(world))


def _arithmetic(e: core.Arithmetic) -> Meaning:
    left, right = meaning(e.left), meaning(e.right)
    return lambda world: calculated(e, left(world), right(world))


def calculated(e: core.Arithmetic, left: Value, right: Value) -> Value:
    """The value of a sum, a product or a range from those of its operands. Raises TooLarge."""
    found = calculate(e.operator, left, right)
    if isinstance(found, int | Fraction) and is_too_large(found):
        raise TooLarge(e.span)
    return found


# ---- sets ------------------------------------------------------------------------------------------


def _in(e: core.In) -> Meaning:
    element, members = meaning(e.element), meaning(e.set)
    return lambda world: element(world) in _as_elements(members(world))


def _make_set(e: core.MakeSet) -> Meaning:
    """What has no value is left out, unless it is written `none`."""
    items = tuple((meaning(item), is_none(item)) for item in e.items)

    def make(world: World) -> tuple[Value, ...]:
        found = ((item(world), keeps_none) for item, keeps_none in items)
        return tuple(dict.fromkeys(v for v, keeps_none in found if v is not None or keeps_none))

    return make


def is_none(e: core.Expr) -> bool:
    """Whether `none` is written."""
    return isinstance(e, core.Const) and e.value is None


def _comprehension(e: core.Comprehension) -> Meaning:
    slot, source = e.slot, meaning(e.source)
    condition = meaning(e.condition) if e.condition is not None else None
    of_each = meaning(e.value) if e.value is not None else None
    joins_sets, is_bag = e.joins_sets, e.is_bag

    def gather(world: World) -> tuple[Value, ...]:
        names, before = world.names, _bound(slot, world)
        found: list[Value] = []
        for item in _as_elements(source(world)):
            names[slot] = item
            if condition is None or condition(world):
                if of_each is None:
                    found.append(item)
                elif joins_sets:
                    found.extend(_as_elements(of_each(world)))
                else:
                    found.append(of_each(world))
        names[slot] = before
        if is_bag:
            return tuple(found)
        return tuple(dict.fromkeys(v for v in found if of_each is None or v is not None))

    return gather


def _ordered(e: core.Ordered) -> Meaning:
    slot, source, keys = e.slot, meaning(e.source), tuple(map(meaning, e.keys))

    def order(world: World) -> tuple[Value, ...]:
        names, before = world.names, _bound(slot, world)
        found: list[tuple[tuple[Any, ...], Value]] = []
        for item in _as_elements(source(world)):
            names[slot] = item
            values = [key(world) for key in keys]
            found.append((tuple((v is not None, v or 0) for v in values), item))
        names[slot] = before
        return tuple(item for _, item in sorted(found, key=lambda row: row[0]))

    return order


def _quantified(e: core.Quantified) -> Meaning:
    is_all, slot, source, body = e.is_all, e.slot, meaning(e.source), meaning(e.body)

    def holds(world: World) -> bool:
        names, before = world.names, _bound(slot, world)
        found = is_all
        for item in _as_elements(source(world)):
            names[slot] = item
            if bool(body(world)) != is_all:
                found = not is_all
                break
        names[slot] = before
        return found

    return holds


def _bound(slot: int, world: World) -> Value:
    """The value of a name before it stands for something else: definitions that are written out may use it twice."""
    try:
        return world.names[slot]
    except NotStatic:
        return None


def _reached(e: core.Reached) -> Meaning:
    slot, start, directions, condition = e.slot, meaning(e.start), meaning(e.directions), meaning(e.condition)
    leads = meaning(e.steps) if e.steps is not None else None

    def flood(world: World) -> tuple[int, ...]:
        found: set[int] = set()
        waiting = list(_as_elements(start(world)))
        ways = [world.board.steps[d] for d in _as_elements(directions(world)) if d is not None]
        before = _bound(slot, world)
        asked: set[int] = set()
        for site in waiting:  # which grows while it is read: breadth first
            if site in asked:
                continue
            asked.add(site)
            world.names[slot] = site
            if condition(world):
                found.add(site)
                if leads is not None:
                    waiting.extend(_as_elements(leads(world)))
                else:
                    waiting.extend(way[site] for way in ways if way[site] >= 0)
        world.names[slot] = before
        return tuple(sorted(found))

    return flood


# ---- paths, actions, texts -------------------------------------------------------------------------


def _some_path(e: core.SomePath) -> Meaning:
    path = e.path
    return lambda world: world.has_way(path)


def _path_ends(e: core.PathEnds) -> Meaning:
    path = e.path
    return lambda world: world.ends(path)


def _can_make(e: core.CanMake) -> Meaning:
    player, actions = meaning(e.player), e.actions
    return lambda world: (who := player(world)) is not None and world.can_make(who, actions)


def _template(e: core.Template) -> Meaning:
    pieces = [p if isinstance(p, str) else (meaning(p), p.type) for p in e.pieces]
    return lambda world: "".join(p if isinstance(p, str) else world.text(p[0](world), p[1]) for p in pieces)


# ---- builtins --------------------------------------------------------------------------------------


def _builtin(e: core.Builtin) -> Meaning:
    arguments = tuple(map(meaning, e.arguments))
    if e.name == "sum":
        return _sum(e, *arguments)
    if e.name in ASKING:
        return _asked(ASKING[e.name], arguments)
    return _computed(PURE[e.name], arguments)


def _asked(ask: Callable[..., Value], arguments: tuple[Meaning, ...]) -> Meaning:
    """A function of a world and of values, where the values are those of arguments."""
    match arguments:
        case ():
            return ask
        case (first,):
            return lambda world: ask(world, first(world))
        case _:
            return lambda world: ask(world, *[argument(world) for argument in arguments])


def _computed(compute: Callable[..., Value], arguments: tuple[Meaning, ...]) -> Meaning:
    """The same of a function of the board and of values."""
    match arguments:
        case (first,):
            return lambda world: compute(world.board, first(world))
        case (first, second):
            return lambda world: compute(world.board, first(world), second(world))
        case _:
            return lambda world: compute(world.board, *[argument(world) for argument in arguments])


def _sum(e: core.Builtin, terms: Meaning) -> Meaning:
    def add(world: World) -> Value:
        found = PURE["sum"](world.board, terms(world))
        if is_too_large(found):
            raise TooLarge(e.span)
        return found

    return add


def sites(world: World) -> tuple[int, ...]:
    """The sites in play: all cells; of a growing board those that hold something and those next to them."""
    board = world.board
    if not board.is_growing:
        return tuple(range(len(board.cells)))
    held = world.occupied()
    return tuple(sorted({*held, *(t for s in held for t in board.around[s])}))


def topmost(world: World, site: int | None) -> int | None:
    """The topmost piece of a site."""
    cell = world.cells[site] if site is not None else ()
    return cell[-1] if cell else None


def _relative(world: World, word: str, player: int | None) -> tuple[int, ...]:
    facing = world.facing(player) if player is not None else None
    return world.board.relative(word, facing) if facing is not None else ()


def _farthest(world: World, word: str, player: int | None) -> tuple[int, ...]:
    """The sites from which no step leads on, neither straight nor aslant."""
    ahead = (*_relative(world, word, player), *_relative(world, f"{word}_diagonal", player))
    return world.board.leaving(*ahead) if ahead else ()


def _partner(team: tuple[int, ...], player: int) -> int | None:
    return team[1 - team.index(player)] if len(team) == 2 else None


# Those that ask about more than their arguments and the board.
ASKING: dict[str, Callable[..., Value]] = {
    "sites": sites,
    "relative": _relative,
    "last_rank": lambda world, player: _farthest(world, "forward", player),
    "home_rank": lambda world, player: _farthest(world, "backward", player),
    "rival": lambda world, player: world.player_count - 1 - player if player is not None else None,
    "team": lambda world, player: world.team(player) if player is not None else (),
    "partner": lambda world, player: _partner(world.team(player), player) if player is not None else None,
    "after": lambda world, player: (player + 1) % world.player_count if player is not None else None,
    "stack": lambda world, site: world.cells[site] if site is not None else (),
    "empty": lambda world, site: site is not None and not world.cells[site],
    "occupied": lambda world, site: site is not None and bool(world.cells[site]),
    "piece": topmost,
    "site": lambda world, piece: world.site(piece) if piece is not None else None,
    "owner": lambda world, piece: world.owner(piece) if piece is not None else None,
    "kind": lambda world, piece: world.kind(piece) if piece is not None else None,
    "full": lambda world: all(world.cells[s.index] for s in world.board.cells),
    "pieces": lambda world: tuple(p for s in world.occupied() for p in world.cells[s]),
    "turn": lambda world: world.counter("turn"),
    "moves": lambda world: world.counter("moves"),
    "passes": lambda world: world.counter("passes"),
    "phase": lambda world: world.counter("phase"),
    "steps": lambda world: world.steps,
    "captures": lambda world: len(world.captured),
    "captured": lambda world: tuple(dict.fromkeys(world.captured)),
    "repeated": lambda world, history: world.repeated(history),
    "cycle": lambda world, history: world.cycle(history),
    "can_move": lambda world, player: player is not None and world.can_move(player),
    "choices": lambda world, player: world.choices(player) if player is not None else 0,
    "ended": lambda world: world.is_over(),
}

_MEANINGS: dict[type, Callable[[Any], Meaning]] = {
    core.Const: _const,
    core.Local: _local,
    core.Role: _role,
    core.GetField: _get_field,
    core.Attribute: _attribute,
    core.PoolOf: _pool_of,
    core.Apply: _apply,
    core.Builtin: _builtin,
    core.If: _if,
    core.And: _and,
    core.Or: _or,
    core.Not: _not,
    core.Compare: _compare,
    core.Arithmetic: _arithmetic,
    core.In: _in,
    core.MakeSet: _make_set,
    core.Comprehension: _comprehension,
    core.Ordered: _ordered,
    core.Quantified: _quantified,
    core.Reached: _reached,
    core.SomePath: _some_path,
    core.PathEnds: _path_ends,
    core.CanMake: _can_make,
    core.Template: _template,
}


# ---- who looks on ----------------------------------------------------------------------------------


class _Observer:
    """What is made while values are noted: it means the same, and tells what expressions have given."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._made: dict[int, tuple[core.Keeping, object]] = {}  # by identity, which a part here keeps

    def kept(self, part: Part, make: Callable[[Part], Made]) -> Made:
        if id(part) not in self._made:
            made = make(part)
            self._made[id(part)] = part, self._noted(part, made) if isinstance(part, core.Node) else made
        return cast(Made, self._made[id(part)][1])

    def _noted(self, e: Any, computed: Any) -> Meaning:
        note = self._note

        def compute(world: World) -> Value:
            found = computed(world)
            note(e, found)
            return found

        return compute


_observer: _Observer | None = None


@contextmanager
def observed(note: Note) -> Iterator[None]:
    """Tells each value that is computed inside, in whatever world of this process: for coverage. Not to be nested."""
    global _observer
    _observer = _Observer(note)
    try:
        yield
    finally:
        _observer = None
