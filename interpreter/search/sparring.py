"""Games of an evaluation against itself, to learn from: looks of two plies, one where chance or secrets decide what follows, with
some random actions in between.

A game is decided by its seed, so it is the same wherever it is played; as work for an executor it is a row of text.
"""

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.core.model import Game
from interpreter.search.alphabeta import Measured, look_record, measured_once
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random, signed64
from interpreter.shared.search_status import ONE

NOISE = 10  # one of so many decisions is random
_APART = 4  # one of so many positions of a game is kept: neighbours are alike
_ROWS = 2_000  # positions of one game that are looked at
_DEPTH = 2  # plies of a look: by one ply a game is rarely won by who has more
_ENTRIES = 64  # of the table of a look
_NODES = 4_000  # positions of one decision: by some weights exchanges of captures would go on for hours
_LONGEST = 400  # actions of a game
_OPENING = 8  # random actions, at most

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Spar:
    """One game: of each position that is kept the terms, who acts and how many actions are legal; and what every player got, if
    the game came to its end."""

    positions: Numbers
    returns: tuple[float, ...]
    is_over: bool

    def row(self, key: int) -> dict[str, Any]:
        """The game as what JSON can hold."""
        packed = base64.b85encode(zlib.compress(self.positions.astype("<i8").tobytes())).decode()
        return {"key": key, "width": self.positions.shape[1], "positions": packed} | {
            "returns": list(self.returns), "is_over": self.is_over,
        }  # fmt: skip

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Spar":
        """The game of a row."""
        flat = np.frombuffer(zlib.decompress(base64.b85decode(row["positions"])), "<i8").astype(np.int64)
        return cls(flat.reshape(-1, row["width"]), tuple(row["returns"]), bool(row["is_over"]))


class Ring:
    """Where an evaluation plays against itself. `noise`: one of so many decisions is random, 0 for all of them."""

    def __init__(self, found: Measured, weights: Weights, noise: int) -> None:
        self.found = found
        self.record = record = look_record(found, weights, _ROWS)
        record["noise"], record["longest"], record["most_nodes"] = noise, min(_LONGEST, _ROWS), _NODES
        record["depth"] = 1 if found.game.has_chance or found.game.is_hidden else _DEPTH
        record["mask"] = _ENTRIES - 1
        self.start = None if found.deals else found.engine.initial_state()

    def play(self, seed: int) -> Spar:
        """The game of a seed; without positions if machine code cannot hold it."""
        record, found, random = self.record, self.found, Random(seed)
        start = self.start or found.engine.initial_state(random.below(1 << 32))
        measures = record["measures"]
        at, width = record["values"] + measures, measures + 2
        if not found.bench.put(start, at):
            return Spar(np.zeros((0, width), np.int64), tuple(0.0 for _ in found.game.players), False)
        found.bench.rules["random"] = signed64(random.below(1 << 32))
        record["opening"] = random.below(_OPENING + 1)
        record.arrays["history"][:] = 0  # what the game before has left there
        record.arrays["killers"][:] = -1
        found.bench.run("looking.play", record, at)
        first, count = record["rows"] - record["values"], record["count"]
        rows = record.arrays["memory of states"][first:][: count * width]
        returns = (record.arrays["payoffs"] / ONE).tolist()
        return Spar(rows.reshape(count, width)[::_APART].copy(), tuple(returns), record["is_over"] != 0)


@dataclass(frozen=True)
class Spars:
    """Games as work for an executor: that of key k has the seed `first` + k."""

    game: Game
    weights: Weights
    noise: int
    first: int

    @property
    def description(self) -> Mapping[str, Any]:
        """All that the games depend on beside the rules."""
        return {"what": "spars", "weights": asdict(self.weights), "noise": self.noise, "first": self.first}

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        found = measured_once(self.game)
        assert found is not None
        ring = Ring(found, self.weights, self.noise)
        return [ring.play(self.first + key).row(key) for key in keys]
