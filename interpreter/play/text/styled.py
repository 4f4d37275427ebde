"""Styled text: parts with rich styles, their width on a terminal, wrapping, and ANSI colours."""

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.errors import StyleSyntaxError
from rich.style import Style

Parts = list[tuple[str, str]]  # texts with their styles, side by side
Token = tuple[str, Parts]  # the gap before it on a line, and parts that stay together


def painted(text: str, style: str, colour: bool) -> str:
    """A text with ANSI codes, if there is colour."""
    if not colour or not style or not text:
        return text
    return _style(style).render(text, color_system=ColorSystem.EIGHT_BIT)


@cache
def _style(name: str) -> Style:
    try:
        return Style.parse(name)
    except StyleSyntaxError:
        return Style()


def as_line(parts: Parts, colour: bool) -> str:
    """Parts as one line of text."""
    return "".join(painted(text, style, colour) for text, style in parts).rstrip(" ")


def width_of(parts: Sequence[tuple[str, str]]) -> int:
    """How many columns parts take."""
    return sum(cell_len(text) for text, _ in parts)


def on_ground(parts: Parts, ground: str) -> Parts:
    """The same texts on a coloured ground."""
    return [(text, f"{style} {ground}".strip()) for text, style in parts]


def joined(tokens: Sequence[Token]) -> Parts:
    """Tokens on one line."""
    return [part for gap, parts in tokens for part in [(gap, ""), *parts]]


def wrapped(label: Parts, tokens: Sequence[Token], width: int) -> list[Parts]:
    """Tokens behind a label, in lines of at most this width; the others are indented."""
    indent = min(width_of(label), 18)
    made: list[Parts] = [list(label)]
    at = width_of(label)
    for i, (gap, parts) in enumerate(tokens):
        if i and at + cell_len(gap) + width_of(parts) > width:
            made.append([(" " * indent, "")])
            at, gap = indent, ""
        made[-1] += [(gap, ""), *parts]
        at += cell_len(gap) + width_of(parts)
    return made


def wrapped_text(text: str, width: int, style: str = "", indent: int = 0, between: str = " ") -> list[Parts]:
    """A text in lines of at most this width, broken at `between`; lines but the first are indented."""
    tokens: list[Token] = []
    words = text.split(between)
    for i, word in enumerate(words):
        last = between.rstrip() if i < len(words) - 1 else ""
        tokens.append(((between[len(between.rstrip()) :] if i else ""), [(word + last, style)]))
    made = wrapped([("", "")], tokens, width)
    for line in made[1:]:
        line[0] = (" " * indent, "")
    return made


def side_by_side(left: str, right: str, width: int) -> str:
    """Two texts without colours beside each other; one below the other where they are wider together."""
    rows, others = left.splitlines(), right.splitlines()
    widest = max(map(len, rows), default=0)
    if widest + 3 + max(map(len, others), default=0) > width:
        return f"{left}\n{right}"
    pairs = zip_longest(rows, others, fillvalue="")
    return "\n".join(f"{a:{widest}}   {b}".rstrip() for a, b in pairs)
