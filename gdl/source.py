"""Text and places in it: a `Source` is one file's text, a `Span` a piece of it.

Every node of the tree, every diagnostic and every clause of a checked game carries a span, so that whatever
goes wrong, at whatever stage, can be shown at its place.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """One file's name (as the user wrote it) and text."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, max(0, min(offset, len(self.text))))
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 1; the nearest one of a place that the text does not have."""
        start = self._starts[min(max(line, 1), len(self._starts)) - 1]
        end = self.text.find("\n", start)
        return min(start + max(column, 1) - 1, len(self.text) if end < 0 else end)

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text) + 1
        return self.text[start : end - 1].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (excluded) of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def in_one_line(self) -> str:
        """The text as a message quotes it: without line ends, and with one blank between two words."""
        return " ".join(self.text.split())

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    def contains(self, other: "Span") -> bool:
        """Whether another span begins inside this one."""
        return self.source == other.source and self.start <= other.start < self.end

    def to(self, other: "Span") -> "Span":
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


NOWHERE = Span(Source("", ""), 0, 0)
