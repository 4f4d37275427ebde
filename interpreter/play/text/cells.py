"""The cells of a drawn board: what a site shows, on one line; or, for tiles, on three, with the marks of a piece at its edges, and
its sign in the middle.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.cells import cell_len

from gdl.core import model
from interpreter.play.scene.colours import COLOURS, Ground, terrains
from interpreter.play.scene.looks import UNSEEN, Looks
from interpreter.play.scene.names import Piece, short_names, words
from interpreter.play.scene.scene import Fact, Scene
from interpreter.play.scene.tiles import edge_columns, edges, joins
from interpreter.play.text.styled import Parts, linked, width_of

LEAST_WIDTH = 7  # of a cell with marks on its edges

_CORNERS = {
    frozenset((90, 0)): "╰",
    frozenset((90, 180)): "╯",
    frozenset((270, 0)): "╭",
    frozenset((270, 180)): "╮",
}

Place = tuple[int, int]  # in a tile: row 0 to 2 from the top, column -1 to 1 from the left


def tile_lines(looks: Looks, centre: Parts, piece: Piece | None) -> tuple[Parts, ...]:
    """The three lines of a site with a tile; of an empty one they are blank around its centre."""
    game = looks.game
    ways = joins(game, piece) if piece else []
    marks = {**_marks(looks, piece), **_ends(game, ways)} if piece else {}
    if ways and piece and not piece.owner:
        angles = [tuple(game.board.directions[d].angle for d in way) for way in ways]
        centre = [(_crossing(angles), "bold")]
    side = max([1, *(cell_len(text) for (_, column), text in marks.items() if column)])
    rows = (marks.get((row, 0), "") for row in (0, 2))
    middle = max(width_of(centre), *map(cell_len, rows), LEAST_WIDTH - 2 * side - 2)
    lines = []
    for row in range(3):
        inner = centre if row == 1 else [(marks.get((row, 0), ""), "")]
        left, right = marks.get((row, -1), ""), marks.get((row, 1), "")
        room = middle - width_of(inner)
        before = left + " " * (side - cell_len(left) + 1 + room // 2)
        behind = " " * (room - room // 2 + 1 + side - cell_len(right)) + right
        lines.append([(before, ""), *inner, (behind, "")])
    return tuple(lines)


def _marks(looks: Looks, piece: Piece) -> dict[Place, str]:
    """The marks of a piece where its edges are."""
    found: dict[Place, str] = {}
    for direction, marks in edges(looks.game, looks, piece).items():
        angle = math.radians(looks.game.board.directions[direction].angle)
        column = round(math.cos(angle) * 1.4)
        at = (1 - round(math.sin(angle)), max(-1, min(1, column)))
        found[at] = found.get(at, "") + "".join(m.text for m in marks)
    return found


def _ends(game: model.Game, ways: Iterable[tuple[int, int]]) -> dict[Place, str]:
    """A stroke at each side of a tile that is joined to another side."""
    found: dict[Place, str] = {}
    for direction in {d for way in ways for d in way}:
        angle = game.board.directions[direction].angle
        if angle % 90 == 0:
            turn = math.radians(angle)
            found[1 - round(math.sin(turn)), round(math.cos(turn))] = "│" if angle % 180 else "──"
    return found


def _crossing(ways: list[tuple[int, ...]]) -> str:
    """The middle of a tile whose sides are joined, by the angles of the sides."""
    straight = [way for way in ways if abs(way[0] - way[1]) == 180]
    if straight:
        return "┼" if len(straight) > 1 else "│" if set(straight[0]) == {90, 270} else "─"
    return "".join(_CORNERS.get(frozenset(way), "*") for way in sorted(ways, key=lambda w: 180 not in w))


EMPTY = "·"
_DETAILS = ("number", "symbol", "direction", "player")  # types of fields that are drawn beside a piece
_LETTERS = ("bool", "symbol", "number")  # of those of sites that are drawn as a letter or a digit
_TALL = 3  # pieces of a stack that are drawn one by one


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn on a site: one line or three, each of texts with styles, on one ground."""

    lines: tuple[Parts, ...]
    ground: str

    @property
    def width(self) -> int:
        return max(width_of(parts) for parts in self.lines)


