"""Each pass, before and after; that meaning stays is tested with the machine code of drawn programs."""

import pytest
from drawn_ir import op, program
from oracle import Block, Oracle

from interpreter.ir import nodes as ir
from interpreter.ir import passes
from interpreter.ir.passes import inlining, simplification
from interpreter.ir.passes.simplification import each_function
from interpreter.ir.passes.summaries import summaries
from interpreter.ir.text import write
from interpreter.ir.visit import MOST_LOOPS

A, B, N, K = (ir.Var(name, ir.INT) for name in "abnk")
P, Q = ir.Var("p", ir.BOOL), ir.Var("q", ir.BOOL)
S, T = ir.Var("s", ir.bits(10)), ir.Var("t", ir.bits(10))
ITEMS = ir.Var("items", ir.list_(4))
FULL, EMPTY = ir.Const((1 << 10) - 1, ir.bits(10)), ir.Const(0, ir.bits(10))
a, b, n, p, q, s, t = map(ir.Get, (A, B, N, P, Q, S, T))
many = ir.Get(ir.Var("many", ir.block("box")))
YES, NO = ir.Const(1, ir.BOOL), ir.Const(0, ir.BOOL)
CALL = ir.Call("effect", (), ir.INT)
TABLES = {"row": ir.Table("row", (5, 6, 7)), "sets": ir.Table("sets", (1, 6), 10)}
EFFECT = ir.Function("effect", (), ir.INT, (ir.Return(ir.Const(1)),), is_public=True)


def i(value: int) -> ir.Const:
    return ir.Const(value)


def after(run: object, *body: ir.Stmt) -> tuple[ir.Stmt, ...]:
    made = ir.Program(
        "singleton",
        {},
        TABLES,
        {"effect": EFFECT, "main": ir.Function("main", (A, B, N, P, S), ir.INT, body, True)},
    )
    assert callable(run)
    found = run(made).functions["main"].body
    assert isinstance(found, tuple)
    return found


FOLDS = [
    (op("add", i(2), op("mul", i(3), i(4))), i(14)),
    (op("add", i((1 << 63) - 1), i(1)), i(-(1 << 63))),
    (op("div", i(-7), i(2)), i(-4)),
    (op("mod", i(7), i(0)), i(0)),
    (op("add", a, i(0)), a),
    (op("eq", a, a), YES),
    (op("eq", CALL, CALL), op("eq", CALL, CALL)),
    (op("add", i(0), a), a),
    (op("mul", i(1), a), a),
    (op("mul", a, i(0)), i(0)),
    (op("mul", CALL, i(0)), op("mul", CALL, i(0))),
    (op("union", s, EMPTY), s),
    (op("union", EMPTY, s), s),
    (op("union", s, FULL), FULL),
    (op("intersection", FULL, s), s),
    (op("intersection", s, EMPTY), EMPTY),
    (op("difference", s, EMPTY), s),
    (op("difference", s, FULL), EMPTY),
    (op("difference", EMPTY, s), EMPTY),
    (op("symmetric_difference", FULL, s), op("complement", s)),
    (op("complement", op("complement", s)), s),
    (op("complement", EMPTY), FULL),
    (op("shift", s, i(0)), s),
    (op("shift", FULL, i(9)), ir.Const(1 << 9, ir.bits(10))),
    (op("singleton", i(3), size=10), ir.Const(8, ir.bits(10))),
    (op("singleton", i(-1), size=10), EMPTY),
    (op("singleton", i(10), size=10), op("singleton", i(10), size=10)),
    (op("contains", ir.Const(8, ir.bits(10)), i(3)), YES),
    (op("contains", EMPTY, a), NO),
    (op("nth", ir.Const(0b1010, ir.bits(10)), i(1)), i(3)),
    (op("lowest", EMPTY), i(-1)),
    (op("count", FULL), i(10)),
    (op("same_set", s, EMPTY), op("not", op("nonempty", s))),
    (op("and", p, YES), p),
    (op("and", NO, p), NO),
    (op("or", p, NO), p),
    (op("or", YES, p), YES),
    (op("not", op("not", p)), p),
    (op("not", op("eq", a, b)), op("ne", a, b)),
    (op("iff", p, NO), op("not", p)),
    (op("select", YES, a, b), a),
    (op("select", NO, a, b), b),
    (op("select", YES, a, CALL), op("select", YES, a, CALL)),
    (op("select", op("not", p), a, b), op("select", p, b, a)),
    (op("select", p, a, a), a),
    (op("select", p, YES, NO), p),
    (op("select", p, i(1), i(0)), op("zext", p)),
    (op("eq", op("zext", p), i(1)), p),
    (op("eq", op("zext", p), i(0)), op("not", p)),
    (ir.Lookup("row", op("add", i(1), i(1)), ir.INT), i(7)),
    (ir.Lookup("sets", i(1), ir.bits(10)), ir.Const(6, ir.bits(10))),
    (ir.Lookup("row", i(3), ir.INT), ir.Lookup("row", i(3), ir.INT)),
    (
        ir.Load(ir.BlockAt(many, op("add", a, i(0)), op("add", i(1), i(2))), "cell", i(0), ir.INT),
        ir.Load(ir.BlockAt(many, a, i(3)), "cell", i(0), ir.INT),
    ),
]


