"""Marks small functions to be inlined where they are called, if that is not often.

They call nothing but inlined functions, whose size counts with theirs.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from interpreter.ir import nodes as ir
from interpreter.ir.visit import walk

MOST_ADDED = 240  # nodes that inlining one function may add to the program
SMALL = 120  # nodes of a function that is inlined
_TOO_LARGE = 1 << 30


def mark_small_functions(program: ir.Program) -> ir.Program:
    calls = Counter(
        node.function
        for f in program.functions.values()
        for node in _counted(f.body)
        if isinstance(node, ir.Call)
    )
    sizes: dict[str, int] = {}  # of functions that are inlined

    def size(name: str) -> int:
        """How much a call of a function adds; `_TOO_LARGE` if it is not inlined."""
        if name not in sizes:
            function = program.functions[name]
            sizes[name] = _TOO_LARGE  # while it is measured: a function that calls itself is never inlined
            found = list(islice(_counted(function.body), SMALL + 1))
            total = len(found) + sum(size(n.function) for n in found if isinstance(n, ir.Call))
            fits = total <= SMALL and total * calls[name] <= MOST_ADDED and not function.is_public
            if function.is_inline or (fits and not any(isinstance(n, ir.Loop) for n in found)):
                sizes[name] = total
        return sizes[name]

    functions = {
        name: replace(f, is_inline=True) if not f.is_inline and size(name) < _TOO_LARGE else f
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


def _counted(block: ir.Block) -> Iterator[ir.Stmt | ir.Expr]:
    """What counts for a function's size: everything but operations, constants and reads of variables."""
    return (node for node in walk(block) if not isinstance(node, ir.Op))
