"""Drawing a position in the terminal: the one place that draws boards as text.

In go a game and a position (`state.position()` or `state.observation(player)`); out comes text of several
lines, with ANSI colours only when asked for. Squares are a grid, hexes are rows offset by half a cell, graphs
are sites joined by lines (`grid`). A cell is one line high, or three where pieces are tiles with marked edges.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.errors import StyleSyntaxError
from rich.style import Style

from gdl import model
from gdl.board import Site
from interpreter.engines.base import Reason
from interpreter.play import grid, pools
from interpreter.play.cards import Cards, has_cards, is_card
from interpreter.play.cloth import Cloth, lies_on
from interpreter.play.colours import COLOURS, terrains
from interpreter.play.looks import HIDDEN, Looks, Piece, short_names, words
from interpreter.play.pools import wrapped_text
from interpreter.play.relations import Relation, sentences, targets
from interpreter.play.scene import Scene
from interpreter.play.scores import Score
from interpreter.play.tiles import edge_columns, edges, explained, joins

EMPTY = "·"
TARGET, PREY = "!", "x"  # marks of a relation's targets, and of what can be captured
_TALL = 3  # pieces of a stack that are drawn one by one
_TILE = 7  # the least width of a cell with marks on its edges

Parts = list[tuple[str, str]]  # texts with their styles


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn on a site: one line or three, each of texts with styles, on one ground."""

    lines: tuple[Parts, ...]
    ground: str

    @property
    def width(self) -> int:
        return max(_length(parts) for parts in self.lines)


def draw(
    game: model.Game,
    position: Mapping[str, Any],
    *,
    colour: bool,
    marks: Mapping[str, str] | None = None,
    relation: Relation | None = None,
    signs: Mapping[str, str] | None = None,
    score: Score | None = None,
    width: int = 100,
    is_tight: bool = False,
) -> str:
    """The board, a legend, who is to move and the fields, without a newline at the end.

    `marks` gives sites one character each, drawn just left of the cell. `relation` is a name with the pairs of
    sites between which it holds: its targets are marked, and listed below. What is below the board is wrapped at
    `width` columns. `is_tight` leaves out rows that only make the drawing easier on the eye.
    """
    made = _Drawing(game, position, colour, dict(marks or {}), relation, signs, score, width, is_tight)
    return made.text()


def draw_reasons(reasons: Iterable[Reason], colour: bool) -> str:
    """Why a move is rejected: for each clause its place, a sentence, and the clause as it is written."""
    lines = []
    for reason in reasons:
        place = f"{reason.span}: " if reason.span.source.name else ""
        lines.append(_paint(place, "cyan", colour) + reason.text)
        clause = [line.rstrip() for line in reason.span.text.splitlines()]
        lines += [_paint(f"    | {line}", "dim", colour) for line in clause[:6]]
        lines += [_paint("    | ...", "dim", colour)] if len(clause) > 6 else []
    return "\n".join(lines)


@cache
def _style(name: str) -> Style:
    try:
        return Style.parse(name)
    except StyleSyntaxError:
        return Style()


def _paint(text: str, style: str, colour: bool) -> str:
    if not colour or not style or not text:
        return text
    return _style(style).render(text, color_system=ColorSystem.EIGHT_BIT)


def _length(parts: Parts) -> int:
    return sum(cell_len(text) for text, _ in parts)


def _crossing(ways: list[tuple[int, ...]]) -> str:
    """The middle of a tile whose sides are joined, by the angles of the sides."""
    corners = {(90, 0): "╰", (90, 180): "╯", (270, 0): "╭", (270, 180): "╮"}
    straight = [way for way in ways if abs(way[0] - way[1]) == 180]
    if straight:
        return "┼" if len(straight) > 1 else "│" if set(straight[0]) == {90, 270} else "─"
    return "".join(
        corners.get((a, b), corners.get((b, a), "*")) for a, b in sorted(ways, key=lambda w: 180 not in w)
    )


