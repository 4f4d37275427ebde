"""Cards: which pieces are cards, what is on their faces, in which order a hand is held, which pools are the middle of a table.

The trait of a card: it belongs to nobody, in a game with a pool of such pieces that not everybody sees, a hand or a deck, or in
one without a board whose kinds are all a word and something more, a pack of cards by suits.
What it shows follows from its kind: the values of a kind that is made by a rule, where words with a sign in `looks` become
that sign; the name of any other kind.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gdl.core import model, static
from gdl.core import nodes as core
from gdl.core.piece_flows import BOARD, exchanges, secret_pools
from gdl.core.rules import with_effects
from gdl.core.visit import followed, nodes
from interpreter.play.memo import by_game
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import RANKS, Piece, pips, words
from interpreter.play.scene.tiles import edge_columns

BACK = "▒"  # of an unseen card


@dataclass(frozen=True, slots=True)
class Told:
    """What the play asks about a card beside its numbers: the name of a column, and what the card has there, each word with its number
    or ""."""

    name: str
    held: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """In words, such as "gives clove" or "price clove 2, saffron 1"."""
        held = ", ".join("\xa0".join(filter(None, pair)) for pair in self.held)
        return f"{self.name} {held}" if held else self.name


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows.

    `family`: the word of an enumeration that it shares with others, such as a suit; `sign`: a short form of that word;
    `value`: the rest, by which the cards of a family differ; `number`: the first number of a card that has a name in words, and
    `others` the rest, each with the name of its column, which is `corner` for the first; `facts`: what else the play asks about;
    `glyph`: the sign that `looks` gives a card of a family, which pictures show instead of its value.
    """

    family: str
    sign: str
    value: str
    colour: str = ""
    number: str = ""
    others: tuple[tuple[str, str], ...] = ()
    facts: tuple[Told, ...] = ()
    corner: str = ""
    glyph: str = ""

    @property
    def printed(self) -> list[str]:
        """What is printed on it beside its name, in words."""
        first = [(self.corner, self.number)] if self.corner and self.number else []
        return [*(f"{name} {value}" for name, value in (*first, *self.others)), *(f.text for f in self.facts)]

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


def piece_noun(game: model.Game) -> str:
    """What pieces are: dice, tiles with pips, and cards are what they are where there is no board."""
    if edge_columns(game):
        return "tile"
    if counts := {len(values) for values in pips(game).values()}:
        return "die" if counts == {1} else "tile"
    return "card" if has_cards(game) and not game.board.sites else "piece"


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
    """Whether a piece is a card; an unseen one of nobody is one, too. Chips and counters, which everybody sees, are none."""
    return not piece.owner and has_cards(game) and piece.kind not in counters(game)


def are_cards(game: model.Game, kinds: Iterable[int]) -> bool:
    """Whether some of these kinds are cards."""
    return has_cards(game) and not {game.kinds[kind].name for kind in kinds} <= counters(game)


def holds_cards(game: model.Game, pool: str) -> bool:
    """Whether cards may come into a pool: its pieces lie at other times where somebody does not see them."""
    return has_cards(game) and (_is_pack(game) or pool in _near_secrets(game))


@by_game
def _near_secrets(game: model.Game) -> frozenset[str]:
    """The pools, and the board, which exchange pieces with a pool of all that somebody does not see."""
    group = exchanges(game)
    secret = {group[name] for name in secret_pools(game) if not game.pools[name].is_owned}
    return frozenset(place for place in group if group[place] in secret)


@by_game
def nobodys(game: model.Game) -> frozenset[str]:
    """The kinds of which no player ever has a piece."""
    parts = [*nodes(with_effects(game))]
    if any(isinstance(n, core.SetField) and n.field in ("kind", "owner") for n in parts):
        return frozenset()
    loops = {slot: n for n in parts if isinstance(n, model.ForEach) for slot, _ in n.generators}
    made = (n for n in parts if isinstance(n, core.Stock | core.Place) and n.owner is not None)
    owned = {kind for node in made for kind in _made(game, node, loops)}
    return frozenset(kind.name for i, kind in enumerate(game.kinds) if i not in owned)


