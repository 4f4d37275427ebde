"""Functions that every program may call: random numbers and a divisor.

They give the same numbers as `interpreter.shared.hashing`. A seed is 64 bits, here as a signed integer.
"""

from interpreter import ir
from interpreter.ir import Const, Expr, Get, Var, op

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
