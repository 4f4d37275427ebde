"""The kernels give the numbers of `interpreter.engines.base`."""

import math
import random

from drawn_ir import EDGES
from oracle import wrapped

from interpreter.engines.native import machine
from interpreter.ir import nodes as ir
from interpreter.llvm import module
from interpreter.lowering.program import KERNELS
from interpreter.shared import hashing

A, B = ir.Var("a", ir.INT), ir.Var("b", ir.INT)


def loaded() -> machine.Machine:
    functions = dict(KERNELS)
    for name, kernel in KERNELS.items():
        given = (A, B)[: len(kernel.parameters)]
        body = (ir.Return(ir.Call(name, tuple(map(ir.Get, given)), ir.INT)),)
        functions[f"run {name}"] = ir.Function(f"run {name}", given, ir.INT, body, is_public=True)
    program = ir.Program("kernels", {}, {}, functions)
    return machine.compile(module.generate(program), program.name, keep=False)


def test_chance_is_the_same() -> None:
    native, rng = loaded(), random.Random(1)
    for _ in range(300):
        seed, n = rng.getrandbits(64), rng.choice((1, 2, 6, 52, rng.randrange(1, 1 << 31)))
        following, drawn = hashing.roll(seed, n)
        mixed = native.call("run mix64", wrapped(seed))
        assert mixed == wrapped(following) == wrapped(hashing.mix64(seed))
        assert native.call("run drawn", mixed, n) == drawn
        state = hashing.Random(seed)
        before = native.call("run mix64", wrapped(seed))
        assert before == wrapped(state.state)
        for _ in range(3):
            before = native.call("run advanced", before)
            assert native.call("run below", before, n) == state.below(n)
            assert before == wrapped(state.state)


def test_gcd() -> None:
    native, rng = loaded(), random.Random(2)
    pairs = [(a, b) for a in EDGES for b in EDGES if min(a, b) > -(1 << 63)]
    pairs += [(rng.randrange(-1000, 1000), rng.randrange(-1000, 1000)) for _ in range(200)]
    for a, b in pairs:
        assert native.call("run gcd", a, b) == math.gcd(a, b)
