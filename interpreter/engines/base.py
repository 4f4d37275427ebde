"""The contract of an engine: what `Engine` and `State` promise, whichever engine stands behind them.

A state is immutable. An action is an int, made of its choices: the same number in every engine and every process.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any

from gdl.limits import MAX_PLIES
from gdl.model import Game
from gdl.source import Span
from interpreter.hashing import Random

if TYPE_CHECKING:
    from interpreter.engines.batches import Batch

Position = dict[str, Any]
HIDDEN = "hidden"  # what stands in an observation for something that the player may not see
POSITION_PARTS = ("to_move", "pieces", "sites", "pools", "fields")


class IllegalAction(ValueError):  # noqa: N818 - the field's word
    """An action that is not legal in a state; the message says why."""


class Ambiguous(IllegalAction):
    """A text that may mean any of several legal actions."""

    def __init__(self, message: str, actions: tuple[int, ...]) -> None:
        self.actions = actions
        super().__init__(message)


class Unreadable(IllegalAction):
    """A text that speaks of no action of the game."""


class PositionError(ValueError):
    """A position that does not fit the game. `place` is the way to the wrong part, such as ("pieces", "a9")."""

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        self.place = place
        super().__init__(message)


class RecordError(ValueError):
    """Bytes or a saved game that cannot be read back."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a candidate was rejected: the clause, and a sentence."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: the clause and a sentence such as "Red wins: no enemy pieces"."""

    span: Span
    text: str


class State(ABC):
    """A position in play. Equal states have equal hashes."""

    engine: "Engine"  # what runs it

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The seat that acts, 0..n-1. At the end, the one that would."""

    @property
    @abstractmethod
    def is_terminal(self) -> bool: ...

    @property
    @abstractmethod
    def returns(self) -> list[float]:
        """One number a player: 1, 0, -1, or the payoffs that the game states. Zeros while it goes on."""

    @property
    @abstractmethod
    def ended(self) -> Ended | None:
        """Why the game is over, or None."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Sorted; empty at the end."""

    @abstractmethod
    def apply(self, action: int) -> "State":
        """The state after an action. Raises IllegalAction with the reason, GameError when the rules go wrong."""

    @abstractmethod
    def action_to_string(self, action: int) -> str:
        """The action in notation."""

    @abstractmethod
    def action_seen(self, action: int, viewer: int) -> str | None:
        """A legal action in notation as another player may know it; None when he may not.

        Choices that tell him what he cannot see are left out.
        """

    @abstractmethod
    def action_from_string(self, text: str) -> int:
        """The legal action with this notation (blanks and case aside). Raises IllegalAction with the reason."""

    @abstractmethod
    def action_sites(self, action: int) -> tuple[int, ...]:
        """The sites among an action's choices, in order: for boards that are clicked or drawn."""

    @abstractmethod
    def why(self, text: str) -> list[Reason]:
        """The clauses that reject a move given in notation; empty when it is legal."""

    @abstractmethod
    def position(self) -> Position:
        """The full position: `engine.state` reads it back to an equal state."""

    @abstractmethod
    def observation(self, player: int) -> Position:
        """What a player may see: a position in which the rest is `hidden`. ValueError for no number of a player."""

    @abstractmethod
    def resample(self, player: int, seed: int) -> "State":
        """A random state that a player cannot tell from this one: for bots that do not cheat.

        He observes the same, and when it is his turn his legal actions and their notation are the same. What is hidden
        from him is exchanged at random: the contents of hidden sites among these; the pieces he cannot see, with their
        fields, among the places that pieces go between; what chance alone has made of a piece, as of a die, is drawn
        anew. What is public of them stays: where they are, how many, whose
        they are where he sees that, and the fields that decide whether they are hidden. Chance has a new seed. What he
        might infer from the course of the game plays no part. Where no exchange leaves him with the same observation
        (the rules tie what he sees to what he does not), only the seed is new.
        """

    @abstractmethod
    def outcomes(self, action: int) -> list[tuple[float, "State"]]:
        """The states that may follow an action, with their probabilities."""

    @abstractmethod
    def __bytes__(self) -> bytes: ...

    def is_same(self, other: "State") -> bool:
        """Whether this is known to be another state's position, found out quickly; equal ones may be missed."""
        return self is other or self == other


