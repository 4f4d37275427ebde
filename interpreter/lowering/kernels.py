"""Functions of the intermediate representation that every game may use: chance and arithmetic.

They give the same numbers as `interpreter.engines.base`. A seed is 64 bits, here as a signed integer.
"""

from interpreter import ir

_SEED, _N, _A, _B, _REST = (ir.Var(name, ir.INT) for name in ("seed", "n", "a", "b", "rest"))
_Z = ir.Var("z", ir.INT)


def _signed(value: int) -> ir.Const:
    return ir.Const(value - (1 << 64) if value >> 63 else value)


def _op(name: str, *operands: ir.Expr) -> ir.Expr:
    return ir.Op(name, operands, ir.BOOL if ir.OPERATIONS[name][1] == "b" else ir.INT)


_GOLDEN = _signed(0x9E3779B97F4A7C15)


def _stirred(by: int, factor: int) -> ir.Assign:
    mixed = _op("bit_xor", ir.Get(_Z), _op("shr", ir.Get(_Z), ir.Const(by)))
    return ir.Assign(_Z, _op("mul", mixed, _signed(factor)))


MIX = ir.Function(
    "mix",
    (_SEED,),
    ir.INT,
    (
        ir.Assign(_Z, _op("add", ir.Get(_SEED), _GOLDEN)),
        _stirred(30, 0xBF58476D1CE4E5B9),
        _stirred(27, 0x94D049BB133111EB),
        ir.Return(_op("bit_xor", ir.Get(_Z), _op("shr", ir.Get(_Z), ir.Const(31)))),
    ),
    is_inline=True,
    comment="One step of SplitMix64 (Steele, Lea and Flood, 2014).",
)

DRAWN = ir.Function(
    "drawn",
    (_SEED, _N),
    ir.INT,
    (ir.Return(_op("shr", _op("mul", _op("shr", ir.Get(_SEED), ir.Const(32)), ir.Get(_N)), ir.Const(32))),),
    is_inline=True,
    comment="A number from 0 to n-1 out of a mixed seed; the next seed is mix(seed), whose number this is.",
)

ADVANCED = ir.Function(
    "advanced",
    (_SEED,),
    ir.INT,
    (ir.Return(_op("add", ir.Get(_SEED), _GOLDEN)),),
    is_inline=True,
    comment="The next state of the random numbers of a playout.",
)

BELOW = ir.Function(
    "below",
    (_SEED, _N),
    ir.INT,
    (ir.Return(ir.Call("drawn", (ir.Call("mix", (ir.Get(_SEED),), ir.INT), ir.Get(_N)), ir.INT)),),
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
                ir.If(_op("eq", ir.Get(_B), ir.Const(0)), (ir.Break(),)),
                ir.Assign(_REST, _op("mod", ir.Get(_A), ir.Get(_B))),
                ir.Assign(_A, ir.Get(_B)),
                ir.Assign(_B, ir.Get(_REST)),
            )
        ),
        ir.Return(_op("abs", ir.Get(_A))),
    ),
    comment="The greatest common divisor, never negative.",
)

KERNELS = {function.name: function for function in (MIX, DRAWN, ADVANCED, BELOW, GCD)}
