"""What `gdl compare` does: the sides, their games through an executor, and lock step."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from gdl.diagnostics.values import GameError
from gdl.platform.dataclass import dataclass
from interpreter.analysis.compare import (
    RANDOM,
    Row,
    differs,
    endless,
    fairness,
    games_for,
    half_width,
    rows,
    shown,
    together,
    told,
    warnings,
)
from interpreter.analysis.lockstep.judging import Line
from interpreter.analysis.lockstep.search import Explored, explore
from interpreter.analysis.samples import FIRST, LENGTH, Pool, RandomGames, Sample, replayed, seed_of
from interpreter.commands.options import Setup, find
from interpreter.commands.output import Meter, NoBar, progress
from interpreter.commands.workers import Place, at_work
from interpreter.engines.base import Engine
from interpreter.executors.base import Work
from interpreter.play.contest import GamesOfBot
from interpreter.shared.stopping import last_words

STEP = 20  # games of a bot that are added at least
SEQUENTIAL_TIMES = 40  # how many times the games of a bot there may be, until a sequential test decides
_LEADS = 20  # random games that went otherwise, which are followed
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
    precision: float | None = None  # of shares, until which the bot plays
    sequential: float | None = None  # a difference of shares that a sequential test looks for

    @property
    def most(self) -> int:
        """The most games of the bot."""
        if self.precision is not None:
            return games_for(self.precision)
        return self.bot_games * (SEQUENTIAL_TIMES if self.sequential is not None else 1)

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
    sequential: float | None = None
    failure: str = ""  # what goes wrong in play, so that there are no figures
    missing: tuple[str, ...] = ()  # games that were not played in time

    @property
    def verdict(self) -> list[str]:
        """What it all comes to, in sentences."""
        said = (
            self._of_figures
            if self.sections
            else [
                f"There are no figures: {self.failure or ('the time was up' if self.missing else 'others go wrong in play')}"
            ]
        )
        first = self.found.first
        if first is None and self.found.cut:
            said = [f"Not known whether the rules differ: {text}" for text in self.found.cut] + said
        elif first is None and any(row.is_shown for s in self.sections for row in s.rows):
            said.append(
                f"The rules differ, as the figures do, but not in any of {self.found.positions:,} positions"
            )
        elif first is None:
            said.append(f"No difference of the rules was found in {self.found.positions:,} positions")
        else:
            count = len(first.moves)
            where = "at the start" if not count else f"after {count} move{'s' * (count != 1)}"
            said.append(f"The rules differ {where}")
        return [sentence for sentence in said if sentence]

    @property
    def _of_figures(self) -> list[str]:
        best, said = self.sections[-1], list[str]()
        for letter, side, sample in zip("AB", (self.a, self.b), best.samples, strict=True):
            players = side.engine.game.players
            said += [
                endless(letter, s.name, side.engine.game.limit, s.samples["AB".index(letter)])
                for s in self.sections
            ]
            said.append(fairness(letter, players[0].name, len(players), best.name, sample))
        if self.sequential is not None and best.name != RANDOM:
            said.append(told(differs(*best.samples, self.sequential), best.name, self.sequential))
        for section in self.sections:
            differences = list(shown(section.name, section.rows))
            said += differences or [f"No difference of the figures is shown ({section.name})"]
        if len(self.sections) > 1:
            for i, letter in enumerate("AB"):
                said += warnings(letter, best.name, self.sections[0].samples[i], best.samples[i], 2)
        return said


Samples = list[dict[str, Sample]]  # of each side by who plays


def samples(sides: Sequence[Side], games: Games, tell: Callable[[Samples, Pool], None]) -> Samples:
    """The samples of each side by who plays; `tell` is given those that there are when the time is up. Raises CannotWork, GameError."""
    total = len(sides) * sum(n for _, n in games.players)
    with at_work(
        games.place, "games", total, lambda left: tell(_samples(sides, games, left, NoBar()), left)
    ) as (opened, advance):
        return _samples(sides, games, opened, advance)


def _samples(sides: Sequence[Side], games: Games, opened: Pool, advance: Meter) -> Samples:
    found: Samples = [{} for _ in sides]
    done = 0

    def play(who: str, n: int) -> list[Sample]:
        """The same games again, and more."""
        made = []
        for k, side in enumerate(sides):
            work, chunk = _work(side.engine, who, games.seed)
            note = partial(_advance, advance, done + k * n)
            rows = opened.rows(side.engine, work, {"by": who, "seed": games.seed}, n, chunk, note)
            made.append(Sample.of(rows))
            if len(rows) < n:  # a pool that is idle says so in its last words
                opened.missing[-1] = f"{side.title}: {opened.missing[-1]}"
        return made

    for who, n in games.players:
        samples = play(who, n)
        if who == games.bot and who != RANDOM and not opened.is_idle:
            samples = _enough(partial(play, who), samples, games)
        for of_side, sample in zip(found, samples, strict=True):
            of_side[who] = sample
        done += n * len(sides)
    return found


def _advance(advance: Meter, before: int, done: int) -> None:
    advance(before + done)


def _enough(play: Callable[[int], list[Sample]], samples: list[Sample], games: Games) -> list[Sample]:
    """More games of a bot, until all differences are as sure as wanted, or known: numbers depend on results alone."""
    while samples[0].games < games.most and not _is_known(samples, games):
        samples = play(min(games.most, max(samples[0].games * 5 // 4, samples[0].games + STEP)))
    return samples


def _is_known(samples: Sequence[Sample], games: Games) -> bool:
    if games.sequential is not None:
        return all(differs(samples[0], other, games.sequential).answer != "open" for other in samples[1:])
    if games.precision is None:
        return True
    widths = (half_width(samples[0], other) for other in samples[1:])
    return all(width is not None and width <= games.precision for width in widths)


def _work(engine: Engine, who: str, seed: int) -> tuple[Work, int]:
    return (RandomGames(engine, seed), _CHUNK) if who == RANDOM else (GamesOfBot(engine, who, seed), 1)


Tell = Callable[[list["Comparison"]], None]


def compare_sides(sides: Sequence[Side], games: Games, positions: int, tell: Tell) -> list[Comparison]:
    """The first side with each other one; all their figures are judged together. Where the rules of a side go wrong in play there
    are no figures. `tell` is given what there is when the time is up. Raises GameError where those of all sides do."""
    explored: list[Explored] = []

    def tell_games(found: Samples, left: Pool) -> None:
        tell(_judged(sides, games, found, explored, tuple(dict.fromkeys(left.missing))))

    try:
        played = samples(sides, games, tell_games)
    except GameError:
        failures = [_failure(side, games) for side in sides]
        if all(failures):
            raise
        return [_without_figures(sides, k, failures, games.seed, positions) for k in range(1, len(sides))]
    so_far: list[Callable[[], Explored]] = []

    def tell_explored() -> None:
        tell(_judged(sides, games, played, [*explored, *(s() for s in so_far[len(explored) :])]))

    with last_words(tell_explored):
        for k, side in enumerate(sides[1:], 1):
            leads = _leads(sides[0], played[0], played[k], games.seed)
            explored.append(_explored(sides[0], side, games.seed, positions, leads, so_far.append))
    return _judged(sides, games, played, explored)


_NOT_LOOKED_AT = Explored((), 0, -1, cut=("there was no time for lock step",))


def _judged(
    sides: Sequence[Side], games: Games, played: Samples, explored: Sequence[Explored], missing: tuple[str, ...] = ()
) -> list[Comparison]:  # fmt: skip
    """The comparisons by the games that were played, and by what lock step has found of the first of them."""
    names = [who for who, _ in games.players if all(sample[who].games for sample in played)]
    players = min(len(side.engine.game.players) for side in sides)
    tables = together([
        list(rows(played[0][who], played[k][who], players)) for k in range(1, len(sides)) for who in names
    ])  # fmt: skip
    judged = iter(tables)
    return [
        Comparison(
            sides[0],
            side,
            tuple(Section(who, (played[0][who], played[k][who]), tuple(next(judged))) for who in names),
            explored[k - 1] if k <= len(explored) else _NOT_LOOKED_AT,
            games.sequential,
            missing=missing,
        )
        for k, side in enumerate(sides[1:], 1)
    ]


def _failure(side: Side, games: Games) -> str:
    """What goes wrong in the games of a side; nothing if they are played."""
    try:
        samples([side], games, lambda found, left: None)
    except GameError as error:
        return str(error)
    return ""


def _without_figures(
    sides: Sequence[Side], k: int, failures: Sequence[str], seed: int, positions: int
) -> Comparison:
    found = _explored(sides[0], sides[k], seed, positions, ())
    said = [
        f"{letter} goes wrong in play: {failures[i]}" for letter, i in (("A", 0), ("B", k)) if failures[i]
    ]
    return Comparison(sides[0], sides[k], (), found, failure="; ".join(said))


def _leads(a: Side, played: Mapping[str, Sample], others: Mapping[str, Sample], seed: int) -> list[Line]:
    """Random games of A that went otherwise in B with the same draws."""
    if RANDOM not in played:
        return []
    one, two = (
        list(zip(s[RANDOM].values[FIRST], s[RANDOM].values[LENGTH], strict=True)) for s in (played, others)
    )
    keys = [key for key, (x, y) in enumerate(zip(one, two, strict=False)) if x != y][:_LEADS]
    return [
        Line(s, tuple(action for _, action in replayed(a.engine, s, key)))
        for key, s in ((key, seed_of(seed, key)) for key in keys)
    ]


def _explored(
    a: Side,
    b: Side,
    seed: int,
    positions: int,
    leads: Sequence[Line],
    on_begin: Callable[[Callable[[], Explored]], None] = lambda so_far: None,
) -> Explored:
    """Plays both in lock step, towards the clauses that `gdl diff` says have changed."""
    from gdl.files.differences import differences  # the checker is not loaded for games alone
    from gdl.loader import load_rules

    both = [load_rules(find(s.name), s.setup.settings, s.setup.variant) for s in (a, b)]
    with progress("lock step", positions) as advance:
        return explore(a.engine, b.engine, differences(*both), seed, positions, advance, leads, on_begin)
