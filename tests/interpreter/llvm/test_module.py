"""Machine code means what the intermediate representation means."""

import ctypes
import random

import pytest
from drawn_ir import layout, members, number, op, program
from oracle import Block, Oracle

from interpreter.engines.native import machine
from interpreter.ir import nodes as ir
from interpreter.ir import passes
from interpreter.llvm import module

SIZES = (1, 7, 64, 65, 128, 130, 192, 361, 512, 700, 4096)
STATE = ir.Var("state", ir.block("state"))


def compiled(made: ir.Program, checked: bool = False, features: str | None = None) -> machine.Machine:
    features = machine.host_features() if features is None else features
    return machine.compile(module.generate(made, checked, features), made.name, keep=False)


def buffer(data: bytes) -> ctypes.Array[ctypes.c_uint8]:
    return (ctypes.c_uint8 * len(data)).from_buffer_copy(data)


def single_operations(size: int) -> ir.Program:
    """A function for every operation: its operands come from the state, its result goes there."""
    kind = ir.bits(size)
    state = layout(
        "state",
        ir.Cell("ints", 3, 64),
        ir.Cell("sets", 3, size=size),
        ir.Cell("bools", 3, 8),
        ir.Cell("list", 4, 64),
    )
    block = ir.Get(STATE)

    def given(letter: str, k: int) -> ir.Expr:
        if letter == "l":
            return ir.Get(ir.Var("items", ir.list_(4)))
        if letter == "s" or letter == "t":
            return ir.Load(block, "sets", ir.Const(k), kind)
        found = ir.Load(block, "ints" if letter == "i" else "bools", ir.Const(k), ir.INT)
        return found if letter == "i" else op("ne", found, ir.Const(0))

    functions = {}

    def add(name: str, value: ir.Expr) -> None:
        items, each = ir.Var("items", ir.list_(4)), ir.Var("k", ir.INT)
        start = (
            ir.SetLength(items, ir.Const(0)),
            ir.ForRange(
                each,
                ir.Const(0),
                ir.Const(4),
                (ir.Push(items, ir.Load(block, "list", ir.Get(each), ir.INT)),),
            ),
        )
        if value.type == ir.BOOL:
            value = op("zext", value)
        cell = "sets" if value.type.name == "bits" else "ints"
        body = (*start, ir.Store(block, cell, ir.Const(0), value))
        functions[name] = ir.Function(name, (STATE,), ir.VOID, body, is_public=True)

    for name, (takes, _) in ir.OPERATIONS.items():
        if name == "shift":
            for by in sorted(
                {0, 1, -1, 8, -9, 63, 64, -64, 65, -127, 128, 200, -300, size - 1, 1 - size, size, -size}
            ):
                add(f"shift {by}", op(name, given("s", 1), ir.Const(by)))
        else:
            add(name, op(name, *[given(k, n) for n, k in enumerate(takes)], size=size))
        if name in ("div", "mod"):
            for by in (0, 1, -1, 2, -2, 8, 7, -7, 1 << 40, -(1 << 63)):
                add(f"{name} {by}", op(name, given("i", 0), ir.Const(by)))
    add("select of ints", op("select", given("b", 0), given("i", 1), given("i", 2)))
    add(
        "has of a constant", op("contains", ir.Const(members(random.Random(size), size), kind), given("i", 1))
    )
    add("one of a constant", op("union", given("s", 1), op("singleton", ir.Const(size - 1), size=size)))
    return ir.Program("operations", {"state": state}, {}, functions)


