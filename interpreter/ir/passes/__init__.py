"""What makes a program smaller before LLVM sees it: `optimise(program)` runs `PASSES` in their order, then `CHOICES`.

Each pass is a function from a program to a program of the same meaning. Parts that a pass does not change stay the very
same objects. Choices leave the bodies of functions as they are, and share a summary of each.
"""

from collections.abc import Callable

from interpreter.ir import nodes as ir
from interpreter.ir.passes.inlining import mark_small_functions
from interpreter.ir.passes.simplification import (
    fold_constants,
    remove_dead_branches,
    remove_unused_functions,
    remove_unused_variables,
)
from interpreter.ir.passes.summaries import Summaries, mark_read_only, summaries

PASSES: tuple[Callable[[ir.Program], ir.Program], ...] = (
    fold_constants,
    remove_dead_branches,
    remove_unused_variables,
)
CHOICES: tuple[Callable[[ir.Program, Summaries], ir.Program], ...] = (
    remove_unused_functions,
    mark_small_functions,
    mark_read_only,
)


def optimise(program: ir.Program) -> ir.Program:
    for run in PASSES:
        program = run(program)
    known = summaries(program)
    for choose in CHOICES:
        program = choose(program, known)
    return program