@dataclass(frozen=True)
class Playout:
    """A random game: how many actions it had, how it ended, and whether it was cut off."""

    plies: int
    state: State
    is_cut_off: bool
    replay: Callable[[], Sequence[int]] = field(repr=False, compare=False)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The actions that were played."""
        return tuple(self.replay())


@dataclass
class Tally:
    """What a number of random games came to: actions, games cut off, and how often each player won, drew and lost."""

    wins: list[int]
    draws: list[int]
    losses: list[int]
    actions: int = 0
    cut_off: int = 0

    @classmethod
    def of(cls, players: int) -> "Tally":
        return cls([0] * players, [0] * players, [0] * players)

    def count(self, returns: Sequence[float]) -> None:
        """Adds a finished game."""
        for player, result in enumerate(judge(returns)):
            (self.losses, self.draws, self.wins)[result + 1][player] += 1

    def add(self, other: "Tally") -> None:
        """Adds what other games came to."""
        self.actions += other.actions
        self.cut_off += other.cut_off
        for mine, more in (
            (self.wins, other.wins),
            (self.draws, other.draws),
            (self.losses, other.losses),
        ):
            mine[:] = [a + b for a, b in zip(mine, more, strict=True)]


def judge(returns: Sequence[float]) -> list[int]:
    """1, 0 or -1 per player. Payoffs other than these are compared: the highest wins, equal ones all draw."""
    if all(r in (-1, 0, 1) for r in returns):
        return [int(r) for r in returns]
    best = max(returns)
    if min(returns) == best:
        return [0] * len(returns)
    return [1 if r == best else -1 for r in returns]


class Engine(ABC):
    """Runs one checked game."""

    game: Game

    @property
    @abstractmethod
    def state_size(self) -> int:
        """How many bytes a state has."""

    @abstractmethod
    def initial_state(self, seed: int = 0) -> State: ...

    @abstractmethod
    def state(self, position: Mapping[str, Any]) -> State:
        """The state of a position. Raises PositionError."""

    @abstractmethod
    def from_bytes(self, data: bytes) -> State:
        """The state that `bytes(state)` gave. Raises RecordError."""

    def is_own(self, state: object) -> bool:
        """Whether a state was made by this engine, or by one like it for the same game with the same options."""
        other = getattr(state, "engine", None)
        return other is self or (type(other) is type(self) and is_same_game(other.game, self.game))

    def refuse_others(self, *states: object) -> None:
        """Raises ValueError for what is no state of this engine's game with these options."""
        for state in states:
            if not self.is_own(state):
                raise ValueError(
                    f"this is no state of this engine: {type(state).__name__} of another game, engine or options"
                    if isinstance(state, State)
                    else f"{state!r} is no state"
                )

    @abstractmethod
    def perft(self, state: State, depth: int) -> int:
        """How many sequences of `depth` actions there are."""

    @abstractmethod
    def playout(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Playout:
        """A random game from a state, the same for the same seed."""

    def outcome(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Sequence[float] | None:
        """What each player gets in the random game of `playout`; None if it is cut off."""
        game = self.playout(state, seed, max_plies)
        return None if game.is_cut_off else game.state.returns

    @abstractmethod
    def batch(self, n: int, seed: int = 0) -> "Batch":
        """n games that are stepped at once, told in NumPy arrays. Each row's seed is drawn from `seed`."""

    @abstractmethod
    def batch_of(self, states: "Sequence[Any]") -> "Batch":
        """States of this engine to be stepped at once."""

    @abstractmethod
    def evaluate(self, state: State, condition: str) -> bool:
        """Whether a condition of the language holds, for the player to move. Raises GameError."""

    @abstractmethod
    def related(self, state: State, relation: str) -> list[tuple[int, int]]:
        """The pairs of sites between which a relation of the game holds. Raises KeyError for an unknown name."""

    @abstractmethod
    def holding(self, state: State, definition: str) -> list[int]:
        """The sites for which a condition on a site holds, a definition of the game. KeyError for an unknown name."""

    @abstractmethod
    def scores(self, state: State, definition: str) -> list[Any]:
        """The value of a definition of one player for each player. Raises KeyError for an unknown name."""

    def series(self, seeds: Random, n: int, max_plies: int = MAX_PLIES, threads: int = 1) -> Tally:
        """Plays n random games from the start; the seeds of each are drawn from `seeds`.

        On however many threads: they are the same games. An engine may play on one all the same. Raises ValueError
        for fewer than no games, or fewer than one thread.
        """
        at_least("n", n, 0)
        at_least("threads", threads, 1)
        tally = Tally.of(len(self.game.players))
        for _ in range(n):
            seed = seeds.below(1 << 32)
            playout = self.playout(self.initial_state(seed), seed, max_plies)
            tally.actions += playout.plies
            if playout.is_cut_off:
                tally.cut_off += 1
            else:
                tally.count(playout.state.returns)
        return tally

    def divide(self, state: State, depth: int) -> list[tuple[str, int]]:
        """Perft per first move, in notation, sorted."""
        found = []
        for action in state.legal_actions():
            leaves = self.perft(state.apply(action), depth - 1) if depth > 1 else 1
            found.append((state.action_to_string(action), leaves))
        return sorted(found)


def check_player(game: Game, player: int) -> None:
    """Raises ValueError for what is no number of a player."""
    count = len(game.players)
    if type(player) is not int or not 0 <= player < count:
        names = ", ".join(f"{i} {p.name}" for i, p in enumerate(game.players))
        raise ValueError(f"there is no player {player!r}: players are given by their numbers, {names}")


def whole(action: object) -> int | None:
    """An action's number, where it is a whole number of any kind, such as one of NumPy; None of what is not."""
    if isinstance(action, bool):
        return None
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        return None


def at_least(name: str, value: object, least: int) -> int:
    """A number that somebody gives, if it is whole and not too small; else raises ValueError."""
    number = whole(value)
    if number is None or number < least:
        raise ValueError(f"`{name}` is a whole number from {least} on, not {value!r}")
    return number


def is_same_game(a: Game, b: Game) -> bool:
    """Whether two games have the same rules and options; boards are compared by their sites and steps."""
    if a is b:
        return True
    boards = ((g.board.shape, g.board.sites, g.board.steps) for g in (a, b))
    return next(boards) == next(boards) and replace(a, board=b.board) == b
