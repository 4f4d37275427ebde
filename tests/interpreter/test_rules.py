"""The meaning of the language, construct by construct, on small games."""

import pytest
from putting import putting

from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.errors import IllegalAction, PositionError, RecordError

HEAD = """players Red, Blue
board square 5 x 5
kinds man, king
"""


def moves(state) -> list[str]:  # type: ignore[no-untyped-def]
    return sorted(state.action_to_string(a) for a in state.legal_actions())


def test_a_walk_turns_and_gives_each_destination_once(make) -> None:  # type: ignore[no-untyped-def]
    engine = make(
        HEAD
        + "move go by man\n  walk orthogonal up to 2: (empty | own)*, empty\nmove k by king\n  line any: empty\nturn: go or k\n"
    )
    state = engine.state({"pieces": {"c3": "Red man", "c4": "Blue man", "b3": "Red king", "a5": "Red man"}})
    reached = {m for m in moves(state) if m.startswith("c3")}
    # a breadth-first search by hand: through b3 (own), not through c4 (enemy)
    assert reached == {"c3-" + s for s in ("a3", "b2", "b4", "c1", "c2", "d2", "d3", "d4", "e3")}


def test_a_walk_stops_where_it_must_without_being_blocked(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "let guarded(s: site) = some n in neighbours(s): n is enemy king\n"
        "move go by man\n  walk orthogonal up to 3: [it is empty and not guarded(it)]{0..2}, empty\n"
        "move k by king\n  line any: empty\nturn: go or k\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "c2": "Blue king", "e5": "Red king"}})
    reached = {m[3:] for m in moves(state) if m.startswith("a1")}
    assert {"b2", "c1"} <= reached  # entered
    assert "d1" not in reached  # not passed
    assert "b3" in reached  # round the outside


def test_a_leap_reaches_what_a_knight_reaches(make) -> None:  # type: ignore[no-untyped-def]
    engine = make(
        HEAD + "move n by man\n  leap 1, 2: empty | enemy\nmove k by king\n  line any: empty\nturn: n or k\n"
    )
    state = engine.state({"pieces": {"c3": "Red man", "d5": "Blue man", "b5": "Red king"}})
    assert {m for m in moves(state) if m.startswith("c3")} == {
        "c3xd5",
        "c3-e4",
        "c3-e2",
        "c3-d1",
        "c3-b1",
        "c3-a2",
        "c3-a4",
    }


def test_require_judges_the_resulting_position(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "let attacked(k: piece) = some line any from k: empty*, enemy man\n"
        "move man_step by man\n  line any up to 1: empty\nmove king_step by king\n  line any up to 1: empty | enemy\n"
        "require no k in own king: attacked(k)\nturn: man_step or king_step else lose\n"
    )
    state = make(text).state({"pieces": {"a1": "Red king", "b5": "Blue man", "e5": "Red man"}})
    assert "a1-b1" not in moves(state)
    assert "a1-a2" in moves(state)
    reasons = state.why("a1-b1")
    assert len(reasons) == 1
    assert reasons[0].span.text.startswith("require")
    with pytest.raises(IllegalAction, match="would not hold"):
        state.action_from_string("a1-b1")


def test_prefer_keeps_the_actions_that_capture_most(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "move jump by man\n  line any: enemy as victim, empty\n  do capture victim\n  again may up to 4\n"
        "move k by king\n  line any: empty\nprefer most captures\nturn: jump else k\n"
    )
    state = make(text).state(
        {"pieces": {"a1": "Red man", "b2": "Blue man", "d4": "Blue man", "c5": "Red man", "b5": "Blue man"}}
    )
    assert moves(state) == ["a1xc3xe5"]


def test_a_chain_that_may_stop_offers_every_length(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "move jump by man\n  line any: enemy as victim, empty\n  do capture victim\n  again may up to 4\n"
        "move k by king\n  line any: empty\nturn: jump else k\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b2": "Blue man", "d4": "Blue man"}})
    assert moves(state) == ["a1xc3", "a1xc3xe5"]
    after = state.apply(state.action_from_string("a1xc3xe5"))
    assert after.position()["pieces"] == {"e5": "Red man"}


