"""How a game is drawn, as far as its `looks` say: part of the checked game, without a part in its rules."""

from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """The sign of a kind, a player's pieces, or a word of an enumeration (`symbol`)."""

    kind: int | None
    player: int | None
    glyph: str
    colour: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """What is drawn on the empty sites for which a definition holds.

    For a relation, what is drawn between the two: a line from one to the other, or a bar across the way.
    """

    definition: str
    glyph: str
    colour: str
    is_relation: bool = False


@dataclass(frozen=True, slots=True)
class Caption:
    """A number of the game, or of each player, that is written below the board, with words before it."""

    definition: str
    words: str
