"""The program while it is written: its tables, functions and layouts, the clauses that can go wrong in play, and the functions that
every program may call.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import field
from typing import TypeVar, cast

from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import Const, Expr, Get, Var, op
from interpreter.lowering.facts.layout import placed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Decision:
    """A plan that was chosen for a part of the rules. `function`: where its code was written."""

    function: str
    span: Span
    subject: str
    plan: object


@dataclass()
class ProgramBuilder:
    """`errors`: what can go wrong in play, by number from 1. `decisions`: the plans that were chosen, in order. `names_ends`:
    whether a state that is over says by which end, for whoever takes that away again."""

    tables: dict[str, ir.Table] = field(default_factory=dict)
    functions: dict[str, ir.Function] = field(default_factory=dict)
    layouts: dict[str, ir.Layout] = field(default_factory=dict)
    names_ends: bool = False
    errors: list[tuple[str, Span | None]] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    _texts: dict[str, int] = field(default_factory=dict)
    _attached: dict[type, object] = field(default_factory=dict)
    _in_progress: set[str] = field(default_factory=set)
    _constants: dict[tuple[str, tuple[int, ...], int], str] = field(default_factory=dict)
    _made: dict[Hashable, object] = field(default_factory=dict)
    _numbers: int = 0

    # ---- what later stages plan

    def attach(self, value: object) -> None:
        """Keeps a value for whoever writes code; one of each class."""
        self._attached[type(value)] = value

    def attached(self, kind: type[T]) -> T:
        value = self._attached[kind]
        assert isinstance(value, kind)
        return value

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is made when it is first asked for; the key says all that it depends on."""
        if key not in self._made:
            self._made[key] = make()
        return cast(T, self._made[key])

    # ---- tables

    def table(self, name: str, values: Callable[[], Iterable[int]], size: int = 0) -> str:
        """The name of a constant table, made when it is first asked for. `size`: of sets."""
        if name not in self.tables:
            self.tables[name] = ir.Table(name, tuple(values()), size)
        return name

    def constant(self, prefix: str, values: tuple[int, ...], size: int = 0) -> str:
        """The name of a table of these values, shared with equal ones."""
        key = (prefix, values, size)
        if key not in self._constants:
            name = self._constants[key] = self.fresh(prefix)
            self.tables[name] = ir.Table(name, values, size)
        return self._constants[key]

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has."""
        self._numbers += 1
        return f"{prefix}.{self._numbers}"

    # ---- layouts

    def layout(self, prefix: str, cells: Iterable[ir.Cell]) -> str:
        """The name of a new layout."""
        name = self.fresh(prefix)
        self.layouts[name] = placed(name, cells)
        return name

    def words_layout(self, size: int) -> str:
        """The name of a block that holds the same memory as a set (`set`), as words (`word`) and as sets of 64 (`part`)."""
        name, words = f"cast{size}", (size + 63) // 64
        if name not in self.layouts:
            cells = {
                "set": ir.Cell("set", 1, size=size),
                "word": ir.Cell("word", words, 64),
                "part": ir.Cell("part", words, size=64),
            }
            self.layouts[name] = ir.Layout(name, cells, words * 8)
        return name

    # ---- functions, texts, errors

    def begin(self, name: str) -> bool:
        """Whether a function is yet to be written: neither there nor in progress. It is in progress now."""
        if name in self.functions or name in self._in_progress:
            return False
        self._in_progress.add(name)
        return True

    def finish(self, function: ir.Function) -> None:
        self.functions[function.name] = function
        self._in_progress.discard(function.name)

    def text(self, value: str) -> int:
        """The number that stands for a text."""
        return self._texts.setdefault(value, len(self._texts))

    def error(self, code: str, span: Span | None) -> int:
        """A new number for something that goes wrong at a clause."""
        self.errors.append((code, span))
        return len(self.errors)


# ---- functions that every program may call: random numbers and a divisor
#
# They give the same numbers as `interpreter.shared.hashing`. A seed is 64 bits, here as a signed integer.

_SEED, _N, _A, _B, _REST, _Z = (Var(name, ir.INT) for name in ("seed", "n", "a", "b", "rest", "z"))


def _signed(value: int) -> Const:
    return op.number(value - (1 << 64) if value >> 63 else value)


_GOLDEN = _signed(0x9E3779B97F4A7C15)


def _stirred(by: int, factor: int) -> ir.Assign:
    mixed = op.bit_xor(Get(_Z), op.shr(Get(_Z), op.number(by)))
    return ir.Assign(_Z, op.mul(mixed, _signed(factor)))


def _below(seed: Expr) -> Expr:
    """A number from 0 to n-1 out of the upper half of a mixed seed (Lemire 2019)."""
    return op.shr(op.mul(op.shr(seed, op.number(32)), Get(_N)), op.number(32))


MIX = ir.Function(
    "mix64",
    (_SEED,),
    ir.INT,
    (
        ir.Assign(_Z, op.add(Get(_SEED), _GOLDEN)),
        _stirred(30, 0xBF58476D1CE4E5B9),
        _stirred(27, 0x94D049BB133111EB),
        ir.Return(op.bit_xor(Get(_Z), op.shr(Get(_Z), op.number(31)))),
    ),
    is_inline=True,
    comment="One step of SplitMix64 (Steele, Lea and Flood, 2014).",
)

DRAWN = ir.Function(
    "drawn",
    (_SEED, _N),
    ir.INT,
    (ir.Return(_below(Get(_SEED))),),
    is_inline=True,
    comment="A number from 0 to n-1 out of a mixed seed; the next seed is mix64(seed), whose number this is.",
)

ADVANCED = ir.Function(
    "advanced",
    (_SEED,),
    ir.INT,
    (ir.Return(op.add(Get(_SEED), _GOLDEN)),),
    is_inline=True,
    comment="The next state of the random numbers of a playout.",
)

BELOW = ir.Function(
    "below",
    (_SEED, _N),
    ir.INT,
    (ir.Return(ir.Call("drawn", (ir.Call("mix64", (Get(_SEED),), ir.INT), Get(_N)), ir.INT)),),
    is_inline=True,
    comment="A number from 0 to n-1 for an advanced state of a playout's random numbers.",
)

GCD = ir.Function(
    "gcd",
    (_A, _B),
    ir.INT,
    (
        ir.Loop(
            (
                ir.If(op.eq(Get(_B), op.ZERO), (ir.Break(),)),
                ir.Assign(_REST, op.mod(Get(_A), Get(_B))),
                ir.Assign(_A, Get(_B)),
                ir.Assign(_B, Get(_REST)),
            )
        ),
        ir.Return(op.abs_(Get(_A))),
    ),
    comment="The greatest common divisor, never negative.",
)

KERNELS = {function.name: function for function in (MIX, DRAWN, ADVANCED, BELOW, GCD)}
