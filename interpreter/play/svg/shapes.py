"""The few shapes that pictures are made of: discs, polygons, lines and texts, with numbers kept short.

Everything is styled by attributes, and what has an id begins with `gdl-`, so that several pictures can be put
into one page. All text that comes from a game is escaped here.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import svg

from interpreter.play.scene import colours
from interpreter.play.svg.outlines import is_outlined, scale
from interpreter.play.svg.outlines import outline as outline_of

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]  # which part of a text is at its point

SANS = "system-ui, Segoe UI, Helvetica Neue, Arial, DejaVu Sans, sans-serif"
SIGNS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols 2, Noto Sans Symbols, sans-serif"
HATCH, SHINE, BACK = "gdl-hatch", "gdl-shine", "gdl-back"
_AS_TEXT = "\ufe0e"  # asks for the plain form of a sign that some systems would draw as a coloured emoji


@dataclass
class Written(svg.Element):
    """An element that has been written before; `text` is all of it."""

    def as_str(self) -> str:
        return self.text or ""


def short(number: float) -> float:
    """A coordinate with two decimals."""
    return round(number, 2)


def escape(text: str) -> str:
    """Text escaped for SVG, attributes included."""
    kept = "".join(c for c in text if c in "\t\n" or ord(c) >= 32)
    return svg.escape(kept).replace('"', "&quot;")


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
) -> svg.Element:
    """Words centred on the height of a point. `outline` is a colour drawn around the letters."""
    if is_outlined(words) and anchor == "middle":
        return _drawn(at, words, size, colour, outline, width)
    return svg.Text(
        x=short(at[0]),
        y=short(at[1] + 0.36 * size),
        text=escape(words),
        font_size=short(size),
        font_family=font,
        font_weight="bold" if bold else None,
        fill=colour,
        text_anchor=anchor,
        stroke=outline or None,
        stroke_width=short(width) if outline else None,
        stroke_linejoin="round" if outline else None,
        extra={"paint-order": "stroke"} if outline else None,
    )


def _drawn(at: Point, signs: str, size: float, colour: str, rim: str, width: float) -> svg.Element:
    """Signs that many fonts lack, as shapes beside each other."""
    by = scale(size)
    made: list[svg.Element] = []
    for i, one in enumerate(signs):
        x = at[0] + (i - (len(signs) - 1) / 2) * size
        place = f"translate({short(x)} {short(at[1])}) scale({round(by, 3)})"
        line = f' stroke="{rim}" stroke-width="{short(width / by)}" stroke-linejoin="round"' if rim else ""
        made.append(Written(text=f'<path d="{outline_of(one)}" fill="{colour}"{line} transform="{place}"/>'))
    return svg.G(elements=made, data={"sign": signs})


def sign(at: Point, glyph: str, size: float, colour: str, outline: str, width: float) -> list[svg.Element]:
    """A sign such as a piece of a set, filled and outlined: outline first, so that it never eats the fill."""
    words = glyph + (_AS_TEXT if len(glyph) == 1 and not glyph.isascii() else "")
    back = text(at, words, size, outline, outline=outline, width=width, font=SIGNS)
    return [back, text(at, words, size, colour, font=SIGNS)]


def disc(
    at: Point, radius: float, fill: str, stroke: str = "", width: float = 0, opacity: float | None = None
) -> svg.Circle:
    return svg.Circle(
        cx=short(at[0]),
        cy=short(at[1]),
        r=short(radius),
        fill=fill,
        stroke=stroke or None,
        stroke_width=short(width) if stroke else None,
        opacity=opacity,
    )


def polygon(points: Iterable[Point], fill: str, stroke: str = "", width: float = 0) -> svg.Polygon:
    return svg.Polygon(
        points=[svg.Point(short(x), short(y)) for x, y in points],
        fill=fill,
        stroke=stroke or None,
        stroke_width=short(width) if stroke else None,
        stroke_linejoin="round" if stroke else None,
    )


def box(
    left: float, top: float, width: float, height: float, fill: str, stroke: str = "", *,
    line: float = 0, corner: float = 0, dashes: float = 0,
) -> svg.Rect:  # fmt: skip
    return svg.Rect(
        x=short(left),
        y=short(top),
        width=short(width),
        height=short(height),
        rx=short(corner) if corner else None,
        fill=fill,
        stroke=stroke or None,
        stroke_width=short(line) if stroke else None,
        stroke_dasharray=[dashes, dashes] if dashes else None,
    )


def line(a: Point, b: Point, stroke: str, width: float) -> svg.Line:
    return svg.Line(
        x1=short(a[0]), y1=short(a[1]), x2=short(b[0]), y2=short(b[1]),
        stroke=stroke, stroke_width=short(width), stroke_linecap="round",
    )  # fmt: skip


def strokes(ways: Sequence[Sequence[Point]], colour: str, width: float) -> svg.Path:
    """Open lines through points, as one shape."""
    parts: list[svg.PathData] = []
    for way in ways:
        parts.append(svg.M(short(way[0][0]), short(way[0][1])))
        parts += [svg.L(short(x), short(y)) for x, y in way[1:]]
    return svg.Path(
        d=parts, fill="none", stroke=colour, stroke_width=short(width),
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def group(elements: Sequence[svg.Element], title: str = "", **data: str) -> svg.G:
    """Shapes that belong together. Browsers show the title when one points at them."""
    heading: list[svg.Element] = [svg.Title(text=escape(title))] if title else []
    return svg.G(elements=[*heading, *elements], data={k: escape(v) for k, v in data.items()} or None)


def moved(elements: list[svg.Element], x: float, y: float) -> svg.G:
    return svg.G(elements=elements, transform=[svg.Translate(short(x), short(y))])


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


def definitions() -> svg.Defs:
    """What shapes refer to: the hatching of hidden things, the backs of cards, and the light on discs."""
    hatch = svg.Pattern(
        id=HATCH, width=7, height=7, patternUnits="userSpaceOnUse", patternTransform=[svg.Rotate(45)],
        elements=[box(0, 0, 7, 7, "#cfc7ba"), svg.Line(x1=0, y1=0, x2=0, y2=7, stroke="#a39989", stroke_width=5)],
    )  # fmt: skip
    back = svg.Pattern(
        id=BACK, width=8, height=8, patternUnits="userSpaceOnUse", patternTransform=[svg.Rotate(45)],
        elements=[box(0, 0, 8, 8, "#5f7a99"), box(1.5, 1.5, 5, 5, "#8ea6bf")],
    )  # fmt: skip
    shine = svg.RadialGradient(
        id=SHINE, cx=0.36, cy=0.3, r=0.75,
        elements=[
            svg.Stop(offset=0, stop_color="#ffffff", stop_opacity=0.5),
            svg.Stop(offset=0.6, stop_color="#ffffff", stop_opacity=0.06),
            svg.Stop(offset=1, stop_color="#000000", stop_opacity=0.12),
        ],
    )  # fmt: skip
    return svg.Defs(elements=[hatch, back, shine])


@dataclass
class Block:
    """A part of a picture with its size; its own corner is at 0, 0. `indent` moves it to the right on the page."""

    width: float = 0
    height: float = 0
    elements: list[svg.Element] = field(default_factory=list)
    indent: float = 0

    def add(self, *elements: svg.Element) -> None:
        self.elements += elements

    def centred(self, width: float) -> "Block":
        """The same block, in the middle of a wider page."""
        return replace(self, indent=(width - self.width) / 2)
