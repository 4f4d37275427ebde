"""Cards: which pieces are cards, what is on their faces, in which order a hand is held, which pools are the middle of a table.

The trait of a card: it belongs to nobody, in a game with a pool of such pieces that not everybody sees, a hand or a deck, or in
one without a board whose kinds are all a word and something more, a pack of cards by suits.
What it shows follows from its kind: the values of a kind that is made by a rule, where words with a sign in `looks` become
that sign; the name of any other kind.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gdl.core import model
from gdl.core.piece_flows import secret_pools
from gdl.core.rules import with_effects
from gdl.core.visit import nodes
from interpreter.play.memo import by_game
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import RANKS, Piece, pips, words
from interpreter.play.scene.tiles import edge_columns

BACK = "▒"  # of an unseen card


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows.

    `family`: the word of an enumeration that it shares with others, such as a suit; `sign`: a short form of that word;
    `value`: the rest, by which the cards of a family differ; `number`: a value of a card that has a name in words.
    """

    family: str
    sign: str
    value: str
    colour: str = ""
    number: str = ""

    @property
    def text(self) -> str:
        """The face in one line; a sign of one character has no blank behind it."""
        between = "" if len(self.sign) == 1 else " "
        return f"{self.sign}{between}{self.value}" if self.sign else self.value


@by_game
def has_cards(game: model.Game) -> bool:
    """Whether pieces that belong to nobody are cards."""
    if edge_columns(game):
        return False
    return _is_pack(game) or any(not game.pools[name].is_owned for name in secret_pools(game))


def _is_pack(game: model.Game) -> bool:
    """Whether nothing lies on a board, and each kind is one of a suit."""
    return not game.board.sites and bool(game.kinds) and all(family_of(kind, game) for kind in game.kinds)


def family_of(kind: model.Kind, game: model.Game) -> str:
    """The word that is the first of several values of a kind, or ""."""
    named = [c for c, _ in kind.made_of if game.columns[c].type.base == "symbol"]
    if not named or len(kind.made_of) < 2:
        return ""
    value = kind.attributes[named[0]]
    symbols = game.columns[named[0]].type.symbols
    return symbols[value] if isinstance(value, int) else ""


def is_card(game: model.Game, piece: Piece) -> bool:
    return not piece.owner and has_cards(game)


