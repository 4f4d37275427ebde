"""Settling, `require` and `prefer`, what could be done, repetition, ends and results, the limit, and claims."""

import pytest

from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from language.playing import HEAD, codes, field, moves, pieces, play
from language.sentences import sentence

GO = "action go\n  choose i in 1..3\n  do n := i\n"
N = HEAD + "field n of game: 0..99\n"

# ---- settling


@sentence(
    "`settle` and its effects happen after every committed action, in the order of the clauses.",
    "`after a, b` limits a settling to these actions.",
    "`pass` is one of the actions that can be named.",
)
@pytest.mark.parametrize(("action", "n"), [("a 1", 1235), ("b 1", 1245), ("c 1", 15), ("pass", 17)])
@sentence("A [settling](core.md#effect-turn-and-settling) is a cascade, or a set of state-based effects")
def test_settlings_follow_their_actions_in_order(make, action: str, n: int) -> None:
    text = HEAD + (
        "field n of game: 0..99999 = 1\naction a\n  choose i in 1..1\naction b\n  choose i in 1..1\naction c\n  choose i in 1..1\n"
        "settle after a, b\n  n := n * 10 + 2\nsettle after a\n  n := n * 10 + 3\nsettle after b\n  n := n * 10 + 4\nsettle after a, b, c\n  n := n * 10 + 5\nsettle after pass\n  n := n * 10 + 7\n"
        "turn: a or b or c or pass\n"
    )
    state = make(text).initial_state()
    assert field(state, "n") is None
    assert play(state, action).position()["fields"]["n"] == n


@sentence(
    "After moves alone, `piece`, `from` and `to` are those of the move.",
    "With `again` they are those of its last step.",
    "`piece` is `none` when it is gone.",
)
def test_settling_behind_moves_knows_their_names(make) -> None:
    text = HEAD + (
        "field came of game: site or none\nfield went of game: site or none\nfield has of game: bool\n"
        "move go by man\n  line any up to 1: empty | enemy\n  do if to = e5 do remove piece\nmove jump by king\n  line any: enemy as victim, empty\n  do capture victim\n  again must\n"
        "settle after go, jump\n  came := from; went := to; has := piece != none and piece is own\nturn: go or jump\n"
    )
    engine = make(text)
    fields = play(engine.state({"pieces": {"a1": "Red man"}}), "a1-b2").position()["fields"]
    assert (fields["came"], fields["went"], fields["has"]) == ("a1", "b2", True)
    gone = play(engine.state({"pieces": {"d4": "Red man"}}), "d4-e5").position()["fields"]
    assert (gone["came"], gone["went"], gone.get("has")) == ("d4", "e5", None)
    hops = play(
        engine.state({"pieces": {"a1": "Red king", "b2": "Blue man", "d4": "Blue man"}}), "a1xc3xe5"
    ).position()["fields"]
    assert (hops["came"], hops["went"]) == ("c3", "e5")
    mixed = text.replace(
        "settle after go, jump", "action put\n  choose s in corners\nsettle after go, put"
    ).replace("turn: go or jump", "turn: go or jump or put")
    assert codes(mixed) != []


@sentence("`until stable` repeats the effects until they change nothing")
def test_until_stable_repeats_until_nothing_changes(make) -> None:
    text = HEAD + (
        "field lit of site: bool\naction light\n  choose s in sites\n  do lit(s) := true\n"
        "settle until stable\n  for s in sites where lit(s) do for t in neighbours(s, east) do lit(t) := true\nturn: light\n"
    )
    state = play(make(text).initial_state(), "b2")
    assert set(field(state, "lit")) == {"b2", "c2", "d2", "e2"}
    once = text.replace(" until stable", "")
    assert set(field(play(make(once).initial_state(), "b2"), "lit")) == {"b2", "c2"}


@sentence("`until stable` repeats the effects until they change nothing")
@pytest.mark.parametrize(
    "change", ["level(p) := level(p) + 1", "kind(p) := king if level(p) = 0 else kind(p)", "owner(p) := Blue"]
)
def test_until_stable_sees_every_change(make, change: str) -> None:
    text = HEAD + (
        "field level of piece: 0..9\nfield n of game: 0..9\naction go\n  choose i in 1..2\nsettle until stable\n"
        f"  if n < 3 do\n    for p in pieces where level(p) < 5 do {change}\n    if level(a1) = 2 do n := 3\n"
        "turn: go\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man"}}), "1")
    assert pieces(state)["a1"] == {"l": "Red man level=2", "k": "Red king", "o": "Blue man"}[change[0]]


