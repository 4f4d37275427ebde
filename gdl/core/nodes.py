"""The core that checked games are made of: expressions, paths and effects.

Expressions are a small core (see docs/language/core.md). Local names are slots of one flat frame: no
definition is recursive, so every name in the file can have a slot of its own.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from gdl.boards.board import Offsets
from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree.words import Calculation, Comparison, DemandWord, ResultForm, RoleName

Value: TypeAlias = bool | int | Fraction | str | tuple["Value", ...] | None

# ---- expressions ---------------------------------------------------------------------------------


class Keeping:
    """Room for what is made of a part, once and for good (`gdl.core.evaluate`). It is no field: neither compared nor written."""

    __slots__ = ("kept",)
    kept: Any


@dataclass(frozen=True, slots=True)
class Node(Keeping):
    span: Span
    type: Type


@dataclass(frozen=True, slots=True)
class Const(Node):
    """A value known now. `varies`: another value of an option would give another one."""

    value: Value
    varies: bool = False


@dataclass(frozen=True, slots=True)
class Local(Node):
    slot: int
    name: str


@dataclass(frozen=True, slots=True)
class Role(Node):
    """`mover`: who acts, or has just acted. `viewpoint`: the owner of the piece a path starts from, else the mover."""

    name: RoleName


@dataclass(frozen=True, slots=True)
class GetField(Node):
    field: str
    holder: "Expr | None"


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """A column of the table of kinds; of a column with an index, the value for one direction or number."""

    name: str
    kind: "Expr"
    index: "Expr | None" = None


@dataclass(frozen=True, slots=True)
class PoolOf(Node):
    """The pieces of a pool: the game's, or that of the player `holder`."""

    name: str
    holder: "Expr | None"


@dataclass(frozen=True, slots=True)
class Apply(Node):
    definition: str
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Builtin(Node):
    name: str
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: "Expr"
    then: "Expr"
    otherwise: "Expr"


@dataclass(frozen=True, slots=True)
class And(Node):
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: "Expr"


@dataclass(frozen=True, slots=True)
class Compare(Node):
    operator: Comparison
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: Calculation
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class In(Node):
    element: "Expr"
    set: "Expr"


@dataclass(frozen=True, slots=True)
class MakeSet(Node):
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """The values of `value` (by default of the variable) for the source's elements that pass the condition.

    Each value once, except in a bag, which is what a sum adds up. Values that are sets are joined.
    """

    slot: int
    source: "Expr"
    condition: "Expr | None"
    value: "Expr | None"
    is_bag: bool = False

    @property
    def joins_sets(self) -> bool:
        return self.value is not None and self.value.type.base == "set"


@dataclass(frozen=True, slots=True)
class Ordered(Node):
    """The source's elements by their keys, the least first, and no key before all numbers; equal ones in the source's order."""

    slot: int
    source: "Expr"
    keys: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    is_all: bool
    slot: int
    source: "Expr"
    body: "Expr"


@dataclass(frozen=True, slots=True)
class Reached(Node):
    """The steps lead in the directions, or, where `steps` stands, to these sites from the one in the slot."""

    start: "Expr"
    directions: "Expr"
    slot: int
    condition: "Expr"
    steps: "Expr | None" = None


@dataclass(frozen=True, slots=True)
class SomePath(Node):
    path: "Path"


@dataclass(frozen=True, slots=True)
class CanMake(Node):
    """Whether a player could legally make one of these actions, if it were that player's turn and they were on offer."""

    player: "Expr"
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathEnds(Node):
    """The sites where a path may end, in the order of the sites."""

    path: "Path"


@dataclass(frozen=True, slots=True)
class Template(Node):
    """A text with values written into it."""

    pieces: tuple["str | Expr", ...]


Expr: TypeAlias = (
    Const
    | Local
    | Role
    | GetField
    | Attribute
    | PoolOf
    | Apply
    | Builtin
    | If
    | And
    | Or
    | Not
    | Compare
    | Arithmetic
    | In
    | MakeSet
    | Comprehension
    | Ordered
    | Quantified
    | Reached
    | SomePath
    | CanMake
    | PathEnds
    | Template
)

