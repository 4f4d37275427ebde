"""Functions that are written into those that call them: small ones (`mark_small_functions`), and all that a loop over whole
games calls (`written_out`).
"""

from collections import Counter
from collections.abc import Set
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.passes.summaries import Summaries
from interpreter.ir.visit import is_entangled, map_block, map_operands, map_parts, walk

# ---- small functions
#
# They call nothing but inlined functions, whose size counts with theirs.

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


# ---- all that a function calls
#
# The functions that it reaches are there a second time, marked to be inlined, so that LLVM sees a loop over whole games at
# once: it keeps a state in registers, and knows what is known where the call stands. Functions that are called from outside,
# those `apart`, those that call themselves and those with very many loops stay functions.

PREFIX = "in."


def written_out(
    program: ir.Program, name: str, apart: Set[str] = frozenset(), public: Set[str] = frozenset()
) -> ir.Program:
    """The program in which the functions that one reaches are written into it, some `public` ones, too."""
    stays = {f.name for f in program.functions.values() if f.is_public} - public | apart
    stays |= {f.name for f in program.functions.values() if is_entangled(f)}
    calls = {f.name: _called(f) - stays for f in program.functions.values()}
    reached: dict[str, None] = {}
    _reach(name, calls, stays | _circular(calls), reached)
    renamed = {old: PREFIX + old for old in reached}
    functions: dict[str, ir.Function] = {}
    for f in program.functions.values():
        if f.name in renamed:
            functions[f.name] = f
            body = _redirected(f.body, renamed)
            functions[renamed[f.name]] = replace(
                f, name=renamed[f.name], body=body, is_inline=True, is_cold=False, is_public=False
            )
        elif f.name == name:
            functions[name] = replace(f, body=_redirected(f.body, renamed))
        else:
            functions[f.name] = f
    return replace(program, functions=functions)


def _called(f: ir.Function) -> set[str]:
    return {node.function for node in walk(f.body) if isinstance(node, ir.Call)}


def _reach(name: str, calls: dict[str, set[str]], stays: Set[str], reached: dict[str, None]) -> None:
    for called in sorted(calls[name] - stays - reached.keys()):
        reached[called] = None
        _reach(called, calls, stays, reached)


def _circular(calls: dict[str, set[str]]) -> set[str]:
    """The functions that call themselves, by others too."""
    below = {name: set(called) for name, called in calls.items()}
    is_growing = True
    while is_growing:
        is_growing = False
        for name, found in below.items():
            more = set().union(*(below[c] for c in found)) - found if found else set()
            if more:
                below[name] = found | more
                is_growing = True
    return {name for name, found in below.items() if name in found}


def _redirected(block: ir.Block, renamed: dict[str, str]) -> ir.Block:
    def on_expr(e: ir.Expr) -> ir.Expr:
        found = map_operands(e, on_expr)
        if isinstance(found, ir.Call) and found.function in renamed:
            return ir.Call(renamed[found.function], found.arguments, found.type)
        return found

    def on_block(b: ir.Block) -> ir.Block:
        return map_block(b, lambda stmt: map_parts(stmt, on_expr, on_block))

    return on_block(block)
