"""Pools in a picture: hands as rows of cards, unseen ones as backs, decks as piles, other pieces with their number.

In a game of cards the pools of one name are side by side, with their names above them, and tricks lie in the middle of a table;
elsewhere each has a row with its name before it.
"""

from collections.abc import Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.cards import has_cards, is_card, tricks
from interpreter.play.scene.looks import Looks, pools_of_strokes
from interpreter.play.scene.names import Piece
from interpreter.play.scene.scene import Pool, Scene
from interpreter.play.scene.tiles import edge_columns
from interpreter.play.svg import patterns
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.elements import Element
from interpreter.play.svg.felt import Felt
from interpreter.play.svg.lattice import sample
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.shapes import Block, Point, disc, group, moved, text, width_of

_SIZE = 12.5  # of the writing
_WIDE, _HIGH = 46.0, 64.0  # a card
_APART, _TIGHT, _BACKS = 50.0, 17.0, 8.0  # from card to card: where there is room, at least, of backs
_MOST_BACKS = 13
_PIECE, _GAP = 30.0, 22.0


class PoolPicture:
    """Draws the pools of a scene."""

    def __init__(self, scene: Scene, looks: Looks, pieces: PiecePicture, cards: CardPicture) -> None:
        self.scene, self.looks, self.pieces, self.cards = scene, looks, pieces, cards

    def block(self, width: float) -> Block:
        """All pools, on a page of this width."""
        return self._flowing(width) if has_cards(self.scene.game) else self._rows(width)

    # ---- games of cards

    def _flowing(self, width: float) -> Block:
        """Pools side by side; those of another name begin a row, but for those of the game."""
        block = Block(width)
        x = y = high = 0.0
        before: Pool | None = None
        laid = tricks(self.scene.game)
        for name in laid:
            table = Felt(self.scene, self.looks, self.cards).block(name, self.scene.pools)
            block.add(moved(table.elements, max(0.0, (width - table.width) / 2), y))
            y += table.height + 12
        for pool in (p for p in self.scene.pools if p.name not in laid):
            made = self._entry(pool, width)
            is_apart = before is not None and before.name != pool.name and (before.owner or pool.owner)
            if before is not None and (is_apart or x + made.width > width):
                x, y, high = 0.0, y + high + 12, 0.0
            block.add(moved([group(made.elements, pool=pool.label)], x, y))
            x, high = x + made.width + _GAP, max(high, made.height)
            before = pool
        block.height = y + high
        return block

    def _entry(self, pool: Pool, width: float) -> Block:
        """The name of a pool, with its owner's colour, and below it what it holds."""
        block = Block(0)
        x = 0.0
        if pool.owner:
            rgb = self.looks.player_colours[pool.owner].rgb
            block.add(disc((6, 8), 5.5, rgb, colours.edge(rgb), 1))
            x = 17.0
        block.add(text((x, 8), pool.label, _SIZE, colours.FAINT, anchor="start"))
        block.width = x + width_of(pool.label, _SIZE)
        laid = [p for p in pool.pieces if is_card(self.scene.game, p)]
        declared = self.scene.game.pools.get(pool.name)
        seen = [p for p in laid if self.cards.cards.face(p.kind) is not None]
        if declared is not None and declared.viewers == "nobody":
            seen = []  # face down on the table, whoever draws it
        at = 22.0
        if seen:
            at = self._fan(block, seen if pool.is_ordered else self.cards.cards.ordered(seen), at, width)
        if len(laid) > len(seen):
            is_pile = declared is not None and declared.viewers == "nobody"
            at = self._backs(block, len(laid) - len(seen), at, is_pile)
        others = [p for p in pool.pieces if p not in laid]
        if others:
            at = self._others(block, others, at, width, pool.name in pools_of_strokes(self.scene.game))
        block.height = at
        return block

    def _fan(self, block: Block, held: Sequence[Piece], top: float, width: float) -> float:
        """Cards in a row, one over the other where they are many, in more rows where even that is not enough."""
        is_pipped = bool(self.cards.cards.pips)  # dice and double tiles lie side by side
        least, row_step = (_APART, 1.06) if is_pipped else (_TIGHT, 0.62)
        step = max(least, min(_APART, (width - _WIDE) / max(1, len(held) - 1)))
        in_row = max(1, int((width - _WIDE) / step + 0.01) + 1)
        is_covering = step < 0.8 * _WIDE
        for i, piece in enumerate(held):
            column, row = i % in_row, i // in_row
            at = (column * step + _WIDE / 2, top + row * (row_step * _HIGH) + _HIGH / 2)
            is_covered = is_covering and column < in_row - 1 and i < len(held) - 1
            block.add(self.cards.card(piece, at, _WIDE, _HIGH, is_covered=is_covered))
            block.width = max(block.width, at[0] + _WIDE / 2)
        return top + ((len(held) - 1) // in_row) * row_step * _HIGH + _HIGH

    def _backs(self, block: Block, count: int, top: float, is_pile: bool) -> float:
        """Cards that are not seen: a pile, or a narrow fan, with how many there are."""
        middle = top + _HIGH / 2
        made: list[Element] = []
        right = _WIDE / 2
        if is_pile:
            made += self.cards.pile((right, middle), _WIDE, _HIGH, count)
        else:
            for i in range(min(count, _MOST_BACKS)):
                right = _WIDE / 2 + i * _BACKS
                made += self.cards.back((right, middle), _WIDE, _HIGH)
        if count > 1:
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
        stroke = moved(sample(self.pieces.colour(piece)), *at)
        return group([stroke], piece=self.pieces.name(piece), kind=piece.kind)

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
        radius, y = 14.0, 0.0
        shown, strokes = radius, pools_of_strokes(self.scene.game)
        if edge_columns(self.scene.game):  # tiles reach beyond the disc that they are sized by
            radius, shown = 26.0, 22.0
        labels = [pool.label for pool in self.scene.pools]
        indent = max((width_of(label, _SIZE) for label in labels), default=0.0) + 12
        for pool, label in zip(self.scene.pools, labels, strict=True):
            has_cards = any(self.pieces.is_card(piece) for piece in pool.pieces)
            wide, high = (patterns.WIDE, patterns.HIGH) if has_cards else (2 * radius, 2 * radius)
            x, y = indent, y + high / 2 + 2
            block.add(text((0, y), label, _SIZE, colours.FAINT, anchor="start"))
            made: list[Element] = []
            for piece, count in pool.in_order if pool.is_ordered else pool.counted:
                number = f"×{count}" if count > 1 else ""
                long = wide + 4 + (width_of(number, _SIZE) + 8 if number else 0)
                if x > indent and x + long > width:
                    x, y = indent, y + high + 4
                is_stroke = pool.name in strokes
                made.append(self._stored(piece, (x + wide / 2, y), shown, None, is_stroke))
                if number:
                    made.append(text((x + wide + 5, y), number, _SIZE, anchor="start"))
                x += long + 4
            block.add(group(made, pool=label))
            y += high / 2 + 6
        block.height = y - 6
        return block
