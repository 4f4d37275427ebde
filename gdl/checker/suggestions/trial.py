"""Whether a text that may be meant has no mistake of its own: it is read and checked where nobody hears of it."""

from dataclasses import replace

from gdl.checker.coercion import convert
from gdl.checker.context import Context
from gdl.checker.names import Usage
from gdl.core.types import ANY, BOOL, Type
from gdl.diagnostics.values import Reporter
from gdl.parsing.parser import parse_expression
from gdl.source import Source


def is_sound(text: str, wanted: Type | None, context: Context) -> bool:
    """Whether a text is an expression of the type that is wanted; of any type for None."""
    unheard = _unheard(context)
    node = parse_expression(Source("suggestion", text), 0, len(text), unheard.reporter)
    if node is None or unheard.reporter.has_errors:
        return False
    made = unheard.expression(node, wanted)
    if unheard.reporter.has_errors or made.type == ANY:
        return False
    return wanted is None or convert(made, wanted, unheard) is not None


def is_sound_test(text: str, subject: Type, context: Context) -> bool:
    """Whether a text is a test that may be asked of a subject of a type, as behind `is` or in the step of a path."""
    unheard = _unheard(context).inner()
    unheard.local("it", subject, unheard.names.board_span)
    return is_sound(f"it is {text}", BOOL, unheard)


def _unheard(context: Context) -> Context:
    """A context that learns of names as this one does, and forgets all that is done in it."""
    names = replace(context.names, failed=set(context.names.failed))
    return replace(context, names=names, reporter=Reporter(is_heard=False), usage=Usage())
