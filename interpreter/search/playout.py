"""Many random games: how fast they are, how long, and who wins, on any engine."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from gdl.core.rules import has_payoffs, ways_to_end
from gdl.limits import MAX_PLIES
from interpreter.engines.answers import Tally
from interpreter.engines.base import Engine
from interpreter.shared.hashing import Random
from interpreter.shared.stopping import need_memory

BATCH_MEMORY = 100 << 20  # bytes without which NumPy ends the program
MOST_ENDS = 200  # games whose ends are told apart: they are played beside the others
MOST_PAYOFFS = 20_000  # games whose payoffs are looked at: they are played once more, one by one
BATCH_SECONDS = 0.1  # a batch of games takes about this long, so that progress shows and Ctrl-C works


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How often one player won, lost and drew. Games cut off are in none of them."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Summary:
    """`mean_length` is in actions, cut-off games included; `seconds` of processor time, on each thread, were spent playing, not
    compiling.

    `payoffs`: of a game with payoffs what each player got in the first games. `ends`: how often other random games ended in
    which way.
    """

    playouts: int
    actions: int
    seconds: float
    outcomes: dict[str, Outcomes]
    cut_off: int
    payoffs: dict[str, list[float]] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)

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
            "ends": self.ends,
        }


@dataclass(slots=True)
class Playouts:
    """Random games, the same for the same seed on any number of threads; `summary` says what is known at any moment."""

    engine: Engine
    seed: int = 0
    max_plies: int = MAX_PLIES
    threads: int = 1
    played: int = 0
    seconds: float = 0.0
    total: Tally = field(init=False)
    payoffs: list[list[float]] = field(init=False)  # of each player, in the first games
    ends: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        players = len(self.engine.game.players)
        self.total, self.payoffs = Tally.of(players), [[] for _ in range(players)]

    def play(self, n: int, on_progress: Callable[[int], None] | None = None) -> Summary:
        """Plays so many games. `on_progress` gets the number played so far."""
        seeds, again, batch = Random(self.seed), Random(self.seed), 1
        with_payoffs = has_payoffs(self.engine.game)
        while self.played < n:
            batch = min(batch, n - self.played)
            start = process_time()
            tally = self.engine.series(seeds, batch, self.max_plies, self.threads)
            took = (process_time() - start) / self.threads
            if with_payoffs and self.played < MOST_PAYOFFS:
                self._look_at_payoffs(again, batch)
            self.seconds, self.played = self.seconds + took, self.played + batch
            self.total.add(tally)
            if took < BATCH_SECONDS:
                batch *= 2
            if on_progress is not None:
                on_progress(self.played)
        self._look_at_ends()
        return self.summary()

    def _look_at_payoffs(self, seeds: Random, n: int) -> None:
        """What the players get in the next games, which are those of the series."""
        for _ in range(min(n, MOST_PAYOFFS - self.played)):
            seed = seeds.below(1 << 32)
            state = self.engine.initial_state(seed)
            for got, player in zip(
                self.engine.outcome(state, seed, self.max_plies) or (), self.payoffs, strict=False
            ):
                player.append(got)

    def _look_at_ends(self) -> None:
        """How often random games end in which way, the most frequent first."""
        need_memory(BATCH_MEMORY)
        ways, batch = ways_to_end(self.engine.game), self.engine.batch(min(self.played, MOST_ENDS), self.seed)
        seeds = Random(self.seed)
        for _ in range(self.max_plies):
            if batch.is_terminal.all():
                break
            batch.step_random(seeds.below(1 << 32))
        found = Counter(ways[way].label for way in batch.ended_by.tolist() if way >= 0)
        self.ends = dict(found.most_common())

    def summary(self) -> Summary:
        players, total = self.engine.game.players, self.total
        outcomes = {
            p.name: Outcomes(total.wins[i], total.draws[i], total.losses[i]) for i, p in enumerate(players)
        }
        payoffs = {p.name: figures for p, figures in zip(players, self.payoffs, strict=True) if figures}
        return Summary(self.played, total.actions, self.seconds, outcomes, total.cut_off, payoffs, self.ends)