@sentence(
    "If a position recurs instead, that is an error in play.",
    "The message names the clause and the length of the cycle.",
)
@pytest.mark.parametrize("length", [2, 3])
def test_a_settling_that_cycles_is_an_error(make, length: int) -> None:
    text = f"{N}{GO}settle until stable\n  n := (n + 1) mod {length}\nturn: go\n"
    with pytest.raises(GameError) as caught:
        play(make(text).initial_state(), "1")
    found = caught.value.diagnostics[0]
    assert found.code == "settle-cycle"
    assert found.span.text.startswith("settle until stable")
    assert str(length) in found.message


# ---- require and prefer


@sentence(
    "`require CONDITION` makes an action legal only if the condition holds after it.",
    "`require after a, b: CONDITION` applies to these actions only.",
)
@sentence(
    "Two clauses judge what follows from an action",
    "`require` forbids what leads to a bad position, such as a king left in check, and `prefer` makes some actions compulsory, such as captures.",
)
def test_require_asks_what_holds_after_an_action(make) -> None:
    text = N + GO + "action other\n  choose i in 4..6\n  do n := i\nturn: go or other\n"
    assert moves(make(text + "require n != 2 and n != 5\n").initial_state()) == [
        "go 1",
        "go 3",
        "other 4",
        "other 6",
    ]
    assert moves(make(text + "require after go: n > 1\n").initial_state()) == [
        "go 2",
        "go 3",
        "other 4",
        "other 5",
        "other 6",
    ]
    assert moves(make(text + "require after go, other: n = 3 or n = 4\n").initial_state()) == [
        "go 3",
        "other 4",
    ]
    assert moves(make(text + "require after go: n > 1\nrequire n < 3\n").initial_state()) == ["go 2"]


@sentence("The condition is evaluated on the settled state.")
def test_require_judges_the_settled_state_for_who_has_acted(make) -> None:
    text = N + GO + "settle\n  n := n * 2\nrequire n < 5 and mover = Red\nturn: go\n"
    state = make(text).initial_state()
    assert moves(state) == ["1", "2"]
    assert moves(play(state, "1")) == []


@sentence("A pass because nothing is legal, and `done`, are exempt.")
def test_passing_for_lack_of_anything_else_and_done_are_not_asked(make) -> None:
    text = N + GO + "require n > 5\nturn: go else pass\n"
    assert moves(make(text).initial_state()) == ["pass"]
    may = (
        N
        + GO.replace("do n := i", "do n := i\n     then may answer")
        + "choice answer\n  choose j in 7..8\n  do n := j\nrequire n = 1 or n = 8\nturn: go\n"
    )
    assert moves(play(make(may).initial_state(), "go 1")) == ["answer 8", "done"]


@sentence("A pass that a turn offers beside other actions is not.")
def test_passing_instead_of_something_else_is_asked(make) -> None:
    assert moves(make(N + GO + "require n > 2\nturn: go or pass\n").initial_state()) == ["3"]
    assert moves(make(N + GO + "require after go: n > 2\nturn: go or pass\n").initial_state()) == [
        "3",
        "pass",
    ]


@sentence(
    "`prefer CONDITION` applies to the legal actions of a group.",
    "If the condition holds after some of them, only these remain legal.",
)
@sentence("`prefer` makes some actions compulsory")
def test_prefer_keeps_those_after_which_it_holds(make) -> None:
    text = N + GO + "action other\n  choose i in 4..6\n  do n := i\n"
    assert moves(make(text + "turn: go\nprefer n != 2\n").initial_state()) == ["go 1", "go 3"]
    assert moves(make(text + "turn: go or other\nprefer n > 2 and n < 6\n").initial_state()) == [
        "go 3",
        "other 4",
        "other 5",
    ]
    assert len(moves(make(text + "turn: go or other\nprefer n > 8\n").initial_state())) == 6
    assert len(moves(make(text + "turn: go else other\nprefer n > 3\n").initial_state())) == 3


@sentence(
    "`prefer most NUMBER` keeps the actions with the greatest value.",
    "Several clauses filter one after the other",
)
def test_prefer_keeps_the_most_and_the_least(make) -> None:
    text = N + "action go\n  choose i in {7, 14, 21, 22}\n  do n := i\nturn: go\n"
    assert moves(make(text + "prefer most n mod 7\n").initial_state()) == ["22"]
    assert moves(make(text + "prefer most -(n mod 7)\n").initial_state()) == ["14", "21", "7"]
    assert moves(make(text + "prefer most -(n mod 7)\nprefer most n\n").initial_state()) == ["21"]
    assert moves(make(text + "prefer most n\nprefer most -(n mod 7)\n").initial_state()) == ["22"]
    assert moves(make(text + "prefer most n / 10\n").initial_state()) == ["22"]


