"""The few shapes that pictures are made of: discs, polygons, lines and texts, with numbers kept short.

An element is written as text as soon as it is made, from the elements in it: so a picture is drawn in about the time that it
takes to join its texts, and nothing needs to be loaded for it. Everything is styled by attributes, and what has an id begins with
`gdl-`, so that several pictures can be put into one page. All text that comes from a game is escaped here.

Signs are drawn as outlines where many systems have no font for them: those of board games and tiles of East Asia, and icons.
`outlines.json` has a path for each, in a square of 100 units with its middle at 0, 0. They are taken from fonts of the Noto family
(SIL Open Font License 1.1) by `docs/pictures/outlines.py`. A picture holds the path of each sign once, and uses it by its id.

`sets.json` has sets of pieces beside the usual signs, drawn for this program: for each set paths by what a piece is called or by its
usual sign. Such a path has a sign, too: a character for private use.
"""

import html
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any, Literal, NewType

from interpreter.play.scene import colours

Element = NewType("Element", str)
"""An element with all that is in it. Text and attributes that come from a game are escaped before."""


def element(tag: str, inner: Iterable[str] = (), **attributes: str | float | None) -> Element:
    """An element around others, or around a text. Attributes: `stroke_width` is `stroke-width`, `class_` is `class`; None: none."""
    # a list is joined in two thirds of the time of a generator, and a picture has hundreds of elements
    written = "".join([f' {_attribute(n)}="{value}"' for n, value in attributes.items() if value is not None])
    text = "".join(inner)
    return Element(f"<{tag}{written}>{text}</{tag}>" if text else f"<{tag}{written}/>")


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def drawing(inner: Iterable[str], wide: int, high: int, **attributes: str | float | None) -> str:
    """An SVG document, or a part of a page, whose corners are at 0, 0 and at its width and height."""
    name = "http://www.w3.org/2000/svg"
    return element("svg", inner, xmlns=name, viewBox=f"0 0 {wide} {high}", **attributes)


_UNITS = 100  # the height of a sign's path
_PRIVATE = 0xE000  # the first of the characters that Unicode leaves to everybody


