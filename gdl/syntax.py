"""The tree: what a file says, before any name is resolved. Frozen nodes, each with its span.

Three families: clauses (top level), effects (what `do` lists) and expressions, which are those of `gdl.phrases`, with
paths and their patterns. Nothing here knows what a name means.
"""

from dataclasses import dataclass
from typing import TypeAlias

from gdl.phrases import Binary as Binary
from gdl.phrases import Bool as Bool
from gdl.phrases import Call as Call
from gdl.phrases import Conditional as Conditional
from gdl.phrases import Expr as Expr
from gdl.phrases import Filter as Filter
from gdl.phrases import Holding as Holding
from gdl.phrases import Ident as Ident
from gdl.phrases import Is as Is
from gdl.phrases import Leg as Leg
from gdl.phrases import Mapped as Mapped
from gdl.phrases import Meaning as Meaning
from gdl.phrases import Meant as Meant
from gdl.phrases import Name as Name
from gdl.phrases import Node as Node
from gdl.phrases import Nonempty as Nonempty
from gdl.phrases import Nothing as Nothing
from gdl.phrases import Number as Number
from gdl.phrases import Path as Path
from gdl.phrases import PathEnds as PathEnds
from gdl.phrases import Quantifier as Quantifier
from gdl.phrases import Reached as Reached
from gdl.phrases import SetOf as SetOf
from gdl.phrases import SomePath as SomePath
from gdl.phrases import Step as Step
from gdl.phrases import Test as Test
from gdl.phrases import Text as Text
from gdl.phrases import Unary as Unary
from gdl.source import Span
from gdl.words import (
    ActionForm,
    ChoiceWord,
    ClaimForm,
    DemandWord,
    Extent,
    Operator,
    PreferWord,
    ResultForm,
)

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
class MoveTo(Node):
    """`move X to Y`, and `move KIND from POOL to Y`; `is_under`: `under Y`, an ordered pool."""

    what: Expr
    source: Expr | None
    to: Expr
    settings: tuple[Setting, ...]
    is_under: bool = False


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
    """A choice to be made next, of several where there are alternatives; by another player than the mover."""

    word: DemandWord
    choices: tuple[Demanded, ...]
    player: Expr | None = None


@dataclass(frozen=True, slots=True)
class ThenTurn(Node):
    player: Expr


@dataclass(frozen=True, slots=True)
class Finish(Node):
    result: "Result"


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """`NAME(ARGUMENTS)`: the effects of a declared effect happen here."""

    name: Ident
    arguments: tuple[Expr, ...]


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
    | MoveTo
    | Remove
    | Swap
    | Assign
    | Bind
    | Random
    | Then
    | ThenTurn
    | Finish
    | Perform
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
class Option(Meant):
    """`is_only`: the option can have no other value."""

    name: Ident
    default: Expr
    values: tuple[Expr, ...]
    by: Expr | None
    is_only: bool = False


