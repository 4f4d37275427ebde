"""Actions, choices and moves; going on; notation and typing."""

import pytest

from interpreter.engines.errors import Ambiguous, IllegalAction
from language.playing import HEAD, codes, field, moves, pieces, play
from language.sentences import sentence

FACING = HEAD.replace("Red, Blue", "Red facing north, Blue facing south")


@sentence(
    "`action NAME` declares an **action**: choices and effects.",
    "The parts of an action come in order.",
    "An **action** is a name and choices from finite domains.",
    "| `choose NAME in SET` |",
    "| `where CONDITION` |",
    "| `do EFFECTS` |",
)
def test_the_parts_of_an_action_are_taken_in_order(make) -> None:
    text = HEAD + (
        "action go\n  choose s in corners where s is empty and file(s) = 1\n  where rank(s) = 1\n  choose k in kinds where k = king or s is own\n"
        "  where k = king\n  do place k of mover on s\nturn: go\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["a1 king"]
    assert pieces(play(state, "a1 king")) == {"a1": "Red king"}


@sentence("Each may use the names that are introduced before it.")
def test_a_part_uses_the_names_before_it_and_none_behind_it() -> None:
    good = "action go\n  choose s in sites\n  choose t in neighbours(s)\n  where t is empty\n  do place man of mover on t\nturn: go\nlimit 9 moves: draw\n"
    assert codes(HEAD + good) == []
    assert codes(HEAD + good.replace("choose s in sites", "choose s in neighbours(t)")) == ["unknown-name"]
    assert (
        codes(
            HEAD
            + good.replace(
                "  choose t in neighbours(s)\n  where t is empty\n",
                "  where t is empty\n  choose t in neighbours(s)\n",
            )
        )
        != []
    )


@sentence(
    "Numbers that a `choose` takes from must be known before the game begins.",
    "Other sets may depend on the state.",
)
def test_numbers_to_choose_from_are_known_and_other_sets_need_not_be() -> None:
    rest = "  do remove a1\nturn: go\nlimit 9 moves: draw\n"
    assert codes("option n = 4\n" + HEAD + "action go\n  choose i in 1..n\n" + rest) == []
    assert codes(HEAD + "action go\n  choose i in 1..count(pieces)\n" + rest) == ["not-static"]
    assert codes(HEAD + "action go\n  choose i in {s for s in own pieces}\n" + rest) == []


@sentence("Where a set is wanted, a single value means the set of it alone, and `none` the empty set.")
def test_one_value_is_no_choice(make) -> None:
    text = HEAD + "field n of game: 0..9\naction go\n  choose n_ in 3\n  do n := n_\nturn: go\n"
    state = make(text).initial_state()
    assert len(state.legal_actions()) == 1
    assert field(state.apply(state.legal_actions()[0]), "n") == 3


@sentence("`choice NAME` declares a **choice**: an action that no turn offers.")
def test_a_choice_is_demanded_and_never_offered(make) -> None:
    text = (
        HEAD
        + "action go\n  choose n in 1..2\n  do then answer\nchoice answer\n  choose n in 3..4\nturn: go\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["go 1", "go 2"]
    assert moves(play(state, "go 1")) == ["answer 3", "answer 4"]
    assert codes(text.replace("turn: go", "turn: go or answer")) == ["unknown-action"]


@sentence(
    "Actions and choices may have parameters, as in `choice grow(p: piece)`.",
    "`then` gives them their values.",
    "An action that a turn offers has none.",
)
def test_then_gives_parameters(make) -> None:
    text = HEAD + (
        "action go\n  choose n in 1..2\n  do then answer(n, a1)\n     then other(n + 1)\nchoice answer(least: number, s: site)\n  choose m in 1..4 where m > least and s = a1\n"
        "action other(n: number)\n  choose k in 7..9 where k = n + 6\nturn: go\n"
    )
    state = play(make(text).initial_state(), "go 2")
    assert moves(state) == ["answer 3", "answer 4"]
    assert moves(play(state, "answer 4")) == ["other 9"]
    assert codes(text.replace("turn: go", "turn: go or other")) == ["wrong-arguments"]


# ---- moves

POSITION = {"pieces": {"b2": "Red man", "d2": "Red king", "b4": "Blue man", "d4": "Blue king"}}


@sentence(
    "`move NAME by KIND, ...` declares a **move**: an action of one piece, which",
    "A move is made by one piece of the mover, of the kinds behind `by`; without it, or with `by any`, of all kinds.",
)
@pytest.mark.parametrize(
    ("by", "expected"),
    [(" by man", {"b2"}), (" by man, king", {"b2", "d2"}), (" by any", {"b2", "d2"}), ("", {"b2", "d2"})],
)
def test_a_move_is_made_by_a_piece_of_the_mover(make, by: str, expected: set) -> None:
    state = make(HEAD + f"move go{by}\n  line south: empty\nturn: go\n").state(POSITION)
    assert {m[:2] for m in moves(state)} == expected


@sentence(
    "A move has exactly one way to go:",
    "a [path](paths.md), which starts at the piece;",
    "`along NAME`, where NAME is a [column of paths](kinds.md#columns-of-paths);",
    "`along NAME`, where NAME is a definition that gives, for a piece, the sites to",
)
def test_a_move_goes_along_a_definition(make) -> None:
    text = (
        HEAD
        + "let ways(p: piece) = {t in corners where t is empty and owner(p) = mover} + step(site(p), north)\nmove go by man\n  along ways\n  where to is empty\nturn: go\n"
    )
    state = make(text).state(POSITION)
    assert moves(state) == ["b2-a1", "b2-a5", "b2-b3", "b2-e1", "b2-e5"]


@sentence("The choices of a move are its piece and what follows from the path.")
def test_the_choices_of_a_move_are_its_piece_and_its_path(make) -> None:
    text = HEAD + "move go by man\n  line orthogonal: empty*, empty as mid, empty, empty\nturn: go\n"
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert moves(state) == ["a1-a4 a2", "a1-a5 a3", "a1-d1 b1", "a1-e1 c1"]
    assert {state.action_sites(a) for a in state.legal_actions()} == {
        (0, 15, 5),
        (0, 20, 10),
        (0, 3, 1),
        (0, 4, 2),
    }


@sentence(
    "In its parts, `piece` is the piece, `from` is its start and `to` is its destination.",
    "These names take precedence over all others.",
    "`to` has a value only after the path.",
)
def test_piece_from_and_to(make) -> None:
    text = HEAD + (
        "field started of game: site or none\nfield ended_ of game: site or none\nfield it_was of game: piece or none\n"
        "move go by man\n  where from = b2 and piece is own man\n  line any: empty\n  where to = c3\n  do started := from; ended_ := to; it_was := piece\nturn: go\n"
    )
    state = play(make(text).state(POSITION), "b2-c3")
    fields = state.position()["fields"]
    assert (fields["started"], fields["ended_"], fields["it_was"]) == ("b2", "c3", "c3")
    assert codes(HEAD + "move go by man\n  where to = c3\n  line any: empty\nturn: go\n") != []


@sentence("The piece goes to its destination and captures what is there, before the effects.")
def test_a_move_captures_what_stands_on_its_destination(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9\nfield on_it of game: bool\nmove go by man\n  line any: any\n  do n := captures; on_it := to is own man and from is empty\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "a2": "Blue king", "b1": "Red king", "b2": "man"}})
    for to, left in (("a2", 1), ("b1", 1), ("b2", 1)):
        after = play(state, f"a1-{to}")
        assert field(after, "n") == left
        assert field(after, "on_it") is True
        assert pieces(after)[to] == "Red man"
        assert len(pieces(after)) == 3


