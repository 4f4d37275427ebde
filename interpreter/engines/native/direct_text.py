"""What CPython calls directly, in LLVM assembly: each function takes an object and what it is given, as CPython calls it.

The object has the address of a `Position` (`direct.py`) behind its head. What machine code cannot do, functions in Python do.
"""

from collections.abc import Mapping

from gdl.platform.dataclass import dataclass
from interpreter.shared.machine_interface import OVER

UNKNOWN = -4  # in place of a number of actions: machine code was not asked


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are in memory, in bytes: `fields` of a position; `position` in the object; `items` in a list of Python, None
    where only Python itself should go into its lists; `uses` in any object, the count of what refers to it, None likewise."""

    fields: Mapping[str, int]
    position: int
    items: int | None
    uses: int | None


def text(places: Places) -> str:
    """All functions."""
    parts = (
        _DECLARATIONS, _begin(places), _play(places), _undo(places), _ended(places), _SORT, _ORDER, _number(places), _list(places)
    )  # fmt: skip
    return "\n\n".join(parts)


def _load(places: Places, **wanted: str) -> str:
    """Loads fields of a position into names of their own; `name="field"`, or `name="field ptr"`."""
    lines = []
    for name, field in wanted.items():
        field, _, type = field.partition(" ")
        lines += [
            f"  %{name}.at = getelementptr i8, ptr %p, i64 {places.fields[field]}",
            f"  %{name} = load {type or 'i64'}, ptr %{name}.at, align 8",
        ]
    return "\n".join(lines)


def _item(places: Places, of: str, at: str, name: str) -> str:
    """Reads an item of a list of Python."""
    if places.items is None:
        return f"  %{name} = call ptr @PyList_GetItem(ptr %{of}, i64 %{at})"
    return f"""  %{name}.items.at = getelementptr i8, ptr %{of}, i64 {places.items}
  %{name}.items = load ptr, ptr %{name}.items.at, align 8
  %{name}.item.at = getelementptr ptr, ptr %{name}.items, i64 %{at}
  %{name} = load ptr, ptr %{name}.item.at, align 8"""


def _put(places: Places) -> str:
    """Writes the i-th item of a new list."""
    if places.items is None:
        return "  %stolen = call i32 @PyList_SetItem(ptr %list, i64 %i, ptr %item)"
    return f"""  %items.at = getelementptr i8, ptr %list, i64 {places.items}
  %items = load ptr, ptr %items.at, align 8
  %put.at = getelementptr ptr, ptr %items, i64 %i
  store ptr %item, ptr %put.at, align 8"""


def _use(places: Places, of: str) -> str:
    """Says that there is one reference more to an object."""
    if places.uses is None:
        return f"  call void @Py_IncRef(ptr %{of})"
    return f"""  %{of}.uses.at = getelementptr i8, ptr %{of}, i64 {places.uses}
  %{of}.uses = load i64, ptr %{of}.uses.at, align 8
  %{of}.uses.more = add i64 %{of}.uses, 1
  store i64 %{of}.uses.more, ptr %{of}.uses.at, align 8"""


def _position(places: Places) -> str:
    """Finds the position of the object `self`; goes on at `has.position`."""
    return f"""entry:
  %p.at = getelementptr i8, ptr %self, i64 {places.position}
  %p = load ptr, ptr %p.at, align 8
  %is.none = icmp eq ptr %p, null
  br i1 %is.none, label %has.none, label %has.position
has.none:
  call void @PyErr_BadInternalCall()
  ret ptr null
has.position:"""


def _slow(places: Places, function: str, *arguments: str) -> str:
    """What a function in Python does instead."""
    given = "".join(f"ptr %{name}, " for name in ("self", *arguments))
    return f"""slow:
{_load(places, other_way=f"{function} ptr")}
  %answer = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %other_way, {given}ptr null)
  ret ptr %answer"""


_NOTHING = """  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct"""


_DECLARATIONS = """source_filename = "direct"

