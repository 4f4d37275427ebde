"""What is done with the candidates of a decision: a number in the search's context, `mode`, says so.

The same code goes through candidates for all modes. `count`, `found`, `skip` and `total` in the context are what it
starts from and what it comes to. A question that is asked within a search keeps these cells for the search.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.limits import MAX_TRIES
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Expr, op
from interpreter.lowering.function import Function

COUNT = 0  # count the legal ones
ANY = 1  # stop at the first
LIST = 2  # write them into the list
PICK = 3  # do the one with the place `skip`
MATCH = 4  # do the `wanted` one
EXPAND = 5  # count what may follow each

WAS = ir.Var("was", INT)  # how many demands waited before the action
DEPTH = ir.Var("depth", INT)  # how often the action has been repeated
CODE = ir.Var("code", INT)  # the choices of its first step as a number
SUM = ir.Var("sum", INT)  # what tells beginnings apart whose steps come in any order

_OF_A_SEARCH = ("mode", "count", "found", "skip", "base")


def mode(f: Function) -> Expr:
    return f.load_context("mode")


def is_mode(f: Function, wanted: int) -> Expr:
    return op.eq(mode(f), op.number(wanted))


def is_mode_at_most(f: Function, wanted: int) -> Expr:
    return op.le(mode(f), op.number(wanted))


def begin(f: Function, wanted: int, *cells: str) -> None:
    """Sets the mode, and some cells to 0."""
    f.store_context("mode", op.number(wanted))
    clear(f, *cells)


def clear(f: Function, *cells: str) -> None:
    for cell in cells:
        f.store_context(cell, op.ZERO)


@contextmanager
def asking(f: Function, wanted: int) -> Iterator[None]:
    """A question within a search: what it finds is to be read inside, the search continues behind."""
    saved = [(cell, f.b.materialize(f.load_context(cell))) for cell in _OF_A_SEARCH]
    begin(f, wanted, "count", "found")
    yield
    for cell, value in saved:
        f.store_context(cell, value)


def hide_steps(f: Function) -> Expr | None:
    """Whoever chooses an action has done nothing of it: there are no `steps`, although another one may just be done. Gives those of that
    one, for `show_steps`."""
    if not f.has_cell("steps"):
        return None
    steps = f.b.materialize(f.load("steps"))
    f.store("steps", op.ZERO)
    return steps


def show_steps(f: Function, steps: Expr | None) -> None:
    if steps is not None:
        f.store("steps", steps)


@contextmanager
def choosing(f: Function) -> Iterator[None]:
    """What is asked inside is about an action that is chosen, whatever is being done."""
    steps = hide_steps(f)
    yield
    show_steps(f, steps)


# ---- leaving a function


def found_one(f: Function) -> None:
    """What was looked for has been found."""
    f.store_context("found", op.ONE)
    f.b.ret()


def leave_if_found(f: Function) -> None:
    with f.b.if_(op.ne(f.load_context("found"), op.ZERO)):
        f.b.ret()


def leave_if_wrong(f: Function) -> None:
    """When something has gone wrong in play nothing more is looked at."""
    with f.b.if_(op.ne(f.load_context("error"), op.ZERO)):
        found_one(f)


def count_try(f: Function, span: Span) -> None:
    """Keeps what branches without end from hanging."""
    f.count_up("tries")
    with f.b.if_(op.lt(op.number(MAX_TRIES), f.load_context("tries"))):
        f.fail("too-many-ways", span)
    leave_if_wrong(f)


def count_one(f: Function) -> None:
    """A legal action, where only their number is wanted: leaves the function if one is enough."""
    f.count_up("count")
    with f.b.if_(is_mode(f, ANY)):
        found_one(f)
