"""Declarations: which are right, and mistakes with their places."""

from fractions import Fraction

import pytest
from checking import blocks, changed, findings, game_of, marked

from gdl.loader import examine_source
from gdl.source import Source

# Clauses in the small game, in place of those of the same name.
RIGHT = r"""
players White, Black

field luck of game: 1..3 until turn

field mood of game: calm, wild until turn
position same: mood

let a1 = 3

board graph a-b-c-a, d-e
kinds man, king

position same: pieces, {p in pieces where p is own}, first(pieces), mover, box, level, {mover}

field rest of game: 1..3 or none = none

kinds     worth
  man     one
  king    two

kinds     worth   side
  man     1..3    king
  king    2       none

kinds     made
  man     yes
  king    no
  queen   none

kinds     worth
  man     1
kinds     worth
  king    none

kinds each a by orthogonal in {red as r, blue as b} once per rotation where a(it, north) = red
end mover wins when full

kinds each way in {north as n, south as s}

kinds man
kinds each worth in {1..3}
kinds king

kinds     worth  reach
  man     1      (line any: empty) + (leap 1, 2: any)
  king    1      none

field rest of game: none, some_
let nothing = rest = none
end mover wins when nothing or rest is none

board square 5 x 5 where file(it) > 1 skipping i

board square growing

board square 5 x 5 stacking
"""

