"""From the IR to LLVM assembly: `generate(program)` gives its text and what is called from outside.

Functions get the symbol `f.NAME`; those not public are internal. Scalars with several values are allocas in the entry block, which LLVM turns
into registers. A list is its length and its elements, 64 bits each. In a checked build every index is tested: the first
violation's number goes into the global `violation`, the index becomes 0, and the program continues;
`violations(program)` says what the numbers mean.
"""

from collections.abc import Mapping

from interpreter.ir import nodes as ir
from interpreter.ir.visit import walk
from interpreter.llvm.assembly import PREFIX, VIOLATION, Assembly, Signature
from interpreter.llvm.expressions import Writer, give, width_of
from interpreter.llvm.lines import Body, Shared, quoted, split, type_of, words
from interpreter.llvm.settled import settled
from interpreter.llvm.statements import write_block


def generate(program: ir.Program, checked: bool = False, features: str = "") -> Assembly:
    """LLVM assembly for a program. `features` names those of the processor, as LLVM does: "+bmi2,+popcnt"."""
    return Assembly(_generated(program, checked, features)[0], _signatures(program, checked))


def violations(program: ir.Program, features: str = "") -> tuple[str, ...]:
    """What the numbers of violations mean in the checked build, from 1."""
    return ("", *_generated(program, True, features)[1])


def _signatures(program: ir.Program, checked: bool) -> Mapping[str, Signature]:
    """The symbols that are called from outside: i for ints, p for addresses, v for nothing."""
    found: dict[str, Signature] = {}
    for function in program.functions.values():
        if function.is_public:
            letters = "".join("p" if type_of(v.type) == "ptr" else "i" for v in function.parameters)
            found[PREFIX + function.name] = (letters, "v" if function.result == ir.VOID else "i")
    if checked:
        found[VIOLATION] = ("", "i")
    return found


def _generated(program: ir.Program, checked: bool, features: str) -> tuple[str, list[str]]:
    shared = Shared(checked, features, _has_addresses(program))
    lines = [f'source_filename = "{_plain(program.name)}"', ""]
    if checked:
        lines += [f"@{VIOLATION} = global i64 0", ""]
    lines += [_table(table) for table in program.tables.values()]
    for function in program.functions.values():
        lines.append("")
        lines += _function(Writer(program, shared, function, Body(shared, function.name), settled(function)))
    for text in shared.helpers.values():
        lines += ["", text.rstrip()]
    lines += ["", *shared.metadata(), ""]
    return "\n".join(lines), shared.messages


def _has_addresses(program: ir.Program) -> bool:
    """Whether blocks are found by addresses that are kept as numbers."""
    bodies = (function.body for function in program.functions.values())
    return any(isinstance(node, ir.BlockOf) for body in bodies for node in walk(body))


def _plain(name: str) -> str:
    return "".join(c for c in name if c.isascii() and (c.isalnum() or c in " _-."))


def _table(table: ir.Table) -> str:
    if table.size:
        count = words(table.size)
        values = [word for value in table.values for word in split(value, count)] or [0] * count
        width = 64
    else:
        values = list(table.values) or [0]
        width = width_of(table.values)
    kind = f"i{width} "
    listed = ", ".join([kind + str(value) for value in values])
    return f"{quoted('@t.', table.name)} = private unnamed_addr constant [{len(values)} x i{width}] [{listed}], align 8"


def _function(w: Writer) -> list[str]:
    function, body = w.function, w.body
    given = []
    for number, var in enumerate(function.parameters):
        kind = type_of(var.type)
        alone = " noalias" if var.type.layout == "context" else ""
        given.append(f"ptr{alone} nonnull noundef %p{number}" if kind == "ptr" else f"{kind} %p{number}")
        if var.type.name == "list":
            w.slots[var.name] = f"%p{number}"
        else:
            give(w, var, f"%p{number}")
    write_block(w, function.body)
    if body.is_open:
        if function.result == ir.VOID:
            body.do("ret void")
        else:
            body.violation("no result")
            body.do(f"ret {type_of(function.result)} {_zero(function.result)}")
    return [f"{_head(w, given)} {{", "entry:", *body.entry, *body.lines, "}"]


def _head(w: Writer, given: list[str]) -> str:
    function = w.function
    linkage = "" if function.is_public else "internal "
    inline = " alwaysinline" if function.is_inline else ""
    memory = _memory(w)
    cold = " cold" if function.is_cold and not function.is_inline else ""
    name = f"{quoted('@' + PREFIX, function.name)}({', '.join(given)})"
    return f"define {linkage}{type_of(function.result)} {name} nounwind{memory}{inline}{cold}"


def _memory(w: Writer) -> str:
    """What a function reads and writes: nothing but the blocks that it is given, unless it takes them by their addresses.

    LLVM finds that out by itself, but not of functions that are not optimised, nor of those that call them.
    """
    if w.shared.checked:
        return ""  # a violation is written elsewhere
    kind = "read" if w.function.is_read_only else "readwrite"
    return f" memory({kind})" if w.shared.has_addresses else f" memory(argmem: {kind})"


def _zero(type_: ir.Type) -> str:
    return {"int": "0", "bool": "false", "bits": "zeroinitializer"}.get(type_.name, "null")
