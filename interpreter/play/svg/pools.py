"""Pools in a picture: hands as rows of cards, unseen ones as backs, decks as piles, other pieces with their number.

In a game of cards the pools of one name are side by side, with their names above them, and tricks lie in the middle of a table
(`Felt`), each card toward its player; elsewhere each pool has a row with its name before it. Who looks sits at the bottom, where their
hand is, large; else the first player sits at the top. The others follow clockwise. The places are there from the beginning, so that
nothing moves when a card comes. What players lay down in the open is in columns by suits.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from interpreter.play.scene import colours
from interpreter.play.scene.cards import chosen_from, columns_of_suits, has_cards, is_card, spent, tricks
from interpreter.play.scene.fields import filled_in_play
from interpreter.play.scene.looks import Looks, pools_of_strokes
from interpreter.play.scene.names import Piece, meaning, words
from interpreter.play.scene.scene import Heap, Note, Pool, Scene
from interpreter.play.scene.tiles import edge_columns, is_painted, is_tile, shape
from interpreter.play.svg.board import has_pits, stroke_sample
from interpreter.play.svg.cards import LARGE, CardPicture
from interpreter.play.svg.counters import chips, pit
from interpreter.play.svg.grounds import CARDS, WOODS
from interpreter.play.svg.pieces import LEAST_SQUARES, PiecePicture, are_flaps, badge, flap, hit_room
from interpreter.play.svg.shapes import (
    SIGNS,
    Block,
    Element,
    Point,
    box,
    disc,
    element,
    group,
    moved,
    short,
    text,
    width_of,
)
from interpreter.play.svg.suits import Suits
from interpreter.play.svg.tiles import HIGH, WIDE

_CLOTH, _RIM = WOODS[CARDS].dark, WOODS[CARDS].line
_SIZE, _LARGE = 12.5, 24.0  # of the writing, and of what is told
_WIDE, _HIGH = 46.0, 64.0  # a card
_ACROSS, _DOWN = 74.0, 42.0  # from the middle of the table to that of a card, where two to four sit
_ASIDE = 10.0  # by how much cards of one place lie apart


class Felt:
    """Draws pools of one name, one for each player."""

    def __init__(self, scene: Scene, looks: Looks, cards: CardPicture) -> None:
        self.scene, self.looks, self.cards = scene, looks, cards
        self.roles = [words(f.name) for f in scene.game.fields.values() if f.type.base == "player"]
        crowd = max(0, len(scene.players) - 4)
        self.across, self.down = _ACROSS + 22 * crowd, _DOWN + 12 * crowd

    def block(self, name: str, pools: Sequence[Pool]) -> Block:
        """The table, with those of some pools that have this name."""
        names = max(width_of(p, _SIZE, bold=True) for p in [*self.scene.players, *self.roles]) + 24
        width = 2 * (self.across + _WIDE / 2 + names + 12)
        height = 2 * (self.down + _HIGH / 2 + 1.5 * _SIZE + 12)
        block = Block(width, height)
        block.add(box(0, 0, width, height, _CLOTH, _RIM, line=1.5, corner=40))
        block.add(*self._agreed(width / 2 - _WIDE, height / 2 - _HIGH / 2 - 16))
        held = {pool.owner: pool for pool in pools if pool.name == name}
        players = self.scene.players
        first, turn = (players.index(self.scene.viewer), 270) if self.scene.viewer else (0, 90)
        for i, player in enumerate(players):
            angle = math.radians(turn - 360 * (i - first) / len(players))
            way = (math.cos(angle), -math.sin(angle))
            at = (width / 2 + self.across * way[0], height / 2 + self.down * way[1])
            laid = self._cards(held[player].pieces, at) if player in held else self._free(at)
            block.add(group([*laid], pool=f"{name} of {player}"))
            block.add(*self._name(player, at, way))
        return block

    def _cards(self, pieces: Sequence[Piece], at: Point) -> Iterator[Element]:
        for i, piece in enumerate(pieces):
            yield self.cards.card(piece, (at[0] + i * _ASIDE, at[1]), _WIDE, _HIGH)

    @staticmethod
    def _free(at: Point) -> Iterator[Element]:
        """A place without a card."""
        rim = colours.tint(_CLOTH, "#ffffff", 0.5)
        left, top = at[0] - _WIDE / 2, at[1] - _HIGH / 2
        yield box(left, top, _WIDE, _HIGH, "none", rim, line=1.2, corner=5, dashes=5)

    def _name(self, player: str, at: Point, way: Point) -> Iterator[Element]:
        """The name of a player, with their colour, on the outer side of their place; bold if they are to move."""
        is_mover = player == self.scene.mover and not self.scene.result
        long = width_of(player, _SIZE, is_mover)
        if abs(way[0]) > 0.5:
            left = at[0] + _WIDE / 2 + 8 if way[0] > 0 else at[0] - _WIDE / 2 - 8 - 17 - long
            y = at[1]
        else:
            left = at[0] - (17 + long) / 2
            y = at[1] + math.copysign(_HIGH / 2 + 0.9 * _SIZE, way[1])
        rgb = self.looks.player_colours[player].rgb
        yield disc((left + 6, y), 5.5, rgb, colours.edge(rgb), 1)
        yield text((left + 17, y), player, _SIZE, anchor="start", bold=is_mover)
        if abs(way[0]) <= 0.5:  # beside their card, clear of those on the left and on the right
            left, y = at[0] + _WIDE / 2 - 9, at[1] - (3 if way[1] < 0 else 1.2) * _SIZE
        for role in (n.label for n in self.scene.roles if n.said == player):
            y += 1.2 * _SIZE
            if way[0] < -0.5:
                yield text((at[0] - _WIDE / 2 - 8, y), role, 0.9 * _SIZE, anchor="end")
            else:
                yield text((left + 17, y), role, 0.9 * _SIZE, anchor="start")

    def _agreed(self, width: float, height: float) -> Iterator[Element]:
        """What is played for, on a note in the corner, in a room of this size."""
        if not self.scene.agreed:
            return
        made: list[Element] = []
        wide, y = 0.0, -0.4 * _SIZE
        for note in self.scene.agreed:
            sign, ink = sign_of(note, self.looks)
            x, y = 14 + width_of(note.label, _SIZE), y + 1.6 * _SIZE
            font = None if sign.isascii() else SIGNS
            made.append(text((8, y), note.label, _SIZE, colours.FAINT, anchor="start"))
            made.append(text((x, y), sign, 1.3 * _SIZE, ink, anchor="start", bold=True, font=font))
            wide = max(wide, x + width_of(sign, 1.3 * _SIZE, bold=True) + 8)
        paper = box(0, 0, wide, y + _SIZE, colours.PAPER, _RIM, line=1, corner=6)
        fit = f"translate(12 12) scale({short(min(1.0, width / wide, height / (y + _SIZE)))})"
        yield group([element("g", [paper, *made], transform=fit)], agreed="")


def sign_of(note: Note, looks: Looks) -> tuple[str, str]:
    """What a note says, with its colour: of a word the sign that it has."""
    look = looks.symbol(note.said)
    named = colours.COLOURS.get(look.colour) if look is not None else None
    said = look.glyph if look is not None and look.glyph else words(note.said)
    return said, colours.ink_of(named.rgb) if named is not None else colours.INK


_APART, _TIGHT, _BACKS = 50.0, 17.0, 8.0  # from card to card: where there is room, at least, of backs
_HAND, _TOLD = 72.0, 104.0  # the width of a card of an own hand: of suits, and of those that say what they do
_FEW = 6  # cards of an own hand that have room for text
_MARKET = 12  # cards that lie open and say what they do; more are too many to be so large
_PHONE = 420.0  # the width of what is drawn for a phone
_DROP = 25.0  # from card to card of a column
_MOST_BACKS = 13
_STRIP, _HEAP = 6.0, 0.34  # from card to card of those that have been played, and their share of the width
_PIECE, _GAP = 30.0, 22.0
_STORE = (132.0, 56.0)  # a pit off the board, larger than those on it
_LEAST_LARGER, _LARGER = 1.2, 1.6  # how much larger small cards are where there is room
_ONE_BY_ONE = 8  # pieces of an ordered pool that lie side by side, though some are equal
_SQUARE = 18.0  # of a tile of several squares, for fingers


def _width_of_row(row: Sequence[tuple[Pool | Heap | Note, Block]]) -> float:
    return sum(made.width + _GAP for _, made in row) - _GAP


class PoolPicture:
    """Draws the pools of a scene."""

    def __init__(
        self, scene: Scene, looks: Looks, pieces: PiecePicture, cards: CardPicture, elsewhere: str = ""
    ) -> None:
        """`elsewhere`: the name of pools that are drawn on the board."""
        self.scene, self.looks, self.pieces, self.cards = scene, looks, pieces, cards
        self.elsewhere = elsewhere

    def block(self, width: float) -> Block:
        """All pools, on a page of this width."""
        return self._flowing(width) if has_cards(self.scene.game) else self._rows(width)

    # ---- games of cards

    def _flowing(self, width: float) -> Block:
        """Pools side by side; those of another name begin a row, but for those of the game."""
        rows: list[list[tuple[Pool | Heap | Note, Block]]] = []
        laid = tricks(self.scene.game)
        by_suits = columns_of_suits(self.scene.game)
        shown = self._shown(laid, by_suits)
        names = [*dict.fromkeys(pool.name for pool in shown)]
        heaps = {heap: self._entry(heap, width) for heap in self.scene.heaps}
        # what players have stands in columns, and their heaps in the first one
        first = max((made.width for heap, made in heaps.items() if heap.owner), default=0.0)
        for pool in sorted(shown, key=lambda pool: self._order(pool, names)):
            if isinstance(pool, Heap):
                made = heaps[pool]
                made.width = max(made.width, first if pool.owner else 0.0)
            elif pool.name in laid:
                made = self._table(pool.name)
            elif pool.name in by_suits:
                made = Suits(self.scene, self.looks, self.cards, width).block()
            else:
                made = self._entry(pool, width - first - _GAP if first and pool.owner else width)
            fits = bool(rows) and sum(b.width + _GAP for _, b in rows[-1]) + made.width <= width
            if fits and self._are_together(rows[-1][-1][0], pool):
                rows[-1].append((pool, made))
            else:
                rows.append([(pool, made)])
        block, y = Block(width), 0.0
        owned = [_width_of_row(row) for row in rows if self._by_owner and row[0][0].owner]
        for row in rows:
            is_owned = self._by_owner and row[0][0].owner
            x = max(0.0, (width - (max(owned) if is_owned else _width_of_row(row))) / 2)
            for pool, made in row:
                block.add(moved([group(made.elements, pool=pool.label)], x, y))
                x += made.width + _GAP
            y += max(b.height for _, b in row) + 12
        block.height = y - 12 if rows else 0
        return block

    def _are_together(self, a: Pool | Heap | Note, b: Pool | Heap | Note) -> bool:
        """Whether two pools may lie in one row: of one name, both of nobody, or both of one player."""
        is_alike = a.owner == b.owner or (a.name == b.name and not self._by_owner)
        return self._row(a) == self._row(b) and is_alike

    def _shown(self, laid: Sequence[str], by_suits: Sequence[str]) -> list[Pool | Heap | Note]:
        """The pools, with one in the place of each table, which is there while it is empty, and what is counted and named."""
        others = [p for p in self.scene.pools if p.name not in (*laid, *by_suits)]
        pools = [Pool(name, "", ()) for name in laid] + others + [Pool(n, "", ()) for n in by_suits[:1]]
        called = [Pool(words(name), "", (piece,)) for name, piece in self.scene.called.items()]
        told = [*self.scene.agreed, *called, *self.scene.roles] if not laid else called
        return [*told, *pools, *self.scene.heaps]

    @property
    def _by_owner(self) -> bool:
        """Whether a row is what one player has, and not what all players have by one name: they have heaps and more."""
        has_pools = any(pool.holder == "player" for pool in self.scene.game.pools.values())
        return has_pools and any(heap.owner for heap in self.scene.heaps)

    def _order(self, pool: Pool | Heap | Note, names: Sequence[str]) -> tuple[int, int, bool, int]:
        """Where a pool comes: of the players as they sit about the table, the next one on the left."""
        players, viewer = self.scene.players, self.scene.viewer
        first = players.index(viewer) if viewer in players else 0
        seat = (players.index(pool.owner) - first) % len(players) if pool.owner in players else -1
        # what is nobody's comes first, and lies together
        first_by = seat if self._by_owner or seat < 0 else names.index(pool.name)
        return self._row(pool), first_by, not (pool.owner and isinstance(pool, Heap)), seat

    def _row(self, pool: Pool | Heap | Note) -> int:
        """Where a pool lies as its viewer sees it: what others have, the tables, what is everybody's, their own, their hand."""
        viewer = self.scene.viewer
        if pool.name in tricks(self.scene.game):
            return 1 if viewer else 0
        if not viewer or pool.owner not in self.scene.players:
            return 2
        if pool.owner != viewer:
            return 0
        return 4 if pool.name in self.scene.hands else 3

    def _table(self, name: str) -> Block:
        return Felt(self.scene, self.looks, self.cards).block(name, self.scene.pools)

    def _rgb_of(self, pool: Pool | Heap | Note) -> str:
        """The colour of whoever has a pool, or that its word names; "" for none."""
        if pool.owner in self.looks.player_colours:
            return self.looks.player_colours[pool.owner].rgb
        colour = colours.COLOURS.get(self.looks.symbol_colours().get(pool.owner, pool.owner))
        return colour.rgb if colour is not None else ""

    def _entry(self, pool: Pool | Heap | Note, width: float) -> Block:
        """The name of a pool or of what is counted, with its owner's colour, and below it what it holds."""
        block = Block(0)
        x = 0.0
        rgb = self._rgb_of(pool)
        if rgb:
            block.add(disc((6, 8), 5.5, rgb, colours.edge(rgb), 1))
            x = 17.0
        block.add(text((x, 8), words(pool.label), _SIZE, colours.FAINT, anchor="start"))
        block.width = x + width_of(pool.label, _SIZE)
        if isinstance(pool, Note):
            said, ink = sign_of(pool, self.looks)
            font = None if said.isascii() else SIGNS
            at = 22 + _HIGH / 2 if self.scene.called else 36.0  # as what lies beside it
            block.add(
                text(
                    (x, at),
                    said,
                    _LARGE,
                    self._rgb_of(Note("", "", pool.said)) or ink,
                    anchor="start",
                    bold=True,
                    font=font,
                )
            )
            block.width, block.height = max(block.width, x + width_of(said, _LARGE, bold=True)), at + 16
            return block
        if isinstance(pool, Heap):
            made = self._heap(pool)
            block.add(moved(made.elements, 0, 22))
            block.width, block.height = max(block.width, made.width), 22 + made.height
            return block
        return self._held(block, pool, width)

    def _held(self, block: Block, pool: Pool, width: float) -> Block:
        """The pieces of a pool, in a block with its name."""
        laid = [p for p in pool.pieces if is_card(self.scene.game, p)]
        declared = self.scene.game.pools.get(pool.name)
        is_pile = declared is not None and declared.viewers == "nobody"
        # a pile is face down on the table, whoever draws it
        seen = [p for p in laid if self.cards.cards.face(p.kind) is not None and not is_pile]
        at = self._faces(block, pool, seen, 22.0, width) if seen else 22.0
        if unseen := len(laid) - len(seen):
            is_beside = seen and block.width + 8 + _WIDE + _MOST_BACKS * _BACKS <= width
            left = block.width + 8 if is_beside else 0.0
            at = max(at, self._backs(block, unseen, 22.0 if is_beside else at, is_pile, left))
        others = [p for p in pool.pieces if p not in laid]
        if others:
            at = self._others(block, others, at, width, pool.name in pools_of_strokes(self.scene.game))
        block.height = at
        return block

    def _faces(self, block: Block, pool: Pool, seen: list[Piece], at: float, width: float) -> float:
        """Cards that are seen: what lies open before a player in columns, doubles that are joined in a chain, all others in a fan."""
        cards, scene = self.cards.cards, self.scene
        if pool.owner in scene.players and pool.name not in scene.hands and not pool.is_ordered:
            return self._columns(block, seen, at, width)
        if pool.is_ordered and cards.are_doubles:
            return self._chain(block, seen, at, width)
        if pool.name in spent(scene.game):
            held, is_heap = cards.ordered(seen), pool.name not in chosen_from(scene.game)
            room = max(_WIDE + _STRIP * len(seen), _HEAP * width) if is_heap else width
            return self._fan(
                block, held, at, room, (_WIDE, _HIGH), least=_STRIP if is_heap else _TIGHT, most=_TIGHT
            )
        is_hand = pool.owner == scene.viewer != "" and pool.name in scene.hands
        faces = [f for f in map(cards.face, {p.kind for p in seen}) if f]
        is_read = any(f.others or f.facts for f in faces)
        is_market = not is_hand and len(seen) <= _MARKET and any(f.facts for f in faces)
        is_text = is_hand and len(seen) <= _FEW and any(map(self._has_text, seen))
        is_sized = is_hand or is_read
        size = self._size(len(seen), width, is_hand, is_market, is_text) if is_sized else (_WIDE, _HIGH)
        held = seen if pool.is_ordered else sorted(cards.ordered(seen), key=self._told)
        return self._fan(block, held, at, width, size, is_market or is_text)

    def _has_text(self, piece: Piece) -> bool:
        """Whether the rules say something of this card, and not of its suit."""
        face = self.cards.cards.face(piece.kind)
        return face is not None and not face.family and bool(meaning(self.scene.game, piece.kind))

    def _told(self, piece: Piece) -> list[tuple[int, str]]:
        """An order of what is told of the fields of cards, numbers by their size."""
        return [(len(value), value) for value in self.cards.told(piece)]

    def _chain(self, block: Block, held: Sequence[Piece], top: float, width: float) -> float:
        """Double tiles end to end, each turned so that equal numbers meet; those of one number lie across."""
        pips = self.cards.cards.pips
        open_end: int | None = None
        x, y = 0.0, top + _HIGH / 2
        for i, piece in enumerate(held):
            left, right = pips[piece.kind]
            beyond = pips[held[i + 1].kind] if i + 1 < len(held) else ()
            is_turned = right == open_end if open_end is not None else right not in beyond and left in beyond
            open_end = left if is_turned else right
            long = _HIGH / 2 if left == right else _HIGH
            if x + long > width:
                x, y = 0.0, y + 1.1 * _HIGH
            turn = f"rotate({0 if left == right else 90 if is_turned else -90} {x + long / 2} {y})"
            card = self.cards.card(piece, (x + long / 2, y), _WIDE, _HIGH)
            block.add(element("g", [card], transform=turn))
            x += long
            block.width = max(block.width, x)
        return y + _HIGH / 2

    def _size(
        self, count: int, width: float, is_hand: bool, is_market: bool, is_text: bool
    ) -> tuple[float, float]:
        """The size of cards that are read, above all of an own hand: of few ones so large that what they say can be read. Those of a
        market are so on a phone, too, in more rows, and so are a few with text (`is_text`)."""
        if self.cards.cards.pips:
            return _WIDE, _HIGH
        is_large = is_text or ((is_hand or is_market) and not self.cards.cards.families)
        largest = _TOLD if is_large else _HAND
        least = min(largest, 0.26 * width) if is_market and width <= _PHONE else min(_HAND, 0.15 * width)
        least = LARGE if is_text else least
        wide = max(min(largest, width / count - 6), least)
        return wide, wide * _HIGH / _WIDE

    def _columns(self, block: Block, held: Sequence[Piece], top: float, width: float) -> float:
        """Cards in a column for each suit, the next one over the one before; without suits, in a row."""
        suits: dict[str, list[Piece]] = {}
        for piece in self.cards.cards.ordered(held):
            face = self.cards.cards.face(piece.kind)
            suits.setdefault(face.family if face is not None else "", []).append(piece)
        if "" in suits or len(self.cards.cards.families) < 2 or len(suits) * _APART > width:
            return self._fan(block, held, top, width, (_WIDE, _HIGH))
        for column, suit in enumerate(suits.values()):
            for row, piece in enumerate(suit):
                at = (column * _APART + _WIDE / 2, top + row * _DROP + _HIGH / 2)
                block.add(self.cards.card(piece, at, _WIDE, _HIGH))
        block.width = max(block.width, len(suits) * _APART)
        return top + (max(map(len, suits.values())) - 1) * _DROP + _HIGH

    def _fan(
        self,
        block: Block,
        held: Sequence[Piece],
        top: float,
        width: float,
        size: tuple[float, float],
        is_market: bool = False,
        least: float = _TIGHT,
        most: float = math.inf,
    ) -> float:
        """Cards in a row, one over the other where they are many, in more rows where even that is not enough; those of which other
        fields are told, and those of a market, lie apart. `least` and `most`: from card to card."""
        wide, high = size
        is_apart = is_market or bool(self.cards.cards.pips)  # dice and double tiles lie side by side
        apart = wide + _APART - _WIDE
        least, row_step = apart if is_apart else least, 1.06  # a row covers no other one
        step = max(least, min(apart, most, (width - wide) / max(1, len(held) - 1)))
        told = [*map(self.cards.told, held), None]
        if any(a != b for a, b in pairwise(told[:-1])):
            step = least
        x, is_covering = 0.0, step < 0.8 * wide
        for i, piece in enumerate(held):
            if x and x + wide > width + 0.01:
                x, top = 0.0, top + row_step * high
            block.width = max(block.width, x + wide)
            here, x = x, x + (step if told[i] == told[i + 1] else apart)
            is_covered = is_covering and told[i] == told[i + 1] and x + wide <= width + 0.01
            at = (here + wide / 2, top + high / 2)
            block.add(self.cards.card(piece, at, wide, high, is_covered=is_covered))
        return top + high

    def _backs(self, block: Block, count: int, top: float, is_pile: bool, left: float) -> float:
        """Cards that are not seen: a pile, or a narrow fan, with how many there are."""
        middle = top + _HIGH / 2
        made: list[Element] = []
        right = left + _WIDE / 2
        if is_pile:
            made += self.cards.pile((right, middle), _WIDE, _HIGH, count)
        else:
            for i in range(min(count, _MOST_BACKS)):
                right = left + _WIDE / 2 + i * (_APART if self.cards.are_dice else _BACKS)
                made += self.cards.back((right, middle), _WIDE, _HIGH)
        if count > 1 and not self.cards.are_dice:
            made += badge(f"×{count}", (right, middle), 13)
        block.add(group(made, f"{count} unseen", piece="?"))
        block.width = max(block.width, right + _WIDE / 2 + 6)
        return top + _HIGH

    def _stored(
        self, piece: Piece, at: Point, radius: float, square: float | None, is_stroke: bool
    ) -> Element:
        """A piece that is no card; what stands on borders is a stroke."""
        if not is_stroke:
            return self.pieces.piece(piece, at, radius, square=square, is_stored=True)
        stroke = moved(stroke_sample(self.pieces.colour(piece)), *at)
        return group([*hit_room(at, 2 * radius), stroke], piece=self.pieces.name(piece), kind=piece.kind)

    def _others(
        self, block: Block, others: Sequence[Piece], top: float, width: float, are_strokes: bool
    ) -> float:
        """Pieces that are no cards, equal ones together with their number."""
        x, y = 0.0, top
        for piece in dict.fromkeys(others):
            count = others.count(piece)
            number = f"×{count}" if count > 1 else ""
            long = _PIECE + (width_of(number, _SIZE) + 4 if number else 0)
            if x and x + long > width:
                x, y = 0.0, y + _PIECE
            at = (x + _PIECE / 2, y + _PIECE / 2)
            block.add(self._stored(piece, at, 0.45 * _PIECE, _PIECE, are_strokes))
            if number:
                block.add(text((x + _PIECE + 1, y + _PIECE / 2), number, _SIZE, anchor="start"))
            x += long + 4
            block.width = max(block.width, x)
        return y + _PIECE

    # ---- other games

    def _rows(self, width: float) -> Block:
        """A row for each pool: its name, and its pieces, equal ones together with their number."""
        block = Block(width)
        y, strokes = 0.0, pools_of_strokes(self.scene.game)
        has_tiles = bool(edge_columns(self.scene.game))
        pools = [pool for pool in self._with_empty_ones() if pool.name != self.elsewhere]
        heaps = [heap for heap in self.scene.heaps if not (heap.owner and self.scene.is_scored)]
        labels = [pool.label for pool in pools] + [heap.label for heap in heaps]
        indent = max((width_of(label, _SIZE) for label in labels), default=0.0) + 12
        most = max((len(self._in_row(pool)) for pool in pools if self._has_small_cards(pool)), default=0)
        larger = min(_LARGER, (width - indent) / (most * (WIDE + 8))) if most else 1.0
        larger = larger if larger > _LEAST_LARGER else 1.0
        for pool, label in zip(pools, labels, strict=False):
            has_cards = self._has_small_cards(pool)
            # tiles reach beyond the disc that they are sized by
            if has_tiles and any(is_tile(self.scene.game, piece) for piece in pool.pieces):
                radius, shown = 29.0 if is_painted(self.scene.game) else 26.0, 22.0
            else:
                radius = shown = 14.0
            room = (larger * WIDE, larger * HIGH) if has_cards else (2 * radius, 2 * radius)
            high = max([room[1], *(self._extent(piece)[1] for piece in pool.pieces)])
            x, y = indent, y + high / 2 + 2
            block.add(text((0, y), words(label), _SIZE, colours.FAINT, anchor="start"))
            made = [] if pool.pieces else [text((x, y), "–", _SIZE, colours.FAINT, anchor="start")]
            for piece, count in self._in_row(pool):
                number = f"×{count}" if count > 1 else ""
                if self.scene.is_scored and not self.pieces.is_clear(piece):
                    number = f"{words(piece.kind)} {number}".rstrip()
                extent = self._extent(piece)
                wide = extent[0] or room[0]
                size = max(LEAST_SQUARES * _SQUARE, *extent) / 2 if extent[0] else shown
                long = wide + 4 + (width_of(number, _SIZE) + 8 if number else 0)
                if x > indent and x + long > width:
                    x, y = indent, y + high + 4
                is_stroke = pool.name in strokes
                at = (x + wide / 2, y)
                if has_cards and larger > 1:
                    card = self.pieces.piece(piece, (0, 0), size, is_stored=True)
                    into = f"translate({short(at[0])} {short(at[1])}) scale({short(larger)})"
                    made.append(element("g", [card], transform=into))
                else:
                    made += [self._stored(piece, at, size, None, is_stroke)] if count else flap(at, size, "")
                if number:
                    made.append(text((x + wide + 5, y), number, _SIZE, anchor="start"))
                x += long + 4
            block.add(group(made, pool=label))
            y += high / 2 + 6
        for heap in heaps:
            drawn = self._heap(heap)
            block.add(text((0, y + drawn.height / 2), heap.label, _SIZE, colours.FAINT, anchor="start"))
            block.add(group([moved(drawn.elements, indent, y)], pool=heap.label))
            y += drawn.height + 8
        block.height = y - 6
        return block

    def _with_empty_ones(self) -> Iterator[Pool]:
        """The pools of the scene, and those of players that are empty beside a board, but may be filled in play: nothing moves when a
        piece comes."""
        held = {(pool.name, pool.owner): pool for pool in self.scene.pools}
        kept = filled_in_play(self.scene.game) if self.scene.board.sites else ()
        for name in dict.fromkeys([*self.scene.game.pools, *(name for name, _ in held)]):
            empty = [(name, player) for player in self.scene.players if (name, player) in kept]
            keys = dict.fromkeys([*empty, *(key for key in held if key[0] == name)])
            yield from (held.get(key, Pool(*key, ())) for key in keys)

    def _has_small_cards(self, pool: Pool) -> bool:
        return any(self.pieces.is_card(piece) for piece in pool.pieces)

    def _extent(self, piece: Piece) -> tuple[float, float]:
        """The width and height of a tile of several squares; nothing of any other piece."""
        squares = shape(self.scene.game, piece.kind)
        if not squares:
            return 0.0, 0.0
        files, ranks = zip(*squares, strict=True)
        return _SQUARE * (max(files) - min(files) + 1), _SQUARE * (max(ranks) - min(ranks) + 1)

    def _in_row(self, pool: Pool) -> Sequence[tuple[Piece, int]]:
        """The pieces of a pool with their numbers; flaps that are shut, too, none of each."""
        if not are_flaps(self.scene.game):
            if pool.is_ordered and len(pool.pieces) <= _ONE_BY_ONE:
                return [(piece, 1) for piece in pool.pieces]
            return pool.in_order if pool.is_ordered else pool.counted
        held = dict(pool.counted)
        every = (Piece("", kind.name, ()) for kind in self.scene.game.kinds)
        return [(piece, held.get(piece, 0)) for piece in every]

    def _heap(self, heap: Heap) -> Block:
        """What is counted: seeds in a pit where the board has pits, else chips."""
        if has_pits(self.scene) and heap.count is not None:
            wide, high = _STORE
            return Block(wide, high, pit((wide / 2, high / 2), wide / 2, heap.count, high / 2))
        return chips(heap.count, self._rgb_of(heap))
