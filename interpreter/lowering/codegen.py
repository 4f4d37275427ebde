"""From the intermediate representation to LLVM assembly: `generate(program)` gives it as text.

Functions get the symbol `f.NAME`; those not public are internal. Scalars are allocas in the entry block, which LLVM turns
into registers. A list is its length and its elements, 64 bits each. In a checked build every index is tested: the first
violation's number goes into the global `violation`, the index becomes 0, and the program goes on; `violations(program)`
says what the numbers mean.
"""

from collections.abc import Callable
from typing import Any

from interpreter.lowering import ir, setcode
from interpreter.lowering.assembly import Shared, quoted, split, type_of, words
from interpreter.lowering.operands import ExpressionWriter, has_call, width_of


def generate(program: ir.Program, checked: bool = False, features: str = "") -> str:
    """LLVM assembly for a program. `features` names those of the processor, as LLVM does: "+bmi2,+popcnt"."""
    return _generated(program, checked, features)[0]


def violations(program: ir.Program, features: str = "") -> tuple[str, ...]:
    """What the numbers of violations mean in the checked build, from 1."""
    return ("", *_generated(program, True, features)[1])


def _generated(program: ir.Program, checked: bool, features: str) -> tuple[str, list[str]]:
    shared = Shared(checked, features)
    lines = [f'source_filename = "{_plain(program.name)}"', ""]
    if checked:
        lines += ["@violation = global i64 0", ""]
    lines += [_table(table) for table in program.tables.values()]
    for function in program.functions.values():
        lines.append("")
        lines += _FunctionWriter(program, shared, function).write()
    for text in shared.helpers.values():
        lines += ["", text.rstrip()]
    lines += ["", *shared.metadata(), ""]
    return "\n".join(lines), shared.messages


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


