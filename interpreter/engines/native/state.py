"""A state of the native engine: bytes that machine code reads, and the reference engine's state for what people ask."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from interpreter.engines.base import Ended, IllegalAction, Position, Reason, State, check_player, whole
from interpreter.engines.reference.engine import ReferenceState
from interpreter.hashing import Random

if TYPE_CHECKING:
    from interpreter.engines.native.engine import NativeEngine

Origin: TypeAlias = "tuple[NativeState, int]"


class NativeState(State):
    """An immutable state. `origin` is the state and the action that it came from, or what finds them when they are asked
    for: some things must be explained.

    A position that does not fit into its cells has no memory: the reference engine answers for it.
    """

    engine: "NativeEngine"

    def __init__(
        self,
        engine: "NativeEngine",
        memory: bytes,
        origin: "Origin | Callable[[], Origin | None] | None" = None,
    ) -> None:
        self.engine = engine
        self.memory = memory
        self._origin = origin

    @property
    def origin(self) -> "Origin | None":
        if callable(self._origin):
            self._origin = self._origin()
        return self._origin

    @cached_property
    def reference(self) -> ReferenceState:
        """The same state, as the reference engine keeps it."""
        engine = self.engine
        over = engine.get(self.memory, "over")
        if over and self.origin is not None:
            before, action = self.origin
            return before.reference.apply(action)
        return engine.backed(self, engine.converter.decode(self.memory))

    @property
    def current_player(self) -> int:
        return self.engine.to_act(self.memory) if self.memory else self.reference.current_player

    @cached_property
    def _status(self) -> tuple[bool, list[float]]:
        return self.engine.status(self)

    @property
    def is_terminal(self) -> bool:
        return self._status[0]

    @property
    def returns(self) -> list[float]:
        return list(self._status[1])

    @property
    def ended(self) -> Ended | None:
        return self.reference.ended if self.is_terminal else None

    @cached_property
    def _legal(self) -> dict[int, tuple[int, ...]]:
        """The legal actions, each with the words by which the machine code knows it."""
        return self.engine.legal(self)

    def legal_actions(self) -> list[int]:
        return list(self._legal)

    def apply(self, action: int) -> "NativeState":
        number = whole(action)
        words = self._legal.get(number) if number is not None else None
        if words is None or number is None:
            self.reference.apply(action)  # says why not
            raise IllegalAction(f"{action!r} is not legal here")
        return self.engine.play(self, number, words) or self.engine.from_reference(
            self.reference.apply(number)
        )

    def action_to_string(self, action: int) -> str:
        return self.reference.action_to_string(action)

    def action_seen(self, action: int, viewer: int) -> str | None:
        return self.reference.action_seen(action, viewer)

    def action_from_string(self, text: str) -> int:
        return self.reference.action_from_string(text)

    def action_sites(self, action: int) -> tuple[int, ...]:
        return self.reference.action_sites(action)

    def why(self, text: str) -> list[Reason]:
        return self.reference.why(text)

    def position(self) -> Position:
        return self.reference.position()

    def observation(self, player: int) -> Position:
        return self.reference.observation(player)

    def resample(self, player: int, seed: int) -> State:
        if self.memory and not self.engine.game.is_hidden and not self.is_terminal:  # then only chance is new
            check_player(self.engine.game, player)
            return self.engine.reseeded(self, Random(seed).state)
        check_player(self.engine.game, player)
        made: dict[int, NativeState] = {}

        def fits(other: ReferenceState) -> bool:
            state = made[id(other)] = self.engine.from_reference(other)
            return self._looks_like(state, player)

        found = self.reference.exchanged(player, seed, fits)
        return made.get(id(found)) or self.engine.from_reference(found)

    def _looks_like(self, other: "NativeState", player: int) -> bool:
        """Whether a player cannot tell another state from this one; what is asked of states is asked of machine code."""
        mine, theirs = self.reference, other.reference
        if theirs.seen(player)[1] != mine.seen(player)[1] or other._status != self._status:
            return False
        if self.is_terminal or player != self.current_player:
            return True
        legal = self._legal.keys()
        return other._legal.keys() == legal and (
            all(number in self.engine.written_by_number for number in legal) or mine.written_alike(theirs)
        )

    def outcomes(self, action: int) -> list[tuple[float, State]]:
        return [(p, self.engine.from_reference(s)) for p, s in self.reference.outcomes(action)]

    def __bytes__(self) -> bytes:
        return bytes(self.reference)

    def is_same(self, other: State) -> bool:
        if not isinstance(other, NativeState) or other.engine is not self.engine or not self.memory:
            return False
        if other.memory == self.memory:
            return True
        used = self.engine.used(self.memory)  # what is behind the decisions that wait says nothing
        return used < len(self.memory) and other.memory[:used] == self.memory[:used]

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
        return self.engine.hashed(self)