@cache
def data(name: str) -> dict[str, Any]:
    """What a file beside this module holds of drawings."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath(f"{name}.json").read_text("utf-8"))
    return found


@cache
def _sets() -> dict[str, list[tuple[str, str, str]]]:
    """Of each set what pieces are called, with the path and its sign."""
    signs = map(chr, count(_PRIVATE))
    return {
        name: [(nouns, path, next(signs)) for nouns, path in drawn.items()]
        for name, drawn in data("sets").items()
    }


@cache
def piece_sets() -> dict[str, dict[str, str]]:
    """The sets of pieces beside the usual signs: the sign of each noun and of each usual sign that a set draws."""
    return {
        name: {noun: sign for nouns, _, sign in rows for noun in nouns.split()}
        for name, rows in _sets().items()
    }


@cache
def _outlines() -> dict[str, str]:
    return data("outlines") | {sign: path for rows in _sets().values() for _, path, sign in rows}


def is_outlined(words: str) -> bool:
    """Whether all of a text can be drawn as outlines."""
    return not words.isascii() and all(c in _outlines() for c in words)


Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]  # which part of a text is at its point

SANS = "system-ui, Segoe UI, Helvetica Neue, Arial, DejaVu Sans, sans-serif"
SIGNS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, 'Noto Sans Symbols 2', Noto Sans Symbols, sans-serif"
HATCH, SHINE, BACK = "gdl-hatch", "gdl-shine", "gdl-back"
_AS_TEXT = "\ufe0e"  # asks for the plain form of a sign that some systems would draw as a coloured emoji


def short(number: float) -> float:
    """A coordinate with two decimals."""
    return round(number, 2)


def escape(text: str) -> str:
    """Text escaped for SVG, attributes included."""
    kept = text if text.isprintable() else "".join(c for c in text if c in "\t\n" or ord(c) >= 32)
    return html.escape(kept, quote=False).replace('"', "&quot;")


def text(
    at: Point,
    words: str,
    size: float,
    colour: str = colours.INK,
    *,
    anchor: Anchor = "middle",
    bold: bool = False,
    outline: str = "",
    width: float = 0,
    font: str | None = None,
) -> Element:
    """Words centred on the height of a point. `outline` is a colour drawn around the letters."""
    if is_outlined(words) and anchor == "middle":
        return _drawn(at, words, size, colour, outline, width)
    return element(
        "text",
        [escape(words)],
        x=short(at[0]),
        y=short(at[1] + 0.36 * size),
        font_size=short(size),
        font_family=font,
        font_weight="bold" if bold else None,
        fill=colour,
        text_anchor=anchor,
        stroke=outline or None,
        stroke_width=short(width) if outline else None,
        stroke_linejoin="round" if outline else None,
        paint_order="stroke" if outline else None,
    )


def _drawn(at: Point, signs: str, size: float, colour: str, rim: str, width: float) -> Element:
    """Signs that many fonts lack, as shapes beside each other."""
    by = size / _UNITS
    made: list[Element] = []
    for i, one in enumerate(signs):
        x = at[0] + (i - (len(signs) - 1) / 2) * size
        place = f"translate({short(x)} {short(at[1])}) scale({round(by, 3)})"
        line = f' stroke="{rim}" stroke-width="{short(width / by)}" stroke-linejoin="round"' if rim else ""
        made.append(Element(f'<use href="#{_SIGN}{ord(one):x}" fill="{colour}"{line} transform="{place}"/>'))
    return element("g", made, data_sign=signs)


_SIGN, _WHOLE = "gdl-sign-", "gdl-whole-"
_USED = re.compile(f'href="#({_SIGN}|{_WHOLE})([0-9a-f]+)"')


def sign(at: Point, glyph: str, size: float, colour: str, outline: str, width: float) -> list[Element]:
    """A sign such as a piece of a set, filled and outlined: outline first, so that it never eats the fill."""
    is_plain = len(glyph) == 1 and not glyph.isascii() and not is_outlined(glyph)
    words = glyph + (_AS_TEXT if is_plain else "")
    back = text(at, words, size, outline, outline=outline, width=width, font=SIGNS)
    return [back, text(at, words, size, colour, font=SIGNS)]


def filled(
    at: Point, glyph: str, size: float, colour: str, outline: str, width: float, ground: str
) -> list[Element]:
    """An outlined sign as a figure, with an outline, and with another colour where there are holes in it."""
    by = size / _UNITS
    place = f"translate({short(at[0])} {short(at[1])}) scale({round(by, 3)})"
    whole = f'<use href="#{_WHOLE}{ord(glyph):x}" transform="{place}"'
    rim = f'stroke="{outline}" stroke-width="{short(width / by)}" stroke-linejoin="round"'
    return [
        Element(f'{whole} fill="{outline}" {rim}/>'),
        Element(f'{whole} fill="{ground}"/>'),
        text(at, glyph, size, colour),
    ]


def disc(
    at: Point, radius: float, fill: str, stroke: str = "", width: float = 0,
    *, style: str | None = None,
) -> Element:  # fmt: skip
    """A disc; `style` names how the page shows it."""
    return element(
        "circle",
        cx=short(at[0]),
        cy=short(at[1]),
        r=short(radius),
        fill=fill,
        stroke=stroke or None,
        stroke_width=short(width) if stroke else None,
        class_=style,
    )


def polygon(
    points: Iterable[Point], fill: str, stroke: str = "", width: float = 0, *,
    opacity: float | None = None, style: str | None = None,
) -> Element:  # fmt: skip
    """A polygon; `opacity` is that of what is inside its rim."""
    return element(
        "polygon",
        points=" ".join(f"{short(x)},{short(y)}" for x, y in points),
        fill=fill,
        fill_opacity=opacity,
        stroke=stroke or None,
        stroke_width=short(width) if stroke else None,
        stroke_linejoin="round" if stroke else None,
        class_=style,
    )


def box(
    left: float, top: float, width: float, height: float, fill: str, stroke: str = "", *,
    line: float = 0, corner: float = 0, dashes: float = 0,
) -> Element:  # fmt: skip
    return element(
        "rect",
        x=short(left),
        y=short(top),
        width=short(width),
        height=short(height),
        rx=short(corner) if corner else None,
        fill=fill,
        stroke=stroke or None,
        stroke_width=short(line) if stroke else None,
        stroke_dasharray=f"{dashes} {dashes}" if dashes else None,
    )


def line(
    a: Point, b: Point, stroke: str, width: float, *, opacity: float | None = None, style: str | None = None
) -> Element:
    return element(
        "line", x1=short(a[0]), y1=short(a[1]), x2=short(b[0]), y2=short(b[1]),
        stroke=stroke, stroke_width=short(width), stroke_linecap="round", stroke_opacity=opacity, class_=style,
    )  # fmt: skip


def strokes(ways: Sequence[Sequence[Point]], colour: str, width: float) -> Element:
    """Open lines through points, as one shape."""
    parts = [f"{'L' if i else 'M'} {short(x)} {short(y)}" for way in ways for i, (x, y) in enumerate(way)]
    return element(
        "path", d=" ".join(parts), fill="none", stroke=colour, stroke_width=short(width),
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def curve(
    start: Point, turn: Point, end: Point, colour: str, width: float, cap: str | None = None
) -> Element:
    """A line that is bent towards a point."""
    (x, y), (bent_x, bent_y), (to_x, to_y) = (tuple(map(short, at)) for at in (start, turn, end))
    return element(
        "path", d=f"M {x} {y} Q {bent_x} {bent_y} {to_x} {to_y}", fill="none",
        stroke=colour, stroke_width=short(width), stroke_linecap=cap,
    )  # fmt: skip


def heading(words: str) -> Element:
    """What a browser shows when one points at the element in which this stands."""
    return element("title", [escape(words)])


def group(elements: Sequence[Element], title: str = "", **data: str) -> Element:
    """Shapes that belong together. Browsers show the title when one points at them."""
    named = {f"data_{name}": escape(value) for name, value in data.items()}
    return element("g", [*([heading(title)] if title else []), *elements], **named)


def moved(elements: list[Element], x: float, y: float) -> Element:
    return element("g", elements, transform=f"translate({short(x)} {short(y)})")


def towards(at: Point, angle: float, distance: float) -> Point:
    """The point at a distance in a direction: degrees counterclockwise from east, y downward."""
    turn = math.radians(angle)
    return at[0] + distance * math.cos(turn), at[1] - distance * math.sin(turn)


def width_of(words: str, size: float, bold: bool = False) -> float:
    """An estimate of the width of a text: fonts differ, so it is a little too wide rather than too narrow."""
    wide = sum(
        0.36 if c in "iljtf.,:;'|! ()" else 0.95 if c in "mwMW@" else 0.72 if c.isupper() else 0.61
        for c in words
    )
    return wide * size * (1.12 if bold else 1.0)


def wrapped(parts: Sequence[str], between: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Parts of a text in rows that fit a width."""
    rows: list[str] = []
    for part in parts:
        longer = f"{rows[-1]}{between}{part}" if rows else part
        if rows and width_of(longer, size, bold) <= width:
            rows[-1] = longer
        else:
            rows.append(part)
    return rows


