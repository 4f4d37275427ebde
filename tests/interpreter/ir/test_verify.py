"""The verifier: every game's programs are well-formed, and what is not is found."""

import re

import bundled
import pytest
from drawn_ir import layout, op, program

from gdl.diagnostics.values import InternalError
from interpreter.engines.native import NativeEngine
from interpreter.ir import nodes as ir
from interpreter.ir import verify
from interpreter.lowering.lower import Lowered, lower, lower_for_many

N, L = ir.Var("n", ir.INT), ir.Var("l", ir.INT)
P, S = ir.Var("p", ir.BOOL), ir.Var("s", ir.bits(10))
BOX, ITEMS = ir.Var("box", ir.block("box")), ir.Var("items", ir.list_(4))
n, p, s, box = map(ir.Get, (N, P, S, BOX))
ZERO, FIVE = ir.Const(0), ir.Const(5, ir.bits(10))
BOXES = {"box": layout("box", ir.Cell("small", 2, 8), ir.Cell("set", 1, size=10))}
TABLES = {"row": ir.Table("row", (1, 2))}
OTHER = ir.Function("other", (N, S), ir.BOOL, (ir.Return(ir.Const(1, ir.BOOL)),))


def one(*body: ir.Stmt) -> ir.Program:
    main = ir.Function("main", (N, BOX), ir.VOID, body, is_public=True)
    return ir.Program("singleton", BOXES, TABLES, {"other": OTHER, "main": main})


@pytest.mark.parametrize("is_for_many", [False, True])
@pytest.mark.parametrize("name", ["chess", "hive", "oware", "zarcana", "zola"])
def test_games_become_well_formed_programs(name: str, is_for_many: bool) -> None:
    """Those of all games are verified when their checked builds are made, in `native/test_equal.py` and `test_batch.py`."""
    prepared = bundled.native(name).compiled.prepared
    lowered = (lower_for_many if is_for_many else lower)(prepared)
    assert verify.problems(lowered.program) == []


@pytest.mark.parametrize("seed", range(6))
def test_drawn_programs_are_well_formed(seed: int) -> None:
    assert verify.problems(program(seed, 70)) == []


GOOD = [
    (ir.Assign(S, FIVE), ir.ForEachBit(L, s, (ir.Break(),)), ir.Invoke(ir.Call("other", (n, s), ir.BOOL))),
    (ir.Store(box, "small", n, ir.Load(box, "small", ZERO, ir.INT)), ir.Copy(box, ir.BlockAt(box, n, n))),
    (ir.Copy(box, ir.BlockOf(n, ir.block("box"))),),
    (ir.Assign(P, op("lt", n, ZERO)), ir.If(p, (ir.Return(),)), ir.SetLength(ITEMS, ZERO), ir.Push(ITEMS, n)),
]


@pytest.mark.parametrize("body", GOOD)
def test_what_is_well_formed_is_left_alone(body: tuple[ir.Stmt, ...]) -> None:
    assert verify.problems(one(*body)) == []


BAD = [
    (ir.Assign(N, p), "p is bool instead of int"),
    (ir.Assign(ir.Var("n", ir.BOOL), p), "n is int and bool"),
    (ir.Assign(ITEMS, ir.Get(ITEMS)), "a list, and set as a whole"),
    (ir.Assign(N, ir.Op("add", (n, p), ir.INT)), "add of int, bool gives no int"),
    (
        ir.Assign(S, ir.Op("union", (s, ir.Const(0, ir.bits(9))), ir.bits(10))),
        r"union of bits\(10\), bits\(9\) gives",
    ),
    (ir.Assign(S, ir.Op("shift", (s, n), ir.bits(10))), "shift of"),
    (ir.Assign(S, ir.Const(1 << 10, ir.bits(10))), r"1024 is no bits\(10\)"),
    (ir.Assign(N, ir.Load(box, "large", ZERO, ir.INT)), "box has no cell large"),
    (ir.Assign(N, ir.Load(n, "small", ZERO, ir.INT)), "n is int, no block"),
    (ir.Assign(N, ir.Load(box, "set", ZERO, ir.INT)), r"is bits\(10\), not int"),
    (ir.Assign(N, ir.Lookup("column", ZERO, ir.INT)), "there is no table column"),
    (ir.Assign(S, ir.Lookup("row", ZERO, ir.bits(10))), r"row\[0\] is int, not bits\(10\)"),
    (ir.Store(box, "set", ZERO, n), r"n is int instead of bits\(10\)"),
    (ir.Store(box, "small", p, n), "p is bool instead of int"),
    (ir.Push(N, ZERO), "n is int, no list"),
    (ir.Invoke(ir.Call("another", (), ir.VOID)), "calls another, which does not exist"),
    (ir.Invoke(ir.Call("other", (n, FIVE), ir.VOID)), "calls other for void; it gives bool"),
    (ir.Invoke(ir.Call("other", (n,), ir.BOOL)), "with 1 arguments; it takes 2"),
    (ir.Invoke(ir.Call("other", (n, n), ir.BOOL)), r"s of other: n is int instead of bits\(10\)"),
    (ir.Copy(box, ir.Get(ir.Var("state", ir.block("state")))), "unknown layout state"),
    (ir.Copy(box, ir.BlockAt(box, p, n)), "index of blocks: p is bool"),
    (ir.Copy(box, ir.BlockOf(p, ir.block("box"))), "address: p is bool"),
    (ir.Copy(box, ir.BlockOf(n, ir.block("state"))), "no block of a known layout"),
    (ir.Copy(box, ir.BlockOf(n, ir.INT)), "no block of a known layout"),
    (ir.Allocate(N), "n is int, no block"),
    (ir.If(n, (ir.Return(),)), "if: n is int instead of bool"),
    (ir.ForEachBit(L, n, ()), "each goes through int"),
    (ir.ForEachBit(P, s, ()), "p goes through a loop, but is bool"),
    (ir.ForRange(L, ZERO, n, (ir.Assign(L, ZERO),)), "l counts a loop, and is set in it"),
    (ir.Loop((ir.Break(2),)), "leaves 2 loops where there are 1"),
    (ir.Return(n), "return: n is int instead of void"),
]