class Cells:
    """Draws the sites of a scene, one by one, and collects what the legend must explain.

    `letters`: each letter that was used for a field, with its meaning. `pieces`: the glyphs on the board, which no letter
    may look like. `is_linked`: styles end in `link SITE`.
    """

    def __init__(self, scene: Scene, looks: Looks, pieces: set[str], is_linked: bool = False) -> None:
        self.is_linked = is_linked
        self.scene, self.looks, self.colour = scene, looks, looks.colour
        self.pieces = pieces
        self.letters: dict[str, str] = {}
        self.has_tiles = bool(edge_columns(scene.game)) and scene.board.tiling.has_outlines
        self.grounds: dict[str, Mapping[str, Ground | None]] = {
            f.name: terrains(f.type.symbols, looks.symbol_colours(), "")
            for f in scene.game.fields.values()
            if f.holder == "site" and f.type.base == "symbol"
        }

    @property
    def reserved(self) -> int:
        """The columns that fields will need when they differ from their defaults, so that a board on a screen does not get
        wider in the middle of a game: the letters of a site, or a number, a letter or an arrow beside a piece."""
        if not self.is_linked:
            return 0
        fields = self.scene.game.fields.values()
        of_sites = sum(f.type.base in _LETTERS and self.scene.draws(f) for f in fields if f.holder == "site")
        veiled = 2 * any(h.hides_sites and h.aspects for h in self.scene.game.hides)  # the ground, and a sign
        has_details = any(f.type.base in _DETAILS and not f.rotation for f in fields if f.holder == "piece")
        widest = max((cell_len(glyph) for glyph in self.pieces), default=1)
        return max(of_sites, veiled, widest + 1 if has_details else 0)

    def cell(self, site: str) -> Cell:
        letters, ground = self._fields(site)
        stack = self.scene.stacks.get(site)
        parts = self._content(site, letters, ground)
        lines: tuple[Parts, ...] = (parts,)
        if self.has_tiles:
            lines = tile_lines(self.looks, parts, stack[-1] if stack else None)
        if self.is_linked:
            lines = tuple(linked(parts, site) for parts in lines)
        return Cell(lines, ground if self.colour else "")

    def _content(self, site: str, letters: str, ground: str) -> Parts:
        """The pieces of a site; on an empty one its sign, its letters, or a dot."""
        stack = self.scene.stacks.get(site)
        if stack:
            shown = stack if len(stack) <= _TALL else stack[-1:]
            parts = [
                (
                    self.looks.glyph(piece.owner, piece.kind) + self.looks.details(piece),
                    self.looks.style(piece.owner, piece.kind),
                )
                for piece in shown
            ]
            return [*parts, (f"×{len(stack)}", "dim")] if len(stack) > _TALL else parts
        if site in self.scene.signs:
            sign = next(s for s in self.scene.game.signs if s.definition == self.scene.signs[site])
            named = COLOURS.get(sign.colour)
            return [(sign.glyph, named.terminal if named else "dim")]
        there = [s for s in self.scene.stakes if s.is_place and s.site == site]
        if there:
            return [
                (self._letter(self.looks.short_players[s.player], f"{s.player}'s {words(s.field)}"), "")
                for s in there
            ]
        if letters:
            return [(letters, "dim" if ground == "" else "")]
        return [(EMPTY, "dim")]

    # ---- fields

    def _fields(self, site: str) -> tuple[str, str]:
        """The letters of a site's fields, and the style of its ground: that of the first field that has one.

        Where it is hidden what stands there, a sign says so behind the fields that are seen.
        """
        is_dark = site in self.scene.hidden_sites
        found = [self._field(fact) for fact in self.scene.facts(site) if not (is_dark and fact.is_hidden)]
        letters = "".join(letters for letters, _ in found) + (UNSEEN if is_dark else "")
        return letters, next((ground for _, ground in found if ground), "")

    def _field(self, fact: Fact) -> tuple[str, str]:
        """The letters and the ground of one field."""
        declared = self.scene.declared(fact.name)
        if fact.is_hidden:
            return UNSEEN, ""
        if fact.base == "player" and fact.value in self.scene.players:
            if self.colour:
                return "", self.looks.player_colours[fact.value].ground
            return self._letter(self.looks.short_players[fact.value], f"{fact.name} {fact.value}"), ""
        if fact.base == "symbol" and declared:
            glyph = self.looks.symbol_glyph(fact.value, declared.type.symbols)
            named = self.grounds[fact.name].get(fact.value)
            return self._letter(glyph, fact.value), named.terminal if named else ""
        if fact.base == "bool":
            short = short_names(list(self.scene.site_fields))[fact.name]
            return (self._letter(short, fact.name) if fact.value == "true" else ""), ""
        return fact.value, ""

    def _letter(self, text: str, meaning: str) -> str:
        glyph = text.lower()
        if glyph in self.pieces or self.letters.get(glyph, meaning) != meaning:
            glyph = f"{EMPTY}{glyph}"
        self.letters[glyph] = meaning
        return glyph
