"""The ground of each site of a picture: its colour and sign, an owner's tint or border, and small notes of its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.play.scene import colours
from interpreter.play.scene.colours import Ground, tint
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.scene import Fact, Scene
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import HATCH, Anchor, Point, disc, text

TINTED = "#fbf3e0"  # what players' colours are mixed into, to tint their sites
TINT = 0.42  # the share of a player's colour in it
HATCHED = f"url(#{HATCH})"  # the fill of what is hidden
_DOTS = ("#7a4ba6", "#2f8f5b", "#c9372c", "#2a6bb5")  # of fields that are true at a site


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
            if f.type.base == "symbol" and f.name not in scene.joined_fields:
                default = f.type.symbols[f.default] if isinstance(f.default, int) else ""
                self.by_field[f.name] = colours.terrains(f.type.symbols, looks.symbol_colours(), default)
                self.defaults[f.name] = default
        flags = [f.name for f in site_fields if f.type.base == "bool"]
        self.dots = {name: _DOTS[i % len(_DOTS)] for i, name in enumerate(flags)}
        self.used: set[str] = set()
        self.tinted: set[str] = set()
        self.dotted: set[str] = set()
        self.has_hidden = False

    def used_in_order(self) -> list[tuple[str, Ground]]:
        """The grounds that were painted, as their fields list them."""
        return [
            (word, ground)
            for grounds in self.by_field.values()
            for word, ground in grounds.items()
            if ground and word in self.used
        ]

    def paint(self, site: str, facts: Sequence[Fact]) -> Paint:
        """How a site is painted: by the first of its fields that has a ground, then by the first owner."""
        found = self._ground(facts)
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
        grounds = [f for f in facts if f.base == "symbol" and not f.is_hidden]
        words = [w for f in facts if (w := self._word(f, is_ground=f in grounds[:1]))]
        true = [f.name for f in facts if f.name in self.dots and f.value == "true"]
        self.dotted |= set(true)
        size = max(8.5, 0.2 * self.geometry.unit)
        left, top = self._notes_place(at, size, bool(grounds) and any(f.base == "player" for f in facts))
        made: list[Element] = []
        if words:
            anchor: Anchor = "start" if self.geometry.tiling.is_rectangular else "middle"
            made.append(text((left, top), " ".join(words), size, ink, anchor=anchor))
        for i, name in enumerate(true):
            x = 2 * at[0] - left - (0.25 + 0.6 * i) * size  # from the right end
            made.append(disc((x, top), 0.22 * size, self.dots[name]))
        return made

    def _word(self, fact: Fact, is_ground: bool) -> str:
        """The note of a field, or "". A field that paints the ground has one only if its value has a sign."""
        declared = self.scene.declared(fact.name)
        if fact.is_hidden or fact.base in ("player", "bool"):
            return ""
        if fact.base != "symbol" or declared is None:
            return fact.value
        look = self.looks.symbol(fact.value)
        has_sign = look is not None and bool(look.glyph)
        return self.looks.symbol_glyph(fact.value, declared.type.symbols) if has_sign or not is_ground else ""

    def _notes_place(self, at: Point, size: float, is_bordered: bool) -> Point:
        """The left end and the height of the notes."""
        unit = self.geometry.unit
        if not self.geometry.tiling.has_outlines:
            return at[0], at[1] - self.geometry.radius - 0.6 * size
        if not self.geometry.tiling.is_rectangular:
            return at[0], at[1] - 0.44 * unit
        half = (0.4 if is_bordered else 0.46) * unit
        return at[0] - half, at[1] - half + 0.5 * size