@sentence("`prefer most NUMBER` keeps", "Arithmetic takes `none` as 0")
@pytest.mark.parametrize(("word", "expected"), [("most ", ["3"]), ("most -", ["2"])])
def test_none_is_0_in_prefer(make, word: str, expected: list) -> None:
    text = (
        HEAD
        + "field m of game: -9..9 or none\naction go\n  choose i in 1..3\n  do m := none if i = 1 else (0 - 4 if i = 2 else 5)\n"
        + f"prefer {word}m\nturn: go\n"
    )
    assert moves(make(text).initial_state()) == expected
    ties = text.replace("else 5)", "else 0)")
    assert moves(make(ties).initial_state()) == (["1", "3"] if word == "most " else ["2"])


# ---- what could be done

COULD = HEAD + (
    "move go by man\n  line any up to 1: empty\nmove take by king\n  line any: enemy\naction wait\n  where moves < 9\nturn: go or wait\n"
)


@sentence("`can_move(p, a, b)` asks whether the player p could legally make one of the")
@sentence("No turn need offer them, but they may not have parameters.")
def test_can_move_asks_whether_a_player_could_make_an_action(make) -> None:
    text = (
        COULD
        + "action ask\n  choose i in 1..6\n  where (i = 1 and can_move(Red, go)) or (i = 2 and can_move(Blue, go)) or (i = 3 and can_move(Red, take)) or (i = 4 and can_move(Blue, take))\n"
        + ("    or (i = 5 and can_move(Blue, go, take)) or (i = 6 and can_move(Red, go, take))\n")
    )
    text = text.replace("turn: go or wait", "turn: go or wait or ask")
    engine = make(text)
    state = engine.state({"pieces": {"a1": "Red man", "c3": "Blue king", "d4": "Red man"}})
    assert [m for m in moves(state) if m.isdigit()] == ["1", "4", "5", "6"]
    assert [m for m in moves(engine.state({"pieces": {"c3": "Blue king"}})) if m.isdigit()] == []
    assert (
        codes(COULD + "action give(s: site)\n  do remove s\naction ask\n  where can_move(Red, give)\n") != []
    )


@sentence("`require` judges what they lead to.", "`prefer`, and conditions of turns, do not count.")
def test_can_move_minds_require_and_neither_prefer_nor_turns(make) -> None:
    base = (
        HEAD
        + "field n of game: 0..9\naction one\n  choose i in 1..2\n  do n := i\naction ask\n  choose i in 7..8\n  where can_move(mover, one)\nturn: one if moves > 5 else ask or wait\naction wait\n  where moves < 99\n"
    )
    assert moves(make(base).initial_state()) == ["ask 7", "ask 8", "wait"]
    assert moves(make(base + "require after one: n > 5\n").initial_state()) == ["wait"]
    assert moves(make(base + "prefer n > 5\n").initial_state()) == ["ask 7", "ask 8", "wait"]


@sentence(
    "`can_move(p, a, b)` may be used wherever the answer cannot depend on itself.",
    "An action depends on",
    "what its own clauses ask for;",
    "what it demands with `then must`;",
    "what its effects, the settlings and `require` ask for, where what follows from",
    "A `require` that asks for actions is therefore limited to other actions.",
)
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("action one\n  where can_move(mover, one)\n", "recursive-definition"),
        (
            "action one\n  where can_move(mover, two)\naction two\n  where can_move(mover, one)\n",
            "recursive-definition",
        ),
        ("action one\n  where can_move(mover, two)\naction two\n  where moves < 9\n", None),
        (
            "action one\n  where moves < 9\naction two\n  where moves < 9\nrequire can_move(mover, two)\n",
            "recursive-definition",
        ),
        (
            "action one\n  where moves < 9\naction two\n  where moves < 9\nrequire after one: can_move(mover, two)\n",
            None,
        ),
        (
            "action one\n  where moves < 9\n  do then must two\nchoice two\n  choose i in 1..2 where can_move(mover, one)\n",
            "recursive-definition",
        ),
        (
            "action one\n  choose i in 1..2\n  do if can_move(mover, one) do n := i\n  again may\n",
            "recursive-definition",
        ),
        ("action one\n  choose i in 1..2\n  do if can_move(mover, one) do n := i\n", None),
        (
            "action one\n  choose i in 1..2\n  do if can_move(mover, one) do n := i\nrequire after one: n < 5\n",
            "recursive-definition",
        ),
        (
            "action one\n  choose i in 1..2\nsettle after one\n  if can_move(mover, one) do n := 1\nrequire after one: n < 5\n",
            "recursive-definition",
        ),
        ("action one\n  choose i in 1..2\n  again may where can_move(mover, one)\n", "recursive-definition"),
        (
            "action one\n  choose i in 1..2\n  do n := i\n  again may\n  finally if can_move(mover, one) do n := 0\n",
            "recursive-definition",
        ),
    ],
)
def test_what_is_legal_never_rests_on_itself(rest: str, code: str | None) -> None:
    turn = "turn: one or wait\naction wait\n  where n < 99\nend draw when n = 9\n"
    assert set(codes(N + rest + turn)) == ({code} if code else set())


