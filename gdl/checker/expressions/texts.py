"""Texts and sentences for people: expressions in braces are replaced by their values.

A text inside braces, as in `"{s}{'+' if d = north else '-'}"`, stands between single quotation marks, since a double one would end
the text around it. `check_text` is for texts among the rules, `note` for sentences, `means "..."`, which a game keeps. The names in
the braces of a sentence are those of its clause: the choices of an action, the parameters of a definition. What only a
sentence mentions does not count as used.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.names import Usage
from gdl.core import model
from gdl.core.types import KIND, TEXT
from gdl.core.visit import substituted
from gdl.parsing.parser import parse_expression
from gdl.source import Source
from gdl.tree import syntax
from gdl.tree.words import MeaningForm


def check_text(node: syntax.Text, context: Context) -> model.Expr:
    """A constant text, or a template with values in it."""
    text = node.value
    if "{" not in text:
        return forms.const(node.span, TEXT, text)
    parts: list[str | model.Expr] = []
    at = 0
    while (start := text.find("{", at)) >= 0:
        inside = _INSIDE.match(text, start + 1)
        if inside is None:
            context.reporter.report(
                "bad-notation",
                node.span,
                "a `{` in this text is never closed",
                "",
                help="close it with `}`; a text inside the braces has single quotation marks: `{'+' if d = north else '-'}`",
            )
            return forms.wrong(node.span)
        end = inside.end() - 1
        parts.append(text[at:start])
        offset = node.span.start + 1
        whole = Source(node.span.source.name, node.span.source.text)
        parsed = parse_expression(whole, offset + start + 1, offset + end, context.reporter, in_text=True)
        if parsed is not None:
            parts.append(context.expression(parsed))
        at = end + 1
    parts.append(text[at:])
    return model.Template(node.span, TEXT, tuple(p for p in parts if p != ""))


_INSIDE = re.compile(r"(?:[^}']|'[^']*')*\}")  # an expression in braces, and the brace behind it


def note(
    means: syntax.Meaning | None,
    form: MeaningForm,
    name: str,
    clause: syntax.Node | syntax.Meant,
    context: Context,
) -> None:
    """Keeps the sentence of a clause, whose names are those of the context."""
    if means is None:
        return
    quiet = replace(context, usage=Usage())
    pieces: list[str | model.Expr] = []
    for number, part in enumerate(means.texts):
        pieces += [" "] * bool(number)
        match check_text(part, quiet):
            case model.Template() as made:
                pieces += made.pieces
            case model.Const(value=str(plain)):
                pieces.append(plain)
            case _:
                return
    written = " ".join(part.value for part in means.texts)
    text = model.Template(means.span, TEXT, tuple(pieces))
    context.names.meanings.append(model.Meaning(means.span, clause.span, form, name, written, text))


def note_all(clauses: Sequence[syntax.Clause], options: Sequence[syntax.Option], context: Context) -> None:
    """Keeps the sentences of clauses without names of their own."""
    for option in options:
        note(option.means, "option", option.name.name, option, context.outer())
    for clause in clauses:
        inner = context.outer()
        match clause:
            case syntax.Field():
                note(clause.means, "field", clause.name.name, clause, inner)
            case syntax.WordType():
                note(clause.means, "type", clause.name.name, clause, inner)
            case syntax.Pool():
                note(clause.means, "pool", clause.name.name, clause, inner)
            case syntax.Kinds() if clause.axes:
                _note_generated(clause, context)
            case syntax.Kinds(rows=rows):
                for row in rows or ():
                    note(row.means, "kind", row.name.name, row, inner)
            case syntax.Require():
                note(clause.means, "require", "", clause, inner)
            case syntax.Setup():
                note(clause.means, "setup", "", clause, inner)
            case syntax.Turn():
                note(clause.means, "turn", clause.phase.name if clause.phase else "", clause, inner)
            case syntax.Prefer():
                note(clause.means, "prefer", "", clause, inner)
            case syntax.End(endings=endings):
                for ending in endings:
                    note(ending.means or clause.means, "end", "", ending, inner)
            case syntax.Limit():
                note(clause.means, "limit", "", clause, inner)


def _note_generated(clause: syntax.Kinds, context: Context) -> None:
    """Keeps the sentence of each kind that a rule makes, in which `it` is the kind."""
    if clause.means is None:
        return
    names = context.names
    inner = context.outer()
    it = inner.local("it", KIND, clause.span)
    note(clause.means, "kind", "", clause, inner)
    if not names.meanings or names.meanings[-1].span != clause.means.span:
        return  # it was wrong
    told = names.meanings.pop()
    for number, kind in enumerate(names.kinds.values()):
        if kind.span == clause.span:
            given = {it.slot: forms.const(clause.span, KIND, number)}
            names.meanings.append(replace(told, name=kind.name, text=substituted(told.text, given)))
