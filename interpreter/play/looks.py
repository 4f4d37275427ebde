"""How pieces look: from a game's kinds, players and `looks` clause to glyphs and colours.

In go a checked game and whether there is colour; out comes a `Looks`, which gives a piece's glyph and style
and explains its glyphs in a legend. Glyphs stay apart without colour: by shape, case or a letter.
Terminal and pictures share it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gdl import model
from interpreter.play.colours import COLOURS, PALETTE, Colour

DISCS = ("●", "○")
HOLLOW = dict(zip("♚♛♜♝♞♟●■▲◆★▼⬢", "♔♕♖♗♘♙○□△◇☆▽⬡", strict=True))  # solid shapes and their hollow twins
UNOWNED_DISC = "◆"
HIDDEN = "?"
UNOWNED_MARK = "*"

ARROWS = {
    "north": "↑", "northeast": "↗", "east": "→", "southeast": "↘",
    "south": "↓", "southwest": "↙", "west": "←", "northwest": "↖",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as a position writes it: `[OWNER] KIND [field=value ...]`."""

    owner: str
    kind: str
    fields: tuple[tuple[str, str], ...]


def read_piece(text: str, players: Iterable[str]) -> Piece:
    """The parts of a piece's text."""
    words = text.split()
    fields = tuple((w.partition("=")[0], w.partition("=")[2]) for w in words if "=" in w)
    names = [w for w in words if "=" not in w]
    owner = names.pop(0) if len(names) > 1 and names[0] in set(players) else ""
    return Piece(owner, " ".join(names), fields)


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name's least number of first letters that no other name begins with."""
    found = {}
    for name in names:
        others = [n for n in names if n != name]
        lengths = range(1, len(name) + 1)
        found[name] = next(
            (name[:n] for n in lengths if not any(o.lower().startswith(name[:n].lower()) for o in others)),
            name,
        )
    return found


def brief_names(names: Sequence[str]) -> dict[str, str]:
    """Each name's short name; one of more than three letters by its initials and its number instead, if that tells it."""
    found = short_names(names)
    for name, short in found.items():
        number = re.search(r"\d*$", name)
        initials = "".join(w[0] for w in words(name).split()) + (number[0] if number else "")
        if len(short) > 3 and initials.lower() not in (s.lower() for s in found.values()):
            found[name] = initials
    return found


