"""Sites that hold several pieces, boards that grow, and what pieces are chosen by there."""

from pathlib import Path

import pytest

import gdl
import interpreter
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine

TOWERS = """\
game "Towers"
players Red, Blue
board square 3 x 1 stacking
kinds small, big
field lying of piece: bool

setup
  place small of Red on a1
  place small of Red on a1
  place big of Red on a1
  place small of Blue on b1

action take
  choose p in (stack(a1) where it is own)
  do move p to c1

action lay
  choose p in (stack(a1) where it is own)
  do lying(p) := true

move go
  line east: any

turn: take or lay or go else draw
end mover wins when count(stack(c1)) = 4
"""

LAND = """\
game "Land"
players Red, Blue
board square growing within 8
kinds stone

setup
  place stone on site_at(0, 0)

action add
  choose s in sites where s is empty and some n in neighbours(s): n is stone
  do place stone of mover on s

turn: add
end draw when count(pieces) = 12
"""


def engine(text: str, folder: Path) -> Engine:
    path = folder / "game.gdl"
    path.write_text(text)
    return interpreter.engine(gdl.load(str(path)), effort=0)


def test_equal_pieces_on_a_site_are_one_choice(tmp_path: Path) -> None:
    state = engine(TOWERS, tmp_path).initial_state()
    moves = [state.action_to_string(a) for a in state.legal_actions()]
    assert sorted(m for m in moves if m.startswith("take")) == ["take a1 Red big", "take a1 Red small"]


def test_a_piece_is_told_by_its_fields_too(tmp_path: Path) -> None:
    state = engine(TOWERS, tmp_path).initial_state()
    state = state.apply(state.action_from_string("lay a1 Red small"))
    assert state.position()["pieces"]["a1"] == ["Red small lying=true", "Red small", "Red big"]
    state = state.apply(state.action_from_string("b1-c1"))
    moves = [state.action_to_string(a) for a in state.legal_actions()]
    assert "take a1 Red small lying=true" in moves
    assert "take a1 Red small" in moves


def test_a_move_is_made_by_the_top_piece_and_captures_nothing(tmp_path: Path) -> None:
    made = engine(TOWERS, tmp_path)
    state = made.initial_state()
    state = state.apply(state.action_from_string("a1-b1"))
    assert state.position()["pieces"] == {"a1": ["Red small", "Red small"], "b1": ["Blue small", "Red big"]}
    assert made.state(state.position()) == state


def test_numbers_of_actions_are_read_back(tmp_path: Path) -> None:
    made = engine(TOWERS, tmp_path)
    state = made.initial_state()
    for action in state.legal_actions():
        after = state.apply(action)
        assert made.from_bytes(bytes(after)) == after
        assert state.action_from_string(state.action_to_string(action)) == action


def test_a_growing_board_offers_what_is_next_to_something(tmp_path: Path) -> None:
    state = engine(LAND, tmp_path).initial_state()
    assert sorted(state.action_to_string(a) for a in state.legal_actions()) == ["-1,0", "0,-1", "0,1", "1,0"]
    state = state.apply(state.action_from_string("1,0"))
    assert len(state.legal_actions()) == 6
    assert state.position()["pieces"] == {"0,0": "stone", "1,0": "Red stone"}


def test_leaving_the_window_is_told_and_keeps_the_position(tmp_path: Path) -> None:
    state = engine(LAND, tmp_path).initial_state()
    for x in (1, 2):
        state = state.apply(state.action_from_string(f"{x},0"))
    before = state.position()
    with pytest.raises(GameError) as error:
        state.apply(state.action_from_string("3,0"))
    assert [d.code for d in error.value.diagnostics] == ["window-left"]
    assert state.position() == before


ORDERS = """\
game "Orders"
players Red, Blue
board square growing within 8 stacking
kinds man
field lying of piece: bool

setup
  place man of Red on site_at(0, 0)
  place man of Red on site_at(0, 0) with lying = true

action order
  choose p in own pieces
  do then must go(p)

choice go(p: piece)
  choose s in neighbours(site(p))
  where not lying(p)
  do move p to s

choice rest(p: piece)
  do lying(p) := true

action call
  choose p in own pieces
  do then must go(p) or rest(p)

turn: order or call else draw
end mover wins when moves = 4
"""


def test_demands_about_different_pieces_of_one_site_are_different_states(make) -> None:  # type: ignore[no-untyped-def]
    state = make(ORDERS).initial_state()
    one, two = (
        state.apply(state.action_from_string(f"call 0,0 Red man{lying}")) for lying in ("", " lying=true")
    )
    assert one.legal_actions() != two.legal_actions()
    assert one != two


def test_reasons_are_given_on_a_growing_board_and_of_what_is_demanded(make) -> None:  # type: ignore[no-untyped-def]
    state = make(ORDERS).initial_state()
    (reason,) = state.why("order 3,3 Red man")
    assert reason.text == "`order`: 3,3 cannot be chosen: choose p in own pieces"
    after = state.apply(state.action_from_string("order 0,0 Red man"))
    (reason,) = after.why("go 2,0")
    assert reason.text == "`go`: 2,0 cannot be chosen: choose s in neighbours(site(p))"
    assert after.why("-1,0") == []


def test_none_may_be_added_to_directions_on_either_side(make) -> None:  # type: ignore[no-untyped-def]
    text = """\
game "Ways"
players Red, Blue
board square 3 x 3
kinds man
field facing of game: direction or none
let ways = {none} + orthogonal
action turn_to
  choose f in ways where f != facing
  do facing := f
turn: turn_to
end draw when moves = 3
"""
    for game in (text, text.replace("{none} + orthogonal", "orthogonal + {none}")):
        state = make(game).initial_state()
        assert {state.action_to_string(a) for a in state.legal_actions()} == {
            "north",
            "east",
            "south",
            "west",
        }


PILES = """\
game "Piles"
players Red, Blue
board square 3 x 1 stacking
kinds man
move go
  line any up to 1: any
turn: go else pass
"""


def test_whose_a_pile_is_and_what_a_move_captures_is_told_by_the_topmost_piece(make) -> None:  # type: ignore[no-untyped-def]
    piles = {"a1": ["Blue man", "Red man"], "b1": ["Blue man", "Red man"], "c1": ["Red man", "Blue man"]}
    state = make(PILES).state({"to_move": "Red", "pieces": piles})
    assert sorted(map(state.action_to_string, state.legal_actions())) == ["a1-b1", "b1-a1", "b1xc1"]
    assert [r.text for r in state.why("a1-c1")] == ["`go`: no path leads to c1: line any up to 1: any"]
    assert [r.text for r in state.why("c1-b1")] == ["c1 is not yours: the piece there belongs to Blue"]