class _FunctionWriter(ExpressionWriter):
    """Writes one function."""

    # ---- the function ------------------------------------------------------------------------------

    def write(self) -> list[str]:
        function, body = self.function, self.body
        given = []
        for number, var in enumerate(function.parameters):
            kind = type_of(var.type)
            given.append(f"ptr nonnull noundef %p{number}" if kind == "ptr" else f"{kind} %p{number}")
            if var.type.name == "list":
                self.slots[var.name] = f"%p{number}"
            else:
                body.do(f"store {kind} %p{number}, ptr {self.slot(var)}, align 8")
        self.block(function.body)
        if body.is_open:
            if function.result.name == "void":
                body.do("ret void")
            else:
                body.violation("no result")
                body.do(f"ret {type_of(function.result)} {_zero(function.result)}")
        linkage = "" if function.is_public else "internal "
        inline = " alwaysinline" if function.is_inline else ""
        head = (
            f"define {linkage}{type_of(function.result)} {quoted('@f.', function.name)}({', '.join(given)})"
        )
        memory = " memory(read)" if function.is_reading and not self.shared.checked else ""
        cold = " cold" if function.is_cold and not function.is_inline else ""
        return [f"{head} nounwind{memory}{inline}{cold} {{", "entry:", *body.entry, *body.lines, "}"]

    # ---- statements --------------------------------------------------------------------------------

    def block(self, statements: tuple[ir.Stmt, ...]) -> None:
        for statement in statements:
            if not self.body.is_open:
                return  # what follows is never reached
            _STATEMENTS[type(statement)](self, statement)

    def set(self, stmt: ir.Set) -> None:
        change = self.change(stmt.value)
        if change is not None and self.is_wide(change[0]) and change[0] == ir.Get(stmt.var):
            _, member, is_added = change
            index = self.value(member)
            setcode.change_in_memory(self.body, self.slot(stmt.var), index, stmt.var.type.size, is_added, "")
            return
        value = self.value(stmt.value)
        self.body.do(f"store {type_of(stmt.var.type)} {value}, ptr {self.slot(stmt.var)}, align 8")

    def change(self, value: ir.Expr) -> tuple[ir.Expr, ir.Expr, bool] | None:
        """A set with one number more or less: the set, the number, and whether it is more."""
        if isinstance(value, ir.Op) and value.name in ("union", "minus"):
            changed, single = value.operands
            if isinstance(single, ir.Op) and single.name == "one" and not has_call(single):
                return changed, single.operands[0], value.name == "union"
        return None

    def store(self, stmt: ir.Store) -> None:
        cell, body = self.cell(stmt.block, stmt.cell), self.body
        tag = self.tag(stmt.block, cell)
        change = self.change(stmt.value) if cell.size > 64 else None
        if (
            change is not None
            and isinstance(stmt.index, ir.Get | ir.Const)
            and isinstance(stmt.block, ir.Get)
            and change[0] == ir.Load(stmt.block, stmt.cell, stmt.index, cell.type)
        ):
            index = self.value(change[1])
            place = self.place(stmt.block, cell, stmt.index)
            setcode.change_in_memory(body, place, index, cell.size, change[2], tag)
            return
        place = self.place(stmt.block, cell, stmt.index)
        value = self.value(stmt.value)
        if cell.size:
            body.do(f"store {type_of(cell.type)} {value}, ptr {place}, align 8{tag}")
            return
        if cell.width < 64:
            value = body.let(f"trunc i64 {value} to i{cell.width}")
        body.do(f"store i{cell.width} {value}, ptr {place}, align {cell.width // 8}{tag}")

    def push(self, stmt: ir.Push) -> None:
        body, address = self.body, self.slot(stmt.var)
        value = self.value(stmt.value)
        length = self.length_of(address)
        body.checked(length, str(stmt.var.type.size), f"room in {stmt.var.name}")
        room = body.let(f"icmp ult i64 {length}, {stmt.var.type.size}")
        there, after = body.label(), body.label()
        body.branch(room, there, after)
        body.begin(there)
        place = body.let(
            f"getelementptr inbounds {{ i64, [0 x i64] }}, ptr {address}, i64 0, i32 1, i64 {length}"
        )
        body.do(f"store i64 {value}, ptr {place}, align 8{self.shared.tag('item of a list')}")
        more = body.let(f"add i64 {length}, 1")
        body.do(f"store i64 {more}, ptr {address}, align 8{self.shared.tag('length of a list')}")
        body.begin(after)

    def put(self, stmt: ir.Put) -> None:
        index, value = self.value(stmt.index), self.value(stmt.value)
        place = self.item_place(self.slot(stmt.var), index)
        self.body.do(f"store i64 {value}, ptr {place}, align 8{self.shared.tag('item of a list')}")

    def resize(self, stmt: ir.Resize) -> None:
        body, address = self.body, self.slot(stmt.var)
        length = self.value(stmt.length)
        if self.shared.checked and length != "0":
            bound = body.let(f"add i64 {self.length_of(address)}, 1")
            body.checked(length, bound, f"length of {stmt.var.name}")
        body.do(f"store i64 {length}, ptr {address}, align 8{self.shared.tag('length of a list')}")

    def do(self, stmt: ir.Do) -> None:
        self.call(stmt.call)

    def copy(self, stmt: ir.Copy) -> None:
        to, source = self.value(stmt.to), self.value(stmt.source)
        layout = stmt.source.type.layout
        size = str(self.program.layouts[layout].size)
        if layout == "state" and "used" in self.program.functions:
            size = self.body.let(f"call i64 @f.used(ptr {source})")
        self.body.do(
            f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {source}, i64 {size}, i1 false)"
        )

    def new(self, stmt: ir.New) -> None:
        size = self.program.layouts[stmt.var.type.layout].size
        memory = self.body.memory(f"[{max(8, size)} x i8]", align=16)
        self.body.do(f"store ptr {memory}, ptr {self.slot(stmt.var)}, align 8")

    def if_(self, stmt: ir.If) -> None:
        body = self.body
        condition = self.value(stmt.condition)
        yes, after = body.label(), body.label()
        no = body.label() if stmt.otherwise else after
        body.branch(condition, yes, no)
        body.begin(yes)
        self.block(stmt.then)
        is_reached = body.is_open or not stmt.otherwise
        body.jump(after)
        if stmt.otherwise:
            body.begin(no)
            self.block(stmt.otherwise)
            is_reached = is_reached or body.is_open
            body.jump(after)
        if is_reached:
            body.begin(after)

    def rounds(self, statements: tuple[ir.Stmt, ...], after: str, following: str) -> None:
        """The body of a loop; Break goes to `after`, Continue and the end of a round to `following`."""
        self.loops.append((after, following))
        self.block(statements)
        self.loops.pop()
        self.body.jump(following)

    def loop(self, stmt: ir.Loop) -> None:
        body = self.body
        start, after = body.label(), body.label()
        body.begin(start)
        self.rounds(stmt.body, after, start)
        if _leaves(stmt.body, 1):
            body.begin(after)

    def for_(self, stmt: ir.For) -> None:
        body = self.body
        low, high = self.value(stmt.low), self.value(stmt.high)
        counter = body.memory("i64")
        body.do(f"store i64 {low}, ptr {counter}, align 8")
        start, there, following, after = (body.label() for _ in range(4))
        body.begin(start)
        now = body.let(f"load i64, ptr {counter}, align 8")
        body.branch(body.let(f"icmp slt i64 {now}, {high}"), there, after)
        body.begin(there)
        body.do(f"store i64 {now}, ptr {self.slot(stmt.var)}, align 8")
        self.rounds(stmt.body, after, following)
        body.begin(following)
        last = body.let(f"load i64, ptr {counter}, align 8")
        more = body.let(f"add nsw i64 {last}, 1")
        body.do(f"store i64 {more}, ptr {counter}, align 8")
        body.jump(start)
        body.begin(after)

    def each(self, stmt: ir.Each) -> None:
        """Bit by bit; of a set of many words, word by word."""
        body, size = self.body, stmt.source.type.size
        members, count = self.value(stmt.source), words(size)
        start, there, following, after = (body.label() for _ in range(4))
        kind = "i128" if count == 2 else "i64"
        rest = body.memory(kind)
        number = ""
        if count <= 2:
            body.do(f"store {kind} {members}, ptr {rest}, align 8")
        else:
            memory, number, wanted = body.memory(f"[{count} x i64]"), body.memory("i64"), body.memory("i64")
            kind_of_set = type_of(stmt.source.type)
            body.do(f"store {kind_of_set} {members}, ptr {memory}, align 8")
            some = body.let(f"icmp ne {kind_of_set} {members}, zeroinitializer")
            some = body.let(f"bitcast <{count} x i1> {some} to i{count}")
            some = body.let(f"zext i{count} {some} to i64") if count < 64 else some
            body.do(f"store i64 {some}, ptr {wanted}, align 8")  # the words that are not empty
            body.begin(following)
            now = body.let(f"load i64, ptr {wanted}, align 8")
            word_there = body.label()
            body.branch(body.let(f"icmp ne i64 {now}, 0"), word_there, after)
            body.begin(word_there)
            at = body.let(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
            less = body.let(f"add i64 {now}, -1")
            body.do(f"store i64 {body.let(f'and i64 {now}, {less}')}, ptr {wanted}, align 8")
            body.do(f"store i64 {at}, ptr {number}, align 8")
            place = body.let(f"getelementptr inbounds i64, ptr {memory}, i64 {at}")
            word = body.let(f"load i64, ptr {place}, align 8")
            body.do(f"store i64 {word}, ptr {rest}, align 8")
        body.begin(start)
        left = body.let(f"load {kind}, ptr {rest}, align 8")
        empty = body.let(f"icmp eq {kind} {left}, 0")
        body.branch(empty, after if count <= 2 else following, there)
        body.begin(there)
        found = body.let(f"call {kind} @llvm.cttz.{kind}({kind} {left}, i1 true)")
        less = body.let(f"add {kind} {left}, -1")
        fewer = body.let(f"and {kind} {left}, {less}")
        body.do(f"store {kind} {fewer}, ptr {rest}, align 8")
        if count == 2:
            found = body.let(f"trunc i128 {found} to i64")
        elif count > 2:
            base = body.let(f"shl i64 {body.let(f'load i64, ptr {number}, align 8')}, 6")
            found = body.let(f"or i64 {base}, {found}")
        body.do(f"store i64 {found}, ptr {self.slot(stmt.var)}, align 8")
        self.rounds(stmt.body, after, start)
        body.begin(after)

    def break_(self, stmt: ir.Break) -> None:
        self.body.jump(self.loops[-stmt.levels][0])

    def continue_(self, stmt: ir.Continue) -> None:
        self.body.jump(self.loops[-stmt.levels][1])

    def return_(self, stmt: ir.Return) -> None:
        if stmt.value is None:
            self.body.do("ret void")
        else:
            value = self.value(stmt.value)
            self.body.do(f"ret {type_of(self.function.result)} {value}")
        self.body.is_open = False


def _leaves(statements: tuple[ir.Stmt, ...], levels: int) -> bool:
    """Whether a loop so many levels out is left by a Break."""
    for statement in statements:
        match statement:
            case ir.Break():
                if statement.levels == levels:
                    return True
            case ir.If():
                if _leaves(statement.then, levels) or _leaves(statement.otherwise, levels):
                    return True
            case ir.Loop() | ir.Each() | ir.For():
                if _leaves(statement.body, levels + 1):
                    return True
            case _:
                pass
    return False


def _zero(type_: ir.Type) -> str:
    return {"int": "0", "bool": "false", "bits": "zeroinitializer"}.get(type_.name, "null")


_STATEMENTS: dict[type, Callable[[_FunctionWriter, Any], None]] = {
    ir.Set: _FunctionWriter.set,
    ir.Store: _FunctionWriter.store,
    ir.Push: _FunctionWriter.push,
    ir.Put: _FunctionWriter.put,
    ir.Resize: _FunctionWriter.resize,
    ir.Do: _FunctionWriter.do,
    ir.Copy: _FunctionWriter.copy,
    ir.New: _FunctionWriter.new,
    ir.If: _FunctionWriter.if_,
    ir.Loop: _FunctionWriter.loop,
    ir.Each: _FunctionWriter.each,
    ir.For: _FunctionWriter.for_,
    ir.Break: _FunctionWriter.break_,
    ir.Continue: _FunctionWriter.continue_,
    ir.Return: _FunctionWriter.return_,
}
