"""The intermediate representation: small structured functions over integers, truths, sets and blocks of memory.

A `Program` is what a checked game becomes on its way to machine code. Values are 64-bit integers (`INT`; every site,
player, kind, word is its index, and none is -1), truths (`BOOL`) and sets of small integers (`bits(n)`: the numbers
0..n-1). `list_(n)` is a sequence of at most n integers in the function's own memory, `block(name)` the address of a
block of memory with a layout: a state, or the context of a search; or of many such blocks one behind the other, of which
`At` gives one. Expressions have no effects, but for `Call`, whose
function may have. Control is structured: `If`, `Loop`, `Each`, `For`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

NONE = -1


@dataclass(frozen=True, slots=True)
class Type:
    """`name` is int, bool, bits, list, block or void; `size` of bits and lists; `layout` of blocks."""

    name: str
    size: int = 0
    layout: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name}({self.layout or self.size})"
            if self.name in ("bits", "list", "block")
            else self.name
        )


INT = Type("int")
BOOL = Type("bool")
VOID = Type("void")


def bits(n: int) -> Type:
    """A set of numbers from 0 to n-1."""
    return Type("bits", max(1, n))


def list_(n: int) -> Type:
    """A sequence of at most n integers."""
    return Type("list", n)


def block(layout: str) -> Type:
    """The address of a block of memory."""
    return Type("block", 0, layout)


@dataclass(frozen=True, slots=True)
class Var:
    """A variable; names are unique in their function. Parameters of type list and block are passed by address."""

    name: str
    type: Type


# ---- expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A known value: an int, a bool, or of a set the int whose binary digits are its members."""

    value: int
    type: Type = INT


@dataclass(frozen=True, slots=True)
class Get:
    var: Var

    @property
    def type(self) -> Type:
        return self.var.type


@dataclass(frozen=True, slots=True)
class Load:
    """An element of a cell of a block. The index is in range."""

    block: "Expr"
    cell: str
    index: "Expr"
    type: Type


@dataclass(frozen=True, slots=True)
class Where:
    """The numbers of those elements of a cell that equal a value, as a set. The cell is no set."""

    block: "Expr"
    cell: str
    value: "Expr"
    type: Type


@dataclass(frozen=True, slots=True)
class Lookup:
    """An element of a constant table. The index is in range."""

    table: str
    index: "Expr"
    type: Type


