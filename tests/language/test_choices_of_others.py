"""Demanded choices that another player makes: `then c(x) by p`."""

import pytest

from interpreter.engines.errors import IllegalAction
from language.playing import HEAD, field, moves, pieces, play
from language.sentences import sentence

THREE = """players Red facing north, Blue facing south, Green facing east
board square 5 x 5
kinds man, king
field last of game: player or none
"""
MEN = {"pieces": {"a1": "Red man", "e5": "Blue man", "a5": "Green man", "c3": "Blue king"}}


def named(state) -> str:
    return state.engine.game.players[state.current_player].name


@sentence(
    "A demanded choice is a second decision, of the same player or another one, before the turn passes on.",
    "`then NAME(ARGUMENTS) by p` demands the choice of the player p.",
    "In that choice, p is the mover: `own`, `forward` and `hand(mover)` are theirs.",
    "The turn stays that of who began it.",
    "When no demanded choice is left, the next player after that one acts.",
    "It is one action and the choices that this action demands, of whomever.",
)
@pytest.mark.parametrize(("player", "answers"), [("Blue", ["c3-c2", "e5-e4"]), ("Green", ["a5-b5"])])
def test_another_player_is_the_mover_of_a_choice(make, player: str, answers: list[str]) -> None:
    text = THREE + (
        "action ask\n  choose p in players\n  do then step_on by p\n"
        "choice step_on\n  choose p in own pieces\n  choose s in sites where s in (line forward up to 1 from p: empty)\n"
        '  do last := mover; move p to s\n  notation "{site(p)}-{s}"\nturn: ask\n'
    )
    state = play(make(text).state(MEN), player)
    assert named(state) == player and moves(state) == answers
    assert state.position()["to_move"] == "Red"
    after = play(state, answers[0])
    assert field(after, "last") == player
    assert named(after) == "Blue" and after.position()["fields"]["turn"] == 2


@sentence("What it demands in turn is demanded of p, too.")
def test_what_another_players_choice_demands_is_demanded_of_them(make) -> None:
    text = THREE + (
        "action ask\n  do then first_one by Green\nchoice first_one\n  choose n in 1..2\n  do then second_one\n"
        "choice second_one\n  choose n in 3..4\n  do then third_one by Blue\nchoice third_one\n  choose n in 5..6\nturn: ask\n"
    )
    state = play(make(text).initial_state(), "ask")
    seen = []
    for move in ("1", "3", "5"):
        seen.append((named(state), moves(state)))
        state = play(state, move if move in moves(state) else moves(state)[0])
    assert [player for player, _ in seen] == ["Green", "Green", "Blue"]
    assert named(state) == "Blue" and moves(state) == ["ask"]


@sentence("`by p` stands behind the last alternative, and all of them are offered to p.")
def test_all_alternatives_are_offered_to_the_player(make) -> None:
    text = THREE + (
        "action ask\n  do then take or leave(2) by Green\nchoice take\n  choose p in own pieces\n  do remove p\n"
        "choice leave(n: number)\n  choose k in 1..3 where k <= n\nturn: ask\n"
    )
    state = play(make(text).state(MEN), "ask")
    assert named(state) == "Green"
    assert moves(state) == ["1", "2", "a5"]
    assert pieces(play(state, "a5")) == {"a1": "Red man", "e5": "Blue man", "c3": "Blue king"}


@sentence("If p is `none`, nothing is demanded.")
def test_nobody_is_asked_where_there_is_no_player(make) -> None:
    text = THREE + (
        "action ask\n  choose s in {a1, b1, a5}\n  do then must answer by owner(s)\nchoice answer\n  choose n in 1..2\nturn: ask\n"
    )
    state = make(text).state(MEN)
    assert moves(state) == ["ask a1", "ask a5", "ask b1"] or moves(state) == ["a1", "a5", "b1"]
    assert named(play(state, "b1")) == "Blue" and moves(play(state, "b1")) == moves(state)
    assert named(play(state, "a5")) == "Green" and moves(play(state, "a5")) == ["1", "2"]


def test_what_the_other_player_must_but_cannot_do_is_illegal(make) -> None:
    text = (
        THREE
        + "action ask\n  choose p in players\n  do then must sacrifice by p\nchoice sacrifice\n  choose q in own pieces where q is king\n  do remove q\nturn: ask else pass\n"
    )
    state = make(text).state(MEN)
    assert moves(state) == ["Blue"]
    assert moves(play(state, "Blue", "c3")) == ["pass"]


def test_what_the_other_player_cannot_do_lapses_and_may_be_declined(make) -> None:
    text = THREE + (
        "action ask\n  choose p in players\n  do then may sacrifice by p\nchoice sacrifice\n  choose q in own pieces where q is king\n  do remove q\nturn: ask\n"
    )
    state = make(text).state(MEN)
    assert named(play(state, "Green")) == "Blue" and moves(play(state, "Green")) == ["Blue", "Green", "Red"]
    assert moves(play(state, "Blue")) == ["c3", "done"]
    declined = play(state, "Blue", "done")
    assert named(declined) == "Blue" and pieces(declined)["c3"] == "Blue king"


def test_a_turn_that_is_given_away_passes_on_after_the_choices(make) -> None:
    text = (
        THREE
        + "action ask\n  do then turn of Green\n     then answer by Blue\nchoice answer\n  choose n in 1..2\nturn: ask\n"
    )
    state = play(make(text).initial_state(), "ask")
    assert named(state) == "Blue" and moves(state) == ["1", "2"]
    assert named(play(state, "1")) == "Green"


def test_the_end_is_asked_for_the_player_who_chose(make) -> None:
    text = (
        THREE
        + "field done_by of game: 0..9\naction ask\n  do then answer by Green\nchoice answer\n  choose n in 1..2\n  do done_by := n\nturn: ask\nend mover wins when done_by = 2\n"
    )
    state = play(make(text).initial_state(), "ask", "2")
    assert state.returns == [-1, -1, 1]


def test_a_choice_without_anything_to_choose_is_made_for_the_player(make) -> None:
    text = THREE + "action ask\n  do then pay by Green\nchoice pay\n  do last := mover\nturn: ask\n"
    state = play(make(text).initial_state(), "ask")
    assert field(state, "last") == "Green" and named(state) == "Blue"


def test_a_position_holds_who_is_asked(make) -> None:
    text = THREE + "action ask\n  do then answer by Green\nchoice answer\n  choose n in 1..2\nturn: ask\n"
    state = play(make(text).initial_state(), "ask")
    again = state.engine.state(state.position())
    assert again == state and hash(again) == hash(state) and named(again) == "Green"
    with pytest.raises(IllegalAction, match="now `answer` is to be chosen"):
        state.action_from_string("ask")


def test_who_is_asked_at_once_is_judged_before_anything_changes(make) -> None:
    text = HEAD + (
        "action ask\n  do simultaneously\n      owner(a1) := Blue\n      then answer by owner(a1)\nchoice answer\n  choose n in 1..2\nturn: ask\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man"}}), "ask")
    assert named(state) == "Red" and pieces(state) == {"a1": "Blue man"}
