"""Constant folding: known operands, neutral elements, elements of constant tables."""

from interpreter.ir import nodes as ir
from interpreter.ir.fold import folded
from interpreter.ir.passes.functions import each_function
from interpreter.ir.visit import map_block, map_operands, map_parts


def fold_constants(program: ir.Program) -> ir.Program:
    tables = program.tables

    def expression(expr: ir.Expr) -> ir.Expr:
        kind = type(expr)
        if kind is ir.Const or kind is ir.Get:
            return expr
        made = map_operands(expr, expression)
        if isinstance(made, ir.Op):
            return folded(made)
        if isinstance(made, ir.Lookup) and isinstance(made.index, ir.Const):
            values = tables[made.table].values
            if 0 <= made.index.value < len(values):
                return ir.Const(values[made.index.value], made.type)
        return made

    def statement(stmt: ir.Stmt) -> ir.Stmt:
        return map_parts(stmt, expression, block)

    def block(statements: ir.Block) -> ir.Block:
        return map_block(statements, statement)

    return each_function(program, lambda function: block(function.body))
