"""Hashes of positions and seeded random numbers: every engine, and its machine code, must give the same ones.

Both rest on SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). The hash
of a position is a sum of mixed 64-bit words, so that it can be kept up to date piece by piece.
"""

from collections.abc import Sequence
from typing import TypeVar

from gdl.core.model import Game
from gdl.limits import MANY_SITES

Item = TypeVar("Item")

MASK64 = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15  # the increment of SplitMix64: 2^64 divided by the golden ratio, made odd
PLACE_MULTIPLIER = 0x2545F4914F6CDD1D  # words of a position differ by their places: any odd number serves

POOL_DEPTH = 1 << 16  # how far the words of pieces in an ordered pool are apart by their depth


def mix64(seed: int) -> int:
    """One step of SplitMix64: 64 bits to 64 bits."""
    z = (seed + GAMMA) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def signed64(number: int) -> int:
    """The same 64 bits as a signed number, as a cell of machine code holds them."""
    return number - (1 << 64) if number >> 63 else number


SPOTS = 1024
"""Of a site: the places in a stack on it that codes of pieces tell apart."""


def last_digits(number: int) -> int:
    """The last 16 bits as a signed number, as a cell of machine code holds them."""
    return (number + (1 << 15) & 0xFFFF) - (1 << 15)


def piece_code(spot: int, owner: int | None, kind: int) -> int:
    """A 64-bit word for a piece on the board. `spot` is `SPOTS` times its site plus its height in a stack."""
    return mix64((spot * 64 + (-1 if owner is None else owner) + 1) * 65536 + kind)


def is_additive(game: Game) -> bool:
    """Whether the hash takes the pieces on the board as a sum of their codes; otherwise it takes them as sets of sites.

    A sum can be kept up to date move by move, which pays where the rules compare positions. Boards with stacks or with
    many sites have no such sets.
    """
    board = game.board
    return bool(game.histories) or board.is_stacking or len(board.sites) > MANY_SITES


def roll(seed: int, n: int) -> tuple[int, int]:
    """One step of the chance that belongs to a state: the next seed, and a number from 0 to n-1."""
    following = mix64(seed)
    return following, ((following >> 32) * n) >> 32


class Random:
    """Random numbers: the same sequence for the same seed in every engine and in machine code."""

    def __init__(self, seed: int) -> None:
        self.state = mix64(seed & MASK64)

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self.state = (self.state + GAMMA) & MASK64
        return ((mix64(self.state) >> 32) * n) >> 32

    def split(self, n: int) -> "Random":
        """A copy that gives the next n numbers; this one skips them."""
        made = Random(0)
        made.state = self.state
        self.state = (self.state + n * GAMMA) & MASK64
        return made

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]