@sentence(
    "| `remove PIECES`, `capture PIECES` | the pieces leave the game; `where` works",
    "Captures of other pieces are effects",
)
@pytest.mark.parametrize(
    "effect",
    [
        "capture to",
        "capture piece",
        "capture own pieces",
        "capture {from, to}",
        "capture sites where it is piece",
    ],
)
def test_the_piece_that_moves_never_captures_itself(make, effect: str) -> None:
    text = (
        HEAD
        + f"field n of game: 0..9\nmove go by man\n  line any up to 1: empty\n  do {effect}\n  finally n := captures\nturn: go\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man", "b5": "Blue man"}}), "a1-b2")
    assert pieces(state)["b2"] == "Red man"
    assert field(state, "n") == (1 if "sites" in effect else None)


@sentence("| `remove PIECES`, `capture PIECES` | the pieces leave the game; `where` works")
def test_the_piece_that_moves_may_be_removed(make) -> None:
    text = HEAD + "move go by man\n  line any up to 1: empty\n  do remove piece\nturn: go\n"
    assert pieces(play(make(text).state({"pieces": {"a1": "Red man", "b5": "Blue man"}}), "a1-b2")) == {
        "b5": "Blue man"
    }


@sentence(
    "The piece goes to its destination and captures what is there, before the effects.",
    "`captured` gives the kinds of what is gone: `for k in captured do place k of mover in hand(mover)`",
)
def test_captured_are_the_kinds_of_what_was_captured(make) -> None:
    text = HEAD + (
        "kinds queen\npool hand of player\nfield gone of game: bool\nmove go by man\n  line any: enemy as victim\n"
        "  do gone := piece(victim) = piece; capture b4\n     for k in captured do place k of mover in hand(mover)\nturn: go\n"
    )
    state = make(text).state(
        {"pieces": {"a1": "Red man", "a2": "Blue king", "b4": "Blue queen", "e5": "Blue king"}}
    )
    after = play(state, "a1xa2").position()
    assert sorted(after["pools"]["hand"]["Red"]) == ["king", "queen"]
    assert after["fields"]["gone"] is True
    assert after["pieces"] == {"a2": "Red man", "e5": "Blue king"}


def test_nothing_has_been_captured_where_the_next_action_is_chosen(make) -> None:
    """So that a position has all that its actions follow from."""
    text = HEAD + (
        "pool hand of player\nmove go by man\n  line any up to 1: any\naction back\n  choose k in captured\n"
        "  do place k of mover in hand(mover)\nturn: go or back else pass\n"
    )
    state = play(
        make(text).state({"pieces": {"a1": "Red man", "a2": "Blue king", "e5": "Blue man"}}), "a1xa2"
    )
    assert {state.action_to_string(a)[:2] for a in state.legal_actions()} == {"e5"}


