"""Folding keeps the meaning of every operation, whichever of its operands are known, and never loses a call."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from oracle import Oracle

from interpreter.ir import nodes as ir
from interpreter.ir import op
from interpreter.ir.fold import folded
from interpreter.ir.passes import optimise, simplification
from interpreter.ir.passes.summaries import mark_read_only, summaries
from interpreter.ir.visit import has_call

SIZE = 4
FULL = (1 << SIZE) - 1
SET = ir.bits(SIZE)
SAMPLES: dict[str, tuple[int, ...]] = {
    "i": (-(1 << 63), -2, -1, 0, 1, 2, 5, (1 << 63) - 1),
    "b": (0, 1),
    "s": (0, 1, 0b1010, FULL),
}
TYPES = {"i": ir.INT, "b": ir.BOOL, "s": SET}
NO_LISTS = [n for n, (operands, _) in ir.OPERATIONS.items() if "l" not in operands and "t" not in operands]
EMPTY = ir.Program("empty", {}, {}, {})


def type_of(letter: str) -> ir.Type:
    return TYPES[letter]


def possible(name: str, values: tuple[int, ...]) -> bool:
    """Whether an operation has a meaning for these operands."""
    match name:
        case "shl" | "shr":
            return 0 <= values[1] < 64
        case "nth":
            return 0 <= values[1] < values[0].bit_count()
        case "singleton":
            return values[0] < SIZE
        case "contains":
            return values[1] < SIZE
        case "shift":
            return abs(values[1]) < SIZE
    return True


def value(expr: ir.Expr, frame: dict[str, Any]) -> Any:
    return Oracle(EMPTY, dict(frame)).value(expr)


def known(letter: str, number: int) -> ir.Const:
    return ir.Const(number, type_of(letter))


def as_seen(letter: str, number: int) -> Any:
    return bool(number) if letter == "b" else number


def expressions(name: str, values: tuple[int, ...]) -> Iterator[ir.Op]:
    """An operation with each choice of operands that are known; the others are variables."""
    letters, result = ir.OPERATIONS[name]
    for which in product((True, False), repeat=len(letters)):
        operands = tuple(
            known(letter, v) if is_known else ir.Get(ir.Var(f"x{i}", type_of(letter)))
            for i, (letter, v, is_known) in enumerate(zip(letters, values, which, strict=True))
        )
        if name == "shift" and not which[1]:
            continue
        yield ir.Op(name, operands, type_of(result))


@pytest.mark.parametrize("name", NO_LISTS)
def test_what_is_folded_means_the_same(name: str) -> None:
    letters, _ = ir.OPERATIONS[name]
    for values in product(*(SAMPLES[letter] for letter in letters)):
        if not possible(name, values):
            continue
        frame = {f"x{i}": as_seen(a, v) for i, (a, v) in enumerate(zip(letters, values, strict=True))}
        for expr in expressions(name, values):
            made = folded(expr)
            assert value(made, frame) == value(expr, frame), (expr, made)
            if all(isinstance(o, ir.Const) for o in expr.operands):
                assert isinstance(made, ir.Const), expr


@pytest.mark.parametrize(
    "name", [n for n in NO_LISTS if len(set(ir.OPERATIONS[n][0])) == 1 and len(ir.OPERATIONS[n][0]) == 2]
)
def test_an_operation_on_one_variable_twice_means_the_same(name: str) -> None:
    letters, result = ir.OPERATIONS[name]
    x = ir.Get(ir.Var("x", type_of(letters[0])))
    expr = ir.Op(name, (x, x), type_of(result))
    for number in SAMPLES[letters[0]]:
        if possible(name, (number, number)):
            frame = {"x": as_seen(letters[0], number)}
            assert value(folded(expr), frame) == value(expr, frame), expr


@pytest.mark.parametrize("outer", [n for n in NO_LISTS if len(ir.OPERATIONS[n][0]) == 1])
def test_an_operation_on_an_operation_means_the_same(outer: str) -> None:
    (wanted,), result = ir.OPERATIONS[outer]
    for inner in (n for n in NO_LISTS if ir.OPERATIONS[n][1] == wanted):
        letters, _ = ir.OPERATIONS[inner]
        for values in product(*(SAMPLES[letter] for letter in letters)):
            if not possible(inner, values) or inner == "shift":
                continue
            frame = {f"x{i}": as_seen(a, v) for i, (a, v) in enumerate(zip(letters, values, strict=True))}
            operands = tuple(ir.Get(ir.Var(f"x{i}", type_of(a))) for i, a in enumerate(letters))
            below = ir.Op(inner, operands, type_of(wanted))
            expr = ir.Op(outer, (below,), type_of(result))
            if possible(outer, (int(value(below, frame)),)):
                assert value(folded(expr), frame) == value(expr, frame), expr


@pytest.mark.parametrize("condition", ["known", "variable", "negated"])
@pytest.mark.parametrize("letter", ["i", "b", "s"])
def test_a_choice_means_the_same(condition: str, letter: str) -> None:
    p, kind = ir.Get(ir.Var("p", ir.BOOL)), type_of(letter)
    x, y = (ir.Get(ir.Var(n, kind)) for n in "xy")
    for c, a, b in product((0, 1), SAMPLES[letter], SAMPLES[letter]):
        asked = {"known": known("b", c), "variable": p, "negated": ir.Op("not", (p,), ir.BOOL)}[condition]
        frame = {"p": bool(c), "x": as_seen(letter, a), "y": as_seen(letter, b)}
        for yes, no in product((x, known(letter, a)), (y, known(letter, b), x)):
            expr = ir.Op("select", (asked, yes, no), kind)
            assert value(folded(expr), frame) == value(expr, frame), expr


def test_a_comparison_of_a_truth_value_as_a_number_means_the_same() -> None:
    p = ir.Get(ir.Var("p", ir.BOOL))
    number = ir.Op("zext", (p,), ir.INT)
    for name, c, q in product(("eq", "ne", "lt", "le"), (-1, 0, 1, 2), (False, True)):
        for operands in ((number, known("i", c)), (known("i", c), number)):
            expr = ir.Op(name, operands, ir.BOOL)
            assert value(folded(expr), {"p": q}) == value(expr, {"p": q}), expr


# ---- calls


def call(kind: ir.Type) -> ir.Call:
    return ir.Call("effect", (), kind)


def calls_in(expr: ir.Expr) -> int:
    if isinstance(expr, ir.Call):
        return 1
    return sum(map(calls_in, expr.operands)) if isinstance(expr, ir.Op) else 0


@pytest.mark.parametrize("name", [n for n in NO_LISTS if len(ir.OPERATIONS[n][0]) == 2])
def test_no_call_is_lost_or_doubled(name: str) -> None:
    letters, result = ir.OPERATIONS[name]
    left, right = map(type_of, letters)
    for number in SAMPLES[letters[1]]:
        made = folded(ir.Op(name, (call(left), known(letters[1], number)), type_of(result)))
        assert calls_in(made) == 1, made
    for number in SAMPLES[letters[0]] if name != "shift" else ():
        made = folded(ir.Op(name, (known(letters[0], number), call(right)), type_of(result)))
        assert calls_in(made) == 1, made
    if left == right:
        assert calls_in(folded(ir.Op(name, (call(left), call(right)), type_of(result)))) == 2


@pytest.mark.parametrize("condition", [0, 1])
@pytest.mark.parametrize("letter", ["i", "b", "s"])
def test_no_call_is_lost_in_a_choice(condition: int, letter: str) -> None:
    kind = type_of(letter)
    one = known(letter, 1)
    for yes, no, calls in ((call(kind), one, 1), (one, call(kind), 1), (call(kind), call(kind), 2)):
        assert calls_in(folded(ir.Op("select", (known("b", condition), yes, no), kind))) == calls
    asked = ir.Op("select", (call(ir.BOOL), one, one), kind)
    assert calls_in(folded(asked)) == 1


# ---- passes and functions that write

LAYOUT = ir.Layout("box", {"n": ir.Cell("n", 1, 64)}, 8)
BOX, OWN = ir.Var("box", ir.block("box")), ir.Var("own", ir.block("box"))
ITEMS, MINE = ir.Var("items", ir.list_(4)), ir.Var("mine", ir.list_(4))
ONE = known("i", 1)
STORE = ir.Store(ir.Get(BOX), "n", known("i", 0), ONE)
RETURN = ir.Return(ONE)


def function(name: str, *body: ir.Stmt, parameters: tuple[ir.Var, ...] = (BOX,)) -> ir.Function:
    return ir.Function(name, parameters, ir.INT, (*body, RETURN))


WRITING = {
    "a store into a block that is given": (STORE,),
    "a copy into a block that is given": (ir.Allocate(OWN), ir.Copy(ir.Get(BOX), ir.Get(OWN))),
    "a store inside a branch": (ir.If(known("b", 1), (STORE,)),),
    "a store in the other branch": (ir.If(known("b", 1), (), (STORE,)),),
    "a store inside a loop": (ir.Loop((STORE, ir.Break())),),
    "a store for each number": (ir.ForRange(ir.Var("k", ir.INT), ONE, ONE, (STORE,)),),
    "an element that is added to a list that is given": (ir.Push(ITEMS, ONE),),
    "the length of a list that is given": (ir.SetLength(ITEMS, ONE),),
    "a call of what writes": (ir.Invoke(ir.Call("writes", (ir.Get(BOX),), ir.INT)),),
    "a call of what calls what writes": (ir.Invoke(ir.Call("calls", (ir.Get(BOX),), ir.INT)),),
    "a call of what writes, in an expression": (ir.Assign(ir.Var("t", ir.INT), ir.Op("add", (ONE, ir.Call("writes", (ir.Get(BOX),), ir.INT)), ir.INT)),),
}  # fmt: skip
READING: dict[str, tuple[ir.Stmt, ...]] = {
    "nothing": (),
    "a load": (ir.Assign(ir.Var("t", ir.INT), ir.Load(ir.Get(BOX), "n", known("i", 0), ir.INT)),),
    "a store into a block of its own": (ir.Allocate(OWN), ir.Store(ir.Get(OWN), "n", known("i", 0), ONE)),
    "a copy into a block of its own": (ir.Allocate(OWN), ir.Copy(ir.Get(OWN), ir.Get(BOX))),
    "a list of its own": (ir.SetLength(MINE, known("i", 0)), ir.Push(MINE, ONE)),
    "a call of what only reads": (ir.Invoke(ir.Call("reads", (ir.Get(BOX),), ir.INT)),),
    "a call of itself": (ir.Invoke(ir.Call("asked", (ir.Get(BOX), ir.Get(ITEMS)), ir.INT)),),
}


def program(*body: ir.Stmt) -> ir.Program:
    calling = function("calls", ir.Invoke(ir.Call("writes", (ir.Get(BOX),), ir.INT)))
    found = [
        function("writes", STORE),
        calling,
        function("reads"),
        ir.Function("asked", (BOX, ITEMS), ir.INT, (*body, RETURN), is_public=True),
    ]
    return ir.Program("p", {"box": LAYOUT}, {}, {f.name: f for f in found})


def _marked(given: ir.Program) -> ir.Program:
    return mark_read_only(given, summaries(given))


@pytest.mark.parametrize("what", WRITING)
def test_what_writes_is_not_marked_as_reading_only(what: str) -> None:
    assert not _marked(program(*WRITING[what])).functions["asked"].is_read_only


@pytest.mark.parametrize("what", READING)
def test_what_only_reads_is_marked(what: str) -> None:
    made = _marked(program(*READING[what])).functions
    assert made["asked"].is_read_only
    assert made["reads"].is_read_only
    assert not made["writes"].is_read_only
    assert not made["calls"].is_read_only


def test_a_function_without_a_result_is_not_marked() -> None:
    silent = ir.Function("asked", (BOX,), ir.VOID, (), is_public=True)
    made = _marked(ir.Program("p", {"box": LAYOUT}, {}, {"asked": silent}))
    assert not made.functions["asked"].is_read_only


CALL = call(ir.INT)
KEPT = [
    ir.Invoke(CALL),
    ir.Assign(ir.Var("t", ir.INT), CALL),
    ir.Assign(ir.Var("t", ir.INT), ir.Op("mul", (CALL, known("i", 0)), ir.INT)),
    ir.Push(ir.Var("l", ir.list_(4)), CALL),
    ir.SetLength(ir.Var("l", ir.list_(4)), CALL),
    ir.If(ir.Op("eq", (CALL, ONE), ir.BOOL), ()),
    ir.ForRange(ir.Var("k", ir.INT), CALL, ONE, ()),
    ir.ForRange(ir.Var("k", ir.INT), ONE, CALL, ()),
    ir.ForEachBit(ir.Var("k", ir.INT), call(SET), ()),
    ir.If(ir.Op("and", (known("b", 0), ir.Op("eq", (CALL, ONE), ir.BOOL)), ir.BOOL), ()),
]


@pytest.mark.parametrize(
    "run",
    [
        simplification.fold_constants,
        simplification.remove_dead_branches,
        simplification.remove_unused_variables,
        optimise,
    ],
    ids=lambda f: f.__name__,
)
@pytest.mark.parametrize("number", range(len(KEPT)))
def test_no_pass_loses_a_call(run: Any, number: int) -> None:
    effect = ir.Function("effect", (), ir.INT, (ir.Return(ONE),), is_public=True)
    main = ir.Function("main", (), ir.INT, (KEPT[number], RETURN), is_public=True)
    body = run(ir.Program("p", {}, {}, {"effect": effect, "main": main})).functions["main"].body
    assert any(has_call(e) for e in every_expression(body)), body


def every_expression(block: tuple[ir.Stmt, ...]) -> Iterator[ir.Expr]:
    from interpreter.ir.visit import blocks
    from interpreter.ir.visit import expressions as inside

    for statement in block:
        yield from inside(statement)
        for inner in blocks(statement):
            yield from every_expression(inner)


def test_a_full_set_has_all_numbers_of_its_size() -> None:
    assert [op.full_set(size).value for size in (0, 1, 2, 8)] == [0, 1, 3, 255]
