"""What the end of a game has found on the board: rows of sites, drawn for those who see everything."""

import bundled
import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceEngine
from interpreter.play.scene.observer import decided
from interpreter.play.sheet.reasons import end_of
from interpreter.play.svg.picture import picture
from interpreter.play.svg.position import Framing


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
    assert end_of(state) == "X wins: a row. 3 of one's own in a line win."


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
    ("atari_go", "first capture. The first capture wins"),
    ("breakthrough", "breakthrough. The first pawn on its far side wins"),
    ("kuhn_poker", ""),
])  # fmt: skip
def test_ends_are_told_in_words(name: str, wanted: str) -> None:
    engine = bundled.engine(name)
    states = [engine.playout(engine.initial_state(seed), seed=seed).state for seed in range(6)]
    said = [end_of(s) for s in states if s.is_terminal]
    assert any(wanted in text for text in said)
    assert not any(" the player to move" in text for text in said)


FOUND = """game "Found"
players A, B
board square 4 x 4
kinds man
setup
  place man of A on {a1, b1, c1, a2, a3}
  place man of B on {d4, c2}
action wait
turn: wait
let joined(s: site) = s in reached from a1 while own
let far_row = some line orthogonal: own{3}
end draw when CONDITION
"""


@pytest.mark.parametrize(
    ("condition", "rows"),
    [
        ("some line east from a1: own", [["a1", "b1"]]),
        ("some line east from a1: own{2}", [["a1", "b1", "c1"]]),
        ("some line east: own{3}", [["a1", "b1", "c1"]]),
        ("some line orthogonal: own{3}", [["a1", "a2", "a3"]]),
        ("some line any length 2: own+", [["a1", "a2"]]),
        ("some line any length 3..4: own+", [["a1", "a2", "a3"]]),
        ("some line east up to 1: own+", [["a1"]]),
        ("some leap 1, 2 from a1: enemy", [["a1", "c2"]]),
        ("some leap 1, 2: own, enemy", [["a1", "c2"]]),
        ("some walk orthogonal up to 2 from a1: own+", [["b1"]]),
        ("c1 in reached from a1 while own", [["a1", "b1", "c1"]]),
        ("some s in reached from {a1, d4} while own: s = c1", [["a1", "b1", "c1"]]),
        ("joined(c1)", [["a1", "b1", "c1"]]),
        ("far_row", [["a1", "a2", "a3"]]),
        ("far_row and joined(a3)", [["a1", "a2", "a3"]]),
        ("full or joined(b1)", [["a1", "b1"]]),
        ("joined(c1) if full else joined(a2)", [["a1", "a2"]]),
        ("c1 in corners or c1 in {c1, d4}", [["c1"]]),
        ("no s in sites: s is own and s is empty", []),
        ("count(pieces) = 7", []),
        ("c1 in reached from first(own pieces) while own", [["a1", "b1", "c1"]]),
    ],
)
def test_a_condition_that_holds_shows_what_it_has_found(condition: str, rows: list[list[str]]) -> None:
    game, found = examine_source(Source("found.gdl", FOUND.replace("CONDITION", condition)))
    assert game is not None, [d.message for d in found]
    engine = ReferenceEngine(game)
    state = engine.initial_state()
    assert named(engine, state.apply(state.legal_actions()[0])) == rows


def test_an_end_by_scores_says_its_condition_in_words() -> None:
    engine = bundled.engine("dots_and_boxes", "reference")
    state = engine.playout(engine.initial_state(3), seed=3).state
    assert state.ended is not None and "(" in state.ended.text
    said = end_of(state)
    assert said.endswith(")") and " in borders" not in said