@sentence(
    "`can_move(p)` asks for whatever the turn offers.", "It may be used in ends, claims and tests only."
)
def test_can_move_of_a_player_is_for_ends(make) -> None:
    text = COULD.replace("turn: go or wait", "turn: go") + "end mover wins when not can_move(rival(mover))\n"
    engine = make(text)
    stuck = {"pieces": {"a1": "Blue man", "a2": "Red man", "b1": "Red man", "c3": "Red man"}}
    assert not play(engine.state(stuck), "c3-c4").is_terminal
    assert play(engine.state(stuck), "c3-b2").returns == [1, -1]
    for rest in (
        "action one\n  where can_move(mover)\n",
        "require can_move(mover)\n",
        "prefer can_move(mover)\n",
        "settle\n  if can_move(mover) do remove a1\n",
    ):
        assert codes(COULD + rest) == ["recursive-definition"], rest


# ---- repetition

SHUFFLE = (
    HEAD
    + "field n of game: 0..9\npool hand of player\n{}\nmove go by man\n  line any up to 1: empty\n  do n := n + 1 if n < 9 else 0\naction stock\n  do place king of mover in hand(mover)\nturn: go or stock\n{}"
)
TWO = {"pieces": {"a1": "Red man", "e5": "Blue man"}}
ROUND = ["a1-a2", "e5-e4", "a2-a1", "e4-e5"]


@sentence("`position NAME: PARTS` says when two positions of a game are the same: when all")
@sentence("| `repeated(position)` |")
@sentence("What is not named does not matter, so counters do not make positions different")
def test_a_position_is_repeated(make) -> None:
    text = SHUFFLE.format("position same: pieces, mover", "end draw when repeated(same) = 3\n")
    state = make(text).state(TWO)
    for i, move in enumerate(ROUND * 2):
        assert not state.is_terminal, i
        state = play(state, move)
    assert state.is_terminal  # the third time, the first position included
    assert state.position()["fields"]["turn"] == 9


@sentence(
    "`pieces`: the place, owner and kind of all pieces on the board;",
    "the name of a pool or a field: all of its values;",
    "an expression, such as a number, a player or a set of sites; a piece counts as its place.",
)
@pytest.mark.parametrize(
    ("parts", "texts", "again"),
    [
        ("pieces", ["a1-a2", "e5-e4", "a2-a1", "e4-e5"], True),
        ("pieces, n", ["a1-a2", "e5-e4", "a2-a1", "e4-e5"], False),
        ("pieces, hand", ["stock", "stock"], False),
        ("pieces", ["stock", "stock"], True),
        ("pieces, hand", ["a1-a2", "e5-e4", "a2-a1", "e4-e5"], True),
        ("n div 5", ["a1-a2", "e5-e4"], True),
        ("n mod 2, mover", ["a1-a2", "e5-e4"], True),
        ("n mod 2, mover", ["a1-a2"], False),
        ("own pieces, mover", ["stock", "stock"], True),
        ("{site(p) for p in pieces of Red}", ["stock", "e5-e4"], True),
        ("{site(p) for p in pieces of Red}", ["a1-a2"], False),
        ("first(pieces of Red)", ["stock", "e5-e4"], True),
        ("first(pieces of Red)", ["a1-a2"], False),
    ],
)  # fmt: skip
def test_what_makes_two_positions_the_same(make, parts: str, texts: list, again: bool) -> None:
    text = SHUFFLE.format(f"position same: {parts}", "end draw when repeated(same) > 1\n")
    state = make(text).state(TWO)
    for i, move in enumerate(texts):
        state = play(state, move)
        if state.is_terminal:
            assert again, i
            return
    assert not again


