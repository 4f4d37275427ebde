"""What a board and its sites are made of.

The surface is chequered, plain, lined or holed wood, cells with outlines, points that pieces join by lines, the nodes of a graph, or a
table for cards: the file says so
(`board "lines"` in `looks`), or it follows from the tiling of the board and from what is played on it. The ground of a site has a
colour and a small sign, waves, peaks, trees and the like, so that it differs not by colour alone; an owner's tint or border; and
small notes of its fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gdl.core import model
from interpreter.play.scene import colours
from interpreter.play.scene.colours import TRUTHS, Ground, tint
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Fact, Scene
from interpreter.play.svg.geometry import BAR, LANES, Geometry
from interpreter.play.svg.shapes import HATCH, Anchor, Element, Point, data, disc, strokes, text

CHEQUERED, PLAIN, LINES, WELLS = "chequered", "plain", "lines", "wells"  # as a file may say it
CELLS, NODES, CARDS, POINTS = "cells", "nodes", "cards", "points"
LINES_FROM = 9  # files: a board so large, on which one kind of piece is placed, is drawn as crossing lines


@dataclass(frozen=True, slots=True)
class Wood:
    """The colours of a surface: its dark or only squares, its light ones, its frame and lines."""

    dark: str
    light: str
    line: str


WOODS = {
    CHEQUERED: Wood("#c79b69", "#f0dfc1", "#7b5634"),
    PLAIN: Wood("#ecd7ab", "#ecd7ab", "#b48d58"),
    LINES: Wood("#e8c98f", "#e8c98f", "#7a5a35"),
    WELLS: Wood("#c8a06c", "#c8a06c", "#8a6238"),
    POINTS: Wood("#ecd7ab", "#ecd7ab", "#a07c4c"),
    CELLS: Wood("#efddb6", "#efddb6", "#b79463"),
    NODES: Wood("#f6ecd6", "#f6ecd6", "#8d6c44"),
    CARDS: Wood("#86a28c", "#86a28c", "#5c7763"),
}


def colours_by_use() -> dict[str, set[str]]:
    """The colours of all surfaces: of `dark` and `light` squares and points, of squares that are all alike (`plain`), of lines (`rim`)."""
    found: dict[str, set[str]] = {"dark": {LANES[0], BAR}, "light": {LANES[1]}, "plain": set(), "rim": set()}
    for wood in WOODS.values():
        uses = ("plain", "plain") if wood.dark == wood.light else ("dark", "light")
        for use, rgb in zip((*uses, "rim"), (wood.dark, wood.light, wood.line), strict=True):
            found[use].add(rgb)
    return found


def surface_of(scene: Scene) -> str:
    """What the board of a scene is made of."""
    return CARDS if scene.has_cards_on_board else surface(scene.game)


def surface(game: model.Game) -> str:
    """What a game's board is made of, as long as no cards lie on it.

    Where the file does not say it: points where lines are drawn from piece to piece; plain where fields or edges of tiles colour the sites, where several kinds are placed,
    and where there are borders or nodes;
    chequered where pieces move; lines on a large whole board on which one kind is placed.
    """
    if not game.board.tiling.is_rectangular:
        return CELLS if game.board.tiling.has_outlines else NODES
    if game.surface:
        return game.surface
    if any(sign.glyph == "line" for sign in game.signs):
        return POINTS
    has_ground = any(f.holder == "site" and f.type.base in ("symbol", "player") for f in game.fields.values())
    if has_ground or (game.columns and any(c.by == "direction" for c in game.columns.values())):
        return PLAIN
    if not game.board.places and any(a.form == "move" for a in game.actions):
        return CHEQUERED
    if len(game.kinds) != 1 or game.board.places:
        return PLAIN
    is_whole = len(game.board.sites) == game.board.files * game.board.ranks
    return LINES if is_whole and min(game.board.files, game.board.ranks) >= LINES_FROM else PLAIN


def motif(name: str, at: Point, size: float, colour: str) -> list[Element]:
    """The sign of a kind of ground in the middle of a site; `size` is half the height of the site.

    `motifs.json` has the lines of each, through points in shares of this size, y upward.
    """
    ways = [[(at[0] + x * size, at[1] - y * size) for x, y in way] for way in data("motifs").get(name, ())]
    return [strokes(ways, colour, max(1.2, 0.07 * size))] if ways else []


TINTED = "#fbf3e0"  # what players' colours are mixed into, to tint their sites
TINT = 0.42  # the share of a player's colour in it
MARKED = 0.45  # the share of the colour of what is true of a site, in white
HATCHED = f"url(#{HATCH})"  # the fill of what is hidden


@dataclass(frozen=True, slots=True)
class Paint:
    """How a site is painted: its colour, or "" for the bare board; a sign on it; an inner border where two fields want a
    colour; and the colour of the ground that is seen where it is hidden what stands on it."""

    fill: str = ""
    motif: str = ""
    border: str = ""
    ground: str = ""


class Grounds:
    """Paints the sites of a scene, and collects what the legend must explain.

    `used`: the words for ground that were painted; `tinted`: the fields whose players were; `dots`: the colours of fields
    that are true or false, of which `dotted` were drawn.
    """

    def __init__(self, scene: Scene, looks: Looks, geometry: Geometry) -> None:
        self.scene, self.looks, self.geometry = scene, looks, geometry
        self.by_field: dict[str, Mapping[str, Ground | None]] = {}
        self.defaults: dict[str, str] = {}
        site_fields = [f for f in scene.game.fields.values() if f.holder == "site"]
        for f in site_fields:
            if f.type.base == "symbol" and f.name not in scene.joined_fields and not self._is_told(f):
                default = f.type.symbols[f.default] if isinstance(f.default, int) else ""
                self.by_field[f.name] = colours.terrains(f.type.symbols, looks.symbol_colours(), default)
                self.defaults[f.name] = default
        flags = [f.name for f in site_fields if f.type.base == "bool"]
        self.dots = {name: TRUTHS[i % len(TRUTHS)] for i, name in enumerate(flags)}
        self.marks = {} if self.by_field or not geometry.tiling.has_outlines else self.dots
        self.used: set[str] = set()
        self.tinted: set[str] = set()
        self.dotted: set[str] = set()
        self.noted = set[str]()  # fields whose numbers are written
        self.has_hidden = False

    def _is_told(self, field: model.Field) -> bool:
        """Whether another field paints these words already, so that this one is written with its name."""
        return any({*field.type.symbols} & {*grounds} for grounds in self.by_field.values())

    def used_in_order(self) -> list[tuple[str, Ground]]:
        """The grounds that were painted, as their fields list them; with the name of the field where another one has the same words."""
        told = {
            f.type.symbols
            for f in self.scene.game.fields.values()
            if f.holder == "site" and f.name not in self.by_field
        }
        return [
            (f"{words(name)}: {word}" if any(word in symbols for symbols in told) else word, ground)
            for name, grounds in self.by_field.items()
            for word, ground in grounds.items()
            if ground and word in self.used
        ]

    def paint(self, site: str, facts: Sequence[Fact]) -> Paint:
        """How a site is painted: by the first of its fields that has a ground, then by the first owner."""
        found = self._ground(facts)
        if not found.fill and (drawn := self._terrain(site)) is not None:
            found = Paint(drawn.rgb, drawn.motif)
        if true := self._marked(facts)[:1]:
            found = replace(found, fill=found.fill or tint("#ffffff", self.dots[true[0]], MARKED))
        if site in self.scene.hidden_sites:
            self.has_hidden = True
            ground = found.fill if found.fill != HATCHED else ""
            return Paint(HATCHED, found.motif, ground=ground)
        fill, border = found.fill, ""
        for fact in facts:
            if fact.base == "player" and fact.value in self.looks.player_colours:
                rgb = self.looks.player_colours[fact.value].rgb
                self.tinted.add(fact.name)
                if fill:
                    border = border or rgb
                else:
                    fill = tint(TINTED, rgb, TINT)
            elif fact.is_hidden and not fill:
                fill = HATCHED
        self.has_hidden |= fill == HATCHED
        return Paint(fill, found.motif, border)

    def _marked(self, facts: Sequence[Fact]) -> list[str]:
        """What is true of a site, where that is its ground, as no field has other grounds."""
        return [f.name for f in facts if f.name in self.marks and f.value == "true"]

    def _terrain(self, site: str) -> Ground | None:
        """The ground that a definition names whose sign the site shows, such as `lake`."""
        return colours.terrain_of_sign(self.scene.signs.get(site, ""))

    def _ground(self, facts: Sequence[Fact]) -> Paint:
        values = {f.name: f for f in facts}
        found = Paint()
        for name, grounds in self.by_field.items():
            fact = values.get(name)
            word = fact.value if fact else self.defaults[name]
            ground = grounds.get(word)
            if found.fill:
                continue
            if fact and fact.is_hidden:
                found = Paint(HATCHED)
            elif ground is not None:
                found = Paint(ground.rgb, ground.motif)
                self.used.add(word)
        return found

    # ---- notes

    def notes(self, at: Point, facts: Sequence[Fact], ink: str) -> list[Element]:
        """The fields of a site that are no ground, small, along its upper edge: what is true as dots, the rest in words."""
        grounds = [f for f in facts if f.name in self.by_field and not f.is_hidden]
        noted = [w for f in facts if (w := self._word(f, is_ground=f in grounds[:1]))]
        true = [f.name for f in facts if f.name in self.dots and f.value == "true"]
        self.dotted |= set(true)
        self.noted |= {f.name for f in facts if f.base == "number" and not f.is_hidden}
        size = max(8.5, 0.2 * self.geometry.unit)
        left, top = self._notes_place(at, size, bool(grounds) and any(f.base == "player" for f in facts))
        made: list[Element] = []
        if noted:
            anchor: Anchor = "start" if self.geometry.tiling.is_rectangular else "middle"
            rim = "" if self.geometry.tiling.has_outlines else colours.PAPER  # the lines of a graph run below
            made.append(text((left, top), " ".join(noted), size, ink, anchor=anchor, outline=rim))
        for i, name in enumerate(n for n in true if n not in self._marked(facts)[:1]):
            x = 2 * at[0] - left - (0.25 + 0.6 * i) * size  # from the right end
            made.append(disc((x, top), 0.22 * size, self.dots[name]))
        return made

    def _word(self, fact: Fact, is_ground: bool) -> str:
        """The note of a field, or "". A field that paints the ground has one only if its value has a sign."""
        declared = self.scene.declared(fact.name)
        if fact.is_hidden or fact.base in ("player", "bool", "direction"):
            return ""
        if fact.base != "symbol" or declared is None:
            return fact.value
        if self._is_told(declared) and fact.name not in self.by_field:
            return f"{words(fact.name)} {words(fact.value)}"
        look = self.looks.symbol(fact.value)
        has_sign = look is not None and bool(look.glyph)
        return self.looks.symbol_glyph(fact.value, declared.type.symbols) if has_sign or not is_ground else ""

    def _notes_place(self, at: Point, size: float, is_bordered: bool) -> Point:
        """The left end and the height of the notes."""
        unit = self.geometry.unit
        if not self.geometry.tiling.has_outlines:
            far = self.geometry.radius + 0.6 * size
            near = (label.at for label in self.geometry.labels(size) if abs(label.at[0] - at[0]) < 2 * far)
            is_named = any(0 < at[1] - y < 2 * far for _, y in near)  # the name lies above
            return at[0], at[1] + (far if is_named else -far)
        if not self.geometry.tiling.is_rectangular:
            return at[0], at[1] - 0.44 * unit
        half = (0.4 if is_bordered else 0.46) * unit
        return at[0] - half, at[1] - half + 0.5 * size
