"""How places hold numbered pieces: one piece a site, chains in the order of a pool, or stacks whose tops are kept.

A piece that comes to a place is linked, one that leaves is unlinked; both are routines of the program. Cells: `first` of a
place, `next` of a piece, and for stacks `top` of a site and `below` of a piece.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import Function
from interpreter.lowering.memory import Occupancy


class Places(Protocol):
    """How a place holds its pieces."""

    def write_link(self, f: Function, piece: Expr, place: Expr) -> None:
        """Puts a piece that is nowhere into a place: on top of a site, by its order into a pool."""

    def write_unlink(self, f: Function, piece: Expr) -> None:
        """Takes a piece from its place; it is nowhere then."""

    def top_of(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        """The topmost piece of a site."""


def is_site(f: Function, place: Expr) -> Expr:
    return op.lt(place, op.number(f.facts.sites))


@contextmanager
def chain(f: Function, first: Expr, name: str) -> Iterator[Expr]:
    """The pieces of a chain."""
    b = f.b
    at = b.variable("at", first)
    with b.loop():
        with b.if_(op.is_none(Get(at))):
            b.break_loop()
        x = b.materialize(Get(at), name)
        b.assign(at, f.load("next", x) if f.has_cell("next") else op.NONE)
        yield x


@dataclass(frozen=True, slots=True)
class SinglePlaces:
    """At most one piece a site, and no pools."""

    occupancy: Occupancy[Function]

    def write_link(self, f: Function, piece: Expr, place: Expr) -> None:
        f.store("place", place, piece)
        with f.b.if_(is_site(f, place)):
            self.occupancy.mark(f, place, f.load("kind", piece), f.load("owner", piece), True)
        f.store("first", piece, place)
        f.b.ret()

    def write_unlink(self, f: Function, piece: Expr) -> None:
        place = f.b.materialize(f.load("place", piece))
        f.store("place", op.NONE, piece)
        f.store("first", op.NONE, place)
        self.occupancy.mark(f, place, f.load("kind", piece), f.load("owner", piece), False)
        f.b.ret()

    def top_of(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        return f.or_else(site, is_optional, op.NONE, lambda i: f.load("first", i))


@dataclass(frozen=True, slots=True)
class ChainedPlaces:
    """Chains in pools, and on sites that may hold several pieces; the lowest piece of a site comes first."""

    occupancy: Occupancy[Function]
    is_stacking: bool

    def write_link(self, f: Function, piece: Expr, place: Expr) -> None:
        f.store("place", place, piece)
        with f.b.if_(is_site(f, place)):
            self.occupancy.mark(f, place, f.load("kind", piece), f.load("owner", piece), True)
        insert(f, piece, place)

    def write_unlink(self, f: Function, piece: Expr) -> None:
        b = f.b
        place = b.materialize(f.load("place", piece))
        f.store("place", op.NONE, piece)
        take_out(f, piece, place)
        with b.if_(is_site(f, place)):
            if self.is_stacking:
                with b.if_(op.is_none(f.load("first", place))):
                    self.occupancy.mark(f, place, op.NONE, op.NONE, False)
            else:
                self.occupancy.mark(f, place, f.load("kind", piece), f.load("owner", piece), False)

    def top_of(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        lowest = f.or_else(site, is_optional, op.NONE, lambda i: f.load("first", i))
        if not self.is_stacking:
            return lowest
        top = f.b.variable("top", op.NONE)
        with chain(f, lowest, "p") as p:
            f.b.assign(top, p)
        return Get(top)


@dataclass(frozen=True, slots=True)
class StackedPlaces:
    """Stacks whose topmost pieces are kept, and chains in pools."""

    occupancy: Occupancy[Function]

    def write_link(self, f: Function, piece: Expr, place: Expr) -> None:
        b = f.b
        f.store("place", place, piece)
        with b.if_(is_site(f, place)):
            self._describe_top(f, place, False)
            self.occupancy.mark(f, place, f.load("kind", piece), f.load("owner", piece), True)
        with b.if_(is_site(f, place)):
            below = b.materialize(f.load("top", place))
            f.store("below", below, piece)
            f.store("next", op.NONE, piece)
            f.store("top", piece, place)
            with b.if_else(op.is_none(below)) as branch:
                f.store("first", piece, place)
                branch.otherwise()
                f.store("next", piece, below)
            b.ret()
        insert(f, piece, place)

    def write_unlink(self, f: Function, piece: Expr) -> None:
        b = f.b
        place = b.materialize(f.load("place", piece))
        f.store("place", op.NONE, piece)
        with b.if_(is_site(f, place)):
            self._take_from_stack(f, piece, place)
            b.ret()
        take_out(f, piece, place)
        b.ret()

    def top_of(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        return f.or_else(site, is_optional, op.NONE, lambda i: f.load("top", i))

    def _describe_top(self, f: Function, place: Expr, is_there: bool) -> None:
        """Notes what the topmost piece of a site is, if there is one, or that it is that no longer."""
        b = f.b
        top = b.materialize(f.load("top", place))
        with b.if_(op.is_some(top)):
            bit = b.materialize(op.singleton(place, f.facts.sites))
            self.occupancy.describe(f, bit, f.load("kind", top), f.load("owner", top), is_there)

    def _take_from_stack(self, f: Function, piece: Expr, place: Expr) -> None:
        b = f.b
        below, above = b.materialize(f.load("below", piece)), b.materialize(f.load("next", piece))
        with b.if_else(op.is_none(above)) as branch:
            self._describe_top(f, place, False)
            f.store("top", below, place)
            self._describe_top(f, place, True)
            branch.otherwise()
            f.store("below", below, above)
        with b.if_else(op.is_none(below)) as branch:
            f.store("first", above, place)
            with b.if_(op.is_none(above)):
                self.occupancy.mark(f, place, op.NONE, op.NONE, False)
            branch.otherwise()
            f.store("next", above, below)


# ---- chains


def insert(f: Function, piece: Expr, place: Expr) -> None:
    """Puts a piece into a chain: at the end of a site's, by its order into a pool's.

    The piece that was put somewhere last is often near: a deck is made card by card.
    """
    b = f.b
    before, at = b.variable("before", op.NONE), b.variable("at", f.load("first", place))
    if f.facts.pieces.notes_walks:
        latest = b.materialize(f.load_context("linked"))
        is_near = op.and_(op.eq(f.load("place", latest), place), op.ne(latest, piece))
        with (
            b.if_(op.and_(is_near, is_sorted(f, place))),
            b.if_(op.not_(_comes_first(f, piece, latest))),
        ):
            b.assign(before, latest)
            b.assign(at, f.load("next", latest))
        f.store_context("linked", piece)
    with b.loop():
        with b.if_(op.is_none(Get(at))):
            b.break_loop()
        if f.facts.pieces.has_pools:
            with b.if_(is_sorted(f, place)), b.if_(_comes_first(f, piece, Get(at))):
                b.break_loop()
        b.assign(before, Get(at))
        b.assign(at, f.load("next", Get(at)))
    f.store("next", Get(at), piece)
    with b.if_else(op.is_none(Get(before))) as branch:
        f.store("first", piece, place)
        branch.otherwise()
        f.store("next", piece, Get(before))


def count_held(f: Function, place: Expr, by: int) -> None:
    """A place holds more or fewer pieces from now on; of pools it is kept how many, where that is asked for."""
    if not f.has_cell("held"):
        return
    with f.b.if_(op.le(op.number(f.facts.sites), place)):
        pool = f.b.materialize(op.sub(place, op.number(f.facts.sites)))
        f.store("held", op.add(f.load("held", pool), op.number(by)), pool)


def insert_under(f: Function, piece: Expr, place: Expr) -> None:
    """Puts a piece that is nowhere under all others of an ordered pool."""
    count_held(f, place, 1)
    f.store("place", place, piece)
    f.store("next", f.load("first", place), piece)
    f.store("first", piece, place)


def is_sorted(f: Function, place: Expr) -> Expr:
    """Whether a place is a pool whose pieces stand in an order of their own, and not as they came."""
    found = op.le(op.number(f.facts.sites), place)
    for pool in f.game.pools.values():
        if pool.is_ordered:
            slots = f.game.slots_of(pool)
            after = op.le(op.number(f.facts.sites + slots.start), place)
            before = op.lt(place, op.number(f.facts.sites + slots.stop))
            found = op.and_(found, op.not_(op.and_(after, before)))
    return found


def _comes_first(f: Function, p: Expr, q: Expr) -> Expr:
    """Whether one piece stands before another in a pool: by kind, owner and fields."""
    b = f.b
    result = b.variable("less", op.FALSE)
    with b.for_range("once", op.ZERO, op.ONE):
        inner = b.loops - 1
        fields = [field_cell(x) for x in f.facts.piece_fields if x.type.base != "piece"]
        for cell in ["kind", "owner", *fields]:
            x, y = b.materialize(f.load(cell, p)), b.materialize(f.load(cell, q))
            with b.if_(op.ne(x, y)):
                b.assign(result, op.lt(x, y))
                b.break_(inner)
    return Get(result)


def take_out(f: Function, piece: Expr, place: Expr) -> None:
    """Takes a piece out of a place's chain."""
    b = f.b
    first = b.materialize(f.load("first", place))
    with b.if_else(op.eq(first, piece)) as branch:
        f.store("first", f.load("next", piece), place)
        branch.otherwise()
        at = b.variable("at", first)
        if f.facts.pieces.notes_walks:
            passed = b.materialize(f.load_context("passed"))
            is_there = op.eq(f.load("place", passed), place)
            with b.if_(op.and_(is_there, op.eq(f.load("next", passed), piece))):
                b.assign(at, passed)
        with b.loop():
            following = b.materialize(f.load("next", Get(at)))
            with b.if_(op.eq(following, piece)):
                f.store("next", f.load("next", piece), Get(at))
                b.break_loop()
            b.assign(at, following)


def describe_seen(
    f: Function, occupancy: Occupancy[Function], piece: Expr, place: Expr, is_there: bool
) -> None:
    """A piece is something else from now on (or was until now): the occupancy learns of it, if it is seen."""
    b, top = f.b, "top" if f.has_cell("top") else "first"
    if not f.has_cell("own"):
        return
    with b.if_(is_site(f, place)), b.if_(op.eq(f.load(top, place), piece)):
        bit = b.materialize(op.singleton(place, f.facts.sites))
        occupancy.describe(f, bit, f.load("kind", piece), f.load("owner", piece), is_there)
        occupancy.add_code(f, place, f.load("kind", piece), f.load("owner", piece), is_there)