class Cards:
    """The faces of a game's kinds."""

    def __init__(self, game: model.Game, looks: Looks) -> None:
        self.game, self.looks = game, looks
        self.pips = pips(game)
        self.families = self._families()
        self._faces = {k.name: self._face(k) for k in game.kinds}
        self._order = {k.name: (self._rank(self._faces[k.name].family), i) for i, k in enumerate(game.kinds)}

    def face(self, kind: str) -> Face | None:
        """What a kind shows; None for an unseen one."""
        return self._faces.get(kind)

    def ordered(self, pieces: Iterable[Piece]) -> list[Piece]:
        """The order of a hand: family by family, each in the order of the kinds; unseen cards come last."""
        last = (len(self.families) + 1, len(self.game.kinds))
        return sorted(pieces, key=lambda p: self._order.get(p.kind, last))

    def grouped(self, pieces: Sequence[Piece]) -> list[tuple[Face, list[tuple[Piece, int]]]]:
        """The cards that are seen, family by family; equal ones together, with their number."""
        found: dict[str, tuple[Face, list[tuple[Piece, int]]]] = {}
        counts: dict[Piece, int] = {}
        for piece in self.ordered(pieces):
            counts[piece] = counts.get(piece, 0) + 1
        for piece, count in counts.items():
            face = self.face(piece.kind)
            if face is not None:
                found.setdefault(face.family, (face, []))[1].append((piece, count))
        return list(found.values())

    def signs(self) -> list[tuple[str, str, str]]:
        """The families with a sign: the sign, the word, and the short form of the word in names of kinds."""
        found: dict[str, tuple[str, str, str]] = {}
        for kind in self.game.kinds:
            face = self._faces[kind.name]
            if face.family and face.sign != words(face.family):
                shorts = [s for c, s in kind.made_of if self._is_word(c)]
                found.setdefault(face.family, (face.sign, words(face.family), shorts[0]))
        return list(found.values())

    # ---- one kind

    def _is_word(self, column: str) -> bool:
        return self.game.columns[column].type.base == "symbol"

    def _families(self) -> list[str]:
        """The words that have other values beside them, in the order of the kinds."""
        found: dict[str, None] = {}
        for kind in self.game.kinds:
            family = family_of(kind, self.game)
            if family:
                found.setdefault(family)
        return list(found)

    def _rank(self, family: str) -> int:
        return self.families.index(family) if family in self.families else len(self.families)

    def _face(self, kind: model.Kind) -> Face:
        if kind.name in self.pips:
            return Face("", "", "|".join(map(str, self.pips[kind.name])))
        look = self.looks.look("", kind.name)
        glyph, colour = (look.glyph, look.colour) if look is not None else ("", "")
        family = family_of(kind, self.game)
        if family:
            return self._face_of_family(kind, family, colour)
        counted = (c for c in self.game.columns.values() if self._counts(c, kind))
        number = next((str(kind.attributes[c.name]) for c in counted), "")
        return Face("", "", glyph or words(kind.name), colour, number)

    def _face_of_family(self, kind: model.Kind, family: str, colour: str) -> Face:
        """The face of a kind beside others of its family; its colour is its own, else that of the family's word."""
        first = next(c for c, _ in kind.made_of if self._is_word(c))
        rest = " ".join(self._value(kind, c, s) for c, s in kind.made_of if c != first)
        look = self.looks.symbol(family)
        sign, common = (look.glyph, look.colour) if look is not None else ("", "")
        return Face(family, sign or words(family), rest, colour or common)

    def _value(self, kind: model.Kind, column: str, short: str) -> str:
        """A value of a kind beside its family: the sign of a word, else its form in the kind's name."""
        if self._is_word(column):
            value = kind.attributes[column]
            symbols = self.game.columns[column].type.symbols
            sign = self.looks.symbol(symbols[value]) if isinstance(value, int) else None
            ranks = [RANKS.get(s, "") for s in symbols]  # of all, or of none: a page has no letter of its own
            rank = ranks[value] if isinstance(value, int) and all(ranks) else ""
            return (sign.glyph if sign else "") or rank or words(short)
        return short

    def _counts(self, column: model.Column, kind: model.Kind) -> bool:
        """Whether a column gives a kind a number to be shown."""
        value = kind.attributes.get(column.name)
        return column.type.base == "number" and not column.by and bool(value) and not isinstance(value, tuple)


@by_game
def tricks(game: model.Game) -> tuple[str, ...]:
    """The pools into which each player plays one card and from which all are taken, in the order of their declaration. None where
    there is a board."""
    is_at_once = any(turn.is_together for turn in game.turns.values())
    if is_at_once or game.board.sites or not has_cards(game):
        return ()
    several: set[str] = set()  # into which more than one card may come at once
    taken: set[str] = set()
    parts = [*nodes(with_effects(game))]
    each = {slot: source for n in parts if isinstance(n, model.ForEach) for slot, source in n.generators}
    each |= {n.slot: n.source for n in parts if isinstance(n, model.ChooseSet)}
    for node in parts:
        match node:
            case model.Stock(pool=model.PoolOf(name=name)):
                several.add(name)
            case model.MoveTo(piece=piece, to=to):
                source = each.get(piece.slot) if isinstance(piece, model.Local) else None
                if source is not None and isinstance(to, model.PoolOf):
                    several.add(to.name)
                if isinstance(source, model.PoolOf) and _is_of_each(source, each):
                    taken.add(source.name)
            case model.Remove(pieces=model.PoolOf() as pool) if _is_of_each(pool, each):
                taken.add(pool.name)
    open_to_all = {p.name for p in game.pools.values() if p.viewers == "all"} - secret_pools(game)
    return tuple(name for name in game.pools if name in (taken & open_to_all) - several)


def _is_of_each(pool: model.PoolOf, each: dict[int, model.Expr]) -> bool:
    """Whether a pool is that of one player after the other."""
    return isinstance(pool.holder, model.Local) and pool.holder.slot in each


@by_game
def drawn_cards(game: model.Game) -> dict[str, str]:
    """The cards of suits with a sign, by their names: what is drawn of each, such as `♠8`."""
    if not has_cards(game):
        return {}
    cards = Cards(game, Looks(game, colour=False))
    faces = {k.name: cards.face(k.name) for k in game.kinds}
    return {
        name: f.text for name, f in faces.items() if f is not None and f.family and f.sign != words(f.family)
    }
