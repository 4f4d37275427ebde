"""The stages of compilation as text: the tree, the checked game, the plans by which it is lowered, the intermediate
representation, LLVM assembly.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from gdl.boards.board import Board
from gdl.core.model import Game
from gdl.core.types import Type
from gdl.diagnostics.values import GameError, Reporter
from gdl.loader import read_source
from gdl.parsing.parser import parse
from gdl.platform.on_demand import Pickled
from gdl.source import Source, Span
from interpreter.commands.games import load
from interpreter.commands.options import CannotWork, Setup, find
from interpreter.engines.native.engine import NativeEngine
from interpreter.ir import text
from interpreter.lowering.actions.choices import Name
from interpreter.lowering.facts.symmetries import symmetries
from interpreter.lowering.lower import Lowered
from interpreter.lowering.prepared import Prepared
from interpreter.lowering.program import Decision
from interpreter.lowering.refusals import NotLowered, Refused

_DUMP_WIDTH = 100


def dump(value: Any) -> str:
    """One line for each node that fits; the parts of others below them. Places are `@line:column`."""
    return "\n".join(_dump_lines(value))


def _dump_short(value: Any) -> str | None:
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
    short = _dump_short(value)
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


def _dump_lines(value: Any, label: str = "", depth: int = 0) -> Iterator[str]:
    indent = "  " * depth
    head = f"{indent}{label}: " if label else indent
    whole = _one_line(value, max(20, _DUMP_WIDTH - len(head)))
    if whole is None:
        whole = _dump_short(value)  # a long text stays whole
    if whole is not None:
        yield head + whole
        return
    place = getattr(value, "span", None)
    name = type(value).__name__ if is_dataclass(value) else ""
    yield (f"{head}{name}" + (f" {_dump_short(place)}" if place is not None else "")).rstrip()
    for part, item in _parts(value):
        if part != "span":
            yield from _dump_lines(item, part or "-", depth + 1)


_MOST = 72  # characters of a clause that are quoted
_LEFT_OUT = ("e", "action", "choice", "part", "masks")  # what the quoted clause shows already
_OBVIOUS = ("Known", "Written", "Range")  # what the quoted clause says by itself
_SAID = {"rest": "one by one", "others": "one by one", "quick": "as sets"}


def plans(prepared: Prepared, lowered: Lowered) -> str:
    """All decisions as text, in the order of the rules."""
    facts = prepared.facts
    lines = [f"state: {facts.state.size} bytes", "pieces"]
    lines += _described(facts.pieces, "  ") + _described(prepared.pieces, "  ")
    lines += ["symmetries", *(f"  {said}" for said in _symmetries(facts.game))]
    for place, found in _by_clause(lowered.decisions).items():
        lines.append("")
        lines.append(place)
        for part in found:
            lines += part
    return "\n".join(lines)


def _symmetries(game: Game) -> list[str]:
    """How many symmetries the rules have, for searches that take positions for one (`gdl solve`)."""
    exchanges = [found.exchanges for found in symmetries(game)]
    kept, changed = exchanges.count(False), exchanges.count(True)
    said = [
        f"{kept} of the board" if kept else "",
        f"{changed} by which the players change places" if changed else "",
    ]
    return [part for part in said if part] or ["none is known"]


def _by_clause(decisions: tuple[Decision, ...]) -> Mapping[str, list[list[str]]]:
    """What was decided about each clause, each plan once: one clause may stand in several functions."""
    known = [d for d in decisions if d.span.source.name and type(d.plan).__name__ not in _OBVIOUS]
    found: dict[str, list[list[str]]] = {}
    for d in sorted(known, key=lambda d: (d.span.source.position(d.span.start), -d.span.end)):
        text = [f"  {d.subject}: {_title(d.plan)}", *_fields(d.plan, "    ")]
        line, column = d.span.source.position(d.span.start)
        of_clause = found.setdefault(f"{line}:{column}  {_quoted(d.span)}", [])
        if text not in of_clause:
            of_clause.append(text)
    return found


def _quoted(span: Span) -> str:
    text = span.in_one_line
    return text if len(text) <= _MOST else text[: _MOST - 3] + "..."


def _title(plan: object) -> str:
    """What a plan is, without what its documentation says of its fields."""
    name, doc = type(plan).__name__, (inspect.getdoc(type(plan)) or "").partition("\n")[0]
    said = re.split(r" (?=`\w+`: )|^`\w+`: ", doc)[0]
    return f"{name}. {said}" if said and not said.startswith(name) else name


def _described(value: object, indent: str) -> list[str]:
    return [indent + _title(value), *_fields(value, indent + "  ")]


def _fields(value: Any, indent: str) -> list[str]:
    """A line for each field that says something, and what is in it."""
    lines: list[str] = []
    for field in fields(value) if is_dataclass(value) else ():
        held = getattr(value, field.name)
        if field.name in _LEFT_OUT or held is None or held is False or held in ((), {}):
            continue
        if field.name == "refused":
            lines += [indent + text for text in map(_short, held) if text is not None]
            continue
        short = _short(held)
        if short is not None:
            lines.append(f"{indent}{_SAID.get(field.name, field.name)}: {short}")
            continue
        lines.append(f"{indent}{_SAID.get(field.name, field.name)}")
        for item in _items(held):
            lines += (
                [f"{indent}  {_short(item)}"] if _short(item) is not None else _described(item, indent + "  ")
            )
    return lines


def _items(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _items(item) if isinstance(item, tuple) else (item,)
    else:
        yield value


def _short(value: Any) -> str | None:
    """What is written in a few words; None for what has parts of its own."""
    match value:
        case Refused():
            return f"not {value.strategy}: {value.why} (`{_quoted(value.span)}`)"
        case bool() | int() | str():
            return str(value)
        case Name():
            return value.text
        case tuple() if all(isinstance(item, int | str | Name) for item in value):
            return ", ".join(item.text if isinstance(item, Name) else str(item) for item in value[:16])
        case frozenset():
            return ", ".join(map(str, sorted(value)))
    span = getattr(value, "span", None)
    return f"`{_quoted(span)}`" if isinstance(span, Span) else None


def stage_text(name: str, setup: Setup, stage: str) -> str:
    """One stage of a game: `tree`, `game`, `plan`, `ir` or `llvm`. Raises CannotWork, GameError."""
    match stage:
        case "tree":
            return _tree(name)
        case "game":
            return dump(load(name, setup))
        case _:
            return _of_machine_code(load(name, setup), stage)


def _of_machine_code(game: Game, stage: str) -> str:
    """`plan`, `ir` or `llvm`. Raises CannotWork for a game without machine code."""
    compiled = NativeEngine(game).compiled
    try:
        lowered = compiled.lowered
    except NotLowered as found:
        why = f"these rules have no machine code, because of {found}; the reference engine plays them"
        raise CannotWork(why) from found
    match stage:
        case "plan":
            return plans(compiled.prepared, lowered)
        case "ir":
            return text.write(lowered.program)
        case _:
            return compiled.assembly.text


def _tree(name: str) -> str:
    reporter = Reporter()
    source = read_source(find(name), reporter)
    parsed = parse(source, reporter) if source is not None else None
    if reporter.has_errors or parsed is None:
        raise GameError(reporter.sorted())
    return dump(parsed.tree)
