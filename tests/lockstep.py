"""Lock step at scale: both engines play the same random games, and everything that can be asked must agree.

    python -m tests.lockstep --plies 100000 [--executor processes:2] [--log lockstep.jsonl] [--games chess hive]

Goes on over all bundled games with their options and variants, over rule files drawn at random, and over bundled ones with a
change of their rules, until so many plies more have been played. Each game gets `FIRST` plies; then `LEAST`, those before the others that need the least time. What is
played beyond goes mostly to games whose plies are quick, so that there are many, and a share to drawn rules. Each round, some
games of one setting, is a line of the log, so a run that is stopped goes on where it was, and the log adds up: the last lines
printed are its sums, over all runs. Exit 1: a difference.

`--executor` is that of `gdl compare`: this process, several, Dask or Ray (whose workers need this checkout).

Every second game begins in the middle, after random actions in machine code, so that late positions are met soon.
"""

import argparse
import json
import math
import os
import pickle
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
for folder in (HERE, HERE / "interpreter" / "native"):
    sys.path.insert(0, str(folder))

from changing import changed_at_random  # noqa: E402
from drawn_rules import drawn  # noqa: E402
from lockstep import checked, compare, told  # noqa: E402

import gdl  # noqa: E402
from gdl.loader import bundled_games, option_settings  # noqa: E402
from interpreter.engines.native import NativeEngine  # noqa: E402
from interpreter.engines.native.state import NativeState  # noqa: E402
from interpreter.engines.reference.engine import ReferenceState  # noqa: E402
from interpreter.executors.base import Executor, ExecutorError  # noqa: E402
from interpreter.executors.run import executor  # noqa: E402

DRAWN = "drawn rules"  # what stands in the log for a game
FIRST, LEAST = 2000, 5000  # plies of each game, before others get more
ROUND = 400  # plies of a round: a game more is begun while fewer have been played
GAMES = 100  # in a round, at most
PLIES = 120  # in one game, at most
DRAWN_SHARE = 0.1  # of the time goes to drawn rules, which are new each time
PATIENCE = 10.0  # seconds of processor time, after which no further game of drawn rules is begun: some settle for long
AHEAD = 400  # random actions before a game that begins in the middle, at most
WAVE = 12  # rounds that are planned at once, for each processor


@dataclass(frozen=True, slots=True)
class Task:
    """A round: games of a bundled one in a setting, or of drawn ones. `seed` is its number and decides everything else."""

    game: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A line of the log. `difference`: what the engines do not agree on, and in which game, or nothing."""

    task: Task
    games: int
    plies: int
    seconds: float
    difference: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Played":
        """A line of the log, or a row of an executor, which has a key of its own."""
        fields = {name: value for name, value in data.items() if name != "key"}
        return cls(**{**fields, "task": Task(**data["task"])})


def read_log(path: Path) -> Iterator[Played]:
    """The games of a log; a last line that was cut off is left out."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            continue
        yield Played.of(data)


# ---- playing


def engine_of(task: Task) -> NativeEngine:
    return NativeEngine(gdl.load(task.game, task.options, task.variant), effort=1)


@dataclass(frozen=True)
class Rounds:
    """Work for an executor: rounds by their places among the planned ones."""

    tasks: tuple[Task, ...]

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [{"key": key, **asdict(play(self.tasks[key]))} for key in keys]


def play(task: Task) -> Played:
    """Plays a round; a difference ends it, and is part of what is returned, with all that is needed to see it again."""
    begun = time.perf_counter()
    games, plies, seed, difference = 0, 0, 0, ""
    try:
        engine = engine_of(task) if task.game != DRAWN else None
        while plies < ROUND and games < GAMES:
            seed = GAMES * task.seed + games
            plies += _random_game(engine, seed) if engine else _drawn(seed)
            games += 1
    except Exception as error:  # whatever one engine raises alone is a difference
        difference = f"game {seed}: {type(error).__name__}: {error}"[:1000]
    return Played(task, games, plies, round(time.perf_counter() - begun, 3), difference)


def _drawn(seed: int) -> int:
    """A rule file drawn at random, or each third time a bundled one with a change: some of its games, which are mostly short; 0 plies
    where the checker refuses it."""
    game = changed_at_random(seed) if seed % 3 == 2 else checked(drawn(seed))
    if game is None:
        return 0
    engine = NativeEngine(game, True, keep=False, effort=0)
    plies, end = 0, time.process_time() + PATIENCE
    for k in range(12):
        if time.process_time() > end:
            break
        plies += _random_game(engine, seed + k, plies=30)
    return plies


def _ahead(state: NativeState, random: Random) -> NativeState:
    """A state some random actions later, before the end and before any rule goes wrong."""
    for _ in range(random.randrange(AHEAD)):
        legal = told(state.legal_actions)
        if not isinstance(legal, list) or not legal:
            return state
        after = told(partial(state.apply, random.choice(legal)))
        if isinstance(after, tuple) or not after.memory or told(lambda s=after: s.is_terminal) is not False:
            return state
        state = after
    return state


