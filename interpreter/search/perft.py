"""Perft: the number of sequences of so many actions, the usual check of a move generator."""

from collections.abc import Iterator

from interpreter.engines.base import Engine, State


def perft(engine: Engine, state: State, depth: int, threads: int = 1) -> Iterator[tuple[int, int]]:
    """(1, leaves), (2, leaves), ... up to `depth`, each when it is known. Zero once every game is over."""
    for d in range(1, depth + 1):
        yield d, engine.perft(state, d, threads)


def divide(engine: Engine, state: State, depth: int, threads: int = 1) -> list[tuple[str, int]]:
    """The leaves below every first action, in notation, sorted; their sum is the perft."""
    return engine.divide(state, depth, threads)
