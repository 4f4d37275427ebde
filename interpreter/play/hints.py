"""Hints: the moves that the search which suits a game finds best, and what the best one does (`deeds`).

To find out which search suits a game takes seconds, once for a game, and begins behind the first hint. Until it is known, and while
another hint of the same game is sought, Monte Carlo tree search gives the hints. Of bundled games it is known.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from time import thread_time

from gdl.core.model import Game
from interpreter.caching.fingerprint import rules_hash
from interpreter.engines.base import State
from interpreter.engines.position_parts import stacks
from interpreter.play.bots import Seat, Suitor, Unimagined
from interpreter.play.deeds import deed
from interpreter.play.scene.cards import with_signs
from interpreter.play.scene.names import spoken, words
from interpreter.play.styles.notation import text_of
from interpreter.search.running import Budget, Method
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import ActionNumbers

_BEST = 5  # moves that a hint names
_CLEAR = 1.5  # how much more a search looked at its best move than at the next one
# Seconds of a thread, which give the same hint however busy a machine is: of tree search, and of a search that deepens, with positions.
_GROW = Budget(seconds=0.4, clock=thread_time)
_LOOK = Budget(30_000, 0.6, thread_time)
_BEGIN = Budget(seconds=0.01, clock=thread_time)
_GAMES = 8  # of which searches are kept
FINDS = True  # whether it is found out which search suits a game, which takes seconds of trial games


@dataclass(frozen=True, slots=True)
class Hint:
    """Moves with the share of the search's visits that each got, the best first; `iterations` are games or positions that it looked at.
    `wins_in`: actions of all players after which the first move has won, where that is certain."""

    iterations: int
    best: tuple[tuple[int, float], ...]
    wins_in: int | None = None


class Adviser:
    """The search that suits one game. It is lent to one hint at a time, as it remembers what it thought; `coming` is held while its
    code is made."""

    def __init__(self) -> None:
        self.lock, self.coming = Lock(), Lock()
        self.suitor = Suitor()
        self._meanwhile: Method | None = None
        self._way: Method | None = None

    def way(self, game: Game) -> Method:
        """The search, as far as it is known. Only who has the lock may ask."""
        from interpreter.search.methods import (
            method_named,  # loads NumPy, which nobody needs to see a board
        )

        if self._way is None and (word := self.suitor.known(game)) is not None:
            self._way = method_named("mcts" if word == "cfr" else word, game)
        if self._way is None and self._meanwhile is None:
            self._meanwhile = method_named("mcts", game)
        found = self._way or self._meanwhile
        assert found is not None
        return found

    def find(self, game: Game) -> None:
        """Begins to find out which search suits the game, for later hints."""
        if FINDS:
            self.suitor.word(game, 0.0)


@lru_cache(maxsize=_GAMES)
def _adviser(rules: str) -> Adviser:
    """The adviser of a game, by the hash of its rules."""
    return Adviser()


def prepare(state: State) -> None:
    """Makes the machine code with which hints of a game are sought, so that the first one comes soon."""
    adviser = _adviser(rules_hash(state.engine.game))
    with adviser.coming, adviser.lock, suppress(Unimagined):
        if FINDS and not state.is_terminal:
            adviser.way(state.engine.game).run(Seat.of(state).imagine, _BEGIN, Random(0))


def hint(state: State, seed: int) -> Hint:
    """What a moment of search finds for the player to move; the game is not over. Nothing where too much is hidden."""
    from interpreter.search.methods import AlphaBetaMethod, MctsMethod

    game = state.engine.game
    adviser = _adviser(rules_hash(game))
    with adviser.coming:  # else this would make code, too, and of another search
        is_mine = adviser.lock.acquire(blocking=False)
    try:
        way = adviser.way(game) if is_mine else MctsMethod()
        budget = _LOOK if isinstance(way, AlphaBetaMethod) else _GROW
        seat = Seat.of(state)
        thought = way.run(seat.imagine, budget, Random(seed), seat.recall)
    except Unimagined:
        return Hint(0, ())
    finally:
        if is_mine:
            adviser.find(game)
            adviser.lock.release()
    tried = thought.tried or {thought.action: 1}
    total = max(1, sum(tried.values()))
    best = sorted(tried, key=lambda a: (a != thought.action, -tried[a]))[:_BEST]
    return Hint(thought.iterations, tuple((a, tried[a] / total) for a in best), thought.wins_in)


def move_text(state: State, action: int) -> str:
    """A move of a hint, as people write it."""
    game = state.engine.game
    return with_signs(game, state.action_to_string(action) if game.is_hidden else text_of(state, action))


def _told(state: State, action: int) -> str:
    """A move in words, with the name of its action, where it is a piece's place alone: what the piece does there, such as to turn."""
    text = move_text(state, action)
    move = ActionNumbers(state.engine.game).decode(action) if text in stacks(state.position()) else None
    return spoken(text) if move is None else f"{text} ({words(move.action.name)})"


def hint_text(state: State, found: Hint) -> str:
    """A hint in words: the best move, what it does, and other moves that the search has looked at most."""
    if not found.best:
        return "Too much is hidden here for a hint."
    (first, share), *others = found.best
    texts = [_told(state, a) for a, _ in others]
    does = deed(state, first, found.wins_in)
    if others and not does and share < _CLEAR * others[0][1]:  # the search has not told them apart
        return f"None stands out: {', '.join([_told(state, first), *texts])}."
    said = f"Best: {_told(state, first)}{f', which {does}' if does else ''}."
    return f"{said} Also thought of: {', '.join(texts)}." if texts else said
