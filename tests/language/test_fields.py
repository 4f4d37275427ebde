"""Fields, what they last until, and pools."""

import pytest

from gdl.diagnostics.values import GameError
from language.playing import HEAD, codes, field, holding, moves, pieces, play
from language.sentences import sentence

FIELDS = HEAD + (
    "field flag of game: bool\nfield who of game: player\nfield spot of game: site\nfield way of game: direction\nfield sort of game: kind\n"
    "field some_piece of game: piece or none\nfield count_of of game: 0..100\nfield low of game: 3..7\nfield high of game: -9..-4\n"
    "field light of game: dawn, day, night\nfield given of game: 0..99 = 42\nfield late of game: dawn, day, night = night\nfield yes_ of game: bool = true\n"
    "field maybe of game: 0..5 or none\nfield nobody of game: player or none\nfield word of game: red, green or none\nfield half of player: 0..9 = 2\n"
    "field wet of site: bool\nfield level of piece: 1..3\nfield gold of player: 0..9\n"
)
CLAIMS = [
    ("The holder is `game`, `player`, `site` or `piece`", "given = 42 and gold(Red) = 0 and not wet(a1) and level(a1) = 1"),
    ("`bool`, `player`, `site`, `direction`, `piece` or `kind`", "not flag and who = Red and spot = a1 and way = north and sort = man and some_piece = none"),
    ("an enumeration: two or more words of your own, separated by commas;", "light = dawn and light != night and late = night"),
    ("`or none` after the type allows `none`, which is then the default.", "maybe = none and nobody = none and word = none and some_piece = none"),
    ("Otherwise the default is false, 0 (or the bound nearest to 0), or the first of the values.", "not flag and count_of = 0 and low = 3 and high = 0 - 4 and light = dawn"),
    ("`= VALUE` gives another default.", "who = Red and spot = a1 and sort = man and given = 42 and late = night and yes_ and half(Blue) = 2"),
    ("A field of the game is read by its name. Any other field is read by `name(x)` or `name of x`.", "given = 42 and gold of Blue = gold(Blue) and level of a1 = level(piece(a1)) and wet of a1 = wet(a1)"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in CLAIMS])
def test_fields_have_their_types_and_defaults(kind: str, claim: str) -> None:
    assert claim in holding(kind, FIELDS, [c for _, c in CLAIMS], {"pieces": {"a1": "Red man"}})


@sentence(
    "TYPE = DEFAULT until MOMENT seen by VIEWERS` declares a variable of the state.",
    "All fields are written by [`:=`](effects.md).",
)
@sentence(
    "TYPE = DEFAULT until MOMENT seen by VIEWERS` declares a variable of the state.",
    "The holder is `game`, `player`, `site` or `piece`",
)
def test_fields_are_written(make) -> None:
    text = FIELDS + (
        "action go\n  do\n    flag := true; who := Blue; spot := c3; way := east; sort := king; some_piece := piece(a1)\n"
        "    count_of := 9; light := day; maybe := 0; nobody := Blue; word := green; gold(Blue) := 4; gold of Red := 3\n"
        "    wet(b2) := true; level(a1) := 2\n"
        "action see\n  where flag and who = Blue and spot = c3 and way = east and sort = king and some_piece = a1 and count_of = 9\n"
        "  where light = day and maybe = 0 and nobody = Blue and word = green and gold(Blue) = 4 and gold(Red) = 3 and wet(b2) and level(a1) = 2\n"
        "turn: see else go\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man"}})
    assert moves(state) == ["go"]
    assert moves(play(state, "go")) == ["see"]


@sentence("a range of whole numbers, such as `0..100`, whose bounds are known before the game begins;")
def test_the_bounds_of_a_field_are_known_before_the_game_begins() -> None:
    rest = "action go\n  where n = 1\n  do n := 2\nturn: go\nlimit 5 moves: draw\n"
    assert codes("option top = 5\n" + HEAD + "field n of game: 0..top * 2\n" + rest) == []
    assert codes(HEAD + "field n of game: 0..moves\n" + rest) == ["bad-range"]
    assert codes(HEAD + "field n of game: 0..2.5\n" + rest) == ["bad-range"]