class _Drawing:
    """One position being drawn."""

    def __init__(
        self,
        game: model.Game,
        position: Mapping[str, Any],
        colour: bool,
        marks: dict[str, str],
        relation: Relation | None,
        signs: Mapping[str, str] | None,
        score: Score | None,
        width: int,
        is_tight: bool,
    ) -> None:
        self.game, self.colour, self.marks, self.relation = game, colour, marks, relation
        self.score, self.width, self.is_tight = score, width, is_tight
        self.scene = Scene(game, position, signs)
        self.board = self.scene.board
        self.barred_west, self.barred_south = self._barred("west"), self._barred("south")
        if relation is not None:
            self.marks |= dict.fromkeys(targets(self.scene, relation.pairs), TARGET)
            self.marks |= dict.fromkeys(relation.prey, PREY)
        pieces = [p for stack in self.scene.stacks.values() for p in stack]
        is_mixed = any(not p.owner for p in pieces) and any(p.owner for p in pieces)
        self.looks = Looks(game, colour, is_mixed)
        self.cards = Cards(game, self.looks)
        # cards are written with their names
        self.seen = {(p.owner, p.kind) for p in self.scene.every_piece if not is_card(game, p)}
        is_cloth = lies_on(self.scene)
        self.cloth = Cloth(self.scene, self.looks, self.cards, width, marks, is_tight) if is_cloth else None
        self.glyphs = {self.looks.glyph(o, k) for o, k in self.seen}
        self.used_letters: dict[str, str] = {}
        self.has_tiles = bool(edge_columns(game)) and self.board.shape != "graph"
        self.grounds = {
            f.name: terrains(f.type.symbols, self.looks.symbol_colours(), "")
            for f in game.fields.values()
            if f.holder == "site" and f.type.base == "symbol"
        }

    def text(self) -> str:
        board: list[str] = []
        if self.cloth is not None:
            board = [*map(self._line, self.cloth.lines()), *([] if self.is_tight else [""])]
        elif self.board.sites:
            board = [*(self.graph_lines() if self.board.shape == "graph" else self.board_lines()), ""]
        below = [*self.legend(), *self.state_lines(), *self.relation_lines()]
        if self.suits and not self.board.sites:
            below.append([(self.suits, "dim")])
        return "\n".join([*board, *(self._line(parts) for parts in below)]).rstrip("\n")

    def _line(self, parts: Parts) -> str:
        return "".join(_paint(text, style, self.colour) for text, style in parts).rstrip(" ")

    def _mark(self, site: str, ground: str) -> str:
        """The character left of a cell."""
        mark = self.marks.get(site, "")[:1] or ("│" if site in self.barred_west else "")
        return _paint(mark or " ", f"bold yellow {ground}".strip() if mark else ground, self.colour)

    # ---- the board

    def board_lines(self) -> list[str]:
        is_hex = self.board.shape == "hex"
        sites = self.board.sites
        cells = {s.name: self._cell(s.name) for s in sites}
        names = {s.file: s.names[0] for s in sites}
        width = max(cell.width for cell in cells.values())
        if not is_hex:
            width = max(width, *(len(n) for n in names.values()))
        if self.has_tiles:
            width = max(width + (width + 1) % 2, _TILE)
            cells = {name: self._spread(cell, width) for name, cell in cells.items()}
        pitch = width + 1 + ((width + 1) % 2 if is_hex else 0)
        left = min(s.x for s in sites)
        rows: dict[int, list[Site]] = {}
        for site in sites:
            rows.setdefault(int(site.y), []).append(site)
        margin = 1 + max(len(s.name) if is_hex else len(str(s.rank)) for s in sites)
        starts = {s.name: margin + int((s.x - left) * pitch) for s in sites}
        lines = []
        for y in range(max(rows), min(rows) - 1, -1):
            row = sorted(rows.get(y, ()), key=lambda s: s.x)
            lines += self._row_lines(row, cells, starts, width, margin)
            below = [starts[s.name] for s in row if s.name in self.barred_south]
            if below:
                bar = "".join(
                    "─" if any(0 <= i - x <= width for x in below) else " "
                    for i in range(max(below) + width + 1)
                )
                lines.append(_paint(bar, "bold yellow", self.colour))
        if not is_hex:
            files = sorted({(s.x, names[s.file]) for s in sites})
            line, at = [], 0
            for x, name in files:
                column = margin + 1 + int((x - left) * pitch) + (width // 2 if self.has_tiles else 0)
                line.append(" " * (column - at) + name)
                at = column + len(name)
            lines.append(_paint("".join(line), "dim", self.colour))
        return lines

    def _row_lines(
        self, row: list[Site], cells: Mapping[str, Cell], starts: Mapping[str, int], width: int, margin: int
    ) -> list[str]:
        """The lines of a row of cells: labels stand beside the middle one."""
        if not row:
            return [""]
        is_hex = self.board.shape == "hex"
        height = len(cells[row[0].name].lines)
        lines = []
        for i in range(height):
            line, at = [], 0
            if i == height // 2:
                label = row[0].name if is_hex else str(row[0].rank)
                indent = (starts[row[0].name] if is_hex else margin) - 1 - len(label)
                line.append(" " * indent + _paint(label, "dim", self.colour))
                at = indent + len(label)
            for site in row:
                cell = cells[site.name]
                line.append(" " * (starts[site.name] - at))
                line.append(
                    self._mark(site.name, cell.ground) if i == height // 2 else self._blank(1, cell.ground)
                )
                line += [
                    _paint(t, f"{style} {cell.ground}".strip(), self.colour) for t, style in cell.lines[i]
                ]
                line.append(self._blank(width - _length(cell.lines[i]), cell.ground))
                at = starts[site.name] + 1 + width
            if is_hex and i == height // 2:
                line.append(_paint(f" {row[-1].name}", "dim", self.colour))
            lines.append("".join(line).rstrip(" "))
        return [*lines, ""] if height > 1 else lines

    def _blank(self, width: int, ground: str) -> str:
        return _paint(" " * width, ground, self.colour)

    def graph_lines(self) -> list[str]:
        """Sites with their names, joined by lines; then the links that cannot be drawn."""
        cells = {s.name: self._cell(s.name) for s in self.board.sites}
        for name, cell in cells.items():
            cells[name] = Cell(([*cell.lines[0], (" " + name, "dim")],), cell.ground)
        made = grid.make(self.board, [cells[s.name].width for s in self.board.sites])
        rows: list[dict[int, tuple[int, str]]] = [{} for _ in range(made.height)]
        for (row, column), sign in made.lines.items():
            rows[row][column + 1] = (1, _paint(sign, "dim", self.colour))
        for site, (row, column) in made.sites.items():
            name = self.board.sites[site].name
            cell = cells[name]
            parts = [_paint(t, f"{style} {cell.ground}".strip(), self.colour) for t, style in cell.lines[0]]
            rows[row][column] = (1 + cell.width, self._mark(name, cell.ground) + "".join(parts))
        lines = []
        for signs in rows:
            line, at = [], 0
            for column, (length, text) in sorted(signs.items()):
                line.append(" " * (column - at) + text)
                at = column + length
            lines.append("".join(line).rstrip(" "))
        if made.left_over:
            sites = self.board.sites
            also = [f"{sites[k.a].name}{'→' if k.one_way else '-'}{sites[k.b].name}" for k in made.left_over]
            lines += ["", "also joined: " + ", ".join(also)]
        return lines

    # ---- what is between sites

    def _barred(self, word: str) -> set[str]:
        """The sites of a board of squares that a bar cuts off from the next one in a direction."""
        if self.board.shape != "square":
            return set()
        direction = self.board.direction(word)
        if direction is None:
            return set()
        way = self.board.steps[direction]
        bars = {(a, b) for a, b, sign in self.scene.joints if sign.glyph == "bar"}
        return {s.name for s in self.board.sites if {(s.index, way[s.index]), (way[s.index], s.index)} & bars}

    def _pair(self, a: int, b: int) -> str:
        return f"{self.board.sites[a].name}-{self.board.sites[b].name}"

    # ---- one site

    def _cell(self, site: str) -> Cell:
        stack = self.scene.stacks.get(site)
        parts: Parts = []
        letters, ground = self._ground(site)
        if stack:
            shown = stack if len(stack) <= _TALL else stack[-1:]
            for piece in shown:
                glyph = self.looks.glyph(piece.owner, piece.kind) + self.looks.details(piece)
                parts.append((glyph, self.looks.style(piece.owner, piece.kind)))
            if len(stack) > _TALL:
                parts.append((f"×{len(stack)}", "dim"))
        elif site in self.scene.signs:
            sign = next(s for s in self.game.signs if s.definition == self.scene.signs[site])
            named = COLOURS.get(sign.colour)
            parts.append((sign.glyph, named.terminal if named else "dim"))
        elif letters:
            parts.append((letters, "dim" if ground == "" else ""))
        else:
            parts.append((EMPTY, "dim"))
        lines: tuple[Parts, ...] = (parts,)
        if self.has_tiles:
            lines = self._with_edges(parts, stack[-1] if stack else None)
        return Cell(lines, ground if self.colour else "")

    def _with_edges(self, centre: Parts, piece: Piece | None) -> tuple[Parts, ...]:
        """Three lines: the marks of a piece where its edges are, and its sign in the middle."""
        texts: dict[tuple[int, int], str] = {}
        for direction, marks in (edges(self.game, self.looks, piece) if piece else {}).items():
            angle = math.radians(self.board.directions[direction].angle)
            row, column = 1 - round(math.sin(angle)), round(math.cos(angle) * 1.4)
            at = (row, max(-1, min(1, column)))
            texts[at] = texts.get(at, "") + "".join(m.text for m in marks)
        ways = joins(self.game, piece) if piece else []
        for direction in {d for way in ways for d in way}:
            angle = self.board.directions[direction].angle
            if angle % 90 == 0:
                texts[1 - round(math.sin(math.radians(angle))), round(math.cos(math.radians(angle)))] = (
                    "│" if angle % 180 else "──"
                )
        if ways and piece and not piece.owner:
            centre = [
                (_crossing([tuple(self.board.directions[d].angle for d in way) for way in ways]), "bold")
            ]
        side = max([1, *(cell_len(t) for (_, column), t in texts.items() if column)])
        middle = max(
            _length(centre), *(cell_len(texts.get((r, 0), "")) for r in (0, 2)), _TILE - 2 * side - 2
        )
        lines = []
        for row in range(3):
            inner = centre if row == 1 else [(texts.get((row, 0), ""), "")]
            left, right = texts.get((row, -1), ""), texts.get((row, 1), "")
            room = middle - _length(inner)
            parts = [(left + " " * (side - cell_len(left) + 1 + room // 2), ""), *inner]
            parts.append((" " * (room - room // 2 + 1 + side - cell_len(right)) + right, ""))
            lines.append(parts)
        return tuple(lines)

    @staticmethod
    def _spread(cell: Cell, width: int) -> Cell:
        """A cell of three lines with its content in the middle of a wider one."""
        indent = (width - cell.width) // 2
        return Cell(tuple([(" " * indent, ""), *parts] for parts in cell.lines), cell.ground)

    def _ground(self, site: str) -> tuple[str, str]:
        """The letters of a site's fields, and the style of its ground."""
        letters, ground = "", ""
        if site in self.scene.hidden_sites:
            return HIDDEN, ground
        for fact in self.scene.facts(site):
            declared = self.scene.declared(fact.name)
            if fact.is_hidden:
                letters += HIDDEN
            elif fact.base == "player" and fact.value in self.scene.players:
                if self.colour:
                    ground = ground or self.looks.player_colours[fact.value].ground
                else:
                    letters += self._letter(self.looks.short_players[fact.value], f"{fact.name} {fact.value}")
            elif fact.base == "symbol" and declared:
                letters += self._letter(
                    self.looks.symbol_glyph(fact.value, declared.type.symbols), fact.value
                )
                named = self.grounds[fact.name].get(fact.value)
                ground = ground or (named.terminal if named else "")
            elif fact.base == "bool":
                short = short_names(list(self.scene.site_fields))[fact.name]
                letters += self._letter(short, fact.name) if fact.value == "true" else ""
            else:
                letters += fact.value
        return letters, ground

    def _letter(self, text: str, meaning: str) -> str:
        glyph = text.lower()
        if glyph in self.glyphs or self.used_letters.get(glyph, meaning) != meaning:
            glyph = f"{EMPTY}{glyph}"
        self.used_letters[glyph] = meaning
        return glyph

    # ---- below the board

    def legend(self) -> list[Parts]:
        lines: list[Parts] = []
        if self.cloth is not None:
            lines = [[(text, "")] for text in self.cloth.legend()]
        elif self.board.sites:
            lines = self.looks.legend(self.seen)
        if self.board.sites and self.suits:
            if lines and self.is_tight:
                lines[-1] += [("   ", ""), (self.suits, "")]
            else:
                lines.append([(self.suits, "")])
        grounds: Parts = []
        if self.used_letters:
            letters = "  ".join(f"{k} {v}" for k, v in sorted(self.used_letters.items()))
            grounds.append((letters, ""))
        if self.colour:
            for name in self.scene.site_fields:
                declared = self.scene.declared(name)
                if declared and declared.type.base == "player":
                    grounds.append((("  " if grounds else "") + f"ground: {name}", ""))
        signs = (
            [f"{mark.text} {name}" for mark, name in explained(self.game, self.looks)]
            if self.has_tiles
            else []
        )
        shown = set(self.scene.signs.values())
        joined = [
            f"{words(s.definition)}: "
            + ", ".join(self._pair(a, b) for a, b, sign in self.scene.joints if sign is s)
            for s in self.game.signs
            if s.glyph != "ruled"
            and not (s.glyph == "bar" and self.board.shape == "square")  # those are drawn
            and any(sign is s for _, _, sign in self.scene.joints)
        ]
        marked = "  ".join(
            f"{s.glyph} {words(s.definition)}" for s in self.game.signs if s.definition in shown
        )
        return [
            *lines,
            *([[(marked, "")]] if marked else []),
            *([(text, "")] for text in joined),
            *([grounds] if grounds else []),
            *([[("edges: " + "  ".join(signs), "")]] if signs else []),
            *self._covered(),
        ]

    @property
    def suits(self) -> str:
        """The signs of cards with their words, and the letters by which kinds are called in moves."""
        if not has_cards(self.game):
            return ""
        return "  ".join(f"{s} {w}" + (f" ({a})" if a != w else "") for s, w, a in self.cards.signs())

    def _covered(self) -> list[Parts]:
        """What lies under pieces and cannot be seen without colour."""
        lines: list[Parts] = []
        if self.colour:
            return lines
        for name, values in self.scene.site_fields.items():
            declared = self.scene.declared(name)
            if declared is None or declared.type.base not in ("player", "symbol"):
                continue
            by_value: dict[str, list[str]] = {}
            for site, value in values.items():
                top = self.scene.stacks.get(site)
                if top and top[-1].owner != str(value):
                    by_value.setdefault(str(value), []).append(site)
            if by_value:
                text = "; ".join(f"{value} {' '.join(sites)}" for value, sites in by_value.items())
                lines.append([(f"{name} under pieces: {text}", "")])
        return lines

    def state_lines(self) -> list[Parts]:
        lines: list[Parts] = []
        mover = self.scene.mover
        if mover:
            colour = self.looks.player_colours.get(mover)
            lines.append([(mover, "bold " + (colour.terminal if colour else "")), (" to move", "")])
        for sentence in self.scene.pending:
            lines += wrapped_text(sentence, self.width, "bold", 2)
        if self.scene.known:
            lines += wrapped_text(", ".join(self.scene.known), self.width, indent=2, between=", ")
        if self.score is not None:
            lines.append([(f"{words(self.score.name)}: ", ""), *self._scores(self.score)])
        letters = self.cloth.short if self.cloth is not None else {}
        lines += pools.lines(self.scene, self.looks, self.cards, self.width, letters)
        return lines

    def _scores(self, score: Score) -> Parts:
        """Each player with his score, in his colour."""
        parts: Parts = []
        for name, value in score.values.items():
            parts += [
                (", " if parts else "", ""),
                (name, self.looks.player_colours[name].terminal),
                (f" {value}", ""),
            ]
        return parts

    def relation_lines(self) -> list[Parts]:
        if self.relation is None:
            return []
        return [[("", "")], *([(line, "")] for line in sentences(self.scene, self.relation))]
