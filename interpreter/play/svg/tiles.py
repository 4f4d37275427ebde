"""Tiles in a picture: the marks of a piece at its edges, or the ways that join its sides."""

from collections.abc import Callable, Mapping

from interpreter.play.scene import colours
from interpreter.play.scene.colours import COLOURS, edge, writing
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.tiles import Mark, all_coloured, edges, has_strands, joins, strands
from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import SIGNS, Point, box, curve, disc, polygon, text, towards

_TILE = "#fffaee"
_WIDE = 1.12 * 3**0.5  # the width of a column of tiles, in half sides of a tile


def tile(
    looks: Looks,
    piece: Piece,
    at: Point,
    radius: float,
    colour: str,
    letters: str,
    centre: Callable[[float], list[Element]],
) -> list[Element]:
    """A tile with the marks of its edges where they are. `centre` draws what is in its middle, for a radius."""
    board = looks.game.board
    half = 1.15 * radius
    frame = colour if colours.lightness(colour) < 0.8 else edge(colour)
    outline = () if board.tiling.is_rectangular else board.tiling.outline(board.sites[0])
    if outline:
        corners = [(at[0] + _WIDE * half * dx, at[1] - _WIDE * half * dy) for dx, dy in outline]
        body: Element = polygon(corners, _TILE, frame, 0.08 * half)
    else:
        left, top = at[0] - half, at[1] - half
        body = box(left, top, 2 * half, 2 * half, _TILE, frame, line=0.08 * half, corner=0.16 * half)
    ways = [_way(looks, at, half, a, b) for a, b in joins(looks.game, piece)]
    if ways:
        return [body, *ways]
    marked = edges(looks.game, looks, piece)
    tracks = strands(marked) if has_strands(looks.game) else []
    if tracks:
        return [
            body,
            *(shape for a, b, colour in tracks for shape in _track(looks, at, half, (a, b), colour)),
        ]
    if board.tiling.is_rectangular and all_coloured(marked):
        return [body, *_fields(looks, at, half, marked), *centre(0.24 * half)]
    # where the kind is known by its edges alone, their marks are larger
    reach, low, high = (0.72, 0.4, 0.42) if letters else (0.68, 0.27, 0.56)
    reach = 0.68 if outline else reach
    made = [body, *centre(low * half)]
    for direction, marks in marked.items():
        angle = board.directions[direction].angle
        far = reach * half * (1.25 if board.tiling.is_rectangular and angle % 90 else 1.0)
        size = high * half / max(1, len(marks) * 0.75)
        made += edge_marks(marks, towards(at, angle, far), size, is_upright=angle % 180 == 0)
    return made


def _track(looks: Looks, at: Point, half: float, sides: tuple[int, int], colour: str) -> list[Element]:
    """A way in a colour, with a rim that tells it from the tile."""
    rgb = COLOURS[colour.lower()].rgb
    return [
        _way(looks, at, half, *sides, edge(rgb), 0.34),
        _way(looks, at, half, *sides, rgb, 0.24),
    ]


def _fields(looks: Looks, at: Point, half: float, marked: Mapping[int, list[Mark]]) -> list[Element]:
    """A wedge from the middle of a square tile to each side, in the colour of its mark."""
    made: list[Element] = []
    reach = 0.92 * half
    for direction, marks in marked.items():
        angle = looks.game.board.directions[direction].angle
        rgb = COLOURS[marks[0].colour.lower()].rgb
        corners = [towards(at, angle + side, reach * 2**0.5) for side in (-45, 45)]
        made.append(polygon([at, *corners], rgb, edge(rgb), 0.02 * half))
    return made


def _way(
    looks: Looks, at: Point, half: float, a: int, b: int, colour: str = colours.INK, wide: float = 0.2
) -> Element:
    """A broad line from the middle of one side of a tile to that of another."""
    start, end = (towards(at, looks.game.board.directions[d].angle, half) for d in (a, b))
    return curve(start, at, end, colour, wide * half)


def edge_marks(marks: list[Mark], at: Point, size: float, *, is_upright: bool = False) -> list[Element]:
    """The marks of one edge beside each other, or below each other on an upright edge."""
    made: list[Element] = []
    for i, mark in enumerate(marks):
        away = (i - (len(marks) - 1) / 2) * 1.12 * size
        place = (at[0], at[1] + away) if is_upright else (at[0] + away, at[1])
        named = COLOURS.get(mark.colour.lower())
        if named is not None:
            made.append(disc(place, 0.54 * size, named.rgb, edge(named.rgb), 0.8))
        ink = writing(named.rgb) if named is not None else colours.INK
        high = size * (0.8 if named is not None else 0.95) * min(1.0, 1.6 / len(mark.text))
        font = None if mark.text.isascii() else SIGNS
        made.append(text(place, mark.text, high, ink, bold=True, font=font))
    return made
