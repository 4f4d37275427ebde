"""Changes of the text that a diagnostic's help offers: another name, what it quotes or lists, or nothing in the place of the
mistake.

Whether what a help quotes may stand where the mistake stands is not said there. So each reading of it (`offers`) is tried: a
change is offered if the changed text has the mistake no more, and no new one.
"""

import re
from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from itertools import islice
from time import monotonic

from gdl.diagnostics import Diagnostic
from gdl.fixing.mistakes import Fix, Mistake
from gdl.fixing.offers import offers
from gdl.fixing.rewriting import rewritten
from gdl.source import Source, Span

Check = Callable[[Source], tuple[Diagnostic, ...]]  # what is wrong with a text

_MEANT = re.compile(r"did you mean `(\w+)`\?")
_HEAD = re.compile(r"[A-Za-z_]\w*(?=\()")  # the name in a call
_ALIKE = 0.5  # of two names, one of which was meant
_TRIED = 16  # readings of a help
_SECONDS = 1.0  # for all of them
_READING = (
    "syntax",
    "bad-indentation",
    "bad-character",
    "unclosed",
    "too-deep",
)  # codes of texts that cannot be read


def fixes(diagnostic: Diagnostic, source: Source, check: Check) -> tuple[Fix, ...]:
    """The changes of a text that its diagnostic's help asks about, at all places of the mistake."""
    renamed = _renamed(diagnostic)
    if renamed is not None:
        return (renamed,)
    until = monotonic() + _SECONDS
    before = check(source)
    found: dict[str, Fix] = {}  # by the text that it makes

    def take_first(alternatives: tuple[Fix, ...]) -> None:
        for fix in alternatives:
            if monotonic() > until:
                break
            after = fix.applied(source)
            if after.text in found or (
                after.text != source.text and _helps(fix, after, diagnostic, before, check)
            ):
                found.setdefault(after.text, fix)
                break

    for alternatives in islice(offers(diagnostic, source), _TRIED):
        take_first(alternatives)
    if not found:
        take_first(rewritten(Mistake(diagnostic, source)))
    return tuple(found.values())


def _renamed(diagnostic: Diagnostic) -> Fix | None:
    """A name in place of another one, which the help says alone."""
    found = _MEANT.fullmatch(diagnostic.help)
    first = _name(diagnostic.span)
    if found is None or first is None or not get_close_matches(found[1], [first.text], cutoff=_ALIKE):
        return None
    again = (_name(other.span) for other in diagnostic.others if other.text == "and here")
    places = (first, *(place for place in again if place is not None and place.text == first.text))
    return Fix(f"Replace `{first.text}` by `{found[1]}`", places, found[1])


def _name(span: Span) -> Span | None:
    """The name that a place consists of, with quotation marks or without, or that it calls."""
    if re.fullmatch(r"\w+", span.text):
        return span
    if re.fullmatch(r'"\w+"', span.text):
        return Span(span.source, span.start + 1, span.end - 1)
    head = _HEAD.match(span.text)
    return Span(span.source, span.start, span.start + head.end()) if head else None


def _helps(
    fix: Fix, after: Source, diagnostic: Diagnostic, before: tuple[Diagnostic, ...], check: Check
) -> bool:
    """Whether a change takes the mistake away and makes no other one. While there is an error, nobody has looked for
    warnings; while a text cannot be read, for nothing else: so what is found only then is no fault of the change, if it is
    found elsewhere."""
    found = check(after)
    had, has = (Counter(_said(d) for d in several) for several in (before, found))
    if has[_said(diagnostic)] >= had[_said(diagnostic)]:
        return False
    changed = {after.position(place.start)[0] for place in fix.places}
    end = max(place.start + len(fix.text) for place in fix.places)
    return all(_is_revealed(d, diagnostic, changed, end) for d in found if has[_said(d)] > had[_said(d)])


def _is_revealed(found: Diagnostic, instead_of: Diagnostic, changed: set[int], end: int) -> bool:
    """Whether a finding was only hidden by another one. `changed`: the lines that a change is about; `end`: where it ends."""
    if instead_of.is_error and not found.is_error:
        return True
    if found.code == instead_of.code and found.code not in _READING and found.span.start > end:
        return True  # the next one of the same kind
    is_later = instead_of.code in _READING and found.code not in _READING
    return is_later and found.span.line not in changed


def _said(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message
