"""What happens at once: pieces that move in a block all leave before any of them arrives."""

import pytest

from gdl.diagnostics.values import Diagnostic, GameError
from language.playing import HEAD, play
from language.sentences import sentence

FIELDS = "field level of piece: 0..9\nfield lit of site: bool\nfield n of game: 0..99\n"
BASE = HEAD + FIELDS + "pool hand of player\npool deck of game ordered\n"
STACKED = BASE.replace("5 x 5", "5 x 5 stacking") + "let lowest(s: site) = first(stack(s))\n"
ROW = {"pieces": {"a1": "Red man level=1", "b1": "Red king level=2", "c1": "Blue man level=3"}}

LEAVE = "All pieces that are moved leave before the first of them arrives, whatever the order of the block."
CIRCLE = "So a row of pieces moves on as one, and pieces may change places."
WRONG = "What would be an error one after the other is one here, too"


def after(make, effects: str, position: dict = ROW, head: str = BASE) -> dict:
    """The position after effects, between semicolons, that happen at once; `~` stands for two blanks."""
    lines = "".join(f"      {line}\n" for line in effects.replace("~", "  ").split("; "))
    text = f"{head}action go\n  do\n    simultaneously\n{lines}action wait\n  where moves < 9\nturn: go or wait\n"
    return play(make(text).state(position), "go").position()


def wrong(make, effects: str, position: dict = ROW, head: str = BASE) -> Diagnostic:
    with pytest.raises(GameError) as caught:
        after(make, effects, position, head)
    return caught.value.diagnostics[0]


# ---- who leaves, and where to


@sentence(LEAVE, CIRCLE)
@pytest.mark.parametrize(
    "effects",
    [
        "move piece(a1) to b1; move piece(b1) to c1; move piece(c1) to d1",
        "move piece(c1) to d1; move piece(b1) to c1; move piece(a1) to b1",
        "for s in {a1, b1, c1} do move piece(s) to step(s, east)",
        "for p in pieces do move p to step(site(p), east)",
        "for line east from a1: piece+ as row do for s in row do move piece(s) to step(s, east); move piece(a1) to b1",
    ],
)
def test_a_row_moves_on_as_one_whatever_the_order(make, effects: str) -> None:
    assert after(make, effects)["pieces"] == {
        "b1": "Red man level=1",
        "c1": "Red king level=2",
        "d1": "Blue man level=3",
    }


@sentence(CIRCLE)
def test_pieces_change_places(make) -> None:
    two = after(make, "move piece(a1) to b1; move piece(b1) to a1")["pieces"]
    assert two == {"a1": "Red king level=2", "b1": "Red man level=1", "c1": "Blue man level=3"}
    circle = "move piece(a1) to b1; move piece(b1) to c1 with level = 7; move piece(c1) to a1"
    assert after(make, circle)["pieces"] == {
        "a1": "Blue man level=3",
        "b1": "Red man level=1",
        "c1": "Red king level=7",
    }


@sentence(LEAVE)
def test_pieces_change_places_beside_others(make) -> None:
    two = "move piece(a1) to b1; move piece(b1) to a1"
    assert after(make, f"{two}; {two}")["pieces"]["a1"] == "Red king level=2"
    beside = f"{two}; move piece(c1) to d1; place man of Blue on c1"
    assert after(make, beside)["pieces"] == {
        "a1": "Red king level=2", "b1": "Red man level=1", "c1": "Blue man", "d1": "Blue man level=3",
    }  # fmt: skip


@sentence(LEAVE)
def test_pieces_go_between_pools_and_the_board_at_once(make) -> None:
    position = {**ROW, "pools": {"hand": {"Red": ["Red king level=9"]}, "deck": ["man", "Blue king"]}}
    found = after(
        make,
        "move first(hand(Red)) to a1; move piece(a1) to hand(Red); move piece(b1) to deck; move last(deck) to b1",
        position,
    )
    assert found["pieces"] == {"a1": "Red king level=9", "b1": "Blue king", "c1": "Blue man level=3"}
    assert found["pools"] == {"hand": {"Red": ["Red man level=1"]}, "deck": ["man", "Red king level=2"]}


@sentence(LEAVE)
def test_what_belongs_to_a_site_stays_and_what_belongs_to_a_piece_goes_along(make) -> None:
    effects = "lit(b1) := true; level(piece(a1)) := 8; owner(piece(b1)) := Blue; move piece(a1) to b1; move piece(b1) to d4"
    found = after(make, effects)
    assert found["pieces"] == {"b1": "Red man level=8", "d4": "Blue king level=2", "c1": "Blue man level=3"}
    assert found["sites"]["lit"] == {"b1": True}


@sentence("A piece that is removed in the block goes nowhere.")
@pytest.mark.parametrize(
    "first", ["move piece(a1) to e5; capture piece(a1)", "capture piece(a1); move piece(a1) to e5"]
)
def test_what_is_removed_goes_nowhere(make, first: str) -> None:
    found = after(make, first + "; move piece(b1) to a1")
    assert found["pieces"] == {"a1": "Red king level=2", "c1": "Blue man level=3"}


@sentence("New pieces come after all that is moved.", "in the order of the block")
def test_new_pieces_come_last(make) -> None:
    effects = "place king of Blue on a1; move piece(a1) to b1; move piece(b1) to a1"
    found = after(make, effects, {"pieces": {"a1": "Red man", "b1": "Red king"}}, STACKED)["pieces"]
    assert found == {"a1": ["Red king", "Blue king"], "b1": "Red man"}
    decked = after(
        make,
        "place man in deck; move piece(a1) to deck; move piece(b1) under deck",
        {**ROW, "pools": {"deck": ["king"]}},
    )
    assert decked["pools"]["deck"] == ["Red king level=2", "king", "Red man level=1", "man"]