def test_a_piece_is_a_piece_wherever_it_stands(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "pool hand of player\naction look\n  choose s in sites\n"
        "  do let p = piece(s)\n     if p is piece do remove p\n     else place king of Red on s\nturn: look\n"
    )
    state = make(text).state(
        {"pieces": {"e5": "Blue man", "a1": "Red man"}, "pools": {"hand": {"Red": {"man": 30}}}}
    )
    assert "e5" not in state.apply(state.action_from_string("e5")).position()["pieces"]
    assert state.apply(state.action_from_string("c3")).position()["pieces"]["c3"] == "Red king"


def test_a_demanded_choice_comes_next_and_can_be_declined(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "move step by man\n  line any up to 1: empty\n  do then may extra(piece)\n"
        "choice extra(first: piece)\n  choose m in own man where m != first\n  choose s in neighbours(m) where s is empty\n"
        "  do move m to s\nmove k by king\n  line any: empty\nturn: step or k\n"
    )
    state = make(text).state(
        {"pieces": {"a1": "Red man", "e1": "Red man", "e5": "Blue man", "a5": "Blue king"}}
    )
    state = state.apply(state.action_from_string("a1-a2"))
    assert state.current_player == 0
    assert "done" in moves(state)
    assert all(m == "done" or "e1" in m for m in moves(state))
    assert make(text).state(state.position()) == state
    declined = state.apply(state.action_from_string("done"))
    assert declined.current_player == 1
    made = state.apply(state.action_from_string("e1 e2"))
    assert made.current_player == 1
    assert made.position()["pieces"]["e2"] == "Red man"


def test_a_demand_lapses_when_it_is_impossible_and_must_forbids_it(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "move step by man\n  line any up to 1: empty\n  do then WORD extra(piece)\n"
        "choice extra(first: piece)\n  choose m in own man where m != first\n  do remove m\n"
        "move k by king\n  line any: empty\nturn: step else k\n"
    )
    position = {"pieces": {"a1": "Red man", "e5": "Blue man", "c3": "Red king", "d4": "Blue king"}}
    lapses = make(text.replace("WORD ", "")).state(position)
    assert lapses.apply(lapses.action_from_string("a1-a2")).current_player == 1
    assert all(m.startswith("c3") for m in moves(make(text.replace("WORD", "must")).state(position)))


def test_simultaneous_effects_judge_everything_first(make) -> None:  # type: ignore[no-untyped-def]
    text = """players Red, Blue
board square 3 x 1
kinds man
field mark of site: 0..9 = 0
action go
  choose s in sites where s is empty
  do mark(s) := 1
     MODE
       for n in sites do mark(n) := mark(step(n, west)) + 1
turn: go
end draw when some s in sites: mark(s) > 4
"""
    together = make(text.replace("MODE", "simultaneously")).initial_state()
    after = together.apply(together.action_from_string("a1")).position()["sites"]["mark"]
    assert after == {"a1": 1, "b1": 2, "c1": 1}
    one_by_one = make(
        text.replace("MODE", "if true do").replace("     if true do", "     if moves >= 0 do")
    ).initial_state()
    assert one_by_one.apply(one_by_one.action_from_string("a1")).position()["sites"]["mark"] == {
        "a1": 1,
        "b1": 2,
        "c1": 3,
    }


def test_a_settling_that_cycles_is_an_error_at_its_clause(make) -> None:  # type: ignore[no-untyped-def]
    text = """players Red, Blue
board square 2 x 2
kinds man
field lit of site: bool
action go
  choose s in sites where s is empty
  do lit(s) := true
turn: go
settle until stable
  for s in sites do lit(s) := not lit(s)
end draw when moves = 3
"""
    state = make(text).initial_state()
    with pytest.raises(GameError) as caught:
        state.apply(state.legal_actions()[0])
    assert caught.value.diagnostics[0].code == "settle-cycle"
    assert caught.value.diagnostics[0].span.text.startswith("settle until stable")


