"""Where the rules of two games differ: both are played in lock step until their legal moves or results do."""

from dataclasses import dataclass
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.engines.base import Engine, State
from interpreter.hashing import Random

POSITIONS = 300  # that are compared


@dataclass(frozen=True, slots=True)
class Difference:
    """A position that both games reach by the same moves and in which their rules differ.

    `only_a`, `only_b`: moves in notation that one of them alone allows; both are empty where the results differ.
    """

    moves: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    result_a: tuple[float, ...] | None
    result_b: tuple[float, ...] | None

    def to_json(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "only_a": self.only_a,
            "only_b": self.only_b,
            "result_a": self.result_a,
            "result_b": self.result_b,
        }


def first_difference(
    a: Engine, b: Engine, seed: int = 0, positions: int = POSITIONS
) -> tuple[Difference | None, int]:
    """The earliest difference found in random games of both in lock step, and how many positions were compared.

    Each game is played only as far as an earlier difference could still be found.
    """
    random, found, compared = Random(seed), None, 0
    most = MAX_PLIES
    while compared < positions and most >= 0:
        start = random.below(1 << 32)
        one, two = a.initial_state(start), b.initial_state(start)
        moves: list[str] = []
        while compared < positions and len(moves) <= most:
            compared += 1
            mine, other = _named(one), _named(two)
            results = _result(one), _result(two)
            if mine.keys() != other.keys() or results[0] != results[1]:
                only_a, only_b = sorted(mine.keys() - other.keys()), sorted(other.keys() - mine.keys())
                found = Difference(tuple(moves), tuple(only_a), tuple(only_b), *results)
                most = len(moves) - 1
                break
            if not mine:
                break
            moves.append(random.pick(sorted(mine)))
            one, two = one.apply(mine[moves[-1]]), two.apply(other[moves[-1]])
    return found, compared


def _named(state: State) -> dict[str, int]:
    return {state.action_to_string(a): a for a in state.legal_actions()}


def _result(state: State) -> tuple[float, ...] | None:
    return tuple(state.returns) if state.is_terminal else None
