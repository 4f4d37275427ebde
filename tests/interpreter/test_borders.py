"""Borders and nodes as sites, beyond what the reference says: secrets, numbers of positions, typed moves, drawings, forms."""

import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.play.svg.picture import picture
from interpreter.play.text.drawing import Layout, draw

HEAD = "players Red, Blue\nboard square 2 x 2 with borders, nodes\nkinds wall, mine, post\n"
PUT = """\
action put
  choose s in borders where s is empty
  do place wall of mover on s
action stand
  choose n in nodes where n is empty
  do place post of mover on n
turn: put or stand
"""
SECRET = HEAD + PUT.replace("place wall", "place mine") + "hide e in borders from v where e is enemy\n"
SECRET = SECRET.replace("choose s in", "choose secretly s in")


def made(text: str, kind: str) -> Engine:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [f"{d.span}: {d.code}: {d.message}" for d in diagnostics]
    return interpreter.engine(game, kind)


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(state.action_from_string(text))
    return state


def test_what_stands_on_a_hidden_border_is_imagined_anew(kind: str) -> None:
    state = played(made(SECRET, kind).initial_state(), "put a1n", "stand b2ne", "put b1e")
    seen = state.observation(1)["pieces"]
    assert "Red mine" not in seen.values() and seen["b2ne"] == "Blue post"
    worlds = [state.resample(1, seed) for seed in range(8)]
    assert all(w.observation(1) == state.observation(1) for w in worlds)


def test_orders_that_lead_to_one_position_have_one_number() -> None:
    ways = (["put a1n", "stand a1ne", "put b1e"], ["put b1e", "stand a1ne", "put a1n"])
    numbers = {
        hash(played(made(HEAD + PUT, kind).initial_state(), *way))
        for kind in ("reference", "native")
        for way in ways
    }
    assert len(numbers) == 1


def test_a_border_may_be_typed_by_any_of_its_cells(kind: str) -> None:
    state = made(HEAD + PUT, kind).initial_state()
    for text in ("put a1n", "put a2s", "PUT A1N", "a2s", "put a1n "):
        assert state.action_to_string(state.action_from_string(text)) == "put a1n"


def test_many_games_have_a_row_for_every_site(kind: str) -> None:
    engine = made(HEAD + PUT, kind)
    batch = engine.batch(3, seed=1)
    for ply in range(4):
        batch.step_random(seed=ply)
    board = batch.board()
    assert board.kinds.shape == (3, 4 + 12 + 9)
    assert ((board.kinds >= 0).sum(axis=1) == 4).all() and (board.kinds[:, :4] < 0).all()


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("some line any: own{1}", False),
        ("some line orthogonal: own, any", False),
        ("no line any length 1: own*, [it = a1n], own*", True),
        ("some reached from a1n while own", True),
        ("some p in own pieces: site(p) in borders", True),
        ("some line any from a1n: any", False),
    ],
)
def test_no_path_meets_a_border_unless_it_begins_there(kind: str, condition: str, holds: bool) -> None:
    text = HEAD + PUT + f"action ask\n  where {condition}\n  do place wall of mover on a1\n"
    engine = made(text.replace("put or stand", "put or stand or ask"), kind)
    state = engine.state({"pieces": {"a1n": "Red wall", "a1ne": "Red post"}})
    assert ("ask" in [state.action_to_string(a) for a in state.legal_actions()]) == holds


def test_strokes_of_several_kinds_have_letters_and_marks_stand_on_borders() -> None:
    engine = made(HEAD + PUT, "reference")
    state = engine.state(
        {"pieces": {"a1n": "Red wall", "b1n": "Blue mine", "a1": "Blue post", "b2ne": "Red post"}}
    )
    text = draw(engine.game, state.position(), Layout(colour=False, marks={"a2n": ">"}))
    assert "━W━" in text and "═M═" in text and " > " in text
    assert "━W━ Red wall   ═M═ Blue mine" in text
    made_picture = picture(engine.game, state.position())
    assert made_picture.count("data-on=") == 4


def test_a_board_without_nodes_shows_its_empty_borders() -> None:
    text = HEAD.replace("borders, nodes", "borders") + PUT.replace(" or stand", "").replace(
        "in nodes", "in borders"
    )
    engine = made(text, "reference")
    lines = draw(engine.game, engine.initial_state().position(), Layout(colour=False)).splitlines()
    assert lines[0].split() == ["·", "·"] and lines[1].split() == ["2", "·", "·", "·"]
