"""Turns and phases, and demanded choices."""

import pytest

from gdl.diagnostics.values import GameError
from language.playing import HEAD, codes, field, moves, pieces, play
from language.sentences import sentence

ACTIONS = HEAD + (
    "field n of game: 0..9\nlet score(p: player) = 1 if p = Blue else 0\n"
    "action a\n  choose i in 1..2 where n < 1\n  do n := i\naction b\n  choose i in 3..4 where n < 3\n  do n := i\naction c\n  choose i in 5..6 where n < 5\n  do n := i\n"
)
SHOWN = {"a": ["a 1", "a 2"], "b": ["b 3", "b 4"], "c": ["c 5", "c 6"]}


def offered(make, turn: str, n: int = 0, rest: str = "") -> list[str]:
    return moves(make(f"{ACTIONS}turn: {turn}\n{rest}").state({"fields": {"n": n}}))


@sentence("`turn:` says what the player to act may do", "`or` joins actions that are on offer together.")
def test_a_turn_offers_what_it_names(make) -> None:
    assert offered(make, "a") == SHOWN["a"]
    assert offered(make, "a or c") == SHOWN["a"] + SHOWN["c"]


@sentence(
    "`else` begins another group, for when no group before it has a legal action (after `require` and `prefer`)."
)
def test_another_group_is_used_when_none_before_has_a_legal_action(make) -> None:
    assert offered(make, "a else b else c") == SHOWN["a"]
    assert offered(make, "a else b else c", 1) == SHOWN["b"]
    assert offered(make, "a else b else c", 3) == SHOWN["c"]
    assert offered(make, "a else b or c", 1) == SHOWN["b"] + SHOWN["c"]
    assert offered(make, "a else b", rest="require after a: n > 5\n") == SHOWN["b"]
    assert offered(make, "a else b", rest="require after a: n > 1\n") == ["a 2"]
    assert (
        offered(make, "a else b", rest="prefer n > 3\n") == SHOWN["a"]
    )  # what is preferred is preferred in its group


@sentence("A group that ends in `if CONDITION` is on offer only if that holds.")
def test_a_group_is_on_offer_only_if_its_condition_holds(make) -> None:
    assert offered(make, "a or b if n > 5 else c if moves = 0 else b") == SHOWN["c"]
    assert offered(make, "a if n = 0 else c") == SHOWN["a"]
    assert offered(make, "a if n > 5 else c if n > 5") == []


@sentence(
    "The last part of a turn says what happens then:",
    "| `else lose`, `else win`, `else draw` | the game is over |",
)
@sentence(
    "| `else highest F wins`, `else lowest F wins`, `else payoff F` |",
    "| nothing | the game is a draw, if no end holds |",
)
@sentence("| `else lose if C else draw` | the first part whose condition holds applies |")
@pytest.mark.parametrize(
    ("last", "returns"),
    [
        (" else lose", [-1, 1]), (" else win", [1, -1]), (" else draw", [0, 0]), ("", [0, 0]),
        (" else highest score wins", [-1, 1]), (" else lowest score wins", [1, -1]), (" else payoff score", [0, 1]),
        (" else lose if n = 9 else draw", [-1, 1]), (" else lose if n = 8 else draw", [0, 0]), (" else lose if n = 8 else win if n = 9 else draw", [1, -1]),
        (" else highest score wins if n = 9 else lose", [-1, 1]), (" else lose if n = 8", [0, 0]), (" else win if mover = Blue else lose", [-1, 1]),
    ],
)  # fmt: skip
def test_what_happens_when_nothing_is_legal(make, last: str, returns: list) -> None:
    state = make(f"{ACTIONS}turn: a{last}\n").state({"fields": {"n": 9}})
    assert state.is_terminal
    assert state.returns == returns


@sentence("| nothing | the game is a draw, if no end holds |")
def test_without_a_word_the_game_is_a_draw_if_no_end_holds(make) -> None:
    text = ACTIONS + "turn: a\nend mover wins when n = 2\n"
    assert play(make(text).initial_state(), "2").returns == [1, -1]
    assert play(make(text).initial_state(), "1").returns == [0, 0]


