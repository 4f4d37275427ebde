"""Kinds: tables, columns with an index, columns of paths, kinds made by a rule, and turned pieces."""

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from language.playing import PASSING, codes, holding, moves, pieces, play
from language.sentences import sentence

BOARD = "players Red facing north, Blue facing south\nboard square 5 x 5\n"
TABLE = BOARD + (
    "field terrain of site: plain, water\n"
    "kinds    armour reach  ground  flies  title    turned_into next\n"
    '  man    6      1..1   plain   no     "a man"  none        south\n'
    '  king   -3     2      water   yes    "king"   man         north\n'
    '  ghost  0      2..4   plain   no     ""       king        east\n'
    "kinds    armour speed by 0..2  exits by orthogonal      home by orthogonal\n"
    "  boat   2      5 6 7          north south east west     land water land water\n"
    "kinds stone\n"
)
POSITION = {
    "pieces": {"a1": "Red man", "b1": "Red king", "c1": "Blue ghost", "d1": "Red boat", "e1": "Red stone"},
    "fields": {"turn": 3},
}
CLAIMS = [
    ("The first line of a table names the attributes. Each further line is the row of one kind.", "count(kinds) = 5 and armour(man) = 6 and armour(king) = 0 - 3 and armour(boat) = 2"),
    ("A cell is a number, a range, a word, a text, `yes`, `no` or `none`", "reach(ghost) = 2..4 and ground(king) = water and flies(king) and not flies(man)"),
    ("A cell is a number, a range, a word, a text, `yes`, `no` or `none`", "turned_into(man) = none and next(ghost) = east and title(ghost) = \"\" and title(king) = \"king\""),
    ("A column has one type, but a number among ranges is a range of one.", "reach(king) = {2} and count(reach(man)) = 1"),
    ("When all words of a column are names of kinds, its values are these kinds:", "turned_into(king) = man and armour(turned_into(king)) = 6 and turned_into(c1) in kinds"),
    ("An attribute is asked of a kind or of a piece: `reach of p`, or `reach(p)`", "reach of c1 = reach(ghost) and armour of piece(a1) = 6 and armour(a1) = armour of man"),
    ("It is 0, false, empty or `none` where there is no piece, for a kind whose own table lacks the column", "armour(a2) = 0 and not flies(a2) and reach(a2) = {} and ground(a2) = none and turned_into(a2) = none"),
    ("A column that appears in two of them means the same in both.", "armour(d1) = 2 and armour(c1) = 0 and sum(armour(p) for p in pieces) = 5"),
    ("for a kind whose own table lacks the column,", "armour(stone) = 0 and not flies(boat) and reach(boat) = {} and ground(stone) = none and next(boat) = none and speed(man, 1) = 0"),
    ("A column may have a value for each direction of a group (`by orthogonal`),", "exits(boat, north) = north and exits(boat, east) = south and exits(boat, south) = east and exits(boat, west) = west"),
    ("or for each number of a range (`by 0..3`)", "speed(boat, 0) = 5 and speed(d1, 1) = 6 and speed(boat, 2) = 7"),
    ("A row then has one cell for each of them.", "home(boat, north) = land and home(boat, east) = water and home(boat, west) = water"),
    ("Such a column takes two arguments: `exits(t, north)`, `left(t, 2)`.", "exits(d1, east) = south and speed(piece(d1), 2) = 7"),
    ("and for a direction or number that an indexed column lacks.", "speed(boat, turn + 7) = 0 and exits(boat, turned_by(turn)) = none"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in CLAIMS])
def test_tables_of_kinds_are_as_they_are_written(kind: str, claim: str) -> None:
    head = TABLE + "let turned_by(n: number) = northeast if n > 2 else north\n"
    assert claim in holding(kind, head, [c for _, c in CLAIMS], POSITION)


