"""Roots and logarithms by tables: for n below 2^16, and behind that for n * 256."""

from interpreter.ir.python import Words

TABLE = 1 << 16


def looked_up(table: Words, n: int) -> int:
    """The number of a table for n."""
    return table[n] if n < TABLE else table[TABLE + (min(n, TABLE * 255) >> 8)]