def words(name: str) -> str:
    """A name as people write it: `LightHorse` and `light_horse` as two words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").strip()


def _is_told_by_edges(game: model.Game) -> bool:
    """Whether kinds have marks on their edges, and no two kinds the same ones: then no name need be written.

    On a graph sites have no room for edges, so names are written there.
    """
    if game.board.shape == "graph":
        return False
    columns = [c.name for c in game.columns.values() if c.by == "direction" and c.index]
    marks = [tuple(k.attributes.get(c) for c in columns) for k in game.kinds]
    return bool(columns) and len(set(marks)) == len(marks)


class Looks:
    """The glyphs and styles of a game's pieces. `has_unowned`: some belong to nobody, others do not."""

    def __init__(self, game: model.Game, colour: bool, has_unowned: bool = False) -> None:
        self.game = game
        self.colour = colour
        self.has_unowned = has_unowned
        self.players = [p.name for p in game.players]
        self.kinds = [k.name for k in game.kinds]
        self.is_one_sort = len(self.kinds) == 1 or _is_told_by_edges(game)  # pieces differ by owner alone
        self.short_kinds = short_names(self.kinds)
        self.short_players = short_names(self.players)
        self.player_colours = self._player_colours()

    def _player_colours(self) -> dict[str, Colour]:
        found = {}
        for i, name in enumerate(self.players):
            look = next((k for k in self._rows if k.kind is None and k.player == i and k.colour), None)
            named = COLOURS.get((look.colour if look else name).lower())
            if named:
                found[name] = named
        free = [c for c in PALETTE if COLOURS[c] not in found.values()]
        for i, name in enumerate(n for n in self.players if n not in found):
            found[name] = COLOURS[free[i % len(free)] if free else PALETTE[i % len(PALETTE)]]
        return found

    @property
    def _rows(self) -> list[model.Look]:
        """The rows about pieces."""
        return [r for r in self.game.looks if not r.symbol]

    def look(self, owner: str, kind: str) -> model.Look | None:
        """The row of `looks` that fits a piece best: its kind and owner, its kind, then its owner."""
        k = self.kinds.index(kind) if kind in self.kinds else -1
        p = self.players.index(owner) if owner else -1
        rows = [r for r in self._rows if r.kind in (None, k) and r.player in (None, p)]
        return max(rows, key=lambda r: (r.kind is not None, r.player is not None), default=None)

    def symbol(self, name: str) -> model.Look | None:
        """The row about a value of an enumeration."""
        return next((r for r in self.game.looks if r.symbol == name), None)

    def symbol_colours(self) -> dict[str, str]:
        """The colours that values of enumerations are given."""
        return {r.symbol: r.colour for r in self.game.looks if r.symbol and r.colour}

    def symbol_glyph(self, name: str, among: Sequence[str]) -> str:
        """What stands for a value of an enumeration: its sign, else a letter that no other value begins with."""
        look = self.symbol(name)
        return look.glyph if look and look.glyph else short_names(among).get(name, name[:1])

    def glyph(self, owner: str, kind: str) -> str:
        """What stands for a piece, without its fields."""
        if kind not in self.kinds:
            return HIDDEN if self.colour or not owner else self._told_apart(HIDDEN, owner)
        look = self.look(owner, kind)
        if look is not None and look.glyph:
            if self.colour or not self._is_shared(look):
                return look.glyph
            return self._told_apart(look.glyph, owner)
        if self.is_one_sort:
            return self._disc(owner)
        name = self.short_kinds[kind]
        if self.colour:
            return name[:1].upper() + name[1:]
        return self._told_apart(name, owner)

    def _is_shared(self, look: model.Look) -> bool:
        """Whether pieces of several players would have this glyph."""
        if look.player is not None and look.kind is not None:
            rows = [r for r in self._rows if r.kind == look.kind and r.player != look.player]
            return any(r.glyph == look.glyph for r in rows)
        return look.kind is not None or len(self.kinds) > 1

    def _told_apart(self, glyph: str, owner: str) -> str:
        """A glyph with its owner, by case or by a letter."""
        if not owner:
            return glyph[:1].upper() + glyph[1:] + (UNOWNED_MARK if self.has_unowned else "")
        if len(self.players) == 2 and glyph.lower() != glyph.upper():
            return glyph.upper() if owner == self.players[0] else glyph.lower()
        if len(self.players) == 1:
            return glyph
        if len(self.players) == 2 and glyph in HOLLOW:
            return HOLLOW[glyph] if self._is_hollow(owner) else glyph
        return glyph[:1].upper() + glyph[1:] + self.short_players[owner].lower()

    def _disc(self, owner: str) -> str:
        if not owner:
            return UNOWNED_DISC
        if len(owner) == 1:
            return owner  # as in noughts and crosses
        if len(self.players) == 2:
            return DISCS[self._is_hollow(owner)]
        return DISCS[0] if self.colour or len(self.players) == 1 else self.short_players[owner]

    def _is_hollow(self, owner: str) -> bool:
        """On paper the white pieces are the hollow ones, whoever begins."""
        names = [p.lower() for p in self.players]
        return owner.lower() == "white" if "white" in names else owner == self.players[1]

    def colour_of(self, owner: str, kind: str) -> Colour | None:
        """The colour of a piece: its kind's, else its owner's."""
        look = self.look(owner, kind) if kind in self.kinds else None
        named = COLOURS.get(look.colour.lower()) if look is not None and look.colour else None
        return named or self.player_colours.get(owner)

    def style(self, owner: str, kind: str) -> str:
        """The colour of a piece, a rich style."""
        colour = self.colour_of(owner, kind)
        return "bold " + (colour.terminal if colour else "default")

    def detail(self, name: str, value: str) -> str:
        """A field of a piece in few characters: a number, a direction as an arrow, a symbol by a letter, or nothing."""
        declared = self.game.fields.get(name)
        base = declared.type.base if declared else ""
        if declared and declared.rotation:
            return ""  # its marks are drawn turned
        if value == "hidden":
            return HIDDEN
        if base == "symbol" and declared:
            return self.symbol_glyph(value, declared.type.symbols).lower()
        if base == "direction":
            return ARROWS.get(value, value[:1])
        if base == "player":
            return self.short_players.get(value, value[:1]).lower()
        return value if value.lstrip("-").isdigit() else ""

    def details(self, piece: Piece) -> str:
        """The fields of a piece in few characters, one behind the other."""
        made = ""
        for name, value in piece.fields:
            text = self.detail(name, value)
            made += ("," if made[-1:].isdigit() and text[:1].isdigit() else "") + text
        return made

    def legend(self, seen: Iterable[tuple[str, str]]) -> list[list[tuple[str, str]]]:
        """Lines of (text, style) that explain the glyphs; `seen` are the (owner, kind) to be explained."""
        found = set(seen)
        if self.is_one_sort or any(r.kind is None for r in self._rows):
            sorts = self.kinds[:1] if self.is_one_sort else self.kinds
            pairs = [(o, k) for k in sorts for o in [*self.players, ""] if o or (o, k) in found]
            if len(pairs) > 12:
                pairs = [p for p in pairs if p in found]
            return [self._row(pairs)] if pairs else []
        if self.colour or any(r.player is not None for r in self._rows):
            return self._glyph_rows(sorted(found, key=self._order))
        parts = [
            f"{self._plain(k)} {k}"
            for k in sorted({k for _, k in found if k in self.kinds}, key=self._rank)
            if self._plain(k).lower() != k.lower()
        ]
        if any(o for o, _ in found):
            if len(self.players) == 2:
                parts.append(f"(CAPITALS {self.players[0]}, small {self.players[1]})")
            elif len(self.players) > 2:
                letters = ", ".join(f"{short.lower()} {name}" for name, short in self.short_players.items())
                parts.append(f"(then {letters})")
        if self.has_unowned:
            parts.append(f"({UNOWNED_MARK} nobody's)")
        return [[("  ".join(parts), "")]] if parts else []

    def _glyph_rows(self, pairs: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
        """For each player a row of his glyphs with their kinds; one row for all where the same glyph is several
        players', with the players in their colours before it."""
        rows: list[list[tuple[str, str]]] = []
        own: dict[str, dict[str, None]] = {}  # nobody's come last
        for owner, kind in pairs:
            own.setdefault(owner, {})[self.glyph(owner, kind)] = None
        glyphs = [glyph for mine in own.values() for glyph in mine]
        if len(set(glyphs)) == len(glyphs) and sum(owner != "" for owner in own) > 1:
            for owner in own:
                named = [(self.glyph(o, k), k) for o, k in pairs if o == owner]
                parts = [f"{glyph} {name}" for glyph, name in named if glyph != name]
                style = "bold " + self.player_colours[owner].terminal if self.colour and owner else ""
                head = [(owner, style), (": ", "")] if owner else []
                rows += [[*head, ("  ".join(parts), "")]] if parts else []
            return rows
        if self.colour:
            styles = [(name, "bold " + self.player_colours[name].terminal) for name in self.players]
            rows.append([part for named in styles for part in (named, ("  ", ""))][:-1])
        shown: dict[str, str] = {}
        for owner, kind in pairs:
            name = kind if self.colour else f"{owner} {kind}".strip()
            shown[f"{self.glyph(owner, kind)} {name}"] = name
        parts = [text for text, name in shown.items() if text != f"{name} {name}"]
        return [*rows, *([[("  ".join(parts), "")]] if parts else [])]

    def _plain(self, kind: str) -> str:
        look = self.look("", kind)
        name = look.glyph if look and look.glyph else self.short_kinds[kind]
        return name[:1].upper() + name[1:]

    def _rank(self, kind: str) -> int:
        return self.kinds.index(kind) if kind in self.kinds else len(self.kinds)

    def _order(self, pair: tuple[str, str]) -> tuple[int, int]:
        owner = self.players.index(pair[0]) if pair[0] in self.players else len(self.players)
        return owner, self._rank(pair[1])

    def _row(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        row: list[tuple[str, str]] = []
        for owner, kind in pairs:
            name = owner if owner and self.is_one_sort else f"{owner} {kind}".strip()
            row += [
                ("   " if row else "", ""),
                (self.glyph(owner, kind), self.style(owner, kind)),
                (f" {name}" if name != self.glyph(owner, kind) else "", ""),
            ]
        return row
