"""What a move takes at its end: nothing where that must be empty, or whatever stands there."""

import numpy as np
import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Scope

pytestmark = pytest.mark.thorough

HEAD = """game "Landing"
players Red facing north, Blue facing south
board square 4 x 5
kinds {kinds}
{more}
let free(s: site) = s is empty and rank(s) > 0
setup
  for p in players do place man of p on home_rank(p)
"""
MOVES = {
    "onto an empty site": ("line forward up to 1: empty", True),
    "onto a site that a definition calls empty": ("line any up to 2: empty*, free", True),
    "onto a site that must be empty": ("line any up to 1: any\n  where to is empty", True),
    "onto a site that has a name": ("line orthogonal: empty as to, any", True),
    "in steps of which the last may be left out": ("line any: empty, [it is enemy]?", False),
    "onto enemies": ("line forward_diagonal up to 1: empty | enemy", False),
    "onto anything else": ("line any up to 1: not own", False),
    "onto one's own": ("line orthogonal up to 1: own as met", False),
    "in leaps": ("leap 1, 2: not own", False),
}
TEXTS = {
    "one kind": ("man", ""),
    "two kinds": ("man, king", ""),
    "many kinds": ("man, king, queen, rook", ""),
    "fields of pieces": ("man", "field tired of piece: bool"),
    "captures that count": ("man", "field taken of game: 0..9000"),
}


def _text(kinds: str, more: str, end: str = "") -> str:
    moves = [f"move m{k} by man\n  {said}\n{end}" for k, (said, _) in enumerate(MOVES.values())]
    names = " or ".join(f"m{k}" for k in range(len(MOVES)))
    return (
        HEAD.format(kinds=kinds, more=more)
        + "".join(moves)
        + f"turn: {names} else pass\nlimit 30 moves: draw\n"
    )


@pytest.mark.parametrize("name", TEXTS)
def test_both_engines_take_the_same(name: str) -> None:
    kinds, more = TEXTS[name]
    counted = "  do taken := taken + captures\n" if "taken" in more else ""
    text = _text(kinds, more, counted)
    assert agree(text, games=2, plies=16)
    game = checked(text)
    assert game is not None
    facts = NativeEngine(game, effort=0).compiled.facts
    plans = plan_rules(Scope(facts, GameForms())).actions
    said = [plans[f"m{k}"].is_onto_empty for k in range(len(MOVES))]
    assert said == [wanted for _, wanted in MOVES.values()]


def test_each_place_of_a_few_sets_is_another_action() -> None:
    game = checked(_text("man", ""))
    assert game is not None
    engine = NativeEngine(game, effort=0)
    state = engine.initial_state()
    for turn in range(8):
        actions = state.legal_actions()
        batch = engine.batch_of([state] * len(actions))
        batch.step(np.arange(len(actions)))
        assert sorted(hash(batch.state(row)) for row in range(len(actions))) == sorted(
            hash(state.apply(a)) for a in actions
        )
        state = state.apply(actions[7 * turn % len(actions)])