@sentence("`turns of GROUP`, for a field of pieces")
def test_turns_are_for_fields_of_pieces() -> None:
    rest = "kinds arrow\nfield way of {}: turns of orthogonal\naction go\n  choose p in own pieces where way(p) = 1\n  do way(p) := 2\nturn: go\nlimit 5 moves: draw\n"
    assert codes(HEAD + rest.format("piece")) == []
    assert codes(HEAD + rest.format("site")) == ["unknown-type"]


@sentence("A field of a piece that holds a piece must allow `or none`.")
def test_a_field_that_holds_a_piece_allows_none() -> None:
    rest = "field x of piece: piece{}\naction go\n  choose p in own pieces where x(p) = p\n  do x(p) := p\nturn: go\nlimit 5 moves: draw\n"
    assert codes(HEAD + rest.format(" or none")) == []
    assert codes(HEAD + rest.format("")) == ["bad-range"]


@sentence("to give a field a value outside its range")
@pytest.mark.parametrize(
    "effect", ["n := n + 3", "n := n - 1", "n := 1 / 2", "half := 1.5", "level(a1) := level(a1) - 1"]
)
def test_a_number_outside_its_bounds_is_an_error_in_play(make, effect: str) -> None:
    text = (
        HEAD
        + f"field n of game: 0..2\nfield half of game: 0..9\nfield level of piece: 1..3\naction go\n  do {effect}\naction wait\n  where moves < 9\nturn: go or wait\n"
    )
    if codes(text):
        assert codes(text) == ["bad-range"]  # said already when the text is read
        return
    state = make(text).state({"pieces": {"a1": "Red man"}})
    with pytest.raises(GameError) as caught:
        play(state, "go")
    assert [(d.code, d.span.text) for d in caught.value.diagnostics] == [("field-overflow", effect)]


def test_a_number_at_its_bounds_is_none_too_many(make) -> None:
    text = HEAD + "field n of game: 0..2\naction go\n  choose i in 0..2\n  do n := i\nturn: go\n"
    state = make(text).initial_state()
    assert field(play(state, "2"), "n") == 2
    assert field(play(state, "2", "0"), "n") is None


# ---- how long a field keeps its value


@sentence("| `until done` | when the action is over and the ends have been tested | what")
def test_until_done_lasts_until_the_ends_have_been_judged(make) -> None:
    text = HEAD + (
        "field now of game: 0..9 until done\naction go\n  choose n in 1..3\n  do now := n\n     then answer\n"
        "choice answer\n  choose n in 4..5\n  where now = 0\n  do now := n\nturn: go\n"
        "settle\n  if now = 2 do place man of Red on a1\nend\n  mover wins when now = 3\n  draw when now = 5\n"
    )
    state = make(text).initial_state()
    assert play(state, "3").returns == [1, -1]
    assert pieces(play(state, "2")) == {"a1": "Red man"}
    assert field(play(state, "2"), "now") is None
    assert moves(play(state, "1")) == ["answer 4", "answer 5"]
    assert play(state, "1", "answer 5").returns == [0, 0]


@sentence("| `until done` | when the action is over and the ends have been tested | what")
@pytest.mark.parametrize("word", ["", "may ", "must "])
@pytest.mark.parametrize("is_reset", [True, False])
def test_demanded_choices_are_judged_when_the_action_is_over(make, word: str, is_reset: bool) -> None:
    text = HEAD + (
        f"field now of game: 0..9 until done\naction go\n  do now := 1\n     then {word}answer\n"
        f"choice answer\n  choose n in 4..5\n  where now = {0 if is_reset else 1}\naction wait\n  where moves < 9\nturn: go or wait\n"
    )
    state = make(text).initial_state()
    if word == "must ":
        assert moves(state) == (["go", "wait"] if is_reset else ["wait"])
    if "go" in moves(state):
        after = play(state, "go")
        declined = ["done"] if word == "may " else []
        assert moves(after) == (["4", "5", *declined] if is_reset else ["go", "wait"])
        assert after.current_player == (0 if is_reset else 1)


