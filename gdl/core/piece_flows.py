"""Where pieces go: which places exchange pieces by some rule of the game, and whose pieces come into a pool.

A piece that a player does not see may have come from any place that its own place exchanges pieces with, and from no
other: a tile in a box of tiles was never a card. `resample` rests on that.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from gdl.core import model, static
from gdl.core.rules import played, with_effects
from gdl.core.traits import traits
from gdl.core.visit import followed, nodes, rewritten, same
from gdl.diagnostics.values import InternalError

BOARD = ""  # the board among the names of pools


def exchanges(game: model.Game) -> Mapping[str, int]:
    """A number for every pool, and for the board: equal ones exchange pieces, directly or by others between them."""
    group = {name: i for i, name in enumerate((BOARD, *game.pools))}
    sources = dict(_sources(game))
    for node in nodes(with_effects(game)):
        if not isinstance(node, model.Effect) or "moves" not in traits(node):
            continue
        if not isinstance(node, model.MoveTo):
            raise InternalError(f"nothing says between which places {type(node).__name__} moves pieces")
        numbers = {group[p] for e in (node.piece, node.to) for p in _places(e, game, sources)}
        group = {p: min(numbers) if n in numbers else n for p, n in group.items()}
    return group


def drawn(game: model.Game) -> Mapping[str, Mapping[str, tuple[Any, ...]]]:
    """What chance or a choice among known values gives to all pieces of a place when they are made, as to dice or to a
    sign that is shown later: their kind or fields, and the values.

    Nothing else may give them such a thing. The keys are those of `exchanges`; a kind is called `kind`.
    """
    parts = [*nodes(with_effects(game))]
    draws = (n for n in parts if isinstance(n, model.Chance | model.Choose))
    chances = [(n.slot, static.known(n.source, game.board)) for n in draws]
    rolled = {slot: found[0] for slot, found in chances if found is not None}
    group = exchanges(game)
    made: dict[int, list[dict[str, object]]] = {}
    given: dict[str, list[object]] = {}

    def values(e: model.Expr) -> object:
        return rolled.get(e.slot) if isinstance(e, model.Local) else None

    for node in parts:
        match node:
            case model.Stock() | model.Place():
                place = node.pool.name if isinstance(node, model.Stock) else BOARD
                settings = {name: values(e) for name, e in node.settings}
                made.setdefault(group[place], []).append({"kind": values(node.kind), **settings})
            case model.SetField():
                given.setdefault(node.field, []).append(values(node.value))
            case model.MoveTo():
                for name, e in node.settings:
                    given.setdefault(name, []).append(values(e))
            case _ if isinstance(node, model.Effect):
                assert traits(node).isdisjoint(("makes", "changes", "writes")), node
    found = {number: dict(_in_common(pieces, given)) for number, pieces in made.items()}
    return {place: found.get(number, {}) for place, number in group.items()}


def _in_common(
    pieces: list[dict[str, object]], given: Mapping[str, list[object]]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The values that all pieces of a place are made with, and are given by nothing else, by what has them."""
    for name, value in pieces[0].items():
        others = (*(p.get(name) for p in pieces), *given.get(name, ()))
        if isinstance(value, tuple) and all(v == value for v in others):
            yield name, value


def sorts(game: model.Game) -> Mapping[str, tuple[frozenset[int], ...]]:
    """The pools of the game that the set-up alone fills, with pieces that chance draws by their kinds, such as a suspect and a weapon:
    for each piece the kinds that could be drawn. Any two of these sets are equal or have nothing in common."""
    parts = (game.actions, game.settles)
    if any(isinstance(n, model.SetField) and n.field == "kind" for n in nodes(with_effects(game))):
        return {}
    spoilt, found = emptied(game) | filled(parts, game), dict[str, list[frozenset[int]]]()
    sources, chances = dict(_sources(game)), {n.slot: n for n in game.setup if isinstance(n, model.Chance)}
    once = [id(n) for n in game.setup]  # what no loop repeats, and no condition leaves out
    moves = (n.piece for n in nodes(game.setup) if isinstance(n, model.MoveTo))
    moved = [piece.slot for piece in moves if isinstance(piece, model.Local)]
    for node in nodes(game.setup):
        match node:
            case model.MoveTo(piece=model.Local(slot=slot), to=model.PoolOf(name=name, holder=None)) if (
                id(node) in once and slot in chances and moved.count(slot) == 1
            ):
                spoilt |= _places(node.piece, game, sources)
                found.setdefault(name, []).append(_kinds_in(chances[slot].source, game))
            case _:
                spoilt |= _touched(node, game, sources)
    every = range(len(game.kinds))
    return {
        name: tuple(sets) for name, sets in found.items() if name not in spoilt and _are_parted(sets, every)
    }


def _touched(node: object, game: model.Game, sources: Mapping[int, model.Expr]) -> set[str]:
    """The pools that an effect of the set-up takes from or fills."""
    match node:
        case model.MoveTo():
            return {*_places(node.piece, game, sources), *_named(node.to, game)}
        case model.Stock():
            return {node.pool.name}
        case model.Remove():
            return {*_places(node.pieces, game, sources), *_named(node.pieces, game)}
    return set()


