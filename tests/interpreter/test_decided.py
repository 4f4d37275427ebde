"""What the end of a game has found on the board: rows of sites, drawn for those who see everything."""

import bundled
import pytest

from interpreter.engines.base import Engine, State
from interpreter.play.scene.decided import decided
from interpreter.play.sheet.endings import end_of
from interpreter.play.svg.picture import Framing, picture


def after(engine: Engine, moves: str) -> State:
    state = engine.initial_state(1)
    for move in moves.split():
        state = state.apply(state.action_from_string(move))
    return state


def named(engine: Engine, state: State) -> list[list[str]]:
    return [[engine.game.board.sites[s].name for s in row] for row in engine.decided(state)]


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_the_line_that_wins_is_found(kind: str) -> None:
    engine = bundled.engine("tic_tac_toe", kind)
    assert named(engine, after(engine, "a1 b1 a2 b2")) == []
    state = after(engine, "a1 b1 a2 b2 a3")
    assert [sorted(row) for row in named(engine, state)] == [["a1", "a2", "a3"]]
    assert end_of(state) == "X wins: there is a straight line in any direction to 3 pieces of one's own"


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_the_chain_that_joins_two_sides_is_a_shortest_one_in_order(kind: str) -> None:
    engine = bundled.engine("hex", kind, {"size": 3})
    state = after(engine, "b2 c2 b1 a2 a3 c1 b3")
    assert state.is_terminal
    [row] = named(engine, state)
    sites = engine.game.board.sites
    ranks = [sites[engine.game.board.site(name) or 0].y for name in row]
    assert {max(ranks), min(ranks)} == {max(s.y for s in sites), min(s.y for s in sites)}
    assert all(name in ("b2", "b1", "a3", "b3") for name in row)


def test_what_is_found_by_counting_gives_no_row() -> None:
    engine = bundled.engine("reversi")
    state = engine.playout(engine.initial_state(3), seed=3).state
    assert state.is_terminal
    assert engine.decided(state) == []


def test_the_row_is_drawn_and_nothing_is_drawn_for_whom_something_is_hidden() -> None:
    engine = bundled.engine("tic_tac_toe")
    state = after(engine, "a1 b1 a2 b2 a3")
    shown = state.observation(0)
    rows = decided(engine, state, shown)
    assert [sorted(r) for r in rows] == [["a1", "a2", "a3"]]
    drawn = picture(engine.game, shown, framing=Framing(decided=rows))
    assert 'decided="' in drawn
    assert 'decided="' not in picture(engine.game, shown)
    assert decided(engine, state, {**shown, "pieces": {"a1": "hidden"}}) == ()


@pytest.mark.parametrize(("name", "wanted"), [
    ("atari_go", "the number of pieces captured is more than 0"),
    ("breakthrough", "among the far row"),
    ("kuhn_poker", ""),
])  # fmt: skip
def test_ends_are_told_in_words(name: str, wanted: str) -> None:
    engine = bundled.engine(name)
    states = [engine.playout(engine.initial_state(seed), seed=seed).state for seed in range(6)]
    said = [end_of(s) for s in states if s.is_terminal]
    assert any(wanted in text for text in said)
    assert not any(" the player to move" in text for text in said)