@sentence("`mover` is the player who acts once the turn has passed on.")
def test_the_mover_of_a_position_is_who_acts_next(make) -> None:
    text = SHUFFLE.format("position same: pieces, mover", "end draw when repeated(same) > 1\n").replace(
        "action stock\n  do place king of mover in hand(mover)",
        "action stock\n  do place king of mover in hand(mover)\n     then turn of mover",
    )
    assert play(make(text).state(TWO), "stock").is_terminal
    other = SHUFFLE.format("position same: pieces, mover", "end draw when repeated(same) > 1\n")
    assert not play(make(other).state(TWO), "stock").is_terminal
    assert play(make(other).state(TWO), "stock", "stock").is_terminal


@sentence(
    "The positions at the beginning of each turn are remembered, the first one, too: the last 1000, or the last N with `within N` (at most 4096).",
)
@pytest.mark.parametrize(
    ("within", "ends"), [("", True), (" within 5", True), (" within 4", True), (" within 3", False)]
)
def test_the_last_positions_are_remembered(make, within: str, ends: bool) -> None:
    text = SHUFFLE.format(f"position same{within}: pieces, mover", "end draw when repeated(same) = 2\n")
    state = make(text).state(TWO)
    for move in ROUND:
        state = play(state, move)
    assert state.is_terminal == ends


@sentence("(at most 4096)")
@pytest.mark.parametrize(("n", "code"), [(4096, None), (4097, "bad-range"), (0, "bad-range")])
def test_how_many_positions_can_be_remembered(n: int, code: str | None) -> None:
    text = SHUFFLE.format(
        f"position same within {n}: pieces, mover",
        "end draw when repeated(same) = 3\nlimit 9000 moves: draw\n",
    )
    assert codes(text) == ([code] if code else [])


@sentence("| `cycle(position)` |")
def test_cycle_is_how_many_turns_ago(make) -> None:
    text = SHUFFLE.format(
        "position same: pieces, mover\nfield seen of game: 0..99", "settle\n  seen := cycle(same)\n"
    )
    state = make(text).state(TWO)
    seen = []
    for move in [*ROUND, "a1-b1", "e5-d5", "b1-c1", "d5-e5", "c1-b1", "e5-e4", "b1-a1", "e4-e5"]:
        state = play(state, move)
        seen.append(field(state, "seen") or 0)
    assert seen == [0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 8, 8]


@sentence(
    "may be asked in actions, settling, `require`, `prefer` and ends.",
    "In `require` they refer to what follows the action.",
    "`require repeated(same) = 1` thus forbids every position that has occurred before.",
)
@sentence("Ko, threefold repetition and perpetual check are conditions on it")
def test_require_may_forbid_positions_to_come_back(make) -> None:
    text = SHUFFLE.format("position same: pieces, mover", "require after go: repeated(same) = 1\n")
    state = make(text).state(TWO)
    for move in ROUND[:3]:
        state = play(state, move)
    assert "e4-e5" not in moves(state)
    assert "e4-d4" in moves(state)
    head = SHUFFLE.format("position same: pieces, mover", "")
    for rest in (
        "prefer repeated(same) = 1\n",
        "settle\n  if repeated(same) > 2 do n := 0\n",
        "action ask\n  where cycle(same) = 0\n",
    ):
        assert codes(head + rest) == [], rest
    assert codes(head + "skip p when repeated(same) = 3\n") == ["no-history"]


@sentence("With `pieces` alone that is every pass, unless `after` says what is judged.")
def test_what_a_pass_leaves_has_occurred_before(make) -> None:
    text = SHUFFLE.replace("turn: go", "turn: go or pass").format("position board_alone: pieces", "{}")
    for judged, passes in (("", False), ("after go: ", True)):
        state = make(text.format(f"require {judged}repeated(board_alone) = 1\n")).state(TWO)
        assert ("pass" in moves(state)) is passes


@sentence(
    "A field can count what a player does turn after turn.",
    "The length of the cycle then shows who has done it throughout:",
)
def test_who_does_something_for_ever(make) -> None:
    text = SHUFFLE.format(
        "position same: pieces, mover\nfield attacks of player: 0..99",
        "settle\n  attacks(mover) := attacks(mover) + 1 if (some p in own pieces: file(p) = 1) else 0\n"
        "end {p in players where 2 * attacks(p) >= cycle(same)} loses when repeated(same) = 2\n",
    )
    state = make(text).state(TWO)
    for move in ROUND:
        state = play(state, move)
    assert state.returns == [-1, 1]


# ---- ends and results

