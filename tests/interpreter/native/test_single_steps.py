"""Actions that repeat, of which first steps are drawn from sets where none goes on: the same actions, each as likely as any other."""

from collections import Counter

import bundled
import pytest
from lockstep import agree, checked

from gdl.core import model
from interpreter.engines.native import NativeEngine
from interpreter.lowering.actions.action_plan import RulePlan
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.actions.single_steps import ChainSets, SingleSteps, may_be_single
from interpreter.lowering.entry.games import WholeGames
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Scope
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

DRAWS = 4_000
GAME = """game "Chains"
players Red facing north, Blue facing south
board square 5 x 6
kinds man, king
field worn of site: bool
setup
  for p in players do place man of p on home_rank(p)
  place king of Red on c2
  place man of Red on a2
  place man of Blue on {{b3, b4, d3, d5}}

move jump by man
  line forward_diagonal: enemy as victim, empty
  do capture victim
  {again}
  finally if to in last_rank(mover) do kind(piece) := king
move leap by king
  line any: {over}
  {taken}
  {leaps}
move step
  line any up to 1: empty
{turn}
limit 60 moves: draw
"""
TURN = "turn: jump or leap else step else lose"
OVER = {"over": "enemy as victim, empty", "taken": "do capture victim"}
PLAIN = {"again": "again must up to 9", "leaps": "again must up to 9", "turn": TURN} | OVER
CHANGES: dict[str, dict[str, str]] = {
    "must go on": {},
    "may go on": {"again": "again may up to 9", "leaps": "again may up to 2"},
    "once per outcome": {"again": "again must up to 9 once per outcome", "leaps": "again must up to 9 once per outcome"},
    "one step at most": {"again": "again must up to 1"},
    "beside steps": {"turn": "turn: jump or leap or step else lose"},
    "back over what stays": {"over": "enemy, empty", "taken": "", "leaps": "again may up to 2"},
    "over what is empty by then": {"over": "[it is empty or it is enemy] as victim, empty", "leaps": "again may up to 2"},
    "two sites on": {"over": "enemy as victim, empty, empty", "leaps": "again may up to 3"},
}  # fmt: skip
REFUSED = {
    "not beyond a rank": {"again": "again must up to 9 where rank(to) < 4"},
    "with steps that are counted": {"leaps": "do worn(to) := true\n  where not worn(from)\n  again must up to 9"},
    "with a requirement": {"turn": "require count(own pieces) < 9\n" + TURN},
    "with a preference": {"turn": TURN + "\nprefer captures > 1"},
    "once per outcome, where more comes up": {
        "leaps": "do place man of mover on from\n  again must up to 9 once per outcome"
    },
    "once per outcome, where it rests afterwards": {
        "leaps": "again must up to 9 once per outcome", "turn": "settle\n  worn(a1) := true\n" + TURN,
    },
}  # fmt: skip


def game_of(changes: dict[str, str]) -> model.Game:
    game = checked(GAME.format(**(PLAIN | changes)))
    assert game is not None
    return game


def plans_of(game: model.Game) -> RulePlan:
    return plan_rules(Scope(NativeEngine(game, effort=0).compiled.facts, GameForms()))


@pytest.mark.parametrize("changes", CHANGES.values(), ids=[name.replace(" ", "_") for name in CHANGES])
def test_first_steps_are_drawn_from_sets(changes: dict[str, str]) -> None:
    game = game_of(changes)
    assert may_be_single(plans_of(game), ("jump", "leap"))
    assert agree(GAME.format(**(PLAIN | changes)), games=4, plies=24)
    engine = NativeEngine(game, checked=True, effort=0)
    seeds, state = Random(3), engine.initial_state()
    jumps = [state.action_to_string(a).count("x") for a in state.legal_actions()]
    assert 1 in jumps and (max(jumps) > 1 or "over" in changes), "single ones beside a chain"
    for _ in range(9):
        is_fair(engine, state)
        state = state.apply(seeds.pick(state.legal_actions()))
        if state.is_terminal:
            break
    assert not engine.compiled.machine.take_violation()


@pytest.mark.parametrize("name", CHANGES)
def test_whether_first_steps_go_on_is_asked_of_sets(name: str) -> None:
    plans = plans_of(game_of(CHANGES[name])).actions
    chains = [way.chains for plan in plans.values() if (way := plan.way(SingleSteps)) is not None]
    assert len(chains) == 2
    assert all(isinstance(c, ChainSets) for c in chains)


def is_fair(engine: NativeEngine, state: object) -> None:
    """Each action is drawn about as often as any other, and no others are."""
    ways: Counter[bytes] = Counter()
    actions = state.legal_actions()  # type: ignore[attr-defined]
    for action in actions:
        ways[engine.calls.in_use(state.apply(action).memory)] += 1  # type: ignore[attr-defined]
    found, random = Counter[bytes](), 1
    for _ in range(DRAWS):
        memory, random = engine.calls.random_step(state.memory, random)  # type: ignore[attr-defined]
        assert memory is not None
        found[engine.calls.in_use(memory)] += 1
    assert found.keys() == ways.keys()
    expected, freedom = DRAWS / len(actions), len(ways) - 1
    chi = sum((found[m] - n * expected) ** 2 / (n * expected) for m, n in ways.items())
    assert chi < freedom + 5 * (2 * max(1, freedom)) ** 0.5


@pytest.mark.parametrize("changes", REFUSED.values(), ids=[name.replace(" ", "_") for name in REFUSED])
def test_what_is_judged_or_may_meet_again_is_listed(changes: dict[str, str]) -> None:
    assert not may_be_single(plans_of(game_of(changes)), ("jump", "leap"))
    assert agree(GAME.format(**(PLAIN | changes)), games=4, plies=24)


def test_whole_games_are_those_that_are_played_action_by_action() -> None:
    game = bundled.native("english_draughts").game
    quick, better = NativeEngine(game, effort=0), NativeEngine(game, effort=2)
    assert any(isinstance(d.plan, WholeGames) for d in quick.compiled.lowered.decisions)
    for seed in range(3):
        assert quick.series(Random(seed), 300) == better.series(Random(seed), 300)
