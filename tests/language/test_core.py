"""The core: states, values, sets, viewpoints, actions, and the one order of evaluation."""

import subprocess
import sys
from pathlib import Path

import pytest

from gdl.diagnostics.values import GameError
from language.playing import HEAD, PASSING, codes, field, found, holding, moves, pieces, play
from language.sentences import sentence

# ---- states

STATE = """players Red, Blue
board square 3 x 3
kinds man, king
pool hand of player
pool box of game
field age of game: 0..9
field gold of player: 0..9
field wet of site: bool
field level of piece: 0..9
field debt of player, player: 0..9
field knows of player, piece: bool

action swap_them
  do simultaneously move piece(a1) to b2; move piece(b2) to a1

action change
  choose s in sites where s is own
  do owner(s) := rival(mover)

action go
  choose s in sites where s is own
  choose t in sites where t is empty
  do move s to t
     then may go_on(t)

choice go_on(s: site)
  choose t in sites where t is empty and distance(s, t) = 1
  do move s to t

action wait
  where moves < 99

turn: swap_them or change or go or wait or pass
phase late: pass
"""
FULL = {
    "to_move": "Blue",
    "pieces": {"a1": "Red man level=3", "b2": "Blue king", "c3": "man"},
    "sites": {"wet": {"a2": "true"}},
    "pools": {"hand": {"Red": ["Red man"]}, "box": ["king"]},
    "fields": {"age": 4, "gold": {"Blue": 2}, "turn": 7, "moves": 9, "passes": 1},
}


@sentence(
    "A **state** is a position of the game.",
    "It consists of",
    "the pieces: each piece has a kind, an owner (a player or none) and exactly one",
    "all fields;",
    "the player to move and the phase;",
    "States that differ in identities alone are equal.",
)
@pytest.mark.parametrize(
    "other",
    [
        {"to_move": "Red"},
        {"pieces": {"a1": "Red man level=3", "b2": "Blue king", "c2": "man"}},
        {"pieces": {"a1": "Red man level=2", "b2": "Blue king", "c3": "man"}},
        {"pieces": {"a1": "Red king level=3", "b2": "Blue king", "c3": "man"}},
        {"pieces": {"a1": "Red man level=3", "b2": "Red king", "c3": "man"}},
        {"pieces": {"a1": "Red man level=3", "b2": "Blue king", "c3": "Blue man"}},
        {"sites": {"wet": {"a3": "true"}}},
        {"pools": {"hand": {"Blue": ["Red man"]}, "box": ["king"]}},
        {"pools": {"hand": {"Red": ["Red man"]}, "box": ["man"]}},
        {"pools": {"hand": {"Red": ["Red man"]}}},
        {"fields": FULL["fields"] | {"age": 5}},
        {"fields": FULL["fields"] | {"gold": {"Red": 2}}},
        {"fields": FULL["fields"] | {"debt": {"Red": {"Blue": 4}}}},
        {"pieces": {"a1": "Red man level=3 knows(Blue)=true", "b2": "Blue king", "c3": "man"}},
        {"fields": FULL["fields"] | {"turn": 8}},
        {"fields": FULL["fields"] | {"moves": 8}},
        {"fields": FULL["fields"] | {"passes": 0}},
        {"fields": FULL["fields"] | {"phase": "late"}},
    ],
    ids=str,
)  # fmt: skip
def test_each_part_of_a_position_tells_states_apart(make, other: dict) -> None:
    engine = make(STATE)
    assert engine.state(FULL) == engine.state(dict(FULL))
    assert engine.state(FULL).position()["pieces"] == FULL["pieces"]
    assert engine.state(FULL | other) != engine.state(FULL)


@sentence(
    "the demanded choices that wait;",
    "the number of the turn, of the actions made, and of the passes since the last other action.",
)
def test_what_waits_and_what_is_counted_is_part_of_the_state(make) -> None:
    state = make(STATE).state({})
    assert play(state, "pass") != play(state, "wait")
    assert play(state, "wait").position()["fields"] == {
        "turn": 2
    }  # as many actions as turns: not worth writing
    assert play(state, "pass").position()["fields"] == {"turn": 2, "passes": 1}
    assert play(state, "pass", "pass").position()["fields"] == {"turn": 3, "passes": 2}
    assert "passes" not in play(state, "pass", "wait").position()["fields"]
    waiting = play(make(STATE).state({"pieces": {"a1": "Red man"}}), "a1 c3")
    assert waiting.current_player == 0
    assert waiting != play(waiting, "done")
    assert len(waiting.position()["fields"]["pending"]) == 1


