"""The middle of a table of cards: what each player has laid there, toward the player, with their names around it.

The first player sits at the top and the others follow clockwise. The places are there from the beginning, so that nothing moves
when a card comes.
"""

import math
from collections.abc import Iterator, Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.scene import Pool, Scene
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import Block, Point, box, disc, group, text, width_of
from interpreter.play.svg.surfaces import CARDS, WOODS

_CLOTH, _RIM = WOODS[CARDS].dark, WOODS[CARDS].line
_SIZE = 12.5  # of the writing
_WIDE, _HIGH = 46.0, 64.0  # a card
_ACROSS, _DOWN = 74.0, 42.0  # from the middle of the table to that of a card, where two to four sit
_ASIDE = 10.0  # by how much cards of one place lie apart


class Felt:
    """Draws pools of one name, one for each player."""

    def __init__(self, scene: Scene, looks: Looks, cards: CardPicture) -> None:
        self.scene, self.looks, self.cards = scene, looks, cards
        crowd = max(0, len(scene.players) - 4)
        self.across, self.down = _ACROSS + 22 * crowd, _DOWN + 12 * crowd

    def block(self, name: str, pools: Sequence[Pool]) -> Block:
        """The table, with those of some pools that have this name."""
        names = max(width_of(p, _SIZE, bold=True) for p in self.scene.players) + 24
        width = 2 * (self.across + _WIDE / 2 + names + 12)
        height = 2 * (self.down + _HIGH / 2 + 1.5 * _SIZE + 12)
        block = Block(width, height)
        block.add(box(0, 0, width, height, _CLOTH, _RIM, line=1.5, corner=40))
        held = {pool.owner: pool for pool in pools if pool.name == name}
        for i, player in enumerate(self.scene.players):
            angle = math.radians(90 - 360 * i / len(self.scene.players))
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
