"""Spreading over the board from set to set: the sites one step from others, a flood from one site, and the sites missing to a way."""

from functools import reduce

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.facts.geometry import bits_of
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Enough, as_number
from interpreter.lowering.values.board_functions import step
from interpreter.lowering.values.sets import questions


def next_sets(f: Function, directions: model.Expr) -> tuple[int, ...] | None:
    """The sites that are one step from each; None where directions depend on the state."""
    match directions:
        case model.Const(value=tuple(chosen)):
            ways = [f.board.steps[d] for d in chosen if isinstance(d, int)]
            return tuple(bits_of(way[s] for way in ways) for s in range(f.facts.sites))
    return None


def spread(f: Function, directions: model.Expr, sites: Expr) -> Expr:
    """The next sites of all members in these directions."""
    b, n = f.b, f.facts.sites
    found = b.variable("spread", op.empty_set(n))
    sets = next_sets(f, directions)
    if sets is not None:
        table = f.program.constant("next_in", sets, n)
        with b.each_bit("s", sites) as s:
            b.assign(found, op.union(Get(found), f.lookup(table, s)))
        return Get(found)
    wanted = b.materialize(questions.bits(f, directions))
    with b.each_bit("s", sites) as s, b.each_bit("d", wanted) as d:
        b.assign(found, op.union(Get(found), op.singleton(step(f, s, d), n)))
    return Get(found)


# ---- a flood from one site that takes the sites one by one: most of these end soon
#
# The board's words are sets of their own, so that one loop without further branches takes the first new site, looks up what is
# around it, and takes that from the words of what is left. Nothing goes through vectors or memory.


WORD = 64
ONE_BY_ONE = 192  # sites of a board on which sites are taken one by one


@dataclass(frozen=True, slots=True)
class OneByOne:
    """A flood from one site, which takes the sites one by one; the words of the board are sets of their own."""

    start: model.Expr


def only_element(e: model.Expr) -> model.Expr | None:
    """The one element that a set is written with, which may be none."""
    match e:
        case model.MakeSet(items=(item,)) | model.Builtin(name="single", arguments=(item,)):
            return item
    return None


def words_of(f: Function, members: Expr) -> list[Expr]:
    """The words of a set of sites, each as a set."""
    if f.facts.sites <= WORD:
        return [f.b.materialize(members)]
    scratch = f.b.allocate("words", f.program.words_layout(f.facts.sites))
    f.b.store(scratch, "set", members)
    count = _count(f.facts.sites)
    return [f.b.materialize(ir.Load(scratch, "part", op.number(k), ir.bits(WORD))) for k in range(count)]


def set_of_words(f: Function, words: list[Expr]) -> Expr:
    if f.facts.sites <= WORD:
        return words[0]
    scratch = f.b.allocate("words", f.program.words_layout(f.facts.sites))
    for k, word in enumerate(words):
        f.b.store(scratch, "part", word, op.number(k))
    return f.b.materialize(ir.Load(scratch, "set", op.ZERO, ir.bits(f.facts.sites)))


def _count(sites: int) -> int:
    return (sites + WORD - 1) // WORD


@dataclass(frozen=True, slots=True)
class Around:
    """A table of the words of what is one step from each site."""

    table: str
    count: int

    def of(self, f: Function, site: Expr) -> list[Expr]:
        first = f.b.materialize(op.mul(site, op.number(self.count)))
        return [f.b.materialize(f.lookup(self.table, op.add(first, op.number(k)))) for k in range(self.count)]


def around(f: Function, sets: tuple[int, ...]) -> Around:
    n = f.facts.sites
    count = _count(n)
    if count == 1:
        return Around(f.program.constant("next_in", sets, n), 1)
    words = tuple(s >> WORD * k & (1 << WORD) - 1 for s in sets for k in range(count))
    return Around(f.program.constant("words_next_in", words, WORD), count)


# ---- the flood


