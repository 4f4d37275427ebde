"""Every bundled game: clean text, its own tests, and random games that keep the promises of the contract."""

from pathlib import Path

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small import SMALL

import gdl
from gdl.loader import bundled_directory, bundled_games, option_settings
from interpreter.analysis.cases import run_file

NAMES = bundled_games()
ENGINES = ("reference", "native")


@pytest.mark.thorough
def test_what_the_tests_know_of_the_games_is_so() -> None:
    games = {name: bundled.load(name) for name in NAMES}
    assert tuple(n for n, g in games.items() if g.is_hidden) == bundled.HIDDEN
    related = tuple(n for n, g in games.items() if any(d.is_relation for d in g.definitions.values()))
    assert related == bundled.RELATED
    assert tuple(n for n, g in games.items() if len(g.players) == 1) == bundled.FOR_ONE
    extending = tuple(n for n in NAMES if ' extends "' in path(n).read_text("utf-8"))
    assert extending == bundled.EXTENDING


def path(name: str) -> Path:
    return bundled_directory() / f"{name}.gdl"


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_has_no_problems_under_any_value_of_an_option(name: str) -> None:
    for options in option_settings(bundled.load(name)):  # the defaults first
        assert gdl.examine(path(name), options)[1] == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_says_whose_it_is(name: str) -> None:
    headings = bundled.load(name).headings
    assert headings["author"] and headings["source"]


# a lesson to search without machine code; machine code of many options to make
_LONG = {("cyvasse", "reference"), ("zarcana", "native")}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=pytest.mark.thorough if (name, kind) in _LONG else ())
        for name in NAMES
        for kind in ENGINES
    ],
)
def test_the_tests_beside_a_game_pass(name: str, kind: str) -> None:
    # the reference engine counts little: machine code counts all, and so does this engine in slow tests
    most = 1_000 if kind == "reference" else None
    results = list(run_file(path(name), kind, effort=0, most=most))
    assert len(results) >= 4
    assert [r.messages for r in results if not r.passed] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_deep_counts_of_a_game_hold(name: str, kind: str) -> None:
    assert [r.messages for r in run_file(path(name), kind, include_slow=True) if not r.passed] == []


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), stop=st.integers(0, 60))
def test_a_state_is_its_position_and_its_bytes(name: str, seed: int, stop: int) -> None:
    engine = bundled.native(name, SMALL.get(name, {}))
    state = engine.playout(engine.initial_state(), seed, stop).state
    again = engine.state(state.position())
    assert again == state
    assert hash(again) == hash(state)
    assert again.position() == state.position()
    assert again.legal_actions() == state.legal_actions()
    assert again.returns == state.returns
    assert engine.from_bytes(bytes(state)) == state


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32), stop=st.integers(0, 40))
def test_actions_are_sorted_and_written_apart(name: str, seed: int, stop: int) -> None:
    engine = bundled.native(name, SMALL.get(name, {}))
    state = engine.playout(engine.initial_state(), seed, stop).state
    actions = state.legal_actions()
    assert actions == sorted(set(actions))
    texts = [state.action_to_string(a) for a in actions]
    assert len(set(texts)) == len(texts)
    assert [state.action_from_string(t) for t in texts] == actions
    assert all(state.why(t) == [] for t in texts)
    assert state.is_terminal == (not actions)


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_ends_and_is_the_same_for_the_same_seed(name: str) -> None:
    a_random_game_ends(name, "native")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_of_the_reference_engine_ends(name: str) -> None:
    a_random_game_ends(name, "reference")


def a_random_game_ends(name: str, kind: str) -> None:
    engine = bundled.engine(name, kind, SMALL.get(name, {}))
    first = engine.playout(engine.initial_state(), seed=11)
    assert not first.is_cut_off
    assert first.state.ended is not None
    if len(engine.game.players) == 2:
        assert sum(first.state.returns) == 0
    assert engine.playout(engine.initial_state(), seed=11).actions == first.actions