@sentence("| `else pass` | the player passes, which is an action |")
def test_who_has_nothing_legal_passes(make) -> None:
    state = make(f"{ACTIONS}turn: a else pass\n").state({"fields": {"n": 9, "moves": 4, "turn": 3}})
    assert moves(state) == ["pass"]
    after = play(state, "pass")
    assert after.current_player == 1
    assert {k: after.position()["fields"][k] for k in ("turn", "moves", "passes")} == {
        "turn": 4,
        "moves": 5,
        "passes": 1,
    }
    assert moves(make(f"{ACTIONS}turn: a else pass\n").initial_state()) == SHOWN["a"]


@sentence("`pass` may be offered like an action: `turn: play or pass`.")
def test_pass_may_be_offered(make) -> None:
    assert offered(make, "a or pass") == [*SHOWN["a"], "pass"]
    assert offered(make, "a or pass", 9) == ["pass"]


THREE = "players A, B, C, D\nfield out of player: bool\nfield n of game: 0..9\naction go\n  choose i in 1..2\n  do n := i\n"


@sentence("`skip p when CONDITION` passes over every player p for whom the condition holds")
@sentence("The turn passes to the next player in the order of `players`")
def test_the_turn_passes_over_players(make) -> None:
    text = THREE + "skip p when out(p) and n = 1\nturn: go\n"
    engine = make(text)
    out = {"fields": {"out": {"B": True, "C": True}}}
    assert play(engine.state(out), "1").current_player == 3
    assert play(engine.state(out), "2").current_player == 1  # judged when the turn is passed on
    assert play(engine.state(out), "1", "1").current_player == 0
    assert play(engine.state(out), "1").position()["fields"]["turn"] == 2


@sentence("If it holds for all players, the turn passes to the next one in order.")
@pytest.mark.parametrize(("first", "following"), [("A", 1), ("B", 2), ("D", 0)])
def test_if_all_are_skipped_the_next_in_order_plays(make, first: str, following: int) -> None:
    text = THREE + "skip p when out(p) or n = 1\nturn: go\n"
    state = make(text).state({"to_move": first})
    assert play(state, "1").current_player == following
    assert (
        play(
            make(text).state({"to_move": "A", "fields": {"out": {"B": True, "C": True, "D": True}}}), "2"
        ).current_player
        == 0
    )


@sentence("It passes over nobody.")
def test_then_turn_of_passes_over_nobody(make) -> None:
    text = THREE.replace("do n := i", "do n := i\n     then turn of C") + "skip p when p = C\nturn: go\n"
    state = play(make(text).initial_state(), "1")
    assert state.current_player == 2


@sentence(
    "`phase NAME:` is a turn with a name, which the effect `phase := NAME` enters.",
    "Every game has a `turn`",
)
def test_phases_are_turns_with_names(make) -> None:
    text = (
        HEAD
        + "action a\n  choose i in 1..2\n  do phase := late\naction b\n  choose i in 3..4\naction c\n  choose i in 5..6\n  do phase := main\nturn: a\nphase late: b or c\n"
    )
    engine = make(text)
    state = engine.state({})
    assert moves(state) == SHOWN["a"]
    assert moves(play(state, "a 1")) == SHOWN["b"] + SHOWN["c"]
    assert moves(play(state, "a 1", "b 3")) == SHOWN["b"] + SHOWN["c"]
    assert moves(play(state, "a 1", "c 5")) == SHOWN["a"]
    assert codes(HEAD + "action a\n  choose i in 1..2\n") == ["missing-clause"]
    assert codes(HEAD + "action a\n  choose i in 1..2\nphase late: a\n") == ["missing-clause"]


@sentence(
    "Every game has a `turn`, the phase `main`.",
    "The game begins in the phase that is written first, `turn` included.",
    "The set-up may begin in another: `phase := placing`.",
)
def test_where_a_game_begins(make) -> None:
    text = (
        HEAD
        + "action a\n  choose i in 1..2\naction b\n  choose i in 3..4\naction c\n  choose i in 5..6\nturn: a\n"
    )
    assert moves(make(text).initial_state()) == SHOWN["a"]
    phases = "phase one: b\nphase two: c\n"
    assert moves(make(text + phases).initial_state()) == SHOWN["a"]
    assert moves(make(text + phases + "setup\n  phase := two\n").initial_state()) == SHOWN["c"]
    assert moves(make(text.replace("turn: a", phases + "turn: a")).initial_state()) == SHOWN["b"]
    swapped = "phase two: c\nphase one: b\nturn: a"
    assert moves(make(text.replace("turn: a", swapped)).initial_state()) == SHOWN["c"]