SCORES = "players Red, Blue, Green\nfield n of game: 0..9\nfield gold of player: -9..9\nlet score(p: player) = gold(p)\nlet half(p: player) = gold(p) / 2\naction go\n  choose i in 1..2\n  do n := i\nturn: go\n"


@sentence(
    "`end RESULT when CONDITION` ends the game.",
    "`end` may also open a block of such lines, which may lack conditions.",
    "The first line whose condition holds, in the order of the file, decides.",
)
def test_the_first_end_that_holds_ends_the_game(make) -> None:
    text = SCORES + "end\n  Blue wins when n = 1\n  Red wins when n < 3\n  draw\n"
    assert play(make(text).initial_state(), "1").returns == [-1, 1, -1]
    assert play(make(text).initial_state(), "2").returns == [1, -1, -1]
    assert play(make(SCORES + "end\n  Blue wins when n = 1\n  draw\n").initial_state(), "2").returns == [
        0,
        0,
        0,
    ]
    assert play(
        make(SCORES + "end Blue wins when n = 1\nend Red wins when n = 1\n").initial_state(), "1"
    ).returns == [-1, 1, -1]
    assert not play(make(SCORES + "end Blue wins when n = 1\n").initial_state(), "2").is_terminal


@sentence(
    "| `P wins`, where P is a player or a set of players | 1 for them, -1 for the",
    "| `P loses` | the opposite |",
    "| `draw` | 0 for all |",
)
@sentence(
    "| `highest SCORE wins`, `lowest SCORE wins` | 1 for the players with the",
    "| `payoff SCORE` | the values of `SCORE` |",
)
@pytest.mark.parametrize(
    ("result", "gold", "returns"),
    [
        ("Red wins", {}, [1, -1, -1]), ("mover wins", {}, [1, -1, -1]), ("{Red, Green} wins", {}, [1, -1, 1]), ("players wins", {}, [0, 0, 0]),
        ("{p in players where gold(p) > 0} wins", {}, [0, 0, 0]), ("{p in players where gold(p) > 0} wins", {"Blue": 2}, [-1, 1, -1]),
        ("Red loses", {}, [-1, 1, 1]), ("{Red, Green} loses", {}, [-1, 1, -1]), ("players loses", {}, [0, 0, 0]), ("draw", {"Red": 3}, [0, 0, 0]),
        ("highest score wins", {"Red": 3, "Blue": 5, "Green": 1}, [-1, 1, -1]), ("highest score wins", {"Red": 5, "Blue": 5, "Green": 1}, [1, 1, -1]),
        ("highest score wins", {}, [0, 0, 0]), ("lowest score wins", {"Red": 3, "Blue": 5, "Green": 1}, [-1, -1, 1]), ("lowest score wins", {"Red": 1, "Blue": 5, "Green": 1}, [1, -1, 1]),
        ("lowest score wins", {"Red": 2, "Blue": 2, "Green": 2}, [0, 0, 0]), ("payoff score", {"Red": 3, "Blue": -5, "Green": 1}, [3, -5, 1]), ("payoff half", {"Red": 3, "Blue": -5}, [1.5, -2.5, 0]),
        ("highest half wins", {"Red": -3, "Blue": -5, "Green": -4}, [1, -1, -1]),
        ("highest gold wins", {"Red": 3, "Blue": 5, "Green": 1}, [-1, 1, -1]), ("lowest gold wins", {"Red": 1, "Blue": 5, "Green": 1}, [1, -1, 1]), ("payoff gold", {"Red": 3, "Blue": -5, "Green": 1}, [3, -5, 1]),
    ],
    ids=str,
)  # fmt: skip
def test_results_give_returns(make, result: str, gold: dict, returns: list) -> None:
    state = make(SCORES + f"end {result} when n > 0\n").state({"fields": {"gold": gold}})
    after = play(state, "1")
    assert after.is_terminal
    assert after.returns == returns


TIES = SCORES.replace(
    "turn: go", "let few(p: player) = 3 if p = Blue else 2\nlet half_few(p: player) = few(p) / 2\nturn: go"
)


