"""The tree: what a file says, before any name is resolved. Frozen nodes, each with its span.

Three families: expressions, with paths and their patterns (`gdl.tree.phrases`), effects (`gdl.tree.statements`) and clauses, of
which `gdl.tree.declarations` has those that declare something. Nothing here knows what a name means.
"""

from typing import TypeAlias

from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree.declarations import *
from gdl.tree.phrases import *
from gdl.tree.statements import *
from gdl.tree.words import ActionForm, ChoiceWord, ClaimForm, Operator, PreferWord


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
class Hide(Meant):
    """`hide ASPECTS of X in SET from VIEWER where CONDITION`: what a player does not see of sites, pieces or players.

    Without aspects, they do not see the contents of a site, or the kind and the fields of a piece. Without X and SET, the
    aspects are fields of the game.
    """

    name: Ident | None
    source: Expr | None
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
class ChooseShared(Node):
    """`choose NAME(ARGUMENTS)`: what a choice of this name chooses, and under which conditions."""

    name: Ident
    arguments: tuple[Expr, ...]


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


Part: TypeAlias = Choose | ChooseSet | ChooseShared | Along | Where | Do | Notation | Again


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
class Routine(Meant):
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
    """One alternative of a turn: actions, or a word or result that stands when nothing is legal, and what people call that end."""

    names: tuple[Ident, ...]
    result: Result | None
    condition: Expr | None
    end_name: Text | None = None


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
class Fen(Node):
    """`fen FIELD: SITE "LETTER", ...`: a field, or a pool, that stands in positions written as FEN; without one only that they are.

    `sign`: what stands behind the letter of a piece where a truth of its site holds.
    """

    field: Ident | None
    sign: Text | None
    letters: tuple[Letter, ...]  # of sites


@dataclass(frozen=True, slots=True)
class Style(Node):
    """`notation STYLE: KIND "LETTER", ...`: the style in which people write the game's moves, by its name or as a text.

    `fens`: what else is written of positions, in lines of their own.
    """

    name: Ident | None
    text: Text | None
    letters: tuple[Letter, ...]
    fens: tuple[Fen, ...] = ()


@dataclass(frozen=True, slots=True)
class StyleChange(Node):
    """`notation + KIND "LETTER", ...`: the style that stands before, with other letters or lines."""

    letters: tuple[Letter, ...]
    fens: tuple[Fen, ...]


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


Change: TypeAlias = LetChange | MoveChange | TurnChange | StyleChange  # of a clause that stands before

Clause: TypeAlias = (
    Game
    | Option
    | Variant
    | Players
    | Teams
    | Board
    | WordType
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
