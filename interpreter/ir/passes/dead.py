"""Removes what is never reached and what does nothing: known conditions, empty loops, the rest after a leave."""

from interpreter.ir import nodes as ir
from interpreter.ir.fold import wrapped
from interpreter.ir.passes.functions import each_function
from interpreter.ir.visit import has_call, same_objects

_LEAVING = (ir.Break, ir.Continue, ir.Return)


def remove_dead_branches(program: ir.Program) -> ir.Program:
    return each_function(program, lambda function: without_dead(function.body))


def without_dead(block: ir.Block) -> ir.Block:
    found: list[ir.Stmt] = []
    for statement in block:
        found += _nested(statement)
        if found and isinstance(found[-1], _LEAVING):
            break
    rest = tuple(found)
    return block if same_objects(block, rest) else rest


def _nested(stmt: ir.Stmt) -> ir.Block:
    """What is left of a statement."""
    match stmt:
        case ir.If():
            return _if(stmt)
        case ir.Loop():
            body = without_dead(stmt.body)
            return (stmt if body is stmt.body else ir.Loop(body),)
        case ir.ForEachBit():
            body, source = without_dead(stmt.body), stmt.source
            if source == ir.Const(0, source.type) or (not body and not has_call(source)):
                return ()
            return (stmt if body is stmt.body else ir.ForEachBit(stmt.var, source, body),)
        case ir.ForRange():
            return _for_range(stmt)
    return (stmt,)


def _for_range(stmt: ir.ForRange) -> ir.Block:
    body, low, high = without_dead(stmt.body), stmt.low, stmt.high
    if isinstance(low, ir.Const) and isinstance(high, ir.Const) and wrapped(low.value) >= wrapped(high.value):
        return ()
    if not body and not has_call(low) and not has_call(high):
        return ()
    return (stmt if body is stmt.body else ir.ForRange(stmt.var, low, high, body),)


def _if(stmt: ir.If) -> ir.Block:
    condition = stmt.condition
    if isinstance(condition, ir.Const):
        return without_dead(stmt.then if condition.value else stmt.otherwise)
    then, otherwise = without_dead(stmt.then), without_dead(stmt.otherwise)
    if not then and not otherwise and not has_call(condition):
        return ()
    if isinstance(condition, ir.Op) and condition.name == "not" and otherwise:
        return (ir.If(condition.operands[0], otherwise, then),)
    if not then and otherwise:
        return (ir.If(ir.Op("not", (condition,), ir.BOOL), otherwise),)
    if then is stmt.then and otherwise is stmt.otherwise:
        return (stmt,)
    return (ir.If(condition, then, otherwise),)
