"""Where the sites of a board are in a picture, in pixels: their middles, outlines and names along the edges.

y points downward. Cells have the outlines that their tiling gives them, and touch. The sites of a graph are where the board says,
at a scale that keeps the nearest two apart. Points of a race are the sites of two facing rows on which pieces are stacked, drawn
as long triangles: pieces lie beside each other from the rim inwards, as far as there is room; what lies between is a bar.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from gdl.boards.board import Board
from gdl.boards.tiling import Site
from interpreter.play.scene.boards import Link, facing_rows, links
from interpreter.play.scene.names import words
from interpreter.play.svg.shapes import Anchor, Element, Point, box, line, towards, width_of

LANES = ("#b9805a", "#e2c79b")  # a dark and a light one
BAR, RIM = "#d9bd8d", "#b48d58"


@dataclass(frozen=True, slots=True)
class Lane:
    """A point: the middle of its base at the rim, its tip, and half the width of its base. `column` counts along the row."""

    base: Point
    tip: Point
    half: float
    column: int

    @property
    def corners(self) -> list[Point]:
        (x, y), sign = self.base, 1 if self.tip[1] > self.base[1] else -1
        rim = y - sign * 1.15 * self.half
        return [(x - self.half, rim), (x + self.half, rim), self.tip]

    def place(self, number: int, count: int, radius: float) -> Point:
        """Where one of so many pieces lies, from the rim inwards; closer where they are many."""
        (x, y), (_, tip) = self.base, self.tip
        room = abs(tip - y) - radius
        step = min(2.02 * radius, room / max(1, count - 1))
        return x, y + (step if tip > y else -step) * number


def lanes(board: Board, centres: Sequence[Point], unit: float) -> dict[int, Lane]:
    """The points of a board by site; empty for any other board."""
    facing = facing_rows(board)
    if facing is None:
        return {}
    top, bottom = (centres[row[0]][1] for row in facing)
    found = {}
    for y, row in zip((top, bottom), facing, strict=True):
        tip = y + (0.42 if y == top else -0.42) * (bottom - top)
        for column, index in enumerate(row):
            base = centres[index]
            found[index] = Lane(base, (base[0], tip), 0.46 * unit, column + (y == top))
    return found


def _hex_way(a: Point, b: Point) -> int | None:
    """The angle at which a line of hexes leads from one point to another; None for any other way."""
    angle = math.degrees(math.atan2(a[1] - b[1], b[0] - a[0])) % 360
    way = round(angle / 60) * 60
    return way % 360 if abs(angle - way) < 1 else None


_BAR = 0.84  # the width of a bar, in columns


def bars(points: dict[int, Lane], others: Sequence[Point], unit: float) -> list[Element]:
    """The bars with their hinges: below what lies between the rows or beside them, and where the rows have a gap."""
    rims = [corner[1] for lane in points.values() for corner in lane.corners]
    top, bottom = min(rims), max(rims)
    row = sorted({lane.base[0] for lane in points.values()})
    gaps = [(a + b) / 2 for a, b in pairwise(row) if b - a > 1.5 * unit]
    wide = _BAR * unit
    made: list[Element] = []
    for x in sorted({round(x, 2) for x in [*gaps, *(x for x, _ in others)]}):
        made.append(box(x - wide / 2, top, wide, bottom - top, BAR, RIM, line=1))
        made += [line((x, y), (x, y + 0.8 * unit), RIM, 3) for y in (top + unit, bottom - 1.8 * unit)]
    return made


_SPAN, _STAGGERED_SPAN, _GRAPH_SPAN = 540, 640, 600  # how wide a board should be about
_LARGEST, _SMALLEST, _LARGEST_TILE, _SMALLEST_TILE = 72, 30, 96, 64
_LARGEST_CARD, _SMALLEST_CARD = 116, 92
_ROOM = 0.385  # the radius of a piece where there is no board, in columns
_NEAREST, _APART, _FARTHEST = 44, 74, 120  # of the nearest two sites of a graph: at least, rather, at most


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside the board."""

    text: str
    at: Point
    anchor: Anchor


