"""Statements as LLVM assembly: `write_block(w, statements)`. Structured control becomes labels and branches."""

from interpreter.ir import nodes as ir
from interpreter.ir.visit import has_call, is_apart, work
from interpreter.llvm import bitsets
from interpreter.llvm.expressions import (
    Writer,
    call,
    cell_of,
    give,
    is_wide,
    length_of,
    place,
    slot,
    tag,
    value,
)
from interpreter.llvm.lines import type_of, words


def write_block(w: Writer, statements: ir.Block) -> None:
    for statement in statements:
        if not w.body.is_open:
            return  # what follows is never reached
        _statement(w, statement)


def note_work(w: Writer, statements: ir.Block) -> None:
    """Adds the work of a block that is begun: of a function, of a round of a loop, or under a condition."""
    if w.shared.counts_work and statements:
        w.body.work(work(statements))


def _statement(w: Writer, stmt: ir.Stmt) -> None:
    match stmt:
        case ir.Assign():
            _assign(w, stmt)
        case ir.Store():
            _store(w, stmt)
        case ir.If():
            _if(w, stmt)
        case ir.Invoke():
            call(w, stmt.call)
        case ir.Return():
            _return(w, stmt)
        case ir.Break():
            w.body.jump(w.loops[-stmt.levels][0])
        case ir.Continue():
            w.body.jump(w.loops[-stmt.levels][1])
        case ir.Loop():
            _loop(w, stmt)
        case ir.ForRange():
            _for_range(w, stmt)
        case ir.ForEachBit():
            _for_each_bit(w, stmt)
        case ir.Copy():
            _copy(w, stmt)
        case ir.Allocate():
            _allocate(w, stmt)
        case ir.Push():
            _push(w, stmt)
        case ir.SetLength():
            _set_length(w, stmt)


# ---- variables and memory


def _changed_set(expr: ir.Expr) -> tuple[ir.Expr, ir.Expr, bool] | None:
    """A set with one number more or less: the set, the number, and whether it is more."""
    if isinstance(expr, ir.Op) and expr.name in ("union", "difference"):
        changed, single = expr.operands
        if isinstance(single, ir.Op) and single.name == "singleton" and not has_call(single):
            return changed, single.operands[0], expr.name == "union"
    return None


def _assign(w: Writer, stmt: ir.Assign) -> None:
    change = _changed_set(stmt.value)
    if change is not None and is_wide(change[0]) and change[0] == ir.Get(stmt.var):
        _, member, is_added = change
        index = value(w, member)
        bitsets.change_in_memory(w.body, slot(w, stmt.var), index, stmt.var.type.size, is_added, "")
        return
    give(w, stmt.var, value(w, stmt.value))


def _store(w: Writer, stmt: ir.Store) -> None:
    cell, body = cell_of(w, stmt.block, stmt.cell), w.body
    access = tag(w, stmt.block, cell)
    change = _changed_set(stmt.value) if cell.size > 64 else None
    if (
        change is not None
        and isinstance(stmt.index, ir.Get | ir.Const)
        and isinstance(stmt.block, ir.Get)
        and change[0] == ir.Load(stmt.block, stmt.cell, stmt.index, ir.cell_type(cell))
    ):
        index = value(w, change[1])
        at = place(w, stmt.block, cell, stmt.index)
        bitsets.change_in_memory(body, at, index, cell.size, change[2], access)
        return
    at = place(w, stmt.block, cell, stmt.index)
    given = value(w, stmt.value)
    if cell.size:
        body.do(f"store {type_of(ir.cell_type(cell))} {given}, ptr {at}, align 8{access}")
        return
    if cell.width < 64:
        given = body.let(f"trunc i64 {given} to i{cell.width}")
    body.do(f"store i{cell.width} {given}, ptr {at}, align {cell.width // 8}{access}")


