"""The builder writes statements into the innermost open block, and leaves out what never happens."""

from collections.abc import Callable

import pytest

from interpreter.ir import nodes as ir
from interpreter.ir import op
from interpreter.ir.builder import Builder
from interpreter.ir.text import expression

P, N = ir.Get(ir.Var("p", ir.BOOL)), ir.Get(ir.Var("n", ir.INT))
EMPTY, SOME = op.empty_set(8), ir.Get(ir.Var("s", ir.bits(8)))


def built() -> Builder:
    return Builder("f", (), ir.VOID)


def body(b: Builder) -> tuple[ir.Stmt, ...]:
    return b.function().body


def test_a_break_leaves_the_loops_that_were_opened_since() -> None:
    b = built()
    outside = b.loops
    with b.loop():
        inside = b.loops
        with b.each_bit("s", SOME):
            b.break_(outside)
            b.break_(inside)
            b.break_(b.loops)  # none was opened since
            b.continue_(inside - 1)
            b.break_loop()
    (outer,) = body(b)
    assert isinstance(outer, ir.Loop)
    (inner,) = outer.body
    assert isinstance(inner, ir.ForEachBit)
    assert inner.body == (ir.Break(2), ir.Break(1), ir.Continue(2), ir.Break(1))
    assert b.loops == outside


def test_loops_without_statements_or_elements_are_left_out() -> None:
    b = built()
    with b.for_range("i", op.ZERO, N):
        pass
    with b.each_bit("s", SOME):
        pass
    with b.each_bit("s", EMPTY):
        b.ret()
    assert body(b) == ()
    with b.for_range("i", op.ZERO, N) as i:
        b.ret(i)
    (made,) = body(b)
    assert isinstance(made, ir.ForRange)
    assert (made.low, made.high, made.body) == (op.ZERO, N, (ir.Return(ir.Get(made.var)),))


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (op.TRUE, (ir.Return(op.ONE),)),
        (op.FALSE, (ir.Return(op.ZERO),)),
        (P, (ir.If(P, (ir.Return(op.ONE),), (ir.Return(op.ZERO),)),)),
    ],
)
def test_of_two_branches_the_one_that_is_known_remains(
    condition: ir.Expr, found: tuple[ir.Stmt, ...]
) -> None:
    b = built()
    with b.if_else(condition) as branch:
        b.ret(op.ONE)
        branch.otherwise()
        b.ret(op.ZERO)
    assert body(b) == found


@pytest.mark.parametrize(
    ("condition", "found"),
    [(op.TRUE, (ir.Return(),)), (op.FALSE, ()), (P, (ir.If(P, (ir.Return(),)),))],
)
def test_what_is_done_under_a_known_condition_needs_no_branch(
    condition: ir.Expr, found: tuple[ir.Stmt, ...]
) -> None:
    b = built()
    with b.if_(condition):
        b.ret()
    assert body(b) == found
    empty = built()
    with empty.if_(condition):
        pass
    with empty.if_else(condition):
        pass
    assert body(empty) == ()


def test_a_value_is_kept_in_a_variable_unless_it_is_known() -> None:
    b = built()
    assert b.materialize(op.ONE) == op.ONE
    one, two = b.materialize(N), b.materialize(N)
    assert isinstance(one, ir.Get) and isinstance(two, ir.Get)
    assert one.var.name != two.var.name
    assert body(b) == (ir.Assign(one.var, N), ir.Assign(two.var, N))


@pytest.mark.parametrize(
    ("make", "word", "size"),
    [
        (lambda: op.singleton(op.number(3), 8), 0b1000, 8),
        (lambda: op.singleton(op.number(0), 8), 1, 8),
        (lambda: op.singleton(op.number(-1), 8), 0, 8),
        (lambda: op.members((0, 2), 8), 0b101, 8),
        (lambda: op.members((), 8), 0, 8),
        (lambda: op.full_set(3), 0b111, 3),
        (lambda: op.full_set(1), 1, 1),
        (lambda: op.full_set(0), 0, 1),
        (lambda: op.empty_set(0), 0, 1),
    ],
)
def test_known_sets_are_words_of_bits(make: Callable[[], ir.Expr], word: int, size: int) -> None:
    made = make()
    assert isinstance(made, ir.Const), expression(made)
    assert (made.value, made.type) == (word, ir.Type("bits", size))