@dataclass(frozen=True, slots=True)
class Variant(Node):
    name: Ident
    settings: tuple[Setting, ...]


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
    places: tuple[Ident, ...] = ()  # `borders`, `nodes`
    is_stacking: bool = False
    tracks: tuple[Track | Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Column(Node):
    """A column of a table of kinds; with `by`, one value for each direction of a group or each number of a range."""

    name: Ident
    by: Ident | None
    numbers: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CellChange(Node):
    """`COLUMN(KIND) = CELL`: another value in a table that stands before."""

    column: Ident
    kind: Ident
    index: "Ident | Number | None"
    value: Expr


@dataclass(frozen=True, slots=True)
class Row(Meant):
    name: Ident
    cells: tuple[Expr, ...]
    changes: tuple[CellChange, ...] = ()


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
    """Names (columns without rows), a table, or `each`: a kind for every choice of values from the axes.

    `is_added`: it stands beside the tables of an extended file, and not instead of them.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...] | None
    axes: tuple[Axis, ...] = ()
    once_per_rotation: bool = False
    condition: Expr | None = None
    is_added: bool = False


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
    name: Ident
    holders: tuple[Holder, ...]
    type: FieldType
    default: Expr | None
    until: Ident | None


@dataclass(frozen=True, slots=True)
class Pool(Meant):
    """A place off the board; `viewers` is owner, all or nobody."""

    name: Ident
    holder: Ident
    viewers: Ident | None
    is_ordered: bool = False


@dataclass(frozen=True, slots=True)
class Hide(Meant):
    """`hide ASPECTS of X in SET from VIEWER where CONDITION`: what a player does not see of sites or pieces.

    Without aspects, they do not see the contents of a site, or the kind and the fields of a piece.
    """

    name: Ident
    source: Expr
    viewer: Ident
    condition: Expr
    aspects: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Known(Meant):
    """`known to VIEWER: VALUE`: what a player knows beside what they see."""

    viewer: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Position(Node):
    """`position NAME within N: PARTS`: what makes two positions of a game the same, and how many are remembered."""

    name: Ident
    most: Expr | None
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Skip(Meant):
    """`skip P when CONDITION`: whom the turn passes over."""

    name: Ident
    condition: Expr


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: Ident
    type: Ident


@dataclass(frozen=True, slots=True)
class Let(Meant):
    name: Ident
    parameters: tuple[Parameter, ...]
    value: Expr
    is_relation: bool


@dataclass(frozen=True, slots=True)
class Wanted(Node):
    """`let NAME: TYPE`, `let NAME(PARAMETERS): TYPE` of a module: what a file that uses it must define."""

    name: Ident
    parameters: tuple[Parameter, ...]
    type: Ident


@dataclass(frozen=True, slots=True)
class LetChange(Node):
    """`let NAME + VALUE`, `let NAME - VALUE`: the definition that stands before, with more or less."""

    name: Ident
    parts: tuple[tuple[Operator, Expr], ...]


@dataclass(frozen=True, slots=True)
class Setup(Meant):
    body: tuple[Effect, ...]
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose [openly | secretly] X in SET where CONDITION`."""

    name: Ident
    source: Expr
    condition: Expr | None
    word: ChoiceWord


@dataclass(frozen=True, slots=True)
class ChooseSet(Node):
    """`choose [openly | secretly] X: LEAST..MOST of SET where CONDITION`: several elements at once. One size alone is both."""

    name: Ident
    least: Expr
    most: Expr | None
    source: Expr
    condition: Expr | None
    word: ChoiceWord


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
class Action(Meant):
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
class Routine(Node):
    """`effect NAME(PARAMETERS)`: effects with a name."""

    name: Ident
    parameters: tuple[Parameter, ...]
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Alteration(Node):
    """Names that are added to a list, or taken from it."""

    adds: bool
    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class MoveChange(Node):
    """`move NAME by + KIND - KIND`: the move that stands before, by more or fewer kinds."""

    name: Ident
    alterations: tuple[Alteration, ...]


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """One alternative of a turn: actions, or a word or result that stands when nothing is legal."""

    names: tuple[Ident, ...]
    result: Result | None
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Turn(Meant):
    """`turn: ...` or `phase NAME: ...`; `together`: the choices of all players take effect at once."""

    phase: Ident | None
    offers: tuple[Offer, ...]
    is_together: bool = False


@dataclass(frozen=True, slots=True)
class TurnChange(Node):
    """`turn + ACTION - ACTION`: the turn that stands before, with more or fewer actions."""

    phase: Ident | None
    alterations: tuple[Alteration, ...]


@dataclass(frozen=True, slots=True)
class Settle(Meant):
    after: tuple[Ident, ...]
    until_stable: bool
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Require(Meant):
    after: tuple[Ident, ...]
    condition: Expr


@dataclass(frozen=True, slots=True)
class Prefer(Meant):
    word: PreferWord
    value: Expr


@dataclass(frozen=True, slots=True)
class Ending(Meant):
    result: Result
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class End(Meant):
    endings: tuple[Ending, ...]
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class Limit(Meant):
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
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class Letter(Node):
    """`KIND "LETTER"`: how a style writes a kind."""

    kind: Ident
    text: str


@dataclass(frozen=True, slots=True)
class Style(Node):
    """`notation STYLE: KIND "LETTER", ...`: the style in which people write the game's moves, by its name or as a text."""

    name: Ident | None
    text: Text | None
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class When(Node):
    condition: Expr
    clauses: tuple["Clause", ...]


@dataclass(frozen=True, slots=True)
class Without(Node):
    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Use(Node):
    """`use MODULE`: its clauses are those of this file, too. `place`: where its name stands."""

    name: str
    place: Span


Change: TypeAlias = CellChange | LetChange | MoveChange | TurnChange  # of a clause that stands before

Clause: TypeAlias = (
    Game
    | Option
    | Variant
    | Players
    | Teams
    | Board
    | Kinds
    | Field
    | Pool
    | Hide
    | Known
    | Position
    | Let
    | Setup
    | Routine
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
    | Style
    | When
    | Without
    | Wanted
    | Use
    | Change
)


@dataclass(frozen=True, slots=True)
class Tree:
    """One file: its clauses in the order of the text."""

    span: Span
    clauses: tuple[Clause, ...]