@sentence(
    "`kinds` is a list of names, or a table that gives each its attributes.",
    "A game may have several `kinds` clauses",
)
@sentence("A **kind** is a type of piece")
def test_kinds_are_a_list_or_tables(make) -> None:
    engine = make(
        BOARD + "kinds man, king\nkinds queen\nmove go by man, king, queen\n  line any: empty\nturn: go\n"
    )
    assert [k.name for k in engine.game.kinds] == ["man", "king", "queen"]


@sentence(
    "A column has one type, but a number among ranges is a range of one.",
    "A row then has one cell for each of them.",
)
@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("kinds x\n  man 1\n  king yes\n", "bad-table"),
        ("kinds x\n  man 1\n  king\n", "bad-table"),
        ("kinds x by orthogonal\n  man 1 2 3\n", "bad-table"),
        ("kinds x\n  man 1\n  king 1..2\n", None),
        ("kinds x\n  man 1..2\nkinds x\n  king 1\n", None),
        ("kinds x\n  man 1\nkinds x\n  king 1..2\n", None),
        ("kinds x\n  man 1..2\nkinds x\n  king yes\n", "bad-table"),
    ],
)
def test_tables_that_do_not_fit_are_errors(table: str, code: str | None) -> None:
    text = BOARD + table + "action go\n  where some p in pieces: p is man\nturn: go\nlimit 9 moves: draw\n"
    assert codes(text) == ([code] if code else [])


@sentence("Where the text alone shows the last, it is an error.")
@pytest.mark.parametrize("asked", ["speed(boat, 9) = 0", "exits(boat, northeast) = north"])
def test_asking_for_what_a_column_plainly_lacks_is_an_error(asked: str) -> None:
    text = TABLE + f"action go\n  where {asked}\nturn: go\nlimit 9 moves: draw\n"
    assert codes(text) == ["bad-range"]


# ---- columns of paths

PATHS = BOARD + (
    "field level of piece: 0..3\n"
    "kinds    reach\n"
    "  pawn   (line forward up to 1: any)\n"
    "  rook   (line orthogonal: empty*, any)\n"
    "  lady   (line diagonal: empty*, any) + (leap 1, 2: any)\n"
    "  snob   (line any up to 1: [level(piece) = 2 and not it is own])\n"
    "  rock   none\n"
)
STANDING = {
    "pieces": {
        "a1": "Red rook",
        "a3": "Red rock",
        "c1": "Blue pawn",
        "b5": "Blue lady",
        "c3": "Red snob level=2",
        "e5": "Red snob",
        "c4": "Red pawn",
    }
}
REACHES = [
    ("A cell may be a [path](paths.md) in parentheses. The piece is the start of the path.", "reach(a1) = {a2, a3, b1, c1}"),
    ("In the cell, `piece` is the piece itself, and the viewpoint is its owner.", "reach(c3) = {b2, c2, d2, b3, d3, b4, d4} and reach(e5) = {} and reach(c1) = {} and reach(c4) = {c5}"),
    ("Asked of a piece, the column is the set of the sites where the path may end.", "some p in enemy pieces: a3 in reach(p)"),
    ("It is empty for a kind whose cell is `none`.", "reach(a3) = {} and reach(a2) = {} and count(p in pieces where no reach(p)) = 3"),
    ("Paths of one cell are joined by `+`", "reach(b5) = {a4, c4, a3, c3, d4}"),
]  # fmt: skip


BORROWED = "Asked of a kind and a piece, it is the set of the sites where the path of that kind may end if this piece"
REACHES += [
    (BORROWED, "reach(rook, piece(c4)) = {c5, c3, a4, b4, d4, e4} and reach(lady, piece(a1)) = {b2, c3, b3, c2} and reach(rock, piece(a1)) = {}"),
    (BORROWED, "(all p in pieces: reach(kind(p), p) = reach(p)) and (some k in kinds: a3 in reach(k, piece(b5)))"),
    ("The viewpoint is that of the piece.", "reach(pawn, piece(b5)) = {b4} and reach(pawn, piece(a1)) = {a2}"),
    ("A card may hold a way of going, and a piece borrow that of another one:", "some g in own rook: c5 in reach(kind(g), piece(e5))"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in REACHES])
