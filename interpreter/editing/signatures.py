"""The call in which a place of a text stands, and the forms of what is called: what an editor shows while arguments are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gdl.core import model
from gdl.core.builtins import BY_NAME
from gdl.core.types import Type
from gdl.files.sources import File
from gdl.source import Source
from gdl.text.reference import type_word, written
from gdl.tree import syntax
from interpreter.editing.symbols import clause_start, flat

_TOKEN = re.compile(r'--[^\n]*|"[^"\n]*"?|[A-Za-z_]\w*|[][(){},]')


@dataclass(frozen=True, slots=True)
class Call:
    """`index`: which argument is being written, from 0."""

    name: str
    index: int


@dataclass(frozen=True, slots=True)
class Signature:
    """`text`: the form of a call, such as `gap(a: site, b: site)`; `parameters`: the parts of it, in their order; `more`: what it gives."""

    text: str
    parameters: tuple[str, ...]
    more: str = ""


def call_at(source: Source, offset: int) -> Call | None:
    """The innermost call, in the clause around an offset, whose bracket is open there; None outside of calls."""
    opened: list[tuple[str, int]] = []  # what is called, "" for other brackets, and the commas behind it
    last = ""
    for token in _TOKEN.findall(source.text[clause_start(source.text, offset) : offset]):
        if token in "([{":
            opened.append((last if token == "(" and last.isidentifier() else "", 0))
        elif token in ")]}" and opened:
            opened.pop()
        elif token == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        last = token
    return Call(*opened[-1]) if opened and opened[-1][0] else None


def signatures(files: Sequence[File], call: Call) -> tuple[Signature, ...]:
    """The forms of what is called: those that the files of a game declare, the last first, or those of a builtin."""
    declared = tuple(s for file in reversed(files) for s in _declared(file, call.name))
    if declared:
        return declared
    rows = BY_NAME.get(call.name, ())
    return tuple(
        Signature(written(r), tuple(map(str, r.parameters)), f"{type_word(str(r.result))}: {r.text}")
        for r in rows
    )


def _declared(file: File, name: str) -> Iterator[Signature]:
    for clause in flat(file.clauses):
        match clause:
            case syntax.Let() | syntax.Action() | syntax.Routine() if clause.name.name == name:
                means = " ".join(t.value for t in clause.means.texts) if clause.means is not None else ""
                yield _of_parameters(name, clause.parameters, means)
            case syntax.Wanted() if clause.name.name == name:
                yield _of_parameters(name, clause.parameters, "")
            case syntax.Field() if clause.name.name == name:
                holders = tuple(h.span.text for h in clause.holders)
                yield Signature(f"{name}({', '.join(holders)})", holders, clause.type.span.text)
            case syntax.Kinds() if any(c.name.name == name for c in clause.columns):
                yield Signature(f"{name}(kind)", ("kind",), "a column of kinds")
            case syntax.Pool() if clause.name.name == name:
                held_by = clause.holder.span.text
                yield Signature(f"{name}({held_by})", (held_by,), "a pool")


def _of_parameters(name: str, parameters: Sequence[syntax.Parameter], more: str) -> Signature:
    found = tuple(f"{p.name.name}: {p.type.name}" for p in parameters)
    return Signature(f"{name}({', '.join(found)})", found, more)


def parameter_type(game: model.Game | None, call: Call) -> Type | None:
    """The type of the argument that is being written; None where it is not known."""
    if game is not None and call.name in game.definitions:
        types = tuple(kind for _, _, kind in game.definitions[call.name].parameters)
    else:
        types = tuple(next((r.parameters for r in BY_NAME.get(call.name, ())), ()))
    return types[call.index] if call.index < len(types) else None
