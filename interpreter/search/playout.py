"""Random games in number: how fast they are, how long, and who wins them, on any engine."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.engines.base import Engine, Tally
from interpreter.hashing import Random

BATCH_SECONDS = 0.1  # so long a batch of games should take: then progress shows, and Ctrl-C is heard


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


def playouts(
    engine: Engine,
    n: int,
    seed: int = 0,
    max_plies: int = MAX_PLIES,
    on_progress: Callable[[int], None] | None = None,
    threads: int = 1,
) -> Summary:
    """Plays n random games, the same for the same seed, on however many threads.

    `on_progress` gets the number played so far.
    """
    seeds = Random(seed)
    players = len(engine.game.players)
    total = Tally.of(players)
    seconds, played, batch = 0.0, 0, 1
    while played < n:
        batch = min(batch, n - played)
        start = perf_counter()
        tally = engine.series(seeds, batch, max_plies, threads)
        took = perf_counter() - start
        seconds, played = seconds + took, played + batch
        total.add(tally)
        if took < BATCH_SECONDS:
            batch *= 2
        if on_progress is not None:
            on_progress(played)
    outcomes = {
        p.name: Outcomes(total.wins[i], total.draws[i], total.losses[i])
        for i, p in enumerate(engine.game.players)
    }
    return Summary(n, total.actions, seconds, outcomes, total.cut_off)
