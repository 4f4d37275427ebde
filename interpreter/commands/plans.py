"""The plans by which a game becomes machine code, clause by clause: which strategy was chosen for each part of the rules.

They are the values that the code is written from (`interpreter/lowering`), so this tells why a rule is slow: `one by one`
stands before the conditions that are judged of each element. All others are sets, which are combined at once.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from gdl.model import Game
from gdl.source import Span
from interpreter.lowering.facts.symmetries import symmetries
from interpreter.lowering.lower import Lowered
from interpreter.lowering.plans.names import Name
from interpreter.lowering.prepared import Prepared
from interpreter.lowering.program import Decision
from interpreter.lowering.refusals import Refused

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
        for text in found:
            lines += text
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