@sentence("the pieces: each piece has a kind, an owner (a player or none) and exactly one")
def test_a_piece_is_in_one_place_and_a_site_holds_one(make) -> None:
    text = (
        HEAD
        + "pool hand of player\naction take\n  choose s in sites where s is piece\n  do move s to hand(mover)\n"
    )
    text += "action put\n  choose s in sites\n  do place man of mover on s\nturn: take or put\n"
    state = make(text).state({"pieces": {"a1": "man"}})
    taken = play(state, "take a1").position()
    assert "pieces" not in taken or not taken["pieces"]
    assert taken["pools"]["hand"]["Red"] == ["man"]
    with pytest.raises(GameError) as caught:
        play(state, "put a1")
    assert caught.value.diagnostics[0].code == "occupied-site"


@sentence("A piece keeps its identity while it moves, and changes its owner or kind.")
@pytest.mark.parametrize(
    ("effect", "site"),
    [
        ("move a1 to c3", "c3"),
        ("owner(a1) := Blue", "a1"),
        ("kind(a1) := king", "a1"),
        ("simultaneously move piece(a1) to b2; move piece(b2) to a1", "b2"),
    ],
)
def test_a_piece_stays_itself_whatever_happens_to_it(make, effect: str, site: str) -> None:
    text = HEAD + (
        "field marked of game: piece or none\nfield level of piece: 0..9\n"
        f"action go\n  do marked := piece(a1); level(a1) := 7\n     {effect}\n"
        "action see\n  choose s in sites where piece(s) = marked and level(s) = 7\nturn: go if marked = none else see\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man", "b2": "Blue man"}}), "go")
    assert moves(state) == [site]


@sentence(
    "A piece keeps its identity while it moves, and changes its owner or kind.",
    "A name whose piece is gone is `none`",
)
def test_another_piece_on_the_same_site_is_another_piece(make) -> None:
    text = HEAD + (
        "field marked of game: piece or none\n"
        "action go\n  do marked := piece(a1); remove a1\n     place man of Red on a1\n"
        "action see\n  where marked = none\naction hold\n  where marked != none\nturn: go if turn = 1 else see or hold\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man"}}), "go")
    assert moves(state) == ["see"]


@sentence("States that differ in identities alone are equal.")
def test_states_that_came_about_differently_are_equal(make) -> None:
    state = make(STATE).state({"pieces": {"a1": "Red man", "b2": "Red man"}})
    assert play(state, "swap_them") == play(state, "wait")
    assert hash(play(state, "swap_them")) == hash(play(state, "wait"))


# ---- values

