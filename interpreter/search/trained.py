"""The search of a game with what was learnt of it. Where nothing was, that is learnt first, for a few seconds, and kept."""

from time import thread_time

from gdl.core.model import Game
from interpreter.search import weights
from interpreter.search.alphabeta import LookSearch, measured_once
from interpreter.search.alphabeta_parallel import LooksTogether
from interpreter.search.truncated_rollouts import Judge

SECONDS = 3.0  # of learning, where nobody has asked for more


def learnt_search(game: Game, threads: int = 1) -> LooksTogether | None:
    """Alpha-beta in so many threads, or with chance expectimax; None where the game has no evaluation."""
    judge = learnt_judge(game)
    if judge is None:
        return None
    threads = 1 if game.has_chance else threads
    return LooksTogether([LookSearch(judge.found, judge.weights) for _ in range(threads)])


def learnt_judge(game: Game) -> Judge | None:
    """None where the game has no evaluation: payoffs, one player, no machine code, or nothing to count."""
    from interpreter.search.training import train  # slow to load, and needed once for a game

    found = measured_once(game)
    if found is None or not found.terms.terms:
        return None
    known = weights.read(game)
    if known is None:
        known = train(found, SECONDS, clock=thread_time)
        weights.keep(game, known)
    return Judge(found, known)