@pytest.mark.parametrize("period", [2, 3, 7])
def test_after_how_many_rounds_a_settling_comes_back_is_said(make, period: int) -> None:  # type: ignore[no-untyped-def]
    text = "players Red, Blue\nboard square 2 x 2\nkinds man\nfield n of game: 0..9\naction go\n  do n := 9\nturn: go\nend draw when moves = 3\n"
    state = make(text + f"settle until stable\n  n := (n + 1) mod {period}\n").initial_state()
    with pytest.raises(GameError, match=f"rounds returns every {period}"):
        state.apply(state.legal_actions()[0])


def test_fields_last_until_the_next_action_where_they_say_so(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "field passed of game: site or none until action\n"
        "move far by man\n  line north: empty as over, empty\n  do passed := over\n"
        "move near by man\n  line north up to 1: empty\nmove k by king\n  line any: empty\n"
        "turn: far or near or k\nend draw when passed = e4\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "c1": "Blue man"}})
    state = state.apply(state.action_from_string("a1-a3"))
    assert state.position()["fields"]["passed"] == "a2"
    state = state.apply(state.action_from_string("c1-c2"))
    assert "passed" not in state.position()["fields"]


def test_nothing_legal_is_judged_before_the_ends(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "move step by man\n  line north up to 1: empty\nmove k by king\n  line north: empty\n"
        "turn: step or k else lose\nend draw when moves >= 1\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b5": "Blue man"}})
    after = state.apply(state.action_from_string("a1-a2"))
    assert after.returns == [1.0, -1.0]
    assert "Blue has no legal move" in after.ended.text


def test_steps_of_a_definition_lead_on(make) -> None:  # type: ignore[no-untyped-def]
    engine = make(
        HEAD
        + "let hops(s: site, n: number) = {t in sites where distance2(s, t) = n and t is empty}\n"
        + "let around(s: site) = {t in neighbours(s) where t is not king}\n"
        + "action leave\n  choose p in own man\n  choose t in (reached from site(p) by hops(5) while any) where t != site(p)\n"
        + "  do move p to t\n"
        + "action walk\n  choose p in own king\n  choose t in (reached from site(p) by around while [it is empty or it = site(p)])\n"
        + "  where t is empty\n  do move p to t\n"
        + "turn: leave or walk\n"
    )
    knight = engine.state({"pieces": {"a1": "Red man"}})
    assert len(moves(knight)) == 24  # a knight comes everywhere
    assert len(moves(engine.state({"pieces": {"a1": "Red man", "b3": "Blue man", "c2": "Blue man"}}))) == 0
    shut = {"a1": "Red king", "c1": "Blue man", "c2": "Blue man", "b3": "Blue king", "a3": "Blue king"}
    assert moves(engine.state({"pieces": shut})) == ["walk a1 a2", "walk a1 b1", "walk a1 b2"]


def test_enclosure_is_reached_from_while(make) -> None:  # type: ignore[no-untyped-def]
    text = """players Black, White
board square 5 x 5
kinds stone
let chain(s: site) = reached from s while [owner(it) = owner(s)]
let free(s: site) = some n in chain(s): some m in neighbours(n): m is empty
action play
  choose s in sites where s is empty
  do place stone of mover on s
     let dead = {p in pieces where owner(p) != mover and not free(site(p))}
     capture dead
turn: play or pass
require after play: no p in own pieces: not free(site(p))
end draw when passes = 2
"""
    engine = make(text)
    state = engine.state(
        {
            "to_move": "White",
            "pieces": {"a1": "Black stone", "a2": "White stone", "b2": "White stone", "c1": "Black stone"},
        }
    )
    assert "b1" in moves(state)
    after = state.apply(state.action_from_string("b1"))
    assert "a1" not in after.position()["pieces"]
    suicide = engine.state({"to_move": "Black", "pieces": {"a2": "White stone", "b1": "White stone"}})
    assert "a1" not in moves(suicide)


