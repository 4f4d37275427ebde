"""The search of a game with what was learnt of it. Where nothing was, that is learnt first, for a few seconds, and kept."""

from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model import Game
from interpreter.fingerprint import fingerprint

if TYPE_CHECKING:
    from interpreter.search.alphabeta import LookSearch, Measured
    from interpreter.search.judging import Judge

SECONDS = 3.0  # of learning, where nobody has asked for more


def learnt_search(game: Game) -> "LookSearch | None":
    """Alpha-beta; None where the game has chance, or no evaluation."""
    from interpreter.search.alphabeta import LookSearch  # what derives terms from rules is slow to load

    judge = None if game.has_chance else learnt_judge(game)
    return None if judge is None else LookSearch(judge.found, judge.weights)


def learnt_judge(game: Game) -> "Judge | None":
    """None where the game has no evaluation: payoffs, one player, no machine code, or nothing to count."""
    from interpreter.search import weights
    from interpreter.search.judging import Judge
    from interpreter.search.training import train

    found = _measured(fingerprint(game), _Box(game))
    if found is None or not found.terms.terms:
        return None
    known = weights.read(game)
    if known is None:
        known = train(found, SECONDS)
        weights.keep(game, known)
    return Judge(found, known)


class _Box:
    """A game as an argument that does not count in a cache, which goes by its fingerprint."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Box)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=8)
def _measured(print_: str, box: _Box) -> "Measured | None":
    from interpreter.search.alphabeta import measured

    return measured(box.game)
