"""Tiles in a picture: the marks of a piece at its edges, or the ways that join its sides; and small cards: where a kind leads, or
what it prints on several sites, with its name below.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from gdl.boards.board import Board
from interpreter.play.scene import colours
from interpreter.play.scene.colours import COLOURS, Ground, edge, tint, writing
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.tiles import (
    Mark,
    Offsets,
    all_coloured,
    edges,
    has_strands,
    has_ways,
    joins,
    meadow,
    strands,
)
from interpreter.play.svg.grounds import motif
from interpreter.play.svg.shapes import (
    SIGNS,
    Element,
    Point,
    box,
    curve,
    disc,
    line,
    polygon,
    text,
    towards,
    width_of,
)

WIDE, HIGH = 62.0, 76.0
_CELL = 10.0
_LEAST = 2  # cells from the middle to the rim
_MOST = 4
_BARE = "#efdcb4"
_HERE, _THERE, _EMPTY = "#4a4034", "#b07a2e", "#fffdf5"


def fits_card(offsets: Offsets) -> bool:
    """Whether there is a pattern that is small enough to be drawn."""
    return bool(offsets) and _reach(offsets) <= _MOST


def _reach(offsets: Offsets) -> int:
    return max(_LEAST, *(max(abs(x), abs(y)) for x, y in offsets))


def pattern_card(offsets: Offsets, name: str, at: Point, colour: str, is_turned: bool) -> list[Element]:
    """A card with the pattern; `colour` is that of its frame, `is_turned` of a board that is seen turned."""
    reach = _reach(offsets)
    cell = _CELL * (2 * _LEAST + 1) / (2 * reach + 1)
    made: list[Element] = [_frame(at, colour)]
    middle = (at[0], at[1] - 7)
    turn = -1 if is_turned else 1
    marked = {(turn * x, turn * y) for x, y in offsets}
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            fill = _HERE if (x, y) == (0, 0) else _THERE if (x, y) in marked else _EMPTY
            left, top = middle[0] + (x - 0.5) * cell, middle[1] - (y + 0.5) * cell
            made.append(box(left, top, cell, cell, fill, "#c9bda6", line=0.7))
    return [*made, _name(name, at)]


def face_card(printed: Sequence[Sequence[Ground | None]], name: str, at: Point, colour: str) -> list[Element]:
    """A card with the faces of a tile side by side, each as two columns of grounds; None is the bare board."""
    made: list[Element] = [_frame(at, colour)]
    cell = min(13.0, (WIDE - 6) / (2.4 * len(printed)))
    step = 2.4 * cell
    rows = -(-max(len(face) for face in printed) // 2)
    for i, face in enumerate(printed):
        left = at[0] + (i - (len(printed) - 1) / 2) * step - cell
        for j, ground in enumerate(face):
            x, y = left + (j % 2) * cell, at[1] - 7 + (j // 2 - rows / 2) * cell
            fill = ground.rgb if ground is not None else _BARE
            made.append(box(x, y, cell, cell, fill, "#8a7a62", line=0.8))
            if ground is not None:
                ink = colours.tint(ground.rgb, colours.INK, 0.4)
                made += motif(ground.motif, (x + cell / 2, y + cell / 2), 0.55 * cell, ink)
    return [*made, _name(name, at)]


def _frame(at: Point, colour: str) -> Element:
    return box(at[0] - WIDE / 2, at[1] - HIGH / 2, WIDE, HIGH, "#fffaee", colour, line=1.6, corner=6)


def _name(name: str, at: Point) -> Element:
    size = min(11.0, 0.9 * WIDE / max(1.0, width_of(name, 1.0)))
    return text((at[0], at[1] + HIGH / 2 - 9), name, size, colours.INK)


_TILE, _DARK = "#fffaee", "#45403a"
_LIGHT = 0.8  # how light a track is that is not seen on a light tile
TOUCHING = 1.28  # half of a tile whose ways lead on to the next one, in radii of a disc
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
    ways = joins(looks.game, piece)
    is_touching = ways or has_strands(looks.game) or has_ways(looks.game)
    half = (TOUCHING if is_touching else 1.15) * radius
    frame = colour if colours.lightness(colour) < 0.8 else edge(colour)
    marked = edges(looks.game, looks, piece)
    tracks = strands(marked) if has_strands(looks.game) else []
    # light tracks are seen on dark tiles alone
    is_dark = any(colours.lightness(COLOURS[colour.lower()].rgb) > _LIGHT for _, _, colour in tracks)
    ground = _DARK if is_dark else _TILE
    outline = () if board.tiling.is_rectangular else board.tiling.outline(board.sites[0])
    if outline:
        corners = [(at[0] + _WIDE * half * dx, at[1] - _WIDE * half * dy) for dx, dy in outline]
        body: Element = polygon(corners, ground, frame, 0.08 * half)
    else:
        left, top = at[0] - half, at[1] - half
        body = box(left, top, 2 * half, 2 * half, ground, frame, line=0.08 * half, corner=0.16 * half)
    if ways:
        return [body, *(_way(looks, at, half, a, b) for a, b in ways)]
    if tracks:
        lines = (_track(looks, at, half, (a, b), colour) for a, b, colour in tracks)
        return [body, *chain.from_iterable(lines)]
    if board.tiling.is_rectangular and all_coloured(marked):
        middle = centre(0.24 * half) if piece.owner else []  # there is nothing to say of nobody
        return [body, *_fields(looks, at, half, marked), *middle]
    # where the kind is known by its edges alone, their marks are larger
    reach, low, high = (0.72, 0.4, 0.42) if letters else (0.61, 0.25, 0.66)
    around = _marks(board, marked, at, (0.68 if outline else reach) * half, high * half)
    return [body, *centre(low * half), *around]


def _marks(
    board: Board, marked: Mapping[int, list[Mark]], at: Point, reach: float, high: float
) -> Iterator[Element]:
    """The marks of the edges of a tile, each towards its edge."""
    for direction, marks in marked.items():
        angle = board.directions[direction].angle
        far = reach * (1.25 if board.tiling.is_rectangular and angle % 90 else 1.0)
        size = high / max(1, len(marks) * 0.75)
        yield from edge_marks(marks, towards(at, angle, far), size, is_upright=angle % 180 == 0)


def _track(looks: Looks, at: Point, half: float, sides: tuple[int, int], colour: str) -> list[Element]:
    """A way in a colour, with a rim that tells it from the tile."""
    rgb = COLOURS[colour.lower()].rgb
    return [
        _way(looks, at, half, *sides, edge(rgb), 0.34),
        _way(looks, at, half, *sides, rgb, 0.24),
    ]


def _fields(looks: Looks, at: Point, half: float, marked: Mapping[int, list[Mark]]) -> list[Element]:
    """What lies at each side of a square tile, on the ground that most sides have: a wedge, which on tiles with ways
    reaches the middle only where it goes on round a corner; a way from side to side, or to a place in the
    middle, where not two meet."""
    angles = {looks.game.board.directions[d].angle: marks[0] for d, marks in marked.items()}
    reach, ground = (0.98 if has_ways(looks.game) else 0.92) * half, COLOURS.get(meadow(looks.game).lower())
    made = [box(at[0] - reach, at[1] - reach, 2 * reach, 2 * reach, ground.rgb)] if ground else []
    for angle, mark in angles.items():
        rgb = COLOURS[mark.colour.lower()].rgb
        if mark.is_way or (ground is not None and rgb == ground.rgb):
            continue
        goes_on = not has_ways(looks.game) or any(angles.get((angle + t) % 360) == mark for t in (90, 270))
        tip = at if goes_on else towards(at, angle, 0.4 * reach)
        corners = {turn: towards(at, angle + turn / 2, reach * 2**0.5) for turn in (-90, 90)}
        made.append(polygon([tip, *corners.values()], rgb, rgb if goes_on else edge(rgb), 0.03 * half))
        if has_ways(looks.game):  # a wall where it ends
            ends = [corner for turn, corner in corners.items() if angles.get((angle + turn) % 360) != mark]
            made += [line(tip, end, tint(rgb, colours.INK, 0.55), 0.09 * half) for end in ends]
    ways = {angle: COLOURS[mark.colour.lower()].rgb for angle, mark in angles.items() if mark.is_way}
    runs = [(towards(at, angle, half), at, rgb) for angle, rgb in ways.items()]
    is_through = len(runs) == 2 and runs[0][2] == runs[1][2]
    if is_through:
        runs = [(runs[0][0], runs[1][0], runs[0][2])]
    for wide, is_rim in ((0.34, True), (0.24, False)):
        made += [curve(a, at, b, edge(rgb) if is_rim else rgb, wide * half) for a, b, rgb in runs]
    return made if is_through or not runs else [*made, disc(at, 0.26 * half, runs[0][2], edge(runs[0][2]), 1)]


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
