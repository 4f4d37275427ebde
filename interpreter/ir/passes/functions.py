"""A change of every function's body, as most passes make it."""

from collections.abc import Callable
from dataclasses import replace

from interpreter.ir import nodes as ir


def each_function(program: ir.Program, change: Callable[[ir.Function], ir.Block]) -> ir.Program:
    """The program with other bodies; the program itself where all bodies stay the same objects."""
    functions = {}
    is_changed = False
    for name, function in program.functions.items():
        body = change(function)
        if body is not function.body:
            function, is_changed = replace(function, body=body), True
        functions[name] = function
    return replace(program, functions=functions) if is_changed else program
