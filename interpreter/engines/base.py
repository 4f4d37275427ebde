"""The contract of an engine: what `Engine`, `State` and `Batch` promise, whichever engine implements them.

A state is immutable. An action is an int, made of its choices: the same number in every engine and every process. A method
with a body is defined by the others; an engine may override it to be faster.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

from gdl.core.model import Game
from gdl.limits import MAX_OUTCOMES, MAX_PLIES
from gdl.platform.dataclass import dataclass
from interpreter.engines.answers import Ended, KnownScore, Midway, Reason, Tally
from interpreter.engines.arguments import at_least, check_player, is_same_game
from interpreter.engines.batches import (
    Board,
    Sight,
    Stepped,
    as_words,
    checked_numbers,
    checked_places,
    checked_rows,
    draw,
    fitting,
    places_of,
)
from interpreter.engines.beliefs import Past
from interpreter.engines.errors import IllegalAction
from interpreter.engines.planes import PlanePlan
from interpreter.engines.position_parts import Position
from interpreter.shared import lazy_numpy
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import ActionNumbers, ActionSpace, Move
from interpreter.shared.pictures import picture_of


class State(ABC):
    """A position in play. Equal states have equal hashes."""

    engine: Engine

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
        """One number a player: 1, 0, -1, or the payoffs that the game states. Zeros until the game is over."""

    @property
    @abstractmethod
    def ended(self) -> Ended | None:
        """Why the game is over, or None."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Sorted; empty at the end."""

    def legal_array(self) -> lazy_numpy.Ints:
        """`legal_actions` as an array of 64-bit numbers. Raises OverflowError for a game whose numbers are longer."""
        return as_words(self.legal_actions())

    def legal_mask(self) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]:
        """A truth for each action of `engine.actions`. Raises OverflowError where a game has too many."""
        return self.engine.actions.mask(self.legal_actions())

    @abstractmethod
    def mutable(self) -> MutableState:
        """This position, to be changed in place: for loops that play one action after the other."""

    @abstractmethod
    def apply(self, action: int) -> State:
        """The state after an action. Raises IllegalAction with the reason, GameError when the rules go wrong."""

    @abstractmethod
    def action_to_string(self, action: int) -> str:
        """The action in notation."""

    @abstractmethod
    def action_seen(self, action: int, viewer: int, all_chose: bool = False) -> str:
        """A legal action as another player learns of it: with `?` in place of the choices that are closed to them.

        `all_chose`: it is told when nobody is left to choose, of those who choose together.
        """

    @property
    @abstractmethod
    def choices_wait(self) -> bool:
        """Whether somebody has chosen, of those who choose together, and others have not."""

    @abstractmethod
    def stages(self, action: int) -> Sequence[State]:
        """Positions between this one and that after a legal action.

        With that by which everybody has chosen who chooses together, there is one after each player's effects, each round of a loop
        over numbers and each settling. With any other there is one if it lays something that goes on in the same action, as the last
        card of a trick does: while it lies there. Empty where `hide` keeps something from somebody; without those that show what is
        hidden before and afterwards.
        """

    @abstractmethod
    def action_from_string(self, text: str) -> int:
        """The legal action with this notation (blanks and case aside). Raises IllegalAction with the reason."""

    @abstractmethod
    def action_sites(self, action: int, viewer: int | None = None) -> tuple[int, ...]:
        """The sites among an action's choices, in order: for boards that are clicked or drawn.

        With a viewer, only those that the viewer learns of.
        """

    @abstractmethod
    def midway(self, move: Move) -> Midway | None:
        """The position behind the steps of a move, before it is finished and settled; None where a step cannot be made.

        The steps may be a beginning of an action, in the order in which they are made. For games that hide nothing.
        """

    @abstractmethod
    def why(self, text: str, depth: int = 0) -> list[Reason]:
        """The clauses that reject a move given in notation; empty when it is legal.

        `depth`: how many levels of reasons behind reasons are given, down into demanded choices and definitions.
        """

    @abstractmethod
    def position(self) -> Position:
        """The full position: `engine.state` reads it back to an equal state."""

    @abstractmethod
    def observation(self, player: int) -> Position:
        """What a player may see: a position in which the rest is `hidden`. Raises ValueError for an unknown player."""

    @abstractmethod
    def public(self) -> Position:
        """What spectators may see: what all players see, and of which every one of them knows that all see it.

        It is the same for all states that some player cannot tell apart, so it tells no player anything.
        """

    @abstractmethod
    def action_public(self, action: int, all_chose: bool = False) -> tuple[str, tuple[int, ...]]:
        """A legal action as spectators learn of it: as text, as in `action_seen`, and its sites, as in `action_sites`."""

    @property
    @abstractmethod
    def is_sight_secret(self) -> bool:
        """Whether some player does not know what the others see."""

    @abstractmethod
    def resample(self, player: int, seed: int) -> State:
        """A random state that the player cannot tell from this one: for bots that do not cheat.

        The player observes the same and, if it is their turn, has the same legal actions in the same notation. What is
        hidden from them is exchanged at random: the contents of hidden sites among these; unseen pieces, with their
        fields, among the places that pieces move between. What chance alone has made of a piece, such as a die, is drawn
        anew, and what another player chose for their pieces is chosen again, if one action explains it. What is public stays: where unseen pieces are and how many, whose they are if the player sees it, and the
        fields that decide whether they are hidden. Chance has a new seed. What the player might infer from the course of
        the game plays no part. Where no exchange gives the same observation, because the rules tie what the player sees
        to what they do not see, only the seed is new.
        """

    @abstractmethod
    def imagine(self, player: int, seed: int) -> State | None:
        """The same, or None where no exchange that is tried gives the same observation.

        For whatever shows people what holds in such states: `resample` would give this very state away.
        """

    def past(self, player: int) -> Past | None:
        """What a player remembers of what others did, for bots that infer something from it; None where nothing is, or is known of it."""
        return self.engine.past(self, player)

    @cached_property
    def worlds(self) -> dict[int, list[State]]:
        """States that were imagined for players, by seats, kept by whoever did: more than one thing is asked of them."""
        return {}

    @abstractmethod
    def outcomes(self, action: int, most: int = MAX_OUTCOMES) -> list[tuple[float, State]]:
        """The states that may follow an action, with their probabilities. Raises GameError `too-many-outcomes` beyond `most` ways
        of chance."""

    @abstractmethod
    def __bytes__(self) -> bytes: ...

    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]:
        """A pickle has the engine and the bytes."""
        return self.engine.from_bytes, (bytes(self),)

    def _repr_svg_(self) -> str:
        """The whole position as a picture, for notebooks."""
        return picture_of(self)

    def is_same(self, other: State) -> bool:
        """A quick comparison: True only if both are the same position, but equal states may give False."""
        return self is other or self == other


