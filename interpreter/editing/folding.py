"""The parts of a text that an editor can fold: clauses and blocks of several lines, and comments of several lines."""

from collections.abc import Iterator
from dataclasses import dataclass

from gdl.source import Source


@dataclass(frozen=True, slots=True)
class Folding:
    """The numbers of the first and the last line, from 1."""

    first: int
    last: int
    is_comment: bool = False


def foldings(source: Source) -> Iterator[Folding]:
    """By columns, so that a text with errors folds, too: what stands deeper belongs to the line above it. Lines of comments that
    follow each other fold by themselves."""
    open_blocks: list[
        tuple[int, int]
    ] = []  # column and number of the lines that what comes now may belong to
    last = commented = 0  # the last line that is not empty; the first of the comments above
    for number, line in enumerate([*source.text.split("\n"), "end of text"], 1):
        text = line.strip()
        if text.startswith("--"):
            commented = commented or number
            continue
        if commented and number - 1 > commented:
            yield Folding(commented, number - 1, is_comment=True)
        commented = 0
        if not text:
            continue
        column = len(line) - len(line.lstrip())
        while open_blocks and open_blocks[-1][0] >= column:
            first = open_blocks.pop()[1]
            if last > first:
                yield Folding(first, last)
        open_blocks.append((column, number))
        last = number
