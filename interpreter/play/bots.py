"""Bots: programs that choose. A seat at the board is a bot, or None for a person.

A bot never gets the state, of which it could read what is hidden from it. It gets a `Seat`: what the player on the seat
may see, his legal actions, and states that he cannot tell from the real one, to think ahead in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gdl.diagnostics import near
from interpreter.engines.base import Position, Random, State

SEATS = ("human", "random")
LATER = ("mcts", "minimax")


class SeatError(ValueError):
    """A seat that cannot be read, or a bot that does not exist; the message is meant for people."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What the player who is to move knows: all that a bot is given.

    `imagine` gives, for a seed, a state that he cannot tell from the real one: with the same legal actions, and with
    hidden things and chance as they might be.
    """

    player: int
    observation: Position
    legal: tuple[int, ...]
    notations: tuple[str, ...]  # of the legal actions
    imagine: Callable[[int], State]

    @classmethod
    def of(cls, state: State) -> "Seat":
        """The seat of the player who is to move; the state is not terminal."""
        player, legal = state.current_player, tuple(state.legal_actions())

        def imagine(seed: int) -> State:
            return state.resample(player, seed)

        notations = tuple(state.action_to_string(a) for a in legal)
        return cls(player, state.observation(player), legal, notations, imagine)


class Bot(Protocol):
    """Chooses one of the legal actions of its seat."""

    name: str

    def choose(self, seat: Seat) -> int:
        """A legal action; the game is not over."""
        ...


class RandomBot:
    """Takes every legal action equally often: the same ones for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self.name = f"random:{seed}"
        self._random = Random(seed)

    def choose(self, seat: Seat) -> int:
        return seat.legal[self._random.below(len(seat.legal))]


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