VALUES = """players White facing north, Black facing south
board square 4 x 4
kinds     worth  reach  ground  flies
  man     1      1..2   land    no
  king    4      2..3   water   yes
field level of piece: 1..3 = 1
field age of piece: 0..9 or none
field land of site: player or none
field terrain of site: plain, hill
field gold of player: 2..9 = 3
field last of game: site or none
field half of game: 0..9 = 5
field chosen of game: piece or none
pool hand of player
let nobody = piece(b4)
let nowhere = step(a1, south)
"""
POSITION = {
    "to_move": "White",
    "pieces": {"a1": "White man level=2", "b2": "Black king level=3", "c4": "man", "d1": "White king"},
    "sites": {"land": {"a2": "Black"}, "terrain": {"b2": "hill"}},
    "pools": {"hand": {"White": {"White man": 2}}},
    "fields": {"turn": 3},
}
CLAIMS = [
    # types and values
    ("The types are `bool`, `number` (an exact fraction)", "half / 3 * 3 = half and half / 3 != 1.6 and half / 3 > 1.66666666"),
    ("The types are `bool`", "(half = 5) = true and (half = 4) = false"),
    ("The types are `bool`, `number` (an exact fraction), `player`, `site`,", "distance2(a1, centre) = 4.5 and distance2(b2, centre) = 0.5"),
    ("A value may be `none` where its type allows it.", "land(a1) = none and land(a2) = Black and last = none and chosen = none"),
    # sets
    ("A set holds each element once, in the order of first appearance:", "count({half, 5, 4, half}) = 2 and count(kind(p) for p in own pieces) = 2"),
    ("A set holds each element once, in the order of first appearance:", "count({worth(p) for p in pieces}) = 2 and count(own pieces + own pieces) = 2"),
    ("in the order of first appearance", "first({c4, a1, c4}) = c4 and last({c4, a1, c4}) = a1"),
    ("`sites` by row from the bottom, and from left to right in each row;", "first(sites) = a1 and last(sites) = d4"),
    ("`sites` by row from the bottom, and from left to right in each row;", "first(sites where file(it) = 2) = b1 and first(sites where rank(it) + file(it) = 5) = d1"),
    ("`pieces` by their sites", "first(pieces) = a1 and last(pieces) = c4 and first(enemy pieces + own pieces) = b2"),
    ("players and kinds as declared", "first(players) = White and last(players) = Black and first(kinds) = man and last(kinds) = king"),
    ("Two sets are equal when they have the same elements", "{a1, b1} = {b1, a1, b1} and {half} = {5} and own pieces = {d1, a1}"),
    ("Two sets are equal when they have the same elements", "not ({a1, b1} = {a1}) and not (own pieces = {a1}) and {} != {a1}"),
    # total
    ("A builtin that is applied to `none` gives false, `none`, 0 or the empty set, as", "not beside(nowhere, a1) and file(nowhere) = 0 and step(nowhere, north) = none and neighbours(nowhere) = {}"),
    ("A builtin that is applied to `none` gives false, `none`, 0 or the empty set, as", "owner(nobody) = none and kind(nobody) = none and site(nobody) = none and worth(nobody) = 0"),
    ("A builtin that is applied to `none` gives false, `none`, 0 or the empty set, as", "distance2(nowhere, a1) = 0 and not empty(nowhere) and not occupied(nowhere) and piece(nowhere) = none"),
    ("A builtin that is applied to `none` gives false, `none`, 0 or the empty set, as", "opposite(towards(a1, nowhere)) = none and stack(nowhere) = {} and between(nowhere, c3) = {}"),
    ("`min`, `max` and `sum` leave out what is `none`.", "min(half, age(a1)) = 5 and max(0 - half, age(a1)) = -5 and sum(age(s) for s in {a1, b2}) = 0"),
    ("`min`, `max` and `sum` leave out what is `none`.", "max(age(p) for p in pieces) = 0 and min(half, age(d1)) = half"),
    ("Arithmetic takes `none` as 0", "file(nowhere) + half = 5 and 0 - worth(nobody) = 0 and half * worth(nobody) = 0"),
    ("Arithmetic takes `none` as 0", "min(reach(nobody)) + half = 5 and half - count(reach(nobody)) = 5"),
    ("Arithmetic takes `none` as 0", "age(a1) + 1 = 1 and 7 - age(nobody) = 7 and age(a1) * 2 = 0 and 3 / age(a1) = 0"),
    ("Division by 0 gives 0.", "half / (half - 5) = 0 and half div (half - 5) = 0 and half mod (half - 5) = 0"),
    ("A field of `none` has the field's default.", "level(nobody) = 1 and land(nowhere) = none and terrain(nowhere) = plain"),
    ("`div` and `mod` round down", "(0 - half) div 2 = -3 and (0 - half) mod 2 = 1 and half div -2 = -3 and half mod -2 = -1"),
    ("`div` and `mod` round down", "half div 2 = 2 and half mod 2 = 1 and (half / 2) div 1 = 2 and (half / 2) mod 1 = 0.5 and (0 - half / 2) div 1 = -3"),
    # pieces and sites
    ("Where a piece is wanted, a site means the piece on it", "owner(b2) = Black and kind(c4) = man and owner(c4) = none and worth(b2) = 4"),
    ("Where a piece is wanted, a site means the piece on it, and `none` if it is empty.", "owner(b3) = none and kind(b3) = none and worth(b3) = 0"),
    ("Where a site is wanted, a piece means its site.", "file(first(enemy pieces)) = 2 and distance(first(own pieces), b2) = 2"),
    ("Where a site is wanted, a piece means its site.", "all p in hand(White): file(p) = 0 and site(p) = none"),
    ("For a field `level` of pieces, `level(b2)` is thus the level of the piece on b2.", "level(b2) = 3 and level(a1) = 2 and level(d1) = 1 and level(b3) = 1"),
    ("Where a set is wanted, a single value means the set of it alone, and `none` the empty set.", "count(a1) = 1 and corners + a1 = corners and b2 in b2 and sites - a1 = {s in sites where s != a1}"),
    ("Where a set is wanted, a single value means the set of it alone, and `none` the empty set.", "count(nowhere) = 0 and no nobody and White not in land(a1) and count(land(a2)) = 1 and {a1} + last = {a1}"),
    # viewpoint
    ("`own`, `enemy` and `forward` belong to a player", "own pieces = {a1, d1} and enemy pieces = {b2} and forward = {north}"),
    ("When a path says `from` a piece, the viewpoint is the owner of that piece.", "(some line any from piece(b2): enemy) and not some line any from b2: enemy"),
    ("When a path says `from` a piece, the viewpoint is the owner of that piece.", "(line forward from piece(b2): any) = {b1} and (line forward from b2: any+) = {b3, b4}"),
    ("In all other cases, and when that piece has no owner, the viewpoint is the mover.", "all p in enemy pieces: (some line diagonal from p: enemy man) and (no line diagonal from site(p): enemy)"),
    ("In all other cases, and when that piece has no owner, the viewpoint is the mover.", "(line forward from piece(c4): any) = {} and (line backward from piece(c4): any) = {c3}"),
    ("In all other cases, and when that piece has no owner, the viewpoint is the mover.", "some leap 1, 3 from piece(c4): own"),
    ("A piece without an owner is neither.", "c4 not in own pieces and c4 not in enemy pieces and not (c4 is own) and not (c4 is enemy) and c4 is piece"),
    ("*Own* pieces belong to the viewpoint. *Enemy* pieces belong to any other player, but not to one of the same [team](players.md#teams).", "b2 is enemy and not (b2 is own) and a1 is own and not (a1 is enemy)"),
    # mover
    ("The **mover** is the player who acts.", "mover = White and rival(mover) = Black"),
    # paths
    ("A path is a regular expression over the sites that it meets.", "(line north from a1: empty, empty) = {a3} and (line north from a1: empty+) = {a2, a3, a4}"),
    ("A path ends wherever all of it is matched.", "(line any from d1: empty*, piece) = {a1}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "claim"), [pytest.param(p, c, marks=sentence(p), id=c) for p, c in CLAIMS]
)
def test_values_are_what_the_core_says(kind: str, phrase: str, claim: str) -> None:
    assert claim in holding(kind, VALUES, [c for _, c in CLAIMS], POSITION)


ORDERED = [
    "0 < age(nobody)",
    "age(nobody) < 1",
    "age(a1) <= 0",
    "age(nobody) >= 0",
    "age(a1) = 0",
    "age(nobody) > -9",
]


@sentence("No order holds between `none` and anything else.")
@pytest.mark.parametrize("claim", ORDERED)
def test_no_order_holds_of_none(kind: str, claim: str) -> None:
    held = holding(kind, VALUES, [*ORDERED, "age(nobody) = none", "half > 0"], POSITION)
    assert held == ["age(nobody) = none", "half > 0"]
    assert claim not in held


@sentence(
    "An **expression** has a type and, in every state, a value, and changes nothing.",
    "An **expression** has a type and, in every state, a value, and changes nothing.",
    "Every expression has a value",
)
def test_an_expression_has_a_value_and_changes_nothing(kind: str) -> None:
    asked = ["no p in pieces: worth(p) / 0 > 1", "count(sites) = 16", "moves = 2"]
    assert holding(kind, VALUES, asked, POSITION) == asked
    assert codes(VALUES + "let both = 1 = a1\n" + PASSING) == ["type-mismatch"]


@sentence(
    "There is no recursion.", "What spreads over the board is [`reached from`](sets.md#connected-sites)."
)
def test_there_is_no_recursion(kind: str) -> None:
    assert codes(VALUES + "let a(s: site) = b(s)\nlet b(s: site) = a(s)\n" + PASSING) == [
        "recursive-definition"
    ]
    asked = [
        "count(reached from a2 while empty) = 12",
        "count(reached from b4 by orthogonal while empty) = 12",
    ]
    assert holding(kind, VALUES, asked, POSITION) == asked


@sentence("directions clockwise from north")
def test_directions_go_clockwise_from_north(make) -> None:
    text = HEAD + (
        "field n of game: 0..99\nfield order of site: 0..9\n"
        "action go\n  do for d in any do\n       n := n + 1\n       order(step(c3, d)) := n\nturn: go\n"
    )
    state = play(make(text).initial_state(), "go")
    order = field(state, "order")
    assert sorted(order, key=order.get) == ["c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4"]


@sentence("In settling, in `require` and `prefer`, and in ends, the mover is the player")
def test_the_mover_is_who_has_just_acted_until_the_turn_has_passed(make) -> None:
    text = HEAD + (
        "field did of game: Red_did, Blue_did or none\nfield acted of player: bool\n"
        "action go\n  choose n in 1..2\n  do acted(mover) := true\n"
        "settle\n  if mover = Red do did := Red_did\n  else did := Blue_did\n"
        "require acted(mover)\nprefer mover = Red\nturn: go\nend draw when mover = Blue and moves = 2\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["1", "2"]
    first = play(state, "1")
    assert field(first, "did") == "Red_did"
    assert not first.is_terminal
    second = play(first, "2")
    assert field(second, "did") == "Blue_did"
    assert second.is_terminal


# ---- actions


@sentence(
    "An **action** is a name and choices from finite domains.",
    "The choices are made in the order in which they are written.",
)
def test_choices_are_made_in_their_order_and_from_finite_domains(make) -> None:
    text = (
        HEAD + "action go\n  choose n in 1..2\n  choose m in 1..3 where m > n\n  where n + m < 5\nturn: go\n"
    )
    assert moves(make(text).initial_state()) == ["1 2", "1 3"]
    assert codes(text.replace("n in 1..2", "n in 1..m")) != []  # what is chosen later is not known yet
    assert codes(text.replace("1..2", "1..moves")) == ["not-static"]


@sentence(
    "An action *is* its choices.",
    "Two with the same choices are one, and two with different choices are different, even if the same position follows.",
)
def test_an_action_is_its_choices(make) -> None:
    twice = HEAD + "move go by man\n  line orthogonal, north: empty\nturn: go\n"
    state = make(twice).state({"pieces": {"c3": "Red man"}})
    assert moves(state) == ["c3-b3", "c3-c2", "c3-c4", "c3-d3"]
    assert len(state.legal_actions()) == len(set(state.legal_actions())) == 4
    ways = HEAD + "move go by man\n  walk orthogonal up to 2: any, any\nturn: go\n"
    assert moves(make(ways).state({"pieces": {"a1": "Red man"}})).count("a1-b2") == 1
    same = HEAD + "action go\n  choose n in 1..3\n  do place man of mover on a1\nturn: go\n"
    state = make(same).initial_state()
    assert len({play(state, m) for m in moves(state)}) == 1
    assert moves(state) == ["1", "2", "3"]


@sentence("What people call a move is one action")
def test_a_jump_of_several_steps_is_one_action(make) -> None:
    text = (
        HEAD
        + "move jump by man\n  line any: enemy as victim, empty\n  do capture victim\n  again must\nturn: jump\n"
    )
    state = make(text).state(
        {"pieces": {"a1": "Red man", "b2": "Blue man", "d4": "Blue man", "a5": "Blue man"}}
    )
    assert moves(state) == ["a1xc3xe5"]
    assert play(state, "a1xc3xe5").position()["fields"]["turn"] == 2


@sentence("A piece is chosen by its site")
def test_a_piece_is_chosen_by_its_site(make) -> None:
    text = HEAD + "action go\n  choose p in own pieces\n  do remove p\nturn: go\n"
    state = make(text).state({"pieces": {"a1": "Red man", "e5": "Red king", "c3": "Blue man"}})
    assert moves(state) == ["a1", "e5"]
    assert [state.action_sites(a) for a in state.legal_actions()] == [(0,), (24,)]


NUMBERED = HEAD + (
    "action go\n  choose s in sites where s is empty\n  choose k in kinds\n  do place k of mover on s\n"
    "action clear\n  choose s in sites where s is piece\n  do remove s\nturn: go or clear\n"
)


@sentence(
    "Its number, made of the ranks of its choices in their domains, is the same in every state and every process.",
)
def test_an_action_s_number_is_made_of_the_ranks_of_its_choices(make) -> None:
    engine = make(NUMBERED)
    state = engine.initial_state()
    numbers = {state.action_to_string(a): a for a in state.legal_actions()}
    assert len(numbers) == 50
    assert [numbers[m] for m in ("a1 man", "a1 king", "b1 man", "e5 king")] == [0, 1, 2, 49]
    other = play(state, "a1 man", "b1 king")
    assert {other.action_to_string(a): a for a in other.legal_actions() if a < 50}.items() <= numbers.items()
    assert [other.action_from_string(m) for m in ("a1", "b1")] == [50, 51]


@sentence(
    "Its number, made of the ranks of its choices in their domains, is the same in every state and every process."
)
def test_an_action_has_its_number_in_every_process(make) -> None:
    engine = make(NUMBERED)
    program = (
        "import sys, interpreter\nfrom gdl.loader import examine_source\nfrom gdl.source import Source\n"
        "game = examine_source(Source('n.gdl', sys.argv[1]))[0]\n"
        "print(sorted(interpreter.engine(game, 'reference').initial_state().legal_actions()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, NUMBERED],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
        check=True,
    )
    assert done.stdout.strip() == str(engine.initial_state().legal_actions())


# ---- effects and turns


@sentence(
    "An **effect** is a change of the state.",
    "Effects happen in the order in which they are written.",
)
@pytest.mark.parametrize(("effects", "n"), [("n := n + 1; n := n * 4", 4), ("n := n * 4; n := n + 1", 1)])
def test_effects_happen_in_their_order(make, effects: str, n: int) -> None:
    text = HEAD + f"field n of game: 0..9\naction go\n  do {effects}\nturn: go\n"
    assert field(play(make(text).initial_state(), "go"), "n") == n


@sentence(
    "A **turn** belongs to one player.",
    "It is one action and the choices that this action demands, of whomever.",
    "Then the next player in the order of `players` acts",
)
def test_a_turn_is_one_action_and_what_it_demands(make) -> None:
    text = "players Red, Blue, Green\nfield n of game: 0..9\naction go\n  do then count_it\nchoice count_it\n  choose i in 1..2\n  do n := n + i\nturn: go\n"
    state = make(text).initial_state()
    order = []
    for _ in range(4):
        order.append(state.current_player)
        state = play(state, "go")
        assert state.current_player == order[-1]
        assert state.position()["fields"].get("turn", 1) == len(order)
        state = play(state, "2")
    assert order == [0, 1, 2, 0]


@sentence("A **settling** consists of effects that follow every action by rule.")
def test_settling_follows_every_action(make) -> None:
    text = "players Red, Blue\nfield n of game: 0..9\naction go\n  do then count_it\nchoice count_it\n  choose i in 1..2\nsettle\n  n := n + 1\nturn: go or pass\n"
    state = make(text).initial_state()
    assert field(state, "n") is None
    for move, n in (("go", 1), ("1", 2), ("pass", 3), ("go", 4)):
        state = play(state, move)
        assert field(state, "n") == n


# ---- the order of evaluation


@sentence("*Candidates.* The choices of every action on offer are found that pass its")
def test_candidates_pass_choose_path_and_where(make) -> None:
    text = HEAD + (
        "move go by man\n  line orthogonal: empty\n  where file(to) > 2\n"
        "action put\n  choose s in corners where s is empty\n  where rank(s) = 1\naction never\n  choose s in sites\nturn: go or put\n"
    )
    state = make(text).state({"pieces": {"c3": "Red man", "c4": "Blue man", "a1": "Blue man"}})
    assert moves(state) == ["c3-c2", "c3-d3", "put e1"]


@sentence("*Tentative application.* Each candidate is applied and settled, where a later")
def test_requirements_judge_what_follows_when_it_has_settled(make) -> None:
    text = HEAD + (
        "action put\n  choose s in {a1, b2, c3}\n  do place man of mover on s\n"
        "settle\n  for s in {b2} where s is piece do place king of mover on c4\nrequire no own king\nturn: put\n"
    )
    assert moves(make(text).initial_state()) == ["a1", "c3"]


@sentence(
    "*Constraints.* `require` rejects candidates.",
    "So does `then must`, when what must follow is impossible.",
)
def test_require_and_must_reject(make) -> None:
    text = HEAD + (
        "action put\n  choose s in {a1, b2, c3}\n  do place man of mover on s\n     then must step(s)\n"
        "choice step(s: site)\n  choose t in neighbours(s) where t is enemy\n  do capture t\nrequire after put: c3 is empty\nturn: put\n"
    )
    state = make(text).state({"pieces": {"b1": "Blue man", "d3": "Blue man"}})
    assert moves(state) == ["put a1", "put b2"]  # not c3, which `require` rejects
    assert moves(make(text).state({"pieces": {"a2": "Blue man"}})) == ["put a1", "put b2"]
    assert moves(make(text).state({"pieces": {"c2": "Blue man"}})) == ["put b2"]  # nothing could follow a1
    assert moves(make(text).state({"pieces": {"e5": "Blue man"}})) == []


@sentence("*Preferences.* `prefer` filters the remaining candidates, one clause after the other.")
def test_prefer_filters_what_require_has_left(make) -> None:
    text = HEAD + (
        "field last of game: site or none\naction go\n  choose s in {a1, a2, b2, b3, c5}\n  do last := s\n"
        "require last != c5\nprefer most file(last)\nprefer most -rank(last)\nturn: go\n"
    )
    assert moves(make(text).initial_state()) == ["b2"]


@sentence("Candidates with the same choices are one action", "These are the legal actions")
def test_candidates_with_the_same_choices_are_one_action(make) -> None:
    text = HEAD + "move go by man\n  line north, any: empty*, empty as to, empty?\nturn: go\n"
    state = make(text).state(
        {"pieces": {"e4": "Red man", "d4": "Blue man", "d5": "Blue man", "d3": "Blue man", "e3": "Blue man"}}
    )
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["e4-e5"]


ORDER = HEAD + (
    "field left of game: site or none until action\nfield seen of game: bool\nfield gone of game: bool\n"
    "field order of game: 0..9999\n"
    "move go by man\n  line any: any\n  do order := order * 10 + 1\n     seen := left = none\n     gone := all p in enemy pieces: site(p) != to\n"
    "     left := from\n  finally order := order * 10 + 2\n"
    "settle\n  order := order * 10 + 3\nsettle after go\n  order := order * 10 + 4\nturn: go\nend draw when order = 1235\n"
)


@sentence(
    "*Commitment.* The chosen action is committed: a move goes and captures",
    "| `until action` | when the next action is committed, before its effects | what",
    "then come the effects in order, `finally` once no further step follows, and the settlings in order.",
)
def test_an_action_is_committed_in_this_order(make) -> None:
    state = make(ORDER).state(
        {"pieces": {"a1": "Red man", "a2": "Blue man", "e5": "Blue man"}, "fields": {"left": "e1"}}
    )
    state = play(state, "a1xa2")
    fields = state.position()["fields"]
    assert fields["order"] == 1234
    assert fields["seen"] is True  # what lasts until the action was reset before the effects
    assert fields["gone"] is True  # and what stood on the destination was gone
    assert fields["left"] == "a1"
    assert pieces(state) == {"a2": "Red man", "e5": "Blue man"}


@sentence("*Ends.* The ends are tested in order, then the limit.", "The first one that holds ends the game.")
def test_ends_come_before_the_limit(make) -> None:
    text = (
        HEAD
        + "action go\n  where moves < 99\nturn: go\nend\n  mover wins when moves = 2\n  mover loses when moves >= 2\nlimit 2 moves: draw\n"
    )
    state = play(make(text).initial_state(), "go", "go")
    assert state.returns == [-1, 1]
    assert play(make(text.replace("moves = 2", "moves = 7")).initial_state(), "go", "go").returns == [1, -1]
    neither = text.replace(">= 2", "> 7").replace("moves = 2", "moves = 7")
    assert play(make(neither).initial_state(), "go", "go").returns == [0, 0]


@sentence("| `until done` | when the action is over and the ends have been tested | what")
def test_ends_see_what_lasts_until_done_and_the_next_turn_does_not(make) -> None:
    text = (
        HEAD
        + "field now of game: 0..9 until done\naction go\n  choose n in 1..3\n  where now = 0\n  do now := n\nturn: go\nend mover wins when now = 3\n"
    )
    state = play(make(text).initial_state(), "2")
    assert moves(state) == ["1", "2", "3"]
    assert field(state, "now") is None
    assert play(state, "3").returns == [-1, 1]


@sentence("Then the demanded choices are made.", "If there are none, the turn passes on.")
def test_demanded_choices_come_before_the_turn_passes_on(make) -> None:
    text = HEAD + (
        "field spent of game: 0..9 until turn\naction go\n  do spent := 5\n     then pay\nchoice pay\n  choose n in 1..2 where spent = 5\n"
        "action look\n  where spent = 0\nturn: go or look\n"
    )
    state = play(make(text).initial_state(), "go")
    assert state.current_player == 0
    assert moves(state) == ["1", "2"]
    assert field(state, "spent") == 5
    state = play(state, "1")
    assert state.current_player == 1
    assert moves(state) == ["go", "look"]


@sentence("The `else` part of a turn is evaluated after the turn has passed on, for the")
def test_who_has_nothing_legal_is_the_player_to_act(make) -> None:
    text = (
        HEAD
        + "action take\n  choose s in sites where s is own\n  do remove e5\nturn: take else lose if turn = 2 and mover = Blue else win\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man", "e5": "Blue man"}}), "a1")
    assert state.is_terminal
    assert state.returns == [1, -1]


