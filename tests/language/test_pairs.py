"""Fields of kinds, directions, truths, numbers and pairs, on both engines."""

from typing import Any

import numpy as np
import pytest

from gdl.diagnostics.values import GameError
from interpreter.engines.errors import PositionError
from language.playing import HEAD, codes, field, holding, moves, pieces, play
from language.sentences import sentence

REST = "action go\n  where moves < 5\nturn: go\n"
TABLES = HEAD + (
    "field used of kind: bool\nfield walls of direction: 0..9\nfield when_ of bool: 0..9\nfield rolled of 1..6: 0..9 = 2\nfield below of -2..0: 0..9\n"
    "field debt of player, player: 0..9\nfield best of player, kind: site or none\nfield owes of player, player: bool\n"
    "field knows of player, piece: bool\nfield mark of piece, 1..3: 0..9\nfield way of site, direction: 0..9\n"
)
WRITTEN: dict[str, Any] = {
    "pieces": {"a1": "Red man knows(Blue)=true mark(2)=7", "b1": "Blue king"},
    "fields": {
        "used": {"king": True},
        "walls": {"north": 3},
        "when_": {True: 4},
        "rolled": {6: 9},
        "below": {-2: 1},
        "debt": {"Red": {"Blue": 3}, "Blue": {"Blue": 1}},
        "best": {"Blue": {"king": "c3"}},
        "owes": {"Red": {"Blue": True}},
        "way": {"c3": {"east": 5}},
    },
}
CLAIMS = [
    ("A field may also belong to each `kind`, each `direction`, to `true` and `false` by `bool`, to each word of a type, to each number of a range such as `1..6`, or, with two holders, to each pair of them.", "used(king) and not used(man) and walls(north) = 3 and walls(south) = 0 and when_(true) = 4 and when_(false) = 0 and rolled(6) = 9 and rolled(1) = 2 and below(-2) = 1 and below(0) = 0"),
    ("A field may also belong to each `kind`, each `direction`, to `true` and `false` by `bool`, to each word of a type, to each number of a range such as `1..6`, or, with two holders, to each pair of them.", "debt(Red, Blue) = 3 and debt(Blue, Red) = 0 and debt(Blue, Blue) = 1 and best(Blue, king) = c3 and best(Red, king) = none and way(c3, east) = 5 and way(c3, west) = 0"),
    ("in the order of the declaration.", "(some q in players: debt(q, Blue) = 3 and debt(Blue, q) = 0) and (some d in orthogonal: way(c3, d) = 5) and sum(mark(a1, n) for n in 1..3) = 7"),
    ("the subject is the first holder: `a is owes(b)` means `owes(a, b)`", "Red is owes(Blue) and Blue is not owes(Red) and Red is not owes(Red)"),
    ("A number outside the range has no value of its own. Reading it gives the default, and writing it does nothing.", "rolled(0) = 2 and rolled(7) = 2 and rolled(1.5) = 2 and mark(a1, 0) = 0 and mark(a1, 4) = 0"),
    ("A field of `none` has the field's default.", "debt(Red, owner(c1)) = 0 and rolled(count(pieces) / 3) = 2 and best(owner(c1), king) = none and not knows(Red, piece(c1)) and not knows(owner(c1), a1)"),
    ("goes where the piece goes", "knows(Blue, a1) and not knows(Red, a1) and not knows(Blue, b1) and mark(a1, 2) = 7 and (no q in players: q != Blue and knows(q, a1))"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in CLAIMS])
def test_a_field_has_a_value_for_each_holder_or_pair(kind: str, claim: str) -> None:
    assert claim in holding(kind, TABLES, [c for _, c in CLAIMS], WRITTEN)


@sentence(
    "or one of [other holders, and pairs](#other-holders-and-pairs).",
    "A field of pairs is read by `name(x, y)` and written by `name(x, y) := v`, in the order of the declaration.",
    "A number outside the range has no value of its own.",
    "Reading it gives the default, and writing it does nothing.",
)
def test_pairs_are_written_in_the_order_of_the_declaration(make) -> None:
    text = TABLES + (
        "action go\n  choose q in players where q != mover\n  choose n in 1..3\n"
        "  do debt(mover, q) := n + 1; rolled(n * 3) := 1; used(kind(first(own pieces))) := true; owes(q, mover) := true\n"
        "     knows(q, first(own pieces)) := true; mark(first(own pieces), n) := n; way(site_at(n, 1), north) := n\n"
        "     when_(n = 2) := n; best(q, man) := site_at(n, n); below(0 - n) := 3\n"
        "turn: go\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man"}}), "Blue 3")
    assert pieces(state) == {"a1": "Red man knows(Blue)=true mark(3)=3"}
    names = ("debt", "rolled", "used", "owes", "way", "when_", "best", "below")
    assert {n: field(state, n) for n in names} == {
        "debt": {"Red": {"Blue": 4}},
        "rolled": None,  # 9 is no roll
        "used": {"man": True},
        "owes": {"Blue": {"Red": True}},
        "way": {"c1": {"north": 3}},
        "when_": {False: 3},
        "best": {"Blue": {"man": "c3"}},
        "below": None,
    }


@sentence("What a piece is paired with belongs to the piece: it goes where the piece goes")
def test_what_a_piece_is_paired_with_goes_with_it(make) -> None:
    text = (
        TABLES
        + "pool hand of player\nmove go\n  line any: empty\naction take\n  do move a1 to hand(Blue)\nturn: go or take\n"
    )
    state = make(text).state(WRITTEN)
    assert pieces(play(state, "a1-a2"))["a2"] == "Red man knows(Blue)=true mark(2)=7"
    taken = play(state, "take").position()
    assert taken["pools"]["hand"]["Blue"] == ["Red man knows(Blue)=true mark(2)=7"]