def test_columns_of_paths_say_what_a_piece_reaches(kind: str, claim: str) -> None:
    assert claim in holding(kind, PATHS, [c for _, c in REACHES], STANDING)


@sentence(
    "A move goes `along` the column.",
    "One column serves moves and attacks:",
)
def test_a_move_goes_along_a_column(make) -> None:
    text = PATHS + "move go\n  along reach\n  where to is not own\nturn: go\n"
    state = make(text).state(STANDING)
    assert moves(state) == [
        "a1-a2",
        "a1-b1",
        "a1xc1",
        "c3-b2",
        "c3-b3",
        "c3-b4",
        "c3-c2",
        "c3-d2",
        "c3-d3",
        "c3-d4",
        "c4-c5",
    ]
    assert pieces(play(state, "a1xc1"))["c1"] == "Red rook"


# ---- kinds made by a rule


def made(rule: str, rest: str = "") -> list[str]:
    """The names of the kinds that a rule makes."""
    game, found = examine_source(Source("k.gdl", BOARD + f"kinds each {rule}\n{rest}" + PASSING))
    assert game is not None, [d.message for d in found]
    return [k.name for k in game.kinds]


@sentence("`kinds each NAME in {VALUES}, ... where CONDITION` makes a kind for every")
def test_a_rule_makes_a_kind_for_every_choice_of_values() -> None:
    assert made("suit in {C, D}, worth in {1..3}") == ["C1", "C2", "C3", "D1", "D2", "D3"]
    assert made("suit in {C, D}, worth in {1..3} where worth(it) > 1 or suit(it) = D") == [
        "C2",
        "C3",
        "D1",
        "D2",
        "D3",
    ]


@sentence("The values are words, numbers and ranges of numbers.")
def test_the_values_of_a_rule_are_words_or_numbers() -> None:
    assert made("suit in {C}, worth in {1, 3..5, 9}") == ["C1", "C3", "C4", "C5", "C9"]
    text = BOARD + "kinds each suit in {C, 1}\n" + PASSING
    assert codes(text) == ["bad-table"]


@sentence("`{10..840 by 10}` has every tenth number.")
def test_the_numbers_of_a_rule_may_have_a_step() -> None:
    assert made("worth in {1, 10..45 by 10}") == ["k1", "k10", "k20", "k30", "k40"]
    assert len(made("worth in {10..840 by 10}")) == 84
    assert len(made("worth in {0..90000 by 100}")) == 901
    assert codes(BOARD + "kinds each worth in {1..9 by 0}\n" + PASSING) == ["bad-range"]


@sentence(
    '`named "TEXT"` gives other names: what stands in braces is replaced by its value,',
    "and a column by what stands for its value in the name.",
)
def test_a_text_names_the_kinds_that_a_rule_makes() -> None:
    assert made('worth in {1..3}\n    named "card_{10 - worth}"') == ["card_9", "card_8", "card_7"]
    rule = (
        'suit in {cups as C, coins as D}, worth in {2..3} named "{suit}{worth}_{back}" where worth(it) > 2\n'
    )
    assert made(rule + "  back = red if suit = cups else black\n") == ["C3_red", "D3_black"]
    for name in ("{worth}", "card_{it}", "a b", ""):
        assert codes(BOARD + f'kinds each worth in {{1..3}} named "{name}"\n' + PASSING) == ["bad-table"], (
            name
        )


COMPUTED = BOARD + (
    "kinds each suit in {cups, coins}, worth in {1..10}\n"
    "  heads = 7 if worth = 5 else 2 if worth mod 2 = 0\n    else 1\n"
    "  back = red if heads > 1 else none if worth = 9 else blue\n"
    "  high = worth(it) > 5 and suit(it) = coins\n"
    "  span = 1..worth div 2\n"
    "kinds     heads\n  plain   3\n"
)


