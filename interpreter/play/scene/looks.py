"""How pieces look: from a game's kinds, players and `looks` clause to glyphs and colours.

A `Looks` gives each piece a glyph, a style and a colour. Without colour, glyphs show their owners by shape, case or a
letter. Text and pictures share it.
"""

from collections.abc import Sequence
from dataclasses import replace

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.visit import nodes
from interpreter.engines.position_parts import HIDDEN
from interpreter.play.memo import by_game
from interpreter.play.scene.boards import networks
from interpreter.play.scene.colours import COLOURS, PALETTE, Colour
from interpreter.play.scene.names import Piece, capital, numerals, short_names

DISCS = ("●", "○")
# solid shapes and their hollow twins
HOLLOW = dict(zip("♚♛♜♝♞♟🩑🩒🩓🨨●■▲◆★▼⬢", "♔♕♖♗♘♙🩎🩏🩐🨢○□△◇☆▽⬡", strict=True))
UNOWNED_DISC = "◆"
UNSEEN = "?"  # a piece or a value that the observer does not see
UNOWNED_MARK = "*"
_FURTHER = ("purple", "brown", "pink", "turquoise", "gold", "grey")  # colours of networks beside the palette

ARROWS = {
    "north": "↑", "northeast": "↗", "east": "→", "southeast": "↘",
    "south": "↓", "southwest": "↙", "west": "←", "northwest": "↖",
}  # fmt: skip


def _differ_by_edges(game: model.Game) -> bool:
    """Whether kinds have marks on their edges, and no two kinds the same ones, so that no name need be written.

    The sites of a graph have no room for edges, so names are written there.
    """
    if not game.board.tiling.has_outlines:
        return False
    columns = [c.name for c in game.columns.values() if c.by == "direction" and c.index]
    marks = [tuple(k.attributes.get(c) for c in columns) for k in game.kinds]
    return bool(columns) and len(set(marks)) == len(marks)


def has_edges(game: model.Game) -> bool:
    """Whether kinds have marks on their edges, which show how a piece is turned. What stands on a border stands on these marks: it is no
    stroke there, which would cover them."""
    return any(c.by == "direction" and c.index for c in game.columns.values())


