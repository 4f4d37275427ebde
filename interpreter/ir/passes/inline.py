"""Marks small functions to be inlined where they are called, if that is not often.

They call nothing but inlined functions, whose size counts with theirs.
"""

from collections import Counter
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.passes.summary import Summaries

MOST_ADDED = 240  # nodes that inlining one function may add to the program
SMALL = 120  # nodes of a function that is inlined
_TOO_LARGE = 1 << 30


def mark_small_functions(program: ir.Program, summaries: Summaries) -> ir.Program:
    calls = Counter[str]()
    for name in program.functions:
        calls.update(summaries[name].calls)
    sizes: dict[str, int] = {}  # of functions that are inlined

    def size(name: str) -> int:
        """How much a call of a function adds; `_TOO_LARGE` if it is not inlined."""
        if name not in sizes:
            function, found = program.functions[name], summaries[name]
            sizes[name] = _TOO_LARGE  # while it is measured: a function that calls itself is never inlined
            total = found.size
            if total <= SMALL:
                total += sum(size(called) * often for called, often in found.calls.items())
            fits = total <= SMALL and total * calls[name] <= MOST_ADDED and not function.is_public
            if function.is_inline or (fits and not found.has_loop):
                sizes[name] = total
        return sizes[name]

    functions = {
        name: replace(f, is_inline=True) if not f.is_inline and size(name) < _TOO_LARGE else f
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)