# ---- going on

JUMP = (
    HEAD
    + "move jump by man\n  line any: enemy as victim, empty\n  do capture victim\n  again {}\nturn: jump else pass\n"
)
ROW = {"pieces": {"a1": "Red man", "b2": "Blue man", "d4": "Blue man", "d3": "Blue man"}}


@sentence(
    "With `again`, an action or a move consists of several **steps**.",
    "After each step the player chooses again, on the position that the step has",
)
@sentence(
    "`again may` lets the player decide whether another step follows.",
    "`again must` demands another step as long as one is possible.",
    "| `again must`, `again may` | a further step within the same action, see",
)
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("may", ["a1xc3", "a1xc3xe3", "a1xc3xe3xc5", "a1xc3xe5"]),
        ("must", ["a1xc3xe3xc5", "a1xc3xe5"]),
        ("may up to 1", ["a1xc3"]),
        ("must up to 2", ["a1xc3xe3", "a1xc3xe5"]),
    ],
)
def test_a_move_goes_on_on_what_its_last_step_has_left(make, word: str, expected: list) -> None:
    state = make(JUMP.format(word)).state(ROW)
    assert moves(state) == expected
    after = play(state, expected[-1])
    assert after.current_player == 1
    assert after.position()["fields"]["turn"] == 2


@sentence(
    "In a move, the same piece continues along the path from where it is.",
    "It does not continue when it is gone.",
)
def test_the_same_piece_goes_on_from_where_it_stands(make) -> None:
    state = make(JUMP.format("must")).state({"pieces": ROW["pieces"] | {"a5": "Red man", "b5": "Blue man"}})
    assert moves(state) == ["a1xc3xe3xc5", "a1xc3xe5", "a5xc5xe3xc3"]
    gone = (
        HEAD
        + "move go by man\n  line north up to 1: empty\n  do if rank(to) = 3 do remove piece\n  again must\nturn: go else pass\n"
    )
    state = make(gone).state({"pieces": {"a1": "Red man"}})
    assert moves(state) == ["a1-a2-a3"]
    assert pieces(play(state, "a1-a2-a3")) == {}


@sentence("In a move, the same piece continues along the path from where it is.")
def test_a_piece_that_its_effects_have_moved_goes_on_from_there(make) -> None:
    text = (
        HEAD
        + "move go by man\n  line north up to 1: empty\n  do if to = a2 do move piece to c3\n  again must up to 2\nturn: go else pass\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert pieces(play(state, moves(state)[0])) == {"c4": "Red man"}
    assert len(moves(state)) == 1


@sentence(
    "`up to N` bounds the number of steps.", "The default is 40, or the number of sites if that is less."
)
def test_the_number_of_steps_is_bounded(make) -> None:
    count = (
        "field n of game: 0..99\naction go\n  choose i in {1}\n  do n := n + 1\n  again must%s\nturn: go\n"
    )
    for board, text, expected in (
        ("3 x 3", "", 9),
        ("5 x 5", "", 25),
        ("8 x 8", "", 40),
        ("8 x 8", " up to 3", 3),
        ("3 x 3", " up to 12", 12),
    ):
        state = make(HEAD.replace("5 x 5", board) + count % text).initial_state()
        assert field(state.apply(state.legal_actions()[0]), "n") == expected, (board, text)


@sentence("`where` is tested after each step.", "Its condition may use the names of the step.")
def test_where_behind_again_is_asked_after_each_step(make) -> None:
    text = (
        HEAD
        + "move go by man\n  line north up to 1: empty\n  again must where to != a4 and piece is man\nturn: go else pass\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b1": "Red man"}})
    assert moves(state) == ["a1-a2-a3-a4", "b1-b2-b3-b4-b5"]


@sentence(
    "The effects in `do` happen at each step.",
    "Those in `finally` happen at the end, when names have the values of the last step.",
)
@sentence("| `finally EFFECTS` | what happens once, when no further step follows |")
def test_do_is_done_at_each_step_and_finally_at_the_end(make) -> None:
    text = HEAD + (
        "field steps_ of game: 0..9\nfield ends of game: 0..9\nfield where_from of game: site or none\nfield where_to of game: site or none\nfield met of game: site or none\n"
        "move jump by man\n  line any: enemy as victim, empty\n  do steps_ := steps_ + 1; capture victim\n  again may\n"
        "  finally ends := ends + 1; where_from := from; where_to := to; met := victim\nturn: jump\n"
    )
    state = make(text).state(ROW)
    fields = play(state, "a1xc3xe5").position()["fields"]
    assert (fields["steps_"], fields["ends"], fields["where_from"], fields["where_to"], fields["met"]) == (
        2,
        1,
        "c3",
        "e5",
        "d4",
    )
    fields = play(state, "a1xc3").position()["fields"]
    assert (fields["steps_"], fields["ends"], fields["where_from"], fields["where_to"], fields["met"]) == (
        1,
        1,
        "a1",
        "c3",
        "b2",
    )