@pytest.mark.thorough
@pytest.mark.parametrize("features", ["host", ""])
@pytest.mark.parametrize("size", SIZES)
def test_every_operation(size: int, features: str) -> None:
    made = single_operations(size)
    native = compiled(made, features=machine.host_features() if features else "")
    oracle = Oracle(made)
    state = made.layouts["state"]
    rng = random.Random(size)
    for name in made.functions:
        for round_ in range(25):
            block = Block(state, bytearray(state.size))
            for k in range(3):
                block.write(state.cells["sets"], k, members(rng, size))
                block.write(state.cells["ints"], k, number(rng))
                block.write(state.cells["bools"], k, rng.randrange(2))
            for k in range(4):
                block.write(state.cells["list"], k, number(rng))
            first = block.read(state.cells["sets"], 0)
            if name in ("shl", "shr"):
                block.write(state.cells["ints"], 1, rng.choice((0, 1, 31, 63)))
            if name == "singleton":
                block.write(
                    state.cells["ints"], 0, rng.choice((-1, -(1 << 62), 0, size - 1, rng.randrange(size)))
                )
            if name in ("contains", "has of a constant"):
                block.write(
                    state.cells["ints"],
                    1,
                    rng.choice((-1, -(1 << 63), -64, 0, size - 1, rng.randrange(size))),
                )
            if name == "nth":
                if first == 0:
                    continue
                last = first.bit_count() - 1
                block.write(state.cells["ints"], 1, rng.choice((0, last, rng.randrange(last + 1))))
            if name == "item":
                block.write(state.cells["ints"], 1, rng.randrange(4))
            if round_ % 5 == 0:
                block.write(state.cells["sets"], 1, first)  # so that equal ones meet as well
                if name not in ("shl", "shr", "singleton", "contains", "nth", "item", "has of a constant"):
                    block.write(state.cells["ints"], 1, block.read(state.cells["ints"], 0))
            memory = buffer(block.data)
            before = bytes(memory)
            oracle.call(name, block)
            native.call(name, memory)
            assert bytes(memory) == bytes(block.data), (name, before)


def run_both(made: ir.Program, native: machine.Machine, seed: int) -> None:
    rng = random.Random(seed)
    state = made.layouts["state"]
    for _ in range(4):
        blocks = [Block(state, bytearray(rng.randbytes(state.size))) for _ in range(2)]
        for block in blocks:
            for k in range(2):
                block.write(state.cells["sets"], k, members(rng, state.cells["sets"].size))
        if rng.randrange(4) == 0:
            blocks[1] = blocks[0]  # blocks may be one and the same
        memories = [buffer(block.data) for block in blocks]
        if blocks[0] is blocks[1]:
            memories[1] = memories[0]
        name = list(made.functions)[-1]
        numbers = number(rng), number(rng)
        expected = Oracle(made).call(name, *blocks, *numbers)
        assert native.call(name, *memories, *numbers) == expected
        assert [bytes(m) for m in memories] == [bytes(b.data) for b in blocks]


@pytest.mark.parametrize("seed", range(24))
def test_drawn_programs(seed: int) -> None:
    made = program(seed, SIZES[seed % len(SIZES)])
    run_both(made, compiled(made), seed)


@pytest.mark.parametrize("seed", range(100, 111))
def test_drawn_programs_optimised(seed: int) -> None:
    made = program(seed, SIZES[seed % len(SIZES)])
    run_both(passes.optimise(made), compiled(passes.optimise(made)), seed)


@pytest.mark.parametrize("seed", range(200, 211))
def test_drawn_programs_checked_violate_nothing(seed: int) -> None:
    made = program(seed, SIZES[seed % len(SIZES)])
    native = compiled(made, checked=True)
    run_both(made, native, seed)
    said = module.violations(made, machine.host_features())
    found = said[native.take_violation()]
    assert not found or found.startswith("room in items")  # drawn programs may fill their lists


# ---- what the drawn programs do not reach ----------------------------------------------------------

L, J, N, S = (ir.Var(name, ir.INT) for name in "ljns")
BOX = ir.Var("box", ir.block("box"))
LAYOUTS = {
    "box": layout("box", ir.Cell("n", 1, 64), ir.Cell("small", 4, 8)),
    "state": layout("state", ir.Cell("n", 4, 64), ir.Cell("rest", 4, 64)),
}


def functions(*found: ir.Function, layouts: dict[str, ir.Layout] = LAYOUTS) -> ir.Program:
    return ir.Program("by hand", layouts, {}, {f.name: f for f in found})


def test_recursion_and_fresh_blocks() -> None:
    inner = ir.Call("sum", (op("sub", ir.Get(N), ir.Const(1)),), ir.INT)
    own = ir.Load(ir.Get(BOX), "n", ir.Const(0), ir.INT)
    body = (
        ir.Allocate(BOX),
        ir.Store(ir.Get(BOX), "n", ir.Const(0), ir.Get(N)),
        ir.If(op("eq", ir.Get(N), ir.Const(0)), (ir.Return(ir.Const(0)),)),
        ir.Assign(S, inner),
        ir.Return(op("add", own, ir.Get(S))),
    )
    made = functions(ir.Function("sum", (N,), ir.INT, body, is_public=True))
    assert compiled(made).call("sum", 100) == 5050 == Oracle(made).call("sum", 100)