# The same, with the code of what is reported, and the text that is marked.
MISTAKES = r"""
players White facing norht, Black facing south
> unknown-direction {norht}

players A, B, C, D, E, F, G, H, I
> bad-range {players A, B, C, D, E, F, G, H, I}

players 3..2 from White facing north, Black facing south
> bad-range {3..2}

players 2..3 from White facing north, Black facing south
> bad-range {2..3}

board square 5 x 5 where it is own
> not-static {it is own}

board square moves x 5
> not-static {moves}

board square 1.5 x 5
> bad-board {1.5}

board hexx 5 x 5
> unknown-board {hexx}

board square 5 x 5 axes east, north
> bad-board {east, north}

board hex 5 x 5 axes east, nort
> unknown-direction {nort}

board hex 5 x 5 axes east, west
> bad-board {east, west}

board hex side 99
> bad-board {board hex side 99}

board square 999 x 999
> bad-board {board square 999 x 999}

board graph a-b-c, a at 0, 0, z at 1, 1
> bad-board {z}

board graph a-a, b-c
> bad-board {a}

board graph own-b, b-c
> reserved-name {own}

board graph a-b, a-b
> bad-table {man     1      wood   (line any up to 1: empty)   north    true false false false}

kinds man, man
> duplicate-name {man}

kinds own
> reserved-name {own}

kinds     worth
  man     1
  king    4 5
> bad-table {king    4 5}

kinds     worth
  man     1
  king    many
> bad-table {many}

kinds     worth by north
  man     1
  king    2
> unknown-direction {north}

kinds     worth by 3..1
  man     1
  king    2
> bad-range {worth by 3..1}

kinds     worth by 1..2000
  man     1
  king    2
> bad-range {worth by 1..2000}

kinds     worth by orthogonal
  man     1
  king    2
> bad-table {man     1}

kinds man by orthogonal, king
> bad-table {man by orthogonal}

kinds     worth  reach
  man     1      3
  king    1      (line any: empty)
> bad-table {3}

kinds     worth  reach
  man     1      (line any from a1: empty)
  king    1      (line any: empty)
> bad-path {a1}

kinds     worth  reach by orthogonal
  man     1      (line any: empty) none none none
  king    1      none none none none
> bad-table {reach by orthogonal}

kinds each colour in {red, green, red}
> duplicate-name {red}

kinds each colour in {red as r, green as r}
> duplicate-name {green as r}

kinds each colour in {red, 1}
> bad-table {1}

kinds each number in {3..1}
> bad-range {3..1}

kinds each number in {1 as a, 2 as a}
> duplicate-name {2 as a}

kinds each number in {1..3} where number(it) > 5
> bad-table {number(it) > 5}

kinds each number in {1..3} where moves > 5
> not-static {moves > 5}

kinds each number in {1..3} once per rotation
> bad-table {kinds each number in {1..3} once per rotation}

kinds each a by orthogonal in {1..9}, b by orthogonal in {1..9}
> bad-table {kinds each a by orthogonal in {1..9}, b by orthogonal in {1..9}}

kinds each number in {1..2000}
> bad-range {1..2000}

kinds each number in {1..40}, other in {1..40}
> bad-table {kinds each number in {1..40}, other in {1..40}}

field level of pieces: 1..3
> unknown-type {pieces}

field choose of game: 1..3
> reserved-name {choose}

field moves of game: 1..3
> reserved-name {moves}

field own of game: 1..3
> reserved-name {own}

field luck of game: 3..1
> bad-range {3..1}

field luck of game: 1..moves
> bad-range {1..moves}

field luck of game: turns of orthogonal
> unknown-type {turns of orthogonal}

field way of piece: spins of orthogonal
> unknown-type {spins of orthogonal}

field way of piece: turns of orthogonal
> duplicate-clause {field way of piece: turns of orthogonal}

field rotation of piece: turns of north
> unknown-direction {north}

field luck of game: number
> bad-range {number}

field luck of game: sites
> bad-range {sites}

field luck of game: colour
> unknown-type {colour}

field luck of game: turns
> unknown-type {turns}

field luck of game: orthogonal
> unknown-type {orthogonal}

field luck of game: 1..3 = 4
> bad-range {4}

field luck of game: 1..3 = moves
> not-static {moves}

field luck of game: 1..3 = north
> type-mismatch {north}

field luck of game: piece
> bad-range {field luck of game: piece}

field luck of game: 1..3 until noon
> unknown-name {noon}

pool hand of site
> unknown-type {site}

pool hand of player seen by him
> unknown-type {him}

pool hand of game seen by owner
> unknown-type {owner}

position same: north + 1
> type-mismatch {north}

position same: "text"
> type-mismatch {"text"}

position same: {"text"}
> type-mismatch {{"text"}}

position same within 0: pieces
> bad-range {0}

position same within moves: pieces
> bad-range {moves}

let best = worst
let worst = best
> recursive-definition {best}

let best(n: nummer) = n
> unknown-type {nummer}

relation guards(a: piece) = a is own
> type-mismatch {guards}

relation guards(a: piece, b: piece) = 3
> type-mismatch {guards}

let sites_ = 3
let sites_ = 4
> duplicate-name {sites_}

board hex side 61
kinds man, king
> bad-board {board hex side 61}

board graph a-b, a at 0, 0, c at 1, 1
kinds man, king
> bad-board {c}

position same: {{1, 2} for s in sites}
> type-mismatch {{1, 2} for s in sites}

field turn of game: 1..3
> reserved-name {turn}

kinds     made
  man     "a"
  king    north
> bad-table {north}

kinds     worth
  man     1
kinds     worth
  king    north
> bad-table {worth}

kinds     worth
  man     1
kinds     worth by 1..2
  king    1 2
> bad-table {worth}

kinds     worth by 1..2
  man     1 2
  king    3 4
end mover wins when worth(man, 3) = 1
> bad-range {3}

kinds     worth by 1..2
  man     1 2
  king    3 4
end mover wins when worth(man) = 1
> wrong-arguments {worth(man)}

kinds each a by orthogonal in {red as r, blue as b}, n in {1..2} once per rotation where a(it, 1) = red
> type-mismatch {1}

kinds each a by orthogonal in {1, 2}, b by diagonal in {1, 2} once per rotation
> bad-table {kinds each a by orthogonal in {1, 2}, b by diagonal in {1, 2} once per rotation}

players White, Black
players White, Red
> duplicate-clause {players White, Red}

board square 5 x 5
board square 6 x 6
> duplicate-clause {board square 6 x 6}

players White, Black, Red
end rival(mover) wins when full
> rival-of-many {rival(mover)}

let far(s: site) = far2(s)
let far2(s: site) = far(s)
> recursive-definition {far}

let text = "{best} and {worst}"
> unknown-name {worst}

let own_text = "{best"
> bad-notation {"{best"}

field mood of site: calm, wild
> unknown-name {mood}

board hex growing within 9
> bad-table {man     1      wood   (line any up to 1: empty)   north    true false false false}

board graph a1-b1-c1
kinds man, king
field rotation of game: bool
let upward = north
> unknown-direction {north}

field rotation of game: bool
kinds man, king
let spun = turns(man)
> unknown-name {turns}
"""


