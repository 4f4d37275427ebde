"""Functions of machine code that CPython calls directly, as it calls its own: nothing is converted on the way.

They do for any game what a loop over one position asks most: `play(action)` and `legal_actions()`. Each has a `Position`
in memory, which says where states, machine code and lists are. What they cannot do, they leave to functions in Python.
"""

import ctypes
from collections.abc import Callable
from functools import cache as remembered
from typing import Any

from interpreter import cache
from interpreter.engines.native import machine
from interpreter.llvm.assembly import Assembly, Signature
from interpreter.lowering.entry.answers import OVER

UNKNOWN = -4  # in place of a number of actions: machine code was not asked
MOST_IN_ORDER = 1 << 18
"""Numbers of actions that a set of bits brings into order: 64 words of 64 words of 64 bits."""


class Position(ctypes.Structure):
    """One position and what belongs to it. `here` is the present state, `last` the last one that may be written.

    `order` is a set of numbers, empty between the calls: 64 words that say which of the words behind them hold some; 0 where
    there are too many numbers. `known` has Python's numbers that were once listed, so that they are made once; None where there are
    too many. `count` is how many actions are legal, or an answer below 0; unless it is UNKNOWN, the actions are in `records`, and
    `proceed` takes the place of `advance`. `play` and `list` are functions in Python.
    """

    _fields_ = (
        ("advance", ctypes.c_void_p),
        ("proceed", ctypes.c_void_p),
        ("stand", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
        ("wanted", ctypes.c_void_p),
        ("records", ctypes.c_void_p),
        ("order", ctypes.c_void_p),
        ("here", ctypes.c_int64),
        ("stride", ctypes.c_int64),
        ("last", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("actions", ctypes.c_int64),
        ("known", ctypes.py_object),
        ("play", ctypes.py_object),
        ("list", ctypes.py_object),
    )


_API = (
    "PyErr_Clear",
    "PyList_GetItem",
    "PyList_New",
    "PyList_SetItem",
    "PyList_Sort",
    "PyLong_AsLongLong",
    "PyLong_AsVoidPtr",
    "PyLong_FromLongLong",
    "PyObject_CallNoArgs",
    "PyObject_CallOneArg",
    "Py_DecRef",
    "Py_IncRef",
)
_SIGNATURES: dict[str, Signature] = {"direct.play": ("pp", "i"), "direct.list": ("pp", "i")}


class _Method(ctypes.Structure):
    """CPython's `PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_NO_ARGUMENTS, _ONE_ARGUMENT = 0x0004, 0x0008  # METH_NOARGS and METH_O


@remembered
def _methods() -> tuple[_Method, _Method, machine.Machine]:
    """What CPython must know of `play` and `legal_actions`, and the code itself, which must stay loaded."""
    found = _loaded()
    play = _Method(b"play", found.symbol("direct.play"), _ONE_ARGUMENT, b"Does an action.")
    listed = _Method(
        b"legal_actions", found.symbol("direct.list"), _NO_ARGUMENTS, b"The legal actions, sorted."
    )
    return play, listed, found


def _loaded() -> machine.Machine:
    api = ctypes.pythonapi
    symbols = {name: ctypes.cast(getattr(api, name), ctypes.c_void_p).value or 0 for name in _API}
    symbols["_Py_NoneStruct"] = id(None)
    text = _text()
    key = cache.key("direct", text)
    return machine.kept(key, symbols=symbols) or machine.compile(
        Assembly(text, _SIGNATURES), key, symbols=symbols
    )


def functions(position: Position) -> tuple[Callable[[int], None], Callable[[], list[int]]]:
    """`play` and `legal_actions` of a position, which must stay where it is as long as they are used."""
    play, listed, _ = _methods()
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    address = ctypes.addressof(position)
    made: list[Any] = [make(ctypes.addressof(method), address, None) for method in (play, listed)]
    return made[0], made[1]


def _at(field: str) -> int:
    """Where a field of a position is, in bytes."""
    found: int = getattr(Position, field).offset
    return found


def _load(name: str, field: str, type: str = "i64") -> str:
    return f"  %{name}.at = getelementptr i8, ptr %p, i64 {_at(field)}\n  %{name} = load {type}, ptr %{name}.at, align 8\n"


_DECLARATIONS = """source_filename = "direct"

@_Py_NoneStruct = external global i8
declare void @PyErr_Clear()
declare ptr @PyList_GetItem(ptr, i64)
declare ptr @PyList_New(i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare i32 @PyList_Sort(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_AsVoidPtr(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyObject_CallNoArgs(ptr)
declare ptr @PyObject_CallOneArg(ptr, ptr)
declare void @Py_DecRef(ptr)
declare void @Py_IncRef(ptr)
declare i64 @llvm.cttz.i64(i64, i1)"""

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

# A number as Python has it, as a new reference; made once where `known` is a list. Null where Python has no memory.
_NUMBER = """define internal ptr @"direct.number"(ptr %known, i64 %number) {
entry:
  %keeps = icmp ne ptr %known, @_Py_NoneStruct
  br i1 %keeps, label %recall, label %make
recall:
  %kept = call ptr @PyList_GetItem(ptr %known, i64 %number)
  %is.kept = icmp ne ptr %kept, @_Py_NoneStruct
  br i1 %is.kept, label %again, label %first
again:
  call void @Py_IncRef(ptr %kept)
  ret ptr %kept
first:
  %fresh = call ptr @PyLong_FromLongLong(i64 %number)
  %is.fresh = icmp ne ptr %fresh, null
  br i1 %is.fresh, label %keep, label %failed
keep:
  call void @Py_IncRef(ptr %fresh)
  %taken = call i32 @PyList_SetItem(ptr %known, i64 %number, ptr %fresh)
  ret ptr %fresh
make:
  %made = call ptr @PyLong_FromLongLong(i64 %number)
  ret ptr %made
failed:
  ret ptr null
}"""


def _text() -> str:
    """Both functions in LLVM assembly."""
    return "\n\n".join((_DECLARATIONS, _play_text(), _SORT, _ORDER, _NUMBER, _list_text()))


def _play_text() -> str:
    """`play`: does an action where machine code can, else asks the function in Python."""
    return f"""define ptr @"direct.play"(ptr %self, ptr %argument) {{
entry:
  %p = call ptr @PyLong_AsVoidPtr(ptr %self)
  %number = call i64 @PyLong_AsLongLong(ptr %argument)
{_load("actions", "actions")}  %is.action = icmp ult i64 %number, %actions
  br i1 %is.action, label %room, label %wrong
room:
{_load("here", "here")}{_load("stride", "stride")}{_load("last", "last")}  %next = add i64 %here, %stride
  %has.room = icmp sle i64 %next, %last
  br i1 %has.room, label %do, label %slow
do:
{_load("wanted", "wanted", "ptr")}  store i64 %number, ptr %wanted, align 8
{_load("context", "context", "ptr")}{_load("advance", "advance", "ptr")}{_load("proceed", "proceed", "ptr")}{_load("count", "count")}  %from = inttoptr i64 %here to ptr
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
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
wrong:
  call void @PyErr_Clear()
  br label %slow
slow:
{_load("play", "play", "ptr")}  %answer = call ptr @PyObject_CallOneArg(ptr %play, ptr %argument)
  ret ptr %answer
}}"""


def _list_text() -> str:
    """`legal_actions`: makes the list, sorted."""
    return f"""define ptr @"direct.list"(ptr %self, ptr %none) {{
entry:
  %p = call ptr @PyLong_AsVoidPtr(ptr %self)
{_load("known", "count")}  %is.unknown = icmp eq i64 %known, {UNKNOWN}
  br i1 %is.unknown, label %ask, label %listed
ask:
{_load("here", "here")}{_load("context", "context", "ptr")}{_load("stand", "stand", "ptr")}  %at = inttoptr i64 %here to ptr
  %asked = call i64 %stand(ptr %at, ptr %context)
  %is.wrong = icmp slt i64 %asked, {OVER}
  br i1 %is.wrong, label %slow, label %told
told:
  store i64 %asked, ptr %known.at, align 8
  br label %listed
listed:
  %count = phi i64 [ %known, %entry ], [ %asked, %told ]
  %is.some = icmp sgt i64 %count, 0
  %length = select i1 %is.some, i64 %count, i64 0
  %list = call ptr @PyList_New(i64 %length)
  %is.list = icmp ne ptr %list, null
  br i1 %is.list, label %fill, label %failed
fill:
{_load("records", "records", "ptr")}{_load("order", "order", "ptr")}{_load("known.numbers", "known", "ptr")}  call void @"direct.order"(ptr %records, i64 %length, ptr %order)
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
  %item = call ptr @"direct.number"(ptr %known.numbers, i64 %number)
  %is.item = icmp ne ptr %item, null
  br i1 %is.item, label %put, label %dropped
put:
  %stolen = call i32 @PyList_SetItem(ptr %list, i64 %i, ptr %item)
  br label %next
filled:
  br i1 %sorted, label %made, label %sort
sort:
  %trouble = call i32 @PyList_Sort(ptr %list)
  %is.sorted = icmp eq i32 %trouble, 0
  br i1 %is.sorted, label %made, label %dropped
made:
  ret ptr %list
dropped:
  call void @Py_DecRef(ptr %list)
  br label %failed
failed:
  ret ptr null
slow:
{_load("other", "list", "ptr")}  %answer = call ptr @PyObject_CallNoArgs(ptr %other)
  ret ptr %answer
}}
"""