@sentence("`else lose` takes precedence over every `end` clause: a mated player has lost,")
@pytest.mark.parametrize(
    ("fallback", "ending", "returns"),
    [
        ("lose", "draw when moves = 1", [1, -1]),
        ("lose", "mover loses when moves = 1", [1, -1]),
        ("win", "draw when moves = 1", [0, 0]),
        ("draw", "mover wins when moves = 1", [1, -1]),
        ("draw", "mover loses when moves = 1", [-1, 1]),
        ("win", "mover wins when moves = 2", [-1, 1]),
        ("draw", "mover wins when moves = 2", [0, 0]),
    ],
)
@sentence("`else win` and `else draw` come after the ends")
def test_what_holds_when_nothing_is_legal_and_the_ends(
    make, fallback: str, ending: str, returns: list
) -> None:
    text = (
        HEAD
        + f"action take\n  choose s in sites where s is own\n  do remove e5\nturn: take else {fallback}\nend {ending}\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man", "e5": "Blue man"}}), "a1")
    assert state.is_terminal
    assert state.returns == returns


@sentence("Three rules decide between several ways to end:", "An `end` effect overrides every other result.")
@pytest.mark.parametrize("ending", ["end draw when moves = 1", "limit 1 moves: draw", ""])
def test_an_end_effect_stands_above_all(make, ending: str) -> None:
    text = (
        HEAD
        + f"action take\n  choose s in sites where s is own\n  do remove e5\n     end mover loses\nturn: take else lose\n{ending}\n"
    )
    state = play(make(text).state({"pieces": {"a1": "Red man", "e5": "Blue man"}}), "a1")
    assert state.is_terminal
    assert state.returns == [-1, 1]


