"""The intermediate representation is written to be read, always the same."""

from drawn_ir import layout, op, program

from interpreter.ir import nodes as ir
from interpreter.ir.text import write

EXPECTED = """\
program small

block state, 40 bytes
      0 count[1]: i64
      8 owned[2]: bits(70)

table next[3]: int = 1, 2, -1
table near[2]: bits(5) = {0 1}, {4}

# How many are left.
public function left(state: block(state), n: int) -> int
  total = 0
  items = new state
  each k in state.owned[0] \\ {0 3}
    if contains(near[0], k) and (n < ((k + 1) * 2))
      total = total + next[k]
      break
    else
      push list, k
  for k = 0 to below n
    state.owned[1] = singleton(k) | state.owned[1]
    loop
      continue 2
  copy state[k of n] to items
  do left(items, -1)
  return total
"""


def test_a_program_is_written() -> None:
    kind = ir.bits(70)
    state, n, k = ir.Var("state", ir.block("state")), ir.Var("n", ir.INT), ir.Var("k", ir.INT)
    total, own = ir.Var("total", ir.INT), ir.Var("items", ir.block("state"))
    near = op("contains", ir.Lookup("near", ir.Const(0), ir.bits(5)), ir.Get(k))
    low = op("lt", ir.Get(n), op("mul", op("add", ir.Get(k), ir.Const(1)), ir.Const(2)))
    owned = [ir.Load(ir.Get(state), "owned", ir.Const(at), kind) for at in (0, 1)]
    added = ir.Assign(total, op("add", ir.Get(total), ir.Lookup("next", ir.Get(k), ir.INT)))
    body = (
        ir.Assign(total, ir.Const(0)),
        ir.Allocate(own),
        ir.ForEachBit(
            k,
            op("difference", owned[0], ir.Const(0b1001, kind)),
            (
                ir.If(
                    op("and", near, low),
                    (added, ir.Break()),
                    (ir.Push(ir.Var("list", ir.list_(4)), ir.Get(k)),),
                ),
            ),
        ),
        ir.ForRange(
            k,
            ir.Const(0),
            ir.Get(n),
            (
                ir.Store(
                    ir.Get(state),
                    "owned",
                    ir.Const(1),
                    op("union", op("singleton", ir.Get(k), size=70), owned[1]),
                ),
                ir.Loop((ir.Continue(2),)),
            ),
        ),
        ir.Copy(ir.Get(own), ir.BlockAt(ir.Get(state), ir.Get(k), ir.Get(n))),
        ir.Invoke(ir.Call("left", (ir.Get(own), ir.Const(-1)), ir.INT)),
        ir.Return(ir.Get(total)),
    )
    left = ir.Function("left", (state, n), ir.INT, body, is_public=True, comment="How many are left.")
    made = ir.Program(
        "small",
        {"state": layout("state", ir.Cell("count", 1, 64), ir.Cell("owned", 2, size=70))},
        {"next": ir.Table("next", (1, 2, -1)), "near": ir.Table("near", (3, 16), 5)},
        {"left": left},
    )
    assert write(made) == EXPECTED


def test_drawn_programs_are_written_alike() -> None:
    assert write(program(5, 361)) == write(program(5, 361))