class Looks:
    """The glyphs and styles of a game's pieces. `has_unowned`: some belong to nobody, others do not; `has_pictures`: signs that are
    no letters are drawn as the rules say, else kinds are known by letters."""

    def __init__(
        self, game: model.Game, colour: bool, has_unowned: bool = False, has_pictures: bool = True
    ) -> None:
        self.game, self.has_pictures = game, has_pictures
        self.colour = colour
        self.has_unowned = has_unowned
        self.players = [p.name for p in game.players]
        self.kinds = [k.name for k in game.kinds]
        # pieces differ by owner alone, or by their edges
        self.is_one_sort = len(self.kinds) == 1 or _differ_by_edges(game)
        self.are_colours = len(self.kinds) > 2 and all(k.lower() in COLOURS for k in self.kinds)
        self.numerals = numerals(self.kinds)
        self.short_kinds = {**short_names(self.kinds), **self.numerals}
        self.short_players = short_names(self.players)
        self.player_colours = self._player_colours()

    def _player_colours(self) -> dict[str, Colour]:
        found = {}
        for i, name in enumerate(self.players):
            own = [k for k in self.rows if k.player == i and k.colour]
            look = next((k for k in own if k.kind is None), min(own, key=self._rarity, default=None))
            named = COLOURS.get((look.colour if look else name).lower())
            if named:
                found[name] = named
        free = [c for c in PALETTE if COLOURS[c] not in found.values()]
        for i, name in enumerate(n for n in self.players if n not in found):
            found[name] = COLOURS[free[i % len(free)] if free else PALETTE[i % len(PALETTE)]]
        return found

    def network_colours(self) -> dict[str, Colour]:
        """The colours of the networks of a graph: what `looks` or their names say, else free ones, rather not those of players."""
        names = [n for n in networks(self.game.board) if n]
        given = self.symbol_colours()
        found = {n: COLOURS[c] for n in names if (c := given.get(n, n).lower()) in COLOURS}
        taken = [*found.values(), *self.player_colours.values()]
        free = [COLOURS[c] for c in (*PALETTE, *_FURTHER) if COLOURS[c] not in taken]
        others = [n for n in names if n not in found]
        return found | {n: free[i % len(free)] for i, n in enumerate(others)}

    def _rarity(self, look: model.Look) -> int:
        """A smaller number for the look of more pieces: a kind of which the set-up places many, not a lone king."""
        placed = [e for e in nodes(self.game.setup) if isinstance(e, model.Place)]
        many = (e for e in placed if isinstance(e.kind, model.Const) and e.kind.value == look.kind)
        return -sum(
            len(e.sites.value) if isinstance(e.sites, model.Const) and isinstance(e.sites.value, tuple) else 1
            for e in many
        )

    @property
    def rows(self) -> list[model.Look]:
        """The rows about pieces."""
        return [r for r in self.game.looks if not r.symbol]

    def look(self, owner: str, kind: str) -> model.Look | None:
        """The row of `looks` that fits a piece best: its kind and owner, its kind, then its owner."""
        k = self.kinds.index(kind) if kind in self.kinds else -1
        p = self.players.index(owner) if owner else -1
        rows = [r for r in self.rows if r.kind in (None, k) and r.player in (None, p)]
        found = max(rows, key=lambda r: (r.kind is not None, r.player is not None), default=None)
        is_sign = found is not None and not found.glyph.isascii() and found.glyph not in DISCS
        return replace(found, glyph="") if found and is_sign and not self.has_pictures else found

    def symbol(self, name: str) -> model.Look | None:
        """The row about a value of an enumeration."""
        return next((r for r in self.game.looks if r.symbol == name), None)

    def symbol_colours(self) -> dict[str, str]:
        """The colours that values of enumerations are given."""
        return {r.symbol: r.colour for r in self.game.looks if r.symbol and r.colour}

    def symbol_glyph(self, name: str, among: Sequence[str]) -> str:
        """The short form of a value of an enumeration: its sign, else the first letters that no other value begins with."""
        look = self.symbol(name)
        return look.glyph if look and look.glyph else short_names(among).get(name, name[:1])

    def glyph(self, owner: str, kind: str) -> str:
        """The glyph of a piece, without its fields."""
        if kind not in self.kinds:
            return UNSEEN if self.colour or not owner else self._with_owner(UNSEEN, owner)
        look = self.look(owner, kind)
        if look is not None and look.glyph:
            if self.colour or not self._is_shared(look):
                return look.glyph
            return self._with_owner(look.glyph, owner)
        if self.is_one_sort:
            return self._disc(owner)
        name = self.short_kinds[kind]
        if self.colour:
            return capital(name)
        return self._with_owner(name, owner)

    def _is_shared(self, look: model.Look) -> bool:
        """Whether pieces of several players would have this glyph."""
        if look.player is not None and look.kind is not None:
            rows = [r for r in self.rows if r.kind == look.kind and r.player != look.player]
            return any(r.glyph == look.glyph for r in rows)
        return look.kind is not None or len(self.kinds) > 1

    def _with_owner(self, glyph: str, owner: str) -> str:
        """A glyph with its owner, by case or by a letter."""
        if not owner:
            return capital(glyph) + (UNOWNED_MARK if self.has_unowned else "")
        if len(self.players) == 2 and glyph.lower() != glyph.upper():
            return glyph.upper() if owner == self.players[0] else glyph.lower()
        if len(self.players) == 1:
            return glyph
        if len(self.players) == 2 and glyph in HOLLOW:
            return HOLLOW[glyph] if self.is_hollow(owner) else glyph
        return capital(glyph) + self.short_players[owner].lower()

    def _disc(self, owner: str) -> str:
        if not owner:
            return UNOWNED_DISC
        if len(owner) == 1:
            return owner  # as in noughts and crosses
        if len(self.players) == 2:
            return DISCS[self.is_hollow(owner)]
        return DISCS[0] if self.colour or len(self.players) == 1 else self.short_players[owner]

    def is_hollow(self, owner: str) -> bool:
        """Whether a player's discs are hollow: White's are, as on paper, else those of the second player."""
        names = [p.lower() for p in self.players]
        return owner.lower() == "white" if "white" in names else owner == self.players[1]

    def colour_of(self, owner: str, kind: str) -> Colour | None:
        """The colour of a piece: its kind's, else its owner's; that which its kind is called by, if it is nobody's or all kinds are
        called by colours."""
        look = self.look(owner, kind) if kind in self.kinds else None
        named = COLOURS.get(look.colour.lower()) if look is not None and look.colour else None
        is_called = not owner or self.are_colours
        return named or (COLOURS.get(kind.lower()) if is_called else self.player_colours.get(owner))

    def style(self, owner: str, kind: str) -> str:
        """The colour of a piece, a rich style."""
        colour = self.colour_of(owner, kind)
        return "bold " + (colour.terminal if colour else "default")

    def detail(self, name: str, value: str) -> str:
        """A field of a piece in few characters: a number, a direction as an arrow, a symbol by a letter; nothing of a truth."""
        declared = self.game.fields.get(name)
        base = declared.type.base if declared else ""
        if declared and declared.rotation and has_edges(self.game):
            return ""  # its marks are drawn turned
        if value == HIDDEN:
            return UNSEEN
        if base == "symbol" and declared:
            return self.symbol_glyph(value, declared.type.symbols).lower()
        if base == "direction":
            return ARROWS.get(value, value[:1])
        if base == "player":
            return self.short_players.get(value, value[:1]).lower()
        if base == "kind":
            return self.short_kinds.get(value, value[:1]).lower()
        return value if base in ("site", "piece") or value.lstrip("-").isdigit() else ""

    def shown_fields(self, piece: Piece) -> list[tuple[str, str]]:
        """The fields of a piece that are drawn. Of a kind that is not seen, a hidden owner adds nothing: its sign says so."""
        is_unknown = piece.kind not in self.kinds
        return [f for f in piece.fields if not (is_unknown and f == ("owner", HIDDEN))]

    def details(self, piece: Piece) -> str:
        """The fields of a piece in few characters."""
        made = ""
        for name, value in self.shown_fields(piece):
            text = self.detail(name, value)
            made += ("," if made[-1:].isdigit() and text[:1].isdigit() else "") + text
        return made


