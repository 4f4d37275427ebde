"""Programs count what they do where that is asked for: by as much each time, and more for each round of a loop."""

from drawn_ir import op

from interpreter.engines.native import machine
from interpreter.ir import nodes as ir
from interpreter.ir.visit import APART, is_apart, work
from interpreter.llvm import module

N, K, SUM = ir.Var("n", ir.INT), ir.Var("k", ir.INT), ir.Var("sum", ir.INT)
ADD = ir.Assign(SUM, op("add", ir.Get(SUM), ir.Get(K)))
MUCH = (ADD,) * APART


def machine_of(*body: ir.Stmt, counts_work: bool = True) -> machine.Machine:
    whole = (ir.Assign(SUM, ir.Const(0)), *body, ir.Return(ir.Get(SUM)))
    program = ir.Program("sum", {}, {}, {"sum": ir.Function("sum", (N,), ir.INT, whole, True)})
    return machine.compile(module.generate(program, counts_work=counts_work), "sum", 0, keep=False)


def worked(made: machine.Machine, n: int) -> int:
    """What one call adds to the work."""
    before = made.work
    made.call("sum", n)
    return made.work - before


def test_each_round_of_a_loop_is_as_much_work() -> None:
    made = machine_of(ir.ForRange(K, ir.Const(0), ir.Get(N), (ADD,)))
    assert worked(made, 30) - worked(made, 20) == 10 * work((ADD,))
    assert worked(made, 7) == worked(made, 7)


def test_much_work_under_a_condition_is_counted_where_it_happens() -> None:
    few = (ir.If(op("lt", ir.Const(0), ir.Get(N)), (ADD,)),)
    many = (ir.If(op("lt", ir.Const(0), ir.Get(N)), MUCH),)
    assert is_apart(MUCH) and not is_apart((ADD,))
    assert worked(machine_of(*few), 0) == worked(machine_of(*few), 1)
    assert worked(machine_of(*many), 1) - worked(machine_of(*many), 0) == work(MUCH)


def test_code_that_is_not_asked_counts_nothing() -> None:
    made = machine_of(ADD, counts_work=False)
    made.call("sum", 3)
    assert made.work == 0
