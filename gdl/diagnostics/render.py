"""Drawing diagnostics: from values to the text that people read, or to one JSON object a line.

The only place that knows how a diagnostic looks; `diagnostics` holds the values.
"""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias
from unicodedata import category, east_asian_width

from gdl.diagnostics.characters import visible
from gdl.diagnostics.values import Diagnostic, Fix
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span

TAB = 4
MAX_SHOWN = 100  # diagnostics that are drawn: nobody reads more at once
MAX_FIXED = 4  # lines of a fix that are drawn
MAX_WIDTH = 160  # columns of a source line that are shown; a longer line is cut around the place
_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "bold": "1", "blue": "1;34", "help": "1;32"}


def render(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """The diagnostics as text, an empty line between two; empty without any. `colour` adds ANSI colours.

    Of very many the first ones are drawn, and then only how many more there are is said.
    """
    found = list(diagnostics)
    shown = [_one(d, colour) for d in found[:MAX_SHOWN]]
    if len(found) > MAX_SHOWN:
        shown.append(f"... and {len(found) - MAX_SHOWN} more\n")
    return "\n".join(shown)


def to_json_lines(diagnostics: Iterable[Diagnostic]) -> str:
    """One JSON object a line. Lines and columns count from 1; the end's are just after it."""
    return "".join(json.dumps(_data(d), ensure_ascii=False) + "\n" for d in diagnostics)


def _data(d: Diagnostic) -> dict[str, object]:
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        **_place(d.span),
        "label": d.label,
        "others": [{**_place(o.span), "label": o.text} for o in d.others],
        "notes": list(d.notes),
        "help": d.help,
        "fixes": [
            {"is_sure": fix.is_sure, "edits": [{**_place(e.span), "text": e.text} for e in fix.edits]}
            for fix in d.fixes
        ],
    }


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    place = {"line": line, "column": column, "end_line": end_line, "end_column": end_column}
    return {"file": span.source.name, **place}


# ---- text


_Mark: TypeAlias = tuple[Span, str, bool]  # a place, what is said there, and whether it is the main one


@dataclass(frozen=True, slots=True)
class _Page:
    """How lines are drawn: with a margin of so many digits, and in colours or not."""

    gutter: int
    has_colours: bool

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.has_colours and text else text

    def behind(self, sign: str) -> str:
        """The beginning of a line that has no number."""
        return " " * self.gutter + self.paint(sign, "blue")


def _one(d: Diagnostic, colour: bool) -> str:
    marks: list[_Mark] = []
    if d.span.source.name:
        marks = [(d.span, d.label, True), *((o.span, o.text, False) for o in d.others)]
    page = _Page(max((len(str(span.line)) for span, _, _ in marks), default=1), colour)
    paint = page.paint
    lines = [paint(f"{d.severity}[{d.code}]", d.severity) + paint(f": {visible(d.message)}", "bold")]
    if marks:
        lines += [page.behind("--> ") + visible(str(d.span)), page.behind(" |")]
    lines += _marked(marks, page, d.severity)
    lines += [page.behind(" = ") + paint("note: ", "bold") + visible(n) for n in d.notes]
    if d.help:
        lines.append(page.behind(" = ") + paint("help: ", "help") + visible(d.help))
    for number, line in enumerate(_fixed_lines(d.fixes[0], d.span.source) if d.fixes else ()):
        before = paint(" = ", "blue") + paint("write: ", "help") if number == 0 else " " * len(" = write: ")
        lines.append(" " * page.gutter + before + line)
    return "\n".join(lines) + "\n"


