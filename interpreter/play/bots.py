"""Bots: programs that choose. A seat at the board is a bot, or None for a person."""

from typing import Protocol

from gdl.diagnostics import near
from interpreter.engines.base import Random, State

SEATS = ("human", "random")
LATER = ("mcts", "minimax")


class SeatError(ValueError):
    """A seat that cannot be read, or a bot that does not exist; the message is meant for people."""


class Bot(Protocol):
    """Chooses one of a state's legal actions."""

    name: str

    def choose(self, state: State) -> int:
        """A legal action; the state is not terminal."""
        ...


class RandomBot:
    """Takes every legal action equally often: the same ones for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self.name = f"random:{seed}"
        self._random = Random(seed)

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        return actions[self._random.below(len(actions))]


def parse_seat(text: str, seed: int = 0) -> Bot | None:
    """`human` gives None, `random` a bot with the given seed, `random:SEED` one with its own. SeatError."""
    word, colon, argument = text.strip().partition(":")
    if word == "human" and not colon:
        return None
    if word == "random":
        if not colon:
            return RandomBot(seed)
        try:
            return RandomBot(int(argument))
        except ValueError:
            raise SeatError(f"`{text}`: the seed must be a whole number, as in random:7") from None
    there_is = "there is: human, random, random:SEED"
    if word in LATER:
        raise SeatError(f"the bot `{word}` is not built yet; {there_is}")
    help = near(word, SEATS)
    raise SeatError(f"nobody called `{text}` can take a seat; {help + ' ' if help else ''}{there_is}")