@sentence("Columns below, `NAME = VALUE`, follow from the others.")
@sentence("The name of a column stands for its value, and `it` for the kind.")
def test_columns_of_kinds_that_a_rule_makes_follow_from_the_others(kind: str) -> None:
    position = {"pieces": {"a1": "Red cups_4", "b1": "Blue coins_9", "c1": "Red plain", "d1": "Red cups_5"}}
    claims = [
        "heads(a1) = 2 and heads(b1) = 1 and heads(c1) = 3 and heads(d1) = 7 and heads(a2) = 0",
        "back(a1) = red and back(b1) = none and back(c1) = none and back(coins_3) = blue",
        "high(b1) and not high(a1) and not high(c1) and not high(cups_9)",
        "span(b1) = 1..4 and span(d1) = {1, 2} and span(cups_1) = {}",
        "sum(heads(k) for k in kinds) = 45",
    ]
    for claim in claims:
        assert claim in holding(kind, COMPUTED, claims, position), claim


@sentence("All of it is known before the game begins.")
@pytest.mark.parametrize("value", ["moves", "moves if worth = 1 else 2", "count(pieces)"])
def test_a_column_that_depends_on_play_is_an_error(value: str) -> None:
    assert codes(BOARD + f"kinds each worth in {{1..3}}\n  heads = {value}\n" + PASSING) == ["not-static"]


@pytest.mark.parametrize("value", ["pieces", "a1", "Red", "a1 if worth = 1 else a2", "players"])
def test_a_column_holds_what_a_cell_may_hold(value: str) -> None:
    assert codes(BOARD + f"kinds each worth in {{1..3}}\n  heads = {value}\n" + PASSING) == ["bad-table"]


def test_a_computed_column_has_a_name_of_its_own() -> None:
    rule = "kinds each worth in {1..3}\n"
    assert codes(BOARD + rule + "  worth = 3\n" + PASSING) == ["duplicate-name"]
    assert codes(BOARD + rule + "  a = nothing + 3\n  b = a + 1\n" + PASSING) == ["unknown-name"]
    assert codes(BOARD + rule.replace("\n", " where b(it) > 2\n") + "  b = 3\n" + PASSING) == ["unknown-name"]


@sentence("A row may go on in deeper lines.")
def test_a_row_may_go_on_in_deeper_lines() -> None:
    text = BOARD + "kinds  a by 1..4  b\n  man  1 2\n       3\n    4 5\n  king 5 4 3 2\n    1\n" + PASSING
    game, found = examine_source(Source("k.gdl", text))
    assert game is not None, [d.message for d in found]
    assert [(k.attributes["a"], k.attributes["b"]) for k in game.kinds] == [
        ((1, 2, 3, 4), 5),
        ((5, 4, 3, 2), 1),
    ]


@sentence(
    "A kind's name is made of its values.",
    "Single letters, and a number after them, are run together.",
    "Other words are joined by `_`.",
)
def test_the_name_of_a_made_kind_is_made_of_its_values() -> None:
    assert made("a in {X, Y}, b in {Z}, n in {7}") == ["XZ7", "YZ7"]
    assert made("suit in {cups, coins}, worth in {1..2}") == ["cups_1", "cups_2", "coins_1", "coins_2"]
    assert made("suit in {cups}, tone in {dark, light}") == ["cups_dark", "cups_light"]


@sentence(
    "`as` gives a word or a number a short form for the name.",
    "The kinds of the second example are `C2` to `HA`.",
)
def test_as_gives_a_short_form() -> None:
    names = made(
        "suit in {clubs as C, diamonds as D, spades as S, hearts as H},\n"
        "    height in {2..9, 10 as T, 11 as J, 12 as Q, 13 as K, 14 as A}"
    )
    assert len(names) == 52
    assert (names[0], names[8], names[-1]) == ("C2", "CT", "HA")


