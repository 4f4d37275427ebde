"""Changes of the text that a diagnostic's help offers: a name in place of another one."""

import re
from dataclasses import dataclass

from gdl.diagnostics import Diagnostic
from gdl.source import Span

_MEANT = re.compile(r"did you mean `(\w+)`\?")
_HEAD = re.compile(r"[A-Za-z_]\w*(?=\()")  # the name in a call


@dataclass(frozen=True, slots=True)
class Fix:
    """Another text in place of what stands at each of some places."""

    title: str
    places: tuple[Span, ...]
    text: str


def fix(diagnostic: Diagnostic) -> Fix | None:
    """The change that a diagnostic's help asks about, at all places of the mistake; None where it is no single name."""
    found = _MEANT.fullmatch(diagnostic.help)
    first = _name(diagnostic.span)
    if found is None or first is None:
        return None
    again = (_name(other.span) for other in diagnostic.others if other.text == "and here")
    places = (first, *(place for place in again if place is not None and place.text == first.text))
    return Fix(f"Replace `{first.text}` by `{found[1]}`", places, found[1])


def _name(span: Span) -> Span | None:
    """The name that a place consists of, or that it calls."""
    if re.fullmatch(r"\w+", span.text):
        return span
    head = _HEAD.match(span.text)
    return Span(span.source, span.start, span.start + head.end()) if head else None