def test_a_bad_position_says_what_and_where(make) -> None:  # type: ignore[no-untyped-def]
    engine = make("stone_towers", size=3)
    for position, message, place in (
        ({"pieces": {"a9": "Red castle"}}, "no site `a9`", ("pieces", "a9")),
        ({"pieces": {"a1": "Red catsle"}}, "did you mean `castle`", ("pieces", "a1")),
        ({"pieces": {"a1": "Red castle level=7"}}, "1..3", ("pieces", "a1")),
        ({"pieces": {"a1": "Red castle levl=2"}}, "did you mean `level`", ("pieces", "a1")),
        ({"pieces": {"a1": "Red castle level=2 level=3"}}, "gives `level` twice", ("pieces", "a1")),
        ({"to_move": "Green"}, "no player is named `Green`", ("to_move",)),
        ({"sites": {"land": {"a1": "Rde"}}}, "did you mean `Red`", ("sites", "land", "a1")),
        ({"fields": {"turn": 0}}, "`turn` is a whole number from 1", ("fields", "turn")),
        ({"stones": {}}, "no part `stones`", ("stones",)),
        ({"pieces": []}, "", ()),
    ):  # fmt: skip
        if message:
            with pytest.raises(PositionError, match=message.replace(".", r"\.")) as caught:
                engine.state(position)
            assert caught.value.place == place
        else:
            engine.state(position)


def test_a_pool_holds_so_many_pieces_and_a_player_s_own_ones(make) -> None:  # type: ignore[no-untyped-def]
    engine = make("nine_mens_morris")
    kind = engine.game.kinds[0].name
    for held, message in (
        ({kind: 100_000_000}, "a pool holds at most 4096 pieces, not 100000000"),
        ({kind: 1.5}, f"how many there are of `{kind}` is a whole number, not 1.5"),
        ([f"Black {kind}"], "a pool of White, which holds pieces of that player"),
    ):
        with pytest.raises(PositionError, match=message):
            engine.state({"pools": {"reserve": {"White": held}}})
    assert engine.state({"pools": {"reserve": {"White": [f"White {kind}"]}}}).position()["pools"] == {
        "reserve": {"White": [kind]}
    }


def test_an_illegal_action_is_refused_with_its_reason(make) -> None:  # type: ignore[no-untyped-def]
    state = make("zola").initial_state()
    for action in (-1, 10**30, "b2", None, True, 3.5):
        with pytest.raises(IllegalAction):
            state.apply(action)
    with pytest.raises(IllegalAction, match="belongs to Blue"):
        state.action_from_string("b1-b2")
    assert (
        "radius"
        in make("zola").state({"pieces": {"b4": "Red checker", "a1": "Blue checker"}}).why("b4-c4")[0].text
    )


def test_damaged_bytes_are_refused(make) -> None:  # type: ignore[no-untyped-def]
    engine = make("tic_tac_toe")
    data = bytes(engine.initial_state())
    assert engine.from_bytes(data) == engine.initial_state()
    for bad in (b"", b"nonsense", data[:-1], data[:9] + b"!" + data[10:]):
        with pytest.raises(RecordError):
            engine.from_bytes(bad)
    with pytest.raises(RecordError, match="belongs to"):
        make("connect_four").from_bytes(data)


def test_states_are_equal_whatever_their_pieces_were_made_of(make) -> None:  # type: ignore[no-untyped-def]
    engine = make("""
game "T"
players Red, Blue
board square 3 x 3
kinds stone, gem
field last of game: piece or none
action play
  choose s in sites where s is empty
  do place stone of mover on s
     last := piece(s)
     then may mark(s, last)
choice mark(at: site, p: piece)
  choose k in kinds where last = p and p is own
  do kind(piece(at)) := k
turn: play
end draw when full
""")
    state = engine.initial_state()
    for text in ("c3", "done", "a1"):  # the pieces are read back in the order of their sites
        state = state.apply(state.action_from_string(text))
        again = engine.state(state.position())
        assert again == state
        assert hash(again) == hash(state)