def _copy(w: Writer, stmt: ir.Copy) -> None:
    """Copies what is in use. The size of the head is known, so that LLVM can write it out as a few moves."""
    to, source = value(w, stmt.to), value(w, stmt.source)
    layout = w.program.layouts[stmt.source.type.layout]
    copy = "call void @llvm.memcpy.p0.p0.i64(ptr align 8 {}, ptr align 8 {}, i64 {}, i1 false)"
    w.body.do(copy.format(to, source, layout.head))
    if layout.tails and stmt.has_tails:
        name = w.shared.helper(f"copy.{layout.name}", lambda: _copy_of_tails(layout, copy))
        w.body.do(f"call void @{name}(ptr {to}, ptr {source})")


def _copy_of_tails(layout: ir.Layout, copy: str) -> str:
    """A function that copies the tails of a layout as far as they are in use; most are empty most of the time."""
    lines = [f"define internal void @copy.{layout.name}(ptr %to, ptr %from) nounwind {{"]
    for k, tail in enumerate(layout.tails):
        counter, cell = layout.cells[tail.counter], layout.cells[tail.cell]
        lines += [
            f"  %at{k} = getelementptr inbounds i8, ptr %from, i64 {counter.offset}",
            f"  %held{k} = load i{counter.width}, ptr %at{k}, align {counter.width // 8}",
            f"  %some{k} = icmp ne i{counter.width} %held{k}, 0",
            f"  br i1 %some{k}, label %copy{k}, label %next{k}",
            f"copy{k}:",
            f"  %wide{k} = {'zext i' + str(counter.width) if counter.width < 64 else 'add i64 0,'} %held{k}"
            + (" to i64" if counter.width < 64 else ""),
            f"  %size{k} = mul i64 %wide{k}, {cell.bytes_each * tail.each}",
            f"  %there{k} = getelementptr inbounds i8, ptr %to, i64 {cell.offset}",
            f"  %here{k} = getelementptr inbounds i8, ptr %from, i64 {cell.offset}",
            "  " + copy.format(f"%there{k}", f"%here{k}", f"%size{k}"),
            f"  br label %next{k}",
            f"next{k}:",
        ]
    return "\n".join([*lines, "  ret void", "}", ""])


def _allocate(w: Writer, stmt: ir.Allocate) -> None:
    size = w.program.layouts[stmt.var.type.layout].size
    memory = w.body.memory(f"[{max(8, size)} x i8]", align=16)
    give(w, stmt.var, memory)


def _push(w: Writer, stmt: ir.Push) -> None:
    body, address = w.body, slot(w, stmt.var)
    given = value(w, stmt.value)
    length = length_of(w, address)
    body.checked(length, str(stmt.var.type.size), f"room in {stmt.var.name}")
    room = body.let(f"icmp ult i64 {length}, {stmt.var.type.size}")
    there, after = body.label(), body.label()
    body.branch(room, there, after)
    body.begin(there)
    at = body.let(f"getelementptr inbounds {{ i64, [0 x i64] }}, ptr {address}, i64 0, i32 1, i64 {length}")
    body.do(f"store i64 {given}, ptr {at}, align 8{w.shared.tag('item of a list')}")
    more = body.let(f"add i64 {length}, 1")
    body.do(f"store i64 {more}, ptr {address}, align 8{w.shared.tag('length of a list')}")
    body.begin(after)


def _set_length(w: Writer, stmt: ir.SetLength) -> None:
    body, address = w.body, slot(w, stmt.var)
    length = value(w, stmt.length)
    if w.shared.checked and length != "0":
        bound = body.let(f"add i64 {length_of(w, address)}, 1")
        body.checked(length, bound, f"length of {stmt.var.name}")
    body.do(f"store i64 {length}, ptr {address}, align 8{w.shared.tag('length of a list')}")


# ---- control


def _return(w: Writer, stmt: ir.Return) -> None:
    if stmt.value is None:
        w.body.do("ret void")
    else:
        given = value(w, stmt.value)
        w.body.do(f"ret {type_of(w.function.result)} {given}")
    w.body.is_open = False