@by_game
def pools_of_strokes(game: model.Game) -> frozenset[str]:
    """The pools whose pieces the actions move to borders, and to no other sites."""
    found: dict[str, set[bool]] = {}  # by a pool, whether places to which something of it goes are borders
    for action in game.actions if game.board.borders and not has_edges(game) else ():
        slots = {
            n.slot for n in nodes(action) if isinstance(n, model.Choose) and _is_of_borders(game, n.source)
        }
        for move in nodes(action):
            if not isinstance(move, core.MoveTo) or isinstance(move.to, core.PoolOf):
                continue
            is_border = isinstance(move.to, core.Local) and move.to.slot in slots
            for pool in nodes(move.piece):
                if isinstance(pool, core.PoolOf):
                    found.setdefault(pool.name, set()).add(is_border)
    return frozenset(name for name, kinds in found.items() if kinds == {True})


def _is_of_borders(game: model.Game, source: core.Expr) -> bool:
    """Whether a set has nothing but borders, as far as its form shows."""
    match source:
        case core.Comprehension(source=within, value=None):
            return _is_of_borders(game, within)
        case core.Builtin(name="borders" | "borders_of"):
            return True
        case core.Const(value=tuple() as values):
            return bool(values) and set(values) <= set(game.board.borders)
    return False
