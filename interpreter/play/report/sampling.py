"""What a report is made of: games of several players, pairs of bots of rising strength, and what is never used."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any

from interpreter.analysis.intervals import Estimate, Mean
from interpreter.analysis.jobs import Pool, Rows
from interpreter.analysis.samples import FIRST, RandomGames, Sample
from interpreter.engines.base import Engine
from interpreter.executors.base import Work
from interpreter.play.contest import pair_shares
from interpreter.play.report.games import RecordedGames
from interpreter.play.self_play import GamesOfBot, MatchGames

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


@dataclass(frozen=True, slots=True)
class Sampler:
    """Where games are played, with which seed; `on_games` hears how many more were."""

    engine: Engine
    pool: Pool
    seed: int
    on_games: Callable[[int], None]

    def rows(self, work: Work, what: Mapping[str, Any], n: int, chunk: int = 1) -> Rows:
        before = 0

        def note(done: int) -> None:
            nonlocal before
            self.on_games(done - before)
            before = done

        return self.pool.rows(self.engine, work, {"seed": self.seed, **what}, n, chunk, note)

    def gather(self, bot: str, n: int, randoms: int, pairs: int) -> Material:
        """Plays everything."""
        engine, seed = self.engine, self.seed
        random = self.rows(RandomGames(engine, seed), {"by": "random"}, randoms, 250)
        is_short = median(row["plies"] for row in random) <= LONG
        rollouts = ROLLOUTS if len(engine.game.players) == 2 and is_short else 0
        most, n = (LONGEST, n) if is_short else (STUCK, min(n, FEW))
        work = RecordedGames(engine, bot, seed, rollouts, most)
        recorded = self.rows(work, {"by": bot, "recorded": rollouts, "most": most}, n)
        levels = [("random", Sample.of(random))]
        for name in weaker(bot) if is_short else ():
            found = self.rows(GamesOfBot(engine, name, seed), {"by": name}, n)
            levels.append((name, Sample.of(found)))
        levels.append((bot, Sample.of(recorded)))
        doublings = (
            tuple(self._doublings(pairs, weakest(random)))
            if len(engine.game.players) > 1 and pairs and is_short
            else ()
        )
        return Material(bot, recorded, random, tuple(levels), doublings)

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
                self.rows(MatchGames(self.engine, bots, self.seed), {"bots": bots}, 2 * pairs)
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
