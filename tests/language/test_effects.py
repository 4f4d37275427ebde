"""Effects: what each does, in which order, and what goes wrong in play; chance; tables of cases."""

from collections import Counter

import pytest

import interpreter
from gdl.diagnostics.values import GameError
from gdl.files.differences import differences
from gdl.loader import load_rules
from language.playing import HEAD, codes, field, moves, pieces, play
from language.sentences import sentence

BASE = HEAD + (
    "kinds queen\npool hand of player\npool box of game\nfield level of piece: 0..9\nfield n of game: 0..99\nfield lit of site: bool\n"
    "field last of game: site or none\nfield gold of player: 0..9\nfield who of game: player\n"
)
POSITION = {
    "pieces": {"a1": "Red man level=2", "b2": "Blue king level=3", "c3": "man", "e5": "Red king"},
    "pools": {"hand": {"Red": ["Red man", "Red king level=4", "Red king"]}, "box": ["queen"]},
}


def after(make, effects: str, position: dict = POSITION, head: str = BASE, rest: str = "") -> dict:
    """The position after an action with some effects, indented by two blanks."""
    text = f"{head}action go\n  do\n{effects}\naction wait\n  where moves < 9\nturn: go or wait\n{rest}"
    return play(make(text).state(position), "go").position()


def board(position: dict) -> dict:
    return position["pieces"]


# ---- how effects are written


@sentence("Effects are written on lines of their own, or on one line with `;` between them.")
@pytest.mark.parametrize(
    "effects", ["    n := 2; n := n * 3\n    n := n + 1", "    n := 2\n    n := n * 3; n := n + 1"]
)
def test_effects_stand_on_lines_or_between_semicolons(make, effects: str) -> None:
    assert after(make, effects)["fields"]["n"] == 7


@sentence("`if`, `for` and `simultaneously` begin a line, or follow the `do` of an action or of a `for`")
@pytest.mark.parametrize(
    "part",
    [
        "  do if moves = 0 do n := 4\n",
        "  do for i in 1..4 do n := n + 1\n",
        "  do simultaneously\n       n := 4\n",
        "  do for i in 1..4 do if i > 0 do n := n + 1\n",
        "  do for i in 1..4 do for j in 3..3 do n := n + j - 2\n",
        "  do n := 0\n     if moves = 0 do n := 4\n",
    ],
)
def test_blocks_begin_a_line_or_follow_a_do(make, part: str) -> None:
    text = f"{BASE}action go\n{part}turn: go\n"
    assert field(play(make(text).initial_state(), "go"), "n") == 4


@sentence("Behind their own `do` (or word) comes one line of effects, an indented block, or both.")
@pytest.mark.parametrize(
    "part",
    [
        "  do\n    if moves = 0 do n := 1; n := n + 3\n",
        "  do\n    if moves = 0 do\n      n := 1\n      n := n + 3\n",
        "  do\n    if moves = 0 do n := 1\n      n := n + 3\n",
        "  do\n    for i in 1..1 do n := 1\n      n := n + 3\n",
        "  do n := 1\n     n := n + 3\n",
    ],
)
def test_behind_do_stands_a_line_a_block_or_both(make, part: str) -> None:
    text = f"{BASE}action go\n{part}turn: go\n"
    assert field(play(make(text).initial_state(), "go"), "n") == 4


@sentence(
    "Below an `if` or `for` behind the `do` of an action, a line in its column is the next effect of the action, and a deeper one belongs to it.",
    "`do` may also be alone on its line:",
)
def test_the_column_decides_what_belongs_to_an_if(make) -> None:
    beside = f"{BASE}action go\n  do if moves = 7 do n := 1\n     n := n + 3\nturn: go\n"
    deeper = f"{BASE}action go\n  do if moves = 7 do n := 1\n       n := n + 3\nturn: go\n"
    alone = f"{BASE}action go\n  do\n    if moves = 7 do n := 1\n    n := n + 3\nturn: go\n"
    assert [field(play(make(t).initial_state(), "go"), "n") for t in (beside, deeper, alone)] == [3, None, 3]


# ---- what they do


@sentence("KIND may be worked out: `place becomes(k) of mover on s`")
def test_the_kind_of_a_new_piece_may_be_worked_out(make) -> None:
    effects = (
        "    place kind(piece(b2)) of Red on d1\n    place (queen if n > 0 else man) of rival(mover) on e1\n"
        "    place kind(piece(d4)) of Red on d4\n    place kind(piece(c3)) in box"
    )
    position = after(make, effects)
    placed = {site: board(position).get(site) for site in ("d1", "e1", "d4")}
    assert placed == {"d1": "Red king", "e1": "Blue man", "d4": None}  # no kind, no piece
    assert sorted(position["pools"]["box"]) == ["man", "queen"]


