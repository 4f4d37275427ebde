"""Ways out that are no ways out: a fix that leads into another fault where it was made is not offered.

A fix is proposed by what knows one line: what the grammar would read there, which names are alike. Whether the rules mean anything
with it shows only when they are checked again. What a fix brings to light elsewhere was there before and was hidden by its fault.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gdl.diagnostics.values import Diagnostic, Fix
from gdl.limits import MAX_TRIED_FIXES
from gdl.source import Source, Span

READING = frozenset(
    ("syntax", "unclosed", "bad-indentation", "bad-character")
)  # codes of what the parser cannot read
Again = Callable[
    [Source, Diagnostic], Iterable[Diagnostic]
]  # what is found of a source with a fix of a diagnostic made


def without_wrong_ways_out(
    source: Source, found: Sequence[Diagnostic], again: Again
) -> tuple[Diagnostic, ...]:
    """What was found of a source; where none of its fixes is a way out, without these and the help that speaks of them alone.

    A clause that could not be read was read on with its fix. If that is none, what was found in the clause follows from it.
    """
    said, tried = Counter((d.code, d.message) for d in found), 0
    left: list[Diagnostic] = []
    misread: list[Span] = []
    for d in found:
        ways = [fix for fix in d.fixes if _is_of(fix, source)]
        tried += len(ways)
        if (
            ways
            and tried <= MAX_TRIED_FIXES
            and not any(_leads_out(fix, d, source, said, again) for fix in ways)
        ):
            left.append(replace(d, help=d.help if ways[0].teaches else "", fixes=()))
            if d.code in READING:
                misread.append(_clause_at(d.span))
        else:
            left.append(d)
    return tuple(
        d for d in left if d.code in READING or not any(clause.contains(d.span) for clause in misread)
    )


def _clause_at(span: Span) -> Span:
    """The clause of a place: from its line in the first column to the next one."""
    text = span.source.text
    begins = [m.start() for m in re.finditer(r"^(?![ \t\n)\]}])", text, re.M)]
    first = max((at for at in begins if at <= span.start), default=0)
    return Span(span.source, first, min((at for at in begins if at > span.start), default=len(text)))


def _is_of(fix: Fix, source: Source) -> bool:
    return all(edit.span.source == source for edit in fix.edits)


def _leads_out(fix: Fix, d: Diagnostic, source: Source, said: Counter[tuple[str, str]], again: Again) -> bool:
    """Whether a diagnostic is gone with a fix made, and no other stands on the lines that it changes."""
    fixed = fix.applied(source)
    left, lines = tuple(again(fixed, d)), changed_lines(fix, fixed)
    times = Counter((other.code, other.message) for other in left)
    if times[d.code, d.message] >= said[d.code, d.message]:
        return False
    return not any(
        times[other.code, other.message] > said[other.code, other.message] and other.span.line in lines
        for other in left
    )


def changed_lines(fix: Fix, fixed: Source) -> set[int]:
    """The lines that a fix has changed, from 1, in the source that it made."""
    lines: set[int] = set()
    grown = 0
    for edit in sorted(fix.edits, key=lambda e: e.span.start):
        start = edit.span.start + grown
        first, last = (fixed.text.count("\n", 0, at) for at in (start, start + len(edit.text)))
        lines |= set(range(first + 1, last + 2))
        grown += len(edit.text) - (edit.span.end - edit.span.start)
    return lines
