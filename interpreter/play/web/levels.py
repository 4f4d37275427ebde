"""The bots that can take a seat at a table, by names for people. Whatever `gdl play --seat` takes can be said, too."""

import re
from dataclasses import dataclass

from interpreter.play.bots import Bot, SeatError, parse_seat
from interpreter.play.web import limits


@dataclass(frozen=True, slots=True)
class Level:
    """A name for people, and the seat that it stands for."""

    name: str
    seat: str


LEVELS = (
    Level("Random", "random"),
    Level("Easy", "mcts:60"),
    Level("Medium", "mcts:600"),
    Level("Hard", "auto:1s"),
    Level("Very hard", "auto:4s"),
)


_BUDGET = re.compile(r".*:(?:(?P<number>\d+)|(?P<time>[\d.]+)(?P<unit>ms|s))\s*")


def bot(text: str, seed: int) -> Bot | None:
    """Who takes a seat: a level by its name, or a seat as on the command line; None for a person.

    Raises SeatError, also for bots that would think longer than a server lets them.
    """
    level = next((v for v in LEVELS if v.name.lower() == text.strip().lower()), None)
    if level is not None:
        return parse_seat(level.seat, seed)
    made = parse_seat(text, seed)
    budget = _BUDGET.fullmatch(text)
    if made is not None and budget is not None and not text.startswith("random"):
        seconds = float(budget["time"] or 0) / (1000 if budget["unit"] == "ms" else 1)
        if seconds > limits.THINKING_SECONDS or int(budget["number"] or 0) > limits.ITERATIONS:
            most = f"{limits.THINKING_SECONDS:g} seconds or {limits.ITERATIONS} iterations"
            raise SeatError(f"`{text}`: here a bot thinks for at most {most} a move")
    return made
