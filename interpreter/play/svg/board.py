"""The board of a picture, without its pieces: its frame, its sites with their ground, its lines and the names beside it.

Each site is a group of shapes (`data-site`). What stands on a border is a stroke along it, what stands on a node a small piece
there (`LatticePicture`). Sites without pieces, on which numbers stand for what lies in them, are pits with seeds. A line of a graph
is straight, or bent where it would run through a third site, with heads where it leads one way only. The edges that a player must
join are coloured as the player.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gdl.boards.board import Board
from gdl.boards.tiling import Site
from interpreter.play.scene import colours
from interpreter.play.scene.boards import Goal, Link, goals, goings
from interpreter.play.scene.colours import edge, tint
from interpreter.play.scene.looks import Looks, has_edges
from interpreter.play.scene.names import words
from interpreter.play.scene.observer import describe
from interpreter.play.scene.scene import Fact, Scene
from interpreter.play.svg import grounds
from interpreter.play.svg.counters import pit
from interpreter.play.svg.geometry import LANES, Geometry, Label, bars
from interpreter.play.svg.grounds import (
    CARDS,
    CELLS,
    CHEQUERED,
    HATCHED,
    LINES,
    NODES,
    PLAIN,
    POINTS,
    WELLS,
    WOODS,
    Grounds,
    Wood,
    motif,
)
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.shapes import (
    Element,
    Point,
    box,
    disc,
    group,
    line,
    polygon,
    strokes,
    text,
    towards,
    width_of,
)

_BEND = 0.18  # of a line's length


def link_line(board: Board, geometry: Geometry, link: Link, colour: str) -> Element:
    """One line; of a network with a rim, beside those of other networks between the same sites."""
    width = max(2.0, (0.16 if link.network else 0.1) * geometry.radius)
    turn = _turn(geometry, link)
    a, b = _beside(geometry, link, 1.7 * width)
    made: list[Element] = []
    for rgb, wide in [(edge(colour), width + 1.6), (colour, width)] if link.network else [(colour, width)]:
        if turn is None:
            made.append(line(a, b, rgb, wide))
        else:
            made.append(strokes([[_on_curve(a, turn, b, i / 24) for i in range(25)]], rgb, wide))
    if link.one_way:
        bent = turn or ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        tip, before = _on_curve(a, bent, b, 0.58), _on_curve(a, bent, b, 0.5)
        angle = math.degrees(math.atan2(before[1] - tip[1], tip[0] - before[0]))
        size = 0.42 * geometry.radius
        made.append(polygon([tip, towards(tip, angle + 150, size), towards(tip, angle - 150, size)], colour))
    said = ("→" if link.one_way else "-").join((board.sites[link.a].name, board.sites[link.b].name))
    if link.network:
        return group(made, f"{words(link.network)}: {said}", link=said, network=link.network)
    return group(made, link=said)


def _beside(geometry: Geometry, link: Link, apart: float) -> tuple[Point, Point]:
    """The ends of a line that lies beside others between the same sites, so far apart."""
    a, b = geometry.centres[link.a], geometry.centres[link.b]
    away = (link.place - (link.count - 1) / 2) * apart * (1 if link.a < link.b else -1)
    length = math.dist(a, b) or 1.0
    dx, dy = away * (b[1] - a[1]) / length, away * (a[0] - b[0]) / length
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def _turn(geometry: Geometry, link: Link) -> Point | None:
    """The point towards which a line is bent; None where it is straight."""
    a, b = geometry.centres[link.a], geometry.centres[link.b]
    length = math.dist(a, b)
    is_long = length > 1.2 * geometry.nearest * geometry.unit
    is_crossed = is_long and any(
        _distance(c, a, b) < 0.8 * geometry.radius
        for i, c in enumerate(geometry.centres)
        if i not in (link.a, link.b)
    )
    if not is_crossed:
        return None
    bend = _BEND * length
    normal = ((b[1] - a[1]) / length, -(b[0] - a[0]) / length)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return middle[0] + 2 * bend * normal[0], middle[1] + 2 * bend * normal[1]


def _distance(p: Point, a: Point, b: Point) -> float:
    """How far a point is from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.dist(p, (a[0] + share * dx, a[1] + share * dy))