@sentence(
    "`moves` and `passes` count an action when its settlings are done.",
    "So the ends see it counted",
    "`turn` increases after the ends.",
)
@pytest.mark.parametrize(
    ("condition", "texts"),
    [
        ("moves = 1 and turn = 1", ["go"]),
        ("passes = 1 and turn = 1", ["pass"]),
        ("passes = 2 and turn = 2 and moves = 2", ["pass", "pass"]),
    ],
)
def test_ends_see_the_action_counted_and_the_turn_not_passed(make, condition: str, texts: list) -> None:
    text = HEAD + f"action go\n  where moves < 9\nturn: go or pass\nend mover wins when {condition}\n"
    assert play(make(text).initial_state(), *texts).is_terminal


@sentence("its own effects and settlings, `require` and `prefer` do not.")
@sentence(
    "`moves` and `passes` do not [count](core.md#the-order-of-evaluation) the action yet: `passes + 1 = 4` holds after the fourth pass"
)
def test_effects_and_settlings_do_not_see_their_action_counted(make) -> None:
    text = (
        HEAD
        + "field seen of game: 0..99\naction go\n  do seen := 10 * moves\nsettle after go\n  seen := seen + moves\n"
        + "settle after pass\n  if passes + 1 = 4 do seen := 99\nturn: go or pass\n"
    )
    state = play(make(text).initial_state(), "go", "go", "go")
    assert field(state, "seen") == 22
    passed = play(state, "pass", "pass", "pass")
    assert field(passed, "seen") == 22
    assert field(play(passed, "pass"), "seen") == 99