def definitions(placed: Iterable[Element]) -> Element:
    """What these shapes refer to: the hatching of hidden things, the backs of cards, the light on discs, and their signs."""
    used = sorted({(int(code, 16), name) for drawn in placed for name, code in _USED.findall(drawn)})
    return element("defs", [*_patterns(), *(_defined(name, code) for code, name in used)])


def _defined(name: str, code: int) -> Element:
    """The outline of a sign, or each of its parts by itself, so that no part is a hole in another one."""
    path = _outlines()[chr(code)]
    if name == _SIGN:
        return element("path", d=path, id=f"{name}{code:x}")
    parts = [element("path", d=f"M{part}") for part in path.split("M") if part]
    return element("g", parts, id=f"{name}{code:x}")


@cache
def _patterns() -> tuple[Element, ...]:
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    bar = element("line", x1=0, y1=0, x2=0, y2=7, stroke="#a39989", stroke_width=5)
    hatch = element("pattern", [box(0, 0, 7, 7, "#cfc7ba"), bar], id=HATCH, width=7, height=7, **turned)
    woven = [box(0, 0, 8, 8, "#5f7a99"), box(1.5, 1.5, 5, 5, "#8ea6bf")]
    back = element("pattern", woven, id=BACK, width=8, height=8, **turned)
    lights = [
        element("stop", offset=0, stop_color="#ffffff", stop_opacity=0.5),
        element("stop", offset=0.6, stop_color="#ffffff", stop_opacity=0.06),
        element("stop", offset=1, stop_color="#000000", stop_opacity=0.12),
    ]
    shine = element("radialGradient", lights, id=SHINE, cx=0.36, cy=0.3, r=0.75)
    return hatch, back, shine


@dataclass
class Block:
    """A part of a picture with its size; its own corner is at 0, 0. `indent` moves it to the right on the page."""

    width: float = 0
    height: float = 0
    elements: list[Element] = field(default_factory=list)
    indent: float = 0

    def add(self, *elements: Element) -> None:
        self.elements += elements

    def centred(self, width: float) -> "Block":
        """The same block, in the middle of a wider page."""
        return replace(self, indent=(width - self.width) / 2)

    def grown(self, by: float) -> "Block":
        """The same block, so many times as large."""
        if by == 1 or not self.elements:
            return self
        whole = element("g", self.elements, transform=f"scale({short(by)})")
        return Block(by * self.width, by * self.height, [whole], by * self.indent)
