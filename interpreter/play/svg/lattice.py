"""Borders and nodes in a picture: what stands on a border is a stroke along it, what stands on a node a small piece there.

Empty borders are thin lines, empty nodes dots. Each is a group of shapes (`data-site`), and so is what stands there
(`data-on`, with its `data-piece`).
"""

from collections.abc import Iterator

from gdl.boards.tiling import Site
from interpreter.play.scene.colours import edge
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.grounds import Grounds
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.shapes import Point, disc, group, line
from interpreter.play.svg.surfaces import Wood

_THICK = 0.13  # of a stroke, in widths of a column
_SMALL = 0.62  # of a piece on a node, in radii of one in a cell
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
            if stack and self.board.sort(site.index) == "border":
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


def sample(rgb: str) -> list[Element]:
    """A stroke in a legend."""
    a: Point = (-9, 0)
    b: Point = (9, 0)
    return [line(a, b, edge(rgb), 7), line(a, b, rgb, 5)]