# ---- demanded choices


@sentence(
    "The effect `then NAME(ARGUMENTS)` demands an action or choice of the mover, which is an action of its own.",
)
@sentence(
    "A demanded choice is a second decision, of the same player or another one, before the turn passes on."
)
def test_a_demanded_choice_is_an_action_of_its_own_of_the_same_player(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9\naction go\n  choose i in 1..2\n  do then more(i)\naction more(k: number)\n  choose j in 1..9 where j > 6 + k\n  do n := j\nturn: go\n"
    )
    state = play(make(text).initial_state(), "go 1")
    assert state.current_player == 0
    assert moves(state) == ["more 8", "more 9"]
    assert state.position()["fields"]["moves"] == 1
    after = play(state, "more 8")
    assert (after.current_player, field(after, "n")) == (1, 8)
    assert after.position()["fields"]["moves"] == 2
    assert after.position()["fields"]["turn"] == 2


ASKING = HEAD + (
    "field order of game: 0..99999\nchoice one\n  choose i in 1..2\n  do order := order * 10 + 1\nchoice two\n  choose i in 3..4\n  do order := order * 10 + 2\n"
    "choice three\n  choose i in 5..6\n  do order := order * 10 + 3\nchoice nested\n  choose i in 7..8\n  do order := order * 10 + 4\n     then three\n     then two\n"
)


@sentence(
    "Several demands wait in the order in which they are made.",
    "What a demanded choice demands in turn comes first.",
)
def test_those_that_a_demanded_choice_demands_come_first(make) -> None:
    text = ASKING + "action go\n  do then nested\n     then one\n     then three\nturn: go\n"
    state = play(make(text).initial_state(), "go")
    shown = []
    while state.current_player == 0:
        shown.append(moves(state)[0].split()[0])
        state = play(state, moves(state)[0])
    assert shown == ["nested", "three", "two", "one", "three"]
    assert field(state, "order") == 43213


@sentence("Several demands wait in the order in which they are made.")
def test_several_demands_wait_in_their_order(make) -> None:
    text = ASKING + "action go\n  do then three\n     then one\n     then two\nturn: go\n"
    state = play(make(text).initial_state(), "go")
    assert moves(state) == ["three 5", "three 6"]
    state = play(state, "three 5")
    assert moves(state) == ["one 1", "one 2"]
    state = play(state, "one 1")
    assert moves(state) == ["two 3", "two 4"]
    assert play(state, "two 4").current_player == 1


DEMAND = HEAD + (
    "action go\n  choose s in {{b2, d4}}\n  do then {}answer(s)\nchoice answer(s: site)\n  choose t in neighbours(s) where t is enemy\n  do capture t\nturn: go else lose\n"
)
NEAR_ONE = {"pieces": {"b3": "Blue man", "a1": "Red man"}}


@sentence(
    "| `then c` | the player must make it | it lapses |",
    "| `then may c` | the player may make it; `done` declines it | it lapses; `done`",
    "| `then must c` | the player must make it | the action that demands it is not legal |",
)
@pytest.mark.parametrize(
    ("word", "legal", "possible"),
    [
        ("", ["go b2", "go d4"], ["answer b3"]),
        ("may ", ["go b2", "go d4"], ["answer b3", "done"]),
        ("must ", ["go b2"], ["answer b3"]),
    ],
)
def test_the_three_words_of_a_demand(make, word: str, legal: list, possible: list) -> None:
    state = make(DEMAND.format(word)).state(NEAR_ONE)
    assert moves(state) == legal
    asked = play(state, "go b2")
    assert moves(asked) == possible
    assert asked.current_player == 0
    if "go d4" in legal:
        assert play(state, "go d4").current_player == 1  # it lapses
    if word == "may ":
        declined = play(asked, "done")
        assert (declined.current_player, pieces(declined)) == (1, NEAR_ONE["pieces"])


