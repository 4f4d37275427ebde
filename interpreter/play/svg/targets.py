"""What can be pointed at in a picture: a transparent shape over each site, in rows, as a grid for screen readers.

A page marks them by classes and gives them the focus. Each says what is on its site.
"""

from interpreter.play.scene.relations import describe
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.sentences import meaning
from interpreter.play.svg.elements import Element, element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import disc, escape, heading, line, polygon

_CLEAR = "transparent"
_FINGER = 15.0  # the least radius of what a finger can hit on a graph
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
    size = (0.3 if scene.board.sort(site) == "cell" else 0.22) * geometry.radius
    dot = disc(at, size, "none", style="dot")
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
