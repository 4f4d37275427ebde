"""What a game declares: options, players, kinds of pieces, fields, pools, histories, definitions, what is hidden, and how it is drawn.

`gdl.core.model` has the clauses that use them, and passes all of this on.
"""

from collections.abc import Mapping
from math import prod

from gdl.core.nodes import Expr, Value
from gdl.core.types import ANY, ENTRY, Type
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree.words import FeatureForm, FieldHolder, IndexedBy, Lifetime, PoolHolder, Viewers


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    span: Span
    default: Value
    values: tuple[Value, ...]
    value: Value
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    facing: int | None  # degrees, east 0, north 90


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of kinds. `by`: "" for one value a kind; else one value for each of `index`, the directions of a group
    (clockwise), the numbers of a range, or the `words` of a type."""

    name: str
    type: Type
    by: IndexedBy = ""
    index: tuple[int, ...] = ()
    words: Type | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece. The value of a column with an index is a tuple, in the order of the index.

    `made_of`: of a kind made by a rule, its columns without an index, each with what stands for its value in the name.
    `written`: the columns of its own table; in those of other tables its value is none, 0 or false.
    """

    name: str
    span: Span
    attributes: Mapping[str, Value]
    made_of: tuple[tuple[str, str], ...] = ()
    written: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """What an entry of a table is found by: a type, and all of its values in order."""

    type: Type
    values: tuple[Value, ...]

    @property
    def least(self) -> int:
        """The number that stands for the first value."""
        assert isinstance(self.values[0], int)
        return int(self.values[0])

    @property
    def words(self) -> tuple[str, ...]:
        """The words of a type, or the numbers of a range, as they are written."""
        return self.type.symbols or tuple(map(str, self.values))


@dataclass(frozen=True, slots=True)
class Field:
    """State of the game, of each player, site or piece, or of each entry of a table.

    `bounds` for numbers; `until`: when it gets its default again. A field of pairs of a piece and something else is a
    field of pieces for each value of the other; `part_of` is the name that the author gave them.
    """

    name: str
    span: Span
    holder: FieldHolder
    type: Type
    bounds: tuple[int, int] | None
    default: Value
    until: Lifetime
    rotation: tuple[int, ...] = ()  # of a field that turns pieces: the directions, clockwise
    keys: tuple[Key, ...] = ()  # of a table: one or two, the last varying fastest
    part_of: str = ""
    viewers: Viewers = "all"  # by the declaration; a clause may hide it, too

    @property
    def declared(self) -> str:
        """Its name in the text of the rules."""
        return self.part_of or self.name

    @property
    def entries(self) -> int:
        """How many values a table has."""
        return prod(len(key.values) for key in self.keys)

    @property
    def holder_type(self) -> Type:
        """The type of what has the field; the game is no value, so `any` stands for it."""
        match self.holder:
            case "game":
                return ANY
            case "table":
                return ENTRY
            case _:
                return Type(self.holder)


@dataclass(frozen=True, slots=True)
class Pool:
    """A place off the board, the game's or one for each player or each value of a table's `key`. `viewers`: who sees what is in it.

    `slot` is the number of its first place: of a player's pool, the seat is added, of a table's the number of the entry. `is_ordered`: its pieces stay in the
    order in which they came, the lowest first; else their order says nothing.
    """

    name: str
    span: Span
    holder: PoolHolder
    viewers: Viewers
    slot: int
    is_owned: bool = False  # of a player's pool: that player owns all that comes into it
    is_ordered: bool = False
    key: Key | None = None

    def places(self, players: int) -> range:
        """The numbers of its places."""
        count = players if self.holder == "player" else 1 if self.key is None else len(self.key.values)
        return range(self.slot, self.slot + count)


@dataclass(frozen=True, slots=True)
class Feature:
    """What tells positions apart: all `pieces`, a `pool`, a `field` (of its name) or the `value` of an expression."""

    form: FeatureForm
    name: str = ""
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class History:
    """The positions that are remembered, at most so many, by what tells them apart."""

    span: Span
    name: str
    features: tuple[Feature, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Hide:
    """What a player does not see: the elements of `source` for which the condition holds. The elements are sites, pieces or
    players, or the one number 0, which stands for the game.

    With `aspects`, only these of them: fields; of pieces also `kind`, a column, `owner` and `site`; of sites also `piece`,
    which is what stands there. Of players and of the game there are always some.
    """

    span: Span
    slot: int
    source: Expr
    viewer: int
    condition: Expr
    aspects: tuple[str, ...] = ()

    @property
    def holder(self) -> FieldHolder:
        """What the elements are: those whose fields may be among the aspects."""
        element = self.source.type.element
        base = element.base if element is not None else ""
        return base if base in ("piece", "player", "site") else "game"

    @property
    def hides_pieces(self) -> bool:
        """Whether the elements are pieces."""
        return self.holder == "piece"

    @property
    def hides_sites(self) -> bool:
        """Whether what stands on sites is hidden, with their fields or without."""
        return self.holder == "site" and (not self.aspects or "piece" in self.aspects)

    @property
    def hides_values(self) -> bool:
        """Whether fields of players or of the game are hidden."""
        return self.holder in ("player", "game")


@dataclass(frozen=True, slots=True)
class Known:
    """What a player (in the slot) knows beside what they see: the value of an expression."""

    span: Span
    viewer: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Skip:
    """The turn passes over a player (in `slot`) for whom the condition holds."""

    span: Span
    slot: int
    condition: Expr


@dataclass(frozen=True, slots=True)
class Definition:
    name: str
    span: Span
    parameters: tuple[tuple[str, int, Type], ...]  # name, slot, type
    body: Expr
    is_relation: bool


# ---- looks: no part of the rules


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
