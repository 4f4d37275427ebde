"""Any tree of dataclasses as indented text: the stages of compilation, for people."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from gdl.boards.board import Board
from gdl.pickled import Pickled
from gdl.source import Source, Span
from gdl.types import Type

_WIDTH = 100


def dump(value: Any) -> str:
    """One line for each node that fits; the parts of others below them. Places are `@line:column`."""
    return "\n".join(_lines(value))


def _short(value: Any) -> str | None:
    """A value in a few characters, or None if it has parts."""
    match value:
        case None | bool() | int() | float() | str():
            return repr(value)
        case Fraction() | Type():
            return str(value)
        case Span():
            return f"@{_place(value)}" if value.source.name else "@nowhere"
        case Source():
            return value.name
        case Board():
            return f"Board({value.tiling.name}, {value.files} x {value.ranks}, {len(value.sites)} sites)"
        case tuple() | list() | Mapping() if not value:
            return "none"
        case _:
            return None


def _place(span: Span) -> str:
    line, column = span.source.position(span.start)
    return f"{line}:{column}"


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Pickled):
        value = value.value
    if is_dataclass(value):
        for field in fields(value):
            yield field.name, getattr(value, field.name)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key), item
    else:
        for item in value:
            yield "", item


def _one_line(value: Any, room: int) -> str | None:
    """A value on one line if it is no longer than `room`."""
    short = _short(value)
    if short is not None:
        return short if len(short) <= room else None
    written = []
    for name, item in _parts(value):
        inner = _one_line(item, room)
        if inner is None:
            return None
        written.append(inner if name in ("", "span") else f"{name}={inner}")
        if sum(map(len, written)) > room:
            return None
    head, tail = _brackets(value)
    text = head + ", ".join(written) + tail
    return text if len(text) <= room else None


def _brackets(value: Any) -> tuple[str, str]:
    if is_dataclass(value):
        return type(value).__name__ + "(", ")"
    return ("{", "}") if isinstance(value, Mapping) else ("[", "]")


def _lines(value: Any, label: str = "", depth: int = 0) -> Iterator[str]:
    indent = "  " * depth
    head = f"{indent}{label}: " if label else indent
    whole = _one_line(value, max(20, _WIDTH - len(head)))
    if whole is None:
        whole = _short(value)  # a long text stays whole
    if whole is not None:
        yield head + whole
        return
    place = getattr(value, "span", None)
    name = type(value).__name__ if is_dataclass(value) else ""
    yield (f"{head}{name}" + (f" {_short(place)}" if place is not None else "")).rstrip()
    for part, item in _parts(value):
        if part != "span":
            yield from _lines(item, part or "-", depth + 1)
