"""Drawing a position in the terminal: the one place that draws boards.

In go a game and a position (`state.position()` or `state.observation(player)`); out comes text of several
lines, with ANSI colours only when asked for. Squares are a grid, hexes are rows offset by half a cell.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.errors import StyleSyntaxError
from rich.style import Style

from gdl import model
from interpreter.engines.base import Reason
from interpreter.play.looks import HIDDEN, Looks, Piece, read_piece, short_names

EMPTY = "·"
_TALL = 3  # pieces of a stack that are drawn one by one
_GROUNDS = {
    "water": "on blue", "sea": "on blue", "river": "on blue", "mountain": "on grey39",
    "forest": "on dark_green", "hill": "on orange4", "desert": "on gold3", "sand": "on gold3", "grass": "on green4", "road": "on grey50",
    "swamp": "on dark_olive_green3", "city": "on grey30", "wall": "on grey50", "ice": "on light_cyan3",
}  # fmt: skip
_PLAYER_GROUND = {
    "bright_red": "on #5f0000", "bright_blue": "on #00005f", "bright_green": "on #005f00",
    "bright_yellow": "on #5f5f00", "bright_white": "on grey50", "bright_black": "on grey19",
}  # fmt: skip

Parts = list[tuple[str, str]]  # texts with their styles


def draw(
    game: model.Game, position: Mapping[str, Any], *, colour: bool, marks: Mapping[str, str] | None = None
) -> str:
    """The board, a legend, who is to move and the fields, without a newline at the end.

    `marks` gives sites one character each, drawn just left of the cell.
    """
    return _Drawing(game, position, colour, marks or {}).text()


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


class _Drawing:
    """One position being drawn. A cell is a list of (text, style) and the style of its ground."""

    def __init__(
        self, game: model.Game, position: Mapping[str, Any], colour: bool, marks: Mapping[str, str]
    ) -> None:
        self.game, self.position, self.colour, self.marks = game, position, colour, marks
        self.players = [p.name for p in game.players]
        self.stacks = {name: self._stack(held) for name, held in (position.get("pieces") or {}).items()}
        every = [p for stack in self.stacks.values() for p in stack]
        is_mixed = any(not p.owner for p in every) and any(p.owner for p in every)
        self.looks = Looks(game, colour, is_mixed)
        self.site_fields: dict[str, Mapping[str, Any]] = {
            name: values
            for name, values in (position.get("sites") or {}).items()
            if isinstance(values, Mapping)
        }
        self.seen = {(p.owner, p.kind) for p in every}
        self.seen |= {(p.owner, p.kind) for _, _, pieces in self._pools() for p in pieces}
        self.glyphs = {self.looks.glyph(o, k) for o, k in self.seen}
        self.used_letters: dict[str, str] = {}

    def _stack(self, held: Any) -> list[Piece]:
        texts = held if isinstance(held, list | tuple) else [held]
        return [read_piece(str(t), self.players) for t in texts]

    def text(self) -> str:
        board = self.board_lines()
        below = [*self.legend(), *self.state_lines()]
        return "\n".join([*board, "", *(self._line(parts) for parts in below)]).rstrip("\n")

    def _line(self, parts: Parts) -> str:
        return "".join(_paint(text, style, self.colour) for text, style in parts).rstrip(" ")

    # ---- the board

    def board_lines(self) -> list[str]:
        board = self.game.board
        is_hex = board.shape == "hex"
        cells = {s.name: self._cell(s.name) for s in board.sites}
        names = {s.file: s.name[: len(s.name) - len(str(s.rank))] for s in board.sites}
        width = max(sum(cell_len(t) for t, _ in parts) for parts, _ in cells.values())
        if not is_hex:
            width = max(width, *(len(n) for n in names.values()))
        pitch = width + 1 + ((width + 1) % 2 if is_hex else 0)
        left = min(s.x for s in board.sites)
        rows: dict[int, list[Any]] = {}
        for site in board.sites:
            rows.setdefault(int(site.y), []).append(site)
        margin = 1 + max(len(s.name) if is_hex else len(str(s.rank)) for s in board.sites)
        lines = []
        for y in range(max(rows), min(rows) - 1, -1):
            line, at = [], 0
            row = sorted(rows.get(y, ()), key=lambda s: s.x)
            for i, site in enumerate(row):
                column = margin + int((site.x - left) * pitch)
                if i == 0:
                    label = site.name if is_hex else str(site.rank)
                    start = column - 1 - len(label) if is_hex else margin - 1 - len(label)
                    line.append(" " * start + _paint(label, "dim", self.colour))
                    at = start + len(label)
                parts, ground = cells[site.name]
                mark = self.marks.get(site.name, "")[:1]
                line.append(" " * (column - at))
                line.append(
                    _paint(mark or " ", f"bold yellow {ground}".strip() if mark else ground, self.colour)
                )
                line += [_paint(text, f"{style} {ground}".strip(), self.colour) for text, style in parts]
                used = sum(cell_len(text) for text, _ in parts)
                line.append(_paint(" " * (width - used), ground, self.colour))
                at = column + 1 + width
            if is_hex and row:
                line.append(_paint(f" {row[-1].name}", "dim", self.colour))
            lines.append("".join(line).rstrip(" "))
        if not is_hex:
            files = sorted({(s.x, names[s.file]) for s in board.sites})
            line, at = [], 0
            for x, name in files:
                column = margin + 1 + int((x - left) * pitch)
                line.append(" " * (column - at) + name)
                at = column + len(name)
            lines.append(_paint("".join(line), "dim", self.colour))
        return lines

    def _cell(self, site: str) -> tuple[Parts, str]:
        stack = self.stacks.get(site)
        parts: Parts = []
        letters, ground = self._ground(site)
        if stack:
            shown = stack if len(stack) <= _TALL else stack[-1:]
            for piece in shown:
                glyph = self.looks.glyph(piece.owner, piece.kind) + self.looks.details(piece)
                parts.append((glyph, self.looks.style(piece.owner, piece.kind)))
            if len(stack) > _TALL:
                parts.append((f"×{len(stack)}", "dim"))
        elif letters:
            parts.append((letters, "dim" if ground == "" else ""))
        else:
            parts.append((EMPTY, "dim"))
        return parts, ground if self.colour else ""

    def _ground(self, site: str) -> tuple[str, str]:
        """The letters of a site's fields, and the style of its ground."""
        letters, ground = "", ""
        for name, values in self.site_fields.items():
            if site not in values:
                continue
            value, declared = values[site], self.game.fields.get(name)
            base = declared.type.base if declared else ""
            if base == "player" and str(value) in self.players:
                if self.colour:
                    colour = self.looks.player_colours[str(value)]
                    ground = ground or _PLAYER_GROUND.get(colour, f"on {colour}")
                else:
                    letters += self._letter(self.looks.short_players[str(value)], f"{name} {value}")
            elif base == "symbol" and declared:
                letters += self._letter(short_names(declared.type.symbols).get(str(value), "?"), str(value))
                ground = ground or _GROUNDS.get(str(value), "")
            elif base == "bool":
                letters += self._letter(short_names(list(self.site_fields))[name], name) if value else ""
            elif value == "hidden":
                letters += HIDDEN
            else:
                letters += str(value)
        return letters, ground

    def _letter(self, text: str, meaning: str) -> str:
        glyph = text.lower()
        if glyph in self.glyphs or self.used_letters.get(glyph, meaning) != meaning:
            glyph = f"{EMPTY}{glyph}"
        self.used_letters[glyph] = meaning
        return glyph

    # ---- below the board

    def legend(self) -> list[Parts]:
        lines = self.looks.legend(self.seen)
        grounds: Parts = []
        if self.used_letters:
            letters = "  ".join(f"{k} {v}" for k, v in sorted(self.used_letters.items()))
            grounds.append((letters, ""))
        if self.colour:
            for name in self.site_fields:
                declared = self.game.fields.get(name)
                if declared and declared.type.base == "player":
                    grounds.append((("  " if grounds else "") + f"ground: {name}", ""))
        return [*lines, *([grounds] if grounds else []), *self._covered()]

    def _covered(self) -> list[Parts]:
        """What lies under pieces and cannot be seen without colour."""
        lines: list[Parts] = []
        if self.colour:
            return lines
        for name, values in self.site_fields.items():
            declared = self.game.fields.get(name)
            if declared is None or declared.type.base not in ("player", "symbol"):
                continue
            by_value: dict[str, list[str]] = {}
            for site, value in values.items():
                top = self.stacks.get(site)
                if top and top[-1].owner != str(value):
                    by_value.setdefault(str(value), []).append(site)
            if by_value:
                text = "; ".join(f"{value} {' '.join(sites)}" for value, sites in by_value.items())
                lines.append([(f"{name} under pieces: {text}", "")])
        return lines

    def state_lines(self) -> list[Parts]:
        lines: list[Parts] = []
        mover = self.position.get("to_move")
        if mover:
            lines.append(
                [(str(mover), "bold " + self.looks.player_colours.get(str(mover), "")), (" to move", "")]
            )
        fields = self.position.get("fields") or {}
        for pending in fields.get("pending") or ():
            lines.append([(_pending(pending), "bold")])
        known = [f"{n} {_value(v)}" for n, v in fields.items() if self._matters(n, v)]
        if known:
            lines.append([(", ".join(known), "")])
        for name, owner, pieces in self._pools():
            texts = []
            for piece in pieces:
                extra = "".join(f" {f}={v}" for f, v in piece.fields)
                texts.append(f"{piece.kind}{extra}")
            whose = f" of {owner}" if owner else ""
            lines.append([(f"{name}{whose}: {_counted(texts)}", "")])
        return lines

    def _matters(self, name: str, value: Any) -> bool:
        if name == "turn":
            return True
        if name == "phase":
            return bool(value != "main")
        return name in self.game.fields

    def _pools(self) -> list[tuple[str, str, list[Piece]]]:
        found = []
        for name, held in (self.position.get("pools") or {}).items():
            by_owner = held if isinstance(held, Mapping) else {"": held}
            for owner, texts in by_owner.items():
                if texts:
                    pieces = self._stack(texts)
                    pieces = [
                        Piece(p.owner or (owner if owner in self.players else ""), p.kind, p.fields)
                        for p in pieces
                    ]
                    found.append((name, str(owner), pieces))
        return found


def _pending(item: Mapping[str, Any]) -> str:
    arguments = ", ".join(_value(v) for v in item.get("arguments") or ())
    word = {"may": "may now", "must": "must now"}.get(str(item.get("word")), "is now to")
    return f"{item.get('player')} {word} {item.get('action')}" + (f" ({arguments})" if arguments else "")


def _counted(texts: Sequence[str]) -> str:
    counts = {t: texts.count(t) for t in dict.fromkeys(texts)}
    return ", ".join(f"{n} × {t}" if n > 1 else t for t, n in counts.items())


def _value(value: Any) -> str:
    match value:
        case Mapping():
            return "(" + ", ".join(f"{k} {_value(v)}" for k, v in value.items()) + ")"
        case list() | tuple():
            return "{" + ", ".join(_value(v) for v in value) + "}"
        case bool():
            return str(value).lower()
        case None:
            return "none"
        case _:
            return str(value)
