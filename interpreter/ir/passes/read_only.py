"""Marks the functions that write nothing but blocks and lists of their own: of two equal calls with no write between, one
is enough.
"""

from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.visit import walk


def mark_read_only(program: ir.Program) -> ir.Program:
    calls: dict[str, set[str]] = {}
    writing: set[str] = set()
    for name, function in program.functions.items():
        inside = list(walk(function.body))
        own = {node.var.name for node in inside if isinstance(node, ir.Allocate)}
        given = {v.name for v in function.parameters}
        calls[name] = {node.function for node in inside if isinstance(node, ir.Call)}
        if function.result.name == "void" or any(_writes(node, own, given) for node in inside):
            writing.add(name)
    is_growing = True
    while is_growing:
        more = {name for name, called in calls.items() if name not in writing and called & writing}
        writing |= more
        is_growing = bool(more)
    functions = {
        name: f if name in writing else replace(f, is_read_only=True) for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


def _writes(node: ir.Stmt | ir.Expr, own: set[str], given: set[str]) -> bool:
    """Whether a node changes a block that is not the function's own, or a list that it was given."""
    if isinstance(node, ir.Push | ir.SetItem | ir.SetLength):
        return node.var.name in given
    if not isinstance(node, ir.Store | ir.Copy):
        return False
    block = node.block if isinstance(node, ir.Store) else node.to
    return not (isinstance(block, ir.Get) and block.var.name in own)