@sentence("and is hidden when the piece is hidden")
def test_what_a_hidden_piece_is_paired_with_is_hidden(make) -> None:
    text = (
        HEAD
        + "field knows of player, piece: bool\nhide p in pieces from v where owner(p) != v and not knows(v, p)\nmove go\n  line any: empty\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man knows(Red)=true", "b1": "Red king knows(Blue)=true"}})
    assert state.observation(1)["pieces"] == {"a1": "Red hidden", "b1": "Red king knows(Blue)=true"}
    for seed in range(20):
        other = state.resample(1, seed)
        assert other.observation(1) == state.observation(1)


@sentence("A field of other holders stands among the `fields`: `closed: {1: true}`.")
@sentence("`debt: {Red: {Blue: 3}}`", "the other holder stands in brackets behind the name of the field")
def test_positions_hold_tables_and_pairs(make) -> None:
    state = make(TABLES + REST).state(WRITTEN)
    position = state.position()
    assert position["pieces"] == WRITTEN["pieces"]
    assert {k: v for k, v in position["fields"].items() if k != "turn"} == WRITTEN["fields"]
    again = state.engine.state(position)
    assert again == state and hash(again) == hash(state)
    assert hash(state) != hash(state.engine.state({**WRITTEN, "fields": {}}))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"debt": 3}, "`debt` is a mapping from players to values"),
        ({"debt": {"Red": 3}}, "`debt` is a mapping from players to values"),
        ({"debt": {"Green": {"Red": 3}}}, "no player is named `Green`"),
        ({"debt": {"Red": {"Blue": 99}}}, "`debt` holds 0..9, not 99"),
        ({"rolled": {7: 1}}, "`rolled` has no entry 7: it has 1..6"),
        ({"knows": {"Red": {"a1": True}}}, "the game has no field `knows`"),
    ],
)
def test_a_wrong_entry_of_a_position_is_explained(make, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        make(TABLES + REST).state({"fields": fields})


@sentence("At most one of the two holders is `piece`.")
def test_a_pair_has_one_piece_at_most() -> None:
    assert codes(HEAD + "field x of piece, player: bool\n" + REST) == []
    assert codes(HEAD + "field x of piece, piece: bool\n" + REST) == ["unknown-type"]


@sentence("A field has at most 65536 values.", "A piece is paired with at most 64 values.")
@pytest.mark.parametrize(("holders", "fits"), [("1..256, 1..256", True), ("1..256, 1..257", False), ("piece, 1..64", True), ("1..65, piece", False)])  # fmt: skip
def test_a_field_has_not_too_many_values(holders: str, fits: bool) -> None:
    assert codes(HEAD + f"field x of {holders}: bool\n" + REST) == ([] if fits else ["bad-range"])


def test_a_table_is_reset_like_any_field(make) -> None:
    text = HEAD + (
        "field spent of player, kind: 0..9 until turn\nfield hit of piece, player: bool until turn\n"
        "action go\n  do spent(mover, king) := 4; hit(a1, Blue) := true\n     then answer\n"
        "choice answer\n  choose n in 1..2 where spent(Red, king) = 4 and hit(a1, Blue)\nturn: go\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man"}}), "go")
    assert moves(state) == ["1", "2"]
    after = play(state, "1")
    assert field(after, "spent") is None and pieces(after) == {"a1": "Red man"}


def test_a_table_tells_positions_apart(make) -> None:
    text = HEAD + (
        "field debt of player, player: 0..1\nfield knows of player, piece: bool\nposition same: debt, knows\n"
        "action owe\n  choose q in players\n  do debt(mover, q) := 1 - debt(mover, q)\n"
        "action see\n  do knows(mover, a1) := not knows(mover, a1)\n"
        "turn: owe or see\nend draw when repeated(same) > 1\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert not play(state, "Red", "Red", "Blue").is_terminal
    assert play(state, "Red", "Red", "Red", "Red").is_terminal
    assert not play(state, "see", "see", "Red").is_terminal
    assert play(state, "see", "see", "see", "see").is_terminal


def test_two_values_for_one_pair_are_a_conflict_and_for_two_pairs_none(make) -> None:
    text = HEAD + (
        "field debt of player, player: 0..9\nfield knows of player, piece: 0..9\naction go\n  choose n in 0..1\n  do simultaneously\n"
        "      for q in players do debt(mover, q if n = 0 else Red) := 2 if q = Red else 3\n"
        "      knows(Red, a1) := 1; knows(Blue, a1) := 2\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert field(play(state, "0"), "debt") == {"Red": {"Red": 2, "Blue": 3}}
    with pytest.raises(GameError) as caught:
        play(state, "1")
    assert caught.value.diagnostics[0].code == "conflicting-writes"


def test_a_batch_gives_a_table_by_its_holders(make) -> None:
    engine = make(TABLES + REST)
    batch = engine.batch([engine.state(WRITTEN)])
    assert batch.field("debt").tolist() == [[[0, 3], [0, 1]]]
    assert batch.field("rolled").tolist() == [[2, 2, 2, 2, 2, 9]]
    assert batch.field("owes").dtype == np.bool_
    assert batch.field("knows(Blue)")[0][0]