@pytest.mark.parametrize("number", range(len(FOLDS)))
def test_what_is_known_is_computed(number: int) -> None:
    before, expected = FOLDS[number]
    assert after(simplification.fold_constants, ir.Return(before)) == (ir.Return(expected),)


def test_known_parts_of_statements() -> None:
    body = ir.ForRange(
        K,
        op("add", i(1), i(1)),
        a,
        (ir.ForEachBit(N, op("intersection", s, FULL), (ir.Assign(B, op("add", b, i(0))),)),),
    )
    assert after(simplification.fold_constants, body) == (
        ir.ForRange(K, i(2), a, (ir.ForEachBit(N, s, (ir.Assign(B, b),)),)),
    )


ONE, TWO = ir.Assign(A, i(1)), ir.Assign(A, i(2))
PRUNED = [
    ((ir.If(YES, (ONE,), (TWO,)),), (ONE,)),
    ((ir.If(NO, (ONE,), (TWO,)),), (TWO,)),
    ((ir.If(NO, (ONE,)),), ()),
    ((ir.If(p, (), (ONE,)),), (ir.If(op("not", p), (ONE,)),)),
    ((ir.If(op("not", p), (ONE,), (TWO,)),), (ir.If(p, (TWO,), (ONE,)),)),
    ((ir.If(p, (), ()),), ()),
    ((ir.If(op("eq", CALL, i(1)), ()),), (ir.If(op("eq", CALL, i(1)), ()),)),
    ((ir.Return(a), ONE), (ir.Return(a),)),
    ((ir.Loop((ONE, ir.Break(), TWO)),), (ir.Loop((ONE, ir.Break())),)),
    ((ir.If(YES, (ir.Return(a),)), ONE), (ir.Return(a),)),
    ((ir.ForEachBit(K, EMPTY, (ONE,)),), ()),
    ((ir.ForEachBit(K, s, ()),), ()),
    ((ir.ForRange(K, i(3), i(3), (ONE,)),), ()),
    ((ir.ForRange(K, i(0), a, (ir.If(NO, (ONE,)),)),), ()),
]


@pytest.mark.parametrize("number", range(len(PRUNED)))
def test_what_is_never_reached_goes(number: int) -> None:
    before, expected = PRUNED[number]
    assert after(simplification.remove_dead_branches, *before) == expected


DROPPED = [
    ((ir.Assign(K, a), ir.Return(a)), (ir.Return(a),)),
    ((ir.Assign(K, a), ir.Assign(B, ir.Get(K)), ir.Return(a)), (ir.Return(a),)),
    ((ir.Assign(K, CALL), ir.Return(a)), (ir.Invoke(CALL), ir.Return(a))),
    (
        (ir.Assign(K, op("add", CALL, i(1))), ir.Return(a)),
        (ir.Assign(K, op("add", CALL, i(1))), ir.Return(a)),
    ),
    ((ir.SetLength(ITEMS, i(0)), ir.Push(ITEMS, a), ir.Return(a)), (ir.Return(a),)),
    ((ir.If(p, (ir.Assign(K, a),)), ir.Return(a)), (ir.Return(a),)),
    ((ir.Assign(K, a), ir.Return(ir.Get(K))), (ir.Assign(K, a), ir.Return(ir.Get(K)))),
    (
        (ir.Assign(K, a), ir.Copy(many, ir.BlockAt(many, ir.Get(K), b))),
        (ir.Assign(K, a), ir.Copy(many, ir.BlockAt(many, ir.Get(K), b))),
    ),
]


@pytest.mark.parametrize("number", range(len(DROPPED)))
def test_what_nobody_reads_goes(number: int) -> None:
    before, expected = DROPPED[number]
    assert after(simplification.remove_unused_variables, *before) == expected


