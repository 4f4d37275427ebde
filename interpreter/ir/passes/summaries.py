"""What stands in each function, whatever the order: gathered in one walk for all passes that only look."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from gdl.platform.dataclass import dataclass
from interpreter.ir import nodes as ir
from interpreter.ir.visit import walk


@dataclass(frozen=True, slots=True)
class Summary:
    """`size`: statements and expressions but for operations, constants and reads of variables. `calls`: how often each function is
    called. `tables`: those that are read. `has_loop`: whether it has a loop without bounds. `writes`: whether it changes a block
    that is not its own, or a list that it was given.
    """

    size: int
    calls: Counter[str]
    tables: frozenset[str]
    has_loop: bool
    writes: bool


Summaries: TypeAlias = Mapping[str, Summary]


def summary(function: ir.Function) -> Summary:
    size, calls, tables, has_loop = 0, Counter[str](), set[str](), False
    changed: list[ir.Expr] = []
    own, given = set[str](), {v.name for v in function.parameters}
    writes = False
    for node in walk(function.body):
        match node:
            case ir.Op():
                continue
            case ir.Call():
                calls[node.function] += 1
            case ir.Lookup():
                tables.add(node.table)
            case ir.Loop():
                has_loop = True
            case ir.Allocate():
                own.add(node.var.name)
            case ir.Store():
                changed.append(node.block)
            case ir.Copy():
                changed.append(node.to)
            case ir.Push() | ir.SetLength():
                writes = writes or node.var.name in given
        size += 1
    writes = writes or any(not isinstance(block, ir.Get) or block.var.name not in own for block in changed)
    return Summary(size, calls, frozenset(tables), has_loop, writes)


def summaries(program: ir.Program) -> Summaries:
    """Those of all functions, by name."""
    return {name: summary(function) for name, function in program.functions.items()}


# ---- functions that only read
#
# Of two equal calls with no write between, one is enough.


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
