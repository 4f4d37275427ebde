"""Definitions, relations, and the set-up."""

import pytest

from language.playing import HEAD, codes, field, holding, moves, pieces, play
from language.sentences import sentence

PARAMETERS = {
    "bool": ("b", "turn = 1", "b"),
    "number": ("n", "turn", "n = 1"),
    "player": ("p", "Blue", "p != mover"),
    "site": ("s", "c3", "file(s) = 3"),
    "direction": ("d", "north", "step(a1, d) = a2"),
    "piece": ("p", "piece(a1)", "p is own man"),
    "kind": ("k", "king", "k != man"),
    "sites": ("s", "corners", "count(s) = 4"),
    "players": ("p", "players", "count(p) = 2"),
    "pieces": ("p", "own pieces", "count(p) = 1"),
    "directions": ("d", "orthogonal", "count(d) = 4"),
    "kinds": ("k", "kinds", "count(k) = 2"),
    "numbers": ("n", "1..3", "sum(n) = 6"),
}


@sentence(
    "`let NAME(PARAMETERS) = EXPRESSION` gives an expression a name.",
    "A parameter has a type: `bool`, `number`, `player`",
)
@pytest.mark.parametrize("kind_of", PARAMETERS)
def test_a_definition_takes_parameters_of_each_type(kind: str, kind_of: str) -> None:
    lets = "".join(f"let asks_{t}({n}: {t}) = {body}\n" for t, (n, _, body) in PARAMETERS.items())
    claims = {t: f"asks_{t}({given})" for t, (_, given, _) in PARAMETERS.items()}
    held = holding(
        kind,
        HEAD + lets,
        [*claims.values(), "asks_number(2)", "asks_site(b3)"],
        {"pieces": {"a1": "Red man"}},
    )
    assert claims[kind_of] in held
    assert "asks_number(2)" not in held
    assert "asks_site(b3)" not in held


@sentence("A parameter has a type")
def test_a_parameter_of_another_type_is_an_error() -> None:
    rest = "action go\n  where f(a1)\nturn: go\nlimit 5 moves: draw\n"
    assert codes(HEAD + "let f(n: number) = n = 1\n" + rest) == ["type-mismatch"]
    assert codes(HEAD + "let f(n: colour) = turn = 1\n" + rest) == ["unknown-type"]


WORDS = """players Ann, Bob
kinds each suit in {red as R, blue as B}, value in {1..3}
pool hand of player
field mood of player: calm, angry, wild or none
setup
  for k in kinds do place k in hand(Ann)
let run(p: player, s: suit) = count(c in hand(p) where suit(c) = s and value(c) < 3)
let has_mood(p: player, m: mood) = mood(p) = m
effect feel(m: mood, p: player)
  mood(p) := m
action go
  choose s in {red, blue} where run(Ann, s) > 1
  choose m in {calm, wild} where not has_mood(mover, m)
  do feel(m, mover)
     then cool(m, s)
choice cool(m: mood, s: suit)
  choose n in 1..3 where n <= run(Ann, s)
  do if has_mood(mover, m) and s = red do mood(mover) := angry
turn: go
"""


@sentence(
    "The name of a column or a field whose values are words stands for its enumeration: `let run(p: player, s: suit)`."
)
def test_a_parameter_may_be_a_word_of_an_enumeration(make) -> None:
    state = make(WORDS).initial_state()
    assert moves(state) == ["blue calm", "blue wild", "red calm", "red wild"]
    chosen = play(state, "red wild")
    assert moves(chosen) == ["1", "2"]
    assert field(play(chosen, "2"), "mood") == {"Ann": "angry"}
    assert field(play(state, "blue wild", "1"), "mood") == {"Ann": "wild"}


@sentence(
    "The name of a column or a field whose values are words stands for its enumeration: `let run(p: player, s: suit)`."
)
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("has_mood(mover, m)", "has_mood(mover, s)", "type-mismatch"),
        ("feel(m, mover)", "feel(s, mover)", "type-mismatch"),
        ("then cool(m, s)", "then cool(s, m)", "type-mismatch"),
        ("s: suit) = ", "s: value) = ", "unknown-type"),
        ("s: suit) = ", "s: suits) = ", "unknown-type"),
    ],
)
def test_words_of_another_enumeration_do_not_fit(old: str, new: str, code: str) -> None:
    assert code in codes(WORDS.replace(old, new, 1))


@sentence("Definitions may use each other in any order, but none itself.")
def test_definitions_use_each_other_in_any_order(kind: str) -> None:
    lets = "let a(n: number) = b(n) + 1\nlet b(n: number) = c * n\nlet c = turn + 1\n"
    assert holding(kind, HEAD + lets, ["a(3) = 7", "a(3) = 6"]) == ["a(3) = 7"]
    assert codes(HEAD + "let a = b\nlet b = a + 1\naction go\n  where a > 1\nturn: go\n") == [
        "recursive-definition"
    ]


