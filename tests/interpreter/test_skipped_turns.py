"""Games that end because the turn is given to a player whom a `skip` passes over."""

import json

import pytest

from gdl.diagnostics import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.analysis import skipped_turns
from interpreter.analysis.skipped_turns import SkippedTurns
from interpreter.engines.reference.engine import ReferenceEngine

PURSES = """game "Purses"
players Red, Blue, Green
kinds coin
pool purse of player
setup
  place coin in purse(Red)
action pay
  where some purse(mover)
  do {}
turn: pay
skip p when {}
end mover wins when turn = 3
"""
GIVES = "then turn of after(mover)"


def told(does: str, passes: str) -> Diagnostic | None:
    """What is said after the one action that there is."""
    game, said = examine_source(Source("purses.gdl", PURSES.format(does, passes)))
    assert game is not None, said
    state = ReferenceEngine(game).initial_state(0)
    (action,) = state.legal_actions()
    noted = SkippedTurns()
    noted.note(action, state.apply(action), game)
    return skipped_turns.found(skipped_turns.of_data(json.loads(json.dumps(noted.as_data()))), 1, game)


def test_a_turn_that_is_given_to_who_is_passed_over_is_told_at_its_place() -> None:
    warning = told(GIVES, "no purse(p)")
    assert warning is not None
    assert (warning.code, warning.span.text) == ("skipped-turn", GIVES)
    assert "Blue has no legal" in warning.message


@pytest.mark.parametrize("passes", ["some purse(p)", "p = Green", "turn > 0"])
def test_nothing_is_told_of_who_is_not_passed_over_or_where_all_are(passes: str) -> None:
    assert told(GIVES, passes) is None


def test_nothing_is_told_where_the_turn_goes_on_by_itself() -> None:
    assert told("move first(purse(mover)) to purse(after(mover))", "no purse(p)") is None