def test_an_end_is_told_in_the_words_of_its_whole_condition(make) -> None:  # type: ignore[no-untyped-def]
    engine = make(putting("mover wins when a1 is occupied", board="square 2 x 2", players="Red, Blue"))
    state = engine.initial_state()
    assert state.apply(state.action_from_string("a1")).ended.text == "Red wins: a1 is occupied"


@pytest.mark.parametrize(
    ("end", "text", "returns"),
    [("mover wins", "Red wins", 1), ("mover loses", "Red loses", -1), ("draw", "draw", 0)],
)
def test_a_single_player_wins_loses_or_draws(make, end: str, text: str, returns: int) -> None:  # type: ignore[no-untyped-def]
    engine = make(putting(f"{end} when a1 is occupied", board="square 2 x 2", players="Red"))
    state = engine.initial_state()
    over = state.apply(state.action_from_string("a1"))
    assert (over.ended.text, over.returns) == (f"{text}: a1 is occupied", [returns])


def test_a_game_may_be_extended_by_what_differs(tmp_path, kind) -> None:  # type: ignore[no-untyped-def]
    import gdl
    import interpreter

    file = tmp_path / "misere.gdl"
    file.write_text(
        'game "Misere" extends "tic_tac_toe"\nend\n  mover loses when some line any: own{3}\n  draw when full\n'
    )
    state = interpreter.engine(gdl.load(file), kind).initial_state()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state = state.apply(state.action_from_string(move))
    assert state.returns == [-1.0, 1.0]


def test_perft_counts_a_pass_as_an_action_and_stops_at_the_end(make) -> None:  # type: ignore[no-untyped-def]
    engine = make("zola")
    state = engine.state({"to_move": "Red", "pieces": {"a1": "Red checker", "c2": "Blue checker"}})
    assert engine.perft(state, 1) == 1
    won = make("tic_tac_toe")
    state = won.state(
        {"to_move": "X", "pieces": {"a1": "X mark", "a2": "X mark", "b1": "O mark", "b2": "O mark"}}
    )
    assert [won.perft(state, d) for d in (1, 2)] == [5, 16]


def test_a_column_has_nothing_for_a_number_that_it_lacks(make) -> None:  # type: ignore[no-untyped-def]
    text = (
        "players Red, Blue\nboard square 5 x 5\n"
        "kinds  left by 0..1  reach by 0..1  ground by 0..1\n"
        "  man  3 4           1..2 2..3      land water\n"
        "move go\n  line any: empty\nturn: go\n"
    )
    engine = make(text)
    state = engine.state({"pieces": {"c3": "Red man"}})
    assert engine.evaluate(state, "left(c3, 1) = 4 and left(c3, moves + 7) = 0")
    assert engine.evaluate(state, "count(reach(c3, 1)) = 2 and count(reach(c3, moves + 7)) = 0")
    assert engine.evaluate(state, "ground(c3, 1) = water and ground(c3, moves + 7) = none")


def test_columns_of_words_take_the_enumerations_that_have_them(make) -> None:  # type: ignore[no-untyped-def]
    text = (
        "players Red, Blue\nboard square 5 x 5\n"
        "field terrain of site: open, water\nfield light of game: day, night\n"
        "kinds  home   wakes\n  man  water  night\n  cow  open   day\n"
        "move go\n  line any: [terrain(it) = home(piece) and light = wakes(piece)]\nturn: go else draw\n"
    )
    engine = make(text)
    assert engine.evaluate(engine.state({"pieces": {"c3": "Red cow"}}), "can_move(mover)")
    assert not engine.evaluate(engine.state({"pieces": {"c3": "Red man"}}), "can_move(mover)")


