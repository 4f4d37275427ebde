"""A type of machine code that CPython calls directly, as it calls its own: nothing is converted on the way.

It does for any game what a loop over one position asks most: `play(action)`, `legal_actions()`, `is_terminal`, `undo()`. Each
object has a `Position` in memory, which says where states, machine code and lists are. What it cannot do, it leaves to
functions in Python.

What it buys, in single steps in place beside OpenSpiel's (one processor, medians of 5, loops in Python): 1.41 to 2.80 times
OpenSpiel's in four small games. The same functions in Python, which call machine code through ctypes, give 0.41 to 0.77.
`benchmarks/steps.py` measures it.
"""

import ctypes
from typing import Any

from interpreter.caching import cache
from interpreter.engines.native import machine
from interpreter.engines.native.direct_text import Places, text
from interpreter.llvm.assembly import Assembly, Signature


class Position(ctypes.Structure):
    """One position and what belongs to it. `here` is the present state, `first` and `last` those that may be written.

    `order` is a set of numbers, empty between the calls: 64 words that say which of the words behind them hold some, each for 64
    words of 64 bits (so MOST_KEYS numbers); 0 where there are more. `known` has Python's numbers that were once listed, so that they are made once; None where there are
    too many. `count` is how many actions are legal, or an answer below 0; unless it is UNKNOWN, the actions are in `records`, and
    `proceed` takes the place of `advance`. `aside` is how many states do not fit into memory.

    Where numbers are longer than words, `records` has keys of actions, and `rows` their rows of `width` words. `marks` are the
    objects that were listed last, `marked` of them; they live as long as `known`. Else `width` is 0.

    `play`, `undo`, `list` and `ended` are functions in Python that take the object; `tell` takes the place of a row.
    """

    _fields_ = (
        ("advance", ctypes.c_void_p),
        ("proceed", ctypes.c_void_p),
        ("stand", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
        ("wanted", ctypes.c_void_p),
        ("records", ctypes.c_void_p),
        ("rows", ctypes.c_void_p),
        ("order", ctypes.c_void_p),
        ("marks", ctypes.c_void_p),
        ("marked", ctypes.c_int64),
        ("first", ctypes.c_int64),
        ("here", ctypes.c_int64),
        ("last", ctypes.c_int64),
        ("stride", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("aside", ctypes.c_int64),
        ("actions", ctypes.c_int64),
        ("width", ctypes.c_int64),
        ("known", ctypes.py_object),
        ("play", ctypes.py_object),
        ("undo", ctypes.py_object),
        ("list", ctypes.py_object),
        ("ended", ctypes.py_object),
        ("tell", ctypes.py_object),
    )


_HEAD = object.__basicsize__  # bytes of an object before what is its own
_API = (
    "PyBytes_AsString",
    "PyBytes_Size",
    "PyErr_BadInternalCall",
    "PyErr_Clear",
    "PyList_GetItem",
    "PyList_New",
    "PyList_SetItem",
    "PyList_Sort",
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "PyObject_CallFunctionObjArgs",
    "Py_DecRef",
    "Py_IncRef",
)
_FUNCTIONS = ("direct.begin", "direct.play", "direct.undo", "direct.list", "direct.ended")
_SIGNATURES: dict[str, Signature] = dict.fromkeys(_FUNCTIONS, ("pp", "i"))


# ---- what CPython must know of a type; the names and numbers are those of its headers


class _Method(ctypes.Structure):
    """`PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Member(ctypes.Structure):
    """`PyMemberDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int),
        ("offset", ctypes.c_ssize_t),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Asked(ctypes.Structure):
    """`PyGetSetDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("get", ctypes.c_void_p),
        ("set", ctypes.c_void_p),
        ("doc", ctypes.c_char_p),
        ("closure", ctypes.c_void_p),
    )


class _Slot(ctypes.Structure):
    """`PyType_Slot`."""

    _fields_ = (("slot", ctypes.c_int), ("value", ctypes.c_void_p))


class _Type(ctypes.Structure):
    """`PyType_Spec`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("size", ctypes.c_int),
        ("item_size", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.c_void_p),
    )


_NO_ARGUMENTS, _ONE_ARGUMENT = 0x0004, 0x0008  # METH_NOARGS and METH_O
_ADDRESS = 19  # T_PYSSIZET
_METHODS, _MEMBERS, _ASKED = 64, 72, 73  # Py_tp_methods, Py_tp_members, Py_tp_getset
_FLAGS = 1 << 18 | 1 << 10  # Py_TPFLAGS_DEFAULT and Py_TPFLAGS_BASETYPE

_lasting: list[Any] = []  # what the type refers to


def made() -> type:
    """The type. It has what `direct_type.pyi` says, and `StatesInARow` has the rest."""
    loaded = _loaded()
    methods = (_Method * 5)(
        _Method(b"begin", loaded.symbol("direct.begin"), _ONE_ARGUMENT, b"Begins with a state."),
        _Method(b"play", loaded.symbol("direct.play"), _ONE_ARGUMENT, b"Does an action."),
        _Method(b"undo", loaded.symbol("direct.undo"), _NO_ARGUMENTS, b"Takes the last action back."),
        _Method(b"legal_actions", loaded.symbol("direct.list"), _NO_ARGUMENTS, b"Sorted."),
    )
    asked = (_Asked * 2)(_Asked(b"is_terminal", loaded.symbol("direct.ended"), None, b"Whether it is over."))
    members = (_Member * 2)(_Member(b"position", _ADDRESS, _HEAD, 0, b"Where its `Position` is."))
    parts = ((_METHODS, methods), (_ASKED, asked), (_MEMBERS, members))
    slots = (_Slot * 4)(*(_Slot(slot, ctypes.addressof(part)) for slot, part in parts))
    size = _HEAD + ctypes.sizeof(ctypes.c_void_p)
    spec = _Type(b"interpreter.Direct", size, 0, _FLAGS, ctypes.addressof(slots))
    _lasting.extend((loaded, methods, asked, members, slots, spec))
    make = ctypes.pythonapi.PyType_FromSpec
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p,)
    made: type = make(ctypes.addressof(spec))
    return made


def _loaded() -> machine.Machine:
    api = ctypes.pythonapi
    symbols = {name: ctypes.cast(getattr(api, name), ctypes.c_void_p).value or 0 for name in _API}
    symbols |= {"_Py_NoneStruct": id(None), "_Py_TrueStruct": id(True), "_Py_FalseStruct": id(False)}
    fields = {name: getattr(Position, name).offset for name, *_ in Position._fields_}
    written = text(Places(fields, _HEAD, _items_of_lists(), _uses_of_objects()))
    key = cache.key("direct", written)
    return machine.kept(key, symbols=symbols) or machine.compile(
        Assembly(written, _SIGNATURES), key, symbols=symbols
    )


def _items_of_lists() -> int | None:
    """Where a list says where its items are, in bytes; None if this Python keeps them in another way."""
    offset = _HEAD + ctypes.sizeof(ctypes.c_ssize_t)
    tried = [object(), object(), object()]
    if list.__basicsize__ < offset + ctypes.sizeof(ctypes.c_void_p):
        return None
    length = ctypes.c_ssize_t.from_address(id(tried) + _HEAD).value
    items = ctypes.c_void_p.from_address(id(tried) + offset).value
    if length != len(tried) or not items:
        return None
    found = list((ctypes.c_void_p * len(tried)).from_address(items))
    return offset if found == [id(item) for item in tried] else None


def _uses_of_objects() -> int | None:
    """Where an object says how many refer to it, in bytes; None where this is not a number that is just counted up."""
    before = ctypes.c_ssize_t.from_address(id(None)).value
    more = [None] * 100
    after = ctypes.c_ssize_t.from_address(id(None)).value
    return 0 if after - before == len(more) else None