@by_game
def counters(game: model.Game) -> frozenset[str]:
    """The kinds that never come, by any rule, where somebody does not see a piece of nobody."""
    parts = [*nodes(with_effects(game))]
    if _is_pack(game) or any(isinstance(n, core.SetField) and n.field == "kind" for n in parts):
        return frozenset()
    loops = {slot: n for n in parts if isinstance(n, model.ForEach) for slot, _ in n.generators}
    made = (n for n in parts if isinstance(n, core.Stock | core.Place))
    near = (n for n in made if (n.pool.name if isinstance(n, core.Stock) else BOARD) in _near_secrets(game))
    cards = {kind for node in near for kind in _made(game, node, loops)}
    return frozenset(kind.name for i, kind in enumerate(game.kinds) if i not in cards)


def _made(game: model.Game, node: core.Stock | core.Place, loops: Mapping[int, model.ForEach]) -> set[int]:
    """The kinds of the pieces that an effect makes, as far as that is known without play; else all."""
    every = range(len(game.kinds))
    if isinstance(node.kind, core.Const) and isinstance(node.kind.value, int):
        return {node.kind.value}
    if not isinstance(node.kind, core.Local) or node.kind.slot not in loops:
        return {*every}
    asked = [loops[node.kind.slot].condition, node.times if isinstance(node, core.Stock) else None]
    slot, table = node.kind.slot, static.table_of(game)

    def may_be(part: core.Expr | None, kind: int) -> bool:
        try:
            return part is None or bool(static.value(part, game.board, {slot: kind}, table))
        except static.NotStatic:
            return True

    return {kind for kind in every if all(may_be(part, kind) for part in asked)}


@by_game
def _asked(game: model.Game) -> Sequence[model.Column]:
    """The columns that the play asks about, such as what a card costs: not how often it is there, of which only the set-up knows."""
    rules = (game.actions, game.settles, game.requires, game.ends, tuple(game.turns.values()))
    asked = {n.name for n in followed(rules, game.definitions) if isinstance(n, core.Attribute)}
    return [c for c in game.columns.values() if c.name in asked]


@by_game
def printed_numbers(game: model.Game) -> tuple[str, ...]:
    """The columns of one number a kind that the play asks about."""
    return tuple(c.name for c in _asked(game) if c.type.base == "number" and not c.by)


@by_game
def printed_words(game: model.Game) -> Sequence[model.Column]:
    """The other columns that a card can tell: a word that names no action, a truth, a number for each word or number of an index."""
    actions = {action.name for action in game.actions}
    return [
        c
        for c in _asked(game)
        if (c.type.base == "number" and c.by in ("word", "number"))
        or (c.type.base in ("symbol", "bool") and not c.by and not {*c.type.symbols} & actions)
    ]


