"""Styled text: parts with rich styles, their width on a terminal, wrapping, and ANSI colours."""

import re
from collections.abc import Iterable, Sequence
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
    return style_of(style).render(text, color_system=ColorSystem.EIGHT_BIT)


@cache
def style_of(name: str) -> Style:
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


def linked(parts: Parts, site: str) -> Parts:
    """The same texts, each known to stand on a site: its style ends in `link SITE`."""
    return [(text, f"{style} link {site}".strip()) for text, style in parts]


def placed(items: Iterable[tuple[int, Parts]]) -> Parts:
    """Texts on one line, each at its column or behind the one before it."""
    line: Parts = []
    at = 0
    for column, parts in sorted(items, key=lambda item: item[0]):
        line += [(" " * (column - at), ""), *parts]
        at = max(at, column) + width_of(parts)
    return line


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


def wrapped_parts(parts: Parts, width: int) -> list[Parts]:
    """Parts in lines of at most this width, broken where a text has several spaces, else at single ones."""
    if width_of(parts) <= width:
        return [parts]
    wide, made = _broken(parts, width, "  "), list[Parts]()
    for line in wide:
        made += [line] if width_of(line) <= width else _broken(line, width, " ")
    return made


def _broken(parts: Parts, width: int, gap: str) -> list[Parts]:
    """Parts in lines that are broken at gaps, as far as there are any."""
    lines: list[Parts] = [[]]
    at = 0
    for piece in _between(parts, gap):
        wide = width_of(piece)
        if at and at + wide > width:
            lines.append([])
            at = 0
            piece = [(piece[0][0].lstrip(" "), piece[0][1]), *piece[1:]]
            wide = width_of(piece)
        lines[-1] += piece
        at += wide
    return lines


def _between(parts: Parts, gap: str) -> list[Parts]:
    """Parts in pieces, each but the first beginning with a gap."""
    pieces: list[Parts] = [[]]
    for text, style in parts:
        for i, word in enumerate(re.split(f"(?<! )(?={gap})", text)):
            if i or (word.startswith(gap) and pieces[-1]):
                pieces.append([])
            if word:
                pieces[-1].append((word, style))
    return [piece for piece in pieces if piece]


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
    widest = max(map(cell_len, rows), default=0)
    if widest + 3 + max(map(cell_len, others), default=0) > width:
        return f"{left}\n{right}"
    pairs = zip_longest(rows, others, fillvalue="")
    return "\n".join(f"{a}{' ' * (widest - cell_len(a))}   {b}".rstrip() for a, b in pairs)
