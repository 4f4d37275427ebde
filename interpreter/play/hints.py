"""Hints: the moves that a search finds best, from what the player to move may know.

The search is the one that suits the game, as it plays for `auto`. To find out which takes seconds, once for a game: until then,
and while another hint of the same game is sought, Monte Carlo tree search gives the hints.
"""

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from gdl.core.model import Game
from interpreter.caching.fingerprint import fingerprint
from interpreter.engines.base import State
from interpreter.play import bots
from interpreter.play.bots import Seat, Suitor, Unimagined
from interpreter.play.styles.moves import text_of
from interpreter.search.running import Budget, Method
from interpreter.shared.hashing import Random

_BEST = 5  # moves that a hint names
_SECONDS = 1.0
_GAMES = 8  # of which searches are kept
FINDS = True  # whether it is found out which search suits a game, which takes seconds of trial games


@dataclass(frozen=True, slots=True)
class Hint:
    """Moves with the share of the search's attention that each got, the best first; `iterations` are games played in thought."""

    iterations: int
    best: tuple[tuple[int, float], ...]


class Adviser:
    """The search that suits one game. It is lent to one hint at a time, as it remembers what it thought."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._suitor = Suitor()
        self._way: Method | None = None

    def way(self, game: Game) -> Method:
        """The search, as far as it is known. Only who has the lock may ask."""
        from interpreter.search.methods import method_named  # loads NumPy, which nobody needs to see a board

        if self._way is None:
            word = self._suitor.word(game, bots.PATIENCE) if FINDS else None
            if word is None:
                return method_named("mcts", game)
            self._way = method_named("mcts" if word == "cfr" else word, game)
        return self._way


@lru_cache(maxsize=_GAMES)
def _adviser(rules: str) -> Adviser:
    """The adviser of a game, by its fingerprint."""
    return Adviser()


def hint(state: State, seed: int) -> Hint:
    """What a second of search finds for the player to move; the game is not over. Nothing where too much is hidden."""
    from interpreter.search.methods import MctsMethod

    adviser = _adviser(fingerprint(state.engine.game))
    is_mine = adviser.lock.acquire(blocking=False)
    try:
        way = adviser.way(state.engine.game) if is_mine else MctsMethod()
        seat = Seat.of(state)
        thought = way.run(seat.imagine, Budget(seconds=_SECONDS), Random(seed), recall=seat.recall)
    except Unimagined:
        return Hint(0, ())
    finally:
        if is_mine:
            adviser.lock.release()
    tried = thought.tried or {thought.action: 1}
    total = max(1, sum(tried.values()))
    best = sorted(tried, key=lambda a: (a != thought.action, -tried[a]))[:_BEST]
    return Hint(thought.iterations, tuple((a, tried[a] / total) for a in best))


def move_text(state: State, action: int) -> str:
    """A move of a hint, as people write it."""
    return state.action_to_string(action) if state.engine.game.is_hidden else text_of(state, action)


def hint_text(state: State, found: Hint) -> str:
    """A hint in words: the best moves, each with its share in percent, or the only one that the search speaks of."""
    if not found.best:
        return "too much is hidden here for a hint"
    if len(found.best) == 1:
        return move_text(state, found.best[0][0])
    return ", ".join(f"{move_text(state, a)} ({share:.0%})" for a, share in found.best)