@pytest.mark.parametrize("clauses", RIGHT.strip("\n").split("\n\n"))
def test_a_declaration_is_right(clauses: str) -> None:
    assert marked(d for d in findings(clauses) if d.is_error) == []


@pytest.mark.parametrize(("clauses", "wrong"), blocks(MISTAKES))
def test_a_mistake_is_reported_at_its_place(clauses: str, wrong: list[str]) -> None:
    found = findings(clauses)
    assert marked(d for d in found if d.is_error) == wrong


def kinds_of(clauses: str) -> dict[str, dict[str, object]]:
    """The kinds of the small game with other clauses, each with its values."""
    return {k.name: dict(k.attributes) for k in game_of(clauses).kinds}


def test_a_rule_makes_all_combinations_named_by_their_values() -> None:
    assert list(kinds_of("kinds each colour in {red as r, blue as b}, n in {1..2}")) == [
        "r1",
        "r2",
        "b1",
        "b2",
    ]
    assert list(kinds_of("kinds each colour in {red, blue}, n in {1..2}")) == [
        "red_1",
        "red_2",
        "blue_1",
        "blue_2",
    ]
    assert list(kinds_of("kinds each n in {1..2}")) == ["k1", "k2"]


def test_a_rule_keeps_what_passes() -> None:
    assert list(kinds_of("kinds each n in {1..9} where odd(n(it)) and n(it) > 4")) == ["k5", "k7", "k9"]


def test_once_per_rotation_keeps_the_least_of_those_that_are_each_other_turned() -> None:
    made = kinds_of("kinds each side by orthogonal in {a, b} once per rotation")
    assert list(made) == ["aaaa", "aaab", "aabb", "abab", "abbb", "bbbb"]
    assert made["abab"]["turns"] == (0, 1)
    assert made["aaaa"]["turns"] == (0,)
    assert made["aabb"]["turns"] == (0, 1, 2, 3)


def test_directions_in_a_column_are_turned_with_the_kind() -> None:
    table = """
kinds     exit by orthogonal
  wheel   east south west north
  cross   south west north east
  arrow   north north north north
"""
    made = kinds_of(table)
    assert {name: values["turns"] for name, values in made.items()} == {
        "wheel": (0,), "cross": (0,), "arrow": (0, 1, 2, 3),
    }  # fmt: skip


def test_what_a_table_does_not_say_is_nothing_of_its_type() -> None:
    assert kinds_of("kinds queen, rook") == {"queen": {"turns": (0,)}, "rook": {"turns": (0,)}}
    tables = """
kinds     worth  cry   far   made  flies
  man     1      "m"   1..3  wood  yes
kinds     legs by 1..2
  king    4 5
"""
    king = kinds_of(tables)["king"]
    assert {name: king[name] for name in ("worth", "cry", "far", "made", "flies", "legs")} == {
        "worth": 0, "cry": "", "far": (), "made": None, "flies": False, "legs": (4, 5),
    }  # fmt: skip


def test_cells_are_read_by_what_they_spell() -> None:
    tables = """
kinds     worth  far   way    made
  man     1.5    1..3  north  wood
  king    2      2     south  stone
kinds     over  flies
  queen   king  yes
"""
    game = game_of(tables)
    assert {n: str(c.type) for n, c in game.columns.items() if n != "turns"} == {
        "worth": "number", "far": "set of numbers", "way": "direction or none", "made": "word of wood, stone or none",
        "over": "kind or none", "flies": "bool",
    }  # fmt: skip
    man, king, queen = (k.attributes for k in game.kinds)
    assert (man["worth"], king["worth"], queen["worth"]) == (Fraction(3, 2), 2, 0)
    assert (man["far"], king["far"]) == ((1, 2, 3), (2,))
    assert (man["over"], queen["over"]) == (None, 1)
    assert (man["flies"], queen["flies"]) == (False, True)
    assert man["way"] == game.board.direction("north")