class Cards:
    """The faces of a game's kinds."""

    def __init__(self, game: model.Game, looks: Looks) -> None:
        self.game, self.looks = game, looks
        self.pips = pips(game)
        self.families = self._families()
        self._faces = {k.name: self._face(k) for k in game.kinds}
        self._order = {k.name: (self._rank(self._faces[k.name].family), i) for i, k in enumerate(game.kinds)}

    @property
    def are_doubles(self) -> bool:
        """Whether they are tiles with two numbers."""
        return bool(self.pips) and all(len(numbers) == 2 for numbers in self.pips.values())

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
            return replace(self._face_of_family(kind, family, colour), glyph=glyph)
        numbers, corner = self._numbers(kind), self._corner(kind)
        ranks = [RANKS.get(k.name.lower(), "") for k in self.game.kinds]  # of all, or of none
        first = RANKS[kind.name.lower()] if all(ranks) else dict(numbers).get(corner, "")
        others = tuple(n for n in numbers if n[0] != corner)
        named = "" if all(ranks) else corner
        facts = (_told(c, kind) for c in printed_words(self.game) if self._differs(c))
        return Face(
            "", "", glyph or words(kind.name), colour, first, others, tuple(filter(None, facts)), named
        )

    def _differs(self, column: model.Column) -> bool:
        """Whether not all kinds without a family have the same in a column of theirs."""
        alone = [k for k in self.game.kinds if not family_of(k, self.game) and column.name in k.written]
        return len({k.attributes.get(column.name) for k in alone}) > 1

    def _corner(self, kind: model.Kind) -> str:
        """The column that stands in the corner of cards like this one: not one that is called by a colour, as a price in gems is."""
        plain = [c for c in printed_numbers(self.game) if c.rpartition("_")[2] not in COLOURS]
        alone = [k.attributes for k in self.game.kinds if not family_of(k, self.game)]
        own = [c for c in plain if kind.attributes.get(c)]
        for column in plain:  # nought is a number, too, where others with the same columns have more
            like = (held for held in alone if held.get(column))
            if column in own or any(held.get(c) for held in like for c in own):
                return words(column)
        return ""

    def _face_of_family(self, kind: model.Kind, family: str, colour: str) -> Face:
        """The face of a kind beside others of its family; its colour is its own, else that of the family's word."""
        first = next(c for c, _ in kind.made_of if self._is_word(c))
        rest = " ".join(self._value(kind, c, s) for c, s in kind.made_of if c != first)
        look = self.looks.symbol(family)
        sign, common = (look.glyph, look.colour) if look is not None else ("", "")
        named = {c for c, _ in kind.made_of}
        others = () if sign else tuple(n for n in self._numbers(kind) if n[0] not in map(words, named))
        called = family if family.lower() in COLOURS else ""  # as rubies are red
        return Face(family, sign or words(family), rest, colour or common or called, "", others)

    def _value(self, kind: model.Kind, column: str, short: str) -> str:
        """A value of a kind beside its family: the sign of a word, else its form in the kind's name."""
        if self._is_word(column):
            value = kind.attributes[column]
            symbols = self.game.columns[column].type.symbols
            sign = self.looks.symbol(symbols[value]) if isinstance(value, int) else None
            ranks = [RANKS.get(s, "") for s in symbols]  # of all, or of none: a page has no letter of its own
            rank = ranks[value] if isinstance(value, int) and all(ranks) else ""
            return (sign.glyph if sign else "") or rank or words(short)
        is_ten = short == "T" and kind.attributes[column] == 10  # which has one letter only in notations
        return "10" if is_ten else short

    def _numbers(self, kind: model.Kind) -> list[tuple[str, str]]:
        """The numbers of a kind that the play asks about, each with the name of its column."""
        known = ((words(name), kind.attributes.get(name)) for name in printed_numbers(self.game))
        return [(name, str(value)) for name, value in known if value and isinstance(value, int)]


def _told(column: model.Column, kind: model.Kind) -> Told | None:
    """What a kind has in a column; None where that is nothing."""
    value, name = kind.attributes.get(column.name), words(column.name)
    if isinstance(value, tuple):
        called = column.words.symbols if column.words is not None else [*map(str, column.index)]
        held = tuple((words(word), str(v)) for word, v in zip(called, value, strict=True) if v)
        return Told(name, held) if held else None
    if value is None or value is False or column.name not in kind.written:
        return None
    return Told(name, () if column.type.base == "bool" else ((words(column.type.symbols[int(value)]), ""),))


@by_game
def spent(game: model.Game) -> frozenset[str]:
    """The pools of the game into which cards come that were seen before, in no order and with no mark: those that have been played or
    discarded."""
    parts = [*nodes(with_effects(game))]
    drawn = {n.slot for n in parts if isinstance(n, core.Chance)}
    unseen = {p.name for p in game.pools.values() if p.viewers == "nobody"}
    came, fresh = set[str](), {n.pool.name for n in parts if isinstance(n, core.Stock)}
    for move in parts:
        if isinstance(move, core.MoveTo) and isinstance(move.to, core.PoolOf):
            came.add(move.to.name)
            is_drawn = any(
                (isinstance(n, core.Local) and n.slot in drawn)
                or (isinstance(n, core.PoolOf) and n.name in unseen)
                for n in nodes(move.piece)
            )
            if is_drawn or any(not _is_usual(game, *setting) for setting in move.settings):
                fresh.add(move.to.name)
    pools = (p for p in game.pools.values() if p.holder == "game" and p.key is None and p.viewers == "all")
    return frozenset(p.name for p in pools if not p.is_ordered and p.name in came - fresh)


