"""The verifier: every game's programs are well-formed, and what is not is found."""

import re

import bundled
import pytest
from drawn_ir import layout, op, program

from gdl.diagnostics import InternalError
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
