"""Positions that are changed in place, actions by dense numbers, and engines and states as pickles."""

import copy
import pickle
from random import Random

import bundled
import numpy as np
import pytest

import gdl
import interpreter
from interpreter.engines.base import Engine, MutableState, State
from interpreter.engines.errors import IllegalAction
from interpreter.shared.numbering import MOST_IN_A_MASK

PLIES = 12


def made(name: str, kind: str = "native") -> Engine:
    return bundled.engine(name, kind)


def check_same(play: MutableState, state: State) -> None:
    """Asserts that a position in place answers as a state does."""
    assert play.current_player == state.current_player
    assert play.is_terminal == state.is_terminal
    assert play.returns == state.returns
    assert play.legal_actions() == state.legal_actions()
    assert play.state() == state


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_a_position_in_place_answers_as_states_do_and_goes_back(name: str) -> None:
    engine, random = made(name), Random(7)
    states = [engine.initial_state(3)]
    play = states[0].mutable()
    for _ in range(PLIES):
        check_same(play, states[-1])
        if states[-1].is_terminal:
            break
        action = random.choice(states[-1].legal_actions())
        play.play(action)
        states.append(states[-1].apply(action))
    while len(states) > 1:
        states.pop()
        play.undo()
    check_same(play, states[0])
    with pytest.raises(IndexError, match="no action to take back"):
        play.undo()


@pytest.mark.parametrize("kind", ["native", "reference"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "kuhn_poker", "pig", "english_draughts"])
def test_whole_games_in_place(name: str, kind: str) -> None:
    engine, random = made(name, kind), Random(1)
    for seed in range(3):
        state = engine.initial_state(seed)
        play = state.mutable()
        while not play.is_terminal:
            action = random.choice(play.legal_actions())
            play.play(action)
            state = state.apply(action)
        check_same(play, state)


def test_many_actions_outgrow_the_first_memory() -> None:
    engine, random = made("chess"), Random(5)
    state = engine.initial_state()
    play, actions = state.mutable(), []
    while len(actions) < 100 and not play.is_terminal:
        actions.append(random.choice(play.legal_actions()))
        play.play(actions[-1])
    for action in actions:
        state = state.apply(action)
    check_same(play, state)
    for _ in actions:
        play.undo()
    check_same(play, engine.initial_state())


@pytest.mark.parametrize("kind", ["native", "reference"])
@pytest.mark.parametrize("action", [-1, 99999999, 1 << 70, "e2e4", 1.5, None])
def test_an_action_that_is_not_legal_changes_nothing(kind: str, action: object) -> None:
    play = made("chess", kind).initial_state().mutable()
    with pytest.raises(IllegalAction):
        play.play(action)  # type: ignore[arg-type]
    check_same(play, made("chess", kind).initial_state())


def test_an_action_of_another_position_gets_its_reason() -> None:
    state = made("chess").initial_state()
    other = state.apply(state.action_from_string("e2e4"))
    play = state.mutable()
    with pytest.raises(IllegalAction) as wanted:
        state.apply(other.legal_actions()[0])
    with pytest.raises(IllegalAction) as raised:
        play.play(other.legal_actions()[0])
    assert str(raised.value) == str(wanted.value)


def test_numbers_of_numpy_are_numbers() -> None:
    play = made("tic_tac_toe").initial_state().mutable()
    array = play.legal_array()
    assert array.dtype == np.int64 and array.tolist() == play.legal_actions()
    play.play(array[4])
    assert 4 not in play.legal_actions()


@pytest.mark.parametrize("name", ["international_draughts", "english_draughts", "backgammon"])
def test_actions_beyond_words_may_be_other_objects_than_those_listed(name: str) -> None:
    random, state = Random(4), made(name).initial_state(2)
    play = state.mutable()
    for _ in range(60):
        if state.is_terminal:
            break
        listed = play.legal_actions()
        action = random.choice(listed)
        given = (action, int(str(action)))[
            random.randrange(2)
        ]  # the same number, and perhaps the same object
        play.play(given)
        if random.random() < 0.3:
            play.undo()
            play.play(action)
        if random.random() < 0.3 and not play.is_terminal:  # nothing is listed before the next action
            state = state.apply(action)
            action = random.choice(state.legal_actions())
            play.play(action)
        state = state.apply(action)
        check_same(play, state)
    with pytest.raises(IllegalAction):
        play.play(1 << 200)
    check_same(play, state)