def test_fresh_memory_in_a_loop_does_not_grow_the_stack() -> None:
    fill = ir.Function("fill", (BOX, N), ir.VOID, (ir.Store(ir.Get(BOX), "n", ir.Const(0), ir.Get(N)),))
    total = ir.Assign(S, op("add", ir.Get(S), ir.Load(ir.Get(BOX), "n", ir.Const(0), ir.INT)))
    body = (ir.Allocate(BOX), ir.Invoke(ir.Call("fill", (ir.Get(BOX), ir.Get(L)), ir.VOID)), total)
    main = (ir.Assign(S, ir.Const(0)), ir.ForRange(L, ir.Const(0), ir.Get(N), body), ir.Return(ir.Get(S)))
    made = functions(fill, ir.Function("main", (N,), ir.INT, main, is_public=True))
    assert compiled(made).call("main", 3_000_000) == 3_000_000 * 2_999_999 // 2


def test_lists_are_passed_by_address() -> None:
    items = ir.Var("items", ir.list_(3))
    add = ir.Function("add", (items, N), ir.VOID, (ir.Push(items, op("mul", ir.Get(N), ir.Const(10))),))
    last = op("item", ir.Get(items), op("sub", op("length", ir.Get(items)), ir.Const(1)))
    main = (
        ir.SetLength(items, ir.Const(0)),
        ir.ForRange(
            L, ir.Const(1), ir.Get(N), (ir.Invoke(ir.Call("add", (ir.Get(items), ir.Get(L)), ir.VOID)),)
        ),
        ir.Return(op("add", op("mul", op("length", ir.Get(items)), ir.Const(1000)), last)),
    )
    made = functions(add, ir.Function("main", (N,), ir.INT, main, is_public=True))
    native = compiled(made)
    assert [native.call("main", n) for n in (2, 4, 9)] == [1010, 3030, 3030]


def test_leaving_several_loops() -> None:
    step = ir.Assign(S, op("add", ir.Get(S), ir.Const(1)))
    inner = (
        ir.If(op("eq", ir.Get(J), ir.Get(N)), (ir.Continue(2),)),
        ir.If(op("eq", op("add", ir.Get(L), ir.Get(J)), ir.Const(12)), (ir.Break(3),)),
        step,
    )
    nested = ir.Loop(
        (ir.ForRange(L, ir.Const(0), ir.Const(10), (ir.ForEachBit(J, ir.Const(0x3FF, ir.bits(10)), inner),)),)
    )
    made = functions(
        ir.Function(
            "main", (N,), ir.INT, (ir.Assign(S, ir.Const(0)), nested, ir.Return(ir.Get(S))), is_public=True
        )
    )
    native = compiled(made)
    for n in (4, 5, 9, 20):
        assert native.call("main", n) == Oracle(made).call("main", n)


def test_of_a_state_only_what_is_used_is_copied() -> None:
    a, b = (ir.Var(name, ir.block("state")) for name in "ab")
    main = ir.Function("main", (a, b), ir.VOID, (ir.Copy(ir.Get(a), ir.Get(b)),), is_public=True)
    cells = {"n": ir.Cell("n", 1, 64), "rest": ir.Cell("rest", 7, 64, offset=8)}
    seldom_full = ir.Layout("state", cells, 64, (ir.Tail("rest", "n", 1),))
    native = compiled(functions(main, layouts={"state": seldom_full}))
    to, source = buffer(bytes(64)), buffer((2).to_bytes(8, "little") + b"\1" * 56)
    assert native.call("main", to, source) is None
    assert bytes(to) == bytes(source)[:24] + bytes(40)
    whole = compiled(functions(main, layouts={"state": ir.Layout("state", cells, 64)}))
    whole.call("main", to, source)
    assert bytes(to) == bytes(source)


def test_narrow_cells_are_signed_and_cut() -> None:
    body = (
        ir.Store(ir.Get(BOX), "small", ir.Const(2), ir.Get(N)),
        ir.Return(ir.Load(ir.Get(BOX), "small", ir.Const(2), ir.INT)),
    )
    native = compiled(functions(ir.Function("main", (BOX, N), ir.INT, body, is_public=True)))
    assert [native.call("main", buffer(bytes(16)), n) for n in (5, -5, 127, 128, 511)] == [
        5,
        -5,
        127,
        -128,
        -1,
    ]