@pytest.mark.parametrize(
    "asked", ["x = none", "none = x", "x is none", "not (x != none)", "x is not some_word"]
)
def test_an_option_that_may_be_none_is_none(make, asked: str) -> None:  # type: ignore[no-untyped-def]
    text = (
        "option x = none from some_word, none\n"
        + HEAD
        + (
            "when x = none\n  action go\n    choose s in sites where s is empty and s = a1\n    do place man of mover on s\n"
            "when x != none\n  action go\n    choose s in sites where s is empty\n    do place man of mover on s\n"
            f"turn: go\nend mover wins when {asked}\n"
        )
    )
    state = make(text).initial_state(0)
    assert moves(state) == ["a1"]
    assert state.apply(state.legal_actions()[0]).returns == [1, -1]
    assert len(moves(make(text, x="some_word").initial_state(0))) == 25


def test_sets_of_sets_are_joined(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "let around(s: site) = {neighbours(t) for t in neighbours(s) where t is not Blue}\n"
        "let far(s: site) = {({around(u) for u in around(t)} - {t}) for t in {s}}\n"
        "action go\n  choose s in around(a1)\n  where s is empty\n  do place man of mover on s\n"
        "action count\n  choose n in 1..25\n  where n = count(far(a1))\n"
        "turn: go or count\n"
    )
    state = make(text).state({"pieces": {"b1": "Blue man", "c5": "Red man"}})
    # over a2 alone; then, from a1, a3 and b2, over all that is not Blue, without a1 itself
    assert moves(state) == ["7", "a1", "a3", "b2"]  # a3, b2, a5, b4, c3, c1, d2


NUMBERS = """field n of game: 0..4294967296 = 2147483647
"""


@pytest.mark.parametrize(
    "large", ["n * n > 0", "n * n - n * n + 1 = 1", "n * n > n * (n - 1)", "1 / 3 + 1 / n < 1 / 2"]
)
def test_numbers_are_exact_up_to_the_largest(make, large: str) -> None:  # type: ignore[no-untyped-def]
    rules = f"action go\n  choose s in sites where s is empty\n  where {large}\n  do place man of mover on s\nturn: go\n"
    assert len(moves(make(NUMBERS + HEAD + rules).initial_state(0))) == 25


@pytest.mark.parametrize("large", ["n * n * 2 > 0", "(n + n) * (n + n) > n", "0 - n * n * n < 0"])
def test_a_number_beyond_the_largest_is_an_error(make, large: str) -> None:  # type: ignore[no-untyped-def]
    rules = f"action go\n  choose s in sites where s is empty\n  where {large}\n  do place man of mover on s\nturn: go\n"
    with pytest.raises(GameError) as caught:
        make(NUMBERS + HEAD + rules).initial_state(0).legal_actions()
    assert [d.code for d in caught.value.diagnostics] == ["number-overflow"]


def test_fractions_are_exact(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        "let number(s: site) = file(s) + 5 * (rank(s) - 1)\n"
        "let harmonic = sum(1 / number(s) for s in sites where s is empty)\n"
        "action go\n  choose s in sites where s is empty and harmonic > 3815 / 1000 and harmonic < 3816 / 1000\n"
        "  do place man of mover on s\nturn: go\n"
    )
    assert len(moves(make(text).initial_state(0))) == 25


@pytest.mark.parametrize("board", ["square 3 x 3", "square 3 x 3 stacking"])
def test_a_name_of_a_piece_that_is_gone_is_none(make, board: str) -> None:  # type: ignore[no-untyped-def]
    text = HEAD.replace("square 5 x 5", board) + (
        "action go\n  choose s in sites where s is enemy\n  do\n    let foe = piece(s)\n    remove foe\n"
        "    if foe is not none do place man of Red on c3\n    else place king of Red on c1\nturn: go else lose\n"
    )
    state = make(text).state({"pieces": {"b2": "Blue man"}})
    assert state.apply(state.legal_actions()[0]).position()["pieces"].keys() == {"c1"}