@sentence(
    "When the possibility of a `then may` depends on something that another player",
    "`done` is then the only choice, so that nobody learns from it what was possible.",
)
def test_a_demand_that_rests_on_a_secret_does_not_lapse(make) -> None:
    text = HEAD + (
        "pool hand of player seen by owner\naction go\n  choose n in 1..2\n  do then may show\nchoice show\n  choose k in kinds of hand(mover)\n  where k = king\nturn: go\n"
    )
    engine = make(text)
    held = play(engine.state({"pools": {"hand": {"Red": ["Red king"]}}}), "go 1")
    lacking = play(engine.state({"pools": {"hand": {"Red": ["Red man"]}}}), "go 1")
    assert moves(held) == ["done", "king"]
    assert moves(lacking) == ["done"]
    assert held.current_player == lacking.current_player == 0
    public = make(text.replace(" seen by owner", ""))
    assert play(public.state({"pools": {"hand": {"Red": ["Red man"]}}}), "go 1").current_player == 1


@sentence("`then a(x) or b(y)` demands one of several")
def test_a_demand_of_several_offers_all_that_is_possible(make) -> None:
    text = (
        HEAD
        + "action go\n  do then one(a1) or two(3)\nchoice one(s: site)\n  choose t in neighbours(s) where t is empty\nchoice two(n: number)\n  choose i in 1..4 where i > n\nturn: go\n"
    )
    state = make(text).initial_state()
    assert moves(play(state, "go")) == ["4", "a2", "b1"]
    full = make(text).state({"pieces": {"a2": "man", "b1": "man"}})
    assert moves(play(full, "go")) == ["4"]


@sentence(
    "`choice NAME(PARAMETERS): a(...) or b(...)` gives such alternatives a name, for wherever a choice is demanded.",
    "`then a(x) or b(y)` demands one of several choices.",
)
def test_alternatives_may_have_a_name(make) -> None:
    text = HEAD + (
        "action go\n  choose s in {a1, c3}\n  do then either(s) or three\nchoice either(s: site): one(s) or two(s, 1)\nchoice one(s: site)\n  choose t in neighbours(s) where file(t) > file(s)\n"
        "choice two(s: site, n: number)\n  choose i in 1..4 where i = file(s) + n\nchoice three\n  choose k in kinds\nturn: go\n"
    )
    engine = make(text)
    assert moves(play(engine.initial_state(), "go a1")) == ["2", "king", "man", "one b1"]
    assert moves(play(engine.initial_state(), "go c3")) == ["4", "king", "man", "one d3"]


WORDS = HEAD.replace("kinds man, king\n", "") + (
    "kinds    power  \n  man    hop    \n  king   strike \n  rock   none   \n  hill   shine  \n"
    "field mode of game: hop, strike, shine\nfield fashion of piece: hop, strike\nlet chosen(p: piece) = power(p)\n"
    "choice hop(s: site)\n  choose t in neighbours(s) where t is empty\n  do move s to t\nchoice strike(s: site)\n  choose t in neighbours(s) where t is enemy\n  do capture t\n"
    "action by_column\n  choose p in own pieces\n  do then power(p)(site(p))\naction by_field\n  do then mode(a1)\naction by_piece\n  choose p in own pieces\n  do then fashion(p)(site(p))\n"
    "action by_definition\n  choose p in own pieces\n  do then chosen(p)(site(p))\nturn: by_column or by_field or by_piece or by_definition\n"
)
ARMED = {
    "pieces": {
        "a1": "Red man",
        "c3": "Red king",
        "c4": "Blue man",
        "e1": "Red rock",
        "e5": "Red hill",
        "a2": "Blue man",
    }
}


@sentence(
    "Behind `then` there may be an expression whose value is a word: a column, a",
    "The choice of that name is demanded.",
)
@sentence(
    "The choice of that name is demanded.",
    "Its arguments follow in parentheses of their own: `power(k)(m)`, or `mode(m)`",
)
@pytest.mark.parametrize("word", ["by_column", "by_definition"])
def test_a_word_names_the_choice_that_is_demanded(make, word: str) -> None:
    state = make(WORDS).state(ARMED)
    assert moves(play(state, f"{word} a1")) == ["hop b1"]
    assert moves(play(state, f"{word} c3")) == ["strike c4"]