def _on_curve(a: Point, turn: Point, b: Point, t: float) -> Point:
    """A point of the curve from a to b that is drawn towards `turn`."""
    x, y = (((1 - t) ** 2) * p + 2 * (1 - t) * t * q + t * t * r for p, q, r in zip(a, turn, b, strict=True))
    return x, y


def goal_lines(geometry: Geometry, goal: Goal, rgb: str) -> list[Element]:
    """A broad line along an edge, with a rim, without which a light one would not be seen on a page."""
    width = 0.12 * geometry.unit
    sides = [geometry.side(site, direction) for site in goal.sites for direction in goal.directions]
    return [
        line(a, b, colour, wide) for colour, wide in ((edge(rgb), width + 2), (rgb, width)) for a, b in sides
    ]


def has_pits(scene: Scene) -> bool:
    """Whether the sites of a board are pits."""
    game = scene.game
    numbers = [f for f in game.fields.values() if f.holder == "site" and f.type.base == "number"]
    return not scene.board.tiling.has_outlines and not game.kinds and len(numbers) == 1


_THICK = 0.13  # of a stroke, in widths of a column
_SMALL = 0.62  # of a piece on a node, in radii of one in a cell
_ON_EDGE = 0.19  # of a piece on the edge of a tile, in widths of a column
_SHORT = 0.86  # of a stroke between nodes, in sides of a cell


class LatticePicture:
    """Draws the borders and nodes of a scene."""

    def __init__(self, scene: Scene, geometry: Geometry, grounds: Grounds, wood: Wood) -> None:
        self.scene, self.geometry, self.grounds, self.wood = scene, geometry, grounds, wood
        self.board = geometry.board

    def places(self) -> Iterator[Element]:
        """The borders and nodes themselves, with what is said of them."""
        for site in self.board.sites[len(self.board.cells) :]:
            facts = self.scene.facts(site.name)
            at, rgb = self.geometry.centres[site.index], self.wood.line
            fill = self.grounds.paint(site.name, facts).fill if facts else ""
            if self.board.sort(site.index) == "node":
                radius = (0.11 if fill else 0.07) * self.geometry.unit
                made: list[Element] = [disc(at, radius, fill or rgb, rgb, 1)]
            else:
                made = [line(*self.geometry.span(site.index), fill or rgb, self._width if fill else 1.2)]
            known = ", ".join(f"{f.name} {f.value}" for f in facts)
            title = f"{site.name} ({known})" if known else site.name
            yield group([*made, *self.grounds.notes(at, facts, rgb)], title, site=site.name)

    def pieces(self, pieces: PiecePicture) -> Iterator[Element]:
        """What stands on them: strokes below, so that the nodes at their ends are seen."""
        for site in self.board.sites[len(self.board.cells) :]:
            stack = self.scene.stacks.get(site.name)
            if stack and self.board.sort(site.index) == "border" and has_edges(self.scene.game):
                at, radius = self.geometry.centres[site.index], _ON_EDGE * self.geometry.unit
                yield pieces.stack(stack, at, site.name, radius)
            elif stack and self.board.sort(site.index) == "border":
                title = f"{site.name}: " + ", ".join(pieces.name(p) for p in reversed(stack))
                stroke = group(self._stroke(site, pieces), piece=pieces.name(stack[-1]))
                yield group([stroke, *self._ends(site)], title, on=site.name)
        for index in self.board.nodes:
            site = self.board.sites[index]
            if stack := self.scene.stacks.get(site.name):
                yield pieces.stack(stack, self.geometry.centres[index], site.name, _SMALL * pieces.radius)

    @property
    def _width(self) -> float:
        return _THICK * self.geometry.unit

    def _stroke(self, site: Site, pieces: PiecePicture) -> list[Element]:
        """The topmost piece as a stroke, with a badge where it does not say everything."""
        stack = self.scene.stacks[site.name]
        rgb = pieces.colour(stack[-1])
        a, b = self.geometry.span(site.index, _SHORT)
        made: list[Element] = [line(a, b, edge(rgb), self._width + 2), line(a, b, rgb, self._width)]
        on_borders = (
            p for s in self.board.borders for p in self.scene.stacks.get(self.board.sites[s].name, ())
        )
        letters = pieces.letters(stack[-1]) if len({p.kind for p in on_borders}) > 1 else ""
        said = letters + pieces.looks.details(stack[-1]) + (f"×{len(stack)}" if len(stack) > 1 else "")
        size = max(8.0, 1.3 * self._width)
        return [*made, *badge(said, self.geometry.centres[site.index], size)] if said else made

    def _ends(self, site: Site) -> Iterator[Element]:
        """The nodes at the ends of a stroke, as far as they are empty."""
        for node in self.board.touching["node"][site.index]:
            if not self.scene.stacks.get(self.board.sites[node].name):
                yield disc(self.geometry.centres[node], 0.07 * self.geometry.unit, self.wood.line)