def test_a_position_in_place_is_no_copy() -> None:
    play = made("tic_tac_toe").initial_state().mutable()
    with pytest.raises(TypeError, match="is not copied"):
        copy.copy(play)
    empty = object.__new__(type(play))
    for ask in (lambda: empty.is_terminal, empty.legal_actions, empty.undo, lambda: empty.play(0)):
        with pytest.raises(SystemError):
            ask()


def test_two_positions_at_once_share_nothing() -> None:
    state = made("tic_tac_toe").initial_state()
    first, second = state.mutable(), state.mutable()
    first.play(0)
    second.play(8)
    assert first.legal_actions() == [1, 2, 3, 4, 5, 6, 7, 8] and second.legal_actions() == [
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
    ]
    del second
    third = first.state().mutable()
    third.play(8)
    assert first.legal_actions() == [1, 2, 3, 4, 5, 6, 7, 8]


# ---- dense numbers


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_a_mask_has_a_truth_for_each_action(kind: str) -> None:
    engine = made("hex", kind)
    state = engine.initial_state()
    mask = state.legal_mask()
    assert mask.dtype == np.bool_ and mask.shape == (engine.actions.count,)
    assert np.flatnonzero(mask).tolist() == state.legal_actions() == state.legal_array().tolist()
    assert state.mutable().legal_mask().tolist() == mask.tolist()
    for action in state.legal_actions():
        assert engine.actions.number(engine.actions.index(action)) == action
    with pytest.raises(IndexError, match="no action has the number"):
        engine.actions.index(engine.actions.count)


def test_too_many_actions_for_a_mask_are_refused() -> None:
    state = made("backgammon").initial_state(1)
    assert state.engine.actions.count > MOST_IN_A_MASK
    with pytest.raises(OverflowError, match="more than a mask holds"):
        state.legal_mask()


def test_numbers_beyond_64_bits_are_no_array() -> None:
    random, state = Random(2), made("international_draughts").initial_state()
    while state.legal_actions()[-1] >> 63 == 0:
        state = state.apply(random.choice(state.legal_actions()))
    holders: tuple[State | MutableState, ...] = (state, state.mutable())
    for holder in holders:
        assert holder.legal_actions() == state.legal_actions()
        with pytest.raises(OverflowError, match="64 bits"):
            holder.legal_array()


# ---- pickles


@pytest.mark.parametrize("kind", ["native", "reference"])
@pytest.mark.parametrize("name", ["chess", "kuhn_poker", "stone_towers"])
def test_engines_states_and_batches_are_the_same_after_pickling(name: str, kind: str) -> None:
    engine = made(name, kind)
    assert pickle.loads(pickle.dumps(engine)) is engine
    state = engine.initial_state(4)
    state = state.apply(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state) and again.legal_actions() == state.legal_actions()
    batch = engine.batch(3, seed=2)
    batch.step_random(1)
    other = pickle.loads(pickle.dumps(batch))
    assert other == batch and other.counts.tolist() == batch.counts.tolist()
    for each in (batch, other):
        each.reset([0])
    assert other == batch


def test_a_pickle_makes_the_engine_of_its_game_with_its_options() -> None:
    small, large = (
        interpreter.engine(gdl.load("zola", options={"size": n}), effort=0).initial_state() for n in (4, 6)
    )
    data = pickle.dumps([small, large])
    del small, large
    again = pickle.loads(data)
    assert [len(s.engine.game.board.sites) for s in again] == [16, 36]
    assert again[0].engine is not again[1].engine
