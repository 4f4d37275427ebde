"""What asks about numbers and the board alone: looked up in tables, or computed where the board is very large. And sets of sites
that are moved along a direction.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from gdl.boards.board import Board
from gdl.core import model
from gdl.core.builtins import PURE
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.facts.geometry import all_lines, longest_line, steps_of
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Value
from interpreter.lowering.values import numbers
from interpreter.shared.numbering import NO_NUMBER

MAX_TABLE = 20_000  # entries of a table of a builtin
MAX_PAIRS = 4_000_000  # the same of a builtin over pairs of sites
_OF_PAIRS = frozenset(["distance", "distance2", "towards"])
_ON_THE_BOARD = frozenset(["site_at"])  # of numbers, and nothing for those that are larger than the board
LEAST_SPAN = 64  # numbers that a builtin tells apart at least


def step(f: Function, site: Expr, direction: Expr) -> Expr:
    """The next site, both known not to be none; -1 off the board."""
    return towards(f, "steps", f.board.steps, site, direction)


def towards(f: Function, name: str, found: Sequence[Sequence[int]], site: Expr, direction: Expr) -> Expr:
    """What a table of this name has for a direction and a site, both known not to be none."""
    table = f.program.table(name, lambda: [t for row in found for t in row])
    return f.lookup(table, op.add(op.mul(direction, op.number(f.facts.sites)), site))


def cast_to_set(block: Expr, size: int) -> Expr:
    """A block of words, seen as a set."""
    return ir.Load(block, "set", op.ZERO, ir.bits(size))


# ---- tables over all arguments


def pure(f: Function, e: model.Builtin) -> Value:
    """A builtin that asks about numbers and the board only: by a table over all arguments.

    Raises NotLowered where no table holds all that may be asked: of sets, and of numbers.
    """
    if not _is_tabulated(f, e):
        raise NotLowered(f"`{e.name}`")
    if f.facts.pieces.is_huge and (measured := _measured(f, e)) is not None:
        return measured
    ranges = tuple(_range_of(f, a) for a in e.arguments)
    total = math.prod(map(len, ranges))
    if total > (MAX_PAIRS if e.name in _OF_PAIRS else MAX_TABLE):
        raise NotLowered(f"`{e.name}`")
    entries, denominator = _entries(f.board, e.name, ranges)
    index, is_missing = _index(f, e, ranges)
    default = op.ZERO if e.type.base in ("number", "bool") else op.NONE
    value = op.select(is_missing, default, f.table(e.name, entries, index))
    if denominator != 1 and f.scope.is_whole(e):
        raise NotLowered(f"fractions that `{e.name}` gives")
    if denominator != 1:
        return numbers.lowest_terms(f, value, op.number(denominator))
    return op.ne(value, op.ZERO) if e.type.base == "bool" else value


def _is_tabulated(f: Function, e: model.Builtin) -> bool:
    """Whether a table of a builtin has all that may be asked of it."""
    unknown = [a.type.base for a in e.arguments if not isinstance(a, model.Const)]
    has_numbers = "number" in unknown and e.name not in _ON_THE_BOARD
    return e.name in PURE and "set" not in (e.type.base, *unknown) and not has_numbers


def _range_of(f: Function, e: model.Expr) -> "Range":
    """The values of an argument that the table tells apart. A plane without an edge has files and ranks below 0, too."""
    if isinstance(e, model.Const):
        return (e.value,)
    if e.type.base == "site":
        return range(f.facts.sites)
    size = None if e.type.base == "number" else f.facts.domains.size(e.type)
    if size is not None:
        return range(size)
    if not f.facts.sites:
        return range(2)
    least = min(0, f.board.sites[0].file, f.board.sites[0].rank)
    return range(least, least + max(f.board.files, f.board.ranks, LEAST_SPAN) + 2)


def _index(f: Function, e: model.Builtin, ranges: "Sequence[Range]") -> tuple[Expr, Expr]:
    """Where in the table the value is, and whether an argument is none or a number beyond it."""
    index: Expr = op.ZERO
    is_missing: Expr = op.FALSE
    for a, values in zip(e.arguments, ranges, strict=True):
        if isinstance(a, model.Const) or not isinstance(values, range):
            continue
        value, size = f.b.materialize(numbers.exact(f, a)), len(values)
        if a.type.base == "number":
            value = f.b.materialize(op.sub(value, op.number(values.start)))
            low = op.min_(op.max_(value, op.ZERO), op.number(size - 1))
            is_missing = op.or_(is_missing, op.ne(low, value))
        else:
            low = op.max_(value, op.ZERO) if f.may_be_none(a) else value
            if f.may_be_none(a):
                is_missing = op.or_(is_missing, op.is_none(value))
        index = op.add(op.mul(index, op.number(size)), low)
    return index, is_missing


Range: TypeAlias = range | tuple[model.Value]  # what an argument may be: all of a domain, or a constant


@lru_cache(maxsize=8)  # tables of pairs of sites may be large
def _entries(board: Board, name: str, arguments: tuple[Range, ...]) -> tuple[tuple[int, ...], int]:
    """All values of a builtin over its arguments' ranges, the last varying fastest, and their common denominator."""
    sites = range(len(board.sites))
    if name == "towards" and arguments == (sites, sites):
        rows = map(board.bearings, sites)
        return tuple(row.get(b, ir.NONE) for row in rows for b in sites), 1
    if name == "distance2" and arguments == (sites, sites):
        found = [distance for a in sites for distance in board.distances2(a)]
    else:
        found = [PURE[name](board, *given) for given in product(*arguments)]
    values = set(found)  # far fewer than pairs of sites
    denominator = math.lcm(*(v.denominator for v in values if isinstance(v, Fraction)), 1)
    codes = {v: ir.NONE if v is None else int(v * denominator) for v in values}
    return tuple(codes[v] for v in found), denominator