@sentence("They are evaluated where they are used, with the mover and the viewpoint there.")
def test_definitions_are_evaluated_where_they_are_used(make) -> None:
    text = HEAD.replace("Red, Blue", "Red facing north, Blue facing south") + (
        "let mine = count(own pieces)\nlet ahead(s: site) = some line forward from s: own\nfield n of game: 0..9\n"
        "action go\n  choose p in own pieces\n  where mine > 0\n  do remove p\n     n := mine\nturn: go else draw\n"
        "end mover wins when mine = 0 and count(pieces) = 2\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b1": "Red man", "e5": "Blue man"}})
    after = play(state, "a1")
    assert field(after, "n") == 1
    assert play(after, "e5").returns == [0, 0]
    lone = play(make(text).state({"pieces": {"a1": "Red man", "d5": "Blue man", "e5": "Blue man"}}), "a1")
    assert lone.returns == [1, -1]  # the mover of an end is who has just acted


@sentence("with the mover and the viewpoint there")
def test_the_viewpoint_inside_a_definition_is_that_of_where_it_is_used(kind: str) -> None:
    head = (
        HEAD.replace("Red, Blue", "Red facing north, Blue facing south")
        + "let friend(s: site) = s is own\nlet ways = forward\n"
    )
    claims = [
        "some line any from piece(c3): empty, friend",  # c3 is Blue's, so its friends are Blue's
        "no line any from c3: empty, friend",
        "(line ways from piece(c3): empty) = {c2}",
        "(line ways from c3: empty) = {c4}",
    ]
    position = {"pieces": {"c3": "Blue man", "e5": "Blue man"}, "to_move": "Red"}
    assert holding(kind, head, claims, position) == claims


@sentence(
    "`relation NAME(A: TYPE, B: TYPE) = CONDITION` is a definition with two",
    "Boards can draw a relation as arrows: `gdl show GAME --relation NAME`.",
)
def test_a_relation_is_a_definition_of_two_pieces_or_sites(make) -> None:
    text = HEAD + (
        "relation attacks(a: piece, b: piece) = owner(a) != owner(b) and beside(site(a), site(b))\n"
        "relation near(a: site, b: site) = a = a1 and distance(a, b) = 1\n"
        "action go\n  choose p in own pieces where some q in enemy pieces: attacks(p, q)\n  where near(a1, b1)\nturn: go else pass\n"
    )
    engine = make(text)
    state = engine.state({"pieces": {"a1": "Red man", "b1": "Blue man", "e5": "Red man"}})
    assert moves(state) == ["a1"]
    assert state.engine.related(state, "attacks") == [(0, 1), (1, 0)]
    assert state.engine.related(state, "near") == [(0, 1), (0, 5)]
    rest = "action go\n  where moves < 9\nturn: go\n"
    assert codes(HEAD + "relation f(a: piece) = a is own\n" + rest) == ["type-mismatch"]
    assert codes(HEAD + "relation f(a: piece, b: piece) = 3\n" + rest) == ["type-mismatch"]
    assert codes(HEAD + "relation f(a: player, b: piece) = b is own\n" + rest) == ["type-mismatch"]


# ---- the set-up


@sentence("`setup` holds the [effects](effects.md) that make the first position, in order.")
def test_the_set_up_makes_the_first_position_in_order(make) -> None:
    text = HEAD + (
        "pool hand of player\nfield n of game: 0..9\nsetup\n  n := 4\n  n := n * 2\n  place man of Red on rank(1) where it != c1\n"
        "  place king of Blue on c5\n  place man of Blue in hand(Blue) times 3\n  move a1 to a2\n  for s in rank(1) where s is piece and file(s) > 3 do remove s\n"
        "action go\n  choose p in own pieces\n  do remove p\nturn: go\n"
    )
    state = make(text).initial_state()
    assert pieces(state) == {"a2": "Red man", "b1": "Red man", "c5": "Blue king"}
    assert field(state, "n") == 8
    assert state.position()["pools"]["hand"]["Blue"] == ["man"] * 3
    assert state.current_player == 0


@sentence("No settling follows them, and no end is tested.")
def test_nothing_settles_and_nothing_ends_after_the_set_up(make) -> None:
    text = HEAD + (
        "setup\n  place man of Red on a1\naction go\n  choose n in 1..2\nsettle\n  remove a1\n"
        "turn: go\nend draw when a1 is piece or moves = 0\nlimit 5 moves: draw\n"
    )
    state = make(text).initial_state()
    assert pieces(state) == {"a1": "Red man"}
    assert not state.is_terminal
    assert pieces(play(state, "1")) == {}


@sentence("The first player begins.", "`then turn of p` lets p begin instead.")
@pytest.mark.parametrize(
    ("clause", "first"), [("", 0), ("  then turn of Green\n", 2), ("  then turn of Blue\n", 1)]
)
def test_who_begins_may_be_said_in_the_set_up(make, clause: str, first: int) -> None:
    text = (
        HEAD.replace("Red, Blue", "Red, Blue, Green")
        + f"setup\n  place man of Red on a1\n{clause}action go\n  choose n in 1..2\nturn: go\n"
    )
    state = make(text).initial_state()
    assert state.current_player == first
    assert play(state, "1").current_player == (first + 1) % 3
