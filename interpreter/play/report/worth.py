"""What pieces are worth, and what small boards are with best play: for the designer's page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter import engine as make_engine
from interpreter.analysis.intervals import Estimate, Z
from interpreter.engines.results import judge
from interpreter.search import weights
from interpreter.search.alphabeta import measured
from interpreter.search.running import SearchError, Watch
from interpreter.search.solving import Limits, solve
from interpreter.search.terms import Term
from interpreter.search.training import train
from interpreter.search.weights import Weights

LEARNING = 4.0  # seconds, where nothing was learnt of a game yet
_MEGABYTES = 256


@dataclass(frozen=True, slots=True)
class Worth:
    """What one more piece is worth to its owner, in logits of winning: 1 makes the odds e times as good.

    Its interval is that of 95 % by the standard error of training (`interpreter.search.training`); None where nothing was
    learnt, as the number of these pieces never varied.
    """

    what: str
    player: str
    logits: Estimate | None


@dataclass(frozen=True, slots=True)
class Worths:
    """What pieces are worth, learnt from so many `decided` games of `games`; no rows where a game has no evaluation.

    `decided` is None where it was not noted how sure the weights are.
    """

    rows: tuple[Worth, ...] = ()
    games: int = 0
    decided: int | None = None


def worths(game: Game) -> Worths:
    """What each sort of pieces is worth, by what was learnt of a game, or by some seconds of training."""
    found = measured(game)
    if found is None or not found.terms.terms:
        return Worths()
    known = weights.read(game)
    if known is None:
        known = train(found, LEARNING)
        weights.keep(game, known)
    rows = [
        Worth(t.text, game.players[t.player].name, _estimate(known, t))
        for t in found.terms.terms
        if t.is_material
    ]
    rows.sort(key=lambda row: (row.player, 0.0 if row.logits is None else -row.logits.value))
    return Worths(tuple(rows), known.games, known.decided)


def _estimate(known: Weights, term: Term) -> Estimate | None:
    """The weight of a term for its player, as far as it was learnt."""
    error = known.errors[term.player].get(term.text) if known.errors else None
    if error is None:
        return None
    value = known.values[term.player].get(term.text, 0.0)
    return Estimate(value, value - Z * error, value + Z * error)


@dataclass(frozen=True, slots=True)
class Solved:
    """A small board and what best play leads to on it, or why that is not known."""

    settings: str
    value: str
    positions: int


def solved(game: Game, under: Callable[[dict[str, object]], Game], seconds: float) -> Iterator[Solved]:
    """Small boards: the values of options that change how many sites there are, from the least on, until one is not solved.

    `under` gives the game under settings. Each board may take so many seconds.
    """
    for option in game.options:
        if option.symbols or len(option.values) < 2 or not all(type(v) is int for v in option.values):
            continue
        for value in option.values:
            try:
                small = under({option.name: value})
            except GameError:
                continue
            if len(small.board.sites) >= len(game.board.sites):
                break
            found = _solved(small, f"{option.name} = {value}", seconds)
            yield found
            if not found.positions:
                break


def _solved(game: Game, settings: str, seconds: float) -> Solved:
    state = make_engine(game, effort=0).initial_state()
    try:
        found = solve(state, Limits(Watch(seconds), _MEGABYTES))
    except SearchError as error:
        return Solved(settings, f"not known: {error}", 0)
    winners = [p.name for p, result in zip(game.players, judge(found.returns), strict=True) if result > 0]
    return Solved(settings, f"{' and '.join(winners)} wins" if winners else "a draw", found.positions)
