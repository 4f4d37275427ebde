"""The board of a picture, without its pieces: its frame, its sites with their ground, its lines and the names beside it.

Each site is a group of shapes (`data-site`).
"""

from collections.abc import Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.boards import goings
from interpreter.play.scene.colours import tint
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.relations import describe
from interpreter.play.scene.scene import Fact, Scene
from interpreter.play.svg import surfaces
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.goals import Goal, goal_lines, goals
from interpreter.play.svg.grounds import HATCHED, Grounds
from interpreter.play.svg.lanes import bars, lane_shape
from interpreter.play.svg.lattice import LatticePicture
from interpreter.play.svg.links import link_line
from interpreter.play.svg.pits import has_pits, pit
from interpreter.play.svg.shapes import Point, box, disc, group, polygon, strokes, text, towards
from interpreter.play.svg.surfaces import CARDS, CHEQUERED, HEXES, LINES, NODES, PLAIN, WELLS, WOODS
from interpreter.play.svg.terrain import motif

_WELL = "#6f5030"
_VEIL = 0.55  # how dense the hatching is over a ground that is seen
_MANY_LINES = 13  # of a board whose points lie farther from its rim


class BoardPicture:
    """Draws the board of a scene on a surface."""

    def __init__(self, scene: Scene, looks: Looks, geometry: Geometry, surface: str) -> None:
        self.scene, self.geometry, self.surface = scene, geometry, surface
        self.board = scene.board
        self.wood = WOODS[surface]
        self.looks, self.has_pits = looks, has_pits(scene)
        self.grounds = Grounds(scene, looks, geometry)
        self.lattice = LatticePicture(scene, geometry, self.grounds, self.wood)
        self.label_size = (
            12.0 if not geometry.tiling.has_outlines else max(10.0, min(14.0, 0.23 * geometry.unit))
        )

    def elements(self) -> list[Element]:
        """The frame, the sites, the lines, the names."""
        under = self._frame()
        sites = [self._site(s.index) for s in self.board.cells] + list(self.lattice.places())
        links = [link_line(self.board, self.geometry, k, self.wood.line) for k in self.geometry.links]
        names = [
            text(
                label.at, label.text, self.label_size, colours.FAINT, anchor=label.anchor,
                outline=self.wood.light if self.surface == NODES else "", width=4,
            )
            for label in self.geometry.labels(self.label_size)
        ]  # fmt: skip
        # The dots of a graph lie on its lines; fields lie under the lines that are drawn over them.
        over = links + sites if self.surface == NODES else sites + self._crossings()
        if self.geometry.lanes:
            others = [c for i, c in enumerate(self.geometry.centres) if i not in self.geometry.lanes]
            over = bars(self.geometry.lanes, others, self.geometry.unit) + sites
        elif self.has_pits:
            over = sites
        over += [self._going(s, d) for s, d in goings(self.board)]
        over += [line for g in goals(self.scene.game) for line in self._goal(g)]
        return [*under, *over, *names]  # names come last: those of a graph may cross its lines

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
        elif self.surface == HEXES or not (is_whole or self._is_half):
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
        if self.surface == HEXES:
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

    def _goal(self, goal: Goal) -> list[Element]:
        """The edge of a player's goal, where cells have sides."""
        if self.surface in (NODES, CARDS):
            return []
        name = self.scene.game.players[goal.player].name
        shapes = list(goal_lines(self.geometry, goal, self.looks.player_colours[name].rgb))
        return [group(shapes, f"{name}'s side", goal=name)]

    # ---- one site

    def _site(self, index: int) -> Element:
        site = self.board.sites[index]
        facts = self.scene.facts(site.name)
        at = self.geometry.centres[index]
        if self.has_pits or index in self.geometry.lanes:
            return group(self._special(index, facts), self._title(index, facts), site=site.name)
        paint = self.grounds.paint(site.name, facts)
        is_light = self.surface == CHEQUERED and (site.file + site.rank) % 2 != 0
        fill = paint.fill or (self.wood.light if is_light else self.wood.dark)
        if paint.ground and self.surface not in (NODES, CARDS):
            veil = polygon(self.geometry.outline(index, 1.0), HATCHED, opacity=_VEIL)
            made = [*self._ground(index, paint.ground, paint.motif), veil]
        else:
            made = self._ground(index, fill, paint.motif)
        if paint.border and self.surface != NODES:
            inner = self.geometry.outline(index, 0.9)
            made.append(polygon(inner, "none", paint.border, 0.07 * self.geometry.unit))
        made += self.grounds.notes(at, facts, tint(self.wood.line, colours.INK, 0.5))
        return group(made, self._title(index, facts), site=site.name)

    def _ground(self, index: int, fill: str, sign: str) -> list[Element]:
        """A site in its colour, with the sign of its ground."""
        at = self.geometry.centres[index]
        made = self._body(index, at, fill)
        if sign and fill != HATCHED:
            made += motif(sign, at, 0.5 * self.geometry.unit, tint(fill, colours.INK, 0.3))
        return made

    def _special(self, index: int, facts: Sequence[Fact]) -> list[Element]:
        """A point of a race, or a pit with its seeds."""
        if index in self.geometry.lanes:
            return [lane_shape(self.geometry.lanes[index])]
        counts = [int(f.value) for f in facts if f.base == "number" and f.value.isdigit()]
        return pit(
            self.geometry.centres[index], 0.42 * self.geometry.nearest * self.geometry.unit, sum(counts)
        )

    def _body(self, index: int, at: Point, fill: str) -> list[Element]:
        """The shape of a site on its surface."""
        unit, line = self.geometry.unit, self.wood.line
        half = unit / 2
        match self.surface:
            case surfaces.NODES:
                is_plain = fill == self.wood.light
                radius = (0.3 if is_plain else 0.8) * self.geometry.radius
                return [disc(at, radius, line if is_plain else fill, line, 2)]
            case surfaces.HEXES:
                return [polygon(self.geometry.outline(index), fill, line, 1.2)]
            case surfaces.CARDS:
                is_shown = self.board.sites[index].name in self.scene.in_play and fill != HATCHED
                return [self._place_for_a_card(at)] if is_shown else []
            case _:
                edge = line if self.surface == PLAIN else ""
                square = box(at[0] - half, at[1] - half, 2 * half, 2 * half, fill, edge, line=1.2)
                rim = tint(self.wood.dark, "#ffffff", 0.35)
                return [square, disc(at, 0.42 * unit, _WELL, rim, 1.5)] if self.surface == WELLS else [square]

    def _place_for_a_card(self, at: Point) -> Element:
        half = 0.42 * self.geometry.unit
        rim = tint(self.wood.light, "#ffffff", 0.35)
        return box(at[0] - half, at[1] - half, 2 * half, 2 * half, "none", rim, line=1.5, corner=8, dashes=5)

    def _title(self, index: int, facts: Sequence[Fact]) -> str:
        is_known = self.board.sites[index].name not in self.scene.hidden_sites
        known = ", ".join(f"{f.name} {f.value}" for f in facts if is_known or not f.is_hidden)
        return describe(self.scene, index) + (f" ({known})" if known else "")
