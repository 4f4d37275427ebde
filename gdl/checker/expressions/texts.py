"""Texts: what is written in braces is an expression, whose value is put there."""

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.parser import parse_expression
from gdl.source import Source
from gdl.types import TEXT


def check_text(node: syntax.Text, context: Context) -> model.Expr:
    """A constant text, or a template with values in it."""
    text = node.value
    if "{" not in text:
        return forms.const(node.span, TEXT, text)
    parts: list[str | model.Expr] = []
    at = 0
    while (start := text.find("{", at)) >= 0:
        end = text.find("}", start)
        if end < 0:
            context.reporter.report("bad-notation", node.span, "a `{` in this text is never closed", "")
            return forms.wrong(node.span)
        parts.append(text[at:start])
        offset = node.span.start + 1
        whole = Source(node.span.source.name, node.span.source.text)
        parsed = parse_expression(whole, offset + start + 1, offset + end, context.reporter)
        if parsed is not None:
            parts.append(context.expression(parsed))
        at = end + 1
    parts.append(text[at:])
    return model.Template(node.span, TEXT, tuple(p for p in parts if p != ""))