@sentence("| `place KIND of PLAYER on SITES` | a new piece appears on each of the sites;")
def test_place_puts_new_pieces_on_sites(make) -> None:
    assert board(after(make, "    place king of Blue on {a2, b1}; place queen on d4", {"pieces": {}})) == {
        "a2": "Blue king",
        "b1": "Blue king",
        "d4": "queen",
    }


@sentence("| `... where CONDITION` | only on the sites (`it`) for which the condition holds |")
def test_place_where_puts_them_on_some_sites(make) -> None:
    assert board(after(make, "    place man of Red on rank(1) where file(it) > 3", {"pieces": {}})) == {
        "d1": "Red man",
        "e1": "Red man",
    }


@sentence("| `place KIND of PLAYER in POOL times N` | N new pieces appear in a pool;")
def test_place_puts_new_pieces_into_a_pool(make) -> None:
    found = after(
        make,
        "    place man of Blue in hand(Blue) times 2 + 1; place king in box; place queen of Red in hand(Red) times 0",
        {"pieces": {}},
    )
    assert found["pools"]["hand"]["Blue"] == ["man"] * 3
    assert found["pools"]["box"] == ["king"]
    assert not found["pools"]["hand"].get("Red")


@sentence("| `move PIECE to SITE` | the piece goes there; the site must be empty |")
def test_move_takes_a_piece_to_an_empty_site(make) -> None:
    assert board(after(make, "    move a1 to d4")) == {
        "b2": "Blue king level=3",
        "c3": "man",
        "d4": "Red man level=2",
        "e5": "Red king",
    }
    assert board(after(make, "    move a1 to a1"))["a1"] == "Red man level=2"
    with pytest.raises(GameError) as caught:
        after(make, "    move a1 to b2")
    assert [d.code for d in caught.value.diagnostics] == ["occupied-site"]


@sentence("| `move PIECES to POOL` | each of the pieces goes into the pool |")
def test_move_takes_a_piece_into_a_pool(make) -> None:
    found = after(make, "    move b2 to hand(Red); move c3 to box")
    assert board(found) == {"a1": "Red man level=2", "e5": "Red king"}
    assert sorted(found["pools"]["hand"]["Red"]) == sorted(
        ["Red man", "Red king level=4", "Red king", "Blue king level=3"]
    )
    assert sorted(found["pools"]["box"]) == ["man", "queen"]


@sentence("| `move KIND from PIECES to PLACE` | the first of these pieces that has this")
def test_move_takes_the_first_of_a_kind(make) -> None:
    assert board(after(make, "    move king from pieces to d4"))["d4"] == "Blue king level=3"
    assert board(after(make, "    move king from own pieces to d4"))["d4"] == "Red king"
    assert board(after(make, "    move queen from box to d4"))["d4"] == "queen"
    assert after(make, "    move queen from hand(Red) to d4")["pieces"] == POSITION["pieces"]
    assert len(after(make, "    move king from hand(Red) to box")["pools"]["box"]) == 2


@sentence("| `... with FIELD = VALUE, ...` | a piece that is placed or moved has these")
def test_with_gives_fields_to_what_is_placed_or_moved(make) -> None:
    head = BASE.replace("field n of", "field worn of piece: bool\nfield n of")
    found = after(
        make,
        "    place man of Red on d1 with level = 5, worn = true; move a1 to d4 with level = level(a1) + 5; move king from hand(Red) to d5 with worn = true",
        head=head,
    )
    assert (board(found)["d1"], board(found)["d4"]) == ("Red man level=5 worn=true", "Red man level=7")
    assert "worn=true" in board(found)["d5"]
    stocked = after(make, "    place man of Red in box times 2 with level = 6", {"pieces": {}})
    assert stocked["pools"]["box"] == ["Red man level=6"] * 2