def test_functions_and_tables_that_are_not_reached_go() -> None:
    def calling(name: str, *called: str, is_public: bool = False) -> ir.Function:
        body = tuple(ir.Invoke(ir.Call(other, (), ir.INT)) for other in called)
        return ir.Function(name, (), ir.INT, (*body, ir.Return(ir.Lookup("row", i(0), ir.INT))), is_public)

    found = [
        calling("c"),
        calling("b", "c"),
        calling("a", "b", is_public=True),
        calling("x", "y"),
        calling("y", "x"),
    ]
    given = ir.Program("p", {}, TABLES, {f.name: f for f in found})
    made = simplification.remove_unused_functions(given, summaries(given))
    assert (list(made.functions), list(made.tables)) == (["c", "b", "a"], ["row"])
    assert simplification.remove_unused_functions(made, summaries(made)) is made


@pytest.mark.parametrize("seed", range(40))
def test_meaning_stays(seed: int) -> None:
    made = program(seed, (5, 64, 70)[seed % 3])
    smaller = passes.optimise(made)
    assert len(write(smaller)) <= len(write(made))
    state = made.layouts["state"]
    results = []
    for each in (made, smaller):
        blocks = [Block(state, bytearray(state.size)) for _ in range(2)]
        value = Oracle(each).call(list(made.functions)[-1], *blocks, 7, -3)
        results.append((value, [bytes(block.data) for block in blocks]))
    assert results[0] == results[1]


def test_a_program_of_which_nothing_changes_stays_the_same_object() -> None:
    made = ir.Program("singleton", {}, TABLES, {"effect": EFFECT})
    assert each_function(made, lambda f: f.body) is made
    assert each_function(made, lambda f: (*f.body, ir.Return(i(2)))) is not made


@pytest.mark.parametrize(
    ("statements", "is_inlined"), [(1, True), (inlining.SMALL, True), (inlining.SMALL + 1, False)]
)
def test_a_function_is_inlined_up_to_its_size(statements: int, is_inlined: bool) -> None:
    body = (*(ir.Assign(A, i(k)) for k in range(statements - 1)), ir.Return(i(1)))  # constants do not count
    called = ir.Function("called", (), ir.INT, body)
    main = ir.Function("main", (), ir.INT, (ir.Return(ir.Call("called", (), ir.INT)),), is_public=True)
    given = ir.Program("sizes", {}, {}, {"called": called, "main": main})
    made = inlining.mark_small_functions(given, summaries(given))
    assert made.functions["called"].is_inline == is_inlined


def test_what_a_function_reaches_is_written_into_it_and_what_calls_itself_or_is_public_stays() -> None:
    def calling(name: str, *called: str, public: bool = False) -> ir.Function:
        body = tuple(ir.Invoke(ir.Call(c, (), ir.INT)) for c in called)
        return ir.Function(name, (), ir.INT, (*body, ir.Return(i(1))), public)

    functions = [
        calling("leaf"),
        calling("apart", "leaf"),
        calling("round", "other", "leaf"),
        calling("other", "round"),
        EFFECT,
        calling("middle", "leaf", "round", "effect", "apart"),
        calling("main", "middle", "leaf", public=True),
    ]
    made = ir.Program("calls", {}, {}, {f.name: f for f in functions})
    found = inlining.written_out(made, "main", {"apart"}).functions
    assert found.keys() - made.functions.keys() == {"in.leaf", "in.middle"}
    assert (
        found["in.middle"].is_inline
        and found["in.leaf"].is_inline
        and found["leaf"] == made.functions["leaf"]
    )
    assert found["main"] == calling("main", "in.middle", "in.leaf", public=True)
    assert found["in.middle"].body == calling("", "in.leaf", "round", "effect", "apart").body


def test_a_function_with_very_many_loops_stays_by_itself() -> None:
    body: ir.Block = ()
    for _ in range(MOST_LOOPS + 1):
        body = (*body, ir.ForRange(K, i(0), n, ()))
    long = ir.Function("long", (N,), ir.INT, (*body, ir.Return(n)))
    short = ir.Function("short", (N,), ir.INT, (*body[1:], ir.Return(n)))
    calls = [ir.Invoke(ir.Call(f.name, (n,), ir.INT)) for f in (long, short)]
    main = ir.Function("main", (N,), ir.INT, (*calls, ir.Return(n)), is_public=True)
    made = ir.Program("loops", {}, {}, {f.name: f for f in (long, short, main)})
    assert inlining.written_out(made, "main").functions.keys() - made.functions.keys() == {"in.short"}