@sentence("`gdl check` warns of a settling that compares them with a number (`not-yet-counted`).")
@pytest.mark.parametrize(
    ("condition", "is_told"),
    [
        ("passes = 4", True),
        ("3 < moves", True),
        ("is_late", True),
        ("passes + 1 = 4", False),
        ("moves = n", False),
        ("turn = 4", False),
    ],
)
def test_a_settling_that_counts_one_too_few_is_warned_of(condition: str, is_told: bool) -> None:
    text = HEAD + "field n of game: 0..99\nlet is_late = moves >= 4\naction go\n  do n := 7\n"
    text += f"settle\n  if {condition} do n := 5\nturn: go or pass\nend draw when n > 3 and is_late\n"
    assert ("not-yet-counted" in [d.code for d in found(text)]) is is_told


@sentence("its own effects and settlings, `require` and `prefer` do not.")
def test_an_action_that_is_only_tried_is_not_counted(make) -> None:
    text = HEAD + "action go\n  where moves < 9\nrequire after go: moves = 1\nturn: go or pass\n"
    state = make(text).initial_state()
    assert moves(state) == ["pass"]
    assert moves(play(state, "pass")) == ["go", "pass"]


@sentence(
    "A kind by its name is refused where elements are counted or gone through: its pieces are `own king`, `king of p`."
)
@pytest.mark.parametrize("kinds", ["king", "own king", "king of Red"])
@pytest.mark.parametrize(
    "condition", ["no {}", "count({}) = 0", "all k in {}: rank(k) = 1", "sum(rank(k) for k in {}) = 3"]
)
def test_a_kind_by_its_name_is_no_set_of_pieces(kinds: str, condition: str) -> None:
    text = "players Red, Blue\nboard square 3 x 3\nkinds king, man\nsetup\n  place king of Red on a1\n"
    text += "action put\n  choose s in sites where s is empty\n  do place man of mover on s\nturn: put\n"
    text += f"end draw when full or ({condition.format(kinds)})\n"
    assert codes(text) == (["type-mismatch"] if kinds == "king" else [])
