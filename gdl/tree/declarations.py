"""The tree's declarations: players, teams, boards, kinds, fields and pools. `gdl.tree.syntax` has the other clauses.

Nothing here knows what a name means.
"""

from gdl.platform.dataclass import dataclass
from gdl.tree.phrases import Expr, Ident, Meant, Node, Text
from gdl.tree.words import Extent


@dataclass(frozen=True, slots=True)
class Player(Node):
    name: Ident
    facing: Ident | None


@dataclass(frozen=True, slots=True)
class PlayerCount(Node):
    """How many players there may be: one number, or all of a range."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players COUNTS from NAME, ...`; without counts all of them take part."""

    counts: tuple[PlayerCount, ...]
    players: tuple[Player, ...]

    @property
    def allowed(self) -> tuple[int, ...]:
        """How many may take part, in order, as far as so many are named; empty where nothing is said of it."""
        most = len(self.players)
        found = {n for c in self.counts for n in range(max(1, c.least), min(c.most, most) + 1)}
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Teams(Node):
    """`teams {A, B}, {C, D}`: players who win and lose together."""

    teams: tuple[tuple[Ident, ...], ...]


@dataclass(frozen=True, slots=True)
class Track(Node):
    """A line of a graph's sites, each joined to the next; there and back, or one way only. `network`: to which it belongs."""

    sites: tuple[Ident, ...]
    is_one_way: bool
    network: Ident | None = None


@dataclass(frozen=True, slots=True)
class Spot(Node):
    """Where a site of a graph is drawn."""

    site: Ident
    x: Expr
    y: Expr


@dataclass(frozen=True, slots=True)
class Board(Node):
    shape: Ident
    form: Extent
    extent: tuple[Expr, ...]
    condition: Expr | None
    skipping: Ident | None
    axes: tuple[Ident, Ident] | None = None
    places: tuple[Ident, ...] = ()  # `borders`, `nodes`
    is_stacking: bool = False
    tracks: tuple[Track | Spot, ...] = ()
    networks: tuple[Ident, ...] = ()  # the names before the tracks of a graph
    wrapping: tuple[Ident, ...] = ()  # `files`, `ranks`


@dataclass(frozen=True, slots=True)
class WordType(Meant):
    """`type NAME: WORD, ...`: words as the values of a type of their own."""

    name: Ident
    words: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Column(Node):
    """A column of a table of kinds; with `by`, one value for each direction of a group, each word of a type or each number of a
    range."""

    name: Ident
    by: Ident | None
    numbers: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Row(Meant):
    """`changes`: tables with one row each, of which the cells come in the place of those here."""

    name: Ident
    cells: tuple[Expr, ...]
    changes: "tuple[Kinds, ...]" = ()


@dataclass(frozen=True, slots=True)
class AxisValue(Node):
    """A word or a number with what stands for it in the names of kinds, or every `step`-th number of a range."""

    name: Ident | None
    short: Ident | None
    numbers: tuple[int, int] | None
    step: int = 1


@dataclass(frozen=True, slots=True)
class Axis(Node):
    """What differs between kinds that are made by a rule: a column and the values it takes, or those of a type."""

    column: Column
    values: tuple[AxisValue, ...]
    type: Ident | None = None


@dataclass(frozen=True, slots=True)
class ComputedColumn(Node):
    """A column of kinds that are made by a rule, of which the value follows from the others."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Kinds(Meant):
    """Names (columns without rows), a table, or `each`: a kind for every choice of values from the axes.

    `is_added`: it stands beside the tables of an extended file, and not instead of them. `means`: of each kind that the axes
    make, which is `it` in the sentence. `named`: what these are called, a text with values in braces.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...] | None
    axes: tuple[Axis, ...] = ()
    once_per_rotation: bool = False
    condition: Expr | None = None
    is_added: bool = False
    named: Text | None = None
    computed: tuple[ComputedColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldType(Node):
    """`names` of types or symbols, or a range `least..most`; `optional` for `or none`."""

    names: tuple[Ident, ...]
    least: Expr | None
    most: Expr | None
    optional: bool
    rotation: Ident | None = None  # of `turns of GROUP`


@dataclass(frozen=True, slots=True)
class Holder(Node):
    """What has a field: the name of a type, or the numbers of a range."""

    name: Ident | None
    least: Expr | None = None
    most: Expr | None = None


@dataclass(frozen=True, slots=True)
class Field(Meant):
    """State of its holders; `viewers` is owner, all or nobody."""

    name: Ident
    holders: tuple[Holder, ...]
    type: FieldType
    default: Expr | None
    until: Ident | None
    viewers: Ident | None = None


@dataclass(frozen=True, slots=True)
class Pool(Meant):
    """Places off the board; `viewers` is owner, all or nobody."""

    name: Ident
    holder: Holder
    viewers: Ident | None
    is_ordered: bool = False