@dataclass(frozen=True, slots=True)
class Op:
    """An operation; `OPERATIONS` says which there are. All operands are evaluated."""

    name: str
    operands: tuple["Expr", ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    arguments: tuple["Expr", ...]
    type: Type


@dataclass(frozen=True, slots=True)
class At:
    """The address of one of `count` blocks of a layout that lie one behind the other. The index is in range."""

    block: "Expr"
    index: "Expr"
    count: "Expr"

    @property
    def type(self) -> Type:
        return self.block.type


Expr: TypeAlias = Const | Get | Load | Where | Lookup | Op | Call | At

# name -> (operands, result). i int, b bool, s set (all of one type), t any type (the same throughout).
OPERATIONS: Mapping[str, tuple[str, str]] = {
    "add": ("ii", "i"),  # wraps around at 64 bits, as do sub and mul
    "sub": ("ii", "i"),
    "mul": ("ii", "i"),
    "div": ("ii", "i"),  # rounds down; 0 if the divisor is 0
    "mod": ("ii", "i"),  # of the divisor's sign; 0 if the divisor is 0
    "neg": ("i", "i"),
    "abs": ("i", "i"),
    "min": ("ii", "i"),
    "max": ("ii", "i"),
    "and": ("ii", "i"),  # by bits, as are or, xor, shl and shr (logical, the count is 0..63)
    "or": ("ii", "i"),
    "xor": ("ii", "i"),
    "shl": ("ii", "i"),
    "shr": ("ii", "i"),
    "mulhigh": ("ii", "i"),  # the upper 64 bits of the unsigned product
    "addwraps": ("ii", "b"),  # whether the sum does not fit into 64 bits, as of the others below
    "subwraps": ("ii", "b"),
    "mulwraps": ("ii", "b"),
    "eq": ("ii", "b"),
    "ne": ("ii", "b"),
    "lt": ("ii", "b"),
    "le": ("ii", "b"),
    "both": ("bb", "b"),
    "either": ("bb", "b"),
    "not": ("b", "b"),
    "same": ("bb", "b"),
    "select": ("btt", "t"),  # the second operand if the first is true, else the third; not of lists
    "number": ("b", "i"),  # 1 or 0
    "union": ("ss", "s"),
    "meet": ("ss", "s"),
    "differ": ("ss", "s"),  # in exactly one of the two
    "minus": ("ss", "s"),
    "others": ("s", "s"),  # the complement within 0..n-1
    "one": ("i", "s"),  # the set of one number; empty if it is negative
    "shift": ("si", "s"),  # every member plus a constant (an int Const); what leaves 0..n-1 is lost
    "has": ("si", "b"),  # false of a negative number
    "some": ("s", "b"),  # not empty
    "equal": ("ss", "b"),
    "count": ("s", "i"),
    "low": ("s", "i"),  # the least member, -1 of the empty set
    "high": ("s", "i"),
    "nth": ("si", "i"),  # the k-th member from the least, from 0; there are more than k
    "length": ("l", "i"),  # of a list
    "item": ("li", "i"),  # of a list; the index is in range
}

# ---- statements ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Set:
    """Gives a variable a value. Not of lists. A variable may be set before it is read on every way."""

    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    block: Expr
    cell: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Push:
    """Appends to a list. When it is full, nothing happens (a checking build stops)."""

    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Put:
    """Overwrites an element of a list; the index is in range."""

    var: Var
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Resize:
    """Gives a list this length, not more than it has; 0 empties it. Lists start with an unknown length."""

    var: Var
    length: Expr


@dataclass(frozen=True, slots=True)
class Do:
    """A call for its effects."""

    call: Call


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies a whole block, or of a state as many bytes as its function `used` says."""

    to: Expr
    source: Expr


@dataclass(frozen=True, slots=True)
class New:
    """Gives a block variable fresh memory of its own, for as long as the function runs. Its content is unknown."""

    var: Var


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple["Stmt", ...]
    otherwise: tuple["Stmt", ...] = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """Without end, but for `Break` and `Return`."""

    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class Each:
    """For every member of a set, from the least. The set is evaluated once."""

    var: Var
    source: Expr
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class For:
    """For var = low, ..., high - 1, both evaluated once; the body does not set var."""

    var: Var
    low: Expr
    high: Expr
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class Break:
    """Out of the innermost Loop, Each or For (`levels` 1), or of several at once."""

    levels: int = 1


@dataclass(frozen=True, slots=True)
class Continue:
    """To the next round of the innermost Loop, Each or For (`levels` 1), or of one further out."""

    levels: int = 1


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None = None


Stmt: TypeAlias = (
    Set | Store | Push | Put | Resize | Do | Copy | New | If | Loop | Each | For | Break | Continue | Return
)

# ---- programs ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """Elements of one width in a block: `width` bits each (8, 16, 32, 64; signed), or sets of `size` numbers."""

    name: str
    count: int
    width: int = 8
    size: int = 0  # of sets: the members are 0..size-1; stored in whole 64-bit words
    offset: int = 0  # in bytes, given by the layout

    @property
    def bytes_each(self) -> int:
        return (self.size + 63) // 64 * 8 if self.size else self.width // 8

    @property
    def type(self) -> Type:
        return bits(self.size) if self.size else INT


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of a block, and its size in bytes (a multiple of 8)."""

    name: str
    cells: Mapping[str, Cell]
    size: int


@dataclass(frozen=True, slots=True)
class Table:
    """Constant data: ints, or sets of `size` numbers as ints of binary digits."""

    name: str
    values: tuple[int, ...]
    size: int = 0

    @property
    def type(self) -> Type:
        return bits(self.size) if self.size else INT


@dataclass(frozen=True, slots=True)
class Function:
    """`is_public`: called from outside; parameters of public functions are ints and blocks, results ints or none.

    `is_inline`: worth writing out where it is called. `is_cold`: seldom run, so that it need not be the best code.
    `is_reading`: it only reads the blocks it is given.
    """

    name: str
    parameters: tuple[Var, ...]
    result: Type
    body: tuple[Stmt, ...]
    is_public: bool = False
    is_inline: bool = False
    is_cold: bool = False
    is_reading: bool = False
    comment: str = ""


@dataclass(frozen=True)
class Program:
    """A game, lowered. `functions` in an order in which callers come after what they call, recursion aside."""

    name: str
    layouts: Mapping[str, Layout]
    tables: Mapping[str, Table] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