def _if(w: Writer, stmt: ir.If) -> None:
    body = w.body
    condition = value(w, stmt.condition)
    yes, after = body.label(), body.label()
    no = body.label() if stmt.otherwise else after
    body.branch(condition, yes, no)
    body.begin(yes)
    if is_apart(stmt.then):
        note_work(w, stmt.then)
    write_block(w, stmt.then)
    is_reached = body.is_open or not stmt.otherwise
    body.jump(after)
    if stmt.otherwise:
        body.begin(no)
        if is_apart(stmt.otherwise):
            note_work(w, stmt.otherwise)
        write_block(w, stmt.otherwise)
        is_reached = is_reached or body.is_open
        body.jump(after)
    if is_reached:
        body.begin(after)


def _rounds(w: Writer, statements: ir.Block, after: str, following: str) -> None:
    """The body of a loop; Break goes to `after`, Continue and the end of a round to `following`."""
    w.loops.append((after, following))
    note_work(w, statements)
    write_block(w, statements)
    w.loops.pop()
    w.body.jump(following)


def _loop(w: Writer, stmt: ir.Loop) -> None:
    body = w.body
    start, after = body.label(), body.label()
    body.begin(start)
    _rounds(w, stmt.body, after, start)
    if _breaks(stmt.body, 1):
        body.begin(after)


def _for_range(w: Writer, stmt: ir.ForRange) -> None:
    body = w.body
    low, high = value(w, stmt.low), value(w, stmt.high)
    counter = body.memory("i64")
    body.do(f"store i64 {low}, ptr {counter}, align 8")
    start, there, following, after = (body.label() for _ in range(4))
    body.begin(start)
    now = body.let(f"load i64, ptr {counter}, align 8")
    body.branch(body.let(f"icmp slt i64 {now}, {high}"), there, after)
    body.begin(there)
    give(w, stmt.var, now)
    _rounds(w, stmt.body, after, following)
    body.begin(following)
    last = body.let(f"load i64, ptr {counter}, align 8")
    more = body.let(f"add nsw i64 {last}, 1")
    body.do(f"store i64 {more}, ptr {counter}, align 8")
    body.jump(start)
    body.begin(after)


def _for_each_bit(w: Writer, stmt: ir.ForEachBit) -> None:
    """Bit by bit; in a set of many words word by word, and empty words are passed over."""
    body, count = w.body, words(stmt.source.type.size)
    members = value(w, stmt.source)
    start, there, following, after = (body.label() for _ in range(4))
    kind = "i128" if count == 2 else "i64"
    rest = body.memory(kind)
    number = ""
    if count <= 2:
        body.do(f"store {kind} {members}, ptr {rest}, align 8")
    else:
        number = _next_word(w, members, count, rest, following, after)
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
    give(w, stmt.var, found)
    _rounds(w, stmt.body, after, start)
    body.begin(after)


def _next_word(w: Writer, members: str, count: int, rest: str, following: str, after: str) -> str:
    """Puts the next word of a set that is not empty into `rest`, or leaves; gives the memory of the word's number."""
    body, kind = w.body, f"<{count} x i64>"
    memory, number, wanted = body.memory(f"[{count} x i64]"), body.memory("i64"), body.memory("i64")
    body.do(f"store {kind} {members}, ptr {memory}, align 8")
    some = body.let(f"icmp ne {kind} {members}, zeroinitializer")
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
    spot = body.let(f"getelementptr inbounds i64, ptr {memory}, i64 {at}")
    word = body.let(f"load i64, ptr {spot}, align 8")
    body.do(f"store i64 {word}, ptr {rest}, align 8")
    return number


def _breaks(statements: ir.Block, levels: int) -> bool:
    """Whether a loop so many levels out is left by a Break."""
    for statement in statements:
        match statement:
            case ir.Break():
                if statement.levels == levels:
                    return True
            case ir.If():
                if _breaks(statement.then, levels) or _breaks(statement.otherwise, levels):
                    return True
            case ir.Loop() | ir.ForEachBit() | ir.ForRange():
                if _breaks(statement.body, levels + 1):
                    return True
            case _:
                pass
    return False
