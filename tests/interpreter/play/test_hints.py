"""Hints: by the search that suits a game, as far as it is known, and in the style in which its moves are written."""

import bundled
import pytest

from interpreter.play import bots
from interpreter.play.bots import Adviser, Hint, hint, hint_text, move_text
from interpreter.search import method_choice
from interpreter.search.methods import AlphaBetaMethod

pytestmark = pytest.mark.thorough


def test_a_hint_is_sought_by_what_suits_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "FINDS", True)
    monkeypatch.setattr(bots, "PATIENCE", 10.0)
    monkeypatch.setattr(method_choice, "suited", lambda game: "alphabeta")
    game = bundled.load("tic_tac_toe")
    adviser = Adviser()
    assert isinstance(adviser.way(game), AlphaBetaMethod)
    assert adviser.way(game) is adviser.way(game)


def test_tree_search_gives_hints_until_it_is_known_what_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_SECONDS", 0.1)
    state = bundled.engine("tic_tac_toe").initial_state(1)
    for text in ("a1", "b1", "a2", "b2"):
        state = state.apply(state.action_from_string(text))
    found = hint(state, 1)
    assert state.action_to_string(found.best[0][0]) == "a3"


def test_a_hint_is_written_as_people_write_moves() -> None:
    state = bundled.engine("chess").initial_state(1)
    knight, pawn = (state.action_from_string(t) for t in ("g1-f3", "e2-e4"))
    assert move_text(state, knight) == "Nf3"
    assert hint_text(state, Hint(10, ((knight, 0.75), (pawn, 0.25)))) == "Nf3 (75%), e4 (25%)"
    assert hint_text(state, Hint(10, ((knight, 1.0),))) == "Nf3"
    assert hint_text(state, Hint(0, ())) == "too much is hidden here for a hint"
