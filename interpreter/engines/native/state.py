"""A state of the native engine: bytes that machine code reads, and the reference engine's state for what people ask."""

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from gdl.core.model import Action, Choose
from gdl.diagnostics.values import InternalError
from gdl.limits import MAX_OUTCOMES
from gdl.platform.dataclass import dataclass
from interpreter.engines import reference as reference_engine
from interpreter.engines.answers import Ended, Midway, Reason
from interpreter.engines.arguments import check_player, whole
from interpreter.engines.base import Engine, MutableState, State
from interpreter.engines.errors import IllegalAction
from interpreter.engines.native.calls import Calls, GaveUp, Row
from interpreter.engines.notation import is_written_by_choices, is_written_by_what_stands
from interpreter.engines.position_parts import Position
from interpreter.engines.single_states import KeptStates
from interpreter.lowering.refusals import Capacity
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import Move

Origin: TypeAlias = "tuple[NativeState, int]"

_ANY_SEED = 1  # no other is reached from it in as many draws as an action has

MANY_CANDIDATES = 50_000
"""Combinations of choices that the reference engine tries in the second or two that compiling a game takes."""


@dataclass(frozen=True, eq=False)
class Backing:
    """What the states of one engine share."""

    engine: Engine
    calls: Calls
    make_reference: "Callable[[], reference_engine.ReferenceEngine]"
    make_in_place: "Callable[[], Callable[[bytes], MutableState]]"

    @cached_property
    def in_place(self) -> Callable[[bytes], MutableState]:
        """Makes of a state's memory one that changes."""
        return self.make_in_place()

    @property
    def reference(self) -> "reference_engine.ReferenceEngine":
        """The engine that answers what people ask. It asks machine code what is legal."""
        return self.make_reference()

    def listed(self, data: "reference_engine.Data") -> list[int] | None:
        """What machine code finds legal in a position of the reference engine, sorted; None where it cannot say.

        It is asked if it is loaded already, or is quicker to compile than the reference engine is to look.
        """
        compiled = self.calls.compiled
        if not (compiled.is_at_hand or self.has_many_candidates) or not compiled.is_lowered:
            return None
        try:
            return sorted(number for number, _ in self.calls.legal(compiled.converter.encode(data)))
        except (GaveUp, Capacity):
            return None

    @cached_property
    def fixed_notations(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the actions whose notation follows from their number, whatever the position: spans of them."""
        fixed = [a for a in self.calls.game.actions if is_written_by_choices(a)]
        return tuple(self.calls.numbers.span(a) for a in fixed)

    @cached_property
    def public_notations(self) -> tuple[tuple[int, int], ...]:
        """The same for those whose notation follows from that, and from which sites hold pieces and whose these are."""
        found = [a for a in self.calls.game.actions if is_written_by_what_stands(a)]
        return tuple(self.calls.numbers.span(a) for a in found)

    @cached_property
    def has_many_candidates(self) -> bool:
        """Whether the reference engine would take longer to try the choices of an action than compiling takes."""
        return any(_combinations(action) > MANY_CANDIDATES for action in self.calls.game.actions)


def _combinations(action: Action) -> int:
    """In how many ways what an action chooses from sets may be combined, all conditions aside."""
    slots = {part.slot for part in action.parts if isinstance(part, Choose)}
    return math.prod(len(choice.values) for choice in action.choices if choice.slot in slots)


class NativeState(State):
    """An immutable state. `origin` is the state and the action that it came from, or a function that finds them when they
    are asked for: some things must be explained.

    A position that does not fit into the cells of a state has no memory: the reference engine answers for it.
    """

    def __init__(
        self,
        backing: Backing,
        memory: bytes,
        origin: "Origin | Callable[[], Origin | None] | None" = None,
    ) -> None:
        self.engine = backing.engine
        self.backing = backing
        self.memory = memory
        self._origin = origin
        # the action that was told last, and what follows
        self._followed: tuple[int, NativeState] | None = None

    @property
    def origin(self) -> "Origin | None":
        if callable(self._origin):
            self._origin = self._origin()
        return self._origin

    @cached_property
    def reference(self) -> "reference_engine.ReferenceState":
        """The same state, as the reference engine keeps it."""
        calls = self.backing.calls
        if calls.get(self.memory, "over") and self.origin is not None:
            before, action = self.origin
            return before.reference.apply(action)
        return reference_engine.ReferenceState(
            self.backing.reference, calls.compiled.converter.decode(self.memory)
        )

    @cached_property
    def glimpses(self) -> dict[int, object]:
        """What is hidden from players, by seats, kept by whoever has looked (`belief_plans`)."""
        return {}

    @property
    def runs(self) -> bool:
        """Whether machine code can be asked about it."""
        return bool(self.memory) and self.backing.calls.compiled.is_lowered

    @property
    def current_player(self) -> int:
        return (
            self.backing.calls.current_player(self.memory) if self.memory else self.reference.current_player
        )

    @cached_property
    def _status(self) -> tuple[bool, list[float]]:
        """Whether the game is over, and what each player gets."""
        if self.runs:
            try:
                returns = self.backing.calls.returns(self.memory)
            except GaveUp:
                pass
            else:
                return (
                    (False, [0.0] * len(self.backing.calls.game.players))
                    if returns is None
                    else (True, returns)
                )
        return self.reference.is_terminal, self.reference.returns

    @property
    def is_terminal(self) -> bool:
        return self._status[0]

    @property
    def returns(self) -> list[float]:
        return list(self._status[1])

    @property
    def ended(self) -> Ended | None:
        return self.reference.ended if self.is_terminal else None

    def listed(self) -> list[tuple[int, Row]]:
        """The legal actions in the machine code's order, each with the row by which machine code knows it."""
        if self.runs:
            try:
                return self.backing.calls.legal(self.memory)
            except GaveUp:
                pass
        return [(action, ()) for action in self.reference.legal_actions()]

    @cached_property
    def _legal(self) -> dict[int, Row]:
        return dict(sorted(self.listed()))

    @cached_property
    def _numbers(self) -> list[int]:
        """The numbers of the legal actions, sorted."""
        if self.runs and self.backing.calls.has_plain_numbers:
            try:
                return self.backing.calls.legal_numbers(self.memory)
            except GaveUp:
                pass
        return list(self._legal)

    def legal_actions(self) -> list[int]:
        return list(self._numbers)

    def mutable(self) -> MutableState:
        if not self.runs:
            return KeptStates(self)
        return self.backing.in_place(self.memory)

    def apply(self, action: int) -> "NativeState":
        number = whole(action)
        if self.runs and self.backing.calls.has_plain_numbers:
            found = None if number is None else self._played_by_number(number)
            if found is not None:
                return found
        row = self._legal.get(number) if number is not None else None
        if row is None or number is None:
            self.reference.apply(action)  # raises with the reason
            raise IllegalAction(f"{action!r} is not legal here")
        return self.played(number, row) or from_reference(self.backing, self.reference.apply(number))

    def _played_by_number(self, action: int) -> "NativeState | None":
        """The state after an action that need not be listed first; None where machine code finds none."""
        if not 0 <= action < self.backing.calls.numbers.total:
            return None
        try:
            memory = self.backing.calls.play(self.memory, (action,))
        except GaveUp:
            return None
        return None if memory is None else NativeState(self.backing, memory, (self, action))

    def played(self, action: int, row: Row) -> "NativeState | None":
        """The state after an action of a list; None if machine code cannot give it."""
        if not row:
            return None
        try:
            memory = self.backing.calls.play(self.memory, row)
        except GaveUp:
            return None
        if memory is None:
            raise InternalError("the native engine does not find an action that it has listed")
        return NativeState(self.backing, memory, (self, action))

    def action_to_string(self, action: int) -> str:
        return self.reference.action_to_string(action)

    def action_seen(self, action: int, viewer: int, all_chose: bool = False) -> str:
        return self._telling(action, viewer).action_seen(action, viewer, all_chose)

    @property
    def choices_wait(self) -> bool:
        return self.reference.choices_wait

    def stages(self, action: int) -> "Sequence[State]":
        return self.reference.stages(action)

    def _telling(self, action: int, viewer: int | None) -> "reference_engine.ReferenceState":
        """The same state for the reference engine, to tell of an action; what follows it is found by machine code."""
        teller = self.reference
        if self.backing.calls.game.is_hidden and viewer != self.current_player and self.runs:
            known = self._followed
            if known is not None and known[0] == action:
                return teller
            if action in self._numbers:
                after = self.apply(action)
                self._followed = action, after
                teller.follow(action, after.reference)
        return teller

    def action_from_string(self, text: str) -> int:
        return self.reference.action_from_string(text)

    def action_sites(self, action: int, viewer: int | None = None) -> tuple[int, ...]:
        teller = self.reference if viewer is None else self._telling(action, viewer)
        return teller.action_sites(action, viewer)

    def midway(self, move: Move) -> Midway | None:
        return self.reference.midway(move)

    def why(self, text: str, depth: int = 0) -> list[Reason]:
        return self.reference.why(text, depth)

    def position(self) -> Position:
        return self.reference.position()

    def observation(self, player: int) -> Position:
        return self.reference.observation(player)

    def public(self) -> Position:
        return self.reference.public()

    def action_public(self, action: int, all_chose: bool = False) -> tuple[str, tuple[int, ...]]:
        return self._telling(action, None).action_public(action, all_chose)

    @property
    def is_sight_secret(self) -> bool:
        return self.reference.is_sight_secret

    def resample(self, player: int, seed: int) -> State:
        random = Random(seed)
        made = self._exchanged(player, random)
        return made or from_reference(self.backing, self.reference.reseeded(random))

    def imagine(self, player: int, seed: int) -> State | None:
        return self._exchanged(player, Random(seed))

    def _exchanged(self, player: int, random: Random) -> "NativeState | None":
        check_player(self.backing.calls.game, player)
        if self.memory and not self.backing.calls.game.is_hidden and not self.is_terminal:
            return self._reseeded(random.state)  # only chance to come is new
        made: dict[int, NativeState] = {}

        def fits(other: "reference_engine.ReferenceState") -> bool:
            state = made[id(other)] = from_reference(self.backing, other)
            return self._looks_like(state, player)

        found = self.reference.exchanged(player, random, fits)
        return None if found is None else made.get(id(found)) or from_reference(self.backing, found)

    def _reseeded(self, seed: int) -> "NativeState":
        """The same position, with other chance to come."""
        calls = self.backing.calls
        if not calls.has_seed:
            return self
        made = NativeState(self.backing, calls.with_seed(self.memory, seed))
        for name in ("_legal", "_numbers", "_status"):  # neither depends on chance to come
            if name in self.__dict__:
                made.__dict__[name] = self.__dict__[name]
        return made

    def _looks_like(self, other: "NativeState", player: int) -> bool:
        """Whether a player cannot tell another state from this one; asks machine code where it can."""
        mine, theirs = self.reference, other.reference
        if theirs.seen(player)[1] != mine.seen(player)[1] or other._status != self._status:
            return False
        if self.is_terminal or player != self.current_player:
            return True
        legal = self._numbers
        return other._numbers == legal and (
            all(self._has_fixed_notation(number) for number in legal) or mine.written_alike(theirs)
        )

    def _has_fixed_notation(self, action: int) -> bool:
        return any(low <= action < high for low, high in self.backing.fixed_notations)

    def outcomes(self, action: int, most: int = MAX_OUTCOMES) -> list[tuple[float, State]]:
        calls = self.backing.calls
        if not calls.game.has_chance:
            return [(1.0, self.apply(action))]
        if self.memory and calls.has_seed:
            after = self._reseeded(_ANY_SEED).apply(action)
            if after.memory and calls.seed_of(after.memory) == _ANY_SEED:  # nothing was drawn
                return [(1.0, after._reseeded(calls.seed_of(self.memory)))]
        return [(p, from_reference(self.backing, s)) for p, s in self.reference.outcomes(action, most)]

    def __bytes__(self) -> bytes:
        return bytes(self.reference)

    def is_same(self, other: State) -> bool:
        if not isinstance(other, NativeState) or other.engine is not self.engine or not self.memory:
            return False
        if other.memory == self.memory:
            return True
        in_use = self.backing.calls.in_use
        return bool(other.memory) and in_use(other.memory) == in_use(self.memory)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, NativeState) or self._hash != other._hash:
            return False
        return self.is_same(other) or self.reference == other.reference

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        if not self.memory or not self.backing.calls.compiled.is_at_hand:
            return self.reference.hash64()
        return self.backing.calls.hashed(self.memory)


def from_reference(backing: Backing, state: State) -> NativeState:
    """A state of the reference engine as one of the native engine."""
    assert isinstance(state, reference_engine.ReferenceState)
    try:
        memory = backing.calls.compiled.converter.encode(state.data)
    except Capacity:
        memory = b""
    made = NativeState(backing, memory)
    is_listed = "_listed" in state.__dict__
    is_asking = state.engine.listing is not None
    made.__dict__["reference"] = (
        state if is_listed or is_asking else reference_engine.ReferenceState(backing.reference, state.data)
    )
    return made
