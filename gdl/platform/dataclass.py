"""Dataclasses that cost little where they are declared: the same as `dataclasses.dataclass`, in a tenth of the time.

The decorator of the standard library writes each method as text and compiles it, which takes half a millisecond for a class. A
command imports some hundred classes of nodes and plans, and makes objects of few of them. Here `__init__` alone is written,
when it is first called. What compares objects goes by one function that gives the values of their fields. A class that
extends one of these is made by this decorator, too.
"""

import dataclasses
from collections.abc import Callable, Iterator
from operator import attrgetter, ge, gt, le, lt
from typing import Any, TypeVar

T = TypeVar("T")
Method = Callable[..., Any]
_LEFT_OUT: Any = object()  # an argument for which the class makes a value
_ORDER: dict[str, Method] = {"__lt__": lt, "__le__": le, "__gt__": gt, "__ge__": ge}


def dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, order: bool = False
) -> Callable[[type[T]], type[T]]:
    """As `dataclasses.dataclass` with these arguments."""

    def made(cls: type[T]) -> type[T]:
        own = {name for name, value in vars(cls).items() if value is not None}
        # the standard library would write the signature, which it takes long to find
        cls.__doc__ = cls.__doc__ or ""
        begun: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
        methods: dict[str, Method | None] = {"__init__": _first_init(begun, frozen), "__repr__": _repr}
        if eq:
            methods |= _comparing(begun, order)
            methods["__hash__"] = _hashing(begun) if frozen else None
        if frozen:
            methods |= _refusing(begun)
        if frozen and slots:
            methods |= {"__getstate__": _state, "__setstate__": _set_state}
        for name, method in methods.items():
            if name not in own:
                setattr(begun, name, method)
        found: type[T] = begun
        return found

    return made


# ---- making an object


def _first_init(cls: Any, frozen: bool) -> Method:
    """An `__init__` that puts another one in its place when it is first called."""

    def first(self: Any, *given: Any, **named: Any) -> None:
        cls.__init__ = _init(cls, frozen)
        cls.__init__(self, *given, **named)

    return first


def _init(cls: Any, frozen: bool) -> Method:
    fields = dataclasses.fields(cls)
    scope: dict[str, Any] = {"_set": object.__setattr__, "_left_out": _LEFT_OUT}
    scope |= {f"_default_{f.name}": f.default for f in fields if f.default is not dataclasses.MISSING}
    scope |= {f"_make_{f.name}": f.default_factory for f in fields if _is_made(f)}
    given = [_parameter(f) for f in fields if f.init and not f.kw_only]
    by_name = [_parameter(f) for f in fields if f.init and f.kw_only]
    parameters = ", ".join(["self", *given, *(["*", *by_name] if by_name else [])])
    lines = [*_settings(fields, frozen), *(["self.__post_init__()"] if hasattr(cls, "__post_init__") else [])]
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), scope)
    found: Method = scope["__init__"]
    found.__qualname__ = f"{cls.__qualname__}.__init__"
    return found


def _parameter(field: "dataclasses.Field[Any]") -> str:
    if _is_made(field):
        return f"{field.name}=_left_out"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}=_default_{field.name}"


def _settings(fields: "tuple[dataclasses.Field[Any], ...]", frozen: bool) -> Iterator[str]:
    """The lines that give fields their values."""
    for f in fields:
        if f.init:
            value = f"_make_{f.name}() if {f.name} is _left_out else {f.name}" if _is_made(f) else f.name
        elif _is_made(f):
            value = f"_make_{f.name}()"
        elif f.default is not dataclasses.MISSING:
            value = f"_default_{f.name}"
        else:
            continue
        yield f"_set(self, {f.name!r}, {value})" if frozen else f"self.{f.name} = {value}"


def _is_made(field: "dataclasses.Field[Any]") -> bool:
    return field.default_factory is not dataclasses.MISSING


# ---- what is asked of an object


def _repr(self: Any) -> str:
    values = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({values})"


def _values(names: list[str]) -> Method:
    """A function that gives the values of some fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])


def _comparing(cls: Any, order: bool) -> dict[str, Method | None]:
    values = _values([f.name for f in dataclasses.fields(cls) if f.compare])

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def compared(by: Method) -> Method:
        return lambda self, other: (
            by(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented
        )

    return {"__eq__": equal, **({name: compared(by) for name, by in _ORDER.items()} if order else {})}


def _hashing(cls: Any) -> Method:
    fields = dataclasses.fields(cls)
    values = _values([f.name for f in fields if (f.compare if f.hash is None else f.hash)])

    def hashed(self: Any) -> int:
        return hash(values(self))

    return hashed


def _refusing(cls: Any) -> dict[str, Method]:
    """Methods that refuse to change fields, and anything of this very class."""
    names = frozenset(f.name for f in dataclasses.fields(cls))

    def check(self: Any, name: str, what: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot {what} field {name!r}")

    def change(self: Any, name: str, value: Any) -> None:
        check(self, name, "assign to")
        super(cls, self).__setattr__(name, value)

    def delete(self: Any, name: str) -> None:
        check(self, name, "delete")
        super(cls, self).__delattr__(name)

    return {"__setattr__": change, "__delattr__": delete}


# ---- pickling of instances with slots


def _state(self: Any) -> list[Any]:
    return [getattr(self, f.name) for f in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