class MutableState(ABC):
    """A position that is changed in place: `play` an action, `undo` the last one.

    It shares nothing with the state that it was made from. One thread at a time may use it.
    """

    engine: Engine

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The seat that acts; at the end, the one that would."""

    @property
    @abstractmethod
    def is_terminal(self) -> bool: ...

    @property
    @abstractmethod
    def returns(self) -> list[float]:
        """One number a player; zeros until the game is over."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Sorted; empty at the end."""

    @abstractmethod
    def legal_array(self) -> lazy_numpy.Ints:
        """The same as an array of 64-bit numbers. Raises OverflowError for a game whose numbers are longer."""

    def legal_mask(self) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]:
        """A truth for each action of `engine.actions`. Raises OverflowError where a game has too many."""
        return self.engine.actions.mask(self.legal_array())

    @abstractmethod
    def play(self, action: int) -> None:
        """Does an action. Raises IllegalAction with the reason, GameError when the rules go wrong; then nothing changes."""

    @abstractmethod
    def undo(self) -> None:
        """Takes the last action back. Raises IndexError where nothing was played."""

    @abstractmethod
    def state(self) -> State:
        """The present position as a state that does not change."""


@dataclass(frozen=True)
class Playout:
    """A random game: how many actions it had, how it ended, and whether it was cut off."""

    plies: int
    state: State
    is_cut_off: bool
    replay: Callable[[], Sequence[int]] = field(repr=False, compare=False)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The actions that were played, in order."""
        return tuple(self.replay())


class Batch(ABC):
    """Many games stepped at once, in NumPy arrays: `engine.batch(1024, seed=1)`, the base for learning.

        while not batch.is_terminal.all():
            counts, actions = batch.legal()
            batch.step(chosen)  # the place of an action in each game's list
        batch.returns

    A row is one game; finished ones stay as they are until they are reset. A batch shows the full state, not what a player
    may see of it: where a game hides something, `board` and `field` want `full=True`, and `state(row).observation(player)`
    is what a player sees. Actions are chosen by their places in a row's list, whose order is the engine's own: `legal`
    gives their numbers in that order, `actions` those of one row.
    """

    engine: Engine

    def __init__(self, engine: Engine, n: int, seed: int) -> None:
        self.engine = engine
        self.seeds = Random(seed)
        # the seed of each row's game
        self.begun_with: lazy_numpy.Ints = lazy_numpy.np.zeros(n, lazy_numpy.np.int64)

    @property
    def game(self) -> Game:
        return self.engine.game

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """A pickle has the engine and the states."""
        states = [self.state(row) for row in range(len(self))]
        return _batch_of, (self.engine, states, self.seeds.state, self.begun_with)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Batch)
            and len(self) == len(other)
            and self.seeds.state == other.seeds.state
            and all(self.state(row) == other.state(row) for row in range(len(self)))
        )

    def __len__(self) -> int:
        return len(self.begun_with)

    @property
    @abstractmethod
    def current_player(self) -> lazy_numpy.NDArray[lazy_numpy.np.int8]:
        """Who acts in each row; in a finished one, who would."""

    @property
    @abstractmethod
    def is_terminal(self) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]: ...

    @property
    @abstractmethod
    def ended_by(self) -> lazy_numpy.Ints:
        """The index of the way in which each row is over (`gdl.core.rules.ways_to_end`; those of `game.ends` come first, in their
        order); -1 where it is not over, or not known in which way."""

    @property
    @abstractmethod
    def returns(self) -> lazy_numpy.NDArray[lazy_numpy.np.float64]:
        """What each player gets: an array of rows by players. Zeros until a game is over."""

    @property
    @abstractmethod
    def counts(self) -> lazy_numpy.Ints:
        """How many actions are legal in each row; 0 in finished ones."""

    @property
    def work(self) -> int:
        """How much machine code has done for batches of this engine, where it counts that; else 0."""
        return 0

    def legal(self) -> tuple[lazy_numpy.Ints, lazy_numpy.Ints]:
        """How many actions each row has, and the numbers of all rows' actions, row after row.

        Raises OverflowError where a number has more than 64 bits: then only places serve, and `actions`.
        """
        counts = self.counts
        return counts, self._numbers(counts)

    @abstractmethod
    def _numbers(self, counts: lazy_numpy.Ints) -> lazy_numpy.Ints: ...

    @abstractmethod
    def actions(self, row: int) -> list[int]:
        """The legal actions of one row, in the order of their places; numbers of any size."""

    @abstractmethod
    def state(self, row: int) -> State:
        """The state of one row, by itself."""

    def board(self, full: bool = False) -> Board:
        """The pieces on the sites. `full` must be given where something of the game is hidden from players."""
        self._may_see(full, "the board")
        return self._board()

    @abstractmethod
    def _board(self) -> Board: ...

    def field(self, name: str, full: bool = False) -> lazy_numpy.NDArray[lazy_numpy.np.generic]:
        """A field's values: one for each row, or an array of rows by players, by sites, or by the holders of a table.

        Truths are truths; players, sites, kinds, directions and symbols are their numbers, -1 for none; a piece is its
        site, -1 off the board; numbers are themselves, `interpreter.shared.numbering.NO_NUMBER` for none. A field of pieces is
        that of the topmost piece of each site, and arbitrary on an empty one. Of a field of pieces and something else each
        value of the other has a field of its own, such as `knows(Red)`. Raises KeyError for an unknown field.
        """
        if name not in self.game.fields:
            raise KeyError(
                f"{self.game.title} has no field `{name}`; there are: {', '.join(self.game.fields) or 'none'}"
            )
        self._may_see(full, f"the field `{name}`")
        return self._field(name)

    @abstractmethod
    def _field(self, name: str) -> lazy_numpy.NDArray[lazy_numpy.np.generic]: ...

    def mask(
        self, out: lazy_numpy.NDArray[lazy_numpy.np.bool_] | None = None
    ) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]:
        """Which actions are legal: an array of rows by `engine.actions.count`, which is `out` where that is given.

        Raises OverflowError for a game with too many actions, ValueError for an `out` of another shape or type.
        """
        self.engine.actions.check_masked()
        counts, numbers = self.legal()
        made = fitting(out, (len(self), self.engine.actions.count), lazy_numpy.np.bool_)
        made[lazy_numpy.np.repeat(lazy_numpy.np.arange(len(self)), counts), numbers] = True
        return made

    def planes(
        self, player: int, out: lazy_numpy.NDArray[lazy_numpy.np.float32] | None = None
    ) -> lazy_numpy.NDArray[lazy_numpy.np.float32]:
        """What a player sees, for networks: an array of rows by `engine.planes.shape`, which is `out` where that is given.

        Nothing that the player may not see is in it, so that it needs no `full`. Raises ValueError for a player that does
        not exist, and for an `out` of another shape or type.
        """
        check_player(self.game, player)
        return self.engine.planes.drawn(self.seen_by(player), out)

    @abstractmethod
    def seen_by(self, player: int) -> Sight:
        """What a player sees of all rows, in arrays."""

    def _may_see(self, full: bool, what: str) -> None:
        if self.game.is_hidden and not full:
            raise ValueError(
                f"{self.game.title} hides something from its players, and {what} would reveal it: "
                "pass full=True for everything, or ask state(row).observation(player)"
            )

    def step(self, places: lazy_numpy.ArrayLike) -> None:
        """Plays in each row that is not finished the action with this place in its list.

        Raises IllegalAction that names the row, and then nothing is changed. Where a rule goes wrong in play, raises
        GameError: that row stays what it was, and the others are played.
        """
        self._step(checked_places(places, self.counts, self.is_terminal))

    @abstractmethod
    def _step(self, places: lazy_numpy.Ints) -> None: ...

    def step_indices(self, indices: lazy_numpy.ArrayLike, auto_reset: bool = True) -> Stepped:
        """Plays in each row that is not finished the action with this number; then begins finished rows anew, if asked to.

        Raises IllegalAction that names the row and the reason, and then nothing is changed; ValueError and GameError as
        `step` does, OverflowError where numbers have more than 64 bits.
        """
        before = self.is_terminal
        chosen = checked_numbers(indices, len(self))
        places = places_of(chosen, *self.legal())
        wrong = lazy_numpy.np.flatnonzero((places < 0) & ~before)
        if len(wrong):
            raise self._refused(int(wrong[0]), int(chosen[wrong[0]]))
        self._step(places)
        ended = self.is_terminal & ~before
        returns = lazy_numpy.np.where(ended[:, None], self.returns, 0.0)
        if auto_reset:
            self.reset()
        return Stepped(ended, returns)

    def _refused(self, row: int, number: int) -> IllegalAction:
        try:
            self.state(row).apply(number)
        except IllegalAction as reason:
            return IllegalAction(f"row {row}: {reason}")
        raise AssertionError(f"row {row}: {number} is legal in the state, but not in the batch")

    def step_random(self, seed: int) -> None:
        """Plays a random action in each row that is not finished; the same places for the same seed."""
        self._step(draw(Random(seed), self.counts))

    def reset(self, rows: lazy_numpy.ArrayLike | None = None) -> None:
        """Begins these rows anew, given by their numbers or by a truth for each; without them the finished ones."""
        numbers = checked_rows(self.is_terminal if rows is None else rows, len(self))
        self.begun_with[numbers] = draw(self.seeds, lazy_numpy.np.full(len(numbers), 1 << 32))
        self._begin(numbers)

    @abstractmethod
    def _begin(self, rows: lazy_numpy.Ints) -> None:
        """Begins rows anew, each with its seed in `begun_with`."""


class Engine(ABC):
    """Runs one checked game."""

    game: Game

    settings: tuple[object, ...] = ()  # what it was made with, beside the game

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """A pickle has the game and the settings; whoever reads it makes the engine anew."""
        _made[_key(type(self), self.game, self.settings)] = self
        return _engine_of, (type(self), self.game, *self.settings)

    @cached_property
    def actions(self) -> ActionSpace:
        """The actions of the game by dense numbers."""
        return ActionSpace(ActionNumbers(self.game))

    @cached_property
    def planes(self) -> PlanePlan:
        """What the planes of a position show: `names`, `shape`, `sites`."""
        return PlanePlan(self.game)

    @property
    @abstractmethod
    def state_size(self) -> int:
        """How many bytes a state has."""

    @abstractmethod
    def initial_state(self, seed: int = 0) -> State: ...

    @abstractmethod
    def initial_outcomes(self, most: int = MAX_OUTCOMES) -> list[tuple[float, State]]:
        """All states in which a game may begin, with their probabilities. Raises ValueError beyond `most` ways of chance."""

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

    def past(self, state: State, player: int) -> Past | None:
        """See `State.past`."""
        return None

    @abstractmethod
    def perft(self, state: State, depth: int, threads: int = 1) -> int:
        """How many sequences of `depth` actions there are, on however many threads; an engine may use only one.

        Raises ValueError in a game of chance, for a negative depth, or fewer than one thread.
        """

    @abstractmethod
    def playout(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Playout:
        """A random game from a state, the same for the same seed."""

    def outcome(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Sequence[float] | None:
        """What each player gets in the random game of `playout`; None if it is cut off."""
        game = self.playout(state, seed, max_plies)
        return None if game.is_cut_off else game.state.returns

    @abstractmethod
    def batch(self, n: int, seed: int = 0) -> Batch:
        """n games that are stepped at once. Each row's seed is drawn from `seed`."""

    @abstractmethod
    def batch_of(self, states: Sequence[Any]) -> Batch:
        """States of this engine to be stepped at once."""

    @abstractmethod
    def evaluate(self, state: State, condition: str) -> bool:
        """Whether a condition of the language holds, for the player to move. Raises GameError."""

    @abstractmethod
    def judge(self, state: State) -> State:
        """A position that somebody has written, as play would have left it: over, where an end of the rules holds for the player
        whose turn was before, and no result is given. Where the order of turns does not say whose that was, it stays as it is."""

    @abstractmethod
    def related(self, state: State, relation: str) -> list[tuple[int, int]]:
        """The pairs of sites between which a relation of the game holds. Raises KeyError for an unknown name."""

    @abstractmethod
    def holding(self, state: State, definition: str) -> list[int]:
        """The sites for which a definition of the game, a condition on a site, holds. KeyError for an unknown name."""

    @abstractmethod
    def decided(self, state: State) -> list[tuple[int, ...]]:
        """What the end of a finished game has found on the board: rows of sites in order, such as five in a row or a chain from
        side to side. Empty where the game goes on, or its end has found nothing that lies on sites."""

    @abstractmethod
    def threats(self, state: State) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
        """What holds of the player to move that a rule forbids them to leave so, such as a check: each with the name of its
        definition, and pairs of sites, from a piece of others to one of theirs. Empty in an end that the rules name."""

    @abstractmethod
    def scores(self, state: State, definition: str) -> list[Any]:
        """The value of a definition for each player: of one with a player as parameter theirs, else the game's.

        Raises KeyError for an unknown name.
        """

    @abstractmethod
    def known_scores(self, state: State, definition: str, viewer: int | None) -> list[KnownScore]:
        """The same as far as a player knows it, or spectators (None). Raises KeyError for an unknown name."""

    def series(self, seeds: Random, n: int, max_plies: int = MAX_PLIES, threads: int = 1) -> Tally:
        """Plays n random games from the start; the seeds of each are drawn from `seeds`.

        The games are the same on however many threads, and an engine may use only one. Raises ValueError for a
        negative number of games, or fewer than one thread.
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

    def divide(self, state: State, depth: int, threads: int = 1) -> list[tuple[str, int]]:
        """Perft per first move, in notation, sorted."""
        found = []
        for action in state.legal_actions():
            leaves = self.perft(state.apply(action), depth - 1, threads) if depth > 1 else 1
            found.append((state.action_to_string(action), leaves))
        return sorted(found)


def _batch_of(engine: Engine, states: Sequence[State], seeds: int, begun_with: lazy_numpy.Ints) -> Batch:
    """A batch from its pickle."""
    batch = engine.batch_of(states)
    batch.seeds.state = seeds
    batch.begun_with[:] = begun_with
    return batch


_made: WeakValueDictionary[tuple[object, ...], Engine] = WeakValueDictionary()
"""The engines whose states were pickled here: a process makes each engine once, however many states of it arrive."""


def _engine_of(maker: Callable[..., Engine], game: Game, *settings: object) -> Engine:
    """An engine from its pickle: the one that this process has, or a new one."""
    found = _made.get(_key(maker, game, settings))
    return found if found is not None and is_same_game(found.game, game) else maker(game, *settings)


def _key(maker: object, game: Game, settings: tuple[object, ...]) -> tuple[object, ...]:
    return (maker, game.name, tuple(sorted(game.settings.items())), *settings)