@sentence("| `remove PIECES`, `capture PIECES` | the pieces leave the game; `where` works")
def test_remove_and_capture_take_pieces_out_of_the_game(make) -> None:
    assert board(after(make, "    remove {a1, c3}")) == {"b2": "Blue king level=3", "e5": "Red king"}
    assert board(after(make, "    remove pieces where it is own")) == {"b2": "Blue king level=3", "c3": "man"}
    counted = after(make, "    remove a1; capture {b2, c3, d4}\n    n := captures")
    assert board(counted) == {"e5": "Red king"}
    assert counted["fields"]["n"] == 2
    assert after(make, "    remove pieces where it is own\n    n := captures + 1")["fields"]["n"] == 1
    assert board(after(make, "    capture pieces where level(it) > 2\n    n := captures")) == {
        "a1": "Red man level=2",
        "c3": "man",
        "e5": "Red king",
    }
    assert len(after(make, "    remove first(hand(Red))")["pools"]["hand"]["Red"]) == 2


@sentence("| `FIELD := VALUE`, `FIELD(x) := VALUE` | the field has the value |")
def test_fields_get_values(make) -> None:
    found = after(
        make, "    n := 7; last := c4; gold(Blue) := 3; lit(a5) := true; level(b2) := 1; who := Blue"
    )
    assert {k: v for k, v in found["fields"].items() if k in ("n", "last", "gold", "who")} == {
        "n": 7,
        "last": "c4",
        "gold": {"Blue": 3},
        "who": "Blue",
    }
    assert found["sites"]["lit"] == {"a5": True}
    assert board(found)["b2"] == "Blue king level=1"


@sentence(
    "| `FIELD := VALUE`, `FIELD(x) := VALUE` | the field has the value |",
    "A field of the game is read by its name.",
)
@pytest.mark.parametrize("name", ["gold", "lit", "level"])
def test_a_field_of_something_is_not_written_by_its_bare_name(name: str) -> None:
    value = "true" if name == "lit" else "1"
    text = f"{BASE}action go\n  do {name} := {value}\nturn: go\nlimit 5 moves: draw\n"
    assert codes(text) == ["unknown-name"]
    assert codes(text.replace(f"{name} :=", f"n(a1) := 1; {name}(a1) :=")) != []


@sentence("| `owner(p) := PLAYER`, `kind(p) := KIND` | the piece changes its owner, or its kind |")
def test_a_piece_changes_hands_or_its_kind(make) -> None:
    assert board(after(make, "    owner(a1) := Blue; kind(b2) := queen; owner(c3) := mover; owner(e5) := none")) == {
        "a1": "Blue man level=2", "b2": "Blue queen level=3", "c3": "Red man", "e5": "king",
    }  # fmt: skip


@sentence("| `phase := NAME` | the game enters that phase; `main` is the phase of `turn` |")
def test_play_goes_on_in_another_phase(make) -> None:
    text = (
        HEAD
        + "action one\n  where moves < 9\n  do phase := late\naction two\n  where moves < 9\n  do phase := main\nturn: one\nphase late: two\n"
    )
    engine = make(text)
    state = engine.state({})
    assert moves(state) == ["one"]
    assert moves(play(state, "one")) == ["two"]
    assert moves(play(state, "one", "two")) == ["one"]


@sentence("| `let NAME = VALUE` | the name has the value up to the end of the block; `NAME := VALUE`")
def test_let_names_a_value_to_the_end_of_its_block(make) -> None:
    assert after(make, "    let x = 3\n    n := x\n    x := x * 5\n    n := n + x")["fields"]["n"] == 18
    assert (
        after(make, "    let x = 3\n    if moves = 0 do\n      let y = 4\n      x := x + y\n    n := x")[
            "fields"
        ]["n"]
        == 7
    )
    assert after(make, "    let x = n\n    n := 5\n    n := n + x")["fields"]["n"] == 5
    outside = f"{BASE}action go\n  do\n    if moves = 0 do\n      let y = 4\n      n := y\n    n := y\nturn: go\nlimit 5 moves: draw\n"
    assert codes(outside) == ["unknown-name"]