@_Py_FalseStruct = external global i8
@_Py_NoneStruct = external global i8
@_Py_TrueStruct = external global i8
declare void @PyErr_BadInternalCall()
declare void @PyErr_Clear()
declare ptr @PyBytes_AsString(ptr)
declare i64 @PyBytes_Size(ptr)
declare ptr @PyList_GetItem(ptr, i64)
declare ptr @PyList_New(i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare i32 @PyList_Sort(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyObject_CallFunctionObjArgs(ptr, ...)
declare void @Py_DecRef(ptr)
declare void @Py_IncRef(ptr)
declare i64 @llvm.cttz.i64(i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


def _begin(places: Places) -> str:
    """`begin`: puts a state, given as bytes, at the beginning of the row."""
    return f"""define ptr @"direct.begin"(ptr %self, ptr %memory) {{
{_position(places)}
{_load(places, first="first", size="size", here="here", count="count", marked="marked")}
  %given = call i64 @PyBytes_Size(ptr %memory)
  %fits = icmp eq i64 %given, %size
  br i1 %fits, label %copy, label %wrong
copy:
  %from = call ptr @PyBytes_AsString(ptr %memory)
  %to = inttoptr i64 %first to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  store i64 %first, ptr %here.at, align 8
  store i64 {UNKNOWN}, ptr %count.at, align 8
  store i64 0, ptr %marked.at, align 8
{_NOTHING}
wrong:
  call void @PyErr_Clear()
  call void @PyErr_BadInternalCall()
  ret ptr null
}}"""


def _wanted(places: Places) -> str:
    """Writes down the row of the action that is asked for; goes on at `do`, or at `wrong` or `slow`."""
    return f"""number:
  %is.word = icmp eq i64 %width, 0
  br i1 %is.word, label %word, label %object
word:
{_load(places, actions="actions")}
  %number.asked = call i64 @PyLong_AsLongLong(ptr %argument)
  %is.action = icmp ult i64 %number.asked, %actions
  br i1 %is.action, label %wish, label %wrong
wish:
  store i64 %number.asked, ptr %wanted, align 8
  br label %do
object:
{_load(places, marks="marks ptr", rows="rows ptr")}
  br label %look
look:
  %k = phi i64 [ 0, %object ], [ %k.next, %other ]
  %is.left = icmp slt i64 %k, %marked
  br i1 %is.left, label %compare, label %slow
compare:
  %mark.at = getelementptr ptr, ptr %marks, i64 %k
  %mark = load ptr, ptr %mark.at, align 8
  %is.it = icmp eq ptr %mark, %argument
  br i1 %is.it, label %take, label %other
other:
  %k.next = add i64 %k, 1
  br label %look
take:
  %row = mul i64 %k, %width
  %row.at = getelementptr i64, ptr %rows, i64 %row
  %bytes = mul i64 %width, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %wanted, ptr %row.at, i64 %bytes, i1 false)
  br label %do"""


def _play(places: Places) -> str:
    """`play`: does an action where machine code can.

    Where numbers are not words (`width` is not 0), the action must be an object that was listed: its row is then known.
    """
    return f"""define ptr @"direct.play"(ptr %self, ptr %argument) {{
{_position(places)}
{_load(places, here="here", stride="stride", last="last", aside="aside", count="count", width="width")}
{_load(places, marked="marked", wanted="wanted ptr")}
  %next = add i64 %here, %stride
  %has.room = icmp sle i64 %next, %last
  %has.no.others = icmp eq i64 %aside, 0
  %is.ready = and i1 %has.room, %has.no.others
  br i1 %is.ready, label %number, label %slow
{_wanted(places)}
do:
{_load(places, context="context ptr", advance="advance ptr", proceed="proceed ptr")}
  store i64 0, ptr %marked.at, align 8
  %from = inttoptr i64 %here to ptr
  %to = inttoptr i64 %next to ptr
  %is.unknown = icmp eq i64 %count, {UNKNOWN}
  %function = select i1 %is.unknown, ptr %advance, ptr %proceed
  %found = call i64 %function(ptr %from, ptr %context, ptr %to)
  %is.done = icmp sge i64 %found, {OVER}
  br i1 %is.done, label %done, label %forget
forget:
  store i64 {UNKNOWN}, ptr %count.at, align 8
  br label %slow
done:
  store i64 %found, ptr %count.at, align 8
  store i64 %next, ptr %here.at, align 8
{_NOTHING}
wrong:
  call void @PyErr_Clear()
  br label %slow
{_slow(places, "play", "argument")}
}}"""


def _undo(places: Places) -> str:
    """`undo`: goes to the state before."""
    return f"""define ptr @"direct.undo"(ptr %self, ptr %none) {{
{_position(places)}
{_load(places, here="here", first="first", stride="stride", aside="aside", count="count", marked="marked")}
  %has.before = icmp sgt i64 %here, %first
  %has.no.others = icmp eq i64 %aside, 0
  %is.ready = and i1 %has.before, %has.no.others
  br i1 %is.ready, label %back, label %slow
back:
  %before = sub i64 %here, %stride
  store i64 %before, ptr %here.at, align 8
  store i64 {UNKNOWN}, ptr %count.at, align 8
  store i64 0, ptr %marked.at, align 8
{_NOTHING}
{_slow(places, "undo")}
}}"""


def _ended(places: Places) -> str:
    """`is_terminal`."""
    return f"""define ptr @"direct.ended"(ptr %self, ptr %none) {{
{_position(places)}
{_load(places, count="count")}
  %is.known = icmp sge i64 %count, {OVER}
  br i1 %is.known, label %known, label %slow
known:
  %is.over = icmp eq i64 %count, {OVER}
  %truth = select i1 %is.over, ptr @_Py_TrueStruct, ptr @_Py_FalseStruct
  call void @Py_IncRef(ptr %truth)
  ret ptr %truth
{_slow(places, "ended")}
}}"""


# Brings `n` different numbers into order: all become members of a set, in three layers of words, and are taken out again.
_SORT = """define internal void @"direct.sort"(ptr %numbers, i64 %n, ptr %order) {
entry:
  %words = getelementptr i64, ptr %order, i64 64
  br label %enter
enter:
  %i = phi i64 [ 0, %entry ], [ %i.next, %enter ]
  %top = phi i64 [ 0, %entry ], [ %top.with, %enter ]
  %x.at = getelementptr i64, ptr %numbers, i64 %i
  %x = load i64, ptr %x.at, align 8
  %x.word = lshr i64 %x, 6
  %x.low = and i64 %x, 63
  %x.bit = shl i64 1, %x.low
  %x.word.at = getelementptr i64, ptr %words, i64 %x.word
  %x.others = load i64, ptr %x.word.at, align 8
  %x.all = or i64 %x.others, %x.bit
  store i64 %x.all, ptr %x.word.at, align 8
  %x.group = lshr i64 %x, 12
  %x.place = and i64 %x.word, 63
  %x.mark = shl i64 1, %x.place
  %x.group.at = getelementptr i64, ptr %order, i64 %x.group
  %x.marks = load i64, ptr %x.group.at, align 8
  %x.marked = or i64 %x.marks, %x.mark
  store i64 %x.marked, ptr %x.group.at, align 8
  %x.sign = shl i64 1, %x.group
  %top.with = or i64 %top, %x.sign
  %i.next = add i64 %i, 1
  %has.more = icmp slt i64 %i.next, %n
  br i1 %has.more, label %enter, label %group
group:
  %groups = phi i64 [ %top.with, %enter ], [ %groups.rest, %group.next ]
  %k.group = phi i64 [ 0, %enter ], [ %k.last, %group.next ]
  %g = call i64 @llvm.cttz.i64(i64 %groups, i1 true)
  %groups.less = sub i64 %groups, 1
  %groups.rest = and i64 %groups, %groups.less
  %g.at = getelementptr i64, ptr %order, i64 %g
  %g.marks = load i64, ptr %g.at, align 8
  store i64 0, ptr %g.at, align 8
  %g.first = shl i64 %g, 6
  br label %word
word:
  %marks = phi i64 [ %g.marks, %group ], [ %marks.rest, %word.next ]
  %k.word = phi i64 [ %k.group, %group ], [ %k.next, %word.next ]
  %m = call i64 @llvm.cttz.i64(i64 %marks, i1 true)
  %marks.less = sub i64 %marks, 1
  %marks.rest = and i64 %marks, %marks.less
  %w = or i64 %g.first, %m
  %w.at = getelementptr i64, ptr %words, i64 %w
  %w.bits = load i64, ptr %w.at, align 8
  store i64 0, ptr %w.at, align 8
  %w.first = shl i64 %w, 6
  br label %take
take:
  %bits = phi i64 [ %w.bits, %word ], [ %bits.rest, %take ]
  %k = phi i64 [ %k.word, %word ], [ %k.next, %take ]
  %b = call i64 @llvm.cttz.i64(i64 %bits, i1 true)
  %bits.less = sub i64 %bits, 1
  %bits.rest = and i64 %bits, %bits.less
  %found = or i64 %w.first, %b
  %to = getelementptr i64, ptr %numbers, i64 %k
  store i64 %found, ptr %to, align 8
  %k.next = add i64 %k, 1
  %is.more.bits = icmp ne i64 %bits.rest, 0
  br i1 %is.more.bits, label %take, label %word.next
word.next:
  %is.more.words = icmp ne i64 %marks.rest, 0
  br i1 %is.more.words, label %word, label %group.next
group.next:
  %k.last = phi i64 [ %k.next, %word.next ]
  %is.more.groups = icmp ne i64 %groups.rest, 0
  br i1 %is.more.groups, label %group, label %done
done:
  ret void
}"""


# Brings numbers into order that are not; does nothing without a set for it.
_ORDER = """define internal void @"direct.order"(ptr %numbers, i64 %n, ptr %order) {
entry:
  %has.order = icmp ne ptr %order, null
  %are.some = icmp sgt i64 %n, 1
  %may.sort = and i1 %has.order, %are.some
  br i1 %may.sort, label %compare, label %done
compare:
  %c = phi i64 [ 1, %entry ], [ %c.next, %compared ]
  %c.at = getelementptr i64, ptr %numbers, i64 %c
  %c.before = getelementptr i64, ptr %c.at, i64 -1
  %one = load i64, ptr %c.before, align 8
  %two = load i64, ptr %c.at, align 8
  %is.in.order = icmp slt i64 %one, %two
  br i1 %is.in.order, label %compared, label %sort
compared:
  %c.next = add i64 %c, 1
  %has.another = icmp slt i64 %c.next, %n
  br i1 %has.another, label %compare, label %done
sort:
  call void @"direct.sort"(ptr %numbers, i64 %n, ptr %order)
  br label %done
done:
  ret void
}"""


def _number(places: Places) -> str:
    """A number as Python has it, as a new reference; made once where `known` is a list. Null where Python raises an error.

    Where numbers are not words, `number` is a key, -1 where there is none, and Python tells the number of the `k`-th row.
    """
    return f"""define internal ptr @"direct.number"(ptr %p, ptr %known, i64 %number, i64 %k) {{
entry:
  %is.list = icmp ne ptr %known, @_Py_NoneStruct
  %is.key = icmp sge i64 %number, 0
  %keeps = and i1 %is.list, %is.key
  br i1 %keeps, label %recall, label %make
recall:
{_item(places, "known", "number", "kept")}
  %is.kept = icmp ne ptr %kept, @_Py_NoneStruct
  br i1 %is.kept, label %again, label %make
again:
{_use(places, "kept")}
  ret ptr %kept
make:
{_load(places, width="width")}
  %is.word = icmp eq i64 %width, 0
  br i1 %is.word, label %word, label %tell
word:
  %plain = call ptr @PyLong_FromLongLong(i64 %number)
  br label %made
tell:
{_load(places, teller="tell ptr")}
  %place = call ptr @PyLong_FromLongLong(i64 %k)
  %told = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %teller, ptr %place, ptr null)
  call void @Py_DecRef(ptr %place)
  br label %made
made:
  %fresh = phi ptr [ %plain, %word ], [ %told, %tell ]
  %is.fresh = icmp ne ptr %fresh, null
  %is.worth = and i1 %is.fresh, %keeps
  br i1 %is.worth, label %keep, label %done
keep:
  call void @Py_IncRef(ptr %fresh)
  %taken = call i32 @PyList_SetItem(ptr %known, i64 %number, ptr %fresh)
  br label %done
done:
  ret ptr %fresh
}}"""


def _filled(places: Places) -> str:
    """Puts the numbers of `records` into `list`; goes on at `made`, where it is in order, or at `dropped`."""
    return f"""  call void @"direct.order"(ptr %records, i64 %length, ptr %order)
  %marks.none = icmp eq ptr %marks, null
  br label %next
next:
  %i = phi i64 [ 0, %fill ], [ %i.next, %put ]
  %before = phi i64 [ -1, %fill ], [ %number, %put ]
  %sorted = phi i1 [ true, %fill ], [ %sorted.next, %put ]
  %has.more = icmp slt i64 %i, %length
  br i1 %has.more, label %take, label %filled
take:
  %number.at = getelementptr i64, ptr %records, i64 %i
  %number = load i64, ptr %number.at, align 8
  %is.after = icmp slt i64 %before, %number
  %sorted.next = and i1 %sorted, %is.after
  %i.next = add i64 %i, 1
  %item = call ptr @"direct.number"(ptr %p, ptr %numbers, i64 %number, i64 %i)
  %is.item = icmp ne ptr %item, null
  br i1 %is.item, label %note, label %dropped
note:
  br i1 %marks.none, label %put, label %remember
remember:
  %stays = icmp sge i64 %number, 0
  %mark = select i1 %stays, ptr %item, ptr null
  %mark.at = getelementptr ptr, ptr %marks, i64 %i
  store ptr %mark, ptr %mark.at, align 8
  br label %put
put:
{_put(places)}
  br label %next
filled:
  %marked.now = select i1 %marks.none, i64 0, i64 %length
  store i64 %marked.now, ptr %marked.at, align 8
  br i1 %sorted, label %made, label %sort
sort:
  %trouble = call i32 @PyList_Sort(ptr %list)
  %is.sorted = icmp eq i32 %trouble, 0
  br i1 %is.sorted, label %made, label %dropped"""


def _list(places: Places) -> str:
    """`legal_actions`: makes the list, sorted."""
    return f"""define ptr @"direct.list"(ptr %self, ptr %none) {{
{_position(places)}
{_load(places, known="count", aside="aside")}
  %is.unknown = icmp eq i64 %known, {UNKNOWN}
  %has.no.others = icmp eq i64 %aside, 0
  %may.ask = and i1 %is.unknown, %has.no.others
  br i1 %may.ask, label %ask, label %told
ask:
{_load(places, here="here", context="context ptr", stand="stand ptr")}
  %at = inttoptr i64 %here to ptr
  %asked = call i64 %stand(ptr %at, ptr %context)
  %asked.right = icmp sge i64 %asked, {OVER}
  %kept = select i1 %asked.right, i64 %asked, i64 {UNKNOWN}
  store i64 %kept, ptr %known.at, align 8
  br label %told
told:
  %count = phi i64 [ %known, %has.position ], [ %asked, %ask ]
{_load(places, records="records ptr", order="order ptr", numbers="known ptr", marks="marks ptr", marked="marked")}
  %is.right = icmp sge i64 %count, {OVER}
  %is.listed = icmp ne ptr %records, null
  %is.ready = and i1 %is.right, %is.listed
  br i1 %is.ready, label %make, label %slow
make:
  %is.some = icmp sgt i64 %count, 0
  %length = select i1 %is.some, i64 %count, i64 0
  %list = call ptr @PyList_New(i64 %length)
  %is.list = icmp ne ptr %list, null
  br i1 %is.list, label %fill, label %failed
fill:
{_filled(places)}
made:
  ret ptr %list
dropped:
  call void @Py_DecRef(ptr %list)
  br label %failed
failed:
  ret ptr null
{_slow(places, "list")}
}}
"""
