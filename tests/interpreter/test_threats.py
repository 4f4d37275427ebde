"""What stands against the player to move: checks, from the requirements alone, in pictures, in words and behind moves."""

import bundled
import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceEngine
from interpreter.play.scene.observer import NONE, Threats, threats_to
from interpreter.play.styles.notation import text_of
from interpreter.play.svg.picture import picture
from interpreter.play.svg.position import Framing
from interpreter.play.text.drawing import Layout, draw

GAME = """game "Kings and hounds"
players Red, Blue
board square 5 x 5
kinds king, hound
setup
  place king of Red on a1
  place hound of Blue on {c3, d3}

let cornered(p: player) = some k in king of p: some h in hound of rival(p): distance(site(h), site(k)) = 1

require not cornered(mover)
move go by king, hound
  line any up to 1: any
turn: go else lose
"""


def after(engine: Engine, moves: str) -> State:
    state = engine.initial_state(1)
    for move in moves.split():
        state = state.apply(state.action_from_string(move))
    return state


@pytest.mark.parametrize("kind", ["reference", "native"])
@pytest.mark.parametrize(
    ("game", "moves", "rows"),
    [
        ("chess", "e2-e4 d7-d5", ()),
        ("chess", "e2-e4 d7-d5 f1-b5", (("b5", "e8"),)),
        ("chess", "f2-f3 e7-e5 g2-g4 d8-h4", (("h4", "e1"),)),  # the mate is shown, too
        ("xiangqi", "b3-e3 b8-e8 e3-e7", (("e7", "e10"),)),
        ("zola", "", ()),
    ],
)
def test_a_check_is_found_from_what_the_rules_require(
    kind: str, game: str, moves: str, rows: tuple[tuple[str, str], ...]
) -> None:
    engine = bundled.engine(game, kind)
    state = after(engine, moves)
    found = threats_to(engine, state, state.public())
    assert found == (Threats("in check", rows) if rows else NONE)


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_check_and_mate_are_written_behind_the_move(kind: str) -> None:
    engine = bundled.engine("chess", kind)
    state = after(engine, "e2-e4 d7-d5")
    assert text_of(state, state.action_from_string("f1-b5")) == "Bb5+"
    assert text_of(state, state.action_from_string("b1-c3")) == "Nc3"
    state = after(engine, "f2-f3 e7-e5 g2-g4")
    assert text_of(state, state.action_from_string("d8-h4")) == "Qh4#"


def test_a_definition_of_any_name_is_a_threat_where_the_mover_may_not_leave_it() -> None:
    game, found = examine_source(Source("kings.gdl", GAME))
    assert game is not None, found
    engine = ReferenceEngine(game)
    state = engine.state(
        {"to_move": "Red", "pieces": {"b2": "Red king", "b3": "Blue hound", "d3": "Blue hound"}}
    )
    assert threats_to(engine, state, state.public()) == Threats("cornered", (("b3", "b2"),))
    state = engine.state(
        {"to_move": "Blue", "pieces": {"b2": "Red king", "b3": "Blue hound", "d3": "Blue hound"}}
    )
    assert threats_to(engine, state, state.public()) == NONE


def test_a_threat_is_drawn_and_said() -> None:
    engine = bundled.engine("chess", "reference")
    state = after(engine, "e2-e4 d7-d5 f1-b5")
    shown = state.public()
    found = threats_to(engine, state, shown)
    assert 'data-threat="b5 e8"' in picture(engine.game, shown, framing=Framing(threats=found.rows))
    assert "Black to move, in check" in draw(engine.game, shown, Layout(colour=False, threat=found.said))


def test_nothing_is_said_where_something_is_hidden() -> None:
    engine = bundled.engine("dark_chess", "reference")
    state = after(engine, "e2-e4 d7-d5 f1-b5")
    assert threats_to(engine, state, state.observation(1)) == NONE


def test_a_piece_that_may_not_move_for_what_would_follow_gets_that_reason() -> None:
    engine = bundled.engine("chess", "reference")
    state = after(engine, "e2-e4 d7-d5 f1-b5")
    told = [r.text for r in state.why("a7")]
    assert told[0] == "`push`: Nobody may leave their own side in check."
    assert not any("nothing can be chosen" in text for text in told)
    assert "nothing can be chosen after a8" in state.why("a8")[0].text
