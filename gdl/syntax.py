"""The tree: what a file says, before any name is resolved. Frozen nodes, each with its span.

Three families: clauses (top level), effects (what `do` lists) and expressions. Paths and their patterns belong to
both moves and expressions. Nothing here knows what a name means.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gdl.source import Span
from gdl.words import (
    ActionForm,
    ClaimForm,
    DemandWord,
    Extent,
    Operator,
    PathForm,
    PreferWord,
    Presence,
    Quantity,
    ResultForm,
    Side,
    Sign,
    TestForm,
)


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name at a place."""

    name: str


# ---- expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Text(Node):
    value: str


@dataclass(frozen=True, slots=True)
class Bool(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """The literal `none`."""


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(a, b)`, and `f of a`, which means `f(a)`."""

    function: Ident
    arguments: tuple["Expr", ...]
    is_of: bool = False


@dataclass(frozen=True, slots=True)
class Holding(Node):
    """`own X`, `enemy X`: pieces of the viewpoint's player, or of others."""

    side: Side
    noun: Ident


@dataclass(frozen=True, slots=True)
class Unary(Node):
    operator: Sign
    operand: "Expr"


@dataclass(frozen=True, slots=True)
class Binary(Node):
    operator: Operator
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Is(Node):
    operand: "Expr"
    tests: tuple["Test", ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    then: "Expr"
    condition: "Expr"
    otherwise: "Expr"


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    word: Quantity
    variable: Ident
    source: "Expr"
    body: "Expr"


@dataclass(frozen=True, slots=True)
class Nonempty(Node):
    """`some S`, `no S`."""

    word: Presence
    operand: "Expr"


@dataclass(frozen=True, slots=True)
class SomePath(Node):
    word: Presence
    path: "Path"


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """`S where C` with `it`, or `x in S where C`."""

    source: "Expr"
    condition: "Expr"


@dataclass(frozen=True, slots=True)
class Mapped(Node):
    """`E for x in S where C`."""

    value: "Expr"
    variable: Ident
    source: "Expr"
    condition: "Expr | None"


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Reached(Node):
    """`reached from S by D while T`: S's sites that pass T and what they reach through sites that pass T.

    D are directions, or a definition of the sites that are one step from a site.
    """

    start: "Expr"
    directions: "Expr | None"
    tests: tuple["Test", ...]


@dataclass(frozen=True, slots=True)
class PathEnds(Node):
    """`(PATH)`: the sites where the path may end."""

    path: "Path"


Expr: TypeAlias = (
    Name
    | Number
    | Text
    | Bool
    | Nothing
    | Call
    | Holding
    | Unary
    | Binary
    | Is
    | Conditional
    | Quantifier
    | Nonempty
    | SomePath
    | Filter
    | Mapped
    | SetOf
    | Reached
    | PathEnds
)

# ---- paths ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Test(Node):
    """One question about a site or piece: a predicate, a kind, a value, `own X`, `enemy X`, `[condition]`."""

    form: TestForm
    name: Ident | None = None
    arguments: tuple[Expr, ...] = ()
    inner: "Test | None" = None
    condition: Expr | None = None


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One element of a pattern: tests or a group, how often (`least`..`most`, None: any number), a name."""

    tests: tuple[Test, ...]
    group: "tuple[Step, ...] | None"
    least: Expr | int
    most: Expr | int | None
    bound: Ident | None


@dataclass(frozen=True, slots=True)
class Path(Node):
    form: PathForm
    directions: tuple[Expr, ...]  # of a leap: its two numbers
    least: Expr | None
    most: Expr | None
    start: Expr | None
    pattern: tuple[Step, ...]
    stopping: tuple[Test, ...]
    says_twice: bool = False  # more than one length or start


# ---- effects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting(Node):
    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Place(Node):
    """New pieces on sites, or `times` of them in a pool."""

    what: Expr
    where: Expr
    settings: tuple[Setting, ...]
    is_pool: bool = False
    times: Expr | None = None


@dataclass(frozen=True, slots=True)
class Shift(Node):
    """`move X to Y`, and `move KIND from POOL to Y`."""

    what: Expr
    source: Expr | None
    to: Expr
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Remove(Node):
    what: Expr
    is_capture: bool


@dataclass(frozen=True, slots=True)
class Swap(Node):
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Bind(Node):
    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Random(Node):
    """`random X in SET where CONDITION`: chance chooses an element."""

    name: Ident
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Demanded(Node):
    """A choice with its arguments; or, with `given`, a choice that a word names: `power(k)(m)`."""

    choice: Ident
    arguments: tuple[Expr, ...]
    given: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Then(Node):
    """A choice to be made next, of several where there are alternatives."""

    word: DemandWord
    choices: tuple[Demanded, ...]


@dataclass(frozen=True, slots=True)
class ThenTurn(Node):
    player: Expr


@dataclass(frozen=True, slots=True)
class Finish(Node):
    result: "Result"


@dataclass(frozen=True, slots=True)
class Generator(Node):
    name: Ident
    source: Expr


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    generators: tuple[Generator, ...]
    condition: Expr | None
    body: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class ForPath(Node):
    path: Path
    body: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    body: tuple["Effect", ...]
    otherwise: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class Case(Node):
    """A row of a table of cases; `any` fits every value."""

    values: tuple[Expr, ...]
    body: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class Match(Node):
    """A table of cases: the first row whose values equal those asked for is done."""

    asked: tuple[Expr, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Simultaneously(Node):
    body: tuple["Effect", ...]


Effect: TypeAlias = (
    Place
    | Shift
    | Remove
    | Swap
    | Assign
    | Bind
    | Random
    | Then
    | ThenTurn
    | Finish
    | ForEach
    | ForPath
    | If
    | Match
    | Simultaneously
)

# ---- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result(Node):
    """How a game ends."""

    form: ResultForm
    who: Expr | None = None
    score: Ident | None = None


# ---- clauses -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading(Node):
    key: Ident
    value: str


@dataclass(frozen=True, slots=True)
class Game(Node):
    title: str
    extends: str | None
    extends_span: Span | None
    headings: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: Ident
    default: Expr
    values: tuple[Expr, ...]
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Variant(Node):
    name: Ident
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Player(Node):
    name: Ident
    facing: Ident | None


@dataclass(frozen=True, slots=True)
class Players(Node):
    least: int | None
    most: int | None
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Track(Node):
    """A line of a graph's sites, each joined to the next; there and back, or one way only."""

    sites: tuple[Ident, ...]
    is_one_way: bool


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
    is_stacking: bool = False
    tracks: tuple[Track | Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Column(Node):
    """A column of a table of kinds; with `by`, one value for each direction of a group or each number of a range."""

    name: Ident
    by: Ident | None
    numbers: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Row(Node):
    name: Ident
    cells: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AxisValue(Node):
    """A word or a number with what stands for it in the names of kinds, or a range of numbers."""

    name: Ident | None
    short: Ident | None
    numbers: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Axis(Node):
    """What differs between kinds that are made by a rule: a column and the values it takes."""

    column: Column
    values: tuple[AxisValue, ...]


@dataclass(frozen=True, slots=True)
class Kinds(Node):
    """Names (columns without rows), a table, or `each`: a kind for every choice of values from the axes."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...] | None
    axes: tuple[Axis, ...] = ()
    once_per_rotation: bool = False
    condition: Expr | None = None


@dataclass(frozen=True, slots=True)
class FieldType(Node):
    """`names` of types or symbols, or a range `least..most`; `optional` for `or none`."""

    names: tuple[Ident, ...]
    least: Expr | None
    most: Expr | None
    optional: bool
    rotation: Ident | None = None  # of `turns of GROUP`


@dataclass(frozen=True, slots=True)
class Field(Node):
    name: Ident
    holder: Ident
    type: FieldType
    default: Expr | None
    until: Ident | None


@dataclass(frozen=True, slots=True)
class Pool(Node):
    """A place off the board; `viewers` is owner, all or nobody."""

    name: Ident
    holder: Ident
    viewers: Ident | None


@dataclass(frozen=True, slots=True)
class Hide(Node):
    """`hide X in SET from VIEWER where CONDITION`: sites or pieces that a player does not see."""

    name: Ident
    source: Expr
    viewer: Ident
    condition: Expr


@dataclass(frozen=True, slots=True)
class Position(Node):
    """`position NAME within N: PARTS`: what makes two positions of a game the same, and how many are remembered."""

    name: Ident
    most: Expr | None
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """`skip P when CONDITION`: whom the turn passes over."""

    name: Ident
    condition: Expr


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: Ident
    type: Ident


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Ident
    parameters: tuple[Parameter, ...]
    value: Expr
    is_relation: bool


@dataclass(frozen=True, slots=True)
class Setup(Node):
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    name: Ident
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class ChooseSet(Node):
    """`choose NAME: LEAST..MOST of SET where CONDITION`: several elements at once. One size alone is both."""

    name: Ident
    least: Expr
    most: Expr | None
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Along(Node):
    """A move's path: written out, or the name of what gives the sites to which a piece may go."""

    path: Path | Ident


@dataclass(frozen=True, slots=True)
class Where(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Do(Node):
    body: tuple[Effect, ...]
    is_final: bool


@dataclass(frozen=True, slots=True)
class Notation(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Again(Node):
    must: bool
    up_to: Expr | None
    is_any_order: bool
    is_once: bool
    condition: Expr | None


Part: TypeAlias = Choose | ChooseSet | Along | Where | Do | Notation | Again


@dataclass(frozen=True, slots=True)
class Action(Node):
    """An `action`, a `choice` (only demanded, never offered) or a `move` by kinds.

    `either`: the alternatives of a choice that is one of others.
    """

    form: ActionForm
    name: Ident
    parameters: tuple[Parameter, ...]
    kinds: tuple[Ident, ...]
    parts: tuple[Part, ...]
    either: tuple[Demanded, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """One alternative of a turn: actions, or a word or result that stands when nothing is legal."""

    names: tuple[Ident, ...]
    result: Result | None
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Turn(Node):
    phase: Ident | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Settle(Node):
    after: tuple[Ident, ...]
    until_stable: bool
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Require(Node):
    after: tuple[Ident, ...]
    condition: Expr


@dataclass(frozen=True, slots=True)
class Prefer(Node):
    word: PreferWord
    value: Expr


@dataclass(frozen=True, slots=True)
class Ending(Node):
    result: Result
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class End(Node):
    endings: tuple[Ending, ...]


@dataclass(frozen=True, slots=True)
class Limit(Node):
    moves: Expr
    result: Result


@dataclass(frozen=True, slots=True)
class Claim(Node):
    text: str
    form: ClaimForm
    condition: Expr | None
    result: Result | None
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Look(Node):
    subject: Ident
    player: Ident | None
    glyph: str
    colour: Ident | None


@dataclass(frozen=True, slots=True)
class Looks(Node):
    looks: tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class When(Node):
    condition: Expr
    clauses: tuple["Clause", ...]


@dataclass(frozen=True, slots=True)
class Without(Node):
    names: tuple[Ident, ...]


Clause: TypeAlias = (
    Game
    | Option
    | Variant
    | Players
    | Board
    | Kinds
    | Field
    | Pool
    | Hide
    | Position
    | Let
    | Setup
    | Action
    | Turn
    | Skip
    | Settle
    | Require
    | Prefer
    | End
    | Limit
    | Claim
    | Looks
    | When
    | Without
)


@dataclass(frozen=True, slots=True)
class Tree:
    """One file: its clauses in the order of the text."""

    span: Span
    clauses: tuple[Clause, ...]