@sentence("| `steps` | number |")
def test_steps_counts_the_steps_that_are_made(make) -> None:
    text = HEAD + (
        "field seen of game: 0..99999999\naction go\n  choose n in 0..3 where n = steps\n  do seen := 10 * seen + steps\n  again must up to 3\n  finally seen := 10 * seen + steps\n"
        "turn: go\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["0 1 2"]
    after = play(state, "0 1 2")
    assert field(after, "seen") == 1233
    assert moves(after) == ["0 1 2"]


@sentence("| `until done` | when the action is over and the ends have been tested | what")
def test_a_step_knows_of_those_before_it_by_fields(make) -> None:
    text = HEAD + (
        "field used of site: bool until done\nmove go by man\n  line orthogonal up to 1: empty\n  where not used(to)\n  do used(from) := true\n"
        "  again must up to 4\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b2": "Blue man", "a3": "Blue man"}})
    assert moves(state) == ["a1-a2", "a1-b1-c1-c2-c3", "a1-b1-c1-c2-d2", "a1-b1-c1-d1-d2", "a1-b1-c1-d1-e1"]
    assert "used" not in play(state, "a1-a2").position().get("sites", {})


SET = HEAD + (
    "field used of site: bool until done\nfield total of game: 0..99\nlet taken = {file(s) for s in sites where used(s)}\n"
    "action go\n  choose n in 1..4 where n not in taken\n  do total := total + n; used(site_at(n, 1)) := true\n  again must up to 2"
)


@sentence(
    "`in any order` is for actions only.",
    "Of sequences that begin with the same steps in different orders, only the first continues, in the order in which choices are found.",
)
@sentence("A set of steps is thus one action, which players may type in any order.")
def test_steps_in_any_order_are_one_action(make) -> None:
    ordered = make(SET + "\nturn: go\n").initial_state()
    free = make(SET + " in any order\nturn: go\n").initial_state()
    assert len(moves(ordered)) == 12
    assert moves(free) == ["1 2", "1 3", "1 4", "2 3", "2 4", "3 4"]
    assert free.action_from_string("4 2") == free.action_from_string("2 4")
    assert field(play(free, "4 3"), "total") == 7
    assert codes(HEAD + "move go by man\n  line any: enemy\n  again may in any order\nturn: go\n") == [
        "bad-again"
    ]


ROUND = HEAD + (
    "kinds lady\nfield lifted of site: bool until done\nmove jump by lady\n  line orthogonal: empty*, [it is enemy and not lifted(it)] as victim, empty+\n"
    "  do lifted(victim) := true\n  again must up to 6{}\n  finally capture sites where lifted(it)\nturn: jump else pass\n"
)
RING = {"pieces": {"b2": "Red lady", "b3": "Blue man", "c4": "Blue man", "d3": "Blue man", "c2": "Blue man"}}


@sentence("`once per outcome` merges ways that lead to the same position into one action")
@sentence("`once per outcome` merges ways that lead to the same position into one action")
@sentence("The way with the least number remains: the earlier choice at the first difference.")
def test_of_several_ways_to_one_position_the_least_is_kept(make) -> None:
    every = make(ROUND.format("")).state(RING)
    once = make(ROUND.format(" once per outcome")).state(RING)
    results: dict = {}
    for action in every.legal_actions():
        results.setdefault(str(pieces(every.apply(action))), []).append(action)
    assert any(len(ways) > 1 for ways in results.values())
    assert once.legal_actions() == sorted(min(ways) for ways in results.values())


