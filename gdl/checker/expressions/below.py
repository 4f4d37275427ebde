"""Names that are known elsewhere in their clause: in a line further down, or in a block above that has ended."""

import re

from gdl import syntax
from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_before, clause_of
from gdl.source import Span


def is_bound_below(node: syntax.Name | syntax.Ident, context: Context) -> bool:
    """Reports a name that a line below gives its value; whether there is one."""
    clause = clause_of(node.span)
    head = re.match(r"(action|choice|move)\b", clause)
    if head is None:
        return False
    name = re.escape(node.name)
    binding = rf"choose\s+(?:openly\s+|secretly\s+)?{name}\b|(?:line|walk|leap|along)\b.*\bas\s+{name}\b"
    if node.name == "to" and head[1] == "move":
        binding = "line|walk|leap|along"
    here = " ".join(node.span.source.line(node.span.line).split())
    lines = [" ".join(line.split()) for line in clause.split("\n")]
    at = next((number for number, line in enumerate(lines) if here.startswith(line) and node.name in line), 0)
    line = next((line for line in lines[at + 1 :] if re.match(binding, line)), None)
    if line is None or not at:
        return False
    context.reporter.report(
        "unknown-name",
        node.span,
        f"`{node.name}` has no value here: a line below gives it one",
        "not known yet",
        help=f"choices stand before the effects: move `{line}` up, above `do`"
        if any(re.match(r"do\b", text) for text in lines[: at + 1])
        else f"move this line down, below `{line}`",
    )
    return True


def is_bound_above(node: syntax.Name, context: Context) -> bool:
    """Reports a name that a line above introduces for a part of the clause which has ended; whether there is one."""
    source = node.span.source
    begins, clause = clause_before(node.span)
    if node.name not in clause:
        return False
    name = re.escape(node.name)
    binding = re.compile(rf"\b(let|random|for|some|all|no)[ \t]+({name})\b(?=[ \t]*(?:=|in\b))")
    found = list(binding.finditer(clause))
    if not found or context.find(node.name) is not None:
        return False
    bound, is_block = found[-1], found[-1][1] in ("let", "random")
    place = Span(source, begins + bound.start(2), begins + bound.end(2))
    if place.line == node.span.line and not is_block:
        where = "behind the `:` or within the brackets of what goes through it"
    else:
        where = "in the block in which it is named" if is_block else "in what is done or asked for each"
    line = " ".join(source.line(place.line).split())
    context.reporter.report(
        "unknown-name",
        node.span,
        f"`{node.name}` is known only {where}, and not here",
        "not known here",
        others=[(place, "named here")],
        help=f"indent this line into the block of line {place.line}, or name it before that block: `{line}`"
        if is_block
        else "what is asked of it stands where it is known; a value that is needed further is named by `let` before",
    )
    return True
