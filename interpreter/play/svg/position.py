"""The block of a picture with the board, and what lies over its sites: pieces and signs, marks of the last move, rings about what can
be captured, relations as arrows, and what players have at places without a piece there.

What can be pointed at is a transparent shape over each site, in rows, as a grid for screen readers.
"""

import math
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from gdl.core import model
from interpreter.play.scene import colours
from interpreter.play.scene.fields import Stake
from interpreter.play.scene.looks import DISCS, Looks
from interpreter.play.scene.names import meaning, told_fields, words
from interpreter.play.scene.observer import Relation, Rows, by_target, describe
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.tiles import laid_together
from interpreter.play.scene.trails import trails
from interpreter.play.svg.board import BoardPicture
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.grounds import LINES, POINTS
from interpreter.play.svg.pieces import PiecePicture, badge, plain_disc
from interpreter.play.svg.shapes import (
    SIGNS,
    Block,
    Element,
    Point,
    curve,
    disc,
    element,
    escape,
    group,
    heading,
    line,
    moved,
    polygon,
    strokes,
    text,
    towards,
)
from interpreter.play.svg.tiles import TOUCHING
from interpreter.play.svg.yards import TRAY, free_end, pool_in_tray, tray, yards

_BEND = 0.1  # of an arrow's length, so that two arrows to and fro stay apart
_MANY = 24  # so many arrows are drawn thinner
_TRAIL = "#e5482f"  # of a path that is nobody's
_TO_TRAY = 8.0  # from the board to its tray
_INK = "#5b5148"  # of arrows from sites without an owner


def arrows(
    geometry: Geometry,
    pairs: Sequence[tuple[int, int]],
    paint: Mapping[int, str],
    titles: Sequence[str],
    occupied: Container[int],
) -> list[Element]:
    """An arrow for each pair, long ones below; it stops at the edge of a piece, or in the middle of an empty site.

    `paint` has the colours of sources, `titles` a text for each pair.
    """
    width = max(2.2, 0.14 * geometry.radius) * (0.75 if len(pairs) > _MANY else 1)
    centres = geometry.centres
    order = sorted(
        zip(pairs, titles, strict=True), key=lambda p: -math.dist(centres[p[0][0]], centres[p[0][1]])
    )
    made: list[Element] = []
    for (a, b), title in order:
        stop = (1.04 if b in occupied else 0.2) * geometry.radii[b]
        shapes = arrow(centres[a], centres[b], geometry.radius, stop, width, paint.get(a, _INK))
        made.append(group(shapes, title, arrow=title))
    return made


