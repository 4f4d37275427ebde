"""Who uses the rules of a game, played through an executor, and what searches say about the rest: for `coverage` and `report`."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from types import MappingProxyType

import interpreter
from gdl.diagnostics import GameError
from gdl.differences import Rules
from gdl.loader import load_rules
from gdl.model import Game
from interpreter.analysis.coverage.idle import Idle, idle_values
from interpreter.analysis.coverage.looking import GAMES, RandomUses, by_tests
from interpreter.analysis.coverage.reaching import reach
from interpreter.analysis.coverage.seen import RANDOM, TESTS, Seen
from interpreter.analysis.coverage.whole import Coverage
from interpreter.analysis.jobs import Pool
from interpreter.commands.finding import find
from interpreter.commands.games import load
from interpreter.commands.options import Setup
from interpreter.commands.pool import Place, pool
from interpreter.commands.progress import Meter, progress
from interpreter.play.self_play import BotUses

_NONE: Mapping[str, Seen] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Plan:
    """How many random games and games of a bot there are, and for how many seconds positions are searched."""

    number: int
    bot: str
    bot_games: int
    search: float
    seed: int

    @property
    def has_bots(self) -> bool:
        return self.bot_games > 0 and self.bot != RANDOM


def covered(name: str, setup: Setup, plan: Plan, place: Place) -> Coverage:
    """The coverage of a game. Raises CannotWork, GameError and PositionError."""
    total = ceil(plan.number / GAMES) + plan.bot_games * plan.has_bots + 3
    with pool(place) as opened, progress("coverage", total) as advance:
        return cover(name, setup, plan, opened, advance)


def cover(
    name: str, setup: Setup, plan: Plan, opened: Pool, advance: Meter, others: Mapping[str, Seen] = _NONE
) -> Coverage:  # fmt: skip
    """The same with an executor that is open. `others`: what was used besides, by the names of who did."""
    game, path = load(name, setup), find(name)
    seen, done = _seen(game, path, plan, opened, advance)
    seen |= others
    found = Coverage(game, path, seen)
    if not plan.search:
        return found
    advance(done, "coverage: options")
    idle = _idle(game, path, setup, plan)
    advance(done + 1, "coverage: searching positions")
    return Coverage(game, path, seen, reach(game, seen, found.sides, plan.search), idle)


def _seen(game: Game, path: Path, plan: Plan, opened: Pool, advance: Meter) -> tuple[dict[str, Seen], int]:
    """What tests, random games and the bot use, by their names; and how much was done."""
    engine, found, done = interpreter.engine(game), dict[str, Seen](), 0
    if path.with_suffix(".yaml").exists():
        advance(done, "coverage: tests")
        found[TESTS] = by_tests(path)
        done += 1
    if plan.number:
        what, n = {"uses": RANDOM, "seed": plan.seed}, ceil(plan.number / GAMES)
        start = done
        advance(done, "coverage: random games")
        rows = opened.rows(engine, RandomUses(engine, plan.seed), what, n, 1, lambda k: advance(start + k))
        found[RANDOM], done = Seen.of(rows), done + n
    if plan.has_bots:
        what, begun = {"uses": plan.bot, "seed": plan.seed}, done
        advance(done, f"coverage: {plan.bot}")
        work = BotUses(engine, plan.bot, plan.seed)
        rows = opened.rows(engine, work, what, plan.bot_games, 1, lambda k: advance(begun + k))
        found[plan.bot], done = Seen.of(rows), done + plan.bot_games
    return found, done


def _idle(game: Game, path: Path, setup: Setup, plan: Plan) -> list[Idle]:
    def rules_of(settings: dict[str, object]) -> Rules:
        return load_rules(path, {**setup.settings, **settings}, setup.variant)

    try:
        return list(idle_values(game, rules_of, plan.seed, plan.search))
    except GameError:
        return []  # a rule goes wrong in play, which the games have said
