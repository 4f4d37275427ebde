"""What a move takes at its end: nothing where that must be empty, whatever stands there by sets, or what is asked for."""

import numpy as np
import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine
from interpreter.lowering.actions.arrival import Asked, OnEmpty, Swept
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Scope

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
    "onto an empty site": ("line forward up to 1: empty", OnEmpty),
    "onto a site that a definition calls empty": ("line any up to 2: empty*, free", OnEmpty),
    "onto a site that must be empty": ("line any up to 1: any\n  where to is empty", OnEmpty),
    "onto a site that has a name": ("line orthogonal: empty as to, any", OnEmpty),
    "in steps of which the last may be left out": ("line any: empty, [it is enemy]?", Swept),
    "onto enemies": ("line forward_diagonal up to 1: empty | enemy", Swept),
    "onto anything else": ("line any up to 1: not own", Swept),
    "onto one's own": ("line orthogonal up to 1: own as met", Swept),
    "in leaps": ("leap 1, 2: not own", Swept),
}
TEXTS = {
    "one kind": ("man", "", Swept),
    "two kinds": ("man, king", "", Swept),
    "many kinds": ("man, king, queen, rook", "", Asked),
    "fields of pieces": ("man", "field tired of piece: bool", Asked),
    "captures that count": ("man", "field taken of game: 0..9000", Asked),
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
    kinds, more, taken = TEXTS[name]
    counted = "  do taken := taken + captures\n" if "taken" in more else ""
    text = _text(kinds, more, counted)
    assert agree(text, games=2, plies=16)
    game = checked(text)
    assert game is not None
    facts = NativeEngine(game, effort=0).compiled.facts
    plans = plan_rules(Scope(facts, GameForms())).actions
    said = [type(plans[f"m{k}"].landing) for k in range(len(MOVES))]
    assert said == [taken if wanted is Swept else wanted for _, wanted in MOVES.values()]


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
