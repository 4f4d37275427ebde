"""Marks the functions that write nothing but blocks and lists of their own: of two equal calls with no write between, one
is enough.
"""

from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.passes.summary import Summaries


def mark_read_only(program: ir.Program, summaries: Summaries) -> ir.Program:
    calls: dict[str, set[str]] = {}
    writing: set[str] = set()
    for name, function in program.functions.items():
        calls[name] = set(summaries[name].calls)
        if function.result.name == "void" or summaries[name].writes:
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