@pytest.mark.parametrize(("statement", "message"), BAD, ids=[m for _, m in BAD])
def test_what_is_not_is_found(statement: ir.Stmt, message: str) -> None:
    found = verify.problems(one(statement))
    assert any(re.search(message, text) for text in found), found
    assert all(text.startswith("main: ") for text in found)


Q, T, U = ir.Var("q", ir.INT), ir.Var("t", ir.bits(2)), ir.Var("u", ir.bits(3))
items = ir.Get(ITEMS)
WHOLE: list[tuple[tuple[ir.Stmt, ...], list[str]]] = [
    ((ir.SetLength(ITEMS, p),), ["items: p is bool instead of int"]),
    ((ir.Push(N, ZERO),), ["n is int, no list"]),
    ((ir.Push(ITEMS, s),), ["items: s is bits(10) instead of int"]),
    ((ir.Push(ITEMS, n),), []),
    ((ir.Copy(n, n),), ["copies int to int"]),
    ((ir.Copy(box, n),), ["copies int to block(box)"]),
    ((ir.Copy(box, box),), []),
    ((ir.Allocate(ir.Var("own", ir.block("box"))),), []),
    ((ir.Allocate(ir.Var("own", ir.block("other"))),), ["own is a block of the unknown layout other"]),
    (
        (ir.If(p, (ir.Assign(N, p),), (ir.Assign(N, s),)),),
        ["n =: p is bool instead of int", "n =: s is bits(10) instead of int"],
    ),
    ((ir.Break(1),), ["leaves 1 loops where there are 0"]),
    ((ir.Loop((ir.Break(0),)),), ["leaves 0 loops where there are 1"]),
    ((ir.Loop((ir.Loop((ir.Continue(2), ir.Break(2))),)),), []),
    ((ir.Loop((ir.Break(),)), ir.Break()), ["leaves 1 loops where there are 0"]),
    ((ir.ForRange(Q, p, p, ()),), ["for: p is bool instead of int", "for: p is bool instead of int"]),
    ((ir.ForRange(P, ZERO, n, ()),), ["p goes through a loop, but is bool"]),
    ((ir.ForRange(Q, ZERO, n, ()), ir.Assign(Q, ZERO)), []),
    ((ir.ForRange(Q, ZERO, n, (ir.Loop((ir.Assign(Q, n),)),)),), ["q counts a loop, and is set in it"]),
    ((ir.ForEachBit(Q, s, (ir.Assign(Q, n),)),), []),
    ((ir.Return(),), []),
    ((ir.Assign(P, ir.Const(2, ir.BOOL)),), ["2 is no bool"]),
    ((ir.Assign(P, ir.Const(-1, ir.BOOL)),), ["-1 is no bool"]),
    ((ir.Assign(N, ir.Const(-5)),), []),
    ((ir.Copy(box, ir.Const(0, ir.block("box"))),), ["0 is no block(box)"]),
    ((ir.Assign(S, ir.Const((1 << 10) - 1, ir.bits(10))),), []),
    ((ir.Assign(S, ir.Const(-1, ir.bits(10))),), ["-1 is no bits(10)"]),
    ((ir.Assign(N, ir.Load(box, "small", p, ir.INT)),), ["index of small: p is bool instead of int"]),
    ((ir.Assign(T, ir.CompareAll(box, "small", n, ir.bits(2))),), []),
    (
        (ir.Assign(T, ir.CompareAll(box, "small", p, ir.bits(2))),),
        ["value sought in small: p is bool instead of int"],
    ),
    (
        (ir.Assign(U, ir.CompareAll(box, "small", n, ir.bits(3))),),
        ["where(box.small == n) is bits(3), of 2 elements of int"],
    ),
    ((ir.Assign(U, ir.CompareAll(box, "none", n, ir.bits(3))),), ["box has no cell none"]),
    ((ir.Assign(N, ir.Lookup("row", p, ir.INT)),), ["index of row: p is bool instead of int"]),
    ((ir.Copy(box, ir.BlockAt(n, n, n)),), ["n is int, no block", "copies int to block(box)"]),
    ((ir.Copy(box, ir.BlockAt(box, n, p)),), ["index of blocks: p is bool instead of int"]),
    (
        (ir.Assign(P, ir.Op("not", (ir.Call("other", (n, p), ir.BOOL),), ir.BOOL)),),
        ["s of other: p is bool instead of bits(10)"],
    ),
    ((ir.Assign(N, ir.Op("add", (n, n, n), ir.INT)),), ["add of int, int, int gives no int"]),
    ((ir.Assign(N, ir.Op("add", (n,), ir.INT)),), ["add of int gives no int"]),
    ((ir.Assign(P, ir.Op("add", (n, n), ir.BOOL)),), ["add of int, int gives no bool"]),
    ((ir.Assign(N, ir.Op("union", (n, n), ir.INT)),), ["union of int, int gives no int"]),
    ((ir.Assign(N, ir.Op("select", (p, n, s), ir.INT)),), ["select of bool, int, bits(10) gives no int"]),
    (
        (ir.Assign(ITEMS, ir.Op("select", (p, items, items), ir.list_(4))),),
        ["select of bool, list(4), list(4) gives no list(4)", "items is a list, and set as a whole"],
    ),
    ((ir.Assign(S, ir.Op("select", (p, s, s), ir.bits(10))),), []),
    ((ir.Assign(S, ir.Op("shift", (s, ir.Const(1)), ir.bits(10))),), []),
    ((ir.Assign(N, ir.Op("length", (s,), ir.INT)),), ["length of bits(10) gives no int"]),
    ((ir.Invoke(ir.Call("other", (n, s), ir.VOID)),), ["calls other for void; it gives bool"]),
    ((ir.Store(box, "small", ZERO, p),), ["small =: p is bool instead of int"]),
    ((ir.Store(n, "small", ZERO, n),), ["n is int, no block"]),
]


