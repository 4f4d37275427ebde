"""The block of a picture with the board: its surface, lines of relations, arrows, pieces and signs, and what can be pointed at: a
transparent shape over each site, in rows, as a grid for screen readers.
"""

from collections.abc import Iterator, Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.names import words
from interpreter.play.scene.relations import Relation, describe
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.sentences import meaning
from interpreter.play.svg.board import BoardPicture
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.marks import (
    arrows,
    counts,
    decided_row,
    last_mark,
    ring,
    sign_mark,
    stake_marks,
    target_dot,
    threat,
)
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.shapes import (
    Block,
    Element,
    Point,
    disc,
    element,
    escape,
    group,
    heading,
    line,
    moved,
    polygon,
    strokes,
)

_CLEAR = "transparent"
_FINGER = 15.0  # the least radius of what a finger can hit on a graph
_DOT = 0.08  # of a column: the least radius of the dot on what can be chosen
_ON_NODE, _ON_BORDER = 0.2, 0.26  # of a column: the radius about a node, the width along a border


def targets(scene: Scene, geometry: Geometry, label: str) -> Element:
    """The targets of all sites of a board, the rows from top to bottom. `label` is the name of the grid."""
    rows: dict[int, list[int]] = {}
    for site in scene.board.sites:
        rows.setdefault(round(geometry.centres[site.index][1]), []).append(site.index)
    made: list[Element] = []
    for _, row in sorted(rows.items()):
        order = sorted(row, key=lambda s: geometry.centres[s][0])
        cells: list[Element] = [_written(scene, geometry, s) for s in order]
        made.append(element("g", cells, role="row"))
    return element("g", made, class_="targets", role="grid", aria_label=escape(label))


def _written(scene: Scene, geometry: Geometry, site: int) -> Element:
    """The target of a site as text; written once for each thing that it says, as most sites stay as they are."""
    count = len(scene.stacks.get(scene.board.sites[site].name, ()))
    said = describe(scene, site) + (f", {count} pieces" if count > 1 else "")
    if (site, said) not in geometry.written:
        geometry.written[site, said] = _target(scene, geometry, site, said)
    return geometry.written[site, said]


def _tip(scene: Scene, site: int, said: str) -> list[Element]:
    """What is shown when one points at a site: what is on it, and what the rules say of the topmost piece."""
    stack = scene.stacks.get(scene.board.sites[site].name, ())
    if not stack:
        return []
    told = meaning(scene.game, stack[-1].kind)
    return [heading(f"{said}. {told}" if told else said)]


def _target(scene: Scene, geometry: Geometry, site: int, said: str) -> Element:
    name = scene.board.sites[site].name
    at = geometry.centres[site]
    size = (0.3 if scene.board.sort(site) == "cell" else 0.22) * geometry.radii[site]
    dot = disc(at, max(size, _DOT * geometry.unit), "none", style="dot")
    return element(
        "g",
        [*_tip(scene, site, said), _shape(scene, geometry, site), dot],
        class_="target",
        tabindex=-1,
        data_target=escape(name),
        role="gridcell",
        aria_label=escape(said),
    )


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
        last: Sequence[str] = (),
        over: Element | None = None,
    ) -> None:
        """`last`: the sites of the last move; `over`: what lies over everything else."""
        self.last, self.over = last, over
        self.dots: Sequence[str] = ()
        self.rings: Sequence[str] = ()
        self.decided: Sequence[Sequence[str]] = ()
        self.threats: Sequence[Sequence[str]] = ()
        self.scene, self.board, self.pieces, self.cards, self.relation = scene, board, pieces, cards, relation
        self.geometry: Geometry = board.geometry

    def block(self) -> Block:
        """All of it, moved so that nothing is left of 0 or above it."""
        if not self.scene.board.sites:
            return Block(0)
        # arrows lie below the pieces, whose letters they would cover otherwise
        under = [*self.board.elements(), *self._marks(), *self._joints(), *self._arrows()]
        made = [*under, *self._pieces(), *self._signs()]
        made += stake_marks(self.scene, self.pieces.looks, self.geometry)
        if self.relation is not None:
            made += counts(self.geometry, self.relation.pairs)
            prey = (s for s in self.scene.board.sites if s.name in self.relation.prey)
            made += [ring(self.geometry.centres[s.index], 1.08 * self.geometry.radii[s.index]) for s in prey]
        made += [target_dot(self.geometry, s.index) for s in self.scene.board.sites if s.name in self.dots]
        made += [
            ring(self.geometry.centres[s.index], self.geometry.radii[s.index])
            for s in self.scene.board.sites
            if s.name in self.rings
        ]
        made += self._decided()
        made += self._threats()
        if self.over is not None:
            made.append(self.over)
        left, top, right, bottom = self.board.extent()
        return Block(right - left, bottom - top, [moved(made, -left, -top)])

    def _marks(self) -> Iterator[Element]:
        """The sites of the last move."""
        for site in self.scene.board.sites:
            if site.name in self.last:
                yield group([last_mark(self.geometry, site.index)], last=site.name)

    def _decided(self) -> Iterator[Element]:
        """The rows that have decided the game."""
        index = {s.name: s.index for s in self.scene.board.sites}
        for row in self.decided:
            shown = [index[name] for name in row if name in index]
            yield group(decided_row(self.geometry, shown), decided=" ".join(row))

    def _threats(self) -> Iterator[Element]:
        """From where to where a piece is attacked that must not be."""
        index = {s.name: s.index for s in self.scene.board.sites}
        for row in self.threats:
            shown = [index[name] for name in row if name in index]
            yield group(threat(self.geometry, shown), threat=" ".join(row))

    def _pieces(self) -> Iterator[Element]:
        """The pieces of each site, those behind first."""
        order = sorted(
            (s for s in self.scene.board.cells if self.scene.stacks.get(s.name)), key=lambda s: (-s.y, s.x)
        )
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
                yield self.pieces.stack(stack, at, site.name, self.geometry.radii[site.index])
        yield from self.board.lattice.pieces(self.pieces)

    def _signs(self) -> Iterator[Element]:
        """The signs of empty sites."""
        for site in self.scene.board.sites:
            if site.name in self.scene.signs and not self.scene.stacks.get(site.name):
                at = self.geometry.centres[site.index]
                yield sign_mark(
                    self.scene.game, self.scene.signs[site.name], at, self.geometry.radii[site.index]
                )

    def _joints(self) -> Iterator[Element]:
        """Relations that the game wants drawn: bars between neighbours, lines from site to site."""
        for a, b, sign in self.scene.joints:
            named = colours.COLOURS.get(sign.colour)
            rgb = named.rgb if named else self._owner_colour(a) or colours.FAINT
            if sign.glyph == "ruled":
                yield strokes([list(self._way(a, b))], self.board.wood.line, 1.1)
                continue
            is_bar = sign.glyph == "bar"
            way = self.geometry.between(a, b) if is_bar else self._way(a, b)
            wide = (0.15 if is_bar else 0.11) * self.geometry.unit
            yield group([line(*way, rgb, max(2.0, wide))], joint=sign.definition)

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
