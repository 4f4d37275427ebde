"""From the IR to LLVM assembly: `generate(program)` gives its text and what is called from outside.

Functions get the symbol `f.NAME`; those not public are internal. Scalars with several values are allocas in the entry block,
which LLVM turns into registers. A list is its length and its elements, 64 bits each. In a checked build every index is tested: the first
violation's number goes into the global `violation`, the index becomes 0, and the program continues;
`violations(program)` says what the numbers mean. Where work is counted, the global `work` grows with what the program does:
by as much on every machine.
"""

from array import array
from collections.abc import Mapping
from sys import byteorder

from interpreter.ir import nodes as ir
from interpreter.ir.fold import wrapped
from interpreter.ir.visit import PARTS, is_entangled, operands
from interpreter.llvm.assembly import ENTANGLED, PREFIX, VIOLATION, WORK, Assembly, Signature
from interpreter.llvm.expressions import Writer, give, width_of
from interpreter.llvm.lines import Body, Shared, quoted, type_of, words
from interpreter.llvm.statements import note_work, write_block


def generate(
    program: ir.Program, checked: bool = False, features: str = "", counts_work: bool = False
) -> Assembly:
    """LLVM assembly for a program. `features` names those of the processor, as LLVM does: "+bmi2,+popcnt"."""
    shared = Shared(checked, features, counts_work)
    return Assembly(_generated(program, shared), _signatures(program, shared))


def violations(program: ir.Program, features: str = "") -> tuple[str, ...]:
    """What the numbers of violations mean in the checked build, from 1."""
    shared = Shared(True, features)
    _generated(program, shared)
    return ("", *shared.messages)


def _signatures(program: ir.Program, shared: Shared) -> Mapping[str, Signature]:
    """The symbols that are called from outside: i for ints, p for addresses, v for nothing."""
    found: dict[str, Signature] = {}
    for function in program.functions.values():
        if function.is_public:
            letters = "".join("p" if type_of(v.type) == "ptr" else "i" for v in function.parameters)
            found[PREFIX + function.name] = (letters, "v" if function.result == ir.VOID else "i")
    if shared.checked:
        found[VIOLATION] = ("", "i")
    if shared.counts_work:
        found[WORK] = ("", "i")
    return found


def _generated(program: ir.Program, shared: Shared) -> str:
    lines = [f'source_filename = "{_plain(program.name)}"', ""]
    if shared.checked:
        lines += [f"@{VIOLATION} = global i64 0", ""]
    if shared.counts_work:
        lines += [f"@{WORK} = global i64 0", ""]
    lines += [_table(table) for table in program.tables.values()]
    functions = program.functions.values()
    writers = [Writer(program, shared, f, Body(shared, f.name), settled(f)) for f in functions]
    written = [(w, _parameters(w), _function(w)) for w in writers]
    for w, given, body in written:  # what all have in common is known by now
        lines += ["", f"{_head(w, given)} {{", "entry:", *body, "}"]
    for text in shared.helpers.values():
        lines += ["", text.rstrip()]
    lines += ["", *shared.metadata(), ""]
    return "\n".join(lines)


def _plain(name: str) -> str:
    return "".join(c for c in name if c.isascii() and (c.isalnum() or c in " _-."))


def _table(table: ir.Table) -> str:
    """A table as the bytes that it has in memory: LLVM reads them many times as quickly as numbers."""
    if table.size:
        each = 8 * words(table.size)
        data = b"".join([value.to_bytes(each, byteorder) for value in table.values]) or bytes(each)
    else:
        data = array(_CODES[width_of(table.values)], map(wrapped, table.values or (0,))).tobytes()
    written = data.hex("\\")
    return f'{quoted("@t.", table.name)} = private unnamed_addr constant [{len(data)} x i8] c"\\{written}", align 8'


_CODES = {8: "b", 16: "h", 32: "i", 64: "q"}