def reached(
    f: Function,
    plan: OneByOne,
    allowed: Expr,
    sets: tuple[int, ...],
    enough: Enough | None,
    border: Var | None,
) -> Expr:
    """All sites that are reached over the allowed ones; at least `enough` of them, or of their border, which is added to
    `border`. `sets`: the sites around each."""
    b, n = f.b, f.facts.sites
    first, table = b.materialize(as_number(f.scalar(plan.start))), around(f, sets)
    found = b.variable("reached", op.intersection(op.singleton(first, n), allowed))
    begins = op.nonempty(Get(found))
    if enough is not None and border is None:
        begins = op.and_(begins, op.not_(enough.of(Get(found))))
    with b.if_(begins):
        left = [b.variable("left", word) for word in words_of(f, op.difference(allowed, Get(found)))]
        none = op.empty_set(left[0].type.size)
        fresh, met = ([b.variable(name, none) for _ in left] for name in ("fresh", "met"))
        kept = left if border is None else met
        asks = None if enough is None else _asks(f, enough, allowed, kept, border is None)
        s = b.variable("s", first)
        with b.loop():
            inner = b.loops - 1
            near = table.of(f, Get(s))
            new = [b.materialize(op.intersection(x, Get(y))) for x, y in zip(near, left, strict=True)]
            for k, word in enumerate(new):
                b.assign(fresh[k], op.union(Get(fresh[k]), word))
                b.assign(left[k], op.difference(Get(left[k]), word))
                if border is not None:
                    b.assign(met[k], op.union(Get(met[k]), near[k]))
            if asks is not None:
                with b.if_(asks.hold(near if border is not None else new)):
                    b.break_(inner)
            _take(f, fresh, s, inner)
        b.assign(found, op.difference(allowed, set_of_words(f, [Get(word) for word in left])))
        if border is not None:
            b.assign(border, op.union(Get(border), set_of_words(f, [Get(word) for word in met])))
    return Get(found)


def _take(f: Function, fresh: list[Var], s: Var, loops: int) -> None:
    """Takes the first of the new sites out of their words; without any the loop is left."""
    b = f.b
    chosen: Expr = Get(fresh[-1])
    base: Expr = op.number(WORD * (len(fresh) - 1))
    for k in reversed(range(len(fresh) - 1)):
        is_here = op.nonempty(Get(fresh[k]))
        chosen = op.select(is_here, Get(fresh[k]), chosen)
        base = op.select(is_here, op.number(WORD * k), base)
    chosen = b.materialize(chosen)
    with b.if_(op.is_empty(chosen)):
        b.break_(loops)
    number = b.materialize(op.lowest(chosen))
    rest = b.materialize(op.difference(chosen, op.singleton(number, chosen.type.size)))
    base = b.materialize(base)
    b.assign(s, op.add(base, number))
    for k, word in enumerate(fresh):
        is_here = op.eq(base, op.number(WORD * k)) if len(fresh) > 1 else op.TRUE
        b.assign(word, op.select(is_here, rest, Get(word)))


@dataclass(frozen=True, slots=True)
class _Asks:
    """Whether enough is known: some of the new words are in `wanted`, or `least` of all in the words `kept` are: of those
    that are met, or of `total` without those that are left."""

    wanted: list[Expr] | None
    least: int
    kept: list[Var]
    total: Expr | None

    def hold(self, new: list[Expr]) -> Expr:
        if self.least == 1:
            return reduce(op.or_, (op.nonempty(word) for word in self._within(new)))
        count = reduce(op.add, (op.count(word) for word in self._within([Get(var) for var in self.kept])))
        return op.le(op.number(self.least), count if self.total is None else op.sub(self.total, count))

    def _within(self, words: list[Expr]) -> list[Expr]:
        if self.wanted is None:
            return words
        return [op.intersection(word, part) for word, part in zip(words, self.wanted, strict=True)]


def _asks(f: Function, enough: Enough, allowed: Expr, kept: list[Var], is_left: bool) -> _Asks:
    b, total = f.b, None
    if is_left and enough.least > 1:
        everything = allowed if enough.within is None else op.intersection(allowed, enough.within)
        total = b.materialize(op.count(everything))
    wanted = None if enough.within is None else words_of(f, enough.within)
    return _Asks(wanted, enough.least, kept, total)


# ---- how many sites are missing to a way from some sites to others: layer by layer, all sites of a layer at once


def gap(f: Function, e: model.Builtin) -> Expr:
    """`reached` is what can be reached with so many sites filled, and `border` what is next to it."""
    b, n = f.b, f.facts.sites
    held, free, start, goal = (b.materialize(questions.bits(f, a)) for a in e.arguments[:4])
    directions = e.arguments[4]
    reached, border = b.variable("reached", op.empty_set(n)), b.variable("border", start)
    missing = b.variable("missing", op.ZERO)

    def take(sites: Expr) -> Expr:
        """Those of the border that are among some sites, and were not reached before."""
        return b.materialize(op.difference(op.intersection(Get(border), sites), Get(reached)))

    def add(sites: Expr) -> None:
        b.assign(reached, op.union(Get(reached), sites))
        b.assign(border, op.union(Get(border), spread(f, directions, sites)))

    with b.loop():
        layers = b.loops - 1
        with b.loop():
            fresh = take(held)
            with b.if_(op.is_empty(fresh)):
                b.break_loop()
            add(fresh)
        with b.if_(op.nonempty(op.intersection(Get(reached), goal))):
            b.break_(layers)
        layer = take(free)
        b.assign(missing, op.add(Get(missing), op.ONE))
        with b.if_(op.is_empty(layer)):
            b.assign(missing, op.number(n))
            b.break_(layers)
        add(layer)
    return Get(missing)
