"""A bot against itself: as work for an executor, with a budget in iterations the same games wherever they are played; and
its positions, to be looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.analysis.coverage import Look
from interpreter.analysis.samples import seed_of
from interpreter.engines.base import Engine
from interpreter.hashing import Random
from interpreter.play.bots import Bot, Seat, SeatError, parse_seat
from interpreter.play.contest import against_itself


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
        bot = parse_seat(self.bot, seed, process_time)
        if bot is None:
            raise SeatError(f"`{self.bot}` is no bot")
        return bot


def bot_looks(engine: Engine, bot: str, n: int, seed: int, most: int = 200) -> list[Look]:
    """Positions of n games of a bot against itself with what it does there: at most so many, evenly spread."""
    found: list[Look] = []
    for key in range(n):
        seeds = Random(seed_of(seed, key))
        made = [GamesOfBot(engine, bot, seed).made(seeds.below(1 << 32)) for _ in engine.game.players]
        state = engine.initial_state(seed_of(seed, key))
        while not state.is_terminal and len(found) < MAX_PLIES:
            action = made[state.current_player].choose(Seat.of(state))
            found.append((state, action))
            state = state.apply(action)
    step = max(1, len(found) // most)
    return [*found[::step], *found[-1:]]
