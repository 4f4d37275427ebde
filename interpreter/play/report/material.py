"""What a report is made of: games of several players, pairs of bots of rising strength, what pieces are worth, and what small boards
are with best play.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median
from typing import Any

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from gdl.platform.dataclass import dataclass
from interpreter import engine as make_engine
from interpreter.analysis.intervals import Estimate, Mean, Z
from interpreter.analysis.samples import FIRST, Pool, RandomGames, Rows, Sample
from interpreter.engines.answers import judge
from interpreter.engines.base import Engine
from interpreter.executors.base import Work
from interpreter.play.contest import GamesOfBot, MatchGames, pair_shares
from interpreter.play.report.games import RecordedGames
from interpreter.play.report.mirrors import (
    LOOKED_AT,
    LOOKS,
    Mirror,
    Mirrored,
    MirrorGames,
    lasting,
    mirrored,
    mirrors,
)
from interpreter.play.report.restricted import Cost, RestrictedGames, cost, is_restrictable, restrictions
from interpreter.search import weights
from interpreter.search.alphabeta import measured
from interpreter.search.evaluation_terms import Term
from interpreter.search.running import SearchError, Watch
from interpreter.search.solving import Limits, solve
from interpreter.search.training import train
from interpreter.search.weights import Weights

ROLLOUTS = 40  # random games from each position, which say who is ahead
LONG = 1000  # actions of random games, from which on they say nothing about who is ahead, and take too long
LONGEST = 2000  # actions of a game that is recorded
FEW, STUCK = 4, 200  # games that are recorded where random ones are as long as that, and their actions
LEVELS = (16, 64)  # iterations of the bots of rising strength, below the one whose games are recorded
DEPTH_FROM, DEPTH_WIDEST = 8, 64  # iterations of the weakest bot of the chain, at least and at most
DEPTH_MOST = 6  # doublings


@dataclass(frozen=True, slots=True)
class Doubling:
    """A bot against one with half its iterations: the share of its points."""

    iterations: int
    share: Estimate | None
    pairs: int

    @property
    def helps(self) -> bool:
        """Whether the stronger one wins more for sure."""
        return self.share is not None and self.share.low is not None and self.share.low > 0.5


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that was played. `levels`: the figures of each strength, the weakest first."""

    bot: str
    recorded: Rows
    random: Rows
    levels: tuple[tuple[str, Sample], ...]
    doublings: tuple[Doubling, ...]
    others: tuple[tuple[str, Sample], ...] = ()  # the same bot under other values of options
    costs: tuple[Cost, ...] = ()  # of going without something
    mirrored: tuple[Mirrored, ...] = ()  # of answering by images


