"""A mistake in a text and its surroundings, and what a change of the text is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.diagnostics import Diagnostic
from gdl.source import Source, Span

QUOTED = re.compile(r"`([^`]+)`")  # what a help quotes
_SHOWN = 30  # letters of a text in a title
_LINES_MOST = 12


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


@dataclass(frozen=True, slots=True)
class Mistake:
    """A diagnostic and the text that it is about."""

    found: Diagnostic
    source: Source

    @property
    def span(self) -> Span:
        return self.found.span

    @property
    def help(self) -> str:
        return self.found.help

    @property
    def number(self) -> int:
        """The line of the mistake, from 1."""
        return self.source.position(self.span.start)[0]

    def line(self, number: int) -> Span:
        """What a line says, without the blanks around it and without its comment."""
        text = self.source.line(number)
        said = re.sub(r"\s*(--(?=[^\"]*$).*)?$", "", text)
        start = self.source.offset(number, 1)
        return Span(self.source, start + len(said) - len(said.lstrip()), start + len(said))

    def whole_line(self) -> Span:
        """The line of the mistake with its blanks, its comment and its end."""
        start = self.source.offset(self.number, 1)
        return Span(self.source, start, self.source.offset(self.number + 1, 1))

    def whole_clause(self) -> Span:
        """The line of the mistake with the lines behind it that stand deeper."""
        line = self.whole_line()
        end, width = line.end, len(line.text) - len(line.text.lstrip())
        for behind in self.source.text[end:].splitlines(keepends=True):
            if behind.strip() and len(behind) - len(behind.lstrip()) <= width:
                break
            end += len(behind) if behind.strip() else 0
        return Span(self.source, line.start, end)

    def at(self, offset: int, length: int = 0) -> Span:
        """So many characters of the text."""
        return Span(self.source, offset, offset + length)


Offers = Iterator[tuple[Fix, ...]]  # of alternatives the first that helps is meant


def short(text: str) -> str:
    """A text as a title shows it."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def replaced(place: Span, text: str) -> Fix:
    """A text in place of another, kept apart from the words on both sides."""
    around = place.source.text
    if text[:1].isalnum() and around[place.start - 1 : place.start].isalnum():
        text = f" {text}"
    if text[-1:].isalnum() and around[place.end : place.end + 1].isalnum():
        text = f"{text} "
    return Fix(f"Replace `{short(place.text)}` by `{short(text)}`", (place,), text)


def narrowed(place: Span, text: str) -> Fix:
    """A text in place of another, without the words that both begin and end with, so that a title shows what differs."""
    old, new = (re.findall(r"\w+|\s+|.", t) for t in (place.text, text))
    first = next(
        (k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - first
    last = next((k for k in range(most) if old[-1 - k] != new[-1 - k]), most)
    start, end = (sum(map(len, words)) for words in (old[:first], old[len(old) - last :]))
    before = "".join(old[first : len(old) - last])
    after = "".join(new[first : len(new) - last])
    where = Span(place.source, place.start + start, place.end - end)
    title = (
        f"Replace `{short(before)}` by `{short(after)}`" if after.strip() else f"Take `{short(before)}` out"
    )
    return Fix(title, (where,), after)


def lines_behind(m: Mistake) -> tuple[Span, ...]:
    """Where a line begins, and each one behind it, up to an empty one."""
    starts, number = [], m.number
    while number <= m.source.text.count("\n") + 1 and m.source.line(number).strip():
        starts.append(m.at(m.source.offset(number, 1)))
        number += 1
    return tuple(starts[:_LINES_MOST])


def near(m: Mistake, text: str) -> Iterator[Span]:
    """The places of a text on the line of a mistake, those within and behind its beginning first."""
    start = m.source.offset(m.number, 1)
    found = [start + f.start() for f in re.finditer(re.escape(text), m.source.line(m.number))]
    if text[:1].isalnum():
        found = [at for at in found if _is_word(m.source.text, at, len(text))]
    return (
        m.at(at, len(text))
        for at in sorted(found, key=lambda at: (at < m.span.start, abs(at - m.span.start)))
    )


def _is_word(text: str, at: int, length: int) -> bool:
    return not (text[at - 1 : at].isalnum() or text[at + length : at + length + 1].isalnum())


def with_blank(m: Mistake, place: Span) -> Span:
    """A place together with the blank, and the comma, that would be one too many without it."""
    text = m.source.text
    behind = re.compile(r",?[ ]*").match(text, place.end)
    assert behind is not None
    before = len(text[: place.start]) - len(text[: place.start].rstrip(" "))
    if behind[0]:
        return Span(m.source, place.start, behind.end())
    return Span(m.source, place.start - before, place.end)


def with_next(m: Mistake, place: Span) -> Iterator[Span]:
    """A word together with what it is about: the next word, or what stands in the next parentheses or braces."""
    behind = re.compile(r"\s+(?:\w+\([^()]*\)|\w+|\([^()]*\)|{[^{}]*})").match(m.source.text, place.end)
    if behind is not None:
        yield Span(m.source, place.start, behind.end())


def blank_before(m: Mistake) -> Span:
    """The blanks before a mistake."""
    start = m.span.start
    while m.source.text[start - 1 : start] == " ":
        start -= 1
    return Span(m.source, start, m.span.start)


def clause_start(m: Mistake) -> int:
    """Where the clause of a mistake begins: its line has no blank before it."""
    line = m.number
    while line > 1 and not m.source.line(line)[:1].strip():
        line -= 1
    return m.source.offset(line, 1)