def _parameters(w: Writer) -> list[str]:
    given = []
    for number, var in enumerate(w.function.parameters):
        kind = type_of(var.type)
        alone = " noalias" if var.type.layout == "context" else ""
        given.append(f"ptr{alone} nonnull noundef %p{number}" if kind == "ptr" else f"{kind} %p{number}")
        if var.type.name == "list":
            w.slots[var.name] = f"%p{number}"
        else:
            give(w, var, f"%p{number}")
    return given


def _function(w: Writer) -> list[str]:
    """The lines of a function's body."""
    function, body = w.function, w.body
    note_work(w, function.body)
    write_block(w, function.body)
    if body.is_open:
        if function.result == ir.VOID:
            body.do("ret void")
        else:
            body.violation("no result")
            body.do(f"ret {type_of(function.result)} {_zero(function.result)}")
    return [*body.entry, *body.lines]


def _head(w: Writer, given: list[str]) -> str:
    function = w.function
    linkage = "" if function.is_public else "internal "
    inline = " alwaysinline" if function.is_inline else ""
    memory = _memory(w)
    cold = " cold" if function.is_cold and not function.is_inline else ""
    entangled = f' "{ENTANGLED}"' if is_entangled(function) and not function.is_inline else ""
    name = f"{quoted('@' + PREFIX, function.name)}({', '.join(given)})"
    return f"define {linkage}{type_of(function.result)} {name} nounwind{memory}{inline}{cold}{entangled}"


def _memory(w: Writer) -> str:
    """What a function reads and writes: nothing but the blocks that it is given, unless it takes them by their addresses.

    LLVM finds that out by itself, but not of functions that are not optimised, nor of those that call them.
    """
    if w.shared.checked or w.shared.counts_work:
        return ""  # violations and work are written elsewhere
    kind = "read" if w.function.is_read_only else "readwrite"
    return f" memory({kind})" if w.shared.has_addresses else f" memory(argmem: {kind})"


def _zero(type_: ir.Type) -> str:
    return {"int": "0", "bool": "false", "bits": "zeroinitializer"}.get(type_.name, "null")


# ---- variables that need no memory
#
# They have one value, given before all reads of it, in the block of the reads or around it. Such a value is an operand of the
# assembly as it stands. Others are written to memory and read again, which LLVM turns into registers; of an ordinary program that
# would be nearly half of all lines.


def settled(function: ir.Function) -> frozenset[str]:
    """The names of a function's variables that have one value wherever they are read."""
    found = _Search()
    for var in function.parameters:
        found.give(var)
    found.block(function.body)
    return frozenset(found.given - found.others)


class _Search:
    """`given`: variables with a value. `known`: those that have it for sure here. `others`: those that are not settled."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        self.known: set[str] = set()
        self.others: set[str] = set()

    def give(self, var: ir.Var) -> None:
        if var.type.name == "list" or var.name in self.given:
            self.others.add(var.name)
        self.given.add(var.name)
        self.known.add(var.name)

    def block(self, block: ir.Block) -> None:
        """What is known behind a block is what was known before it."""
        outside = self.known.copy()
        for stmt in block:
            self.statement(stmt)
        self.known = outside

    def statement(self, stmt: ir.Stmt) -> None:
        shape = PARTS[type(stmt)]
        inner = [getattr(stmt, name) for name, is_block in shape if is_block]
        for name, is_block in shape:
            part = getattr(stmt, name)
            if not is_block and part is not None:
                self.read(part)
        if isinstance(stmt, ir.ForRange | ir.ForEachBit):
            known = self.known.copy()
            self.give(stmt.var)
            self.block(stmt.body)
            self.known = known
            return
        for block in inner:
            self.block(block)
        if isinstance(stmt, ir.Assign | ir.Allocate):
            self.give(stmt.var)

    def read(self, expr: ir.Expr) -> None:
        if isinstance(expr, ir.Get):
            if expr.var.name not in self.known:
                self.others.add(expr.var.name)
        elif not isinstance(expr, ir.Const):
            for operand in operands(expr):
                self.read(operand)
