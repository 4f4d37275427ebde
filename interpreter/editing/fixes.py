"""Changes of the text that a diagnostic's help offers: another name, what it quotes, or nothing in the place of the mistake.

Whether what a help quotes may stand where the mistake stands is not said there. So it is tried: a change is offered if the
changed text has the mistake no more, and no new one.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from gdl.diagnostics import Diagnostic
from gdl.source import Source, Span

Check = Callable[[Source], tuple[Diagnostic, ...]]  # what is wrong with a text

_MEANT = re.compile(r"did you mean `(\w+)`\?")
_HEAD = re.compile(r"[A-Za-z_]\w*(?=\()")  # the name in a call
_QUOTED = re.compile(r"`([^`]+)`")
_LEFT_OPEN = re.compile(r"\.\.\.|\b[A-Z]{3,}\b")  # what the reader has to fill in
_SHOWN = 30  # letters of a text in a title
_TRIED = 6  # quoted texts
_SECONDS = 1.0  # for all of them


@dataclass(frozen=True, slots=True)
class Fix:
    """Another text in place of what stands at each of some places."""

    title: str
    places: tuple[Span, ...]
    text: str

    def applied(self, source: Source) -> Source:
        """The text behind the change."""
        text = source.text
        for place in sorted(self.places, key=lambda p: -p.start):
            text = text[: place.start] + self.text + text[place.end :]
        return Source(source.name, text)


def fixes(diagnostic: Diagnostic, source: Source, check: Check) -> tuple[Fix, ...]:
    """The changes of a text that its diagnostic's help asks about, at all places of the mistake."""
    renamed = _renamed(diagnostic)
    if renamed is not None:
        return (renamed,)
    until = monotonic() + _SECONDS
    before = check(source)
    found = []
    for alternatives in islice(_candidates(diagnostic, source), _TRIED):
        helping = (f for f in alternatives if _helps(f, diagnostic, source, before, check))
        if monotonic() < until and (first := next(helping, None)) is not None:
            found.append(first)
    return tuple(found)


def _renamed(diagnostic: Diagnostic) -> Fix | None:
    """A name in place of another one, which the help says alone."""
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


def _candidates(diagnostic: Diagnostic, source: Source) -> Iterator[tuple[Fix, ...]]:
    """What the help may mean: what it quotes in place of the mistake, before it, behind it or as a line; or nothing there. Of
    alternatives the first that helps is meant."""
    span, help = diagnostic.span, diagnostic.help
    shown = _short(span.text)
    for quoted in dict.fromkeys(_QUOTED.findall(help)):
        if _LEFT_OPEN.search(quoted) or quoted == span.text:
            continue
        begin, end, clause = (
            (Span(source, at, at),) for at in (span.start, span.end, _clause(source, span.start))
        )
        yield (
            Fix(f"Replace `{shown}` by `{_short(quoted)}`", (span,), quoted),
            Fix(f"Write `{_short(quoted)}` before it", begin, f"{quoted} "),
            Fix(f"Write `{_short(quoted)}` behind it", end, f" {quoted}"),
            Fix(f"Add the line `{_short(quoted)}`", clause, f"{quoted}\n"),
        )
    if "take it out" in help or "leave it out" in help or "take one of them out" in help:
        line, _ = source.position(span.start)
        whole = Span(source, source.offset(line, 1), source.offset(line + 1, 1))
        yield Fix(f"Take `{shown}` out", (span,), ""), Fix("Take this line out", (whole,), "")


def _clause(source: Source, offset: int) -> int:
    """Where the clause of a place begins: its line has no blank before it."""
    line, _ = source.position(offset)
    while line > 1 and not source.line(line)[:1].strip():
        line -= 1
    return source.offset(line, 1)


def _helps(
    fix: Fix, diagnostic: Diagnostic, source: Source, before: tuple[Diagnostic, ...], check: Check
) -> bool:
    """Whether a change takes the mistake away and makes no other one."""
    had, has = (Counter(_said(d) for d in found) for found in (before, check(fix.applied(source))))
    return has[_said(diagnostic)] < had[_said(diagnostic)] and not has - had


def _said(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
