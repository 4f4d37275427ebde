"""A table at which cards lie by suits: in a row a pile of each suit, from which all may take, and in line with it what each player has
laid down of that suit, each card over the one before.

Who looks has theirs below the row, the others above it, and there the last card lies next to the row. Each place is there from the
beginning.
"""

from collections.abc import Iterator, Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.cards import columns_of_suits
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece, words
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.pieces import badge
from interpreter.play.svg.shapes import SIGNS, Block, Element, Point, box, disc, group, text, width_of

_SIZE, _LABEL = 12.5, 20.0  # of the writing, and the height of its row
_WIDEST, _BETWEEN = 72.0, 8.0  # a card, and from column to column
_SHAPE = 64 / 46  # of a card
_SEEN = 0.38  # of a card under the next one
_ASIDE = 2.5  # by which cards of a pile lie apart
_UNDER = 3  # cards of a pile that are seen
_PLACE = "#cbbfa6"  # the rim of a place without a card


class Suits:
    """Draws such a table in a page of a width."""

    def __init__(self, scene: Scene, looks: Looks, cards: CardPicture, width: float) -> None:
        self.scene, self.looks, self.cards = scene, looks, cards
        self.suits = cards.cards.families
        self.wide = min(_WIDEST, width / len(self.suits) - _BETWEEN)
        self.high = self.wide * _SHAPE
        self.step = self.wide + _BETWEEN

    def block(self) -> Block:
        """All of it: the others, as they sit; the piles; who looks, or the first player."""
        block = Block(len(self.suits) * self.step - _BETWEEN)
        middle, *laid = columns_of_suits(self.scene.game)
        players = self.scene.players
        first = players.index(self.scene.viewer) if self.scene.viewer else 0
        for player in [*players[first + 1 :], *players[:first]]:
            for name in laid:
                self._laid(block, name, player, is_above=True)
        self._named(block, words(middle), "")
        block.add(*self._piles(middle, block.height))
        block.height += self.high + _BETWEEN
        for name in laid:
            self._laid(block, name, players[first], is_above=False)
        block.height -= _BETWEEN
        return block

    def _named(self, block: Block, said: str, player: str) -> None:
        """The name of what comes next, with its player's colour."""
        x, y = 0.0, block.height + 8
        if player:
            rgb = self.looks.player_colours[player].rgb
            block.add(disc((6, y), 5.5, rgb, colours.edge(rgb), 1))
            x = 17.0
        block.add(text((x, y), said, _SIZE, colours.FAINT, anchor="start"))
        block.width = max(block.width, x + width_of(said, _SIZE))
        block.height += _LABEL

    def _held(self, name: str, owner: str) -> Sequence[Piece]:
        return next((p.pieces for p in self.scene.pools if (p.name, p.owner) == (name, owner)), ())

    def _piles(self, name: str, top: float) -> Iterator[Element]:
        """The pile of each suit, the topmost card over the others, or its place with its sign."""
        for column, suit in enumerate(self.suits):
            at = (column * self.step + self.wide / 2, top + self.high / 2)
            pile = self._held(name, suit)
            look = self.looks.symbol(suit)
            named = colours.COLOURS.get((look and look.colour) or suit)
            rim = colours.ink_of(named.rgb) if named else _PLACE  # a white one is seen, too
            made: list[Element] = []
            if not pile:
                made.append(self._place(at, rim))
                sign = look.glyph if look and look.glyph else words(suit)
                ink = colours.tint(rim, colours.PAPER, 0.4)
                size = min(0.5 * self.wide, 0.9 * self.wide / width_of(sign, 1.0))
                made.append(text(at, sign, size, ink, font=SIGNS))
            shown = pile[-_UNDER:]
            for i, piece in enumerate(shown):
                away = _ASIDE * (len(shown) - 1 - i)
                made.append(self.cards.card(piece, (at[0] + away, at[1] - away), self.wide, self.high))
            if len(pile) > 1:
                made += badge(f"×{len(pile)}", (at[0] + 0.3 * self.wide, at[1] - 0.42 * self.high), 11)
            yield group(made, pool=f"{name} of {suit}")

    def _laid(self, block: Block, name: str, player: str, is_above: bool) -> None:
        """What a player has laid down, a column for each suit; `is_above`: the last card is lowest and next to the row."""
        self._named(block, f"{words(name)} of {player}", player)
        held = self.cards.cards.ordered(self._held(name, player))
        columns = [[p for p in held if self._suit(p) == suit] for suit in self.suits]
        drop, longest = _SEEN * self.high, max(1, *map(len, columns))
        made: list[Element] = []
        for column, pieces in enumerate(columns):
            x = column * self.step + self.wide / 2
            skipped = longest - max(1, len(pieces)) if is_above else 0
            top = block.height + skipped * drop + self.high / 2
            made += [] if pieces else [self._place((x, top), _PLACE)]
            made += [
                self.cards.card(piece, (x, top + row * drop), self.wide, self.high)
                for row, piece in enumerate(pieces)
            ]
        block.add(group(made, pool=f"{name} of {player}"))
        block.height += (longest - 1) * drop + self.high + _BETWEEN

    def _suit(self, piece: Piece) -> str:
        face = self.cards.cards.face(piece.kind)
        return face.family if face is not None else ""

    def _place(self, at: Point, rim: str) -> Element:
        left, top = at[0] - self.wide / 2, at[1] - self.high / 2
        return box(left, top, self.wide, self.high, "none", rim, line=1.2, corner=5, dashes=4)