@sentence(
    "Its arguments follow in parentheses of their own: `power(k)(m)`, or `mode(m)`",
    "a column, a field or a definition",
)
def test_a_field_names_the_choice_that_is_demanded(make) -> None:
    engine = make(WORDS)
    assert moves(play(engine.state(ARMED), "by_field")) == ["hop b1"]
    assert moves(play(engine.state(ARMED | {"fields": {"mode": "strike"}}), "by_field")) == ["strike a2"]
    assert moves(play(engine.state(ARMED), "by_piece a1")) == ["hop b1"]
    armed = {"pieces": ARMED["pieces"] | {"a1": "Red man fashion=strike"}}
    assert moves(play(engine.state(armed), "by_piece a1")) == ["strike a2"]


@sentence("Words that do not name a choice, and `none`, demand nothing.")
def test_a_word_without_a_choice_demands_nothing(make) -> None:
    state = make(WORDS).state(ARMED)
    assert play(state, "by_column e1").current_player == 1
    assert play(state, "by_column e5").current_player == 1
    assert play(make(WORDS).state(ARMED | {"fields": {"mode": "shine"}}), "by_field").current_player == 1


@sentence(
    "A demanded choice that leaves nothing to choose and nothing to decline is made",
    "It is a part of the action that demanded it, and no action of its own.",
)
@sentence(
    "It is a part of the action that demanded it, and no action of its own.",
    "Several demands wait in the order in which they are made.",
)
def test_a_choice_that_leaves_nothing_to_choose_is_made_by_itself(make) -> None:
    text = HEAD + (
        "field n of game: 0..99\naction go\n  do then add(3)\n     then pick\n     then add(4)\n     n := n + 1\nchoice add(k: number)\n  do n := n * 2 + k\n"
        "choice pick\n  choose i in 1..2\n  do n := n * i\nturn: go\n"
    )
    state = play(make(text).initial_state(), "go")
    assert (field(state, "n"), moves(state), state.current_player) == (5, ["1", "2"], 0)
    assert state.position()["fields"]["moves"] == 1
    after = play(state, "2")
    assert (field(after, "n"), after.current_player, after.position()["fields"]["moves"]) == (24, 1, 2)


@sentence(
    "This goes by the text: the choice has no `choose` and no path, is the only alternative, and is demanded without `may`.",
    "A choice with a single possibility is not automatic.",
    "It is an action of the player, counted by `moves`, with settling and ends after it, even",
)
def test_a_choice_with_one_possibility_is_an_action_of_the_player(make) -> None:
    text = HEAD + (
        "field n of game: 0..9\naction go\n  do then pick\nchoice pick\n  choose i in 1..1\n  do n := i\nturn: go\nsettle after pick\n  n := n + 1\n"
    )
    state = play(make(text).initial_state(), "go")
    assert (field(state, "n"), moves(state), state.current_player) == (None, ["1"], 0)
    after = play(state, "1")
    assert (field(after, "n"), after.position()["fields"]["moves"]) == (2, 2)


@sentence("nothing to decline")
def test_a_choice_that_may_be_declined_is_not_made_by_itself(make) -> None:
    text = HEAD + "field n of game: 0..9\naction go\n  do then may add\nchoice add\n  do n := 5\nturn: go\n"
    state = play(make(text).initial_state(), "go")
    assert moves(state) == ["add", "done"]
    assert field(state, "n") is None