@sentence("| `until done` | when the action is over and the ends have been tested | what")
def test_a_choice_made_by_itself_is_a_part_of_the_action(make) -> None:
    text = HEAD + (
        "field now of game: 0..9 until done\nfield seen of game: 0..9\naction go\n  do now := 4\n     then keep_it\n     then must last_one\n"
        "choice keep_it\n  where now = 4\n  do seen := now\nchoice last_one\n  where now = 4\n  do seen := seen + now\nturn: go\nend draw when now = 4 and seen = 8\n"
    )
    state = play(make(text).initial_state(), "go")
    assert field(state, "seen") == 8
    assert state.is_terminal


@sentence("| `until done` | when the action is over and the ends have been tested | what")
def test_until_done_lasts_through_the_steps_of_an_action(make) -> None:
    text = HEAD + (
        "field came of site: bool until done\nmove go by man\n  line any up to 1: empty\n  where not came(to)\n  do came(from) := true\n"
        "  again may up to 3\nturn: go\n"
    )
    state = make(text.replace("line any up to 1", "line orthogonal up to 1")).state(
        {"pieces": {"a1": "Red man"}}
    )
    texts = moves(state)
    assert "a1-a2-b2-b1" in texts
    assert "a1-a2-a1" not in texts
    assert (
        moves(play(state, "a1-a2").engine.state(play(state, "a1-a2").position() | {"to_move": "Red"})).count(
            "a2-a1"
        )
        == 1
    )


@sentence("| `until action` | when the next action is committed, before its effects | what")
def test_until_action_lasts_until_the_next_action(make) -> None:
    text = HEAD + (
        "field left of game: 0..9 until action\nfield seen of game: 0..9\n"
        "action leave\n  do left := 4\naction answer\n  where left = 4\n  do seen := left + 1\naction wait\n  where moves < 9\n"
        "turn: leave or answer or wait\nend draw when left = 4 and seen = 9\n"
    )
    state = play(make(text).initial_state(), "leave")
    assert field(state, "left") == 4
    assert moves(state) == ["answer", "leave", "wait"]
    answered = play(state, "answer")
    assert field(answered, "seen") == 1  # the effects see it reset
    assert field(answered, "left") is None
    assert moves(play(state, "wait")) == ["leave", "wait"]


@sentence("| `until turn` | when the turn passes on | what an action tells the choices")
def test_until_turn_lasts_through_demanded_choices_and_no_longer(make) -> None:
    text = HEAD + (
        "field spent of game: 0..9 until turn\nfield lit of site: bool until turn\nfield level of piece: 0..3 until turn\nfield gold of player: 0..9 until turn\n"
        "action go\n  do spent := 1; lit(b2) := true; level(a1) := 2; gold(Blue) := 5\n     then answer\n"
        "choice answer\n  choose n in 1..2\n  where spent = 1 and lit(b2) and level(a1) = 2 and gold(Blue) = 5\nturn: go\n"
        "end mover wins when spent = 1 and moves = 2 and gold(Blue) = 6\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man"}}), "go")
    assert moves(state) == ["1", "2"]
    after = play(state, "1").position()
    assert after["pieces"] == {"a1": "Red man"}
    assert after.get("sites", {}) == {}
    assert "gold" not in after["fields"] and "spent" not in after["fields"]


@sentence("| nothing | never | |")
def test_a_field_keeps_its_value(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9\naction go\n  do n := 7\naction wait\n  where moves < 9\nturn: go or wait\n"
    )
    assert field(play(make(text).initial_state(), "go", "wait", "wait"), "n") == 7


# ---- pools