@sentence("The way with the least number remains: the earlier choice at the first difference.")
def test_an_action_once_per_outcome_is_the_earliest(make) -> None:
    text = (
        HEAD
        + "field total of game: 0..99\naction go\n  choose n in 1..4\n  do total := total + n\n  again must up to 2 once per outcome\nturn: go\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["1 1", "1 2", "1 3", "1 4", "2 4", "3 4", "4 4"]
    assert [field(play(state, m), "total") for m in moves(state)] == [2, 3, 4, 5, 6, 7, 8]


@sentence("`once per outcome` merges ways that lead to the same position into one action")
def test_ways_of_different_pieces_are_different_actions(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9\nmove go by man\n  line any up to 1: empty\n  do remove own pieces where it != piece; move piece to e5\n  again may up to 1 once per outcome\nturn: go\n"
    )
    pair = {"pieces": {"a1": "Red man", "a2": "Red man"}}
    assert sorted(m[:2] for m in moves(make(text).state(pair))) == ["a1", "a2"]
    longer = text.replace("may up to 1", "must up to 2")  # the last steps of both may be the same
    assert sorted(m[:2] for m in moves(make(longer).state(pair))) == ["a1", "a2"]


# ---- notation


@sentence("A move is written `a2-a3`, or `a2xb3` when it captures")
def test_a_move_is_written_with_a_dash_or_a_cross(make) -> None:
    text = (
        HEAD
        + "move go by man\n  line orthogonal up to 1: any\n  where to is not own\nmove hop by king\n  line north: enemy as victim, empty\n  do capture victim\nturn: go or hop\n"
    )
    state = make(text).state(
        {"pieces": {"a1": "Red man", "a2": "Blue man", "c1": "Red king", "c2": "Blue man"}}
    )
    assert moves(state) == ["a1-b1", "a1xa2", "c1xc3"]


@sentence("A capture that the player to act cannot see is written with `-`.")
def test_a_capture_that_nobody_sees_is_written_as_any_move(make) -> None:
    """Of what lies hidden on the way, too: the sign would tell where it is."""
    text = (
        HEAD
        + "hide site of p in pieces from v where owner(p) != v and hidden(p)\nfield hidden of piece: bool\n"
        + "move go by man\n  line orthogonal up to 1: any\n  where to is not own\n"
        + "move hop by king\n  line north: any as over, any\n  do if over is enemy do capture over\nturn: go or hop\n"
    )
    hidden = {
        "a1": "Red man",
        "a2": "Blue man hidden=true",
        "b1": "Blue man",
        "c1": "Red king",
        "c2": "Blue man hidden=true",
    }
    found = moves(make(text).state({"pieces": hidden}))
    assert found == ["a1-a2", "a1xb1", "c1-c3"]
    seen = {site: piece.partition(" hidden")[0] for site, piece in hidden.items()}
    assert moves(make(text).state({"pieces": seen})) == ["a1xa2", "a1xb1", "c1xc3"]


@sentence(
    "With `again` it is written `c3xe5xg7`.", "`-` for `x`;", "the sites alone, where they name one action;"
)
@pytest.mark.parametrize(
    "typed", ["a1xc3xe5", "a1-c3-e5", "a1 c3 e5", "A1xC3xE5", "a1 x c3 x e5", "a1c3e5", "jump a1xc3xe5"]
)
def test_a_move_may_be_typed_in_many_ways(make, typed: str) -> None:
    state = make(JUMP.format("may")).state(ROW)
    assert state.action_from_string(typed) == state.action_from_string("a1xc3xe5")


@sentence("A further choice follows the sites.")
def test_a_further_choice_is_written_behind_the_sites(make) -> None:
    text = (
        HEAD
        + "move go by man\n  line north up to 1: empty\n  choose k in kinds\n  do kind(piece) := k\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert moves(state) == ["a1-a2 king", "a1-a2 man"]
    assert pieces(play(state, "a1-a2 king")) == {"a2": "Red king"}


@sentence(
    "Any other action is the list of its choices, `b2` or `b2 north`.",
    "Its name comes first when another action has choices of the same types.",
    "Without choices, it is the name alone.",
)
@sentence("an action's name with its choices, or the choices alone, even where the game")
def test_an_action_is_written_as_the_list_of_its_choices(make) -> None:
    text = HEAD + (
        "action put\n  choose s in {b2}\n  do place man of mover on s\naction aim\n  choose s in {b2, c3}\n  choose d in {north}\n"
        "action wait\n  where moves < 9\naction lone\n  choose k in kinds\n  choose d in {south}\nturn: put or aim or wait or lone\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["b2", "b2 north", "c3 north", "king south", "man south", "wait"]
    assert state.action_from_string("put b2") == state.action_from_string("b2")
    assert state.action_from_string("aim c3 north") == state.action_from_string("c3 north")
    both = make(
        text.replace(
            "action lone\n  choose k in kinds\n  choose d in {south}", "action lone\n  choose s in {b2}"
        )
    ).initial_state()
    assert moves(both) == ["b2 north", "c3 north", "lone b2", "put b2", "wait"]
    with pytest.raises(Ambiguous):
        both.action_from_string("b2")


@sentence(
    "`notation` gives an action another form: a text with expressions in braces, evaluated in the position before the action.",
    "| `notation TEXT` | how the action is written, see [notation](notation.md) |",
    "`notation` gives an action another form: a text with expressions in braces, evaluated in the position before the action.",
)
def test_notation_gives_another_form(make) -> None:
    text = HEAD + (
        'action build\n  choose s in {b2, c3} where s is empty\n  choose k in kinds\n  do place k of mover on s\n  notation "{k}@{s} to {count(pieces)}"\n'
        'move go by man\n  line north up to 1: empty\n  notation "{from} up {to} {from is own}"\nturn: build or go\n'
    )
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert moves(state) == ["a1 up a2 true", "king@b2 to 1", "king@c3 to 1", "man@b2 to 1", "man@c3 to 1"]


@sentence("It must distinguish all choices, so it does not suit a move with `again`.")
def test_a_notation_must_tell_all_choices_apart() -> None:
    from language.playing import found

    rest = (
        HEAD
        + "action build\n  choose s in sites where s is empty\n  choose k in kinds\n  do place k of mover on s\n  notation {}\nturn: build\nend draw when full\n"
    )
    assert [d.code for d in found(rest.format('"{k}@{s}"'))] == []
    assert [d.code for d in found(rest.format('"{s}"'))] == ["ambiguous-notation"]
    again = (
        HEAD
        + 'setup\n  place man of Red on a1\n  place king of Blue on e5\nmove jump by man, king\n  line any: enemy as victim, empty\n  do capture victim\n  again may\n  notation "{from}{to}"\nturn: jump else lose\n'
    )
    assert [d.code for d in found(again)] == ["ambiguous-notation"]


@sentence(
    "A text inside the braces stands between single quotation marks: `\"{s}{'+' if d = north else '-'}\"`."
)
def test_a_text_inside_braces_has_single_quotation_marks(make) -> None:
    text = HEAD + (
        "action go\n  choose s in {b2}\n  choose d in {north, south}\n  do place man of mover on step(s, d)\n"
        "  notation \"it's {s}{'+}' if d = north else '-'}\"\nturn: go\n"
    )
    assert moves(make(text).initial_state()) == ["it's b2+}", "it's b2-"]
    assert codes(text.replace("'-'", "'-")) == ["bad-notation"]


@sentence("An action with several steps is written step by step, `8/5 6/5`, each step in")
def test_an_action_that_goes_on_is_written_step_by_step(make) -> None:
    text = HEAD + (
        "action shift\n  choose p in own man\n  choose t in neighbours(site(p), north) where t is empty\n  do move p to t\n  again must up to 2\n"
        '  notation "{rank(site(p))}/{rank(t)}{file(t)}"\nturn: shift\n'
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b3": "Red man"}})
    assert moves(state) == sorted(["1/21 2/31", "1/21 3/42", "3/42 1/21", "3/42 4/52"])


# ---- typing

TYPED = HEAD + (
    'kinds tower\nlooks\n  tower "T"\naction build\n  choose s in {b2, c3}\n  choose k in {man, tower}\n  do place k of mover on s\n  notation "{k}@{s}"\n'
    'action castle\n  choose n in {1}\n  notation "O-O"\nmove go by man\n  line any up to 1: empty | enemy\n  choose k in kinds\n  do kind(piece) := k\n'
    'action slide\n  choose p in own king\n  choose w in {1, 2}\n  do move p to step(site(p), east, w)\n  notation "K{p}:{w}"\n'
    'action drop_out\n  where moves < 99\naction put_in\n  choose s in {b3}\n  do place man of mover on s\n  notation "{s}!"\n'
    "turn: build or castle or go or slide or drop_out or put_in\n"
)
TYPING = [
    ("sites without a separator, `a2a3`;", "a1b1 man", "a1-b1 man"),
    ("a zero for the letter, `0-0` for `O-O`;", "0-0", "O-O"),
    (
        "an action's name with its choices, or the choices alone, even where the game",
        "build b2 tower",
        "tower@b2",
    ),
    ("`build b2 tower`, `tower b2`", "tower b2", "tower@b2"),
    ("an action's name alone, when one legal action has that name;", "castle", "O-O"),
    ("a name in parts, with blanks for its underscores: `drop out` for `drop_out`;", "drop out", "drop_out"),
    ("a name in parts, with blanks for its underscores: `drop out` for `drop_out`;", "put in b3", "b3!"),
    (
        "the first letter, the sign or the name of a kind behind the sites: `b7a8q`, `b7xa8=Q`;",
        "a1b1k",
        "a1-b1 king",
    ),
    (
        "the first letter, the sign or the name of a kind behind the sites: `b7a8q`, `b7xa8=Q`;",
        "a1b1T",
        "a1-b1 tower",
    ),
    (
        "the first letter, the sign or the name of a kind behind the sites: `b7a8q`, `b7xa8=Q`;",
        "a1b1=king",
        "a1-b1 king",
    ),
    (
        "the first letter, the sign or the name of a kind behind the sites: `b7a8q`, `b7xa8=Q`;",
        "a1xa2=T",
        "a1xa2 tower",
    ),
    ("the start and the destination of a piece that an action displaces although it", "d1e1", "Kd1:1"),
]


@pytest.mark.parametrize(
    ("typed", "written"), [pytest.param(t, w, marks=sentence(p), id=t) for p, t, w in TYPING]
)
@sentence(
    "The program also reads",
    "The program writes every action in one way, and reads several.",
)
def test_actions_may_be_typed(make, typed: str, written: str) -> None:
    state = make(TYPED).state({"pieces": {"a1": "Red man", "a2": "Blue man", "d1": "Red king"}})
    assert state.action_to_string(state.action_from_string(typed)) == written


@sentence(
    "the start and the destination of a piece that an action displaces although it",
    "When the text fits several legal actions, the program lists them.",
)
def test_what_may_mean_several_actions_lists_them(make) -> None:
    position = {"pieces": {"a1": "Red man", "a2": "Blue man", "d1": "Red king"}}
    state = make(TYPED).state(position)
    with pytest.raises(Ambiguous) as caught:
        state.action_from_string("a1b1")
    assert {state.action_to_string(a) for a in caught.value.actions} == {
        f"a1-b1 {k}" for k in ("man", "king", "tower")
    }
    secret = make(TYPED + "hide p in pieces from viewer where owner(p) != viewer\n").state(position)
    with pytest.raises(IllegalAction):
        secret.action_from_string("d1e1")


# ---- sets as choices

CARDS = """players Red, Blue
board square 5 x 5
kinds two, three, four
pool hand of player seen by owner
pool melds of player

setup
  for p in players do
    place three of p in hand(p) times 2
    place two of p in hand(p)
  place two of Red on {b1, a2}
"""
MELD = "action meld\n  choose cards: 2..3 of hand(mover)\n  do move cards to melds(mover)\nturn: meld else pass\nlimit 9 moves: draw\n"


@sentence(
    "| `choose NAME: A..B of SET` |",
    "A..B of SET` chooses at least A and at most B elements, and `choose NAME:",
    "The value is the set of them, so a discard of three cards is one action.",
    "Two [cards of one kind](pools.md) are alike: the first ones in the pool are taken.",
    "`choose cards: 1..3 of NAME(p)` chooses [several at once](actions.md#sets-as-choices).",
)
@sentence("| `move PIECES to POOL` | each of the pieces goes into the pool |")
def test_several_pieces_of_a_pool_are_one_choice_by_their_kinds(make) -> None:
    state = make(CARDS + MELD).initial_state()
    assert moves(state) == ["three+three", "two+three", "two+three+three"]
    after = play(state, "two+three")
    assert after.position()["pools"]["melds"] == {"Red": ["Red two", "Red three"]}
    assert after.position()["pools"]["hand"]["Red"] == ["three"]


@sentence("N of SET` exactly N.")
@sentence("What `where` after it says is said of the whole set.")
def test_a_size_alone_is_exact_and_the_condition_is_about_the_set(make) -> None:
    exact = MELD.replace("2..3 of hand(mover)", "2 of hand(mover)")
    assert moves(make(CARDS + exact).initial_state()) == ["three+three", "two+three"]
    alike = exact.replace("hand(mover)\n", "hand(mover) where count(kinds of cards) = 1\n", 1)
    assert moves(make(CARDS + alike).initial_state()) == ["three+three"]


@sentence(
    "A and B must be known before the game begins.",
    "They are numbers, options or expressions in parentheses.",
    "For sizes that depend on the state, choose from the widest range",
)
def test_the_sizes_are_known_before_the_game_begins(make) -> None:
    text = "option most = 2 from 2..3\n" + CARDS + MELD
    assert len(moves(make(text.replace("2..3 of", "2..most of")).initial_state())) == 2
    assert len(moves(make(text.replace("2..3 of", "2..(most + 1) of")).initial_state())) == 3
    assert codes(text.replace("2..3 of", "2..turn of")) == ["not-static"]
    said = "2..3 of hand(mover) where count(cards) = turn + 1"
    assert len(moves(make(text.replace("2..3 of hand(mover)", said)).initial_state())) == 2


@sentence(
    "The set has its elements in increasing order, however they are chosen:",
    "The set has its elements in increasing order, however they are chosen: pieces by their sites, numbers from the lowest on, everything else as declared.",
)
def test_a_chosen_set_is_in_increasing_order(make) -> None:
    def chosen(source: str, told: str) -> str:
        text = (
            CARDS
            + f"action go\n  choose xs: 2 of {source}\n  do place two on {told}\nturn: go\nlimit 9 moves: draw\n"
        )
        return moves(make(text).initial_state())[0]

    assert chosen("{c3, b2}", "first(xs)") == "b2+c3"
    assert chosen("own pieces", "c3") == "b1+a2"
    assert chosen("{9, 4}", "c3") == "4+9"
    assert chosen("{four, two}", "c3") == "two+four"
    assert chosen("{Blue, Red}", "c3") == "Red+Blue"
    text = (
        CARDS
        + "action go\n  choose xs: 2 of {c3, b2}\n  do place two on first(xs)\nturn: go\nlimit 9 moves: draw\n"
    )
    assert "b2" in pieces(play(make(text).initial_state(), "c3 b2"))


@sentence("Two [cards of one kind](pools.md) are alike: the first ones in the pool are taken.")
def test_of_pieces_of_one_kind_the_first_are_taken(make) -> None:
    text = (
        CARDS.replace("pool melds", "field worn of piece: 0..3\npool melds").replace(
            "  place two of Red on {b1, a2}\n", "  place three of Red in hand(Red) with worn = 2\n"
        )
        + MELD
    )
    state = make(text).initial_state()
    assert moves(state) == ["three+three", "three+three+three", "two+three", "two+three+three"]
    after = play(state, "three+three").position()["pools"]["hand"]["Red"]
    assert after == ["two", "three worn=2"]


@sentence("The set never holds `none`.")
def test_none_is_not_chosen(make) -> None:
    text = (
        HEAD
        + "field last of game: site or none\n"
        + ("action go\n  choose s: 0..2 of {last, a1}\n  do last := e5\nturn: go\nlimit 9 moves: draw\n")
    )
    state = make(text).initial_state()
    assert moves(state) == ["a1", "none"]
    assert moves(play(state, "a1")) == ["a1", "a1+e5", "e5", "none"]


@sentence("An action that chooses a set has no `again`.")
def test_an_action_with_a_set_does_not_go_on() -> None:
    assert codes(CARDS + MELD.replace("turn:", "  again may up to 2\nturn:")) == ["bad-again"]


@sentence(
    "An action has at most 2^62 - 1 combinations of choices.",
    "The checker refuses more.",
    "`choose x in SET` with `again may up to N in any order` has no such limit.",
)
def test_more_sets_than_numbers_are_refused(make) -> None:
    text = HEAD.replace("5 x 5", "9 x 9") + (
        "action go\n  choose s: 1..{} of own pieces\n  do remove s\nturn: go else lose\nlimit 9 moves: draw\n"
    )
    assert codes(text.format(19)) == []
    assert codes(text.format(20)) == ["too-many-ways"]
    step = "action go\n  choose p in own pieces\n  do remove p\n  again may up to 18 in any order\nturn: go else lose\nlimit 9 moves: draw\n"
    state = make(HEAD + step).state({"pieces": dict.fromkeys(("a1", "b2", "c3"), "Red man")})
    assert len(moves(state)) == 7


@sentence(
    "The elements of a [set](actions.md#sets-as-choices) are joined by `+`, as in `h3+h4+h5`.",
    "The empty set is `none`.",
    "the elements of a set in any order, with `+`, commas or blanks between them: `meld h5 h3 h4`",
)
def test_the_elements_of_a_set_are_written_with_plus_and_typed_in_any_order(make) -> None:
    text = HEAD + "action meld\n  choose s: 0..3 of corners\n  do remove s\nturn: meld\nlimit 9 moves: draw\n"
    state = make(text).initial_state()
    assert "none" in moves(state)
    wanted = state.action_from_string("a1+e1+a5")
    assert state.action_to_string(wanted) == "a1+e1+a5"
    for typed in ("meld a5 a1 e1", "a5,e1,a1", "e1+a1+a5", "meld {a1, e1, a5}", "A1 A5 E1"):
        assert state.action_from_string(typed) == wanted
    with pytest.raises(IllegalAction, match="4 cannot be chosen at once"):
        state.action_from_string("meld a1 a5 e1 e5")
    with pytest.raises(IllegalAction, match="c3 cannot be chosen"):
        state.action_from_string("meld a1 c3")


# ---- choices that actions share

SHARED = HEAD + (
    "field n of game: 0..9\nfield m of game: 0..9\nchoice target(k: kind, far: number)\n  choose s in corners where s is empty\n  choose i in 1..3 where i > far\n"
    "  where rank(s) = 1 or k = king\naction put\n  choose target(man, 1)\n  do place man of mover on s; n := i\n"
    "action crown\n  choose k in {king}\n  choose target(k, 2)\n  do place k of mover on s; m := i\nturn: put or crown\n"
)
WRITTEN = HEAD + (
    "field n of game: 0..9\nfield m of game: 0..9\naction put\n  choose s in corners where s is empty\n  choose i in 1..3 where i > 1\n"
    "  where rank(s) = 1 or man = king\n  do place man of mover on s; n := i\n"
    "action crown\n  choose k in {king}\n  choose s in corners where s is empty\n  choose i in 1..3 where i > 2\n  where rank(s) = 1 or k = king\n"
    "  do place k of mover on s; m := i\nturn: put or crown\n"
)


@sentence(
    "`choose NAME(ARGUMENTS)` stands for all lines `choose` and `where` of the choice NAME",
    "What they choose are names of the action.",
    "Numbers, notation and what others learn are as if the lines stood in the action.",
    "A choice without effects that nothing demands is no action of its own.",
    "| `choose CHOICE(...)` |",
)
def test_actions_share_the_choices_of_a_choice(make) -> None:
    shared, written = make(SHARED).initial_state(), make(WRITTEN).initial_state()
    for _ in range(3):
        assert shared.legal_actions() == written.legal_actions()
        assert moves(shared) == moves(written)
        action = shared.legal_actions()[-1]
        shared, written = shared.apply(action), written.apply(action)
        assert shared.position() == written.position()
    assert [a.name for a in make(SHARED).game.actions] == ["put", "crown", "pass", "done"]


@sentence(
    "Other parts of the choice, such as its effects, do not come with them, and they see no other names of the action."
)
def test_a_demanded_choice_may_be_shared_and_has_its_own_effects(make) -> None:
    text = HEAD + (
        "field n of game: 0..9\nchoice pick\n  choose i in 1..2\n  do n := i\naction go\n  choose pick()\n  do n := i + 5\n     then pick\nturn: go\n"
    )
    state = play(make(text).initial_state(), "go 2")
    assert (field(state, "n"), moves(state), state.current_player) == (7, ["pick 1", "pick 2"], 0)
    assert field(play(state, "pick 1"), "n") == 1


@sentence("What they choose are names of the action.")
def test_shared_lines_see_their_parameters_alone() -> None:
    hidden = SHARED.replace("rank(s) = 1 or k = king", "rank(s) = 1 or k = king or far = more")
    assert codes(hidden.replace("choose k in {king}", "choose more in 1..3\n  choose k in {king}")) == [
        "unknown-name"
    ]


@pytest.mark.parametrize("again", ["", " where i < 3"])
def test_shared_choices_go_on(make, again: str) -> None:
    text = HEAD + (
        f"field n of game: 0..99\nchoice pick(least: number)\n  choose i in 1..3 where i > least\naction go\n  choose pick(n)\n  do n := i\n  again may up to 3{again}\nturn: go\n"
    )
    written = text.replace("  choose pick(n)\n", "  choose i in 1..3 where i > n\n").replace(
        "choice pick(least: number)\n  choose i in 1..3 where i > least\n", ""
    )
    assert moves(make(text).initial_state()) == moves(make(written).initial_state())
