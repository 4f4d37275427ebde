"""How much work statements are, as a number that is the same on every machine: the operations in them, and what large sets take more.

It is for budgets: whoever looks at a program for a while wants to stop at the same place everywhere, which a clock does not
give. A loop does the work of its body once a round, a function that of its body once a call. What stands under a condition is
counted where it happens if it is much, and always if it is little.
"""

from interpreter.ir import nodes as ir
from interpreter.ir.visit import blocks, expressions, operands

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