# ---- directions


def turned(f: Function, d: model.Expr, n: model.Expr, order: model.Expr | None = None) -> Expr:
    """A direction so many steps clockwise: a full turn changes nothing. `order`: how many steps make one."""
    steps = f.board.tiling.turns
    if order is not None:
        if not isinstance(order, model.Const) or not isinstance(order.value, int) or not order.value:
            raise NotLowered("a turn of unknown order")
        steps = int(order.value)
    values = [
        PURE["turned"](f.board, d, k, steps) for d, k in product(range(len(f.board.directions)), range(steps))
    ]
    table = f.program.constant("turned", tuple(ir.NONE if v is None else v for v in values))
    direction = f.materialized(d)
    wanted = f.b.materialize(numbers.truncated(f, n))
    times = f.b.materialize(op.mod(wanted, op.number(steps)))
    found = f.or_else(
        direction, True, op.NONE, lambda i: f.lookup(table, op.add(op.mul(i, op.number(steps)), times))
    )
    if not f.may_be_none(n):
        return found
    return op.select(op.eq(wanted, op.number(NO_NUMBER)), op.NONE, found)


# ---- many steps


def steps(f: Function, site: model.Expr, direction: model.Expr, times: model.Expr) -> Expr:
    """So many steps in a direction; nowhere for fewer than none."""
    b = f.b
    at = b.variable("at", f.scalar(site))
    d, n = f.materialized(direction), b.materialize(numbers.truncated(f, times))
    if _has_steps_table(f):
        return _steps_by_table(f, Get(at), d, n)
    if _has_rounds_table(f):
        return _steps_by_rounds(f, at, d, n)
    with b.if_(op.or_(op.is_none(n), op.is_none(d))):
        b.assign(at, op.NONE)
    with b.for_range("i", op.ZERO, n):
        with b.if_(op.is_none(Get(at))):
            b.break_loop()
        b.assign(at, step(f, Get(at), d))
    return Get(at)


def _has_steps_table(f: Function) -> bool:
    """Whether several steps at once are looked up: where lines end and the table is small."""
    board = f.board
    if board.is_growing or f.facts.pieces.is_huge or not f.facts.sites:
        return False
    count = len(board.directions) * f.facts.sites * (longest_line(board) + 1)
    return count <= MAX_TABLE and not any(
        board.steps[d][line[-1]] >= 0 for d, _, line in all_lines(board) if line
    )


def _steps_by_table(f: Function, site: Expr, direction: Expr, times: Expr) -> Expr:
    most = longest_line(f.board)

    def values() -> list[int]:
        padding = (ir.NONE,) * most
        return [t for _, s, line in all_lines(f.board) for t in (s, *line, *padding)[: most + 1]]

    table = f.program.table("steps.many", values)
    is_there = op.and_(op.is_some(site), op.is_some(direction))
    is_there = f.b.materialize(op.and_(is_there, op.and_(op.is_some(times), op.le(times, op.number(most)))))
    at = op.add(op.mul(direction, op.number(f.facts.sites)), site)
    at = op.add(op.mul(at, op.number(most + 1)), times)
    return op.select(is_there, f.lookup(table, op.select(is_there, at, op.ZERO)), op.NONE)


def _has_rounds_table(f: Function) -> bool:
    """Whether as many steps as there are sites are looked up at once: where lines go round and the table is small."""
    count = len(f.board.directions) * f.facts.sites * (f.facts.sites + 1)
    if f.board.is_growing or f.facts.pieces.is_huge or not 0 < count <= MAX_TABLE:
        return False
    circles = {_circle(way, s) for way in f.board.steps for s in range(f.facts.sites)}
    return math.lcm(*circles) <= MAX_TABLE


