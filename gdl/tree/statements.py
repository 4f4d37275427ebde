"""The tree's effects, which `do` lists, and the results in which a game ends.

Nothing here knows what a name means. `gdl.tree.syntax` has the clauses in which effects stand.
"""

from typing import TypeAlias

from gdl.platform.dataclass import dataclass
from gdl.tree.phrases import Expr, Ident, Node, Path, Text
from gdl.tree.words import DemandWord, ResultForm


@dataclass(frozen=True, slots=True)
class Setting(Node):
    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Placed(Node):
    """A kind that is computed, and whose the new piece is; a kind by its name is `KIND of PLAYER`, like any set."""

    what: Expr
    owner: Expr


@dataclass(frozen=True, slots=True)
class Place(Node):
    """New pieces on sites, or `times` of them in a pool."""

    what: Expr | Placed
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


@dataclass(frozen=True, slots=True)
class Result(Node):
    """How a game ends. `name`: what people call this end; the place is that of the result without it. `ties`: the next rank, among
    players with equal scores."""

    form: ResultForm
    who: Expr | None = None
    score: Ident | None = None
    name: Text | None = None
    ties: "Result | None" = None