class Geometry:
    """The places of a board's sites, by index. `unit` is the width of a column, `radius` that of a piece; `radii` has the
    radius of a piece on each site, which is less on a small cell.

    Sites are larger where pieces are tiles, and larger still where cards lie on them.
    """

    def __init__(
        self,
        board: Board,
        has_tiles: bool = False,
        has_cards: bool = False,
        larger: float = 1.0,
        is_turned: bool = False,
    ) -> None:
        """`larger`: a factor for the radius of pieces; `is_turned`: the board is seen from its other side."""
        self.board = board
        self.written: dict[tuple[int, str, str], Element] = {}  # targets of sites, by what they say
        # by their size: no picture of a graph looks for them again
        self._labels: dict[float, list[Label]] = {}
        self.is_turned = is_turned
        self.tiling = board.tiling
        self.links: list[Link] = [] if self.tiling.has_outlines else links(board)
        self.unit = self._unit(has_tiles, has_cards)
        unit = -self.unit if is_turned else self.unit
        self.centres = [(float(s.x) * unit, -float(s.y) * self.tiling.rise * unit) for s in board.sites]
        self.radii = [larger * self._radius(s) for s in board.cells]
        self.radius = max(self.radii, default=larger * _ROOM * self.unit)
        self.radii += [self.radius] * board.places
        self.lanes = lanes(board, self.centres, self.unit)

    def _unit(self, has_tiles: bool, has_cards: bool) -> float:
        if not self.board.sites:
            return _LARGEST
        xs, ys = [float(s.x) for s in self.board.cells], [float(s.y) for s in self.board.cells]
        extent = max(max(xs) - min(xs), max(ys) - min(ys))
        if not self.tiling.has_outlines:
            apart = self.nearest
            span = _GRAPH_SPAN / max(extent, apart)
            return max(min(_FARTHEST / apart, 0.55 * span), min(_APART / apart, span), _NEAREST / apart)
        least, most = (_SMALLEST_TILE, _LARGEST_TILE) if has_tiles else (_SMALLEST, _LARGEST)
        if has_cards:
            least, most = _SMALLEST_CARD, _LARGEST_CARD
        span = _STAGGERED_SPAN if self.tiling.is_staggered else _SPAN
        return max(least, min(most, round(span / (extent + 1))))

    @cached_property
    def nearest(self) -> float:
        """The distance of the nearest two sites, in columns."""
        places = sorted((float(s.x), float(s.y)) for s in self.board.sites)
        best = math.inf
        for i, a in enumerate(places):
            for b in places[i + 1 :]:
                if b[0] - a[0] >= best:
                    break
                if a != b:
                    best = min(best, math.dist(a, b))
        return 1.0 if math.isinf(best) else best

    def _radius(self, site: Site) -> float:
        if not self.tiling.has_outlines:
            return min(0.36 * self.nearest * self.unit, 24)
        return self.tiling.room(site) * self.unit

    def outline(self, site: int, share: float = 1.0) -> list[Point]:
        """The corners of a cell, or of a smaller one in its middle. A graph's sites have none."""
        (x, y), size = self.centres[site], share * (-self.unit if self.is_turned else self.unit)
        return [(x + size * dx, y - size * dy) for dx, dy in self.tiling.outline(self.board.sites[site])]

    def span(self, border: int, share: float = 1.0) -> tuple[Point, Point]:
        """The ends of a border, or of a shorter line in its middle."""
        return self._side(self.board.cell_beside(border), self.centres[border], share)

    @property
    def rim(self) -> float:
        """How far the frame of a board of squares reaches beyond its cells: farther where strokes lie on its edge."""
        return (0.22 if self.board.places else 0.14) * self.unit

    def between(self, a: int, b: int) -> tuple[Point, Point]:
        """The ends of the edge that two neighbours share."""
        (ax, ay), (bx, by) = self.centres[a], self.centres[b]
        if self.tiling.has_outlines:
            return self._side(a, (bx, by), 1.0)
        (x, y), (dx, dy) = ((ax + bx) / 2, (ay + by) / 2), ((bx - ax) / 2, (by - ay) / 2)
        return (x - dy, y + dx), (x + dy, y - dx)

    def side(self, cell: int, direction: int) -> tuple[Point, Point]:
        """The ends of the side of a cell that looks in a direction."""
        angle = self.board.directions[direction].angle + (180 if self.is_turned else 0)
        return self._side(cell, towards(self.centres[cell], angle, 100), 1.0)

    def _side(self, cell: int, beyond: Point, share: float) -> tuple[Point, Point]:
        """The ends of the side of a cell that looks to a point, or of a shorter line in its middle."""
        (x, y), (px, py) = self.centres[cell], beyond
        corners = sorted(self.outline(cell), key=lambda c: round(math.dist(c, beyond), 3))[:2]
        corners.sort(key=lambda c: (px - x) * (c[1] - y) - (py - y) * (c[0] - x), reverse=True)
        (ax, ay), (bx, by) = corners
        less = (1 - share) / 2
        dx, dy = less * (bx - ax), less * (by - ay)
        return (ax + dx, ay + dy), (bx - dx, by - dy)

    @cached_property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board itself."""
        if not self.tiling.has_outlines:
            points = [
                p
                for x, y in self.centres
                for p in ((x - self.radius, y - self.radius), (x + self.radius, y + self.radius))
            ]
        else:
            points = [p for s in self.board.cells for p in self.outline(s.index)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    # ---- names

    def extent(self, size: float) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board with its names."""
        left, top, right, bottom = self.frame
        for label in self.labels(size):
            wide = width_of(label.text, size)
            x, y = label.at
            start = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * wide
            left, right = min(left, start), max(right, start + wide)
            top, bottom = min(top, y - 0.6 * size), max(bottom, y + 0.6 * size)
        return left, top, right, bottom

    def labels(self, size: float) -> list[Label]:
        """The names of the sites, beside the board or in free angles of a graph."""
        if size not in self._labels:
            self._labels[size] = self._placed_labels(size)
        return self._labels[size]

    def _placed_labels(self, size: float) -> list[Label]:
        if self.tiling.is_staggered:
            return self._line_labels(size) or self._row_labels(size)
        if self.tiling.has_outlines or self._is_lattice:
            return self._square_labels(size)
        if self.lanes:
            return [self._lane_label(site, lane, size) for site, lane in self.lanes.items()]
        return self._node_labels(size)

    @cached_property
    def _is_lattice(self) -> bool:
        """Whether the letters of a graph's names are its columns and their numbers its rows, as on squares."""
        parts = [(re.fullmatch(r"([a-z]+)(\d+)", s.name), s.x, s.y) for s in self.board.cells]
        if len({s.x for s in self.board.cells}) < 2 or any(m is None for m, _, _ in parts):
            return False
        columns = {(m[1], x) for m, x, _ in parts if m}
        rows = {(m[2], y) for m, _, y in parts if m}
        return all(
            len({pair[i] for pair in pairs}) == len(pairs) for pairs in (columns, rows) for i in (0, 1)
        )

    def _square_labels(self, size: float) -> list[Label]:
        left, _, _, bottom = self.frame
        away = self.rim if self.tiling.has_outlines else 0.25 * self.radius
        columns: dict[str, float] = {}
        rows: dict[str, float] = {}
        for site in self.board.cells:
            file, rank = site.names
            if rank:
                columns[file], rows[rank] = self.centres[site.index]
        below = [Label(name, (x, bottom + away + 0.75 * size), "middle") for name, x in columns.items()]
        return below + [Label(name, (left - away - 0.35 * size, y), "end") for name, y in rows.items()]

    def _line_labels(self, size: float) -> list[Label]:
        """The parts of the names of hexes beside the lines that share them, at those ends where the two parts mix least."""
        low, high = ([self._line_ends(part, sign) for part in (0, 1)] for sign in (-1, 1))
        if not all(low):
            return []
        options = [(low[0], low[1]), (high[0], low[1]), (low[0], high[1])]
        files, ranks = min(options, key=lambda o: len({at for _, at, _ in o[0]} & {at for _, at, _ in o[1]}))
        return [self._line_label(name, at, angle, size) for name, at, angle in files + ranks]

    def _line_ends(self, part: int, sign: int) -> list[tuple[str, Point, int]]:
        """A part of the names of hexes with the first hex of each line that shares it, and the angle at which the line
        leads there: of a row on the left, of any other one below or, by the sign, above. The last one, too, of a line
        that bends. None where hexes do not follow each other."""
        lines: dict[str, list[Point]] = {}
        at = self.centres
        for site in sorted(self.board.cells, key=lambda s: (sign * at[s.index][1], at[s.index][0])):
            lines.setdefault(site.names[part], []).append(at[site.index])
        ways = {name: [_hex_way(b, a) for a, b in pairwise(hexes)] for name, hexes in lines.items()}
        known = {name: [angle for angle in way if angle is not None] for name, way in ways.items()}
        if known != ways:
            return []
        usual = Counter(way[0] for way in known.values() if way).most_common(1)
        found = []
        for name, hexes in lines.items():
            way = known[name] or [usual[0][0] if usual else 180]
            found.append((name, hexes[0], way[0]))
            if len({*way}) > 1:
                found.append((name, hexes[-1], (way[-1] + 180) % 360))
        return found

    def _line_label(self, name: str, at: Point, angle: int, size: float) -> Label:
        """A name beyond the last hex of a line that leads there at an angle."""
        if angle == 180:
            return Label(name, (at[0] - 0.5 * self.unit - 0.6 * size, at[1]), "end")
        return Label(name, towards(at, angle, self.unit / math.sqrt(3) + 0.75 * size), "middle")

    def _row_labels(self, size: float) -> list[Label]:
        """The full names of the first and the last hex of each row."""
        rows: dict[int, list[int]] = {}
        for site in sorted(self.board.cells, key=lambda s: self.centres[s.index][0]):
            rows.setdefault(int(site.y), []).append(site.index)
        found = []
        for row in rows.values():
            away = 0.5 * self.unit + 0.6 * size
            ends: list[tuple[int, float, Anchor]] = [(row[0], -away, "end"), (row[-1], away, "start")]
            for index, step, anchor in ends[: len(row)]:
                x, y = self.centres[index]
                found.append(Label(self.board.sites[index].name, (x + step, y), anchor))
        return found

    def _lane_label(self, site: int, lane: Lane, size: float) -> Label:
        """The name of a point outside of its base."""
        x, y = self.centres[site]
        is_top = lane.tip[1] > y
        away = 1.15 * lane.half + 0.8 * size
        name = self.board.sites[site].name
        numbers = [re.fullmatch(r"([a-z]+)(\d+)", self.board.sites[i].name) for i in self.lanes]
        if len({m[1] if m else "" for m in numbers}) == 1 and numbers[0]:
            name = name.removeprefix(numbers[0][1])
        return Label(words(name), (x, y - away if is_top else y + away), "middle")

    def _node_labels(self, size: float) -> list[Label]:
        """The names of a graph's sites, each in a free angle outside of a piece: the best one where it covers no other name and no site."""
        made: list[Label] = []
        for site in self.board.sites:
            options = [self._node_label(site.index, angle, size) for angle in self._free_angles(site.index)]
            made.append(next((o for o in options if not self._is_covering(o, made, size)), options[0]))
        return made

    def _free_angles(self, site: int) -> list[float]:
        """The middles of the angles between the lines of a site: the widest first, of equal ones those away from the board's middle."""
        at, (left, top, right, bottom) = self.centres[site], self.frame
        x, y = at[0] - (left + right) / 2, (top + bottom) / 2 - at[1]
        outward = math.degrees(math.atan2(y, x)) if math.hypot(x, y) > self.radius else 300
        ways = sorted(
            math.degrees(math.atan2(at[1] - y, x - at[0])) % 360
            for link in self.links
            if site in (link.a, link.b)
            for x, y in [self.centres[link.b if link.a == site else link.a]]
        )
        if not ways:
            return [315.0]
        gaps = [((b - a) % 360 or 360, a) for a, b in zip(ways, [*ways[1:], ways[0]], strict=True)]
        widest = max(gap for gap, _ in gaps)
        order = sorted(
            (
                gap <= widest - 1,
                -gap if gap <= widest - 1 else 0,
                abs((a + gap / 2 - outward + 180) % 360 - 180),
                a + gap / 2,
            )
            for gap, a in gaps
        )
        return [angle for *_, angle in order]

    def _node_label(self, site: int, angle: float, size: float) -> Label:
        name = self.board.sites[site].name
        away = 1.1 * self.radius + 0.6 * size + 0.26 * size * len(name) * abs(math.cos(math.radians(angle)))
        return Label(name, towards(self.centres[site], angle, away), "middle")

    def _is_covering(self, label: Label, others: Sequence[Label], size: float) -> bool:
        """Whether a name would lie on another one, or on a site."""
        (x, y), half = label.at, width_of(label.text, size) / 2
        is_on_name = any(
            abs(x - o.at[0]) < half + width_of(o.text, size) / 2 + 2 and abs(y - o.at[1]) < size
            for o in others
        )
        reach = 0.5 * self.radius
        return is_on_name or any(
            abs(x - cx) < half + reach and abs(y - cy) < size / 2 + reach for cx, cy in self.centres
        )