def _random_game(engine: NativeEngine, seed: int, plies: int = PLIES) -> int:
    """How many plies were played in lock step."""
    random = Random(seed)
    native = told(lambda: engine.initial_state(seed))
    reference = told(lambda: engine.reference.initial_state(seed))
    if isinstance(reference, tuple) or isinstance(native, tuple):
        assert native == reference
        return 0
    if seed % 2:
        native = _ahead(native, random)
        if native.memory:
            reference = ReferenceState(engine.reference, engine.compiled.converter.decode(native.memory))
    for made in range(plies):
        legal = compare(engine, native, reference)
        if not legal:
            return made
        action = random.choice(legal)
        after, mine = told(lambda: reference.apply(action)), told(lambda: native.apply(action))  # noqa: B023
        if isinstance(after, tuple) or isinstance(mine, tuple):
            mine = mine if isinstance(mine, tuple) else told(mine.legal_actions)  # met when somebody asks
            assert mine == after, (mine, after)
            return made
        native, reference = mine, after
    compare(engine, native, reference)
    return plies


# ---- what comes next


class Plan:
    """Which game comes next, in its settings by turns: the one with the fewest plies below `FIRST`; then the one that comes to
    `LEAST` the soonest; then drawn rules, if they are behind their share of the time; then the others, each for a time that is
    proportional to its speed."""

    def __init__(self, games: Iterable[str], done: Iterable[Played]) -> None:
        self.plies = Counter(dict.fromkeys(games, 0))
        self.seconds: dict[str, float] = dict.fromkeys(self.plies, 0.0)
        self.begun: Counter[str] = Counter()
        self.waiting: Counter[str] = Counter()
        self._settings: dict[str, list[tuple[dict[str, Any], str | None]]] = {}
        for played in done:
            self.begun[played.task.game] = max(self.begun[played.task.game], played.task.seed + 1)
            if played.task.game in self.plies:
                self._add(played)

    def settings(self, game: str) -> Sequence[tuple[dict[str, Any], str | None]]:
        if game not in self._settings:
            loaded = gdl.load(game)
            found: list[tuple[dict[str, Any], str | None]] = [(s, None) for s in option_settings(loaded)]
            self._settings[game] = [*found, *(({}, name) for name in loaded.variants)]
        return self._settings[game]

    def next(self) -> Task:
        """Rounds that are being played count as if they were played already."""
        game = min(self.plies, key=self._urgency)
        seed = self.begun[game]
        self.begun[game] += 1
        self.waiting[game] += 1
        if game == DRAWN:
            return Task(game, seed)
        settings = self.settings(game)
        options, variant = settings[seed % len(settings)]
        return Task(game, seed, options, variant)

    def _urgency(self, game: str) -> tuple[int, float]:
        """Smaller comes sooner."""
        waiting, plies = self.waiting[game], self.plies[game] + ROUND * self.waiting[game]
        if plies < FIRST:
            return 0, plies
        if plies < LEAST:
            return 1, (LEAST - plies) * self.seconds[game] / plies
        seconds = self.seconds[game] * (1 + waiting / max(1, self.begun[game] - waiting))
        if game == DRAWN:
            is_behind = seconds < DRAWN_SHARE * sum(self.seconds.values())
            return 2, -1.0 if is_behind else math.inf
        return 2, seconds * seconds / plies

    def note(self, played: Played) -> None:
        self.waiting[played.task.game] -= 1
        self._add(played)

    def _add(self, played: Played) -> None:
        self.plies[played.task.game] += played.plies
        self.seconds[played.task.game] += played.seconds


def run(plan: Plan, plies: int, where: Executor, log: Path) -> None:
    """Plays until so many plies more are in the log, in waves. Each round is written when it is over."""
    with log.open("a", encoding="utf-8") as file:
        while plies > 0:
            size = min(WAVE * (os.cpu_count() or 1), -(-plies // ROUND))
            tasks = tuple(plan.next() for _ in range(size))
            for rows in where.run(pickle.dumps(Rounds(tasks)), [(k,) for k in range(len(tasks))]):
                for played in map(Played.of, rows):
                    plan.note(played)
                    plies -= played.plies
                    file.write(json.dumps(asdict(played)) + "\n")
                    file.flush()
                    if played.difference:
                        print(f"{played.task}: {played.difference}", file=sys.stderr, flush=True)


def report(played: Sequence[Played]) -> int:
    """Prints what the log adds up to; gives the number of differences."""
    plies: Counter[str] = Counter()
    seconds: dict[str, float] = defaultdict(float)
    settings: dict[str, set[str]] = {}
    for one in played:
        plies[one.task.game] += one.plies
        seconds[one.task.game] += one.seconds
        which = one.task.seed if one.task.game == DRAWN else [one.task.options, one.task.variant]
        settings.setdefault(one.task.game, set()).add(json.dumps(which))
    for game, count in sorted(plies.items(), key=lambda item: item[1]):
        rate = count / max(seconds[game], 0.001)
        print(f"{game:24} {count:8} plies {len(settings[game]):4} settings {rate:7.0f} plies/s")
    differences = sum(bool(one.difference) for one in played)
    games = sum(one.games for one in played)
    print(
        f"{sum(plies.values())} plies, {games} games, {sum(map(len, settings.values()))} settings, "
        f"{sum(seconds.values()):.0f} s, {differences} differences"
    )
    return differences


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plies", type=int, required=True, help="how many more to play; 0 only adds up")
    parser.add_argument("--executor", default="processes:1", help="where, as for `gdl compare`")
    parser.add_argument("--log", type=Path, default=Path("lockstep.jsonl"))
    parser.add_argument("--games", nargs="*", help="only these")
    given = parser.parse_args()
    games = given.games or [*bundled_games(), DRAWN]
    try:
        with executor(given.executor) as where:
            run(Plan(games, read_log(given.log)), given.plies, where, given.log)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    except ExecutorError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if report(list(read_log(given.log))) else 0


if __name__ == "__main__":
    from tests import lockstep  # under its own name, by which other processes know what is pickled

    sys.exit(lockstep.main())
