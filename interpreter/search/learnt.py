"""The search of a game with what was learnt of it. Where nothing was, that is learnt first, for a few seconds, and kept."""

from time import thread_time
from typing import TYPE_CHECKING

from gdl.model import Game

if TYPE_CHECKING:
    from interpreter.search.alphabeta import LookSearch
    from interpreter.search.judging import Judge

SECONDS = 3.0  # of learning, where nobody has asked for more


def learnt_search(game: Game) -> "LookSearch | None":
    """Alpha-beta, or with chance expectimax; None where the game has no evaluation."""
    from interpreter.search.alphabeta import LookSearch  # what derives terms from rules is slow to load

    judge = learnt_judge(game)
    return None if judge is None else LookSearch(judge.found, judge.weights)


def learnt_judge(game: Game) -> "Judge | None":
    """None where the game has no evaluation: payoffs, one player, no machine code, or nothing to count."""
    from interpreter.search import weights
    from interpreter.search.alphabeta import measured_once
    from interpreter.search.judging import Judge
    from interpreter.search.training import train

    found = measured_once(game)
    if found is None or not found.terms.terms:
        return None
    known = weights.read(game)
    if known is None:
        known = train(found, SECONDS, clock=thread_time)
        weights.keep(game, known)
    return Judge(found, known)