def test_a_column_takes_the_words_of_a_field_that_has_them_all() -> None:
    game = game_of("kinds     humour\n  man     calm\n  king    wild")
    assert game.columns["humour"].type == game.fields["mood"].type


def test_a_column_of_paths_is_a_definition() -> None:
    reach = game_of("").definitions["reach"]
    assert [(name, kind.base) for name, _, kind in reach.parameters] == [("piece", "piece")]
    assert str(reach.body.type) == "set of sites"


def test_an_option_says_how_many_play() -> None:
    clauses = "players 2..3 from White facing north, Black facing south, Red facing east"
    source = Source("small.gdl", changed(clauses))
    for count, names in ((2, ["White", "Black"]), (3, ["White", "Black", "Red"])):
        game, _ = examine_source(source, {"players": count})
        assert game is not None
        assert [p.name for p in game.players] == names


def test_a_board_has_the_sites_that_its_condition_keeps() -> None:
    sites = [s.name for s in game_of("board square 3 x 3 where it != b2").board.sites]
    assert sites == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]


def test_a_field_begins_with_the_value_next_to_nothing() -> None:
    fields = """
field a of game: 1..3
field b of game: -3..-1
field c of game: 1..3 or none
field d of game: bool
field e of game: calm, wild
field f of game: 1..3 = 2
"""
    made = game_of(fields).fields
    assert [made[name].default for name in "abcdef"] == [1, -1, None, False, 0, 2]


def test_a_field_that_turns_a_piece_counts_its_rotations() -> None:
    rotation = game_of("").fields["rotation"]
    assert rotation.bounds == (0, 3)
    assert [game_of("").board.directions[d].name for d in rotation.rotation] == [
        "north",
        "east",
        "south",
        "west",
    ]


def test_pools_have_places_of_their_own() -> None:
    pools = game_of("pool first_ of player\npool second_ of game\npool third_ of player").pools
    assert [(p.name, p.slot) for p in pools.values()] == [
        ("hand", 0), ("box", 2), ("first_", 3), ("second_", 5), ("third_", 6),
    ]  # fmt: skip


def test_a_definition_may_use_one_that_follows() -> None:
    game = game_of("let early = late_ + 1\nlet late_ = 2\nend mover wins when early = 3")
    assert list(game.definitions).index("late_") < list(game.definitions).index("early")


def test_a_game_without_kinds_says_so_once() -> None:
    text = "players White, Black\nboard square 3 x 3\nturn: put\naction put\n  choose s in sites\n  do place man on s\n     place king on s\n"
    assert marked(examine_source(Source("small.gdl", text))[1]) == ["missing-clause {man}"]


def test_what_a_game_lacks_is_one_mistake() -> None:
    (found,) = examine_source(Source("small.gdl", 'game "Nothing"\n'))[1]
    assert (found.code, found.message) == (
        "missing-clause",
        "the game has no `players`, no `board` and no `turn`",
    )


def test_a_game_of_pools_needs_no_board() -> None:
    text = "players White, Black\npool box of game\naction put\n  do place man in box\nkinds man\nturn: put\nend draw when count(box) = 9\n"
    game, found = examine_source(Source("small.gdl", text))
    assert game is not None, marked(found)
    assert game.board.sites == ()


def test_of_a_board_that_is_only_guessed_nobody_is_told_that_sites_are_missing() -> None:
    found = findings("board hexx 5 x 5\nend mover wins when z9 is empty or nothing_")
    assert marked(d for d in found if d.is_error) == ["unknown-board {hexx}", "unknown-name {nothing_}"]
