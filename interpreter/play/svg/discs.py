"""Pieces as discs, as blocks that fill their squares, as wedges that point ahead, and as figures."""

from interpreter.play.scene import colours
from interpreter.play.scene.colours import edge, tint, writing
from interpreter.play.svg.elements import Element, element
from interpreter.play.svg.shapes import (
    SHINE,
    SIGNS,
    Point,
    box,
    disc,
    polygon,
    short,
    sign,
    strokes,
    text,
    towards,
)

_WOOD = "#f3d79c"
_GRAIN = "#7a5a2b"
_BLOCK = 1.3  # half of a square on the board, in radii of a disc
_WEDGE = (
    (0, 1.12),
    (38, 0.98),
    (136, 1.12),
    (224, 1.12),
    (322, 0.98),
)  # corners: degrees from ahead, share of the radius


def figure(at: Point, glyph: str, radius: float, colour: str) -> list[Element]:
    """A solid sign in a colour, with an outline."""
    return sign(at, glyph, 2.3 * radius, colour, edge(colour), max(1.5, 0.13 * radius))


def mark(at: Point, letters: str, radius: float, colour: str) -> Element:
    """Bare letters, as in noughts and crosses."""
    return text(at, letters, 2 * radius, tint(colour, "#000000", 0.1), bold=True)


def wedge(at: Point, letters: str, radius: float, colour: str, facing: int) -> list[Element]:
    """A wooden wedge that points `facing`, in degrees; its letters, in a colour, are upright for its owner."""
    outline = [towards(at, facing + turn, share * radius) for turn, share in _WEDGE]
    made: list[Element] = [polygon(outline, _WOOD, _GRAIN, max(1.0, 0.06 * radius))]
    if letters:
        size = radius * (1.1 if len(letters) == 1 else 0.9 if len(letters) == 2 else 1.6 / len(letters))
        low = towards(at, facing, -0.06 * radius)
        words = text(low, letters, size, colour, bold=True, font=_font(letters))
        turn = f"rotate({90 - facing} {short(low[0])} {short(low[1])})"
        made.append(element("g", [words], transform=turn))
    return made


def plain_disc(
    at: Point, letters: str, radius: float, colour: str, is_stone: bool, owner: int = 0
) -> list[Element]:
    """A disc with letters; without letters it has grooves, another pattern for each owner, or is smooth as a stone."""
    rim = edge(colour)
    made: list[Element] = [
        disc((at[0], at[1] + 0.08 * radius), radius, tint(rim, "#000000", 0.25)),
        disc(at, radius, colour, rim, max(1.0, 0.05 * radius)),
    ]
    if not letters:
        if not is_stone:
            groove = tint(colour, "#000000" if colours.is_light(colour) else "#ffffff", 0.2)
            made += _grooves(at, radius, groove, owner)
        made.append(disc(at, radius, f"url(#{SHINE})"))
        return made
    two = 0.98 if letters.isascii() else 0.8
    size = radius * (1.2 if len(letters) == 1 else two if len(letters) == 2 else 1.7 / len(letters))
    made.append(disc(at, 0.85 * radius, "none", tint(colour, writing(colour), 0.22), 0.04 * radius))
    made.append(text(at, letters, size, writing(colour), bold=True, font=_font(letters)))
    return made


def block(at: Point, radius: float, colour: str, owner: int) -> list[Element]:
    """A piece that fills its square, with the pattern of its owner."""
    half = _BLOCK * radius
    groove = tint(colour, "#000000" if colours.is_light(colour) else "#ffffff", 0.25)
    rim = edge(colour)
    body = box(
        at[0] - half, at[1] - half, 2 * half, 2 * half, colour, rim, line=0.06 * radius, corner=0.12 * half
    )
    return [body, *_grooves(at, 0.8 * radius, groove, owner)]


def _grooves(at: Point, radius: float, colour: str, owner: int) -> list[Element]:
    """What is cut into a disc: rings, or a square, a triangle or a cross, so that owners differ not by colour alone."""
    ring = disc(at, 0.72 * radius, "none", colour, 0.06 * radius)
    corners = (0, 4, 3, 2)[owner % 4]
    if not corners:
        return [ring, disc(at, 0.42 * radius, "none", colour, 0.06 * radius)]
    if corners == 2:
        ways = [[towards(at, a, 0.45 * radius), towards(at, a + 180, 0.45 * radius)] for a in (45, 135)]
        return [ring, strokes(ways, colour, 0.1 * radius)]
    points = [towards(at, 90 + 360 * i / corners, 0.5 * radius) for i in range(corners)]
    return [ring, polygon(points, "none", colour, 0.08 * radius)]


def _font(letters: str) -> str | None:
    return None if letters.isascii() else SIGNS
