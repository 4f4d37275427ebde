"""Names that are asked before they have a value: the same action introduces them in a line further down."""

import re

from gdl import syntax
from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_of


def is_bound_below(node: syntax.Name, context: Context) -> bool:
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
        help=f"move this line down, below `{line}`",
    )
    return True