# ---- paths ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One element of a pattern, `least` to `most` times (None: any number).

    Either a condition on the site in slot `it`, or a group. What it matches is put into `slot`: the site, or, when
    `collects`, the set of all sites matched.
    """

    span: Span
    it: int
    condition: Expr | None
    group: tuple["Step", ...] | None
    least: int
    most: int | None
    slot: int | None
    name: str
    collects: bool

    @property
    def is_fixed(self) -> bool:
        """Whether it is met as often in every way along a path."""
        return self.least == self.most

    @property
    def is_once(self) -> bool:
        return self.least == self.most == 1

    @property
    def is_run(self) -> bool:
        """Whether it is met any number of times, or not at all."""
        return self.least == 0 and self.most is None


@dataclass(frozen=True, slots=True)
class Line(Keeping):
    """A path that keeps its direction. Its length is from `least` (None: no least one) to `most` (None: any) steps.

    Without a start every site is one, and the line meets its start first. With one, the first site met is the next.
    """

    span: Span
    directions: Expr
    least: Expr | None
    most: Expr | None
    start: Expr | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Walk(Keeping):
    """A path that may turn at every step, and does not meet its start; without a start every site is one."""

    span: Span
    directions: Expr
    least: Expr | None
    most: Expr
    start: Expr | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Leap(Keeping):
    """A path that goes by one of its lattice offsets at once, and on by the same offset where its pattern repeats.

    `offsets`: one tuple that holds for all, or one for each player; then `viewer` says whose. It meets its start like a line.
    """

    span: Span
    offsets: tuple[Offsets, ...]
    viewer: Expr | None
    start: Expr | None
    steps: tuple[Step, ...]

    def offsets_for(self, player: int) -> Offsets:
        """The offsets that a player sees."""
        return self.offsets[0] if self.viewer is None else self.offsets[player]


Path: TypeAlias = Line | Walk | Leap


# ---- effects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    span: Span
    kind: Expr
    owner: Expr | None
    sites: Expr  # a set of sites
    settings: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """New pieces in a pool."""

    span: Span
    kind: Expr
    owner: Expr | None
    pool: PoolOf
    times: Expr
    settings: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class MoveTo:
    """A piece goes to a site, or into a pool; `settings` are fields that it gets there.

    `is_under`: to the bottom of an ordered pool, and not to its top.
    """

    span: Span
    piece: Expr
    to: Expr
    settings: tuple[tuple[str, Expr], ...]
    is_under: bool = False


@dataclass(frozen=True, slots=True)
class Remove:
    span: Span
    pieces: Expr  # a set of pieces
    is_capture: bool


@dataclass(frozen=True, slots=True)
class SetField:
    """Gives a field, or the owner or kind of a piece (`field` is `owner` or `kind`), a value."""

    span: Span
    field: str
    holder: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class SetPhase:
    span: Span
    phase: str


@dataclass(frozen=True, slots=True)
class Bind:
    span: Span
    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance chooses an element of a set, each equally often; none of an empty one."""

    span: Span
    slot: int
    source: Expr


@dataclass(frozen=True, slots=True)
class Demanded:
    """One of the actions that a demand is about; `binds` are evaluated before its arguments."""

    action: str
    arguments: tuple[Expr, ...]
    binds: tuple[tuple[int, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Demand:
    """A decision to be made next, by the mover or by the `player` given; by none nobody makes it.

    `word`: "" lapses when impossible, `may` can be declined, `must` cannot lapse.
    """

    span: Span
    word: DemandWord
    choices: tuple[Demanded, ...]
    player: Expr | None = None


@dataclass(frozen=True, slots=True)
class NextTurn:
    span: Span
    player: Expr


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ends. `who`: a player or a set of them that wins or loses; `score`: a definition; `name`: what people call
    this end; `ties`: the next rank, "highest" or "lowest", among those with equal scores."""

    span: Span
    form: ResultForm
    who: Expr | None = None
    score: str = ""
    name: str = ""
    ties: "Result | None" = None

    @property
    def ranks(self) -> "Iterator[Result]":
        """The ranks in turn, this one first."""
        yield self
        if self.ties is not None:
            yield from self.ties.ranks


@dataclass(frozen=True, slots=True)
class Finish:
    span: Span
    result: "Result"


@dataclass(frozen=True, slots=True)
class ForEach:
    span: Span
    generators: tuple[tuple[int, Expr], ...]
    condition: Expr | None
    body: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class ForPath:
    span: Span
    path: Path
    body: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class Branch:
    span: Span
    condition: Expr
    body: tuple["Effect", ...]
    otherwise: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """Effects of which another player is the mover, and the viewpoint."""

    span: Span
    player: Expr
    body: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class Simultaneously:
    span: Span
    body: tuple["Effect", ...]


Effect: TypeAlias = (
    Place
    | Stock
    | MoveTo
    | Remove
    | SetField
    | SetPhase
    | Bind
    | Chance
    | Demand
    | NextTurn
    | Finish
    | ForEach
    | ForPath
    | Branch
    | Acting
    | Simultaneously
)