def test_odd_names() -> None:
    odd = ir.Var('a "b"\\', ir.INT)
    made = functions(
        ir.Function("abs", (odd,), ir.INT, (ir.Return(op("sub", ir.Const(0), ir.Get(odd))),), is_public=True)
    )
    assert compiled(made).call("abs", 7) == -7


def violation(made: ir.Program, *arguments: object) -> str:
    native = compiled(made, checked=True)
    native.call("main", *arguments)
    found = module.violations(made, machine.host_features())[native.take_violation()]
    assert native.take_violation() == 0
    return found


def test_blocks_lie_one_behind_the_other() -> None:
    """Copies the n-th block before all others, and counts in each."""
    here, k = ir.BlockAt(ir.Get(BOX), ir.Get(L), ir.Const(4)), ir.Var("k", ir.INT)
    chosen = ir.BlockAt(ir.Get(BOX), ir.Get(N), ir.Const(4))
    body = (
        ir.ForRange(
            L,
            ir.Const(0),
            ir.Get(N),
            (
                ir.Copy(here, chosen),
                ir.Assign(k, op("add", ir.Load(here, "small", ir.Const(1), ir.INT), ir.Get(L))),
                ir.Store(here, "small", ir.Const(1), ir.Get(k)),
            ),
        ),
        ir.Return(ir.Load(chosen, "small", ir.Const(0), ir.INT)),
    )
    function = ir.Function("main", (BOX, N), ir.INT, body, is_public=True)
    made = ir.Program("many", LAYOUTS, {}, {"main": function})
    size = LAYOUTS["box"].size
    for n in range(4):
        data = random.Random(n).randbytes(4 * size)
        native, wanted = buffer(data), Block(LAYOUTS["box"], bytearray(data))
        expected = Oracle(passes.optimise(made)).call("main", wanted, n)
        for checked in (False, True):
            native = buffer(data)
            assert compiled(made, checked).call("main", native, n) == expected
            assert bytes(native) == bytes(wanted.data)


def main_of(*body: ir.Stmt, tables: dict[str, ir.Table] | None = None) -> ir.Program:
    function = ir.Function("main", (BOX, N), ir.INT, (*body, ir.Return(ir.Const(0))), is_public=True)
    return ir.Program("checked", LAYOUTS, tables or {}, {"main": function})


def test_a_checked_build_finds_what_is_out_of_range() -> None:
    box, items = buffer(bytes(16)), ir.Var("items", ir.list_(2))
    start = (ir.SetLength(items, ir.Const(0)), ir.Push(items, ir.Get(N)))
    kind = ir.bits(100)
    some = op("union", ir.Const(7, kind), op("singleton", op("min", ir.Get(N), ir.Const(9)), size=100))
    row = {"row": ir.Table("row", (1, 2, 3))}
    cases = [
        (
            main_of(ir.Assign(S, ir.Load(ir.Get(BOX), "small", ir.Get(N), ir.INT))),
            3,
            4,
            "index of small in main",
        ),
        (main_of(ir.Store(ir.Get(BOX), "small", ir.Get(N), ir.Const(1))), 0, -1, "index of small in main"),
        (
            main_of(ir.Assign(S, ir.Lookup("row", ir.Get(N), ir.INT)), tables=row),
            2,
            3,
            "index of row in main",
        ),
        (
            main_of(ir.Copy(ir.Get(BOX), ir.BlockAt(ir.Get(BOX), ir.Get(N), ir.Const(1)))),
            0,
            1,
            "index of blocks of box in main",
        ),
        (
            main_of(*start, ir.Assign(S, op("item", ir.Get(items), ir.Get(N)))),
            0,
            1,
            "index of a list in main",
        ),
        (
            main_of(*start, ir.ForRange(L, ir.Const(0), ir.Get(N), (ir.Push(items, ir.Get(L)),))),
            1,
            2,
            "room in items in main",
        ),
        (main_of(*start, ir.SetLength(items, ir.Get(N))), 1, 2, "length of items in main"),
        (main_of(ir.Assign(S, op("nth", some, ir.Get(N)))), 3, 4, "member of a set by its place in main"),
        (
            main_of(ir.Assign(S, op("count", op("singleton", ir.Get(N), size=100)))),
            -5,
            100,
            "member of a set in main",
        ),
        (main_of(ir.Assign(S, op("shl", ir.Const(1), ir.Get(N)))), 63, 64, "count of a shift in main"),
    ]
    for made, good, bad, message in cases:
        assert violation(made, box, good) == "", message
        assert violation(made, box, bad) == message
