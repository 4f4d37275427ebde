"""Removes what nobody uses: variables that are never read, functions that nothing public reaches, tables."""

from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.passes.dead import without_dead
from interpreter.ir.passes.functions import each_function
from interpreter.ir.passes.summary import Summaries
from interpreter.ir.visit import blocks, expressions, has_call, map_block, reads

_GIVING = ir.Assign | ir.Push | ir.SetItem | ir.SetLength | ir.Allocate


def remove_unused_variables(program: ir.Program) -> ir.Program:
    """Removes the computation of values for variables that nobody reads."""
    return each_function(program, _without_unread)


def _without_unread(function: ir.Function) -> ir.Block:
    body = function.body
    lists = {var.name for var in function.parameters if var.type.name == "list"}
    while True:
        kept = _only_read(body, _read(body, lists))
        if kept is body:
            return body
        rest = without_dead(kept)
        if rest is kept:
            return rest
        body = rest


def _read(body: ir.Block, lists: set[str]) -> set[str]:
    """The variables that something needs which is not itself for a variable that nobody reads."""
    found, uses = lists.copy(), dict[str, set[str]]()
    _gather_reads(body, found, uses)
    waiting = list(found)
    while waiting:
        more = uses.pop(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found


def _gather_reads(block: ir.Block, found: set[str], uses: dict[str, set[str]]) -> None:
    """Adds the variables that are read; those for the value of a variable to its `uses`."""
    for statement in block:
        parts = expressions(statement)
        read = found
        if isinstance(statement, _GIVING) and not any(map(has_call, parts)):
            read = uses.setdefault(statement.var.name, set())
        for expr in parts:
            reads(expr, read)
        for inner in blocks(statement):
            _gather_reads(inner, found, uses)


def _only_read(block: ir.Block, read: set[str]) -> ir.Block:
    kept = tuple([statement for statement in block if not _is_unused(statement, read)])
    block = block if len(kept) == len(block) else kept
    return map_block(block, lambda stmt: _without_unused_parts(stmt, read))


def _is_unused(stmt: ir.Stmt, read: set[str]) -> bool:
    if not isinstance(stmt, _GIVING) or stmt.var.name in read:
        return False
    return not any(map(has_call, expressions(stmt)))


def _without_unused_parts(stmt: ir.Stmt, read: set[str]) -> ir.Stmt:
    match stmt:
        case ir.Assign() if stmt.var.name not in read and isinstance(stmt.value, ir.Call):
            return ir.Invoke(stmt.value)
        case ir.If():
            then, otherwise = _only_read(stmt.then, read), _only_read(stmt.otherwise, read)
            if then is stmt.then and otherwise is stmt.otherwise:
                return stmt
            return ir.If(stmt.condition, then, otherwise)
        case ir.Loop() | ir.ForEachBit() | ir.ForRange():
            body = _only_read(stmt.body, read)
            return stmt if body is stmt.body else replace(stmt, body=body)
    return stmt


def remove_unused_functions(program: ir.Program, summaries: Summaries) -> ir.Program:
    """Removes the functions that nothing public reaches, and the tables that nobody reads."""
    reached: set[str] = set()
    tables: set[str] = set()
    waiting = [name for name, function in program.functions.items() if function.is_public]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        waiting += summaries[name].calls
        tables |= summaries[name].tables
    if len(reached) == len(program.functions) and len(tables) == len(program.tables):
        return program
    return replace(
        program,
        tables={name: table for name, table in program.tables.items() if name in tables},
        functions={name: function for name, function in program.functions.items() if name in reached},
    )
