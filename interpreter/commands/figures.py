"""Figures with their intervals as text, and bots by their names, for `compare` and `match`."""

from time import process_time

from interpreter.analysis.intervals import Estimate
from interpreter.commands.options import CannotWork
from interpreter.play.bots import Bot, SeatError, parse_seat
from interpreter.play.contest import MakeBot


def written(e: Estimate | None, scale: float, digits: int, unit: str = "") -> str:
    """A figure, `51.2 % [48.1, 54.3]`; `-` where there is none."""
    if e is None:
        return "-"
    value = f"{e.value * scale:.{digits}f}{unit}"
    if e.low is None or e.high is None:
        return value
    return f"{value} [{e.low * scale:.{digits}f}, {e.high * scale:.{digits}f}]"


def bot_maker(text: str) -> MakeBot:
    """What makes a bot for a seed. Raises CannotWork for one that does not exist.

    Its seconds are processor time: other programs on the machine do not weaken it.
    """

    def make(seed: int) -> Bot:
        bot = parse_seat(text, seed, process_time)
        if bot is None:
            raise SeatError(
                f"`{text}` is no bot: bots are bot, random, level:1 to level:8, auto:1s, alphabeta:1s, mcts:1s, mcts:1000 (iterations)"
            )
        return bot

    try:
        make(0)
    except SeatError as error:
        raise CannotWork(str(error)) from error
    return make
