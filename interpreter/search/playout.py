"""Random games in number: how fast they are, how long, and who wins them, on any engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from interpreter.engines.base import Engine, Random


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How often one player won, lost and drew. Games cut off are in none of them."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Summary:
    """`mean_length` is in actions, cut-off games included; `seconds` were spent playing, not compiling."""

    playouts: int
    actions: int
    seconds: float
    outcomes: dict[str, Outcomes]
    cut_off: int

    @property
    def playouts_per_second(self) -> float:
        return self.playouts / self.seconds if self.seconds else 0.0

    @property
    def moves_per_second(self) -> float:
        return self.actions / self.seconds if self.seconds else 0.0

    @property
    def mean_length(self) -> float:
        return self.actions / self.playouts if self.playouts else 0.0

    def to_json(self) -> dict[str, Any]:
        """The mapping that `gdl playout --json` prints."""
        return {
            "playouts": self.playouts,
            "playouts_per_second": round(self.playouts_per_second, 3),
            "moves_per_second": round(self.moves_per_second, 3),
            "mean_length": round(self.mean_length, 3),
            "outcomes": {
                name: {"wins": o.wins, "draws": o.draws, "losses": o.losses}
                for name, o in self.outcomes.items()
            },
            "cut_off": self.cut_off,
        }


def judge(returns: Sequence[float]) -> list[int]:
    """1, 0 or -1 per player. Payoffs other than these are compared: the highest wins, equal ones all draw."""
    if all(r in (-1, 0, 1) for r in returns):
        return [int(r) for r in returns]
    best = max(returns)
    if min(returns) == best:
        return [0] * len(returns)
    return [1 if r == best else -1 for r in returns]


def playouts(
    engine: Engine,
    n: int,
    seed: int = 0,
    max_plies: int = 10_000,
    on_progress: Callable[[int], None] | None = None,
) -> Summary:
    """Plays n random games, the same for the same seed. `on_progress` gets the number played so far."""
    seeds = Random(seed)
    tallies = [[0, 0, 0] for _ in engine.game.players]  # losses, draws, wins
    actions = cut_off = 0
    seconds = 0.0
    for played in range(1, n + 1):
        game_seed = seeds.below(1 << 32)
        start = perf_counter()
        playout = engine.playout(engine.initial_state(game_seed), game_seed, max_plies)
        seconds += perf_counter() - start
        actions += len(playout.actions)
        if playout.is_cut_off:
            cut_off += 1
        else:
            for tally, result in zip(tallies, judge(playout.state.returns), strict=True):
                tally[result + 1] += 1
        if on_progress is not None:
            on_progress(played)
    names = [p.name for p in engine.game.players]
    outcomes = {name: Outcomes(t[2], t[1], t[0]) for name, t in zip(names, tallies, strict=True)}
    return Summary(n, actions, seconds, outcomes, cut_off)
