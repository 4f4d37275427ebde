"""A bot against itself, as work for an executor: with a budget in iterations the same games wherever they are played."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from interpreter.analysis.samples import seed_of
from interpreter.engines.base import Engine
from interpreter.play.bots import Bot, SeatError, parse_seat
from interpreter.play.contest import against_itself


@dataclass(frozen=True)
class GamesOfBot:
    """Games of the bot with a name, such as `mcts:100`; seconds are processor time. Raises SeatError for no bot."""

    engine: Engine
    bot: str
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        play = against_itself(self._made)
        return [play(self.engine, seed_of(self.seed, key)).row(key) for key in keys]

    def _made(self, seed: int) -> Bot:
        bot = parse_seat(self.bot, seed, process_time)
        if bot is None:
            raise SeatError(f"`{self.bot}` is no bot")
        return bot
