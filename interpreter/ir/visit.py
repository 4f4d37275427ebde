"""The one visitor of the IR: what is inside expressions and statements, and the same trees with parts changed.

`operands(expr)` and `parts(stmt)` say what is directly inside; `walk(block)` goes through everything. `map_operands`
and `map_parts` rebuild a node from changed parts and give the very same object where nothing changed, so that a pass
which changes little copies little. `work(statements)` says how much they do.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from interpreter.ir import nodes as ir

# The fields of statements that are expressions, and (True) those that are blocks.
PARTS: dict[type, tuple[tuple[str, bool], ...]] = {
    ir.Assign: (("value", False),),
    ir.Store: (("block", False), ("index", False), ("value", False)),
    ir.Push: (("value", False),),
    ir.SetLength: (("length", False),),
    ir.Invoke: (("call", False),),
    ir.Copy: (("to", False), ("source", False)),
    ir.Allocate: (),
    ir.If: (("condition", False), ("then", True), ("otherwise", True)),
    ir.Loop: (("body", True),),
    ir.ForEachBit: (("source", False), ("body", True)),
    ir.ForRange: (("low", False), ("high", False), ("body", True)),
    ir.Break: (),
    ir.Continue: (),
    ir.Return: (("value", False),),
}


_OPERANDS: Mapping[type, Callable[[Any], tuple[ir.Expr, ...]]] = {
    ir.Const: lambda expr: (),
    ir.Get: lambda expr: (),
    ir.Op: attrgetter("operands"),
    ir.Call: attrgetter("arguments"),
    ir.Load: attrgetter("block", "index"),
    ir.CompareAll: attrgetter("block", "value"),
    ir.Lookup: lambda expr: (expr.index,),
    ir.BlockAt: attrgetter("block", "index", "count"),
    ir.BlockOf: lambda expr: (expr.address,),
}


def operands(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions directly inside an expression."""
    found: tuple[ir.Expr, ...] = _OPERANDS[type(expr)](expr)
    return found


def map_operands(expr: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """An expression with the expressions directly inside it changed."""
    before = operands(expr)
    after = tuple([change(operand) for operand in before])
    if same_objects(before, after):
        return expr
    match expr:
        case ir.Op():
            return ir.Op(expr.name, after, expr.type)
        case ir.Call():
            return ir.Call(expr.function, after, expr.type)
        case ir.Load():
            return ir.Load(after[0], expr.cell, after[1], expr.type)
        case ir.CompareAll():
            return ir.CompareAll(after[0], expr.cell, after[1], expr.type)
        case ir.Lookup():
            return ir.Lookup(expr.table, after[0], expr.type)
        case ir.BlockAt():
            return ir.BlockAt(*after)
        case ir.BlockOf():
            return ir.BlockOf(after[0], expr.type)
    return expr


def same_objects(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether two sequences hold the very same objects."""
    if len(before) != len(after):
        return False
    for a, b in zip(before, after, strict=True):  # noqa: SIM110 - a generator is slower, and this runs often
        if a is not b:
            return False
    return True


def expressions(stmt: ir.Stmt) -> list[ir.Expr]:
    """The expressions directly inside a statement."""
    found = [getattr(stmt, name) for name, is_block in PARTS[type(stmt)] if not is_block]
    return [part for part in found if part is not None]


def blocks(stmt: ir.Stmt) -> list[ir.Block]:
    """The blocks directly inside a statement."""
    return [getattr(stmt, name) for name, is_block in PARTS[type(stmt)] if is_block]


def map_parts(
    stmt: ir.Stmt, on_expr: Callable[[ir.Expr], ir.Expr], on_block: Callable[[ir.Block], ir.Block]
) -> ir.Stmt:
    """A statement with the expressions and blocks directly inside it changed."""
    changed: dict[str, Any] = {}
    for name, is_block in PARTS[type(stmt)]:
        part = getattr(stmt, name)
        if part is None:
            continue
        found: Any = on_block(part) if is_block else on_expr(part)
        if found is not part:
            changed[name] = found
    return replace(stmt, **changed) if changed else stmt


def map_block(block: ir.Block, change: Callable[[ir.Stmt], ir.Stmt]) -> ir.Block:
    """A block with its statements changed."""
    found = tuple([change(statement) for statement in block])
    return block if same_objects(block, found) else found


def walk(block: ir.Block) -> Iterator[ir.Stmt | ir.Expr]:
    """Every statement and expression of a block, however deep, except constants and reads of variables."""
    waiting: list[Any] = list(block)
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is ir.Const or kind is ir.Get:
            continue
        yield node
        shape = PARTS.get(kind)
        if shape is None:
            waiting += operands(node)
            continue
        for name, is_block in shape:
            part = getattr(node, name)
            if is_block:
                waiting += part
            elif part is not None:
                waiting.append(part)


def is_entangled(function: ir.Function) -> bool:
    """Whether a function has so many loops that it should stay by itself and as it is.

    The time that LLVM takes to optimise loops grows much faster than their number: a bundled game has 72 in one function,
    which takes seconds; 129 took more than four minutes.
    """
    return sum(isinstance(part, _LOOPS) for part in walk(function.body)) > MOST_LOOPS


_LOOPS = (ir.Loop, ir.ForEachBit, ir.ForRange)
MOST_LOOPS = 100


def reads(expr: ir.Expr, found: set[str]) -> None:
    """Adds the names of the variables that an expression reads."""
    if isinstance(expr, ir.Get):
        found.add(expr.var.name)
    else:
        for operand in operands(expr):
            reads(operand, found)


def has_call(expr: ir.Expr) -> bool:
    """Whether an expression may have an effect."""
    kind = type(expr)
    if kind is ir.Const or kind is ir.Get:
        return False
    return kind is ir.Call or any(map(has_call, operands(expr)))


# ---- how much work statements are: a number that is the same on every machine, of the operations in them and what large sets
# take more
#
# It is for budgets: whoever looks at a program for a while wants to stop at the same place everywhere, which a clock does not
# give. A loop does the work of its body once a round, a function that of its body once a call. What stands under a condition is
# counted where it happens if it is much, and always if it is little.


APART = 12  # work under a condition from here on is counted where it happens
_AT_ONCE = 256  # numbers of a set, with which a processor is done at once
_LOOPS = (ir.Loop, ir.ForEachBit, ir.ForRange)


def work(statements: ir.Block) -> int:
    """The work of statements, each done once, without what is counted where it happens."""
    found = 0
    for statement in statements:
        found += 1 + sum(map(_of_expression, expressions(statement)))
        if isinstance(statement, ir.If):
            found += sum(work(block) for block in blocks(statement) if not is_apart(block))
    return found


def is_apart(statements: ir.Block) -> bool:
    """Whether the work of a block under a condition is counted where it happens."""
    return _at_least(statements, APART) <= 0


def _at_least(statements: ir.Block, left: int) -> int:
    """What is left of an amount of work when statements are done; not above 0 when it is known to be used up."""
    for statement in statements:
        left -= 1 + sum(map(_of_expression, expressions(statement)))
        for block in blocks(statement) if isinstance(statement, ir.If) else ():
            left = _at_least(block, left)
        if left <= 0:
            break
    return left


def _of_expression(expr: ir.Expr) -> int:
    """Constants and variables are there already; an operation on a large set takes longer."""
    if isinstance(expr, ir.Const | ir.Get):
        return 0
    return 1 + expr.type.size // _AT_ONCE + sum(map(_of_expression, operands(expr)))
