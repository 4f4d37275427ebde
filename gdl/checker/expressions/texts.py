"""Texts: expressions in braces are replaced by their values.

A text inside braces, as in `"{s}{'+' if d = north else '-'}"`, stands between single quotation marks, since a double one would end
the text around it. `check_text` is for texts among the rules, `note` for sentences for people, `means "..."`, which a game keeps. The names in
the braces of a sentence are those of its clause: the choices of an action, the parameters of a definition. What only a
sentence mentions does not count as used.
"""

import re
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.names import Usage
from gdl.core import model
from gdl.core.types import TEXT
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
