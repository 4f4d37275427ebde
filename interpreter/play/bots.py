"""Bots: programs that choose. A seat at the board is a bot, or None for a person.

A bot never gets the state, as that would reveal what is hidden from it. It gets a `Seat`: what the player on the seat may
see, the legal actions, and states that the player cannot tell from the real one, to think ahead in.

Hints come from the search that suits the game, as it plays for `auto`. To find out which takes seconds, once for a game: until then,
and while another hint of the same game is sought, Monte Carlo tree search gives the hints.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from threading import Thread
from time import perf_counter
from typing import Protocol

from gdl.core.model import Game
from gdl.diagnostics.similar_names import near
from interpreter.engines.base import State
from interpreter.engines.errors import ProgramError
from interpreter.engines.position_parts import Position
from interpreter.play.protocols.seats import PROTOCOLS, EngineSeat, engine_seat
from interpreter.search.running import Budget, Clock, Imagine, Method, Recall
from interpreter.shared.hashing import Random
from interpreter.shared.stopping import BUSY

SEATS = ("human", "bot", "random", "mcts", "mcts-eval", "alphabeta", "auto", "level", "cfr", *PROTOCOLS)
THINKING = Budget(seconds=1.0)  # of a bot without a number
MOST_SECONDS = 86_400
LEVELS = (
    (70, Budget(60, 2.0)),
    (40, Budget(100, 2.0)),
    (15, Budget(200, 2.0)),
    (0, Budget(400, 2.0)),
    (0, Budget(1_600, 2.0)),
    (0, Budget(6_400, 2.0)),
    (0, Budget(25_600, 2.0)),
    (0, Budget(100_000, 2.0)),
)
"""How often in a hundred decisions a level takes any action, and how long it thinks about the others."""

PATIENCE = 0.3  # seconds that a move waits until it is known which search suits the game


class WallClock:
    """The clock on the wall, which can be put forward: bots that think in seconds then make their move at once."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return perf_counter() + self._ahead

    def hurry(self) -> None:
        self._ahead += MOST_SECONDS


def is_on_wall(budget: Budget) -> bool:
    return budget.clock is perf_counter or isinstance(budget.clock, WallClock)


class SeatError(ValueError):
    """A seat that cannot be read, or a bot that does not exist; the message is meant for people."""


_TRIES = 3  # of draws for one imagined state, each of which is mended if need be


class Unimagined(Exception):  # noqa: N818 - an answer, not an error
    """Nobody has found a state that the player cannot tell from the real one."""


@dataclass(frozen=True)
class Seat:
    """What the player to move knows, which is all that a bot gets.

    `imagine` gives, for a seed, a state that the player cannot tell from the real one: with the same legal actions, and
    with hidden things and chance as they might be. It raises Unimagined where none is found: the real one would tell what
    is hidden. `recall` gives what the player remembers of the others' actions.
    """

    game: Game

    player: int
    legal: tuple[int, ...]
    imagine: Imagine
    look: Callable[[], Position]
    read: Callable[[], tuple[str, ...]]
    recall: Recall

    @cached_property
    def observation(self) -> Position:
        return self.look()

    @cached_property
    def notations(self) -> tuple[str, ...]:
        """The notations of the legal actions."""
        return self.read()

    @classmethod
    def of(cls, state: State) -> "Seat":
        """The seat of the player who is to move; the state is not terminal."""
        player, legal = state.current_player, tuple(state.legal_actions())

        def imagine(seed: int) -> State:
            drawn = (state.imagine(player, seed + further) for further in range(_TRIES))
            found = next((world for world in drawn if world is not None), None)
            if found is None:
                raise Unimagined
            return found

        return cls(
            state.engine.game,
            player,
            legal,
            imagine,
            lambda: state.observation(player),
            lambda: tuple(state.action_to_string(a) for a in legal),
            lambda: state.past(player),
        )


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