def test_fields_that_hold_a_piece_that_is_gone_are_not_written(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD.replace("square 5 x 5", "square 3 x 3") + (
        "field last of game: piece or none\nfield mate of piece: piece or none\nfield best of player: piece or none\n"
        "action take\n  choose s in sites where s is enemy\n"
        "  do last := piece(s); best(mover) := piece(s); mate(piece(a1)) := piece(s); remove s\nturn: take else lose\n"
    )
    state = make(text).state({"pieces": {"b2": "Blue man", "a1": "Red man", "a2": "Blue man"}})
    after = next(
        state.apply(a) for a in state.legal_actions() if state.action_to_string(a) == "b2"
    ).position()
    assert after["pieces"] == {"a1": "Red man", "a2": "Blue man"}
    assert after["fields"].keys() == {"turn"}


def test_what_is_imagined_has_no_seed_where_nothing_is_drawn(make) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + "action go\n  choose s in sites where s is empty\n  do place man of mover on s\nturn: go\n"
    state = make(text).initial_state(0)
    assert state.resample(0, 5).position() == state.position()


MANNERS = """game "Two manners"
players White, Black
board square 5 x 5
kinds    reach
  arch   (line diagonal: empty*, any) + (leap 1, 2: any)
  guard  (line orthogonal up to 1: any) + (leap 2, 2: any) + (leap 0, 2: empty)
  man    none
let attacked(s: site, by: player) = some a in pieces of by: s in reach(a)
move go by arch, guard
  along reach
  where to is not own
action wait
  choose s in own man where attacked(s, rival(mover))
  do remove s
turn: go or wait else draw
end mover wins when no enemy pieces
"""


def test_a_kind_goes_along_each_of_its_joined_paths(make) -> None:  # type: ignore[no-untyped-def]
    engine = make(MANNERS)
    state = engine.state(
        {"pieces": {"a1": "White arch", "c3": "White man", "b1": "White guard", "e5": "Black arch"}}
    )
    arch = ["a1-b2", "a1-b3", "a1-c2"]  # the man of its own is in the way; b3 and c2 by leaps
    guard = ["b1-b2", "b1-b3", "b1-c1", "b1-d1", "b1-d3"]
    assert moves(state) == sorted([*arch, *guard, "c3"])  # attacked along the diagonal
    for site, is_near in (("d5", True), ("e4", True), ("e3", False)):
        other = engine.state({"pieces": {"c3": "White man", "a1": "White arch", site: "Black arch"}})
        assert ("c3" in moves(other)) == is_near


def test_a_path_and_a_number_are_not_joined() -> None:
    text = MANNERS.replace("man    none", "man    3").replace("go by arch", "go by man, arch")
    assert [d.code for d in examine_source(Source("m.gdl", text))[1]] == ["bad-table"]


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("who", ["own", "piece", "man"])
def test_a_row_through_a_site_has_it_anywhere(make, length: int, who: str) -> None:  # type: ignore[no-untyped-def]
    text = HEAD + (
        f"let rows(s: site) = some line any length {length}: {who}*, [it = s], {who}*\n"
        "action go\n  choose s in sites where rows(s)\n  do remove s\nturn: go else pass\n"
    )
    red = {"a1", "b2", "c3", "e5", "e1", "d2", "a5", "b5", "e2"}
    blue = {"d4", "c1", "c5"}
    state = make(text).state(
        {"pieces": dict.fromkeys(red, "Red man") | dict.fromkeys(blue, "Blue man") | {"d1": "Red king"}}
    )
    fits = red | {"own": {"d1"}, "piece": {"d1"} | blue, "man": blue}[who]
    spots = {f"{'abcde'[x]}{y + 1}": (x, y) for x in range(5) for y in range(5)}
    places = {spots[name] for name in fits}
    expected = {
        name
        for name, (x, y) in spots.items()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for k in range(length)
        if all(
            0 <= x + (i - k) * dx < 5
            and 0 <= y + (i - k) * dy < 5
            and (i == k or (x + (i - k) * dx, y + (i - k) * dy) in places)
            for i in range(length)
        )
    }
    assert set(moves(state)) - {"pass"} == expected
