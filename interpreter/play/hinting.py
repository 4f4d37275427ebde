"""Hints: the moves that a search finds best, from what the player to move may know."""

from dataclasses import dataclass

from interpreter.engines.base import State
from interpreter.hashing import Random
from interpreter.play.bots import Seat, Unimagined
from interpreter.search.slices import Budget

_BEST = 5  # moves that a hint names
_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Hint:
    """Moves with the share of the search's attention that each got, the best first; `iterations` are games played in thought."""

    iterations: int
    best: tuple[tuple[int, float], ...]


def hint(state: State, seed: int) -> Hint:
    """What a second of search finds for the player to move; the game is not over. Nothing where too much is hidden."""
    from interpreter.search.thinking import Thinker  # loads NumPy, which nobody needs to see a board

    try:
        seat = Seat.of(state)
        thought = Thinker().run(seat.imagine, Budget(seconds=_SECONDS), Random(seed), recall=seat.recall)
    except Unimagined:
        return Hint(0, ())
    tried = thought.tried or {thought.action: 1}
    total = max(1, sum(tried.values()))
    best = sorted(tried, key=lambda a: (a != thought.action, -tried[a]))[:_BEST]
    return Hint(thought.iterations, tuple((a, tried[a] / total) for a in best))


def told(state: State, found: Hint) -> str:
    """A hint in words: the best moves, each with its share in percent."""
    if not found.best:
        return "too much is hidden here for a hint"
    return ", ".join(f"{state.action_to_string(a)} ({share:.0%})" for a, share in found.best)
