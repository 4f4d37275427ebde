"""Two games side by side: figures of many games of each with their differences, and where their rules part.

Who plays the games is not known here: a `Play` plays one for a seed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.analysis.intervals import Estimate, Mean, Share
from interpreter.engines.base import Engine, State, judge
from interpreter.hashing import Random

WALKED = 50  # random games that are played action by action, for the branching: machine code does not tell it
POSITIONS = 300  # compared in lock step


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
    """What a number of games came to."""

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


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of both games, and its difference. None where no game tells it."""

    name: str
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None

    @property
    def is_shown(self) -> bool:
        return self.difference is not None and self.difference.is_shown

    def to_json(self) -> dict[str, Any]:
        parts = {"a": self.a, "b": self.b, "difference": self.difference}
        return {n: None if e is None else e.to_json() for n, e in parts.items()} | {"is_shown": self.is_shown}


def rows(a: Sample, b: Sample) -> Iterator[Row]:
    """The figures of two samples side by side."""
    for name, share in a.shares().items():
        other = b.shares()[name]
        yield Row(name, share.estimate(), other.estimate(), share.minus(other))
    for name, mean in a.means().items():
        another = b.means()[name]
        yield Row(name, mean.estimate(), another.estimate(), mean.minus(another))


# ---- lock step


@dataclass(frozen=True, slots=True)
class Parting:
    """A position that both games reach by the same moves and in which they go on differently.

    `only_a`, `only_b`: moves in notation that one of them alone allows; both are empty where the results differ.
    """

    moves: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    result_a: tuple[float, ...] | None
    result_b: tuple[float, ...] | None

    def to_json(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "only_a": self.only_a,
            "only_b": self.only_b,
            "result_a": self.result_a,
            "result_b": self.result_b,
        }


def parting(a: Engine, b: Engine, seed: int = 0, positions: int = POSITIONS) -> tuple[Parting | None, int]:
    """The earliest parting found in random games of both in lock step, and how many positions were compared."""
    random, found, compared = Random(seed), None, 0
    most = MAX_PLIES
    while compared < positions and most >= 0:
        start = random.below(1 << 32)
        one, two = a.initial_state(start), b.initial_state(start)
        moves: list[str] = []
        while compared < positions and len(moves) <= most:
            compared += 1
            mine, other = named(one), named(two)
            results = result(one), result(two)
            if mine.keys() != other.keys() or results[0] != results[1]:
                only_a, only_b = sorted(mine.keys() - other.keys()), sorted(other.keys() - mine.keys())
                found = Parting(tuple(moves), tuple(only_a), tuple(only_b), *results)
                most = len(moves) - 1
                break
            if not mine:
                break
            moves.append(random.pick(sorted(mine)))
            one, two = one.apply(mine[moves[-1]]), two.apply(other[moves[-1]])
    return found, compared


def named(state: State) -> dict[str, int]:
    return {state.action_to_string(a): a for a in state.legal_actions()}


def result(state: State) -> tuple[float, ...] | None:
    return tuple(state.returns) if state.is_terminal else None
