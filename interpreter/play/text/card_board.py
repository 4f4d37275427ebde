"""Boards of cards as text: a card on each site, and below it the other pieces of the site.

A column is as wide as its widest card, a row as high as its highest site, so that the empty rim of a growing board takes
little room. Cards are in brackets; of several only the topmost is named.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rich.cells import cell_len

from interpreter.play.scene.cards import BACK, Cards, is_card
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.looks import UNSEEN, Looks
from interpreter.play.scene.names import Piece, short_names, words
from interpreter.play.scene.scene import Scene
from interpreter.play.text.cells import EMPTY
from interpreter.play.text.grid import MARKED
from interpreter.play.text.styled import Parts, linked, on_ground, width_of

GROUND = "on grey19"  # of cards
_LONGEST = 16  # letters of a card's name
_LEAST = 6
_IN_ROW = 3  # pieces of a site beside each other


@dataclass(frozen=True, slots=True)
class _Cell:
    """The lines of a site: its card, or the sign of an empty site, and the rows of pieces below it."""

    head: Parts
    rows: tuple[Parts, ...]
    ground: str

    def line(self, i: int) -> Parts:
        if i == 0:
            return self.head
        return self.rows[i - 1] if i <= len(self.rows) else []

    @property
    def width(self) -> int:
        return max(width_of(p) for p in (self.head, *self.rows))


class CardBoard:
    """Draws a board of cards. `is_linked`: styles end in `link SITE`. `letters`: the short names of the kinds that are no cards."""

    def __init__(
        self,
        scene: Scene,
        looks: Looks,
        cards: Cards,
        width: int,
        marks: Mapping[str, str],
        is_tight: bool,
        is_linked: bool = False,
    ) -> None:
        self.is_linked = is_linked
        self.scene, self.looks, self.cards, self.marks = scene, looks, cards, marks
        self.width, self.colour, self.is_tight = width, looks.colour, is_tight
        self.letters = short_names(scene.kinds_besides_cards)

    def rows(self) -> list[Parts]:
        """The rows from the top, the names of the columns, and an empty line if there is room.

        Names of cards are as long as the width allows.
        """
        longest = _LONGEST
        while True:
            cells = {s.name: self._cell(s.name, longest) for s in self.scene.board.sites}
            made = self._lines(cells)
            if longest <= _LEAST or max(width_of(line) for line in made) <= self.width:
                return made if self.is_tight else [*made, []]
            longest -= 1

    def legend(self) -> list[Parts]:
        """The meaning of the letters."""
        if not self.letters:
            return []
        text = "  ".join(f"{letters} {words(kind)}" for kind, letters in self.letters.items())
        if not self.colour and len(self.scene.players) > 1:
            owners = ", ".join(f"{self.looks.short_players[p]} {p}" for p in self.scene.players)
            text += f"  (before it {owners})"
        return [[(text, "")]]

    # ---- the rows

    def _lines(self, cells: Mapping[str, _Cell]) -> list[Parts]:
        """The rows with the names of ranks and files. An empty line parts rows that hold something, if there is room."""
        sites = self.scene.board.sites
        files = {s.file: s.names[0] for s in sites}
        ranks = {s.rank: s.names[1] for s in sites}
        widths = {f: max(len(files[f]), *(cells[s.name].width for s in sites if s.file == f)) for f in files}
        margin = max(map(len, ranks.values()))
        at = {(s.file, s.rank): s.name for s in sites}
        made: list[Parts] = []
        was_held = False
        for rank in sorted(ranks, reverse=True):
            row = {f: at.get((f, rank), "") for f in sorted(files)}
            is_held = any(name in self.scene.stacks for name in row.values())
            if was_held and is_held and not self.is_tight:
                made.append([("", "")])
            was_held = is_held
            made += self._row(row, cells, widths, ranks[rank].rjust(margin))
        names: Parts = [(files[f].center(widths[f]) + "  ", "dim") for f in sorted(files)]
        return [*made, [(" " * (margin + 2), ""), *names]]

    def _row(
        self, row: Mapping[int, str], cells: Mapping[str, _Cell], widths: Mapping[int, int], label: str
    ) -> list[Parts]:
        """The lines of a row, as many as its highest site has; the first has the name of the rank before it."""
        made: list[Parts] = []
        for i in range(max(1 + len(cells[name].rows) for name in row.values() if name)):
            line: Parts = [(label if i == 0 else " " * len(label), "dim"), (" ", "")]
            for file, name in row.items():
                line += self._part(name, cells.get(name), i, widths[file])
            made.append(line)
        return made

    def _part(self, name: str, cell: _Cell | None, i: int, wide: int) -> Parts:
        """A line of a site, with its mark before it and in the middle of its column."""
        if cell is None:
            return [(" " * (wide + 2), "")]
        mark = self.marks.get(name, "")[:1] if i == 0 else ""
        parts = cell.line(i)
        room = wide - width_of(parts)
        left = room // 2
        ground = cell.ground if self.colour else ""
        inner = on_ground(parts, ground)
        before: Parts = [(" ", ""), (" " * left, ground)]
        if mark:  # close to what it marks
            style = f"{MARKED} {ground}".strip()
            before = [(" ", ""), (" " * (left - 1), ground), (mark, style)] if left else [(mark, MARKED)]
        made: Parts = [*before, *inner, (" " * (room - left), ground), (" ", "")]
        return linked(made, name) if self.is_linked else made

    # ---- one site

    def _cell(self, site: str, longest: int) -> _Cell:
        if site in self.scene.hidden_sites:
            return _Cell([(UNSEEN, "dim")], (), "")
        stack = self.scene.stacks.get(site, [])
        laid = [p for p in stack if is_card(self.scene.game, p)]
        others = [self._piece(p) for p in stack if not is_card(self.scene.game, p)]
        rows = [
            [part for piece in others[i : i + _IN_ROW] for part in (piece, (" ", ""))][:-1]
            for i in range(0, len(others), _IN_ROW)
        ]
        if laid:
            more: Parts = [(f"×{len(laid)}", "dim")] if len(laid) > 1 else []
            return _Cell([*self._card(laid[-1], longest), *more], tuple(rows), GROUND)
        return _Cell([(EMPTY if site in self.scene.in_play else " ", "dim")], tuple(rows), "")

    def _card(self, card: Piece, longest: int) -> Parts:
        face = self.cards.face(card.kind)
        if face is None:
            return [("[", "dim"), (BACK * 3, "dim"), ("]", "dim")]
        named = COLOURS.get(face.colour.lower())
        text = face.text
        if cell_len(text) > longest:
            text = text[: longest - 1] + "…"
        fields = "".join(f" {self._detail(f, v)}" for f, v in card.fields if self._detail(f, v))
        return [("[", "dim"), (text, named.terminal if named else ""), (fields, ""), ("]", "dim")]

    def _detail(self, name: str, value: str) -> str:
        """A field of a card: a word in full, other values in short."""
        declared = self.scene.game.fields.get(name)
        return value if declared and declared.type.base == "symbol" else self.looks.detail(name, value)

    def _piece(self, piece: Piece) -> tuple[str, str]:
        """A piece in few letters: whose it is (where there is no colour), its kind, and its fields."""
        owner = "" if self.colour else self.looks.short_players.get(piece.owner, "")
        kind = self.letters.get(piece.kind, UNSEEN)
        return owner + kind + self.looks.details(piece), self.looks.style(piece.owner, piece.kind)
