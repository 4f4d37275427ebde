"""The types and nodes of the intermediate representation.

A `Program` is a checked game on its way to machine code: small structured functions over integers, truths, sets and
blocks of memory. A value is a 64-bit integer (`INT`: sites, players, kinds and words are their indices, and none is
-1), a truth (`BOOL`) or a set of small integers (`bits(n)`: the numbers 0..n-1). `list_(n)` is a sequence of at most n
integers in the function's own memory. `block(layout)` is the address of a block of memory with a layout: a state, or
the context of a search; or of many such blocks in a row, of which `BlockAt` gives one. `BlockOf` gives the block whose
address is held as a number.

Expressions have no effects, except `Call`, whose function may have some. Control is structured: `If`, `Loop`,
`ForEachBit`, `ForRange`.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from gdl.platform.dataclass import dataclass
from interpreter.shared.machine_interface import Cell as Cell
from interpreter.shared.machine_interface import Layout as Layout
from interpreter.shared.machine_interface import Tail as Tail

NONE = -1

TypeName: TypeAlias = Literal["int", "bool", "bits", "list", "block", "void"]


@dataclass(frozen=True, slots=True)
class Type:
    """`size` belongs to bits and lists, `layout` to blocks."""

    name: TypeName
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
    """A known value: an int, a bool, or the int whose binary digits are a set's members."""

    value: int
    type: Type = INT


@dataclass(frozen=True, slots=True)
class Get:
    """The value of a variable."""

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
class CompareAll:
    """All elements of a cell compared with a value at once: the indices of those that equal it, as a set.

    The cell holds integers, or sets of one word that are compared as numbers.
    """

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
    """An operation; `OPERATIONS` lists them. All operands are evaluated."""

    name: str
    operands: tuple["Expr", ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    arguments: tuple["Expr", ...]
    type: Type


@dataclass(frozen=True, slots=True)
class BlockAt:
    """The address of one of `count` blocks of a layout that lie in a row. The index is in range."""

    block: "Expr"
    index: "Expr"
    count: "Expr"

    @property
    def type(self) -> Type:
        return self.block.type


@dataclass(frozen=True, slots=True)
class BlockOf:
    """The block at an address, which is a number: memory that was made outside the program."""

    address: "Expr"
    type: Type


Expr: TypeAlias = Const | Get | Load | CompareAll | Lookup | Op | Call | BlockAt | BlockOf

# name -> (operands, result). i int, b bool, s set (all of one type), l list, t any type (the same throughout).
OPERATIONS: Mapping[str, tuple[str, str]] = {
    "add": ("ii", "i"),  # wraps around at 64 bits, as do sub and mul
    "sub": ("ii", "i"),
    "mul": ("ii", "i"),
    "div": ("ii", "i"),  # rounds down; 0 if the divisor is 0
    "mod": ("ii", "i"),  # has the divisor's sign; 0 if the divisor is 0
    "abs": ("i", "i"),
    "min": ("ii", "i"),
    "max": ("ii", "i"),
    "bit_and": ("ii", "i"),
    "bit_or": ("ii", "i"),
    "bit_xor": ("ii", "i"),
    "shl": ("ii", "i"),  # the count is 0..63, as that of shr
    "shr": ("ii", "i"),  # logical: zeros come in
    "mul_overflows": ("ii", "b"),  # whether the product does not fit into 64 bits, signed
    "eq": ("ii", "b"),
    "ne": ("ii", "b"),
    "lt": ("ii", "b"),
    "le": ("ii", "b"),
    "and": ("bb", "b"),
    "or": ("bb", "b"),
    "not": ("b", "b"),
    "iff": ("bb", "b"),
    "select": ("btt", "t"),  # the second operand if the first is true, else the third; not of lists
    "zext": ("b", "i"),  # 1 or 0
    "union": ("ss", "s"),
    "intersection": ("ss", "s"),
    "symmetric_difference": ("ss", "s"),
    "difference": ("ss", "s"),
    "complement": ("s", "s"),  # within 0..n-1
    "singleton": ("i", "s"),  # the set of one number; empty if it is negative
    "shift": ("si", "s"),  # every member plus a constant (an int Const); what leaves 0..n-1 is lost
    "contains": ("si", "b"),  # false of a negative number
    "nonempty": ("s", "b"),
    "same_set": ("ss", "b"),
    "count": ("s", "i"),
    "lowest": ("s", "i"),  # -1 of the empty set, as of highest
    "highest": ("s", "i"),
    "up_to_lowest": ("s", "s"),  # the numbers from 0 to the least member; all of the empty set
    "down_to_highest": ("s", "s"),  # the numbers from the greatest member to n-1; all of the empty set
    "nth": ("si", "i"),  # the k-th member from the least, from 0; the set has more than k
    "length": ("l", "i"),  # of a list
    "item": ("li", "i"),  # of a list; the index is in range
}

# ---- statements ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    """Gives a variable a value. Not for lists. Every way to a read of a variable assigns it first."""

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
    """Appends to a list. Nothing happens when it is full (a checked build notes a violation)."""

    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class SetLength:
    """Gives a list this length, not more than it has; 0 empties it. Lists start with an unknown length."""

    var: Var
    length: Expr


@dataclass(frozen=True, slots=True)
class Invoke:
    """A call for its effects."""

    call: Call


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies a whole block, of its layout's tails as much as is in use; or without the tails."""

    to: Expr
    source: Expr
    has_tails: bool = True


@dataclass(frozen=True, slots=True)
class Allocate:
    """Gives a block variable fresh memory of its own for as long as the function runs. Its content is unknown."""

    var: Var


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple["Stmt", ...]
    otherwise: tuple["Stmt", ...] = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """Without end, except by `Break` and `Return`."""

    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class ForEachBit:
    """For every member of a set, from the least. The set is evaluated once."""

    var: Var
    source: Expr
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class ForRange:
    """For var = low, ..., high - 1, both evaluated once; the body does not assign var."""

    var: Var
    low: Expr
    high: Expr
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class Break:
    """Out of the innermost loop (`levels` 1), or of several at once."""

    levels: int = 1


@dataclass(frozen=True, slots=True)
class Continue:
    """To the next round of the innermost loop (`levels` 1), or of one further out."""

    levels: int = 1


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None = None


Stmt: TypeAlias = (
    Assign
    | Store
    | Push
    | SetLength
    | Invoke
    | Copy
    | Allocate
    | If
    | Loop
    | ForEachBit
    | ForRange
    | Break
    | Continue
    | Return
)
Block: TypeAlias = tuple[Stmt, ...]

# ---- programs ------------------------------------------------------------------------------------


def cell_type(cell: Cell) -> Type:
    """The type of what a cell holds."""
    return bits(cell.size) if cell.size else INT


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
    """`is_public`: called from outside; its parameters are ints and blocks, its result is an int or nothing.

    `is_inline`: worth inlining. `is_cold`: seldom run, so that it need not be the best code. `is_read_only`: it writes
    nothing but blocks and lists of its own.
    """

    name: str
    parameters: tuple[Var, ...]
    result: Type
    body: Block
    is_public: bool = False
    is_inline: bool = False
    is_cold: bool = False
    is_read_only: bool = False
    comment: str = ""


@dataclass(frozen=True)
class Program:
    """A lowered game. Callees come before their callers in `functions`, apart from recursion."""

    name: str
    layouts: Mapping[str, Layout]
    tables: Mapping[str, Table] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