def _marked(marks: list[_Mark], page: _Page, severity: str) -> Iterator[str]:
    """The lines of the marked places, with the marks below them."""
    shown: tuple[str, int] | None = None
    for name, number in _order(marks):
        here = [m for m in marks if (m[0].source.name, m[0].line) == (name, number)]
        span = here[0][0]
        if shown is not None and shown[0] != name:
            yield page.behind("::: ") + visible(str(span))
        elif shown is not None and number == shown[1] + 2:
            between = _cut(_expanded(span.source.line(number - 1)), 0)[0]
            yield (f"{number - 1:>{page.gutter}}" + " | " + between).rstrip()
        elif shown is not None and number > shown[1] + 2:
            yield page.paint("...", "blue")
        shown = name, number
        text = span.source.line(number)
        columns = [_columns(m[0], text) for m in here]
        line, shift = _cut(_expanded(text), min(c[0] for c in columns))
        yield (page.paint(f"{number:>{page.gutter}} |", "blue") + " " + line).rstrip()
        in_order = sorted(zip(columns, here, strict=True), key=lambda x: (x[0][0], not x[1][2]))
        for (start, end), (_, label, is_main) in in_order:
            mark = ("^" if is_main else "-") * max(1, min(end, MAX_WIDTH + shift) - start)
            said = page.paint(f"{mark} {visible(label)}".rstrip(), severity if is_main else "blue")
            yield f"{page.behind(' |')} {' ' * (start - shift)}" + said


def _fixed_lines(fix: Fix, source: Source) -> list[str]:
    """The lines of a source that a fix changes, as they are behind it, the first one from its first word on; none of
    more than MAX_FIXED, nor where lines only go."""
    made = fix.applied(source)
    numbers: set[int] = set()
    shift = 0
    for edit in sorted(fix.edits, key=lambda e: e.span.start):
        if edit.span.source == source:
            start = edit.span.start + shift
            first, last = (made.position(at)[0] for at in (start, start + len(edit.text)))
            # the line above stays as it is
            is_below = edit.text.startswith("\n") and not edit.span.text.strip()
            starts_line = is_below and first < last
            ends_line = edit.text.endswith("\n") and first < last
            numbers.update(range(first + starts_line, last + 1 - ends_line))
            shift += len(edit.text) - (edit.span.end - edit.span.start)
    changed = [made.line(n) for n in sorted(numbers)]
    if not 0 < len(changed) <= MAX_FIXED or not all(line.strip() for line in changed):
        return []
    margin = len(changed[0]) - len(changed[0].lstrip())
    shown = (_expanded(line[min(margin, len(line) - len(line.lstrip())) :]).rstrip() for line in changed)
    return [_cut(line, 0)[0] for line in shown]


def _order(marks: list[_Mark]) -> list[tuple[str, int]]:
    """The places' lines: the primary's file first, each file's lines from above."""
    files = list(dict.fromkeys(span.source.name for span, _, _ in marks))
    return sorted({(s.source.name, s.line) for s, _, _ in marks}, key=lambda p: (files.index(p[0]), p[1]))


def _columns(span: Span, text: str) -> tuple[int, int]:
    """The screen columns that a span takes on its first line."""
    starts = _starts(text)
    start = min(len(text), span.source.position(span.start)[1] - 1)
    stop = min(len(text), start + span.end - span.start)
    return starts[start], starts[max(start, stop)]


def _width(character: str) -> int:
    if category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _expanded(text: str) -> str:
    """A line with its tabs as blanks; what cannot be printed becomes `�`."""
    return "".join(_pieces(text))


@lru_cache(maxsize=8)
def _pieces(text: str) -> tuple[str, ...]:
    """What is shown for each character of a line. Kept, as many diagnostics may be about one long line."""
    made: list[str] = []
    at = 0
    for character in text:
        piece = " " * (TAB - at % TAB) if character == "\t" else visible(character)
        made.append(piece)
        at += sum(_width(c) for c in piece)
    return tuple(made)


@lru_cache(maxsize=8)
def _starts(text: str) -> tuple[int, ...]:
    """The columns where the characters of a line begin, and where the line ends."""
    return (0, *accumulate(sum(_width(c) for c in piece) for piece in _pieces(text)))


def _cut(line: str, start: int) -> tuple[str, int]:
    """A long line's part around a column, and how far it is shifted to the left."""
    if len(line) <= MAX_WIDTH:
        return line, 0
    shift = max(0, start - MAX_WIDTH // 2)
    left = "…" + line[shift + 1 :] if shift else line
    return (left[: MAX_WIDTH - 1] + "…" if len(left) > MAX_WIDTH else left), shift