def arrow(a: Point, b: Point, radius: float, stop: float, width: float, colour: str) -> list[Element]:
    """One arrow, from the edge of a piece to `stop` short of the other site; a loop when they are the same."""
    length = math.dist(a, b)
    if length == 0:
        start, tip = towards(a, 120, 0.9 * radius), towards(a, 60, 0.9 * radius)
        return _shaft(start, towards(a, 90, 3 * radius), tip, width, colour)
    angle = math.degrees(math.atan2(a[1] - b[1], b[0] - a[0]))
    lean = 16  # to the left of the straight way
    start = towards(a, angle + lean, 0.88 * radius)
    tip = towards(b, angle + 180 - lean, stop)
    middle = ((start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2)
    bend = _BEND * max(0.0, min(length, 8 * radius) - 2.5 * radius)
    return _shaft(start, towards(middle, angle + 90, 2 * bend), tip, width, colour)


def _shaft(start: Point, turn: Point, tip: Point, width: float, colour: str) -> list[Element]:
    """A curve with a head, on a wider one in a colour that sets it off."""
    casing = "#fffdf6" if not colours.is_light(colour) else "#3a332b"
    angle = math.degrees(math.atan2(turn[1] - tip[1], tip[0] - turn[0]))
    size = min(4.4 * width, max(0.62 * math.dist(start, tip), 2.4 * width))
    neck = towards(tip, angle + 180, 0.8 * size)
    head = [tip, towards(tip, angle + 152, size), towards(tip, angle - 152, size)]
    return [
        curve(start, turn, neck, casing, width + 2.4, cap="round"),
        polygon(head, casing, casing, 2.4),
        curve(start, turn, neck, colour, width, cap="round"),
        polygon(head, colour),
    ]


def counts(geometry: Geometry, pairs: Sequence[tuple[int, int]]) -> list[Element]:
    """On each target with several sources, above left, how many there are."""
    made: list[Element] = []
    for target, sources in by_target(pairs).items():
        if len(sources) > 1:
            place = towards(geometry.centres[target], 130, 1.02 * geometry.radius)
            shapes = badge(str(len(sources)), place, max(9.0, 0.55 * geometry.radius), colours.INK)
            made.append(group(shapes, count=str(len(sources))))
    return made


_LONE, _SMALL = 0.24, 0.11  # radii in units: of a player who is on an empty site, and of anything else


def stake_marks(scene: Scene, looks: Looks, geometry: Geometry) -> Iterator[Element]:
    """The marks of all sites."""
    order = {s.name: s.index for s in scene.board.sites}
    held = sorted((s for s in scene.stakes if s.site in order), key=lambda s: order[s.site])
    for site, stakes in groupby(held, key=lambda s: s.site):
        yield from _marks(scene, looks, geometry, order[site], list(stakes))


def _marks(
    scene: Scene, looks: Looks, geometry: Geometry, index: int, stakes: Sequence[Stake]
) -> Iterator[Element]:
    unit, at = geometry.unit, geometry.centres[index]
    is_free = not scene.stacks.get(stakes[0].site) and geometry.board.sort(index) == "cell"
    lone = [s for s in stakes if is_free and s.is_place]
    for row, radius, drop in (
        (lone, _LONE * unit, 0.0),
        ([s for s in stakes if s not in lone], _SMALL * unit, 0.36 * unit),
    ):
        for i, stake in enumerate(row):
            place = at[0] + (i - (len(row) - 1) / 2) * 2.2 * radius, at[1] + drop
            yield group(_mark(scene, looks, stake, place, radius), _stake_title(stake), stake=stake.field)


def _mark(scene: Scene, looks: Looks, stake: Stake, at: Point, radius: float) -> list[Element]:
    colour = looks.player_colours[stake.player].rgb
    made = plain_disc(at, "", radius, colour, False, scene.players.index(stake.player))
    if stake.text:
        made.append(text(at, stake.text, 1.5 * radius, colours.writing(colour), bold=True))
    return made


def _stake_title(stake: Stake) -> str:
    return f"{stake.site}: {words(stake.field)} {stake.text}".rstrip() + f" ({stake.player})"


_PREY = "#d42a1e"
_LAST = "#e0a800"
_TO = "#1f7a4d"
_WON = "#e0218a"  # the colour of no player, and of nothing else that is drawn


def sign_mark(game: model.Game, definition: str, at: Point, size: float) -> Element:
    """What an empty site shows when a definition holds for it."""
    sign = next(s for s in game.signs if s.definition == definition)
    named = colours.COLOURS.get(sign.colour)
    return text(at, sign.glyph, size, named.rgb if named else colours.FAINT, font=SIGNS)


def ring(at: Point, radius: float) -> Element:
    """A ring about a piece that can be captured."""
    return disc(at, radius, "none", _PREY, max(2.0, 0.13 * radius))


def last_mark(geometry: Geometry, site: int) -> Element:
    """The mark of a site of the last move: a line inside its edge, around what stands there."""
    unit = geometry.unit
    match geometry.board.sort(site):
        case "border":
            return line(*geometry.span(site, 0.95), _LAST, 0.24 * unit)
        case "node":
            return disc(geometry.centres[site], 0.26 * unit, "none", _LAST, 0.07 * unit)
        case _ if not geometry.tiling.has_outlines:
            return disc(geometry.centres[site], 1.22 * geometry.radius, "none", _LAST, 0.16 * geometry.radius)
        case _:
            rim = max(2.0, 0.06 * unit)
            return polygon(geometry.outline(site, 0.92), _LAST, _LAST, rim, opacity=0.22)


def decided_row(geometry: Geometry, row: Sequence[int]) -> list[Element]:
    """A row of sites that has decided the game: a ring about each, joined by a stroke."""
    centres = [geometry.centres[site] for site in row]
    wide = max(3.0, 0.2 * geometry.radius)
    made: list[Element] = [
        disc(geometry.centres[site], 1.04 * geometry.radii[site], "none", _WON, wide) for site in row
    ]
    return [*made, *(line(a, b, _WON, 1.6 * wide, opacity=0.75) for a, b in pairwise(centres))]


def threat(geometry: Geometry, row: Sequence[int]) -> list[Element]:
    """A piece that is attacked and must not be: a ring about it, which a line from its attacker reaches."""
    centres = [geometry.centres[site] for site in row]
    wide = max(2.0, 0.1 * geometry.radius)
    made = [line(a, b, _PREY, wide, opacity=0.55) for a, b in pairwise(centres)]
    return [*made, *(ring(geometry.centres[site], 1.05 * geometry.radii[site]) for site in row[-1:])]


def target_dot(geometry: Geometry, site: int) -> Element:
    """A dot on a site to which a piece may go."""
    return disc(geometry.centres[site], 0.3 * geometry.radii[site], _TO)


@dataclass(frozen=True, slots=True)
class Framing:
    """How a position is shown. `is_page`: as a page of its own, with title and players; else only what is played with.

    `viewer`: the player who looks, or "" for nobody; `is_turned`: seen from the other side, where that is possible; `has_targets`: with a shape over each site that can be
    pointed at; `last`: the names of the sites of the last move; `dots`: of sites to which a piece may go; `rings`: of
    those on which it may capture; `decided`: rows of sites that have decided the game; `threats`: from where to where a
    piece is attacked that must not be; `is_wide`: there is more room beside the board than below it (for a part of a page); `spent`:
    the numbers of dice that are struck out, as they have been used; `has_numbers`: whether it is said what numbers players have; `pieces`: the set
    that pieces are drawn from, "" for the usual one, or "letters" instead of pictures.
    """

    is_page: bool = True
    viewer: str = ""
    is_turned: bool = False
    has_targets: bool = False
    last: tuple[str, ...] = ()
    dots: tuple[str, ...] = ()
    rings: tuple[str, ...] = ()
    decided: Rows = ()
    threats: Rows = ()
    has_legend: bool = True
    is_wide: bool = False
    spent: frozenset[int] = frozenset()
    has_numbers: bool = True
    pieces: str = ""


_CLEAR = "transparent"
_FINGER = 15.0  # the least radius of what a finger can hit on a graph
_DOT = 0.08  # of a column: the least radius of the dot on what can be chosen
_ON_NODE, _ON_BORDER = 0.2, 0.26  # of a column: the radius about a node, the width along a border


def targets(scene: Scene, pieces: PiecePicture, geometry: Geometry, label: str) -> Element:
    """The targets of all sites of a board, the rows from top to bottom. `label` is the name of the grid."""
    rows: dict[int, list[int]] = {}
    for site in scene.board.sites:
        rows.setdefault(round(geometry.centres[site.index][1]), []).append(site.index)
    made: list[Element] = []
    for _, row in sorted(rows.items()):
        order = sorted(row, key=lambda s: geometry.centres[s][0])
        cells: list[Element] = [_written(scene, pieces, geometry, s) for s in order]
        made.append(element("g", cells, role="row"))
    return element("g", made, class_="targets", role="grid", aria_label=escape(label))


def _written(scene: Scene, pieces: PiecePicture, geometry: Geometry, site: int) -> Element:
    """The target of a site as text; written once for each thing that it says, as most sites stay as they are. What is shown when one
    points at it is what is on it, with the fields of both, as nothing else is read out of them, and what the rules of this game say of
    the topmost piece: other games have the same board."""
    name = scene.board.sites[site].name
    stack = scene.stacks.get(name, ())
    fields = pieces.fields(stack[-1]) if stack else []
    fields += [
        (f.name, f.value) for f in scene.facts(name) if not (f.is_hidden and name in scene.hidden_sites)
    ]
    said = describe(scene, site) + told_fields(fields) + (f", {len(stack)} pieces" if len(stack) > 1 else "")
    told = meaning(scene.game, stack[-1].kind) if stack else ""
    tip = [heading(f"{said}. {told}" if told else said)] if said != name else []
    key = (site, said, told)
    if key not in geometry.written:
        geometry.written[key] = _target(scene, geometry, site, said, tip)
    return geometry.written[key]


def _target(scene: Scene, geometry: Geometry, site: int, said: str, tip: list[Element]) -> Element:
    name = scene.board.sites[site].name
    at = geometry.centres[site]
    size = (0.3 if scene.board.sort(site) == "cell" else 0.22) * geometry.radii[site]
    dot = disc(at, max(size, _DOT * geometry.unit), "none", style="dot")
    return element(
        "g",
        [*tip, *_room(geometry, site), _shape(scene, geometry, site), dot],
        class_="target",
        tabindex=-1,
        data_target=escape(name),
        role="gridcell",
        aria_label=escape(said),
    )


def _room(geometry: Geometry, site: int) -> Iterator[Element]:
    """What is hit beside the shape: all about a lane, as the last pieces of a column are broader than its tip."""
    if site in geometry.lanes:
        (left, rim), (right, _), (_, tip) = geometry.lanes[site].corners
        yield polygon([(left, rim), (right, rim), (right, tip), (left, tip)], _CLEAR, style="room")


def _shape(scene: Scene, geometry: Geometry, site: int) -> Element:
    """The shape that is hit: the cell itself, a disc, or a broad line."""
    at, unit = geometry.centres[site], geometry.unit
    match scene.board.sort(site):
        case "border":
            return line(*geometry.span(site, 0.7), _CLEAR, _ON_BORDER * unit, style="shape along")
        case "node":
            return disc(at, _ON_NODE * unit, _CLEAR, style="shape")
        case _ if site in geometry.lanes:
            return polygon(geometry.lanes[site].corners, _CLEAR, style="shape")
        case _ if not geometry.tiling.has_outlines:
            radius = max(1.25 * geometry.radius, min(_FINGER, 0.5 * geometry.nearest * unit))
            return disc(at, radius, _CLEAR, style="shape")
        case _:
            return polygon(geometry.outline(site, 0.97), _CLEAR, style="shape")


class PositionPicture:
    """Draws the board of a scene with all that is on it."""

    def __init__(
        self,
        scene: Scene,
        board: BoardPicture,
        pieces: PiecePicture,
        cards: CardPicture,
        relation: Relation | None,
        framing: Framing,
    ) -> None:
        self.scene, self.board, self.pieces, self.cards, self.relation = scene, board, pieces, cards, relation
        self.framing, self.geometry = framing, board.geometry

    def block(self) -> Block:
        """All of it, moved so that nothing is left of 0 or above it."""
        if not self.scene.board.sites:
            return Block(0)
        # arrows lie below the pieces, whose letters they would cover otherwise
        under = [*self.board.elements(), *yards(self.scene, self.pieces.looks, self.geometry, self.pieces)]
        under += [*self._last(), *self._joints(), *self._arrows()]
        made = [*under, *self._pieces(), *self._trails(), *self._signs()]
        made += stake_marks(self.scene, self.pieces.looks, self.geometry)
        if self.relation is not None:
            made += counts(self.geometry, self.relation.pairs)
            made += self._rings(self.relation.prey, 1.08)
        made += [target_dot(self.geometry, site) for site in self._sites(self.framing.dots)]
        made += self._rings(self.framing.rings)
        made += self._rows()
        if self.framing.has_targets:
            label = f"{self.scene.game.title}, the board"
            made.append(targets(self.scene, self.pieces, self.geometry, label))
        left, top, right, bottom = self.board.extent()
        if pool_in_tray(self.scene.game, self.geometry):
            place = free_end(self.geometry)
            if place is None:
                place = (right + _TO_TRAY, top + 1, bottom - 1)
                right = place[0] + TRAY * self.geometry.unit
            made += tray(self.scene, self.pieces.looks, self.geometry, *place)
        return Block(right - left, bottom - top, [moved(made, -left, -top)])

    def _sites(self, names: Collection[str]) -> list[int]:
        """Those sites of the board that have these names, in the order of the board."""
        return [s.index for s in self.scene.board.sites if s.name in names]

    def _rings(self, names: Collection[str], share: float = 1.0) -> Iterator[Element]:
        for site in self._sites(names):
            yield ring(self.geometry.centres[site], share * self.geometry.radii[site])

    def _last(self) -> Iterator[Element]:
        """The sites of the last move."""
        for site in self._sites(self.framing.last):
            yield group([last_mark(self.geometry, site)], last=self.scene.board.sites[site].name)

    def _rows(self) -> Iterator[Element]:
        """The rows that have decided the game, and from where to where a piece is attacked that must not be."""
        index = {s.name: s.index for s in self.scene.board.sites}
        for row in self.framing.decided:
            shown = [index[name] for name in row if name in index]
            yield group(decided_row(self.geometry, shown), decided=" ".join(row))
        for row in self.framing.threats:
            shown = [index[name] for name in row if name in index]
            yield group(threat(self.geometry, shown), threat=" ".join(row))

    def _pieces(self) -> Iterator[Element]:
        """The pieces of each site, those behind first."""
        order = sorted(
            (s for s in self.scene.board.cells if self.scene.stacks.get(s.name)), key=lambda s: (-s.y, s.x)
        )
        ways = self._ways()
        for site in order:
            at = self.geometry.centres[site.index]
            stack = self.scene.stacks[site.name]
            if self.scene.has_cards_on_board:
                yield self.cards.site(stack, at, self.geometry.unit, site.name)
            elif site.index in self.geometry.lanes:
                lane, radius = self.geometry.lanes[site.index], self.geometry.radius
                places = [lane.place(i, len(stack), radius) for i in range(len(stack))]
                yield self.pieces.row(stack, places, site.name)
            else:
                radius = self.geometry.radii[site.index]
                yield self.pieces.stack(stack, at, site.name, radius, ways.get(site.name, ()))
        yield from self.board.lattice.pieces(self.pieces)

    def _ways(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Of each square that a tile covers with others, the ways to those beside it, as they are in the picture."""
        at = {s.name: self.geometry.centres[s.index] for s in self.scene.board.cells}
        unit, found = self.geometry.unit, dict[str, list[tuple[int, int]]]()
        for tile in laid_together(self.scene.game, self.scene.stacks):
            for a in tile:
                ways = (
                    (round((at[b][0] - at[a][0]) / unit), round((at[b][1] - at[a][1]) / unit)) for b in tile
                )
                found[a] = [way for way in ways if max(map(abs, way)) == 1]
        return found

    def _trails(self) -> Iterator[Element]:
        """The paths over tiles that the rules follow, in the colour of their player."""
        for owner, trail in trails(self.scene):
            rgb = self.pieces.looks.player_colours[owner].rgb if owner else _TRAIL
            # broad, so that it is told from ways beside it
            broad = [self._along(*way, colours.INK, 0.3) for way in trail]
            yield group([*broad, *(self._along(*way, rgb, 0.14) for way in trail)], trail=owner)

    def _along(self, site: int, a: int, b: int, rgb: str, wide: float) -> Element:
        at, half = self.geometry.centres[site], TOUCHING * self.geometry.radii[site]
        ends = [towards(at, self.scene.board.directions[d].angle, half) for d in (a, b)]
        return curve(ends[0], at, ends[1], rgb, wide * half)

    def _signs(self) -> Iterator[Element]:
        """The signs of empty sites; a ground has its own, and a place is painted instead of a disc, so that its name is seen."""
        glyphs = {sign.definition: sign.glyph for sign in self.scene.game.signs}
        for site in self.scene.board.sites:
            shown = self.scene.signs.get(site.name, "")
            if not shown or colours.terrain_of_sign(shown) is not None or self.scene.stacks.get(site.name):
                continue
            if self.board.surface == POINTS:
                continue  # its point has the colour
            (x, y), size = self.geometry.centres[site.index], self.geometry.radii[site.index]
            if not self.board.has_places:
                made = sign_mark(self.scene.game, shown, (x, y), 1.4 * size)
                yield group([made], mark=site.name) if self.framing.has_targets else made
            elif glyphs[shown] not in DISCS:
                yield sign_mark(self.scene.game, shown, (x, y - 0.6 * size), 0.7 * size)

    def _joints(self) -> Iterator[Element]:
        """Relations that the game wants drawn: bars between neighbours, lines from site to site."""
        for a, b, sign in self.scene.joints:
            named = colours.COLOURS.get(sign.colour)
            rgb = named.rgb if named else self._owner_colour(a) or colours.FAINT
            if sign.glyph == "ruled":
                yield strokes([list(self._way(a, b))], self.board.wood.line, 1.1)
                continue
            is_bar = sign.glyph == "bar"
            if is_bar and self.board.surface == LINES:
                yield group(self._stream(a, b, rgb), joint=sign.definition)
                continue
            way = self.geometry.between(a, b) if is_bar else self._way(a, b)
            wide = (0.15 if is_bar else 0.11) * self.geometry.unit
            yield group([line(*way, rgb, max(2.0, wide))], joint=sign.definition)

    def _stream(self, a: int, b: int, rgb: str) -> list[Element]:
        """A bar between crossings, where no line leads over it: the room between two rows, within the outermost lines."""
        wood, centres = self.board.wood, self.geometry.centres
        (ax, ay), (bx, by) = centres[a], centres[b]
        left, right = min(x for x, _ in centres), max(x for x, _ in centres)
        top, bottom = min(y for _, y in centres), max(y for _, y in centres)
        ends = self.geometry.between(a, b)
        shore = [(min(max(x, left), right), min(max(y, top), bottom)) for x, y in ends]
        dx, dy = 0.48 * (bx - ax), 0.48 * (by - ay)
        sides = [((x - dx, y - dy), (x + dx, y + dy)) for x, y in shore]
        pale = colours.tint(rgb, "#ffffff", 0.68)
        body = polygon([*sides[0], *reversed(sides[1])], pale, pale, 0.6)
        cut = [
            line(*side, wood.line, 1.1) for side, at, end in zip(sides, shore, ends, strict=True) if at != end
        ]
        return [body, *cut]

    def _way(self, a: int, b: int) -> tuple[Point, Point]:
        return self.geometry.centres[a], self.geometry.centres[b]

    def _arrows(self) -> list[Element]:
        if self.relation is None:
            return []
        name, pairs = self.relation.name, self.relation.pairs
        paint = {s: self._owner_colour(s) for s, _ in pairs}
        occupied = {s.index for s in self.scene.board.sites if self.scene.stacks.get(s.name)}
        titles = [f"{describe(self.scene, s)} {words(name)} {describe(self.scene, t)}" for s, t in pairs]
        return arrows(self.geometry, pairs, {s: c for s, c in paint.items() if c}, titles, occupied)

    def _owner_colour(self, site: int) -> str:
        stack = self.scene.stacks.get(self.scene.board.sites[site].name)
        return self.pieces.colour(stack[-1]) if stack else ""
