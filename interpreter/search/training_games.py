"""Games of evaluations: against themselves, to learn from, and against others, to see which is better.

To learn from: looks of two plies, one where chance or secrets decide what follows, with some random actions in between. A game is
decided by its seed, so it is the same wherever it is played; as work for an executor it is a row of text. To compare: short games in
pairs with the same opening.
"""

import base64
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.search.alphabeta import AlphaBetaSearch, Measured, alphabeta_record, measured_once
from interpreter.search.running import Budget
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random, signed64
from interpreter.shared.machine_interface import ONE

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
class TrainingGame:
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
    def of(cls, row: Mapping[str, Any]) -> "TrainingGame":
        """The game of a row."""
        flat = np.frombuffer(zlib.decompress(base64.b85decode(row["positions"])), "<i8").astype(np.int64)
        return cls(flat.reshape(-1, row["width"]), tuple(row["returns"]), bool(row["is_over"]))


class SelfPlay:
    """Where an evaluation plays against itself. `noise`: one of so many decisions is random, 0 for all of them."""

    def __init__(self, found: Measured, weights: Weights, noise: int) -> None:
        self.found = found = found.apart()
        self.record = record = alphabeta_record(found, weights, _ROWS)
        record["noise"], record["longest"], record["most_nodes"] = noise, min(_LONGEST, _ROWS), _NODES
        record["depth"] = 1 if found.game.has_chance or found.game.is_hidden else _DEPTH
        record["mask"] = _ENTRIES - 1
        self.start = None if found.deals else found.engine.initial_state()

    def play(self, seed: int) -> TrainingGame:
        """The game of a seed; without positions if machine code cannot hold it."""
        record, found, random = self.record, self.found, Random(seed)
        start = self.start or found.engine.initial_state(random.below(1 << 32))
        measures = record["measures"]
        at, width = record["values"] + measures, measures + 2
        if not found.bench.put(start, at):
            return TrainingGame(np.zeros((0, width), np.int64), tuple(0.0 for _ in found.game.players), False)
        found.bench.rules["random"] = signed64(random.below(1 << 32))
        record["opening"] = random.below(_OPENING + 1)
        record.arrays["history"][:] = 0  # what the game before has left there
        record.arrays["killers"][:] = -1
        found.bench.run("alphabeta.play", record, at)
        first, count = record["rows"] - record["values"], record["count"]
        rows = record.arrays["memory of states"][first:][: count * width]
        returns = (record.arrays["payoffs"] / ONE).tolist()
        return TrainingGame(
            rows.reshape(count, width)[::_APART].copy(), tuple(returns), record["is_over"] != 0
        )


@dataclass(frozen=True)
class TrainingGames:
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
        ring = SelfPlay(found, self.weights, self.noise)
        return [ring.play(self.first + key).row(key) for key in keys]


# ---- matches


GAMES = 32
_BUDGET = Budget(iterations=500)  # positions of a decision, so that the answer repeats itself
_MATCH_OPENING = 4  # random actions
_LONGEST_MATCH = 120  # actions; a longer game is a draw


def is_better(found: Measured, weights: Weights, others: Weights) -> bool:
    """Whether weights win a standard deviation more than half of the points at least. Not where something is hidden, which these searches
    would see."""
    if found.game.is_hidden:
        return False
    sides, random, points = (AlphaBetaSearch(found, weights), AlphaBetaSearch(found, others)), Random(1), 0.0
    start = found.engine.initial_state()
    for game in range(GAMES):
        if game % 2 == 0:
            start = opened(found.engine.initial_state(game), _MATCH_OPENING, random)
        points += _played(start, sides, game % 2, random)
    return 2 * points - GAMES >= math.sqrt(GAMES)


def opened(state: State, count: int, random: Random) -> State:
    """A state behind so many random actions, or fewer, if the game would be over then."""
    for _ in range(count):
        legal = state.legal_actions()
        after = state.apply(legal[random.below(len(legal))])
        if after.is_terminal:
            return state
        state = after
    return state


def _played(state: State, sides: tuple[AlphaBetaSearch, AlphaBetaSearch], seat: int, random: Random) -> float:
    """The points of the first side, which has every seat of the parity of `seat`."""
    plies = 0
    while not state.is_terminal and plies < _LONGEST_MATCH:
        legal = state.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            side = sides[0 if state.current_player % 2 == seat else 1]
            thought = side.run(state, _BUDGET, random)
            action = legal[random.below(len(legal))] if thought is None else thought.action
        state, plies = state.apply(action), plies + 1
    return points_of(state, seat)


def points_of(state: State, seat: int) -> float:
    """What a game brought whoever has every seat of the parity of `seat`, from 0 to 1; a half if it was not ended."""
    if not state.is_terminal:
        return 0.5
    mine = [r for p, r in enumerate(state.returns) if p % 2 == seat]
    return (sum(mine) / len(mine) + 1) / 2