def _steps_by_rounds(f: Function, at: ir.Var, direction: Expr, times: Expr) -> Expr:
    """As many steps as there are sites, as long as there are so many left, and then the others.

    After the first of these all is within a circle, of which whole rounds change nothing.
    """
    b, sites = f.b, f.facts.sites
    whole = math.lcm(*(_circle(way, s) for way in f.board.steps for s in range(sites)))

    def values() -> list[int]:
        found = []
        for way, s in product(f.board.steps, range(sites)):
            for _ in range(sites + 1):
                found.append(s)
                s = way[s] if s >= 0 else ir.NONE
        return found

    table = f.program.table("steps.round", values)
    left = b.variable("left", times)
    with b.if_(op.or_(op.lt(times, op.ZERO), op.is_none(direction))):
        b.assign(at, op.NONE)

    def after(k: Expr) -> Expr:
        line = op.add(op.mul(direction, op.number(sites)), Get(at))
        return f.lookup(table, op.add(op.mul(line, op.number(sites + 1)), k))

    with b.loop():
        with b.if_(op.or_(op.is_none(Get(at)), op.le(Get(left), op.number(sites)))):
            b.break_loop()
        b.assign(at, after(op.number(sites)))
        b.assign(left, op.mod(op.sub(Get(left), op.number(sites)), op.number(whole)))
    with b.if_(op.is_some(Get(at))):
        b.assign(at, after(Get(left)))
    return Get(at)


def _circle(way: Sequence[int], site: int) -> int:
    """The number of steps of the circle that a way leads into; 1 where it ends."""
    met: dict[int, int] = {}
    while site >= 0 and site not in met:
        met[site] = len(met)
        site = way[site]
    return len(met) - met[site] if site >= 0 else 1


# ---- very large boards


def _measured(f: Function, e: model.Builtin) -> Value | None:
    """Files, ranks and distances of a very large board, which are computed."""
    board = f.board
    if board.has_circles or len(board.sites) != board.files * board.ranks:
        return None
    match e.name, e.arguments:
        case (("file" | "rank"), (s,)):
            part = _file if e.name == "file" else _rank
            return f.or_else(f.scalar(s), f.may_be_none(s), op.ZERO, lambda i: part(board, i))
        case "site_at", (x, y):
            return _site_at(f, x, y)
        case (("distance" | "distance2"), (s, t)) if board.tiling.is_rectangular and t.type.base != "point":
            return _distance(f, s, t, e.name == "distance2")
    return None


def _file(board: Board, site: Expr) -> Expr:
    return op.add(op.mod(site, op.number(board.files)), op.number(board.sites[0].file))


def _rank(board: Board, site: Expr) -> Expr:
    return op.add(op.div(site, op.number(board.files)), op.number(board.sites[0].rank))


def _site_at(f: Function, x: model.Expr, y: model.Expr) -> Expr:
    b, board = f.b, f.board
    first = board.sites[0]
    file = b.materialize(op.sub(numbers.exact(f, x), op.number(first.file)))
    rank = b.materialize(op.sub(numbers.exact(f, y), op.number(first.rank)))
    inside = op.and_(op.is_some(file), op.lt(file, op.number(board.files)))
    inside = op.and_(inside, op.and_(op.is_some(rank), op.lt(rank, op.number(board.ranks))))
    at = op.add(op.mul(rank, op.number(board.files)), file)
    return op.select(inside, at, op.NONE)


def _distance(f: Function, s: model.Expr, t: model.Expr, is_squared: bool) -> Expr:
    b, board = f.b, f.board
    a, c = f.materialized(s), f.materialized(t)
    across = b.materialize(op.abs_(op.sub(_file(board, a), _file(board, c))))
    along = b.materialize(op.abs_(op.sub(_rank(board, a), _rank(board, c))))
    steps = op.add(across, along)
    if is_squared:
        steps = op.add(op.mul(across, across), op.mul(along, along))
    return op.select(op.or_(op.is_none(a), op.is_none(c)), op.ZERO, steps)


# ---- sets that are moved along a direction: one shift for each distance between the numbers of neighbours


def shifted_back(f: Function, sites: Expr, d: int) -> Expr:
    """The sites whose next site in a direction is in a set."""
    return moved(f, sites, {t: s for s, t in steps_of(f.board, d).items()})


def shifted(f: Function, sites: Expr, d: int) -> Expr:
    """The next sites in a direction."""
    return moved(f, sites, steps_of(f.board, d))


def moved(f: Function, sites: Expr, to: Mapping[int, int]) -> Expr:
    """Every member moved by a table that moves no two to one site; what is not in the table is lost."""
    by_distance: dict[int, int] = {}
    for s, t in to.items():
        by_distance[t - s] = by_distance.get(t - s, 0) | 1 << s
    kept, sites = sites.type, f.b.materialize(sites)
    made: Expr = Const(0, kept)
    for distance, mask in sorted(by_distance.items()):
        made = op.union(made, op.shift(op.intersection(sites, Const(mask, kept)), distance))
    return f.b.materialize(made)
