"""Games of bots as work for an executor, with a budget in iterations the same wherever they are played: a bot against itself,
two bots against each other; and positions of such games, to be looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from time import process_time
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.analysis.coverage.looking import Look, by_looks
from interpreter.analysis.samples import seed_of
from interpreter.engines.base import Engine
from interpreter.play.bots import Bot, Seat, SeatError, parse_seat
from interpreter.play.contest import against_itself, match_row
from interpreter.shared.hashing import Random


@dataclass(frozen=True)
class GamesOfBot:
    """Games of the bot with a name, such as `mcts:100`; seconds are processor time. Raises SeatError for no bot."""

    engine: Engine
    bot: str
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        play = against_itself(self.made)
        return [play(self.engine, seed_of(self.seed, key)).row(key) for key in keys]

    def made(self, seed: int) -> Bot:
        """The bot for one seat."""
        return _bot(self.bot, seed)


@dataclass(frozen=True)
class MatchGames:
    """Games of two bots by their names, in pairs with the seats swapped."""

    engine: Engine
    bots: tuple[str, str]
    seed: int
    max_plies: int = MAX_PLIES

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        makers = [partial(_bot, name) for name in self.bots]
        return [match_row(self.engine, makers, self.seed, key, self.max_plies) for key in keys]


def _bot(name: str, seed: int) -> Bot:
    bot = parse_seat(name, seed, process_time)
    if bot is None:
        raise SeatError(f"`{name}` is no bot")
    return bot


@dataclass(frozen=True)
class BotUses:
    """Work for an executor: what the rules are used for in games of a bot against itself."""

    engine: Engine
    bot: str
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [
            by_looks(self.engine.game, bot_looks(self.engine, self.bot, key, self.seed)).row(key)
            for key in keys
        ]


def bot_looks(engine: Engine, bot: str, key: int, seed: int, most: int = 100) -> list[Look]:
    """Positions of a game of a bot against itself with what it does there: at most so many, evenly spread, and the last."""
    found: list[Look] = []
    seeds = Random(seed_of(seed, key))
    made = [_bot(bot, seeds.below(1 << 32)) for _ in engine.game.players]
    state = engine.initial_state(seed_of(seed, key))
    while not state.is_terminal and len(found) < MAX_PLIES:
        action = made[state.current_player].choose(Seat.of(state))
        found.append((state, action))
        state = state.apply(action)
    step = max(1, ceil(len(found) / most))
    return [*found[::step], *found[-1:]]
