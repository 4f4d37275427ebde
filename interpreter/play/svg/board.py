"""The board of a picture: what it is made of, its sites with their ground, its lines and the names beside it.

In go a scene and a geometry; out come shapes, one group a site (`data-site`). What a board is made of follows
from what is played on it (`surface`): where pieces walk it is chequered, where they are only placed it is plain.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import svg

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.scene.boards import Link
from interpreter.play.scene.colours import Ground, tint
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.relations import describe
from interpreter.play.scene.scene import Fact, Scene
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import (
    HATCH,
    Anchor,
    Point,
    box,
    disc,
    group,
    line,
    polygon,
    strokes,
    text,
    towards,
)
from interpreter.play.svg.terrain import motif

CHEQUERED, PLAIN, LINES, WELLS, HEXES, NODES = "chequered", "plain", "lines", "wells", "hexes", "nodes"
CLOTH = "cloth"  # of a table on which cards lie
_WOOD = {
    CHEQUERED: ("#c79b69", "#f0dfc1", "#7b5634"),  # the dark squares, the light ones, the frame
    PLAIN: ("#ecd7ab", "#ecd7ab", "#b48d58"),
    LINES: ("#e8c98f", "#e8c98f", "#7a5a35"),
    WELLS: ("#c8a06c", "#c8a06c", "#8a6238"),
    HEXES: ("#efddb6", "#efddb6", "#b79463"),
    NODES: ("#f6ecd6", "#f6ecd6", "#8d6c44"),
    CLOTH: ("#86a28c", "#86a28c", "#5c7763"),
}
_WELL = "#6f5030"
TINTED = "#fbf3e0"  # what players' colours are mixed into, to tint their sites
_DOTS = ("#7a4ba6", "#2f8f5b", "#c9372c", "#2a6bb5")  # of fields that are true at a site
_LINES_FROM = 9  # files: a board so large, on which one kind of piece is placed, is drawn as crossing lines


def surface(game: model.Game) -> str:
    """What a board is made of: what its file says, else judged by its shape and by what is done on it."""
    if game.board.shape != "square":
        return HEXES if game.board.shape == "hex" else NODES
    if game.surface:
        return game.surface
    has_ground = any(f.holder == "site" and f.type.base in ("symbol", "player") for f in game.fields.values())
    if has_ground or (game.columns and any(c.by == "direction" for c in game.columns.values())):
        return PLAIN
    if any(a.form == "move" for a in game.actions):
        return CHEQUERED
    if len(game.kinds) != 1:
        return PLAIN
    if _is_dropped(game):
        return WELLS
    is_whole = len(game.board.sites) == game.board.files * game.board.ranks
    return LINES if is_whole and min(game.board.files, game.board.ranks) >= _LINES_FROM else PLAIN


def _is_dropped(game: model.Game) -> bool:
    """Whether every action asks about the next site in one fixed direction: pieces fall until something is there."""
    placing = [a for a in game.actions if a.form == "action"]
    return bool(placing) and all(
        any(
            isinstance(node, model.Builtin)
            and node.name == "step"
            and isinstance(node.arguments[1], model.Const)
            for part in action.parts
            if isinstance(part, model.Condition)
            for node in _nodes(part.condition)
        )
        for action in placing
    )


def _nodes(value: Any) -> Iterator[Any]:
    """An expression and all that is in it."""
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif is_dataclass(value) and isinstance(value, model.Node):
        yield value
        for f in fields(value):
            if f.name not in ("span", "type"):
                yield from _nodes(getattr(value, f.name))


class BoardPicture:
    """Draws the board of a scene, without its pieces."""

    def __init__(self, scene: Scene, looks: Looks, geometry: Geometry) -> None:
        self.scene, self.looks, self.geometry = scene, looks, geometry
        self.board = scene.board
        self.surface = CLOTH if scene.has_cards_on_board else surface(scene.game)
        self.dark, self.light, self.line_colour = _WOOD[self.surface]
        self.label_size = 12.0 if geometry.shape == "graph" else max(10.0, min(14.0, 0.23 * geometry.unit))
        named = looks.symbol_colours()
        self.grounds: dict[str, Mapping[str, Ground | None]] = {}
        self.defaults: dict[str, str] = {}
        for f in scene.game.fields.values():
            if f.holder == "site" and f.type.base == "symbol" and f.name not in scene.joined_fields:
                default = f.type.symbols[f.default] if isinstance(f.default, int) else ""
                self.grounds[f.name] = colours.terrains(f.type.symbols, named, default)
                self.defaults[f.name] = default
        self.used: set[str] = set()  # the kinds of ground that were drawn, for the legend
        self.tinted: set[str] = set()  # the fields whose players were drawn
        self.dotted: set[str] = set()  # the fields that were drawn as dots
        self.has_hidden = False
        flags = [f.name for f in scene.game.fields.values() if f.holder == "site" and f.type.base == "bool"]
        self.dots = {name: _DOTS[i % len(_DOTS)] for i, name in enumerate(flags)}

    def elements(self) -> list[svg.Element]:
        """The frame, the sites, the lines, the names."""
        under = self._underlay()
        sites = [self._site(s.index) for s in self.board.sites]
        links = [self._link(k) for k in self.geometry.links]
        names = [
            text(
                label.at, label.text, self.label_size, colours.FAINT, anchor=label.anchor,
                outline=self.light if self.surface == NODES else "", width=4,
            )
            for label in self.geometry.labels(self.label_size)
        ]  # fmt: skip
        # The dots of a graph lie on its lines; fields lie under the lines that are drawn over them.
        over = links + sites if self.surface == NODES else sites + self._crossings()
        return [*under, *over, *names]  # names come last: those of a graph may cross its lines

    def used_in_order(self) -> list[tuple[str, Ground]]:
        """The grounds that were drawn, as their fields list them."""
        return [
            (word, ground)
            for grounds in self.grounds.values()
            for word, ground in grounds.items()
            if ground and word in self.used
        ]

    # ---- what lies under and over the sites

    def _underlay(self) -> list[svg.Element]:
        left, top, right, bottom = self.geometry.frame
        is_whole = len(self.board.sites) == self.board.files * self.board.ranks
        if self.surface == NODES:
            left, top, right, bottom = self.geometry.extent(self.label_size)
        elif self.surface == HEXES or not (is_whole or self._is_half):
            return []
        line = max(1.5, 0.3 * self.rim) if self.surface != NODES else 1.5
        out = self.rim - line / 2
        return [
            box(
                left - out, top - out, right - left + 2 * out, bottom - top + 2 * out,
                self.light, self.line_colour, line=line, corner=0.6 * self.rim,
            )
        ]  # fmt: skip

    @property
    def rim(self) -> float:
        """How far the board reaches beyond its sites."""
        if self.surface == HEXES:
            return 2.0
        return 14.0 if self.surface == NODES else 0.14 * self.geometry.unit

    @property
    def _is_half(self) -> bool:
        """Whether the sites are the dark squares of a chequered board, of which the light ones are no sites."""
        return self.surface == CHEQUERED and len({(s.file + s.rank) % 2 for s in self.board.sites}) == 1

    def _crossings(self) -> list[svg.Element]:
        """The lines of a board whose pieces stand on crossings, and the dots that help to count them."""
        if self.surface != LINES:
            return []
        at = {(s.file, s.rank): self.geometry.centres[s.index] for s in self.board.sites}
        files, ranks = self.board.files, self.board.ranks
        ways = [[at[f, 1], at[f, ranks]] for f in range(1, files + 1)]
        ways += [[at[1, r], at[files, r]] for r in range(1, ranks + 1)]
        made: list[svg.Element] = [strokes(ways, self.line_colour, 1.1)]
        if files == ranks and files % 2:
            inset = 4 if files >= 13 else 3
            places = (inset, (files + 1) // 2, files + 1 - inset)
            corners_only = files < 13
            made += [
                disc(at[f, r], 0.1 * self.geometry.unit, self.line_colour)
                for f in places
                for r in places
                if not corners_only or (f == places[1]) == (r == places[1])
            ]
        return made

    def _link(self, link: Link) -> svg.Element:
        """A line of a graph; bent where it would run through a third site."""
        a, b = self.geometry.centres[link.a], self.geometry.centres[link.b]
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        width = max(2.0, 0.1 * self.geometry.radius)
        length = math.dist(a, b)
        is_long = length > 1.2 * self.geometry.nearest * self.geometry.unit
        is_crossed = is_long and any(
            _distance(c, a, b) < 0.8 * self.geometry.radius
            for i, c in enumerate(self.geometry.centres)
            if i not in (link.a, link.b)
        )
        bend = 0.18 * length if is_crossed else 0.0
        normal = ((b[1] - a[1]) / length, -(b[0] - a[0]) / length) if length else (0.0, 0.0)
        turn = (middle[0] + 2 * bend * normal[0], middle[1] + 2 * bend * normal[1])
        made: list[svg.Element] = []
        if bend:
            way = [_on_curve(a, turn, b, i / 24) for i in range(25)]
            made.append(strokes([way], self.line_colour, width))
        else:
            made.append(line(a, b, self.line_colour, width))
        if link.one_way:
            tip, before = _on_curve(a, turn, b, 0.58), _on_curve(a, turn, b, 0.5)
            angle = math.degrees(math.atan2(before[1] - tip[1], tip[0] - before[0]))
            size = 0.42 * self.geometry.radius
            head = [tip, towards(tip, angle + 150, size), towards(tip, angle - 150, size)]
            made.append(polygon(head, self.line_colour))
        names = self.board.sites[link.a].name, self.board.sites[link.b].name
        return group(made, link=("→" if link.one_way else "-").join(names))

    # ---- one site

    def _site(self, index: int) -> svg.Element:
        site = self.board.sites[index]
        facts = self.scene.facts(site.name)
        at = self.geometry.centres[index]
        made: list[svg.Element] = []
        fill, sign, owner = self._fill(index, facts)
        if self.surface == NODES:
            plain = fill == self.light
            dot = 0.3 if plain else 0.8
            made.append(
                disc(at, dot * self.geometry.radius, self.line_colour if plain else fill, self.line_colour, 2)
            )
        elif self.surface == HEXES:
            made.append(polygon(self.geometry.outline(index), fill, self.line_colour, 1.2))
        elif self.surface == CLOTH:
            if site.name in self.scene.in_play and not fill.startswith("url"):
                half = 0.42 * self.geometry.unit
                rim = tint(self.light, "#ffffff", 0.35)
                made.append(
                    box(
                        at[0] - half,
                        at[1] - half,
                        2 * half,
                        2 * half,
                        "none",
                        rim,
                        line=1.5,
                        corner=8,
                        dashes=5,
                    )
                )
        else:
            edge = self.line_colour if self.surface == PLAIN else ""
            half = self.geometry.unit / 2
            made.append(box(at[0] - half, at[1] - half, 2 * half, 2 * half, fill, edge, line=1.2))
            if self.surface == WELLS:
                made.append(disc(at, 0.42 * self.geometry.unit, _WELL, tint(self.dark, "#ffffff", 0.35), 1.5))
        if sign:
            made += motif(sign, at, 0.5 * self.geometry.unit, tint(fill, colours.INK, 0.3))
        if owner and self.surface != NODES:
            made.append(polygon(self.geometry.outline(index, 0.9), "none", owner, 0.07 * self.geometry.unit))
        made += self._notes(at, facts)
        return group(made, self._title(index, facts), site=site.name)

    def _title(self, index: int, facts: list[Fact]) -> str:
        is_known = self.board.sites[index].name not in self.scene.hidden_sites
        known = ", ".join(f"{f.name} {f.value}" for f in facts) if is_known else ""
        return describe(self.scene, index) + (f" ({known})" if known else "")

    def _fill(self, index: int, facts: list[Fact]) -> tuple[str, str, str]:
        """The colour of a site, the sign on it, and the colour of an inner border where two fields want one."""
        site = self.board.sites[index]
        base = self.dark if self.surface != CHEQUERED or (site.file + site.rank) % 2 == 0 else self.light
        fill, sign, border = "", "", ""
        if site.name in self.scene.hidden_sites:
            self.has_hidden = True
            return f"url(#{HATCH})", "", ""
        values = {f.name: f for f in facts}
        for name, grounds in self.grounds.items():
            fact = values.get(name)
            word = fact.value if fact else self.defaults[name]
            ground = grounds.get(word)
            if fact and fact.is_hidden:
                fill = fill or f"url(#{HATCH})"
            elif ground is not None and not fill:
                fill, sign = ground.rgb, ground.motif
                self.used.add(word)
        for fact in facts:
            if fact.base == "player" and fact.value in self.looks.player_colours:
                rgb = self.looks.player_colours[fact.value].rgb
                self.tinted.add(fact.name)
                if fill:
                    border = border or rgb
                else:
                    fill = tint(TINTED, rgb, 0.42)
            elif fact.is_hidden and not fill:
                fill = f"url(#{HATCH})"
        self.has_hidden |= fill.startswith("url")
        return fill or base, sign, border

    def _notes(self, at: Point, facts: list[Fact]) -> list[svg.Element]:
        """The fields of a site that are no ground, small, along its upper edge: what is true as dots, the rest in words."""
        words: list[str] = []
        grounds = [f for f in facts if f.base == "symbol" and not f.is_hidden]
        for fact in facts:
            declared = self.scene.declared(fact.name)
            if fact.is_hidden or fact.base in ("player", "bool"):
                continue
            if fact.base == "symbol" and declared:
                look = self.looks.symbol(fact.value)
                if fact is not grounds[0] or (look and look.glyph):
                    words.append(self.looks.symbol_glyph(fact.value, declared.type.symbols))
            else:
                words.append(fact.value)
        true = [f.name for f in facts if f.name in self.dots and f.value == "true"]
        self.dotted |= set(true)
        size = max(8.5, 0.2 * self.geometry.unit)
        left, top = self._notes_place(at, size, bool(grounds) and any(f.base == "player" for f in facts))
        made: list[svg.Element] = []
        if words:
            anchor: Anchor = "start" if self.geometry.shape == "square" else "middle"
            ink = tint(self.line_colour, colours.INK, 0.5)
            made.append(text((left, top), " ".join(words), size, ink, anchor=anchor))
        for i, name in enumerate(true):
            x = 2 * at[0] - left - (0.25 + 0.6 * i) * size  # from the right end
            made.append(disc((x, top), 0.22 * size, self.dots[name]))
        return made

    def _notes_place(self, at: Point, size: float, is_bordered: bool) -> Point:
        """The left end and the height of the notes."""
        unit = self.geometry.unit
        if self.geometry.shape == "hex":
            return at[0], at[1] - 0.44 * unit
        if self.geometry.shape == "graph":
            return at[0], at[1] - self.geometry.radius - 0.6 * size
        half = (0.4 if is_bordered else 0.46) * unit
        return at[0] - half, at[1] - half + 0.5 * size


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
