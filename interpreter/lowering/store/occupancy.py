"""Where something stands: sets of sites that are kept up to date as pieces come, go and change.

On most boards these are a set of occupied sites, one for each player and one for each kind; of stacks they tell of the
topmost piece. A very large board of which little is used has an array of words instead, and nothing more.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import product

from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Const, Expr, Get, op
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Words
from interpreter.shared.hashing import SPOTS, piece_code, signed64

MOST_CODES = 1 << 13  # codes of pieces on sites that are a table


@dataclass(frozen=True, slots=True)
class SiteSets:
    """Sets of sites, as many words as the board takes."""

    def mark(self, f: Function, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        if not f.facts.sites:
            return
        bit = f.b.materialize(op.singleton(site, f.facts.sites))
        _change(f, "occupied", bit, is_there)
        self.describe(f, bit, kind, owner, is_there)
        self.add_code(f, site, kind, owner, is_there)

    def describe(self, f: Function, bit: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        if f.has_cell("own"):
            if isinstance(owner, Const):
                if owner.value >= 0:
                    _change(f, "own", bit, is_there, owner)
            else:
                with f.b.if_(op.is_some(owner)):
                    _change(f, "own", bit, is_there, owner)
        if f.has_cell("are"):
            with f.b.if_(op.is_some(kind)):  # a kind that was set to none is none of these
                _change(f, "are", bit, is_there, kind)

    def sweep(self, f: Function, site: Expr) -> None:
        bit = f.b.materialize(op.singleton(site, f.facts.sites))
        _change(f, "occupied", bit, False)
        for cell in ("own", "are"):
            for i in range(f.facts.state.cells[cell].count) if f.has_cell(cell) else ():
                _change(f, cell, bit, False, op.number(i))

    def add_code(self, f: Function, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        if f.has_cell("pieces_code"):
            code = f.b.materialize(_code(f, site, kind, owner))
            total = (op.add if is_there else op.sub)(f.load("pieces_code"), code)
            f.store("pieces_code", total)

    def is_occupied(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        return op.contains(f.occupied(), site)

    def is_full(self, f: Function) -> Expr:
        if not f.facts.sites:
            return op.TRUE
        if not f.board.places:
            return op.same_set(f.occupied(), op.full_set(f.facts.sites))
        cells = op.members(range(len(f.board.cells)), f.facts.sites)
        return op.is_empty(op.difference(cells, f.occupied()))

    def words(self, f: Function) -> Words:
        scratch = f.b.allocate("held", f.program.words_layout(f.facts.sites))
        f.b.store(scratch, "set", f.occupied())
        return Words(scratch, "part", (f.facts.sites + 63) // 64)

    @contextmanager
    def each_site(self, f: Function) -> Iterator[Expr]:
        if not f.facts.sites:
            with f.b.for_range("i", op.ZERO, op.ZERO) as nowhere:
                yield nowhere
            return
        with f.b.each_bit("s", f.occupied()) as site:
            yield site


@dataclass(frozen=True, slots=True)
class SiteWords:
    """The occupied sites as an array of words."""

    def mark(self, f: Function, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        word, bit = op.div(site, op.number(64)), op.singleton(op.mod(site, op.number(64)), 64)
        _change(f, "occupied", bit, is_there, word)

    def describe(self, f: Function, bit: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        pass

    def sweep(self, f: Function, site: Expr) -> None:
        raise AssertionError("on a huge board pieces have numbers")

    def add_code(self, f: Function, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        pass

    def is_occupied(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        return op.is_some(f.or_else(site, is_optional, op.NONE, lambda i: f.load("first", i)))

    def is_full(self, f: Function) -> Expr:
        b, (words, others) = f.b, divmod(len(f.board.cells), 64)
        is_all = b.variable("full", op.TRUE)
        with (
            b.for_range("w", op.ZERO, op.number(words)) as w,
            b.if_(op.ne(op.count(f.load("occupied", w)), op.number(64))),
        ):
            b.assign(is_all, op.FALSE)
            b.break_loop()
        rest = (
            op.difference(op.members(range(others), 64), f.load("occupied", op.number(words)))
            if others
            else None
        )
        return Get(is_all) if rest is None else op.and_(Get(is_all), op.is_empty(rest))

    def words(self, f: Function) -> Words:
        return Words(f.state, "occupied", f.facts.state.cells["occupied"].count)

    @contextmanager
    def each_site(self, f: Function) -> Iterator[Expr]:
        with self.words(f).each(f.b) as site:
            yield site


def _change(f: Function, cell: str, bit: Expr, is_there: bool, index: Expr = op.ZERO) -> None:
    f.store(cell, (op.union if is_there else op.difference)(f.load(cell, index), bit), index)


def _code(f: Function, site: Expr, kind: Expr, owner: Expr) -> Expr:
    """The code of a piece on the ground of a site, as `piece_code` has it."""
    sites, owners, kinds = f.facts.sites, f.facts.players + 1, f.facts.kinds
    if sites * owners * kinds <= MOST_CODES:
        spots = product(range(sites), range(-1, owners - 1), range(kinds))
        table = f.program.table(
            "pieces_code", lambda: [signed64(piece_code(s * SPOTS, p, k)) for s, p, k in spots]
        )
        at = op.add(op.mul(site, op.number(owners)), op.add(owner, op.ONE))
        return f.lookup(table, op.add(op.mul(at, op.number(kinds)), op.max_(op.ZERO, kind)))
    spot = op.add(op.mul(site, op.number(SPOTS * 64)), op.add(owner, op.ONE))
    return ir.Call("mix64", (op.add(op.mul(spot, op.number(65536)), kind),), INT)


def anybodys(f: Function) -> Expr:
    """The sites on which a piece of some player is seen."""
    found = f.load("own", op.ZERO)
    for p in range(1, f.facts.players):
        found = op.union(found, f.load("own", op.number(p)))
    return found


def of_kinds(f: Function, kinds: Iterable[int]) -> Expr:
    """The sites on which a piece of one of some kinds is seen, where these have sets."""
    found: Expr = op.empty_set(f.facts.sites)
    for k in kinds:
        found = op.union(found, f.load("are", op.number(k)))
    return found


def of_owner(f: Function, owner: int) -> Expr:
    """The sites on which a piece of an owner is seen; of owner -1 nobody's pieces."""
    return f.load("own", op.number(owner)) if owner >= 0 else op.difference(f.occupied(), anybodys(f))