POOLS = HEAD + (
    "field level of piece: 0..3\npool hand of player\npool own_hand of player seen by owner\npool box of game\npool secret of game seen by nobody\n"
)
HELD = {
    "pieces": {"a1": "Red man", "b1": "Blue king"},
    "pools": {
        "hand": {"Red": ["Red man level=2", "Blue king"], "Blue": ["Red king"]},
        "own_hand": {"Red": ["Red man", "Red king"]},
        "box": ["man", "king"],
        "secret": ["man"],
    },
}
HELD_CLAIMS = [
    ("A pool is a place off the board: a hand, a reserve, a deck.", "count(hand(Red)) = 2 and count(hand(Blue)) = 1 and count(box) = 2 and no own_hand(Blue)"),
    ("`NAME(p)`, or `NAME` for a pool of the game, is the set of its pieces; so is `NAME(ruby)` or `NAME(2)` of a word or a number.", "(all p in hand(Red): p in hand(mover)) and (some p in box: p is king) and no p in hand(Red): p in hand(Blue)"),
    ("They have kinds, owners and fields, but no site", "(some p in hand(Red): p is man and owner(p) = Red and level(p) = 2) and (some p in hand(Red): p is king and owner(p) = Blue) and all p in box: owner(p) = none and site(p) = none"),
    ("`pieces`, `own pieces` and `king of Red` mean pieces on the board only.", "count(pieces) = 2 and own pieces = {a1} and no king of Red and king of Blue = {b1}"),
    ("Pieces in a pool are chosen by kind: `choose k in kinds of NAME(p)`.", "kinds of hand(Red) = {man, king} and kinds of hand(Blue) = {king} and kinds of own_hand(Blue) = {}"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in HELD_CLAIMS])
def test_pools_are_sets_of_pieces_off_the_board(kind: str, claim: str) -> None:
    assert claim in holding(kind, POOLS, [c for _, c in HELD_CLAIMS], HELD)


TAKE = (
    "action drop\n  choose k in kinds of hand(mover)\n  choose s in {c3}\n  do move k from hand(mover) to s\n"
    "action arrest\n  choose p in pieces\n  do move p to box\nturn: drop or arrest\n"
)


@sentence("Pieces in a pool are chosen by kind")
def test_pieces_go_into_pools_and_out_of_them(make) -> None:
    state = make(POOLS + TAKE).state(HELD)
    assert moves(state) == ["a1", "b1", "king c3", "man c3"]
    after = play(state, "man c3")
    assert pieces(after)["c3"] == "Red man level=2"
    assert after.position()["pools"]["hand"]["Red"] == ["Blue king"]
    assert play(state, "b1").position()["pools"]["box"].count("Blue king") == 1
    assert codes(POOLS + TAKE.replace("k in kinds of hand", "k in hand")) != []


@sentence("The pieces of a pool have no order")
def test_the_pieces_of_a_pool_have_no_order(make) -> None:
    engine = make(POOLS + TAKE)
    one, other = (
        engine.state({"pools": {"hand": {"Red": held}}})
        for held in (["Red man", "Red king", "Blue man"], ["Blue man", "Red man", "Red king"])
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one.position() == other.position()


@sentence(
    "`seen by owner`, `seen by all` or `seen by nobody` says who sees what a pool holds.",
    "Without it, all players do.",
    "The number of pieces in a pool is public.",
)
def test_who_sees_what_is_in_a_pool(make) -> None:
    state = make(POOLS + TAKE).state(HELD)
    red, blue = state.observation(0)["pools"], state.observation(1)["pools"]
    assert red["hand"] == blue["hand"] == state.position()["pools"]["hand"]
    assert red["box"] == blue["box"] == state.position()["pools"]["box"]
    assert sorted(red["own_hand"]["Red"]) == sorted(state.position()["pools"]["own_hand"]["Red"])
    assert [p.split()[-1] for p in blue["own_hand"]["Red"]] == ["hidden", "hidden"]
    assert [p.split()[-1] for p in red["secret"]] == [p.split()[-1] for p in blue["secret"]] == ["hidden"]


@pytest.mark.parametrize(
    ("numbers", "wrong"), [("1..3", []), ("1..5 / 2", ["bad-range"]), ("3..1", ["bad-range"])]
)
def test_the_numbers_that_have_a_field_lie_between_whole_numbers(numbers: str, wrong: list[str]) -> None:
    text = f"{HEAD}field note of {numbers}: 0..9\naction go\n  do note(2) := 3\nturn: go\n"
    assert codes(text) == wrong