@sentence("`must` is asked in `do` only: in `finally`, settling and the set-up it is a warning, and lapses.")
@pytest.mark.parametrize("where", ["  finally then must answer\n", "settle\n  then must answer\n"])
def test_must_is_asked_in_do_only(make, where: str) -> None:
    text = (
        HEAD
        + f"action go\n  choose i in 1..2\n  do remove e5\n{where}choice answer\n  choose t in own king\n  do remove t\nturn: go\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["1", "2"]
    assert play(state, moves(state)[0]).current_player == 1
    in_do = text.replace(where, "").replace("do remove e5", "do then must answer")
    assert moves(make(in_do).initial_state()) == []


@sentence("A demand about a piece that is gone lapses")
def test_a_demand_about_a_piece_that_is_gone_lapses(make) -> None:
    text = HEAD + (
        "action go\n  choose p in own man\n  do then shoot\n     then run(p)\nchoice shoot\n  choose q in own pieces\n  do remove q\nchoice run(p: piece)\n  choose i in 1..2\nturn: go\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man", "b1": "Red king"}}), "go a1")
    assert moves(play(state, "shoot b1")) == ["1", "2"]
    assert play(state, "shoot b1").current_player == 0
    assert play(state, "shoot a1").current_player == 1


@sentence("Settling, ends and the limit follow every action, demanded ones included.")
def test_settling_ends_and_limit_come_after_demanded_actions(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9\naction go\n  choose i in 1..2\n  do then answer\nchoice answer\n  choose i in 3..4\nsettle\n  n := n + 1\nturn: go\n"
    )
    state = make(text + "end mover wins when n = 2\n").initial_state()
    asked = play(state, "go 1")
    assert field(asked, "n") == 1
    assert not asked.is_terminal
    assert play(asked, "answer 3").returns == [1, -1]
    assert play(
        make(text + "end mover wins when n = 1\n").initial_state(), "go 1"
    ).is_terminal  # though a choice waits
    limited = play(make(text + "limit 2 moves: Blue wins\n").initial_state(), "go 1", "answer 3")
    assert limited.returns == [-1, 1]


@sentence("`prefer` does not filter demanded choices")
def test_prefer_does_not_filter_demanded_choices(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9\naction go\n  choose i in 1..2\n  do n := i\n     then answer\nchoice answer\n  choose i in 3..4\n  do n := i\nprefer most n\nturn: go\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["go 2"]
    assert moves(play(state, "go 2")) == ["answer 3", "answer 4"]


@sentence("At most 64 demands wait")
@pytest.mark.parametrize("n", [64, 65])
def test_at_most_64_demands_wait(make, n: int) -> None:
    text = (
        HEAD
        + f"action go\n  do for i in 1..{n} do then answer\nchoice answer\n  choose i in 1..2\nturn: go\n"
    )
    state = make(text).initial_state()
    if n > 64:
        with pytest.raises(GameError) as caught:
            play(state, "go")
        assert [d.code for d in caught.value.diagnostics] == ["pending-overflow"]
    else:
        assert len(play(state, "go").position()["fields"]["pending"]) == 64


@sentence("It passes over nobody. p may be the mover.", "If p is `none`, the next player in order acts.")
@pytest.mark.parametrize(
    ("who", "following"),
    [("Red", 0), ("Blue", 1), ("Green", 2), ("mover", 0), ("owner(a1)", 2), ("owner(b1)", 1)],
)
@sentence("The effect `then turn of p` makes p the next player to act when this turn is over.")
def test_then_turn_of_says_who_is_next(make, who: str, following: int) -> None:
    text = (
        HEAD.replace("Red, Blue", "Red, Blue, Green")
        + f"action go\n  choose i in 1..2\n  do then turn of {who}\n     then answer\nchoice answer\n  choose i in 1..2\nturn: go\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Green man"}}), "go 1")
    assert state.current_player == 0  # the choice belongs to this turn
    after = play(state, "answer 1")
    assert after.current_player == following
    assert after.position()["fields"].get("turn") == 2


@sentence(
    "Without a [name](ends.md#names), the reason that players read is that the player to act has no legal move.",
    "Where the conditions leave no group on offer, as in `turn: play if not over else highest score wins`, it is the",
    "Where the conditions leave no group on offer, as in",
)
@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ("go if not is_over else lose", "Red wins: The round is over."),
        ("go else lose", "Red wins: Blue has no legal move"),
    ],
)
def test_players_read_why_nothing_is_on_offer(make, turn: str, reason: str) -> None:
    told = 'let is_over = turn > 1\n  means "The round is over."\naction go\n  where turn = 1\n'
    over = play(make(f"{HEAD}{told}turn: {turn}\n").initial_state(), "go")
    assert over.is_terminal and over.ended.text == reason
