"""A change of one line after which a whole file can be read and checked: the way out that is said, since it is one.

The parser knows what fits into the grammar, and the checker what is declared. So each change of a line that cannot be read is
tried with the parser, and those that it takes are tried with the checker. What goes away with such a change was no mistake of
its own, and is not said.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from gdl.diagnostics import Diagnostic, Misread
from gdl.edits import changes
from gdl.repairs import Broken
from gdl.source import Source, Span

_LONGEST = 30_000  # characters of a file that is looked at
_CHECKED = 12  # changes that are tried with the checker
_READ = 40_000  # characters that are read again in all of them
_MOST = 8  # errors of a file of which one may have brought about the others
_BESIDE = 12  # characters on both sides of a change in a longer line
_SHOWN = 90  # characters of a line that is shown whole

_DASHES = re.compile(r"(?<=\w)--(?=\w)")  # a comment has a blank before it

Examine = Callable[[Source], tuple[Diagnostic, ...]]


def mended(source: Source, found: tuple[Diagnostic, ...], examine: Examine) -> tuple[Diagnostic, ...]:
    """What was found in a source, without what goes away when the first line that cannot be read is changed, and with that
    change as the way out where nothing better is known. `examine` gives what is found in a changed source."""
    first = next((d for d in found if d.misread is not None and d.span.source is source), None)
    errors = [d for d in found if d.is_error]
    if first is None or first.misread is None or len(source.text) > _LONGEST or len(errors) > _MOST:
        return found
    if len(errors) == 1 and not first.misread.is_guess:
        return found
    if _DASHES.search(source.text) and (dashes := _of_dashes(source, errors, examine)) is not None:
        return tuple(dashes if d is first else d for d in found if d is first or d not in errors)
    best: tuple[int, _Readable, set[tuple[str, str]]] | None = None
    most = max(2, min(_CHECKED, _READ // max(1, len(source.text))))
    for readable in islice(_readable(source, first.misread), most):
        left = examine(Source(source.name, readable.text))
        said = {(d.code, d.message) for d in left if d.is_error}
        if said <= {(d.code, d.message) for d in errors if d is not first or d.others}:
            doubts = len(left) + readable.loses
            if best is None or doubts < best[0]:
                best = doubts, readable, said
            if not doubts:
                break
    if best is None:
        return found
    told = best[1].told(first) if first.misread.is_guess else first
    kept = (d for d in found if d is first or (d.code, d.message) in best[2])
    return tuple(told if d is first else d for d in kept)


def _of_dashes(source: Source, errors: list[Diagnostic], examine: Examine) -> Diagnostic | None:
    """That two dashes begin a comment where one was meant, if nothing is wrong with one."""
    dashes = _DASHES.search(source.text)
    if dashes is None or any(d.is_error for d in examine(Source(source.name, _DASHES.sub("-", source.text)))):
        return None
    span = Span(source, dashes.start(), dashes.end())
    line = _DASHES.sub("-", source.line(span.line)).strip()
    return Diagnostic(
        "syntax", "`--` begins a comment here", span, "the line ends before it", help="write `-`", write=line
    )


@dataclass(frozen=True, slots=True)
class _Readable:
    """The text of a source in which a change makes a line readable."""

    text: str
    advice: str
    loses: int
    cause: str
    place: Span  # what is changed

    def told(self, d: Diagnostic) -> Diagnostic:
        """What was found, with the change as its way out, and at the place of the change where that is told."""
        if not self.cause:
            return replace(d, help=self.advice)
        return replace(d, message=self.cause, span=self.place, label="not expected here", help=self.advice)


def _readable(source: Source, misread: Misread) -> Iterator[_Readable]:
    """The texts of a source in which a change makes its line readable, each once, with the change as advice."""
    broken = Broken(misread.text, misread.offset, misread.found, misread.start, misread.first_column)
    line, seen = broken.line, {broken.line}
    before, behind = source.text[: misread.base], source.text[misread.base + len(line) :]
    original = source.text[misread.base : misread.base + len(line)]  # with its comments
    for change in changes(broken, misread.expected):
        if change.text in seen or not broken.reads(change.text):
            continue
        seen.add(change.text)
        start, end, new = _difference(line, change.text)
        shown = " ".join(change.text[change.text.rfind("\n", 0, start) + 1 :].split("\n")[0].split())
        shown = re.sub(r" +([,:](?!=))", r"\1", shown).replace(" .. ", "..")
        shown = re.sub(r"(?<=[\w)])= ", " = ", shown)
        if len(shown) > _SHOWN:  # what is changed, with what stands beside it
            opens = change.text.rfind(" ", 0, max(0, start - _BESIDE)) + 1
            closes = change.text.find(" ", start + len(new) + _BESIDE)
            shown = f"… {' '.join(change.text[opens : closes if closes > 0 else None].split())} …"
        advice = f"{change.advice}: `{shown}`"
        text = f"{before}{original[:start]}{new}{original[end:]}{behind}"
        place = Span(source, misread.base + start, misread.base + max(end, start + 1))
        yield _Readable(text, advice, change.loses, change.cause, place)


def _difference(old: str, new: str) -> tuple[int, int, str]:
    """Where two texts differ: the start and the end in the old one, and what stands there in the new one."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    back = 0
    while back < min(len(old), len(new)) - start and old[-1 - back] == new[-1 - back]:
        back += 1
    return start, len(old) - back, new[start : len(new) - back]
