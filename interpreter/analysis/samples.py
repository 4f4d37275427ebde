"""Samples of games: many games of one engine, and the figures that they give.

A sample does not know who plays its games: a `Play` plays one for a seed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from gdl.limits import MAX_PLIES
from interpreter.analysis.intervals import Mean, Share
from interpreter.engines.base import Engine
from interpreter.engines.results import judge
from interpreter.hashing import Random

WALKED = 50  # random games that are played action by action, to count legal actions: machine code does not


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. `branching` is the mean number of legal actions, if they were counted."""

    returns: Sequence[float]
    plies: int
    is_cut_off: bool
    branching: float | None = None


Play = Callable[[Engine, int], Played]


@dataclass
class Sample:
    """The sum of a number of games."""

    games: int = 0
    finished: int = 0
    first: float = 0.0  # the first player's points
    draws: int = 0
    lengths: list[float] = field(default_factory=list)
    branchings: list[float] = field(default_factory=list)

    def add(self, game: Played) -> None:
        self.games += 1
        self.lengths.append(game.plies)
        if game.branching is not None:
            self.branchings.append(game.branching)
        if not game.is_cut_off:
            self.finished += 1
            self.first += points(game.returns)[0]
            self.draws += not any(judge(game.returns))

    def shares(self) -> dict[str, Share]:
        return {
            "first player's share": Share(self.first, self.finished),
            "draws": Share(self.draws, self.finished),
        }

    def means(self) -> dict[str, Mean]:
        return {"length": Mean(self.lengths), "branching": Mean(self.branchings)}


def points(returns: Sequence[float]) -> list[float]:
    """One point for each game, divided equally among its winners, or among those who draw."""
    judged = judge(returns)
    best = [r == max(judged) for r in judged]
    return [1 / sum(best) if b else 0.0 for b in best]


def random_game(engine: Engine, seed: int) -> Played:
    found = engine.playout(engine.initial_state(seed), seed, MAX_PLIES)
    return Played(found.state.returns, found.plies, found.is_cut_off)


def walked_game(engine: Engine, seed: int) -> Played:
    """A random game, action by action."""
    random, state, counts = Random(seed), engine.initial_state(seed), list[int]()
    while len(counts) < MAX_PLIES and (legal := state.legal_actions()):
        counts.append(len(legal))
        state = state.apply(random.pick(legal))
    return Played(state.returns, len(counts), not state.is_terminal, fmean(counts) if counts else None)


def sample(
    engine: Engine, play: Play, n: int, seed: int, on_game: Callable[[], None] = lambda: None
) -> Sample:
    """Plays n games, the same for the same seed."""
    seeds, found = Random(seed), Sample()
    for _ in range(n):
        found.add(play(engine, seeds.below(1 << 32)))
        on_game()
    return found


def random_sample(engine: Engine, n: int, seed: int, on_game: Callable[[], None] = lambda: None) -> Sample:
    """Plays n random games, the first of them action by action."""
    walked = min(n, WALKED)
    found = sample(engine, walked_game, walked, seed, on_game)
    rest = sample(engine, random_game, n - walked, seed + 1, on_game)
    return Sample(
        found.games + rest.games,
        found.finished + rest.finished,
        found.first + rest.first,
        found.draws + rest.draws,
        found.lengths + rest.lengths,
        found.branchings,
    )
