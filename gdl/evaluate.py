"""The meaning of expressions: the value of each node of the core, in one place for every stage that evaluates.

`value(e, world)` is the value of an expression. What an expression asks beside its parts, the world answers: a state of
play in the reference engine, and hardly more than the board before the game begins (`gdl.static`).

Values are those of `gdl.types`: a builtin applied to none gives false, none, 0 or the empty set.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, assert_never

from gdl import core
from gdl.arithmetic import calculate, compare, is_too_large
from gdl.builtins import PURE
from gdl.types import missing
from gdl.world import NotStatic, TooLarge, Value, World


def value(e: core.Expr, world: World) -> Value:
    return _NODES[type(e)](e, world)


def elements(e: core.Expr, world: World) -> tuple[Value, ...]:
    """The elements of a set-valued expression; one value is a set of its own, none an empty one."""
    found = value(e, world)
    if isinstance(found, tuple):
        return found
    return () if found is None else (found,)


# ---- names, players, fields and tables -------------------------------------------------------------


def _const(e: core.Const, world: World) -> Value:
    return e.value


def _local(e: core.Local, world: World) -> Value:
    found = world.names[e.slot]
    return None if e.type.base == "piece" and not world.is_there(found) else found


def _role(e: core.Role, world: World) -> int:
    match e.name:
        case "mover":
            return world.mover
        case "viewpoint":
            return world.viewpoint
        case _:
            assert_never(e.name)


def _get_field(e: core.GetField, world: World) -> Value:
    holder = value(e.holder, world) if e.holder is not None else None
    is_none = e.holder is not None and holder is None
    found = world.default(e.field) if is_none else world.field(e.field, holder)
    return None if e.type.base == "piece" and not world.is_there(found) else found


def _attribute(e: core.Attribute, world: World) -> Value:
    kind = value(e.kind, world)
    if kind is None:
        return missing(e.type)
    found = world.cell(e.name, kind)
    if e.index is None:
        return found
    at, index = value(e.index, world), world.index(e.name)
    return found[index.index(at)] if at in index and isinstance(found, tuple) else missing(e.type)


def _pool_of(e: core.PoolOf, world: World) -> tuple[int, ...]:
    seat = value(e.holder, world) if e.holder is not None else 0
    return world.pool(e.name, seat) if seat is not None else ()


def _apply(e: core.Apply, world: World) -> Value:
    definition = world.definition(e.definition)
    values = [value(a, world) for a in e.arguments]
    for (_, slot, _), given in zip(definition.parameters, values, strict=True):
        world.names[slot] = given
    return value(definition.body, world)


# ---- conditions and numbers ------------------------------------------------------------------------


def _if(e: core.If, world: World) -> Value:
    return value(e.then, world) if value(e.condition, world) else value(e.otherwise, world)


def _and(e: core.And, world: World) -> bool:
    return bool(value(e.left, world)) and bool(value(e.right, world))


def _or(e: core.Or, world: World) -> bool:
    return bool(value(e.left, world)) or bool(value(e.right, world))


def _not(e: core.Not, world: World) -> bool:
    return not value(e.operand, world)


def _compare(e: core.Compare, world: World) -> bool:
    return compare(e.operator, value(e.left, world), value(e.right, world))


def _arithmetic(e: core.Arithmetic, world: World) -> Value:
    return calculated(e, value(e.left, world), value(e.right, world))


def calculated(e: core.Arithmetic, left: Value, right: Value) -> Value:
    """The value of a sum, a product or a range from those of its operands. Raises TooLarge."""
    found = calculate(e.operator, left, right)
    if isinstance(found, int | Fraction) and is_too_large(found):
        raise TooLarge(e.span)
    return found


# ---- sets ------------------------------------------------------------------------------------------


def _in(e: core.In, world: World) -> bool:
    return value(e.element, world) in elements(e.set, world)


def _make_set(e: core.MakeSet, world: World) -> tuple[Value, ...]:
    """What has no value is left out, unless it is written `none`."""
    found = ((value(item, world), item) for item in e.items)
    return tuple(dict.fromkeys(v for v, item in found if v is not None or is_none(item)))


def is_none(e: core.Expr) -> bool:
    """Whether `none` is written."""
    return isinstance(e, core.Const) and e.value is None


def _comprehension(e: core.Comprehension, world: World) -> tuple[Value, ...]:
    names, before = world.names, _bound(e.slot, world)
    found: list[Value] = []
    for item in elements(e.source, world):
        names[e.slot] = item
        if e.condition is None or value(e.condition, world):
            if e.value is None:
                found.append(item)
            elif e.joins_sets:
                found.extend(elements(e.value, world))
            else:
                found.append(value(e.value, world))
    names[e.slot] = before
    if e.is_bag:
        return tuple(found)
    return tuple(dict.fromkeys(v for v in found if e.value is None or v is not None))


def _quantified(e: core.Quantified, world: World) -> bool:
    names, before = world.names, _bound(e.slot, world)
    holds = e.is_all
    for item in elements(e.source, world):
        names[e.slot] = item
        if bool(value(e.body, world)) != e.is_all:
            holds = not e.is_all
            break
    names[e.slot] = before
    return holds


def _bound(slot: int, world: World) -> Value:
    """The value of a name before it stands for something else: definitions that are written out may use it twice."""
    try:
        return world.names[slot]
    except NotStatic:
        return None


def _reached(e: core.Reached, world: World) -> tuple[int, ...]:
    found: set[int] = set()
    waiting = list(elements(e.start, world))
    directions = elements(e.directions, world)
    steps = world.board.steps
    before = _bound(e.slot, world)
    asked: set[int] = set()
    while waiting:
        site = waiting.pop(0)
        if site in asked:
            continue
        asked.add(site)
        world.names[e.slot] = site
        if value(e.condition, world):
            found.add(site)
            if e.steps is not None:
                waiting.extend(elements(e.steps, world))
            else:
                waiting.extend(steps[d][site] for d in directions if steps[d][site] >= 0)
    world.names[e.slot] = before
    return tuple(sorted(found))


# ---- paths, actions, texts -------------------------------------------------------------------------


def _some_path(e: core.SomePath, world: World) -> bool:
    return world.has_way(e.path)


def _path_ends(e: core.PathEnds, world: World) -> tuple[int, ...]:
    return world.ends(e.path)


def _can_make(e: core.CanMake, world: World) -> bool:
    player = value(e.player, world)
    return player is not None and world.can_make(player, e.actions)


def _template(e: core.Template, world: World) -> str:
    return "".join(p if isinstance(p, str) else world.text(value(p, world), p.type) for p in e.pieces)


# ---- builtins --------------------------------------------------------------------------------------


def _builtin(e: core.Builtin, world: World) -> Value:
    ask = ASKING.get(e.name)
    arguments = [value(a, world) for a in e.arguments]
    found = ask(world, *arguments) if ask is not None else PURE[e.name](world.board, *arguments)
    if e.name == "sum" and is_too_large(found):
        raise TooLarge(e.span)
    return found


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
    "ended": lambda world: world.is_over(),
}

_NODES: dict[type, Callable[[Any, World], Value]] = {
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
    core.Quantified: _quantified,
    core.Reached: _reached,
    core.SomePath: _some_path,
    core.PathEnds: _path_ends,
    core.CanMake: _can_make,
    core.Template: _template,
}


@contextmanager
def observed(note: Callable[[core.Expr, Value], None]) -> Iterator[None]:
    """Tells each value that is computed inside, in whatever world of this process: for coverage. Not to be nested."""
    before = dict(_NODES)

    def noted(function: Callable[[Any, World], Value]) -> Callable[[Any, World], Value]:
        def compute(e: core.Expr, world: World) -> Value:
            found = function(e, world)
            note(e, found)
            return found

        return compute

    _NODES.update({kind: noted(function) for kind, function in before.items()})
    try:
        yield
    finally:
        _NODES.update(before)