def stroke_sample(rgb: str, wide: float = 5) -> list[Element]:
    """A stroke in a legend, or a line of a network."""
    return [line((-9, 0), (9, 0), edge(rgb), wide + 2), line((-9, 0), (9, 0), rgb, wide)]


_PLACE = 1.12  # of a way, in radii of a piece
_WELL = "#6f5030"
_HOLE = 0.1  # the radius of a point, in widths of a column
_COORDINATE = r"[A-Za-z]\d+"  # a name that is a letter with a number
_PALE = 0.62  # its size, as a share of a word's
_LABELS = 40  # the width of a board, in sizes of its names
_WITH_GAPS = 0.86  # of a square that lies apart from others, in squares
_VEIL = 0.55  # how dense the hatching is over a ground that is seen
_MANY_LINES = 13  # of a board whose points lie farther from its rim


_STEPS = 5  # the most that are drawn of a number of a site


class BoardPicture:
    """Draws the board of a scene on a surface."""

    def __init__(self, scene: Scene, looks: Looks, geometry: Geometry, surface: str) -> None:
        self.scene, self.geometry, self.surface = scene, geometry, surface
        self.board = scene.board
        self.wood = WOODS[surface]
        # bars that come in play lie in the gaps of squares that lie apart
        has_bars = any(sign.glyph == "bar" and sign.is_relation for sign in scene.game.signs)
        self.has_gaps = surface == PLAIN and has_bars and bool(scene.joined_fields)
        if self.has_gaps:
            self.wood = replace(self.wood, light=tint(self.wood.dark, self.wood.line, 0.75))
        self.looks, self.has_pits = looks, has_pits(scene)
        self.grounds = Grounds(scene, looks, geometry)
        # a graph some sites of which have signs in colours is a way of places, large enough for their names
        coloured = (s for s in scene.game.signs if not s.is_relation and s.colour)
        self.has_places = surface == NODES and not geometry.lanes and any(coloured)
        self.lattice = LatticePicture(scene, geometry, self.grounds, self.wood)
        self.label_size = self._label_size()

    def _label_size(self) -> float:
        """The size of names: read on a phone, as wide as whose page the board is then, and no larger than its sites."""
        if not self.board.sites:
            return 12.0
        left, _, right, _ = self.geometry.frame
        on_phone = (right - left) / _LABELS
        if self.has_places or not self.geometry.tiling.has_outlines:
            return max(12.0, on_phone)
        return max(10.0, min(14.0, 0.23 * self.geometry.unit), min(0.48 * self.geometry.unit, on_phone))

    def elements(self) -> list[Element]:
        """The frame, the sites, the lines, the names."""
        under = self._frame()
        sites = [self._site(s.index) for s in self.board.cells] + list(self.lattice.places())
        paint = {name: c.rgb for name, c in self.looks.network_colours().items()}
        links = [
            link_line(self.board, self.geometry, k, paint.get(k.network, self.wood.line))
            for k in self.geometry.links
        ]
        labels = (
            [Label(s.name, self.geometry.centres[s.index], "middle") for s in self.board.sites]
            if self.has_places
            else self.geometry.labels(self.label_size)
        )
        names = [
            text(
                label.at, label.text, self._size_of(label.text), self._ink_of(label.text), anchor=label.anchor,
                outline=self.wood.light if self.surface == NODES and not self.has_places else "", width=4,
            )
            for label in labels
        ]  # fmt: skip
        # The dots of a graph lie on its lines; fields lie under the lines that are drawn over them.
        over = links + sites if self.surface == NODES else sites + self._crossings()
        if self.geometry.lanes:
            others = [c for i, c in enumerate(self.geometry.centres) if i not in self.geometry.lanes]
            over = bars(self.geometry.lanes, others, self.geometry.unit) + sites
        elif self.has_pits:
            over = sites
        over += [self._going(s, d) for s, d in goings(self.board)]
        over += [self._wall(*edge) for edge in self.scene.edges]
        over += [line for g in goals(self.scene.game) for line in self._goal(g)]
        return [*under, *over, *names]  # names come last: those of a graph may cross its lines

    def _size_of(self, label: str) -> float:
        """The size of a name; on a place it fits this."""
        if not self.has_places:
            return self.label_size
        room = 1.9 * _PLACE * self.geometry.radius
        # what only moves name is no larger than needed
        share = _PALE if re.fullmatch(_COORDINATE, label) else 1.0
        return share * min(self.label_size, room / max(1.0, width_of(label, 1.0)))

    def _ink_of(self, label: str) -> str:
        return colours.INK if self.has_places and not re.fullmatch(_COORDINATE, label) else colours.FAINT

    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board with the names beside it and its rim."""
        left, top, right, bottom = self.geometry.frame
        names = self.geometry.extent(self.label_size)
        pad = self._rim if self.surface == NODES else 0  # there the names are on the board
        return (
            min(left - self._rim, names[0] - pad), min(top - self._rim, names[1] - pad),
            max(right + self._rim, names[2] + pad), max(bottom + self._rim, names[3] + pad),
        )  # fmt: skip

    # ---- what lies under and over the sites

    def _frame(self) -> list[Element]:
        left, top, right, bottom = self.geometry.frame
        is_whole = len(self.board.cells) == self.board.files * self.board.ranks
        if self.surface == NODES:
            left, top, right, bottom = self.geometry.extent(self.label_size)
        elif self.surface == CELLS or not (is_whole or self._is_half or self.surface == POINTS):
            return []
        line = max(1.5, 0.3 * self._rim) if self.surface != NODES else 1.5
        out = self._rim - line / 2
        return [
            box(
                left - out, top - out, right - left + 2 * out, bottom - top + 2 * out,
                self.wood.light, self.wood.line, line=line, corner=0.6 * self._rim,
            )
        ]  # fmt: skip

    @property
    def _rim(self) -> float:
        """How far the board reaches beyond its sites."""
        if self.surface == CELLS:
            return self.geometry.rim if self.board.places else 2.0
        return 14.0 if self.surface == NODES else self.geometry.rim

    @property
    def _is_half(self) -> bool:
        """Whether the sites are the dark squares of a chequered board, of which the light ones are no sites."""
        return self.surface == CHEQUERED and len({(s.file + s.rank) % 2 for s in self.board.cells}) == 1

    def _crossings(self) -> list[Element]:
        """The lines of a board whose pieces are on crossings, and the points that help to count them: in the middle, near
        the corners, and on a large board near the sides."""
        if self.surface != LINES:
            return []
        at = {(s.file, s.rank): self.geometry.centres[s.index] for s in self.board.cells}
        files, ranks = self.board.files, self.board.ranks
        ways = [[at[f, 1], at[f, ranks]] for f in range(1, files + 1)]
        ways += [[at[1, r], at[files, r]] for r in range(1, ranks + 1)]
        made: list[Element] = [strokes(ways, self.wood.line, 1.1)]
        if files == ranks and files % 2:
            inset = 4 if files >= _MANY_LINES else 3
            places = (inset, (files + 1) // 2, files + 1 - inset)
            made += [
                disc(at[f, r], 0.1 * self.geometry.unit, self.wood.line)
                for f in places
                for r in places
                if files >= _MANY_LINES or (f == places[1]) == (r == places[1])
            ]
        return made

    def _going(self, site: int, direction: int) -> Element:
        """A small arrow where the board goes round: from the edge of a cell towards its rim."""
        at, unit = self.geometry.centres[site], self.geometry.unit
        angle = self.board.directions[direction].angle + (180 if self.geometry.is_turned else 0)
        base = towards(at, angle, (0.5 if self.surface != LINES else 0.44) * unit)
        tip = towards(base, angle, 0.11 * unit)
        feet = [towards(base, angle + side, 0.09 * unit) for side in (-90, 90)]
        return group([polygon([tip, *feet], self.wood.line)], round=self.board.directions[direction].name)

    def _heading(self, at: Point, name: str) -> Element:
        """An arrow on a site, from one side of it to the other."""
        direction = self.board.direction(name)
        angle = self.board.directions[direction].angle if direction is not None else -1
        if angle < 0:
            return group([])  # a way that bends
        angle += 180 if self.geometry.is_turned else 0
        reach, ink = 0.4 * self.geometry.unit, tint(self.wood.line, colours.INK, 0.3)
        tip, neck = towards(at, angle, reach), towards(at, angle, 0.45 * reach)
        head = [tip, towards(neck, angle + 90, 0.4 * reach), towards(neck, angle - 90, 0.4 * reach)]
        return group([line(towards(at, angle + 180, reach), neck, ink, 0.2 * reach), polygon(head, ink)])

    def _wall(self, name: str, site: int, direction: int) -> Element:
        """What is true of a site in a direction: a bar along that side, or across the way there."""
        if self.geometry.tiling.has_outlines:
            ends = self.geometry.side(site, direction)
        else:
            to = self.board.steps[direction][site]
            ends = self.geometry.between(site, to) if to >= 0 else (self.geometry.centres[site],) * 2
        title = f"{words(name)}: {self.board.sites[site].name} {self.board.directions[direction].name}"
        return group([line(*ends, colours.INK, max(3.0, 0.1 * self.geometry.unit))], title, edge=name)

    def _goal(self, goal: Goal) -> list[Element]:
        """The edge of a player's goal, where cells have sides."""
        if self.surface in (NODES, CARDS):
            return []
        name = self.scene.game.players[goal.player].name
        shapes = goal_lines(self.geometry, goal, self.looks.player_colours[name].rgb)
        return [group(shapes, f"{name}'s side", goal=name)]

    # ---- one site

    def _site(self, index: int) -> Element:
        site = self.board.sites[index]
        facts = self.scene.facts(site.name)
        at = self.geometry.centres[index]
        if self.has_pits or self.geometry.lanes:
            return group(self._special(index, facts), self._title(index, facts), site=site.name)
        paint = self.grounds.paint(site.name, facts)
        is_light = self.surface == CHEQUERED and (site.file + site.rank) % 2 != 0
        fill = paint.fill or (self.wood.light if is_light else self.wood.dark)
        if paint.ground and self.surface not in (NODES, CARDS):
            veil = polygon(self.geometry.outline(index, 1.0), HATCHED, opacity=_VEIL)
            made = [*self._ground(index, paint.ground, paint.motif), veil]
        else:
            made = self._ground(index, fill, paint.motif)
        made += self._terraces(index, facts, fill)
        if paint.border and self.surface != NODES:
            inner = self.geometry.outline(index, 0.9)
            made.append(polygon(inner, "none", paint.border, 0.07 * self.geometry.unit))
        made += [self._heading(at, f.value) for f in facts if f.base == "direction" and not f.is_hidden]
        made += self.grounds.notes(at, facts, tint(self.wood.line, colours.INK, 0.5))
        return group(made, self._title(index, facts), site=site.name)

    def _ground(self, index: int, fill: str, sign: str) -> list[Element]:
        """A site in its colour, with the sign of its ground."""
        at = self.geometry.centres[index]
        made = self._body(index, at, fill)
        if sign and fill != HATCHED:
            made += motif(sign, at, 0.5 * self.geometry.unit, tint(fill, colours.INK, 0.3))
        return made

    def _terraces(self, index: int, facts: Sequence[Fact], fill: str) -> list[Element]:
        """A small number of a site as so many steps up, each a smaller and lighter cell on the one below."""
        numbers = [int(f.value) for f in facts if f.base == "number" and f.value.isdigit()]
        if (
            len(numbers) != 1
            or numbers[0] > _STEPS
            or not self.geometry.tiling.has_outlines
            or fill == HATCHED
        ):
            return []
        rgb = self.wood.light if self.surface == CHEQUERED else fill
        return [
            polygon(
                self.geometry.outline(index, 0.94 - 0.13 * step),
                tint(rgb, "#ffffff", 0.18 * (step + 1)), tint(self.wood.line, colours.INK, 0.2), 1.4,
            )
            for step in range(numbers[0])
        ]  # fmt: skip

    def _special(self, index: int, facts: Sequence[Fact]) -> list[Element]:
        """A point of a race, nothing beside its points where there is a bar, or a pit with its seeds."""
        if self.geometry.lanes:
            lane = self.geometry.lanes.get(index)
            return [polygon(lane.corners, LANES[lane.column % 2])] if lane else []
        counts = [int(f.value) for f in facts if f.base == "number" and f.value.isdigit()]
        radius = 0.42 * self.geometry.nearest * self.geometry.unit
        made = pit(self.geometry.centres[index], radius, sum(counts), self._half_of_store(index, radius))
        # a pit with seeds is framed where it can be chosen, as a piece is, and no dot lies over them
        return [group(made, mark=self.scene.board.sites[index].name)] if sum(counts) else made

    def _half_of_store(self, index: int, radius: float) -> float:
        """Half the height of a pit that is alone in its column, beside columns of several: as high as these."""
        x, y = self.geometry.centres[index]
        columns: dict[float, list[float]] = {}
        for left, top in self.geometry.centres:
            columns.setdefault(round(left, 1), []).append(top)
        others = [top for tops in columns.values() if len(tops) > 1 for top in tops]
        is_alone = len(columns[round(x, 1)]) == 1 and bool(others) and min(others) < y < max(others)
        return min(y - min(others), max(others) - y) + radius if is_alone else 0.0

    def _body(self, index: int, at: Point, fill: str) -> list[Element]:
        """The shape of a site on its surface."""
        unit, line = self.geometry.unit, self.wood.line
        half = unit / 2
        match self.surface:
            case grounds.NODES if self.has_places:
                rgb = self._colour_of_sign(index)
                fill = tint(rgb, "#ffffff", 0.55) if rgb else self.wood.light
                radius = _PLACE * self.geometry.radius
                return [disc(at, radius, fill, edge(rgb) if rgb else line, 3 if rgb else 1.5)]
            case grounds.NODES:
                is_plain = fill == self.wood.light
                radius = (0.3 if is_plain else 0.8) * self.geometry.radius
                return [disc(at, radius, line if is_plain else fill, line, 2)]
            case grounds.CELLS if self.board.sites[index].name not in self.scene.in_play:
                return [polygon(self.geometry.outline(index), "none", tint(line, colours.PAPER, 0.7), 0.8)]
            case grounds.CELLS:
                return [polygon(self.geometry.outline(index), fill, line, 1.2)]
            case grounds.POINTS:
                rgb = self._colour_of_sign(index) or line
                return [disc(at, _HOLE * unit, rgb, tint(rgb, colours.INK, 0.3), 1)]
            case grounds.CARDS:
                is_shown = self.board.sites[index].name in self.scene.in_play and fill != HATCHED
                return [self._place_for_a_card(at)] if is_shown else []
            case _ if self.has_gaps:
                half *= _WITH_GAPS
                return [box(at[0] - half, at[1] - half, 2 * half, 2 * half, fill, corner=0.06 * unit)]
            case _:
                around = line if self.surface == PLAIN else ""
                square = box(at[0] - half, at[1] - half, 2 * half, 2 * half, fill, around, line=1.2)
                rim = tint(self.wood.dark, "#ffffff", 0.35)
                return [square, disc(at, 0.42 * unit, _WELL, rim, 1.5)] if self.surface == WELLS else [square]

    def _colour_of_sign(self, index: int) -> str:
        """The colour of the sign of a site, or ""."""
        shown = self.scene.signs.get(self.board.sites[index].name)
        sign = next((s for s in self.scene.game.signs if s.definition == shown), None)
        named = colours.COLOURS.get(sign.colour) if sign is not None else None
        return named.rgb if named is not None else ""

    def _place_for_a_card(self, at: Point) -> Element:
        half = 0.42 * self.geometry.unit
        rim = tint(self.wood.light, "#ffffff", 0.35)
        return box(at[0] - half, at[1] - half, 2 * half, 2 * half, "none", rim, line=1.5, corner=8, dashes=5)

    def _title(self, index: int, facts: Sequence[Fact]) -> str:
        is_known = self.board.sites[index].name not in self.scene.hidden_sites
        known = ", ".join(f"{f.name} {f.value}" for f in facts if is_known or not f.is_hidden)
        return describe(self.scene, index) + (f" ({known})" if known else "")
