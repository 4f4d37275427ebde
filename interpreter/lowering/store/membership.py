"""Whose pieces are, and of which kind, where sets of sites alone tell it: what a piece is in, it takes along when it moves.

A piece is moved within every set that holds it, and nothing asks which these are: what stands where is what nobody can
foresee, so a branch on it costs more than a few operations on each set.
"""

from interpreter.ir import Const, Expr, op
from interpreter.lowering.function import Function

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
