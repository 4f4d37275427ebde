"""The bots that can take a seat at a table, by names for people. Whatever `gdl play --seat` takes can be said, too."""

from dataclasses import dataclass

from interpreter.play.bots import Bot, SeatError, budget_of, parse_seat
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


def bot(text: str, seed: int) -> Bot | None:
    """Who takes a seat: a level by its name, or a seat as on the command line; None for a person.

    Raises SeatError, also for bots that would think longer than a server lets them.
    """
    level = next((v for v in LEVELS if v.name.lower() == text.strip().lower()), None)
    if level is not None:
        return parse_seat(level.seat, seed)
    budget = budget_of(text)
    if (budget.seconds or 0) > limits.THINKING_SECONDS or (budget.iterations or 0) > limits.ITERATIONS:
        most = f"{limits.THINKING_SECONDS:g} seconds or {limits.ITERATIONS} iterations"
        raise SeatError(f"`{text[:40]}`: here a bot thinks for at most {most} a move")
    return parse_seat(text, seed)