class ThinkingBot:
    """Thinks in one of the ways of `interpreter.search.methods`. For a number of iterations, the same actions for the same seed."""

    def __init__(self, word: str, budget: Budget, seed: int = 0) -> None:
        self.name = f"{word}:{budget}"
        self._word, self._budget = word, budget
        self._random = Random(seed)
        self._way: Method | None = None

    def choose(self, seat: Seat) -> int:
        return self.choose_among(seat, seat.legal)

    def choose_among(self, seat: Seat, allowed: Sequence[int]) -> int:
        """The best of some legal actions; what it thinks ahead may hold any."""
        if len(allowed) == 1:
            return allowed[0]
        try:
            self._way = self._way or self._made(seat)
            thought = self._way.run(seat.imagine, self._budget, self._random, seat.recall)
        except Unimagined:  # any move, rather than one that knows what is hidden
            return allowed[self._random.below(len(allowed))]
        return (
            thought.action
            if thought.action in allowed
            else max(allowed, key=lambda a: thought.tried.get(a, 0))
        )

    def _made(self, seat: Seat) -> Method:
        from interpreter.search.methods import (  # slow to load: they derive terms
            make_best_code,
            method_named,
        )
        from interpreter.search.parallel import free_threads

        is_waited_for = is_on_wall(self._budget)
        threads = free_threads() if is_waited_for else 1  # processor time is that of all threads
        if self._budget.seconds is not None and not is_waited_for:
            make_best_code(self._word, seat.imagine(0))  # else it is made beside, which counts as thinking
        return method_named(self._word, seat.game, threads)


class Suitor:
    """Which search suits a game, as far as its traits and a few trial games tell (`interpreter.search.methods`): found out once, in
    a thread, as it takes seconds. Of bundled games it may be known."""

    def __init__(self) -> None:
        self._found = list[str]()  # by the thread
        self._finding: Thread | None = None

    def known(self, game: Game) -> str | None:
        """The word of the search as far as it is known, `mcts` where none could be found; None before."""
        if self._finding is None and not self._found:
            from interpreter.search.weights import bundled_search  # slow to load, like all that derives terms

            known = bundled_search(game)
            self._found += [] if known is None else [known]
        if not self._found and self._finding is not None and not self._finding.is_alive():
            return "mcts"
        return self._found[0] if self._found else None

    def word(self, game: Game, patience: float | None) -> str | None:
        """The same, found out meanwhile; None where it is not known after so many seconds (None: waits)."""
        if (known := self.known(game)) is not None:
            return known
        if self._finding is None:
            self._finding = Thread(target=self._find, args=(game,), name=BUSY, daemon=True)
            self._finding.start()
        self._finding.join(patience)
        return self.known(game)

    def _find(self, game: Game) -> None:
        from interpreter.search.methods import best_bot

        self._found.append(best_bot(game))


class AutoBot:
    """The bot that suits the game best. Whoever plays against the clock on the wall does not wait until it is known which one: `mcts`
    plays meanwhile."""

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        self.name = f"auto:{budget}"
        self._patience = None if budget.seconds is None or not is_on_wall(budget) else PATIENCE
        self._made = budget, seed
        self._suitor = Suitor()
        self._bot: Bot | None = None
        self._meanwhile: Bot | None = None

    def choose(self, seat: Seat) -> int:
        if len(seat.legal) == 1:
            return seat.legal[0]
        if self._bot is None and (word := self._suitor.word(seat.game, self._patience)) is not None:
            self._bot = _THINKING[word](*self._made)
        if self._bot is None:
            self._meanwhile = self._meanwhile or ThinkingBot("mcts", *self._made)
            return self._meanwhile.choose(seat)
        return self._bot.choose(seat)


class LevelBot:
    """`auto`, weakened: it thinks less, and at the lowest levels often takes any action."""

    def __init__(self, level: int, seed: int = 0, clock: Clock = perf_counter) -> None:
        self.name = f"level:{level}"
        self._blunders, budget = LEVELS[level - 1]
        self._bot = AutoBot(replace(budget, clock=clock), seed)
        self._random = Random(seed ^ level)

    def choose(self, seat: Seat) -> int:
        if self._random.below(100) < self._blunders:
            return seat.legal[self._random.below(len(seat.legal))]
        return self._bot.choose(seat)