def _are_parted(sets: list[frozenset[int]], every: range) -> bool:
    """Whether sets part some elements: not each is of all, and any two are equal or have nothing in common."""
    return any(s != {*every} for s in sets) and all(a == b or not a & b for a in sets for b in sets)


def _kinds_in(source: model.Expr, game: model.Game) -> frozenset[int]:
    """The kinds that pieces drawn from a set may be of: all that its condition lets through, where it asks for kinds alone."""
    every = frozenset(range(len(game.kinds)))
    if not isinstance(source, model.Comprehension) or source.condition is None or source.value is not None:
        return every
    slot, table = source.slot, static.table_of(game)

    def of_kind(part: object, kind: int) -> object:
        match part:
            case model.Builtin(name="kind", arguments=(model.Local(slot=of),)) if of == slot:
                return model.Const(part.span, part.type, kind)
            case _:
                return rewritten(part, lambda p: of_kind(p, kind))

    try:
        asked = [(k, cast(model.Expr, of_kind(source.condition, k))) for k in every]
        return frozenset(k for k, condition in asked if static.value(condition, game.board, None, table))
    except static.NotStatic:
        return every


def owned_pools(*parts: object) -> set[str]:
    """The players' pools into which nothing comes but what is the player's own, as far as the effects show it."""
    own: set[str] = set()
    mixed: set[str] = set()
    for node in nodes(parts):
        match node:
            case model.Stock(pool=model.PoolOf(holder=holder) as pool):
                is_theirs = node.owner is not None and holder is not None and same(node.owner, holder)
                (own if is_theirs else mixed).add(pool.name)
            case model.MoveTo(to=model.PoolOf(holder=holder) as pool):
                match holder:
                    case model.Builtin(name="owner", arguments=(of,)) if same(of, node.piece):
                        pass
                    case _:
                        mixed.add(pool.name)
    return own - mixed


def emptied(game: model.Game) -> set[str]:
    """The pools out of which some rule may move or take a piece."""
    sources, found = dict(_sources(game)), set[str]()
    for node in nodes((game.actions, game.settles)):
        match node:
            case model.MoveTo():
                parts: tuple[model.Expr, ...] = (node.piece,)
            case model.Remove():
                parts = (node.pieces,)
            case model.Demanded():  # what it is given may be taken there
                parts = node.arguments
            case _:
                continue
        for part in parts:
            found |= _places(part, game, sources)
            found |= _named(part, game)
    return found


def filled(parts: object, game: model.Game) -> set[str]:
    """The pools into which effects among some parts may put a piece."""
    found = set[str]()
    for node in nodes(parts):
        match node:
            case model.Stock():
                found.add(node.pool.name)
            case model.MoveTo():
                found |= _named(node.to, game)
            case model.Demanded():  # what it is given may be filled there
                found |= _named(node.arguments, game)
            case _:
                pass
    return found


def _named(part: object, game: model.Game) -> set[str]:
    """The pools that a part names, by itself or by its definitions."""
    return {n.name for n in followed(part, game.definitions) if isinstance(n, model.PoolOf)}


def secret_pools(game: model.Game) -> set[str]:
    """The pools of which some player does not see everything: by their own clause, or by a `hide`."""
    sources = tuple(h.source for h in game.hides)
    return _named(sources, game) | {p.name for p in game.pools.values() if p.viewers != "all"}


def _sources(game: model.Game) -> Iterator[tuple[int, model.Expr]]:
    """The names that stand for elements of a set or for a value: their slots, and what they are taken from."""
    for node in nodes(played(game)):
        match node:
            case (
                model.Choose()
                | model.ChooseSet()
                | model.Chance()
                | model.Comprehension()
                | model.Quantified()
            ):
                yield node.slot, node.source
            case model.Bind():
                yield node.slot, node.value
            case model.ForEach():
                yield from node.generators


def _places(
    expr: model.Expr, game: model.Game, sources: Mapping[int, model.Expr], asked: frozenset[int] = frozenset()
) -> set[str]:
    """The pools that an expression may take a piece from, or put one into; else the board."""

    def of(*parts: model.Expr) -> set[str]:
        return set().union(*(_places(p, game, sources, asked) for p in parts))

    match expr:
        case model.PoolOf():
            return {expr.name}
        case model.Local() if expr.slot in sources and expr.slot not in asked:
            return _places(sources[expr.slot], game, sources, asked | {expr.slot})
        case model.Apply():
            return of(game.definitions[expr.definition].body)
        case model.Comprehension():
            return of(expr.source if expr.value is None else expr.value)
        case model.If():
            return of(expr.then, expr.otherwise)
        case model.MakeSet() if expr.items:
            return of(*expr.items)
        case model.Builtin(name="first" | "last" | "nth" | "first_of" | "last_of" | "single" | "union"):
            return of(*expr.arguments)
        case model.Builtin(name="difference"):
            return of(expr.arguments[0])
        case _:
            return {BOARD}