@dataclass(frozen=True, slots=True)
class Sampler:
    """Where games are played, with which seed; `on_games` hears how many more were."""

    engine: Engine
    pool: Pool
    seed: int
    on_games: Callable[[int], None]

    def rows(self, work: Work, what: Mapping[str, Any], n: int, chunk: int = 1, group: int = 1) -> Rows:
        before = 0

        def note(done: int) -> None:
            nonlocal before
            self.on_games(done - before)
            before = done

        return self.pool.rows(self.engine, work, {"seed": self.seed, **what}, n, chunk, note, group)

    def gather(self, bot: str, n: int, randoms: int, pairs: int) -> Material:
        """Plays everything."""
        engine, seed = self.engine, self.seed
        random = self.rows(RandomGames(engine, seed), {"by": "random"}, randoms, 250)
        is_short = not random or median(row["plies"] for row in random) <= LONG
        rollouts = ROLLOUTS if len(engine.game.players) == 2 and is_short else 0
        most, n = (LONGEST, n) if is_short else (STUCK, min(n, FEW))
        work = RecordedGames(engine, bot, seed, rollouts, most)
        recorded = self.rows(work, {"by": bot, "recorded": rollouts, "most": most}, n)
        levels = [("random", Sample.of(random))]
        for name in weaker(bot) if is_short else ():
            found = self.rows(GamesOfBot(engine, name, seed), {"by": name}, n)
            levels += [(name, Sample.of(found))] if found else []
        levels += [(bot, Sample.of(recorded))] if recorded else []
        doublings = (
            tuple(self._doublings(pairs, weakest(random)))
            if len(engine.game.players) > 1 and pairs and is_short
            else ()
        )
        costs = self._costs(bot, recorded, pairs) if doublings and is_restrictable(bot) else ()
        mirrored = self._mirrored(bot, recorded, 2 * pairs) if doublings and recorded else ()
        return Material(
            bot, recorded, random, tuple(levels), doublings, costs=tuple(costs), mirrored=tuple(mirrored)
        )

    def _costs(self, bot: str, recorded: Rows, pairs: int) -> Iterator[Cost]:
        """What it costs to go without an action or a kind."""
        for restriction in restrictions(self.engine.game, recorded):
            work = RestrictedGames(self.engine, bot, restriction, self.seed)
            yield cost(
                restriction, self.rows(work, {"by": f"{bot} without {restriction}"}, 2 * pairs, group=2)
            )

    def _mirrored(self, bot: str, recorded: Rows, games: int) -> Iterator[Mirrored]:
        """What it brings to answer by images, where random games say that it can be done for long."""

        def played(mirror: Mirror, by: str, n: int, most: int) -> Rows:
            work = MirrorGames(self.engine, by, mirror, self.seed, most)
            return self.rows(work, {"by": f"{by}, {mirror}", "most": most}, n)

        tried = [(m, played(m, "random", LOOKS, LOOKED_AT)) for m in mirrors(self.engine.game)]
        for mirror in lasting(tried):
            yield mirrored(mirror, played(mirror, bot, games, LONGEST), recorded)

    def under(self, name: str, engine: Engine, bot: str, n: int) -> tuple[str, Sample]:
        """Games of a bot under other settings, with the same seeds."""
        other = replace(self, engine=engine)
        return name, Sample.of(other.rows(GamesOfBot(engine, bot, self.seed), {"by": bot}, n))

    def _doublings(self, pairs: int, weakest: int) -> Sequence[Doubling]:
        """Bots with twice the iterations of another, until twice in a row twice as many do not help for sure."""
        found: list[Doubling] = []
        for k in range(DEPTH_MOST):
            weak, strong = weakest << k, weakest << (k + 1)
            bots = (f"mcts:{strong}", f"mcts:{weak}")
            shares = pair_shares(
                self.rows(MatchGames(self.engine, bots, self.seed), {"bots": bots}, 2 * pairs, group=2)
            )
            found.append(Doubling(strong, Mean(shares).estimate(), len(shares)))
            if not any(d.helps for d in found[-2:]) and k:
                break
        return found


def weakest(random: Rows) -> int:
    """The iterations of the weakest bot: as many as actions are legal on the average, since with fewer it does not try them all."""
    counted = [row["branching"] for row in random if row["branching"] is not None]
    iterations = DEPTH_FROM
    while counted and iterations < min(fmean(counted), DEPTH_WIDEST):
        iterations *= 2
    return iterations


def weaker(bot: str) -> list[str]:
    """The bots below this one, as far as its strength is a number of iterations."""
    word, _, most = bot.partition(":")
    return [f"mcts:{i}" for i in LEVELS if not (word == "mcts" and most.isdigit() and i >= int(most))]


def first_share(sample: Sample) -> Estimate | None:
    return sample.share(FIRST).estimate()


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


def worths(game: Game, may_learn: bool = True) -> Worths:
    """What each sort of pieces is worth, by what was learnt of a game, or by some seconds of training."""
    known, found = weights.read(game), measured(game)
    if found is None or not found.terms.terms or (known is None and not may_learn):
        return Worths()
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