@sentence("| `if C do EFFECTS` `else EFFECTS` | the first effects happen if C holds, else")
@pytest.mark.parametrize(("m", "n"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_if_and_else(make, m: int, n: int) -> None:
    effects = "    if gold(Red) = 0 do n := 1\n    else if gold(Red) < 3 do\n      n := 1\n      n := n + 1\n    else n := 3"
    assert after(make, effects, {"pieces": {}, "fields": {"gold": {"Red": m}}})["fields"]["n"] == n


@sentence("| `for x in SET, ... where C do EFFECTS` | the effects happen for each element")
def test_for_does_effects_for_each_element_in_order(make) -> None:
    assert after(make, "    for i in 1..3 do n := n * 2 + i", {"pieces": {}})["fields"]["n"] == 11
    assert (
        after(make, "    for i in 1..2, j in 1..2 where i != j do n := n * 4 + i * 2 + j", {"pieces": {}})[
            "fields"
        ]["n"]
        == 21
    )
    spread = "    for s in sites where lit(s) do for t in neighbours(s) do lit(t) := true"
    found = after(make, spread, {"pieces": {}, "sites": {"lit": {"a1": True}}})
    assert set(found["sites"]["lit"]) == {"a1", "a2", "b1"}  # what was lit meanwhile does not spread
    assert board(after(make, "    for p in own pieces do place queen on step(site(p), south)\n", {"pieces": {"a2": "Red man", "c3": "Red man"}})) == {
        "a1": "queen", "c2": "queen", "a2": "Red man", "c3": "Red man",
    }  # fmt: skip
    growing = after(
        make, "    for p in pieces do place man of Red on step(site(p), north)", {"pieces": {"a1": "Red man"}}
    )
    assert board(growing) == {"a1": "Red man", "a2": "Red man"}


@sentence("| `for PATH do EFFECTS` | the effects happen for each way in which the path can")
def test_for_a_path_does_effects_for_each_way(make) -> None:
    position = {
        "pieces": {
            "c3": "Red man",
            "c4": "Blue man",
            "d3": "Blue man",
            "e3": "Blue man",
            "b2": "Blue man",
            "a1": "man",
        }
    }
    assert board(
        after(make, "    for line any from c3: enemy+ as foes, empty do capture foes", position)
    ) == {"c3": "Red man", "d3": "Blue man", "e3": "Blue man", "b2": "Blue man", "a1": "man"}
    found = after(
        make,
        "    for line any from c3: enemy as foe do\n      n := n + 1\n      remove c4; remove d3; remove b2",
        position,
    )
    assert found["fields"]["n"] == 3
    assert (
        after(make, "    for line east from a5: empty+ as met do n := n + count(met)", {"pieces": {}})[
            "fields"
        ]["n"]
        == 10
    )


MATCH = "    match gold(Red), who\n      0, any: n := 1\n      any, Red: n := 2; n := n + 10\n      1, Blue: n := 3\n      any, any: n := 4"


@sentence("| `match A, B, ...` | a table of cases in a block")
@sentence("| `match A, B, ...` | a table of cases in a block, each `VALUE, VALUE, ...: EFFECTS`")
@pytest.mark.parametrize(
    ("gold", "who", "n"),
    [(0, "Red", 1), (0, "Blue", 1), (1, "Red", 12), (1, "Blue", 3), (2, "Blue", 4), (2, "Red", 12)],
)
def test_match_does_the_first_row_that_fits(make, gold: int, who: str, n: int) -> None:
    assert (
        after(make, MATCH, {"pieces": {}, "fields": {"gold": {"Red": gold}, "who": who}})["fields"]["n"] == n
    )


@sentence("| `match A, B, ...` | a table of cases in a block, each `VALUE, VALUE, ...: EFFECTS`")
def test_match_without_a_row_that_fits_does_nothing(make) -> None:
    assert (
        "n"
        not in after(make, "    match gold(Red)\n      1: n := 1\n      2: n := 2", {"pieces": {}})["fields"]
    )


@sentence(
    "| `match A, B, ...` | a table of cases in a block",
    "| `match A, B, ...` | a table of cases in a block, each `VALUE, VALUE, ...: EFFECTS`",
)
@pytest.mark.parametrize("row", ["      1: n := 1", "      1, 2, 3: n := 1"])
def test_a_row_of_a_table_has_a_value_for_each(row: str) -> None:
    text = f"{BASE}action go\n  do\n    match gold(Red), n\n      0, 1: n := 2\n{row}\nturn: go\nlimit 5 moves: draw\n"
    assert codes(text) == ["bad-table"]


@sentence("| `simultaneously` | a block whose effects are all evaluated on the state before it |")
def test_simultaneous_effects_are_judged_on_the_state_before(make) -> None:
    found = after(
        make,
        "    simultaneously\n      n := gold(Red)\n      gold(Red) := n\n      gold(Blue) := gold(Red) + 1\n      if n = 3 do last := c3",
        {"pieces": {}, "fields": {"n": 3, "gold": {"Red": 5}}},
    )
    fields = found["fields"]
    assert (fields["n"], fields["gold"], fields["last"]) == (5, {"Red": 3, "Blue": 6}, "c3")


JUDGED = [
    ("n := 3; move a1 to site_at(n + 1, 4)", "a4", "Red man level=2"),
    ("n := 3; move king from hand(Red) to site_at(n + 1, 4)", "a4", "Red king"),
    ("remove b2; move king from pieces to d4", "d4", None),
    ("n := 3; for i in 1..1 do move a1 to site_at(n + i, 4)", "a4", "Red man level=2"),
    ("n := 3; if moves = 0 do move a1 to site_at(n + 1, 4) with level = n + 1", "a4", "Red man level=1"),
    ("who := Blue; simultaneously move a1 to (d4 if who = Red else d5)", "d4", "Red man level=2"),
]


@sentence("| `simultaneously` | a block whose effects are all evaluated on the state before it |")
@pytest.mark.parametrize(("effects", "site", "left"), JUDGED, ids=[e for e, _, _ in JUDGED])
def test_moves_at_once_are_judged_on_the_state_before_too(
    make, effects: str, site: str, left: str | None
) -> None:
    lines = effects.replace("; ", "\n      ").replace("simultaneously move", "simultaneously\n        move")
    assert board(after(make, f"    simultaneously\n      {lines}")).get(site) == left


@sentence("| `simultaneously` | a block whose effects are all evaluated on the state before it |")
def test_demands_stocks_and_ends_at_once_are_judged_on_the_state_before(make) -> None:
    rest = "choice answer(k: number)\n  choose j in 1..5 where j > k\n"
    found = after(
        make,
        "    simultaneously\n      n := 3\n      place queen in box times n + 1\n      then answer(n + 1)",
        rest=rest,
    )
    assert found["pools"]["box"] == ["queen", "queen"]
    assert found["fields"]["pending"][0]["arguments"] == [1]
    text = (
        HEAD
        + "field who of game: player\naction go\n  do simultaneously\n       who := Blue\n       end who wins\nturn: go\n"
    )
    assert play(make(text).initial_state(), "go").returns == [1, -1]
    turn = (
        HEAD
        + "field who of game: player\naction go\n  do simultaneously\n       who := Blue\n       then turn of who\nturn: go\n"
    )
    assert play(make(turn).initial_state(), "go").current_player == 0


@sentence("Inside `simultaneously`, removals come before placements.")
@pytest.mark.parametrize(
    "effects",
    [
        "      place queen of Blue on b2\n      remove b2",
        "      remove b2\n      place queen of Blue on b2",
        "      for s in {b2, c3} do place queen of Blue on s\n      for s in {b2, c3} do remove s",
    ],
)
def test_removals_come_before_placements(make, effects: str) -> None:
    assert board(after(make, "    simultaneously\n" + effects))["b2"] == "Blue queen"


@sentence("Inside `simultaneously`, removals come before placements.")
def test_what_is_moved_away_makes_room_for_what_is_placed(make) -> None:
    effects = "    simultaneously\n      place queen of Blue on a1\n      move a1 to d4"
    assert board(after(make, effects)) == POSITION["pieces"] | {"a1": "Blue queen", "d4": "Red man level=2"}
    both = "    simultaneously\n      place queen of Blue on {a1, c3}\n      capture c3; move a1 to hand(Red)"
    assert board(after(make, both))["c3"] == "Blue queen"


@sentence("So are two different values for one field, and two different places for one piece.")
def test_two_values_for_one_field_at_once_are_an_error(make) -> None:
    for effects in (
        "n := 1\n      n := 2",
        "lit(a1) := true\n      lit(a1) := false",
        "owner(a1) := Red\n      owner(a1) := Blue",
        "kind(a1) := man\n      kind(a1) := king",
    ):
        with pytest.raises(GameError) as caught:
            after(make, f"    simultaneously\n      {effects}")
        assert [d.code for d in caught.value.diagnostics] == ["conflicting-writes"]
    assert after(make, "    simultaneously\n      n := 2\n      n := 1 + 1")["fields"]["n"] == 2


@sentence("| `then ...` | see")
def test_then_demands_a_choice(make) -> None:
    text = HEAD + "action go\n  do then answer\nchoice answer\n  choose n in 1..2\nturn: go\n"
    assert moves(play(make(text).initial_state(), "go")) == ["1", "2"]


@sentence("| `end RESULT` | the game is over when the action is committed |")
@pytest.mark.parametrize(
    ("result", "returns"),
    [
        ("mover wins", [1, -1]),
        ("Blue wins", [-1, 1]),
        ("mover loses", [-1, 1]),
        ("draw", [0, 0]),
        ("highest score wins", [-1, 1]),
        ("payoff score", [1, 2]),
    ],
)
def test_an_end_effect_ends_the_game(make, result: str, returns: list) -> None:
    text = (
        HEAD
        + f"field n of game: 0..9\nlet score(p: player) = 1 if p = Red else 2\naction go\n  do end {result}\n     n := 5\nturn: go\n"
    )
    state = play(make(text).initial_state(), "go")
    assert state.is_terminal
    assert state.returns == returns
    assert field(state, "n") == 5
    assert state.legal_actions() == []


# ---- what goes wrong, and what does not


@sentence("A name whose piece is gone is `none`")
def test_the_name_of_a_piece_that_is_gone_is_none(make) -> None:
    effects = "    let p = piece(b2)\n    let q = last(own pieces)\n    remove b2\n    if p = none do n := n + 1\n    if q = e5 do n := n + 2\n    if level(p) = 0 and owner(p) = none do n := n + 4"
    assert after(make, effects)["fields"]["n"] == 7


@sentence("An effect that has nothing to act on does nothing.")
@pytest.mark.parametrize(
    "effect",
    [
        "remove d4", "capture d4", "move d4 to d5", "move a1 to step(a1, south)", "place man of Red on {}", "place man of Red on step(a1, west)",
        "owner(d4) := Red", "kind(d4) := king", "level(d4) := 3", "lit(step(a1, west)) := true", "move queen from own pieces to d4",
        "for p in pieces where p is queen do remove a1", "move d4 to box",
    ],
)  # fmt: skip
def test_where_there_is_nothing_to_act_on_nothing_happens(make, effect: str) -> None:
    engine = make(f"{BASE}action go\n  do {effect}\nturn: go\n")
    state = engine.state(POSITION)
    found = play(state, "go").position()
    assert {k: found[k] for k in ("pieces", "sites", "pools")} == {
        k: state.position()[k] for k in ("pieces", "sites", "pools")
    }


@sentence("Three things are errors in play: to put a piece on an occupied site, to give a")
@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("place man of Red on b2", "occupied-site"), ("move a1 to b2", "occupied-site"), ("place man of Red on {d4, d4}; place man of Red on d4", "occupied-site"),
        ("move queen from box to b2", "occupied-site"), ("n := n + 100", "field-overflow"), ("level(a1) := level(a1) + 8", "field-overflow"),
        ("gold(Red) := gold(Red) - 1", "field-overflow"), ("who := owner(d4)", "no-value"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_an_error_in_play(make, effect: str, code: str) -> None:
    with pytest.raises(GameError) as caught:
        after(make, f"    {effect}")
    assert [d.code for d in caught.value.diagnostics] == [code]
    assert caught.value.diagnostics[0].span.text in effect


@sentence("Three things are errors in play: to put a piece on an occupied site, to give a")
def test_a_new_piece_has_a_value_for_each_field_that_does_not_allow_none(make) -> None:
    text = BASE + "field chief of piece: player\nfield rival of piece: player or none = Red\n"
    place = "action go\n  do place man of Red on d4 with {} = owner(d5)\nturn: go\n"
    with pytest.raises(GameError) as caught:
        play(make(text + place.format("chief")).state(POSITION), "go")
    assert [d.code for d in caught.value.diagnostics] == ["no-value"]
    found = play(make(text + place.format("rival")).state(POSITION), "go")
    assert pieces(found)["d4"] == "Red man rival=none"


# ---- chance

DICE = "players Red, Blue\nfield n of game: 0..9\nfield total of game: 0..99\naction roll\n  do random d in 1..6\n     n := d; total := total + d\nturn: roll\nend draw when moves = 6\n"


@sentence(
    "| `random NAME in SET` | [chance](chance.md) takes one of the elements |",
    "The effect `random NAME in SET` lets chance take one of the elements, each with",
)
def test_chance_takes_each_element_equally_often(make) -> None:
    engine = make(DICE)
    seen = Counter(field(play(engine.initial_state(seed), "roll"), "n") for seed in range(600))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert all(65 <= n <= 140 for n in seen.values()), seen


@sentence(
    "| `random NAME in SET` | [chance](chance.md) takes one of the elements |",
    "NAME is `none` if there are none.",
)
def test_chance_takes_from_what_passes_and_none_from_nothing(make) -> None:
    text = HEAD + (
        "field spot of game: site or none = a1\naction go\n  do random s in sites where it is piece and it is not king\n     spot := s\n"
        "action none_such\n  do random s in sites where it is king and it is own\n     spot := s\nturn: go or none_such\n"
    )
    engine = make(text)
    position = {"pieces": {"b2": "Red man", "c3": "Blue king", "d4": "Blue man"}}
    seen = {
        play(engine.state(position | {"fields": {"seed": s}}), "go").position()["fields"].get("spot")
        for s in range(40)
    }
    assert seen == {"b2", "d4"}
    assert play(engine.state(position), "none_such").position()["fields"]["spot"] == "none"


@sentence(
    "Every state has a seed, which every chance event advances.",
    "With the same seed, the same actions lead to the same game.",
)
def test_chance_follows_from_the_seed(make) -> None:
    engine = make(DICE)
    games = []
    for seed in (7, 7, 8, 9):
        state, seen = engine.initial_state(seed), []
        for _ in range(6):
            state = play(state, "roll")
            seen.append(field(state, "n"))
        games.append(seen)
    assert games[0] == games[1]
    assert len({tuple(g) for g in games}) == 3
    assert any(len(set(g)) > 1 for g in games)  # each event moves the seed on


@sentence("`state.outcomes(action)` gives all states that may follow, with their probabilities.")
def test_outcomes_are_all_that_may_follow(make) -> None:
    state = make(DICE).initial_state()
    found = state.outcomes(state.legal_actions()[0])
    assert sorted((field(s, "n"), round(p, 9)) for p, s in found) == [
        (n, round(1 / 6, 9)) for n in range(1, 7)
    ]
    two = make(
        DICE.replace("n := d; total := total + d", "random e in 1..2\n     n := min(d, e)")
    ).initial_state()
    chances: Counter = Counter()
    for p, s in two.outcomes(two.legal_actions()[0]):
        chances[field(s, "n")] += p
    assert {n: round(p, 9) for n, p in chances.items()} == {1: round(7 / 12, 9), 2: round(5 / 12, 9)}


@sentence(
    "What is legal never depends on chance",
    "An action that contains `random`, or whose settling does, therefore",
    "cannot be judged by `require` or `prefer`, and",
    "cannot have `then must` or `again`.",
    "Give the chance event a choice of its own and demand it with [`then`](demands.md).",
)
@pytest.mark.parametrize(
    "rest",
    [
        "action go\n  choose i in 1..2\n  do random d in 1..6\n     n := d\nrequire after go: n > 2\nturn: go\n",
        "action go\n  choose i in 1..2\n  do random d in 1..6\n     n := d\nprefer most n\nturn: go\n",
        "action go\n  choose i in 1..2\n  do random d in 1..6\n     n := d\n     then must answer\nchoice answer\n  choose j in 1..2\nturn: go\n",
        "action go\n  choose i in 1..2\n  do random d in 1..6\n     n := d\n  again may\nturn: go\n",
        "action go\n  choose i in 1..2\nsettle after go\n  random d in 1..6\n  n := d\nrequire after go: n > 2\nturn: go\n",
    ],
)
def test_what_is_legal_never_depends_on_chance(rest: str) -> None:
    head = "players Red, Blue\nfield n of game: 0..9\n"
    assert codes(head + rest + "end draw when n = 3\n") == ["chance-in-doubt"]
    apart = "action go\n  choose i in 1..2\n  do then roll\nchoice roll\n  do random d in 1..6\n     n := d\nrequire after go: n < 9\nturn: go\nend draw when n = 3\n"
    assert codes(head + apart) == []


@sentence("Perft does not count games of chance")
def test_perft_does_not_count_games_of_chance(make) -> None:
    engine = make(DICE)
    with pytest.raises(ValueError, match="chance"):
        engine.perft(engine.initial_state(), 2)


@sentence(
    "Dice are `random d in 1..6`.",
    "A deck is a pool.",
    "`random c in deck` takes one of the remaining cards.",
    "Nothing needs to be shuffled.",
)
def test_a_deck_gives_each_card_once(make) -> None:
    text = (
        "players Red, Blue\nkinds ace, two, three\npool deck of game seen by nobody\npool hand of player seen by owner\n"
        + (
            "setup\n  for k in kinds do place k in deck\naction draw_card\n  do random c in deck\n     move c to hand(mover)\nturn: draw_card\nend draw when no deck\n"
        )
    )
    engine = make(text)
    orders = Counter()
    for seed in range(240):
        state = engine.initial_state(seed)
        while not state.is_terminal:
            state = state.apply(state.legal_actions()[0])
        hands = state.position()["pools"]["hand"]
        assert sorted(hands["Red"] + hands["Blue"]) == ["ace", "three", "two"]
        orders[hands["Blue"][0]] += 1
    assert all(50 <= n <= 110 for n in orders.values()), orders


# ---- effects of one's own

OWN = (
    "effect lift(s: site, by: number)\n  let before = level(piece(s))\n  level(piece(s)) := before + by\n  last := s\n"
    "effect lift_both(s: site)\n  lift(s, 1); lift(b2, 2)\n"
    "effect pay\n  gold(mover) := gold(mover) + 1\n"
)


@sentence(
    "`effect NAME(PARAMETERS)` gives effects a name.",
    "`NAME(ARGUMENTS)` stands for them wherever an effect may stand.",
    "An effect without parameters is declared as `effect NAME` and happens as `NAME()`.",
    "An effect may use others, but not itself.",
)
def test_a_name_stands_for_effects(make) -> None:
    found = after(
        make, "    lift_both(a1)\n    for n in 1..2 do pay()\n    if n = 0 do pay()", head=BASE + OWN
    )
    assert board(found)["a1"] == "Red man level=3"
    assert board(found)["b2"] == "Blue king level=5"
    assert found["fields"]["gold"] == {"Red": 3}
    assert found["fields"]["last"] == "b2"
    rest = "settle\n  pay()\n"
    assert after(make, "    n := 1", head=BASE + OWN, rest=rest)["fields"]["gold"] == {"Red": 1}
    assert after(make, "    simultaneously\n      pay(); n := 3", head=BASE + OWN)["fields"]["gold"] == {
        "Red": 1
    }
    circle = "effect a(s: site)\n  b(s)\neffect b(s: site)\n  a(s)\n"
    rules = "action go\n  do a(a1)\nturn: go\nend draw when moves = 9\n"
    assert codes(BASE + circle + rules) == ["recursive-definition"]


@sentence("Arguments are evaluated once, before the first of these effects.")
def test_arguments_are_evaluated_once(make) -> None:
    twice = "effect add(k: number)\n  n := n + k\n  n := n + k\n"
    assert after(make, "    n := 1\n    add(n)", head=BASE + twice)["fields"]["n"] == 3
    moved = "effect follow(s: site)\n  last := c2\n  lit(s) := true\n"
    found = after(make, "    last := c1\n    follow(last)", head=BASE + moved)
    assert found["sites"]["lit"] == {"c1": True}
    changed = "    let k = 1\n    k := 4\n    add(k)"
    assert after(make, changed, head=BASE + twice)["fields"]["n"] == 8


@sentence("The effects happen in place of the name, and not later as a [demanded choice](demands.md) does.")
def test_effects_happen_in_place_of_their_name(make) -> None:
    found = after(
        make, "    n := 1\n    double()\n    n := n + 5", head=BASE + "effect double\n  n := 2 * n\n"
    )
    assert found["fields"]["n"] == 7


@sentence(
    "They see their parameters and what is declared, but no name of the action.",
    "No definition or action has the name of an effect.",
)
def test_effects_see_their_parameters_and_what_is_declared() -> None:
    rules = "action go\n  choose s in sites\n  do mark()\nturn: go\nend draw when moves = 9\n"
    assert codes(BASE + "effect mark\n  last := s\n" + rules) == ["unknown-name"]
    clash = "let mark = 3\neffect mark\n  n := 2\n"
    assert codes(BASE + clash + rules) == ["duplicate-name"]


def test_a_file_replaces_an_effect_of_another_one_and_takes_it_away(tmp_path) -> None:
    game = "players Red, Blue\nboard square 2 x 2\nkinds man\nfield n of game: 0..9\neffect put\n  n := 1\naction go\n  do put()\nturn: go\nend draw when n = 1\n"
    (tmp_path / "first.gdl").write_text(game)
    (tmp_path / "second.gdl").write_text(
        'game "Second" extends "first.gdl"\neffect put\n  n := 2\nend draw when n = 2\n'
    )
    a, b = (load_rules(tmp_path / f"{name}.gdl") for name in ("first", "second"))
    assert next(d.sentence for d in differences(a, b)) == "The effect `put` differs."
    engine = interpreter.engine(b.game, "reference")
    assert play(engine.initial_state(), "go").is_terminal
