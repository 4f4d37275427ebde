"""Boards are drawn as people know them, by traits of their rules: points and bars, pits, dice, goals, patterns of owners."""

import re

import bundled
import pytest

import gdl
from interpreter.engines.base import State
from interpreter.play.scene.fields import dice, is_bookkeeping
from interpreter.play.svg.picture import Framing, can_be_turned, picture


def begun(name: str, seed: int = 3) -> State:
    return bundled.reference(name).initial_state(seed)


def drawn(state: State, framing: Framing | None = None) -> str:
    return picture(state.engine.game, state.position(), framing=framing or Framing())


def test_a_race_on_two_rows_of_stacks_has_points_a_bar_and_dice() -> None:
    state = begun("backgammon")
    made = drawn(state)
    points = re.findall(r'<g data-site="p\d+"><title>[^<]*</title><polygon', made)
    assert len(points) == 24
    assert len(re.findall(r'data-piece="(?:White|Black) man"', made)) == 30
    fields = state.position()["fields"]
    assert re.findall(r'data-die="(\d)"', made) == [str(fields["die1"]), str(fields["die2"])]
    assert "die1 " not in re.sub(r"<title>.*?</title>", "", made)


def test_numbers_on_a_board_without_pieces_are_seeds_in_pits() -> None:
    made = drawn(begun("oware"))
    pits = re.findall(r'<g data-site="\w+">.*?</g>', made)
    assert len(pits) == 12
    assert all(pit.count("<circle") == 2 + 4 for pit in pits)


def test_edges_that_a_player_joins_are_coloured() -> None:
    made = drawn(begun("hex"))
    assert re.findall(r'data-goal="(\w+)"', made) == ["Red", "Red", "Blue", "Blue"]
    assert "data-goal" not in drawn(begun("chess"))


def test_bookkeeping_is_not_shown_and_what_players_need_is() -> None:
    chess, pig = gdl.load("chess"), gdl.load("pig")
    assert is_bookkeeping(chess, "quiet") and is_bookkeeping(chess, "passed")
    assert not is_bookkeeping(pig, "points")
    assert dice(gdl.load("backgammon")) == ("die1", "die2")
    assert dice(gdl.load("shut_the_box")) == ("die1", "die2")  # what is left of a throw is no die
    state = begun("chess")
    for move in ["g1-f3", "g8-f6"]:
        state = state.apply(state.action_from_string(move))
    assert "quiet" not in drawn(state)


def test_owners_differ_by_pattern_as_well_as_by_colour() -> None:
    made = drawn(begun("zola"))
    shapes = {}
    for owner in ("Red", "Blue"):
        (piece, *_) = re.findall(rf'<g data-piece="{owner} checker".*?</g>', made)
        shapes[owner] = re.findall(r"<(\w+)", piece)
    assert shapes["Red"] != shapes["Blue"]


def test_the_last_move_is_marked() -> None:
    made = drawn(begun("zola"), Framing(last=("a1", "b1")))
    assert re.findall(r'data-last="(\w+)"', made) == ["a1", "b1"]


@pytest.mark.parametrize("name", ["chess", "hex", "stratego", "shogi", "cyvasse"])
def test_a_board_seen_from_the_other_side_has_all_its_places_the_other_way_round(name: str) -> None:
    state = begun(name)
    assert can_be_turned(state.engine.game)

    def order(is_turned: bool) -> list[str]:
        framing = Framing(is_page=False, is_turned=is_turned, has_targets=True)
        return re.findall(r'data-target="(\w+)"', drawn(state, framing))

    assert order(True) == order(False)[::-1]


def test_every_place_can_be_pointed_at_and_says_what_is_there() -> None:
    made = drawn(begun("chess"), Framing(is_page=False, has_targets=True))
    assert len(re.findall(r'role="gridcell"', made)) == 64
    assert 'aria-label="e1 White king"' in made
    assert len(re.findall(r'role="row"', made)) == 8