@sentence(
    "| `highest SCORE, then lowest OTHER wins` | the same, where of the players with the best score only those stay who are best",
    "The reason of the end tells the scores of all players, with those that break ties in parentheses:",
)
@pytest.mark.parametrize(
    ("result", "gold", "returns", "figures"),
    [
        ("highest gold, then lowest few", {"Red": 5, "Blue": 5}, [1, -1, -1], "Red 5 gold (2 few), Blue 5 (3), Green 0 (2)"),
        ("highest gold, then highest few", {"Red": 5, "Blue": 5}, [-1, 1, -1], "Red 5 gold (2 few), Blue 5 (3), Green 0 (2)"),
        ("highest gold, then lowest few", {"Red": 4, "Blue": 5}, [-1, 1, -1], "Red 4 gold (2 few), Blue 5 (3), Green 0 (2)"),
        ("lowest gold, then highest half_few", {"Green": 5}, [-1, 1, -1], "Red 0 gold (1 half few), Blue 0 (3/2), Green 5 (1)"),
        ("lowest gold, then lowest few", {"Blue": -3}, [-1, 1, -1], "Red 0 gold (2 few), Blue -3 (3), Green 0 (2)"),
        ("highest gold, then lowest few", {"Red": 5, "Green": 5}, [1, -1, 1], "Red 5 gold (2 few), Blue 0 (3), Green 5 (2)"),
        ("highest few, then highest gold, then highest n", {}, [-1, 1, -1], "Red 2 few (0 gold, 1 points), Blue 3 (0, 1), Green 2 (0, 1)"),
        ("lowest few, then highest points, then lowest gold", {"Red": 3, "Green": 2}, [-1, -1, 1], "Red 2 few (1 points, 3 gold), Blue 3 (1, 0), Green 2 (1, 2)"),
    ],
)  # fmt: skip
def test_ties_are_broken_in_turn(make, result: str, gold: dict, returns: list, figures: str) -> None:
    result = result.replace("highest n", "highest points")
    text = TIES + f"let points(p: player) = n\nend {result} wins when n > 0\n"
    after = play(make(text).state({"fields": {"gold": gold}}), "1")
    assert (after.returns, after.ended.text.partition(": ")[2]) == (returns, f"n > 0 ({figures})")


@sentence("| `P wins`, where P is a player or a set of players | 1 for them, -1 for the")
@pytest.mark.parametrize(
    ("result", "returns"), [("mover wins", [1]), ("mover loses", [-1]), ("{} wins", [-1])]
)
def test_a_game_for_one_may_be_won_and_lost(make, result: str, returns: list) -> None:
    text = f"players Solo\nfield n of game: 0..9\naction go\n  choose i in 1..2\n  do n := i\nturn: go\nend {result} when n > 0\n"
    if result.startswith("{}"):
        text = text.replace("{} wins", "{p in players where n > 5} wins")
    assert play(make(text).initial_state(), "1").returns == returns


# ---- names of ends

NAMED = SCORES.replace(
    "turn: go\n", 'turn: go if turn < 3 else "stuck" lose if n = 2 else "spent" highest score wins\n'
)


@sentence(
    "A text before a result is what people call this end.",
    "It stands in a clause, in a line of a block, in the effect `end`, behind the colon of the limit and behind `else` in a turn.",
    "Several ends may share a name.",
    "Behind a name, players that are more than a name, a call or a set stand in parentheses:",
    "When the game ends, its name says why, and its sentence follows:",
    "Programs find the name in `state.ended.name`.",
    "It stands in positions, saved games, PGN files (`Termination`), rule sheets, and the figures of",
    "behind the colon of the limit and behind `else` in a turn.",
)
@pytest.mark.parametrize(
    ("text", "moves", "name", "said"),
    [
        (SCORES + 'end "one" Blue wins when n = 1\n', "1", "one", "Blue wins: one"),
        (SCORES + 'end\n  "one" Blue wins when n = 1\n  "two" draw when n = 2 means "Two is {n}."\n', "2", "two", "draw: two. Two is 2."),
        (SCORES + 'end\n  "few" Blue wins when n = 1\n  "few" draw when n = 2\n', "2", "few", "draw: few"),
        (SCORES + 'end "most gold" highest score wins when n = 1 means "The play is over."\n', "1", "most gold", "draw: most gold. The play is over (Red 0, Blue 0, Green 0)"),
        (SCORES.replace("n := i", 'if i = 2 do end "two" Red wins'), "2", "two", "Red wins: two"),
        (SCORES + 'end "last" (players - {Red}) wins when n = 1\n', "1", "last", "Blue and Green win: last"),
        (SCORES + 'limit 1 moves: "time" Green wins\n', "1", "time", "Green wins: time"),
        (SCORES + 'limit 1 moves: "time" draw means "{moves} move."\n', "1", "time", "draw: time. 1 move."),
        (NAMED, "1 2", "stuck", "Red and Blue win: stuck"),
        (NAMED, "1 1", "spent", "draw: spent (Red 0, Blue 0, Green 0)"),
        (SCORES + "end Blue wins when n = 1\n", "1", "", "Blue wins: n = 1"),
    ],
    ids=str,
)  # fmt: skip
def test_an_end_is_told_by_its_name(make, text: str, moves: str, name: str, said: str) -> None:
    engine = make(text)
    state = engine.initial_state()
    for move in moves.split():
        state = play(state, move)
    assert (state.ended.name, state.ended.text) == (name, said)
    position = state.position()
    result = position["fields"].get("result")  # none where nothing is legal, from which it follows
    assert result is None or result.get("end", "") == name
    assert engine.state(position).ended.name == name


