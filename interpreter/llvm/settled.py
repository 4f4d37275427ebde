"""Variables that need no memory: those with one value, given before all reads of it, in the block of the reads or around it.

Such a value is an operand of the assembly as it stands. Others are written to memory and read again, which LLVM turns into
registers; of an ordinary program that would be nearly half of all lines.
"""

from interpreter.ir import nodes as ir
from interpreter.ir.visit import PARTS, operands


def settled(function: ir.Function) -> frozenset[str]:
    """The names of a function's variables that have one value wherever they are read."""
    found = _Search()
    for var in function.parameters:
        found.give(var)
    found.block(function.body)
    return frozenset(found.given - found.others)


class _Search:
    """`given`: variables with a value. `known`: those that have it for sure here. `others`: those that are not settled."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        self.known: set[str] = set()
        self.others: set[str] = set()

    def give(self, var: ir.Var) -> None:
        if var.type.name == "list" or var.name in self.given:
            self.others.add(var.name)
        self.given.add(var.name)
        self.known.add(var.name)

    def block(self, block: ir.Block) -> None:
        """What is known behind a block is what was known before it."""
        outside = self.known.copy()
        for stmt in block:
            self.statement(stmt)
        self.known = outside

    def statement(self, stmt: ir.Stmt) -> None:
        shape = PARTS[type(stmt)]
        inner = [getattr(stmt, name) for name, is_block in shape if is_block]
        for name, is_block in shape:
            part = getattr(stmt, name)
            if not is_block and part is not None:
                self.read(part)
        if isinstance(stmt, ir.ForRange | ir.ForEachBit):
            known = self.known.copy()
            self.give(stmt.var)
            self.block(stmt.body)
            self.known = known
            return
        for block in inner:
            self.block(block)
        if isinstance(stmt, ir.Assign | ir.Allocate):
            self.give(stmt.var)

    def read(self, expr: ir.Expr) -> None:
        if isinstance(expr, ir.Get):
            if expr.var.name not in self.known:
                self.others.add(expr.var.name)
        elif not isinstance(expr, ir.Const):
            for operand in operands(expr):
                self.read(operand)