# ---- pieces that are nothing but members of few sets
#
# Such a piece is moved within every set that holds it, and nothing asks which these are: what stands where is what nobody can
# foresee, so a branch on it costs more than a few operations on each set.

MOST_WORDS = 8  # of the sets of owners and kinds, if nothing is asked about which of them are meant


def moves_by_sets(f: Function) -> bool:
    """Whether a piece is nothing but a member of few sets, so that no number is made of its owner and its kind."""
    counts = [f.facts.state.cells[cell].count for cell in ("own", "are") if f.has_cell(cell)]
    is_more = f.has_cell("kind") or f.has_cell("pieces_code")
    return (
        f.facts.pieces.has_sets and not is_more and sum(counts) * ((f.facts.sites + 63) // 64) <= MOST_WORDS
    )


def member_of(f: Function, cell: str, piece: Expr) -> Expr:
    """Which of a row of sets a site is in; -1 if in none, or if there is no site."""
    found: Expr = op.NONE
    if not f.has_cell(cell):  # the game has no pieces
        return found
    for i in reversed(range(f.facts.state.cells[cell].count)):
        found = op.select(op.contains(f.load(cell, op.number(i)), piece), op.number(i), found)
    return found


def put_into_one(f: Function, cell: str, piece: Expr, which: Expr) -> None:
    """Puts a site into one of a row of sets and takes it out of the others; out of all if `which` is -1."""
    if not f.has_cell(cell):
        return
    bit = f.b.materialize(op.singleton(piece, f.facts.sites))
    for i in range(f.facts.state.cells[cell].count):
        held = f.load(cell, op.number(i))
        if isinstance(which, Const):
            found = (op.union if which.value == i else op.difference)(held, bit)
        else:
            held = f.b.materialize(held)
            found = op.select(op.eq(which, op.number(i)), op.union(held, bit), op.difference(held, bit))
        f.store(cell, found, op.number(i))


def move_in_sets(f: Function, piece: Expr, place: Expr) -> None:
    """A piece comes to an empty site: in each set that holds it, one member is exchanged for another."""
    b, size = f.b, f.facts.sites
    here, there = b.materialize(op.singleton(piece, size)), b.materialize(op.singleton(place, size))
    f.store("occupied", op.union(op.difference(f.occupied(), here), there))
    for cell in ("own", "are"):
        for i in range(f.facts.state.cells[cell].count) if f.has_cell(cell) else ():
            held = b.materialize(f.load(cell, op.number(i)))
            moved = op.union(op.difference(held, here), there)
            f.store(cell, op.select(op.contains(held, piece), moved, held), op.number(i))


# ---- growing boards
#
# They are finite all the same: a piece on the rim is an error in play.


def check_window(f: Function, place: Expr, span: Span) -> None:
    if not f.board.is_growing:
        return
    edge = set(f.board.edge)
    table = f.program.table("edge", lambda: [int(s in edge) for s in range(f.facts.sites)])
    inside = op.lt(place, op.number(f.facts.sites))
    at = op.select(inside, place, op.ZERO)
    with f.b.if_(op.and_(inside, op.eq(f.lookup(table, at), op.ONE))):
        f.fail("window-left", span)
