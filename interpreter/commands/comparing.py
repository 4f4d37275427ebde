"""What `gdl compare` does: the sides, their games through an executor, and lock step."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from interpreter.analysis.compare import Row, rows, together
from interpreter.analysis.conclusions import fairness, shown, warnings
from interpreter.analysis.lockstep.search import Explored, explore
from interpreter.analysis.samples import RandomGames, Sample
from interpreter.commands.games import find
from interpreter.commands.options import Setup
from interpreter.commands.pool import Place, pool
from interpreter.commands.progress import progress
from interpreter.engines.base import Engine
from interpreter.executors.base import Work
from interpreter.play.self_play import GamesOfBot

RANDOM = "random"
_CHUNK = 250  # random games that a worker plays at once; games of bots are played one by one


@dataclass(frozen=True, slots=True)
class Side:
    """A game under its settings, and what it is called."""

    name: str
    title: str
    setup: Setup
    engine: Engine


@dataclass(frozen=True, slots=True)
class Games:
    """How many games are played by whom, and where."""

    number: int
    bot: str
    bot_games: int
    place: Place
    seed: int

    @property
    def players(self) -> list[tuple[str, int]]:
        """Who plays, and how many games of each side."""
        bots = [(self.bot, self.bot_games)] if self.bot_games else []
        # games of a bot that plays at random have the same name as random games
        return bots if bots and self.bot == RANDOM else [(RANDOM, self.number), *bots]


@dataclass(frozen=True, slots=True)
class Section:
    """The games of one sort of player: a sample of each side, and the figures of both."""

    name: str  # `random`, or the bot
    samples: tuple[Sample, Sample]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first side with another one."""

    a: Side
    b: Side
    sections: tuple[Section, ...]
    found: Explored

    @property
    def verdict(self) -> list[str]:
        """What it all comes to, in sentences."""
        best, said = self.sections[-1], list[str]()
        for letter, side, sample in zip("AB", (self.a, self.b), best.samples, strict=True):
            players = side.engine.game.players
            said.append(fairness(letter, players[0].name, len(players), best.name, sample))
        for section in self.sections:
            differences = list(shown(section.name, section.rows))
            said += differences or [f"No difference of the figures is shown ({section.name})"]
        if len(self.sections) > 1:
            for i, letter in enumerate("AB"):
                said += warnings(letter, best.name, self.sections[0].samples[i], best.samples[i])
        first = self.found.first
        if first is None:
            said.append(f"No difference of the rules was found in {self.found.positions:,} positions")
        else:
            count = len(first.moves)
            where = "at the start" if not count else f"after {count} move{'s' * (count != 1)}"
            said.append(f"The rules differ {where}")
        return [sentence for sentence in said if sentence]


def samples(sides: Sequence[Side], games: Games) -> list[dict[str, Sample]]:
    """The samples of each side by who plays. Raises CannotWork, GameError."""
    jobs = [(side, who, n) for side in sides for who, n in games.players]
    before = [0, *accumulate(n for _, _, n in jobs)]
    found: list[dict[str, Sample]] = [{} for _ in sides]
    with pool(games.place) as opened, progress("games", before[-1]) as advance:

        def note(done: int, start: int) -> None:
            advance(start + done)

        for (side, who, n), start in zip(jobs, before, strict=False):
            work, chunk = _work(side.engine, who, games.seed)
            what = {"by": who, "seed": games.seed}
            made = opened.rows(side.engine, work, what, n, chunk, partial(note, start=start))
            found[sides.index(side)][who] = Sample.of(made)
    return found


def _work(engine: Engine, who: str, seed: int) -> tuple[Work, int]:
    return (RandomGames(engine, seed), _CHUNK) if who == RANDOM else (GamesOfBot(engine, who, seed), 1)


def compared(sides: Sequence[Side], games: Games, positions: int) -> list[Comparison]:
    """The first side with each other one; all their figures are judged together."""
    played = samples(sides, games)
    names = [who for who, _ in games.players]
    tables = together([
        list(rows(played[0][who], played[k][who])) for k in range(1, len(sides)) for who in names
    ])  # fmt: skip
    judged = iter(tables)
    return [
        Comparison(
            sides[0],
            side,
            tuple(Section(who, (played[0][who], played[k][who]), tuple(next(judged))) for who in names),
            _explored(sides[0], side, games.seed, positions),
        )
        for k, side in enumerate(sides[1:], 1)
    ]


def _explored(a: Side, b: Side, seed: int, positions: int) -> Explored:
    """Plays both in lock step, towards the clauses that `gdl diff` says have changed."""
    from gdl.differences import differences  # the checker is not loaded for games alone
    from gdl.loader import load_rules

    both = [load_rules(find(s.name), s.setup.settings, s.setup.variant) for s in (a, b)]
    with progress("lock step", positions) as advance:
        return explore(a.engine, b.engine, differences(*both), seed, positions, advance)