class EquilibriumBot:
    """Plays an equilibrium of a small game with secrets for two. Elsewhere, and where it has not seen the game from its
    beginning, it is `mcts`."""

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        self.name = "cfr"
        self._random = Random(seed)
        self._instead = ThinkingBot("mcts", budget, seed)
        self._known = ""  # what the player knows of the game, up to their last action

    def choose(self, seat: Seat) -> int:
        from interpreter.search import equilibria, secret_trees  # which no other bot needs

        policy = equilibria.kept_policy(seat.game, secret_trees.MOST_NODES)
        here = secret_trees.known_at(self._known, seat.observation)
        if here not in policy:  # a new game, perhaps
            here = secret_trees.known_at("", seat.observation)
        shares = policy.get(here)
        if shares is None or len(shares) != len(seat.legal):
            return self._instead.choose(seat)
        drawn, at = self._random.below(1 << 32) / (1 << 32), 0
        while at < len(shares) - 1 and drawn >= shares[at]:
            drawn, at = drawn - shares[at], at + 1
        self._known = secret_trees.after_doing(here, seat.legal[at])
        return seat.legal[at]


class ProgramBot:
    """Another program's engine. Raises ProgramError where it does not play as its protocol says."""

    def __init__(self, text: str, engine: EngineSeat) -> None:
        self.name = text
        self._engine = engine

    def choose(self, seat: Seat) -> int:
        return self._engine.choose(seat.imagine(0))


def is_program(text: str) -> bool:
    """Whether a seat is another program's engine: then somebody has to wish that this machine starts it."""
    word, colon, _ = text.strip().partition(":")
    return bool(colon) and word in PROTOCOLS


_THERE_IS = (
    "there is: human, bot, random, random:SEED, level:1 to level:8, auto:SECONDSs, mcts:SECONDSs, mcts:ITERATIONS, "
    "mcts-eval (as mcts), alphabeta:SECONDSs, alphabeta:POSITIONS, cfr, uci:PROGRAM (usi:, ucci:, xboard:, gtp:)"
)
_THINKING: dict[str, Callable[[Budget, int], Bot]] = {
    "mcts": partial(ThinkingBot, "mcts"),
    "mcts-eval": partial(ThinkingBot, "mcts-eval"),
    "alphabeta": partial(ThinkingBot, "alphabeta"),
    "auto": AutoBot,
    "cfr": EquilibriumBot,
}


def parse_seat(text: str, seed: int = 0, clock: Clock = perf_counter) -> Bot | None:
    """`human` gives None; else a bot with the given seed, `random:SEED` one with its own. `bot` is the one to play against where
    nobody says which: `auto`, which answers within about a second. Raises SeatError.

    `clock` measures the seconds that a bot thinks.
    """
    word, colon, argument = text.strip().partition(":")
    if word == "human" and not colon:
        return None
    if word == "bot" and not colon:
        return AutoBot(replace(THINKING, clock=clock), seed)
    if word == "random":
        if not colon:
            return RandomBot(seed)
        try:
            return RandomBot(int(argument))
        except ValueError:
            raise SeatError(f"`{text}`: the seed must be a whole number, as in random:7") from None
    if word == "level":
        if argument.strip() not in [str(n + 1) for n in range(len(LEVELS))]:
            raise SeatError(f"`{text}`: the levels are level:1 to level:{len(LEVELS)}")
        return LevelBot(int(argument), seed, clock)
    if word in _THINKING:
        budget = _budget(text, argument) if colon else THINKING
        return _THINKING[word](replace(budget, clock=clock), seed)
    if is_program(text):
        try:
            return ProgramBot(text.strip(), engine_seat(text.strip()))
        except ProgramError as error:
            raise SeatError(f"`{text}`: {error}") from error
    help = near(word, SEATS)
    raise SeatError(f"nobody called `{text}` can take a seat; {help + ' ' if help else ''}{_THERE_IS}")


def budget_of(text: str) -> Budget:
    """How long the bot that a text names would think, as far as the text says so; else nothing is in it. Raises SeatError."""
    word, colon, argument = text.strip().partition(":")
    return _budget(text, argument) if colon and word in _THINKING else Budget()


def _budget(text: str, argument: str) -> Budget:
    """How long a bot thinks: `1s`, `0.5s`, `200ms`, or a number of iterations. Raises SeatError."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", argument.strip())
    if found:
        seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
        if 0 < seconds <= MOST_SECONDS:
            return Budget(seconds=seconds)
    elif re.fullmatch(r"\d{1,12}", argument.strip()) and int(argument) > 0:
        return Budget(iterations=int(argument))
    raise SeatError(
        f"`{text}`: how long is it to think? As in mcts:1s, mcts:200ms or mcts:1000 (iterations, or positions of alphabeta)"
    )