@pytest.mark.parametrize(("body", "found"), WHOLE)
def test_all_that_is_wrong_is_found_and_nothing_else(body: tuple[ir.Stmt, ...], found: list[str]) -> None:
    assert verify.problems(one(*body)) == [f"main: {text}" for text in found]


@pytest.mark.parametrize(("size", "is_long"), [(12, False), (11, True)])
def test_cells_lie_within_their_block(size: int, is_long: bool) -> None:
    cells = {"row": ir.Cell("row", 2, 32, offset=4)}
    found = verify.problems(ir.Program("singleton", {"box": ir.Layout("box", cells, size)}, {}, {}))
    assert found == (["the cell row is longer than its block box"] if is_long else [])


def test_two_parameters_have_two_names() -> None:
    double = ir.Function("double", (N, N), ir.VOID, (ir.Return(),))
    assert verify.problems(ir.Program("singleton", {}, {}, {"double": double})) == [
        "double: two parameters have the same name"
    ]


def test_functions_are_looked_at_as_a_whole() -> None:
    public = ir.Function("public", (S,), ir.BOOL, (ir.Return(),), is_public=True)
    assert verify.problems(ir.Program("singleton", {}, {}, {"name": public})) == [
        "public: stands under the name name",
        "public: is called from outside, but takes more than ints and blocks",
        "public: is called from outside, but gives bool",
        "public: returns nothing instead of bool",
    ]


def test_a_checked_build_refuses_what_is_not_well_formed() -> None:
    native = NativeEngine(bundled.load("tic_tac_toe"), checked=True, keep=False).compiled
    native.__dict__["lowered"] = Lowered(one(ir.Assign(N, p)), (), ())
    with pytest.raises(InternalError, match="p is bool instead of int"):
        _ = native.machine
