"""Random actions that are drawn out of a larger set: each legal one is as likely as any other."""

from collections import Counter

import bundled
import pytest

from gdl.core import model
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.state import NativeState
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.actions.sampling import Superset
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Scope

pytestmark = pytest.mark.thorough

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


def checked(text: str) -> model.Game:
    game, diagnostics = examine_source(Source("drawn.gdl", text))
    assert game is not None, diagnostics
    return game


def drawn(engine: NativeEngine, state: NativeState) -> Counter[bytes]:
    found: Counter[bytes] = Counter()
    random = 1
    for _ in range(DRAWS):
        memory, random = engine.calls.random_step(state.memory, random)
        assert memory is not None
        found[engine.calls.in_use(memory)] += 1
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_each_legal_action_is_drawn_equally_often(name: str) -> None:
    engine = bundled.native(name, OPTIONS.get(name, {}))
    fits(engine, engine.state(POSITIONS[name]))


HEAD = """game "Drawn"
players Red facing north, Blue facing south
board square 4 x 4
kinds   ways
  man   (line orthogonal up to 1: any)
  king  (line any: empty*, any)
setup
  place man of Red on {a1, b1}
  place king of Red on d1
  place man of Blue on {a4, b3}
"""
NESTED = {
    "choices within choices": "action swap\n  choose a in own pieces\n  choose n in {1, 2, 5} where n != count(neighbours(site(a)) where it is own)\n"
    "  choose b in enemy pieces where distance(site(a), site(b)) > n\n  choose c in sites where c is empty and file(c) > n\n"
    "  do capture b\n     place man of mover on c\n",
    "paths of two kinds of piece": "move go\n  line any: empty*, empty | enemy\n  where not (to is enemy and (some walk orthogonal up to 2 from to: empty+, own))\n",
    "destinations by kind": "move go\n  along ways\n  where to is not own\n  where no walk orthogonal up to 2 from to: empty, piece\n",
    "two actions": "action put\n  choose a in own pieces\n  choose s in neighbours(site(a)) where s is empty and (some n in neighbours(s): n is enemy or n is king)\n"
    "  do place man of mover on s\nmove go by king\n  walk orthogonal up to 3: empty+\n  where some n in neighbours(to): n is own and n != from\n",
}  # fmt: skip


@pytest.mark.parametrize("rules", NESTED.values(), ids=[name.replace(" ", "_") for name in NESTED])
def test_candidates_in_loops_are_drawn_equally_often(rules: str) -> None:
    names = [line.split()[1] for line in rules.split("\n") if line.startswith(("action", "move"))]
    game = checked(HEAD + rules + f"turn: {' or '.join(names)} else pass\n")
    engine = NativeEngine(game, checked=True, effort=0)
    fits(engine, engine.initial_state())
    assert not engine.compiled.machine.take_violation()


MANY = """game "Many"
players Red, Blue
board square 9 x 9
kinds stone
action put
  choose a in sites
  choose b in sites where b != a and (file(a) * file(b)) mod 3 != 1
  choose c in sites where c != a and c != b and (some n in neighbours(c): n = a or n = b)
  do place stone of mover on {a, b, c} where it is empty
turn: put
end draw when moves = 3
"""


def test_more_batches_than_are_noted() -> None:
    game = checked(MANY.replace("{a, b, c} where it is empty", "c"))
    engine = NativeEngine(game, checked=True, effort=0)
    assert len(engine.initial_state().legal_actions()) > 20_000
    state = engine.reference.initial_state()
    for action in engine.playout(engine.initial_state(), 1, 1).actions:
        assert action in engine.initial_state().legal_actions()
        state = state.apply(action)
    assert state.data.moves == 1 and not engine.compiled.machine.take_violation()


def fits(engine: NativeEngine, state: NativeState) -> None:
    """Draws often, and compares how often each action came with how often it should."""
    assert engine.compiled.is_lowered
    assert any(f.name.startswith("draw.") for f in engine.compiled.lowered.program.functions.values())
    is_fair(engine, state)


def is_fair(engine: NativeEngine, state: NativeState) -> None:
    ways: Counter[bytes] = Counter()  # several actions may lead to one state
    for action in state.legal_actions():
        after = state.apply(action)
        ways[engine.calls.in_use(after.memory)] += 1
    found = drawn(engine, state)
    assert found.keys() == ways.keys()
    expected = DRAWS / len(state.legal_actions())
    chi = sum((found[m] - n * expected) ** 2 / (n * expected) for m, n in ways.items())
    freedom = len(ways) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("prey", ["c3", "h8"])  # which a man and a king may take, or nobody
def test_what_is_listed_and_what_is_counted_behind_it_are_drawn_equally_often(prey: str) -> None:
    engine = bundled.native("english_draughts")
    pieces = {"b2": "Black man", "d2": "Black king", "g1": "Black man", prey: "White man", "e5": "White man"}
    state = engine.state({"pieces": pieces, "to_move": "Black"})
    assert len(state.legal_actions()) == (2 if prey == "c3" else 8)
    is_fair(engine, state)


def test_a_condition_that_is_a_set_of_ends_is_counted() -> None:
    """Else most of what is drawn would be refused: pawns that do not come to the last rank, say."""
    plans = plan_rules(Scope(bundled.native("chess").compiled.facts, GameForms())).actions
    for name in ("push", "take", "en_passant", "promote", "take_and_promote"):
        superset = plans[name].way(Superset)
        assert superset is not None and superset.counted.sets is not None and not superset.left_out
    castle = plans["castle"].way(Superset)
    assert castle is not None and castle.left_out
