"""Random actions that are drawn out of a larger set: each legal one is as likely as any other."""

from collections import Counter

import pytest

import gdl
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.engine import NativeState

DRAWS = 6_000
POSITIONS = {
    "chess": {"pieces": {"e1": "White king", "a2": "White pawn", "h7": "White pawn", "e8": "Black rook", "c3": "White knight",
                         "a8": "Black king"}},  # in check, with a promotion and a piece that may come between
    "shogi": {"pieces": {"e1": "Black king", "e9": "White king", "e5": "Black gold", "e7": "White lance"},
              "pools": {"hand": {"Black": ["pawn", "knight"]}}},  # a pinned piece and drops
    "go": {"pieces": {"a2": "White stone", "b1": "White stone", "c1": "Black stone", "c3": "Black stone"}},
    "quoridor": {"pieces": {"a1": "White pawn", "c3": "Black pawn"}, "fields": {"stock": {"White": 2, "Black": 2}}},
    "pentago": {"pieces": {"a1": "White marble"}},
}  # fmt: skip
OPTIONS = {"go": {"size": 3}, "quoridor": {"size": 3}}


def drawn(engine: NativeEngine, state: NativeState) -> Counter[bytes]:
    found: Counter[bytes] = Counter()
    random = 1
    for _ in range(DRAWS):
        memory, random = engine.drawn(state, random)
        assert memory is not None
        found[memory[: engine.used(memory)]] += 1
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_each_legal_action_is_drawn_equally_often(name: str) -> None:
    engine = NativeEngine(gdl.load(name, options=OPTIONS.get(name, {})))
    assert engine.is_lowered
    assert any(f.name.startswith("draw.") for f in engine.lowered.program.functions.values())
    state = engine.state(POSITIONS[name])
    ways: Counter[bytes] = Counter()  # several actions may lead to one state
    for action in state.legal_actions():
        after = state.apply(action)
        ways[after.memory[: engine.used(after.memory)]] += 1
    found = drawn(engine, state)
    assert found.keys() == ways.keys()
    expected = DRAWS / len(state.legal_actions())
    chi = sum((found[m] - n * expected) ** 2 / (n * expected) for m, n in ways.items())
    freedom = len(ways) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5
