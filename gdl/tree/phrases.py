"""The tree's words and phrases: names, expressions, and the paths that moves and expressions have in common.

Nothing here knows what a name means. `gdl.tree.syntax` has what is made of them: effects and clauses.
"""

from dataclasses import field
from fractions import Fraction
from typing import TypeAlias

from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree.words import Operator, PathForm, Presence, Quantity, Side, Sign, TestForm


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
class Ordered(Node):
    """`(S by E)` with `it`, or `(x in S by E)`. A condition is one of the source, which then calls the element the same."""

    source: "Expr"
    keys: tuple["Expr", ...]

    @property
    def variable(self) -> "Name | None":
        """What the element is called, where it is not `it`."""
        named = self.source.source if isinstance(self.source, Filter) else self.source
        if isinstance(named, Binary) and named.operator == "in" and isinstance(named.left, Name):
            return named.left
        return None


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
    | Ordered
    | Mapped
    | SetOf
    | Reached
    | PathEnds
)

# ---- paths ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Test(Node):
    """One question about a site or piece: a predicate, a kind, a value, `own X`, `enemy X`, `[condition]`, `not (T | U)`."""

    form: TestForm
    name: Ident | None = None
    arguments: tuple[Expr, ...] = ()
    inner: "tuple[Test, ...]" = ()
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
class Meaning(Node):
    """`means "..."`: what a clause means to people, in one text or in several that follow each other."""

    texts: tuple["Text", ...]


@dataclass(frozen=True, slots=True)
class Meant:
    """A node that may have a sentence for people: a clause, or a line of one."""

    span: Span
    means: Meaning | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Leg(Node):
    """A part of a leap: so many steps in a direction."""

    direction: Expr
    steps: int


@dataclass(frozen=True, slots=True)
class Path(Node):
    form: PathForm
    directions: tuple[Expr, ...]  # of a leap in all directions: its two numbers
    least: Expr | None
    most: Expr | None
    start: Expr | None
    pattern: tuple[Step, ...]
    says_twice: bool = False  # more than one length or start
    legs: tuple[Leg, ...] = ()  # of a leap in some directions