@sentence(
    "With `once per rotation`, kinds that are rotations of each other count once.",
    "The kind whose name comes first in the alphabet stays.",
)
def test_kinds_that_are_each_other_turned_count_once() -> None:
    names = made(
        "mark by orthogonal in {blank as B, sword as W} once per rotation",
        "field way of piece: turns of orthogonal\n",
    )
    assert names == ["BBBB", "BBBW", "BBWW", "BWBW", "BWWW", "WWWW"]


# ---- turned pieces

TURNED = BOARD + (
    "field way of piece: turns of orthogonal\n"
    "kinds each mark by orthogonal in {blank as B, sword as W} once per rotation\n"
    "kinds   exit by orthogonal\n  track north none south none\n"
)
LAID = {
    "pieces": {
        "a1": "Red BBBW",
        "b1": "Red BBBW way=1",
        "c1": "Red BWBW way=1",
        "d1": "Red track way=1",
        "e1": "Red track",
    }
}
TURNS = [
    ("A field of pieces of the type `turns of GROUP` holds a rotation: by how many", "way(a1) = 0 and way(b1) = 1"),
    ("The rotation applies to what the piece shows.", "mark(a1, west) = sword and mark(b1, north) = sword and mark(b1, west) = blank"),
    ("For a piece that is turned once, `mark(p, east)` is what its kind has in the north.", "all d in orthogonal: mark(c1, turned(d, 1)) = mark(BWBW, d)"),
    ("Values that are directions are turned as well.", "exit(d1, east) = east and exit(d1, west) = west and exit(d1, north) = none and exit(e1, north) = north"),
    ("Asked of a kind, a column is as written", "mark(BBBW, west) = sword and exit(track, south) = south and mark(kind(b1), west) = sword"),
    ("`turns(k)` is the set of the turns of a kind that look different. Of turns that look alike, it holds the least.", "turns(BBBW) = 0..3 and turns(BWBW) = {0, 1} and turns(BBBB) = {0} and turns(track) = {0, 1}"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in TURNS])
def test_turned_pieces_show_what_their_kinds_have_elsewhere(kind: str, claim: str) -> None:
    assert claim in holding(kind, TURNED, [c for _, c in TURNS], LAID)


@sentence("A field of pieces of the type `turns of GROUP` holds a rotation: by how many")
def test_a_turn_is_given_like_any_field(make) -> None:
    text = (
        TURNED
        + "action lay\n  choose k in kinds where k is BBBW | BWBW\n  choose n in 0..3 where n in turns(k)\n  do place k of mover on c3 with way = n\nturn: lay\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["BBBW 0", "BBBW 1", "BBBW 2", "BBBW 3", "BWBW 0", "BWBW 1"]
    assert pieces(play(state, "BBBW 3"))["c3"] == "Red BBBW way=3"


def test_the_words_of_a_table_that_is_wrong_are_no_further_mistakes() -> None:
    text = (
        "players Red, Blue\nboard square 3 x 3\nkinds  speed armour\n  man  fast\n  king slow\n"
        "action go\n  choose p in own pieces where speed(p) = fast\n  do remove p\nturn: go\nend draw when no pieces\n"
    )
    assert set(codes(text)) == {"bad-table"}


def test_a_game_without_pieces_may_ask_for_them(make) -> None:
    text = (
        "players Red, Blue\nfield n of game: 0..9\naction add\n  do n := n + 1\nturn: add\n"
        "end mover wins when some x in pieces: owner(x) = mover or kind(x) in kinds or site(x) in sites\n"
        "end mover loses when n = 3 and count({x in pieces where owner(x) != mover}) = 0\n"
    )
    assert play(make(text).initial_state(), "add", "add", "add").returns == [-1, 1]