def _is_usual(game: model.Game, field: str, value: core.Expr) -> bool:
    """Whether a field gets the value that it has without being said."""
    return isinstance(value, core.Const) and value.value == game.fields[field].default


@by_game
def chosen_from(game: model.Game) -> frozenset[str]:
    """The pools from which players choose."""
    chosen = (n for n in nodes(game.actions) if isinstance(n, model.Choose | model.ChooseSet))
    return frozenset(n.name for c in chosen for n in nodes(c.source) if isinstance(n, core.PoolOf))


@by_game
def columns_of_suits(game: model.Game) -> tuple[str, ...]:
    """The pools of a table at which cards lie by suits: the one with a pile for each suit, and those in which players lay down theirs
    for all to see. None where there is a board, or more than one with piles."""
    suits = {family_of(kind, game) for kind in game.kinds}
    open_to_all = [p for p in game.pools.values() if p.viewers == "all" and p.name not in secret_pools(game)]
    piles = [p.name for p in open_to_all if p.key is not None and {*p.key.words} == suits]
    laid = [p.name for p in open_to_all if p.holder == "player" and not p.is_ordered]
    is_table = not game.board.sites and has_cards(game) and len(suits) > 1
    return (*piles, *laid) if is_table and len(piles) == 1 and laid else ()


@by_game
def tricks(game: model.Game) -> tuple[str, ...]:
    """The pools into which each player plays one card and from which all are taken, in the order of their declaration. None where
    there is a board."""
    is_at_once = any(turn.is_together for turn in game.turns.values())
    if is_at_once or game.board.sites or not has_cards(game):
        return ()
    several, taken = _taken_together(game)
    open_to_all = {p.name for p in game.pools.values() if p.viewers == "all"} - secret_pools(game)
    return tuple(name for name in game.pools if name in (taken & open_to_all) - several)


def _taken_together(game: model.Game) -> tuple[set[str], set[str]]:
    """The pools into which more than one card may come at once, and those from which all are taken."""
    several, taken = set[str](), set[str]()
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
    return several, taken


def _is_of_each(pool: model.PoolOf, each: dict[int, model.Expr]) -> bool:
    """Whether a pool is that of one player after the other."""
    return isinstance(pool.holder, model.Local) and pool.holder.slot in each


@by_game
def coloured_cards(game: model.Game) -> Cards:
    return Cards(game, Looks(game, colour=True))


@by_game
def drawn_cards(game: model.Game) -> dict[str, str]:
    """The cards of suits, by their names: what is drawn of each, such as `♠8`, or the word for the suit where it has no sign of its own,
    such as `blue 8`."""
    if not has_cards(game):
        return {}
    cards = Cards(game, Looks(game, colour=False))
    signs = [sign for sign, _, _ in cards.signs()]
    found: dict[str, str] = {}
    for kind in game.kinds:
        face = cards.face(kind.name)
        if face is not None and face.family:
            is_alone = signs.count(face.sign) == 1
            found[kind.name] = face.text if is_alone else f"{words(face.family)} {face.value}"
    return found


def with_signs(game: model.Game, text: str) -> str:
    """A move in which cards are what is drawn of them: `give ♠8` for `give S8`."""
    drawn = drawn_cards(game)
    return re.sub(r"\w+", lambda m: drawn.get(m[0], m[0]), text) if drawn else text


def without_signs(game: model.Game, text: str) -> str:
    """A move as the rules write it, of one with drawn cards, the sign of each before its value or behind."""
    for name, drawn in drawn_cards(game).items():
        if not drawn[:1].isalnum():
            text = re.sub(
                rf"(?<!\w)(?:{re.escape(drawn)}|{re.escape(drawn[1:] + drawn[0])})(?!\w)", name, text
            )
    return text