@sentence("It is the same words each time: values in braces stand in the [sentence](meanings.md).")
@pytest.mark.parametrize(
    "text",
    [
        SCORES + 'end "{n} times" draw when n = 1\n',
        SCORES + 'end " " draw when n = 1\n',
        SCORES.replace("turn: go", 'turn: "first" go'),
        SCORES.replace("turn: go", 'turn: go else "rest" pass'),
    ],
)
def test_only_ends_have_names_and_always_the_same(text: str) -> None:
    assert codes(text) == ["syntax"]


# ---- the limit


@sentence(
    "`limit N moves: RESULT` ends the game with this result once N actions have been",
    "Passes and demanded choices count.",
)
def test_the_limit_ends_the_game(make) -> None:
    text = (
        HEAD
        + "action go\n  do then answer\nchoice answer\n  choose i in 1..2\nturn: go or pass\nlimit 4 moves: Blue wins\n"
    )
    state = play(make(text).initial_state(), "go", "1", "pass")
    assert not state.is_terminal
    over = play(state, "pass")
    assert over.returns == [-1, 1]
    assert play(make(text).initial_state(), "go", "1", "go").is_terminal is False
    assert play(make(text).initial_state(), "pass", "pass", "pass", "go").is_terminal  # though a choice waits


@sentence("Without the clause, N is 10000 and the result is a draw.", "N may use options")
def test_without_a_limit_the_game_ends_after_10000_actions(make) -> None:
    text = HEAD + "action go\n  where turn > 0\nturn: go\n"
    engine = make(text)
    state = engine.state({"fields": {"turn": 9999, "moves": 9998}})
    assert not play(state, "go").is_terminal
    over = play(state, "go", "go")
    assert over.is_terminal
    assert over.returns == [0, 0]
    optional = "option size = 2 from 2, 3\n" + text + "limit 2 * size moves: Red wins\n"
    for size in (2, 3):
        state = make(optional, size=size).initial_state()
        for i in range(2 * size):
            assert not state.is_terminal, i
            state = play(state, "go")
        assert state.returns == [1, -1]


# ---- claims


@sentence(
    "A claim is what the author asserts about the game, and no part of the rules.",
    "A claim is what the author asserts about the game, and no part of the rules.",
)
def test_claims_have_no_part_in_the_rules(make) -> None:
    text = N + GO + "turn: go\nend mover wins when n = 3\n"
    claimed = (
        text + 'claim "never ends": never n = 3\nclaim "always": always n > 50\nclaim "v": value: Blue wins\n'
    )
    one, other = make(text).initial_state(), make(claimed).initial_state()
    assert moves(one) == moves(other)
    assert play(one, "3").returns == play(other, "3").returns == [1, -1]


@sentence(
    "| `claim TEXT: always CONDITION` |",
    "| `claim TEXT: never CONDITION`, `claim TEXT: never draw` |",
    "| `claim TEXT: value with size = 4: Red wins` |",
)
def test_a_claim_has_its_form_and_what_it_claims() -> None:
    text = (
        "option size = 3 from 3, 4\n"
        + N
        + GO
        + "turn: go\nend mover wins when n = size\n"
        + (
            'claim "a": always n < 9\nclaim "b": never n > 9\nclaim "c": never draw\nclaim "d": value with size = 4: Red wins\n'
        )
    )
    game = examine_source(Source("c.gdl", text))[0]
    assert game is not None
    a, b, c, d = game.claims
    assert [(k.text, k.form) for k in game.claims] == [
        ("a", "always"),
        ("b", "never"),
        ("c", "never"),
        ("d", "value"),
    ]
    assert (a.condition is not None, a.result) == (True, None)
    assert (b.condition is not None, b.result) == (True, None)
    assert c.condition is None and c.result is not None and c.result.form == "draw"
    assert d.result is not None and d.result.form == "wins" and d.settings == (("size", 4),)
    assert codes(text.replace("always n < 9", "always n")) == ["type-mismatch"]