@sentence("Where a place holds several pieces, they come on top in the order of the block.")
def test_pieces_come_on_top_of_a_stack_in_the_order_of_the_block(make) -> None:
    position = {"pieces": {"a1": ["Red man", "Red king"], "b1": ["Blue man", "Blue king"], "c1": "man"}}
    found = after(
        make, "move piece(b1) to c1; move piece(a1) to c1; move lowest(a1) to b1", position, STACKED
    )
    assert found["pieces"] == {"b1": ["Blue man", "Red man"], "c1": ["man", "Blue king", "Red king"]}
    stays = after(
        make, "move lowest(a1) to a1; move piece(b1) to a1; move piece(a1) to b1", position, STACKED
    )["pieces"]
    assert stays == {"a1": ["Red man", "Blue king"], "b1": ["Blue man", "Red king"], "c1": "man"}


@sentence("`simultaneously` | a block whose effects are all evaluated on the state before it")
def test_an_end_at_once_is_judged_on_the_state_before(make) -> None:
    text = (
        HEAD
        + "field n of player: 0..9\nlet best(p: player) = n(p)\naction go\n  do simultaneously\n       n(mover) := 9\n       end highest best wins\nturn: go\n"
    )
    state = make(text).state({"fields": {"n": {"Red": 1, "Blue": 2}}})
    assert play(state, "go").returns == [-1, 1]


# ---- what goes wrong


@sentence(
    WRONG, "What would be an error one after the other is one here, too: that two pieces come to a site"
)
@pytest.mark.parametrize(
    ("effects", "names"),
    [
        ("move piece(a1) to d1; move piece(c1) to d1", ["the Red man of a1", "the Blue man of c1"]),
        ("move piece(c1) to d1; move piece(a1) to d1", ["the Red man of a1", "the Blue man of c1"]),
        ("move piece(a1) to c1", ["the Red man of a1", "the Blue man stays"]),
        ("move piece(a1) to c1; move piece(c1) to c1", ["the Red man of a1", "the Blue man stays"]),
        ("place king of Red on b1; move piece(b1) to a1; move piece(a1) to b1", ["a new piece", "the Red man of a1"]),
        ("place king of Red on d1; place man of Blue on d1", ["a new piece", "d1"]),
    ],
)  # fmt: skip
def test_two_pieces_on_one_site_are_an_error_in_any_order(make, effects: str, names: list[str]) -> None:
    found = wrong(make, effects)
    assert found.code == "occupied-site"
    assert all(name in found.message for name in names), found.message


@sentence("So are two different values for one field, and two different places for one piece.")
@pytest.mark.parametrize(
    "effects",
    [
        "move piece(a1) to d1; move piece(a1) to e1",
        "move piece(a1) to deck; move piece(a1) under deck",
        "for s in {d1, e1} do move piece(a1) to s",
    ],
)
def test_two_places_for_one_piece_are_an_error(make, effects: str) -> None:
    found = wrong(make, effects)
    assert (found.code, found.message) == (
        "conflicting-writes",
        "the Red man of a1 is moved to two different places at once",
    )
    assert after(make, "move piece(a1) to d1; move piece(a1) to d1")["pieces"]["d1"] == "Red man level=1"


@pytest.mark.parametrize(
    "effects",
    [
        "move piece(a1) to b1",
        "move piece(a1) to d1; move piece(a1) to e1",
        "move piece(a1) to d1; move piece(b1) to d1",
    ],
)
def test_what_goes_wrong_tells_nothing_of_pieces_where_something_is_hidden(make, effects: str) -> None:
    hidden = BASE + "hide piece of s in sites from p where owner(s) != p\n"
    told = wrong(make, effects, head=hidden).message
    assert "a piece" in told and not any(word in told for word in ("Red", "Blue", "man", "king", "a1"))


@sentence("So are two different values for one field, and two different places for one piece.")
@pytest.mark.parametrize(
    "effects",
    [
        "move piece(a1) to d1 with level = 4; level(piece(a1)) := 5",
        "level(piece(a1)) := 5; move piece(a1) to a1 with level = 4",
        "for s in {a1, b1} do; ~level(piece(s)) := 4; ~if s = a1 do level(piece(b1)) := 5",
    ],
)
def test_two_values_for_a_field_of_what_moves_are_an_error(make, effects: str) -> None:
    assert wrong(make, effects).code == "conflicting-writes"


def test_a_field_of_nothing_is_given_nothing(make) -> None:
    found = after(make, "level(piece(e5)) := 1; level(piece(e4)) := 2; n := 4")
    assert found["pieces"] == ROW["pieces"]


# ---- rounds of a settling


def test_a_settling_moves_rows_on_until_they_come_to_rest(make) -> None:
    text = (
        f"{BASE}action go\n  where moves < 9\nturn: go\n"
        "settle until stable\n  simultaneously\n"
        "    for p in own pieces where some line north from site(p): own*, empty do move p to step(site(p), north)\n"
    )
    column = {"pieces": {"a1": "Red man level=1", "a2": "Red king", "a5": "Blue man", "c4": "Red man"}}
    assert play(make(text).state(column), "go").position()["pieces"] == {
        "a3": "Red man level=1", "a4": "Red king", "a5": "Blue man", "c5": "Red man",
    }  # fmt: skip
