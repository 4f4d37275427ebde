"""Functions written in Python mean in machine code what they mean in Python."""

import random
from collections.abc import Callable
from typing import Protocol

import numpy as np
import pytest

from interpreter.engines.native import machine
from interpreter.ir import nodes as ir
from interpreter.ir.python import WORD, Record, Words, layout_of, name_of, translated
from interpreter.llvm import module

LEAST = 3


class Heap(Record, Protocol):
    items: Words
    size: int
    touched: int


class PlainHeap:
    """The same in Python."""

    def __init__(self, items: list[int]) -> None:
        self.items, self.size, self.touched = items, len(items), 0


def touch(heap: Heap, i: int) -> int:
    heap.touched += 1
    return heap.items[i]


def total(heap: Heap, start: int) -> int:
    found = 0
    for i in range(start, heap.size):
        found += heap.items[i] if heap.items[i] > LEAST else -1
    return found


def sort(heap: Heap, start: int) -> int:
    i = start
    while i < heap.size:
        k = i
        while k > start and heap.items[k - 1] > heap.items[k]:
            held = heap.items[k]
            heap.items[k] = heap.items[k - 1]
            heap.items[k - 1] = held
            k -= 1
        i += 1
    return heap.items[0]


def first_large(heap: Heap, start: int) -> int:
    """`and` and `or` look at their right sides only if they must."""
    for i in range(start, heap.size):
        if touch(heap, i) == 0:
            continue
        if (heap.items[i] > LEAST and touch(heap, i) % 2 == 0) or touch(heap, i) == 7:
            return i
        if not heap.items[i] < 50:
            break
    return -1


def bits(heap: Heap, start: int) -> int:
    x = abs(heap.items[0]) + start
    return min(x << 3 ^ x >> 2, 1000) + max(x & 12, x | 1) - x // 3 + x % 5


def fibonacci(heap: Heap, n: int) -> int:
    return n if n < 2 else fibonacci(heap, n - 1) + fibonacci(heap, n - 2)


FUNCTIONS: tuple[Callable[[Heap, int], int], ...] = (total, sort, first_large, bits, fibonacci)


@pytest.fixture(scope="module")
def native() -> machine.Machine:
    made = [translated(f, {}, f is not touch) for f in (touch, *FUNCTIONS)]
    word = ir.Layout(WORD, {"value": ir.Cell("value", 1, 64)}, 8)
    layouts = {"Heap": layout_of(Heap), WORD: word}
    program = ir.Program("python", layouts, {}, {f.name: f for f in made})
    return machine.compile(module.generate(program, checked=True), "python", keep=False)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_machine_code_does_what_python_does(
    native: machine.Machine, function: Callable[[Heap, int], int]
) -> None:
    rng = random.Random(function.__name__)
    for _ in range(50):
        items = [rng.choice((0, 2, 4, 5, 7, rng.randrange(-60, 60))) for _ in range(rng.randrange(1, 9))]
        start = rng.randrange(3)
        plain = PlainHeap(items.copy())
        array = np.array(items, np.int64)
        record = np.array([array.ctypes.data, len(items), 0], np.int64)
        assert native.call(name_of(function), record.ctypes.data, start) == function(plain, start)
        assert array.tolist() == plain.items
        assert record.tolist()[1:] == [plain.size, plain.touched]
    assert native.take_violation() == 0


def unknown(heap: Heap, n: int) -> int:
    return sum(heap.items[i] for i in range(n))


def test_what_has_no_translation_is_named() -> None:
    with pytest.raises(TypeError, match=r"unknown: `.*` has no translation"):
        translated(unknown, {})
