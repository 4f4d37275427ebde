"""Rule sheets: what they say follows from the rules, and so do the pictures of moves."""

import re

import bundled
import pytest

import gdl
import interpreter
from gdl.core import builtins
from gdl.core import nodes as core
from gdl.core.types import TEXT
from gdl.loader import bundled_games
from gdl.loader import examine_source as examine
from gdl.source import Source, Span
from interpreter.play.scene.names import told_fields
from interpreter.play.sheet.blocks import draw_sheet
from interpreter.play.sheet.calls import CALLS, LEFT_OUT
from interpreter.play.sheet.english import English
from interpreter.play.sheet.first_game import demonstrations
from interpreter.play.sheet.html import page
from interpreter.play.sheet.sheet import sheet
from interpreter.play.sheet.trials import Trials


def text_of(rules: str, with_moves: bool = False) -> str:
    """The rule sheet of the text of a game, on one line."""
    game, found = examine(Source("test.gdl", rules), {})
    assert game is not None, found
    engine = interpreter.engine(game, "reference")
    return " ".join(draw_sheet(game, sheet(engine, with_moves), 100, False).split())


def test_several_are_chosen_of_your_pieces() -> None:
    rules = (
        'game "Cards"\nplayers A, B\nboard square 3 x 3\nkinds man\nsetup\n  place man of A on a1\naction go\n'
        "  choose men: 1..2 of own pieces\n  do remove men\nturn: go else pass\nlimit 9 moves: draw\n"
    )
    assert "Choose 1 to 2 of your pieces" in text_of(rules)


_GEMS = """game "Gems"
players Red, Blue
board square 4 x 4
kinds gem, coin
field is_marked of piece: bool
let nook = {a1, b1}
let shaded = {c3, d3, d4}
setup
  for s in rank(1) do place gem of Red on s
action mark
  choose gems: 2 of own pieces where all g in gems: not is_marked(g)
  do for g in gems do is_marked(g) := true
action clear
  choose them: 2..3 of own pieces
  where some g in them: rank(site(g)) = 1
  where count(g in them where g is coin) = 1
  do remove them
action fill
  choose spots: 2 of sites where all s in spots: s is empty
  where some s in spots: s in nook
  where no s in spots: s in shaded
  do place coin of mover on spots
turn: mark or clear or fill else pass
limit 9 moves: draw
"""


@pytest.mark.parametrize(
    "said",
    [
        "Choose 2 of your pieces (the gems) where none of the gems is marked. Then for each of the gems: that piece is marked.",
        "Choose 2 to 3 of your pieces. Only if the row of one of the pieces is 1.",
        "Only if there is exactly 1 coin among the pieces. Then the pieces are removed.",
        "Choose 2 places (the spots) where each of the spots is empty. Only if one of the spots is in the nook.",
        "Only if none of the spots is one of the shaded places.",
        "nook: A1 and b1. - shaded: C3, d3 and d4.",
    ],
)
def test_a_chosen_set_and_a_constant_one_are_told_as_a_whole(said: str) -> None:
    assert said in text_of(_GEMS)


def test_a_piece_of_a_stack_goes_where_its_action_takes_it() -> None:
    rules = (
        'game "Towers"\nplayers A, B\nboard square 3 x 3 stacking\nkinds disc\nsetup\n  place disc of A on b2\naction shift\n'
        "  choose s in sites where s is own\n  choose p in stack(s)\n  choose t in neighbours(s, north)\n  do move p to t\n"
        "turn: shift else pass\nlimit 9 moves: draw\n"
    )
    game, found = examine(Source("test.gdl", rules), {})
    assert game is not None, found
    (way,) = Trials(interpreter.engine(game, "reference")).ways()
    assert [*way.position["pieces"]] == ["b2"] and way.to == ("b3",)  # type: ignore[misc]


@pytest.mark.parametrize("name", bundled_games())
def test_every_game_has_a_rule_sheet_as_text_and_as_a_page(name: str) -> None:
    engine = bundled.reference(name)
    blocks = sheet(engine, with_moves=False)
    text = draw_sheet(engine.game, blocks, 78, False)
    assert engine.game.title.upper() in text
    assert "THE END" in text and "A TURN" in text
    made = page(engine.game, blocks)
    assert "<svg" in made or not engine.game.board.sites
    assert not re.search(r'(?:src|href)="http', made)
    for line in text.splitlines():
        assert len(line) <= 78 or line[:1] in " 0123456789-(+|" or "  " in line, line


def test_pictures_of_moves_stand_beside_the_words_and_their_marks_are_told_once() -> None:
    engine = bundled.engine("chess")
    made = page(engine.game, sheet(engine))
    assert made.count("a dot is where the piece may go, a ring where it may capture") == 1
    first = made.index('<section class="one"><h3>')
    assert made.index('<div class="many">') < first < made.index('<div class="drawn"><figure>')


def test_ends_moves_and_effects_are_sentences() -> None:
    text = text_of("""game "Test"
  author "me"
  notes "Take all"
players Red, Blue
board square 4 x 4
kinds man
setup
  place man of Red on a1
  place man of Blue on d4
let near(s: site) = distance(s, a1) < 2
move go by man
  line any up to 2: empty*, enemy
  where near(to)
action drop
  choose s in sites where s is empty
  do place man of mover on s
turn: go or drop else pass
end mover wins when no enemy pieces
limit 50 moves: draw
""")
    assert (
        "A straight line of at most 2 steps in any direction over any number of empty places, to an enemy piece."
        in text
    )
    assert "Only if the destination is near." in text
    assert "Then a man of yours is placed on the place." in text
    assert "You win when there are no enemy pieces." in text
    assert "After 50 actions the game is a draw." in text
    assert "near: Of a place: the distance from the place to a1 is less than 2." in text
    assert "If you can do none of that, you pass." in text


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("line forward, sideways: empty", "One step forward or sideways to an empty place."),
        ("line forward, diagonal: empty", "One step forward or along diagonals to an empty place."),
        (
            "line north, diagonal, east up to 3: empty+",
            "A straight line of at most 3 steps north, along diagonals or east",
        ),
        ("leap forward 2, sideways 1: empty", "A leap of 2 forward and 1 sideways to an empty place."),
        ("leap forward 3: empty", "A leap of 3 forward to an empty place."),
        ("leap 1, 2: empty", "A leap of 1 and 2 to an empty place."),
        ("line sideways: empty | enemy", "One step sideways to an empty place or an enemy piece."),
        (
            "line any: (empty | own)*, enemy",
            "over any number of empty places or pieces of one's own, to an enemy",
        ),
    ],
)
def test_all_directions_of_a_path_are_told(path: str, said: str) -> None:
    text = text_of(f"""game "Directions"
players Red facing north, Blue facing south
board square 5 x 5
kinds man
setup
  place man of Red on a1
  place man of Blue on e5
move go by man
  {path}
turn: go else pass
end mover wins when no enemy pieces
""")
    assert said in text


def test_a_line_that_may_start_anywhere_counts_its_places() -> None:
    """It meets the place where it starts, so `length 3` are three places, not three steps."""
    text = text_of("""game "Mills"
players Red, Blue
board square 5 x 5
kinds man
let palace = (sites where file(it) < 4 and rank(it) < 5) + {e5}
action put
  choose s in sites where s is empty and s in palace
  do place man of mover on s
turn: put else draw
end mover wins when some line any length 3: own*, [it in palace], own*
""")
    assert "a straight line of 3 places in any direction" in text
    assert (
        "that is in the palace" in text and "palace: A1 to c4 and e5." in text
    )  # every site of a set is told


@pytest.mark.parametrize("name", ["rock_paper_scissors", "marches", "goofspiel"])
def test_choices_of_all_at_once_are_told_as_they_are_written(name: str) -> None:
    engine = bundled.reference(name)
    text = " ".join(draw_sheet(engine.game, sheet(engine, with_moves=False), 78, False).split())
    assert engine.game.together is not None and "All players choose at once" in text
    assert "together of" not in text and not any(f in text for f in engine.game.together.fields)


def test_every_power_of_zarcana_is_told_by_a_sentence() -> None:
    game = gdl.load("zarcana")
    powers = [k.name for k in game.kinds if k.attributes.get("power") or k.attributes.get("alone")]
    assert len(powers) == 29
    assert all(game.meaning_of("kind", name) for name in powers)
    assert all(game.meaning_of("action", a.name) for a in game.actions if a.form in ("action", "choice"))


def test_kinds_that_are_numbered_have_no_row_each() -> None:
    rules = (
        'game "Numbered"\nplayers A, B\nkinds each value in {3..9} named "card_{value}"\npool deck of game seen by nobody\n'
        "pool hand of player seen by owner\nsetup\n  for k in kinds do place k in deck\n  for p in players do\n    random c in deck\n"
        "    move c to hand(p)\naction lay\n  choose openly k in kinds of hand(mover)\n  do remove first(hand(mover))\n"
        "let held(p: player) = sum(value(c) for c in hand(p))\nturn: lay\nend highest held wins when moves = 2\n"
    )
    told = "The kinds are card 3, card 4, card 5, card 6, ... and card 9: the number is the value."
    assert told in text_of(rules)
    assert "card value c3 3 c4 4" in text_of(rules.replace("card_{value}", "c{value}"))


def test_what_an_option_rules_out_is_left_out() -> None:
    rules = """game "Test"
  author "me"
option wild = false
players Red, Blue
board square 4 x 4
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
action swap
  where wild
  do for p in pieces do owner(p) := rival(owner(p))
turn: put or swap else draw
"""
    assert "swap" not in text_of(rules)
    assert "On your turn do one of these: put or swap." in text_of(
        rules.replace("wild = false", "wild = true")
    )


def test_moves_are_found_by_running_the_rules() -> None:
    ways = {w.kind: w for w in Trials(interpreter.engine(gdl.load("chess"), "reference")).ways()}
    assert set(ways["knight"].to) == {"b5", "c6", "e6", "f5", "f3", "e2", "c2", "b3"}
    assert set(ways["knight"].prey) == set(ways["knight"].to)
    assert ways["pawn"].to == ("d5",)
    assert set(ways["pawn"].prey) == {"c5", "e5"}
    assert len(ways["queen"].to) == 27


@pytest.mark.parametrize(
    ("path", "takes"),
    [
        ("empty+", False),
        ("(enemy as over, empty)+", False),
        ("enemy", True),
        ("empty*, empty | enemy", True),
        ("enemy, empty?", True),
        ("(empty, enemy)+", True),
    ],
)
def test_that_moves_capture_by_coming_there_is_told_where_one_may(path: str, takes: bool) -> None:
    text = text_of(
        'game "Comes"\nplayers A, B\nboard square 5 x 1\nkinds man\nsetup\n  place man of A on a1\n  place man of B on b1\n'
        f"move go\n  line any: {path}\nturn: go else lose\nlimit 9 moves: draw\n"
    )
    assert ("A piece that moves to where another one stands captures that one." in text) == takes


@pytest.mark.parametrize(
    ("aim", "prey"),
    [
        ("{step(to, towards(from, to))}", {"a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"}),
        ("{s in sites where rank(s) = rank(to)}", {f"{f}{r}" for f in "abcde" for r in (2, 3, 4)} - {"c3"}),
    ],
)
def test_what_is_captured_from_afar_is_found_as_far_as_it_reaches(aim: str, prey: set[str]) -> None:
    rules = (
        'game "Afar"\nplayers A, B\nboard square 5 x 5\nkinds man\nsetup\n  place man of A on c3\n  place man of B on a1\n'
        "move go\n  line any up to 1: empty\n"
        f"move hit\n  line any up to 1: empty\n  where some s in {aim}: s is enemy\n  do capture {aim} where it is enemy\n"
        "turn: go or hit else lose\nlimit 9 moves: draw\n"
    )
    game, found = examine(Source("test.gdl", rules), {})
    assert game is not None, found
    (way,) = Trials(interpreter.engine(game, "reference")).ways()
    assert prey <= set(way.prey)


_STATES = """
game "States"
players Red facing north, Blue facing south
board square 6 x 6
kinds ox, lamp, scout, guard
field charged of piece: bool
field pace of piece: slow, quick, mad = slow
setup
  place ox of Red on c2
  place lamp of Red on d1
  place scout of Red on e2
  place guard of Red on a1
  place ox of Blue on c5
move step by ox
  line orthogonal up to 3: empty
move burst by ox
  line diagonal: empty
  where charged(piece)
  do charged(piece) := false
move roll by lamp
  line forward: empty
  where pace(piece) = slow
move rush by lamp
  line forward up to 3: empty+
  where pace(piece) = quick
move fly by lamp
  line any: empty
  where pace(piece) = mad
move run by scout
  line forward: empty
move begin by scout
  line forward: empty, empty
  where rank(piece) = 2
move keep by guard
  line any: empty as goal
  where file(piece) < 3 and rank(piece) < 3 and file(goal) < 3 and rank(goal) < 3
turn: step or burst or roll or rush or fly or run or begin or keep else lose
"""


def test_a_piece_is_drawn_in_each_state_and_from_each_place_that_makes_a_difference() -> None:
    game, found = examine(Source("test.gdl", _STATES), {})
    assert game is not None, found
    shown = {
        w.kind: [(v.when, len(v.to)) for v in (w, *w.others)]
        for w in Trials(interpreter.engine(game, "reference")).ways()
    }
    assert shown == {
        "ox": [(" when it is not charged", 4), (" when it is charged", 8)],
        "lamp": [(" when its pace is slow", 1), (" when its pace is quick", 3), (" when its pace is mad", 8)],
        "scout": [(" from c3", 1), (" from e2", 2)],
        "guard": [("", 3)],
    }
    assert "- step: One step along rows and columns to an empty place." in text_of(_STATES)


def test_words_of_a_game_cannot_break_the_page() -> None:
    game, _ = examine(
        Source("test.gdl", 'game "<b>&"\n  author "<i>"\n  notes "<script>"\nplayers A, B\nboard square 2 x 2\n'
               "kinds man\naction put\n  choose s in sites where s is empty\n  do place man of mover on s\nturn: put else draw\n"), {}
    )  # fmt: skip
    assert game is not None
    made = page(game, sheet(interpreter.engine(game, "reference")))
    assert "<script>" not in made and "<b>" not in made
    assert "&lt;script&gt;" in made


def test_sentences_that_are_made_read_as_people_say_them() -> None:
    text = text_of("""game "Test"
  author "me"
players Red facing north, Blue facing south
board square 4 x 4
kinds       reach
  king      (leap diagonal 1: any)
  lance     (line forward: empty*, any)
  watchman  none
field fresh of piece: bool = true
setup
  place king of Red on a1
  place lance of Blue on d4
  place watchman of Red on b1
let must_stay(s: site) = s = d1
let shuts_in(s: site) = s = d2
move go by king, lance
  along reach
  where to is not own and not must_stay(to) and not shuts_in(to)
  do fresh(piece) := false
move step by king, watchman
  line orthogonal: empty
action drop
  choose s in sites where s is empty
  choose m in own watchman
  do place watchman of mover on s
turn: go or step or drop else pass
end mover wins when count(own watchman) >= 2
end draw when passes >= 2
limit 50 moves: draw
""")
    for said in (
        "One step along rows and columns to an empty place.",
        "As a king.",
        "the destination need not stay",
        "loses the mark “fresh”",
        "Choose an empty place and one of your watchmen.",
        "Then a watchman of yours is placed on the place.",
        "You win when you have at least 2 watchmen.",
        "The game is a draw when there were at least 2 passes in a row.",
    ):
        assert said in text, f"{said}\n{text}"
    assert "among the reach" not in text  # a column of paths is told kind by kind


SPAN = Span(Source("", ""), 0, 0)
_ROWS = [r for r in (*builtins.ROWS, *builtins.INNER_ROWS) if r.core]


@pytest.mark.parametrize("row", _ROWS, ids=[f"{r.core}/{len(r.parameters)}" for r in _ROWS])
def test_the_sentence_of_a_builtin_has_all_its_arguments(row: builtins.Row) -> None:
    given = [f"«{n}»" for n in range(len(row.parameters))]
    arguments = tuple(core.Const(SPAN, TEXT, text) for text in given)
    said = English(bundled.load("tic_tac_toe")).say(core.Builtin(SPAN, row.result, row.core, arguments))
    lost = {n for n, text in enumerate(given) if text not in said}
    assert lost <= set(LEFT_OUT.get(row.core, ())), said
    assert row.core in CALLS, "add its words to `CALLS` of `interpreter/play/sheet/calls.py`"


GROUPED = """game "Test"
players Ann, Bob
kinds coin, gem
pool purse of player
field price of game: 0..100
field shut of player: bool = false
let pairs(p: player) = min(count(c in purse(p) where kind(c) = coin), count(c in purse(p) where kind(c) = gem))
let spare(n: number) = (5 - n) mod 8 + n div 2
let total(p: player) = pairs(p) - (price - 2 * (price - 1)) + spare(price + 1)
let chain(p: player) = price - 1 - 2 + 3 * price - (4 if shut(p) else 5)
let free(p: player) = not shut(p) and (some q in players: shut(q)) and price > 3
effect pay(n: number)
  price := n
effect fill(each: number)
  for n in 1..each do place coin in purse(mover)
effect note(n: number)
  price := price + 1
  price := n + n
action bid
  choose n in 1..10 - 1
  where 10 * n > price
  do pay(10 * n)
     fill(3)
     note(price * price)
     let extra = count(purse(mover))
     place gem in purse(mover)
     price := extra
turn: bid else pass
end highest total wins when moves = 4 and free(Ann) and highest_of(Bob)
let highest_of(p: player) = chain(p) > 4
"""


@pytest.mark.parametrize(
    "said",
    [
        "the lesser of the number of coins in the purse of the player and the number of gems in the purse of the player",
        "spare: Of a number: ((5 minus the number) modulo 8) plus (the number divided by 2, rounded down).",
        "the pairs of the player minus (the price minus 2 times (the price minus 1)) plus the spare of (the price plus 1).",
        "chain: Of a player: the price minus 1 minus 2 plus 3 times the price minus (4 if the player is shut, otherwise 5).",
        "the player is not shut and some player is shut and the price is more than 3",
        "Choose a number A from 1 to 9.",
        "Then the price becomes 10 times number A, (3 times: a coin comes into your purse),",
        "let number B be the price times the price, the price grows by 1, the price becomes number B plus number B,",
        "let the extra be the number of pieces in your purse, a gem comes into your purse",
        "and the price becomes the extra.",
    ],
)
def test_nothing_is_lost_of_calculations_and_of_what_effects_are_given(said: str) -> None:
    assert said in text_of(GROUPED)


def test_kinds_of_which_nothing_can_be_said_have_no_section() -> None:
    assert "THE PIECES" not in text_of(GROUPED)
    assert "THE PIECES piece worth coin 2 gem 3" in text_of(
        GROUPED.replace("kinds coin, gem", "kinds   worth\n  coin  2\n  gem   3")
    )


def test_what_chance_deals_lies_face_down_in_the_picture_of_the_start() -> None:
    text = text_of("""game "Test"
players Ann, Bob
board square 2 x 2
kinds a, b, c, d, e, f
pool bag of game seen by nobody
pool hand of player seen by owner
setup
  for k in kinds do place k in bag
  for p in players, n in 1..2 do
    random c in bag
    move c to hand(p)
action put
  choose k in kinds of hand(mover)
  choose s in sites where s is empty
  do move first(c in hand(mover) where kind(c) = k) to s
turn: put else draw
""")
    assert "The start, as Ann sees it; what chance deals lies face down:" in text
    assert re.search(r"hand of Ann: \S+ × 2", text), text
    assert "On your turn do this: put." in text


def test_a_kind_is_tried_with_a_piece_of_a_player_who_begins_with_one() -> None:
    game, found = examine(
        Source(
            "test.gdl",
            """game "Test"
players Ann, Bob
board square 5 x 5
kinds man, king
setup
  place man of Ann on {a1, b1}
  place king of Bob on e5
move go
  leap 1, 2: empty
turn: go else lose
""",
        ),
        {},
    )
    assert game is not None, found
    tried = {w.kind: w.position for w in Trials(interpreter.engine(game, "reference")).ways()}
    assert tried["man"] == {"to_move": "Ann", "pieces": {"c3": "Ann man"}}
    assert tried["king"] == {"to_move": "Bob", "pieces": {"c3": "Bob king"}}


def test_a_picture_shows_the_way_that_a_piece_points_also_where_it_is_the_usual_one() -> None:
    rules = (
        'game "Two robots"\nplayers Red, Blue\nboard square 2 x 2\nkinds robot, rock\nfield heading of piece: direction\nsetup\n'
        "  place robot of Red on a1\n  place robot of Blue on b2 with heading = south\n  place rock on a2\n"
        "action turn_round\n  choose p in own robot\n  do heading(p) := opposite(heading(p))\nturn: turn_round\nlimit 9 moves: draw\n"
    )
    said = text_of(rules)
    assert "ROB↑" in said and "rob↓" in said and "Roc*↑" in said


def test_where_chance_lays_out_the_board_one_start_is_shown_as_it_is() -> None:
    text = text_of("""game "Test"
players Ann, Bob
board square 2 x 2
kinds a, b, c, d
pool row of game seen by all
setup
  random first_one in kinds
  place first_one on a1
  random second_one in kinds where second_one != first_one
  place second_one in row
action put
  choose s in sites where s is empty
  do place first(kinds of row) of mover on s
turn: put else draw
""")
    start = text[text.index("One of the starts that chance may give:") :]
    assert re.search(r"row: [abcd] Ann begins", start), text


def test_what_clauses_speak_of_is_named() -> None:
    text = text_of("""game "Test"
players Ann, Bob
board square 4 x 4
kinds man
field out of player: bool = false
field score_of of player: 0..9
hide kind, owner of c in pieces from v where not out(v) and owner(c) != v
field ground of site: bare, wood
hide piece of s in sites from v where ground(s) = wood and out(v)
hide piece, ground of s in rank(4) from v where out(v)
let looks_at(s: site, t: site) = some line any from s: empty*, [it = t]
action put
  choose s in sites where s is empty and not looks_at(s, a1)
  do settle_on(s)
effect settle_on(place: site)
  place man of mover on place
action shut
  choose p in players where not out(p)
  do out(p) := true
     score_of(p) := min(9, score_of(p) + 1)
     for q in pieces where q is man and not out(mover) do remove q
  again may up to 2 where moves > 1
skip p when out(p)
turn: put or shut else draw
""")
    for said in (
        "The turn passes over a player who is out.",
        "Hidden from a player who is not out: the kind and owner of pieces that do not belong to the player.",
        "Hidden from a player who is out: what stands on places whose ground is wood.",
        "Hidden from a player who is out: what stands on, and the ground of, places in row 4.",
        "looks at: Of a place A and a place B: there is a straight line in any direction from place A over any number of empty places, to a place that is place B.",
        "Choose an empty place that does not look at a1. Then a man of yours is placed on the place.",
        "the score of the player becomes the lesser of 9 and (the score of the player plus 1)",
        "This may be repeated, up to 2 times in all, if the number of actions made is more than 1.",
    ):
        assert said in text, f"{said}\n{text}"


def test_the_steps_of_what_is_reached_are_told() -> None:
    said = text_of(
        "players Red, Blue\nboard square 3 x 3 with borders\nkinds fence\n"
        "action put\n  choose b in borders where b is empty\n  do place fence of mover on b\nturn: put\n"
        "let chain(b: site) = reached from b by borders(it) while own\n"
        "end mover wins when some b in borders: count(chain(b)) > 5\nlimit 30 moves: draw\n"
    )
    assert "where a step leads from a place to the borders at that place" in said


def test_a_sheet_begins_with_the_goal_and_ends_with_the_settings() -> None:
    text = draw_sheet(
        bundled.load("zarcana"), sheet(bundled.reference("zarcana"), with_moves=False), 100, False
    )
    titles = [line for line in text.splitlines() if line.isupper() and not line.startswith(" ")]
    assert titles[:5] == ["ZARCANA", "THE GOAL AND THE END", "A TURN", "WHAT CAN BE DONE", "SET-UP"]
    assert titles[-2:] == ["SETTINGS", "ORIGIN"]
    said = " ".join(text.split())
    assert (
        "Whoever has the highest total, and among equals the highest top card, wins when the final round is over."
        in said
    )
    assert "- ⚱ cups: Cups. Grow the minion" in said
    assert "- cups 3, wands 3, swords 3 and discs 3: Worth 3." in said


def test_a_sheet_says_who_begins_which_way_pieces_go_and_how_moves_are_written() -> None:
    blocks = sheet(bundled.reference("backgammon"), with_moves=False)
    said = " ".join(draw_sheet(bundled.load("backgammon"), blocks, 100, False).split())
    assert "Chance decides who begins." in said and "White to move" not in said
    assert "The pieces of White go from white bar by p24, p23 and so on to p2, p1 and black bar." in said
    assert "The pieces of Black go from black bar by p1, p2 and so on to p23, p24 and white bar." in said
    assert re.search(r"- 13/8 8/2: play by Black: start p12, die 5, start p17 and die 6\.", said)


def test_what_a_turn_without_anything_to_do_leads_to_is_an_end() -> None:
    rules = (
        "players Red, Blue\nboard square 2 x 2\nkinds man, king\nsetup\n  place man of Red on a1\n"
        "move go by man\n  line any: empty\nturn: go else lose if count(pieces) > 1 else draw\nlimit 9 moves: draw\n"
    )
    said = text_of(rules)
    assert (
        "THE GOAL AND THE END - You lose when you can do nothing and there is more than 1 piece; otherwise the game is a "
        "draw. - After 9 actions the game is a draw. A TURN"
    ) in said
    over = rules.replace("else lose if count(pieces) > 1 else draw", "if count(pieces) > 1 else draw")
    assert "The game is a draw when there is at most 1 piece, or nothing can be done." in text_of(over)


def test_a_kind_tells_the_columns_of_its_own_table_only_and_its_sign() -> None:
    said = text_of(
        "players Red, Blue\nboard square 3 x 3\nkinds  speed\n  hare  2\nkinds  weight\n  stone  3\n"
        "setup\n  place hare of Red on a1\nmove go by hare\n  line any up to speed(piece): empty*, empty\n"
        "turn: go else lose\nlimit 9 moves: draw\n"
    )
    assert "hare (H) Speed 2." in said and "stone (S) Weight 3." in said


def test_a_line_over_one_step_is_one_step_however_long_it_might_be() -> None:
    said = text_of(
        "players Red, Blue\nboard square 6 x 6\nkinds hare, snail\nfield pace of piece: 1..4\nfield food of player: 0..9\n"
        "setup\n  place hare of Red on a1\nmove go by hare\n  line any up to pace(piece): empty\n"
        "move crawl by snail\n  line any up to food(mover): empty\n"
        "turn: go or crawl else lose\nlimit 9 moves: draw\n"
    )
    assert "One step in any direction to an empty place." in said
    assert "One step in any direction to an empty place, unless your food is 0." in said


def test_a_page_draws_the_kinds_beside_their_names() -> None:
    engine = bundled.reference("chess")
    made = page(engine.game, sheet(engine, with_moves=False))
    assert re.search(r'<h3><span class="sign"><svg.*?</svg></span> knight</h3>', made, re.S)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kuhn_poker", "- showdown: Check or call may end the game: each player gets their gain."),
        ("stratego", "- flag taken: Go may end the game: you win."),
        ("geister", "- escape: Escape may end the game: you win."),
    ],
)
def test_ends_that_effects_make_stand_with_the_others(name: str, said: str) -> None:
    engine = bundled.engine(name)
    assert said in draw_sheet(engine.game, sheet(engine, False), 200, False).split("\n")


def test_what_chance_has_chosen_has_one_letter_in_the_whole_set_up_and_packs_are_told_by_what_they_are_made_of() -> (
    None
):
    text = text_of(
        'game "Pack"\nplayers Red, Blue\n'
        "kinds each suit in {clubs as C, spades as S}, height in {2..3, 10 as T}\n"
        "pool hand of player seen by owner\npool table of game\nfield high of game: 0..6\nfield low of game: 0..6\n"
        "setup\n  for k in kinds do place k in hand(Red)\n  random a in 1..6\n  random b in 1..6 where it != a\n"
        "  high := a\n  low := b\n  then turn of (Red if b < a else Blue)\n"
        "action play\n  choose k in kinds of hand(mover)\n  do move k from hand(mover) to table\n"
        "turn: play else lose\nlimit 9 moves: draw\n"
    )
    assert "The high becomes number A." in text and "The low becomes number B." in text
    assert "turn of Red if number B is less than number A" in " ".join(text.split())


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("lay", "do this: lay."),
        ("lay else lift", "do this: lay; if that is not possible, lift."),
        ("lay or shift else lift", "do one of these: lay or shift; if none of that is possible, lift."),
        ("lay else lift or shift else pass", "do this: lay; if that is not possible, lift or shift. If you"),
    ],
)
def test_what_a_turn_offers_first_is_one_thing_or_several(turn: str, said: str) -> None:
    text = text_of(
        'game "Offers"\nplayers A, B\nboard square 3 x 1\nkinds man\n'
        "action lay\n  choose s in sites where s is empty\n  do place man of mover on s\n"
        "action lift\n  choose s in sites where s is own\n  do remove s\n"
        "action shift\n  choose s in sites where s is enemy\n  do owner(piece(s)) := mover\n"
        f"turn: {turn}\nlimit 9 moves: draw\n"
    )
    assert f"On your turn {said}" in text


GUIDED = (
    'game "Guided"\nplayers Red, Blue\nboard square 3 x 1\nkinds man\n'
    "setup\n  place man of Red on a1\n  place man of Blue on c1\n"
    "move go by man\n  line orthogonal up to 1: not own\n  do capture to\naction rest\n"
    'turn: go or rest\nend "taken" rival(mover) loses when no p in pieces of rival(mover): true\nlimit 20 moves: draw\n'
)


def test_a_first_game_says_how_many_pieces_somebody_loses() -> None:
    text = text_of(
        'game "Sweep"\nplayers Red, Blue\nboard square 3 x 1\nkinds man\n'
        "setup\n  place man of Red on a1\n  place man of Blue on {b1, c1}\n"
        "action sweep\n  do capture enemy pieces\nturn: sweep else lose\nend mover wins when no enemy pieces\n",
        with_moves=True,
    )
    assert "Red: sweep. Blue loses 2 men." in text


def test_a_first_game_shows_each_action_once_and_each_capture_with_the_position_before_and_after() -> None:
    game, _ = examine(Source("test.gdl", GUIDED), {})
    assert game is not None
    engine = interpreter.engine(game, "reference")
    found = list(demonstrations(engine))
    assert [s.action.name for s in found].count("rest") == 1
    moves = [s for s in found if s.action.name == "go"]
    assert [len(s.after["pieces"]) for s in moves] in (
        [2, 1],
        [1, 2],
    )  # one that takes, and one that does not
    text = draw_sheet(game, sheet(engine), 100, False)
    assert "A FIRST GAME" in text and re.search(r"(Red|Blue): \w\d[x-]\w\d\. (Red|Blue) loses a man\.", text)
    assert "A FIRST GAME" not in draw_sheet(game, sheet(engine, with_moves=False), 100, False)
    assert 'href="#a-first-game"' in page(game, sheet(engine))


_TILES = """game "Tiles"
players Red, Blue
board square 3 x 3
kinds        sides by orthogonal      stops by 1..2  number
  straight   road  field road  field  2  5           8
  bend       road  road  field field  0  1           9
field turn of piece: turns of orthogonal
field money of player: 0..20 = 7
field bets of game: 0..9
pool bag of game seen by nobody
pool hand of player seen by owner
setup
  for k in kinds do place k in bag
action lay
  choose s in sites where s is empty and not blocked(s)
  choose r in 0..3
  do random t in bag
     move t to s with turn = r
     money(mover) := 0 - bets
let blocked(s: site) = some n in 1..2: step(s, north, n) is occupied
let shows(t: piece, d: direction) = sides(t, d) = road
end mover loses when some s in sites: s is piece and some d in orthogonal: shows(piece(s), d)
turn: lay else highest money wins
"""


@pytest.mark.parametrize(
    "said",
    [
        "tile sides stops number straight road north and south, field east and west 2 and 5 8",
        "bend road north and east, field south and west 0 and 1 9",
        "Nobody sees the bag. Only its owner sees the hand of a player.",
        "Each player's money begins at 7.",
        "your money becomes minus the bets.",
        "for some number from 1 to 2, the place as many steps as that number north of the place is occupied",
        "the sides which the tile turns to the direction are road",
    ],
)
def test_a_sheet_tells_what_kinds_are_who_sees_what_and_with_what_the_game_begins(said: str) -> None:
    assert said in text_of(_TILES)


def test_a_sheet_tells_with_what_fields_of_words_and_pairs_begin() -> None:
    fields = "type good: silk, tea\nfield price of good: 1..9 = 4\nfield trust of player, good: 0..5 = 2\n"
    rules = "action buy\n  choose g in good where price(g) > 1 and trust(mover, g) > 0\n  do price(g) := price(g) - 1\nturn: buy\n"
    told = text_of(f'game "Goods"\nplayers Ann, Bob\n{fields}{rules}')
    assert (
        "The price of each good begins at 4 and the trust of each player and each good begins at 2." in told
    )


def test_the_letters_of_names_are_told_where_they_spell_a_column() -> None:
    text = text_of(
        'game "Letters"\nplayers A, B\nboard square 3 x 3\n'
        "kinds each mark by orthogonal in {plain as P, star as S} once per rotation\n"
        "action lay\n  choose k in kinds\n  choose s in sites where s is empty\n  do place k of mover on s\n"
        "turn: lay else draw\nend mover wins when mark(a1, north) = star\n"
    )
    assert (
        "The letters of a name are its mark north, east, south and west: P for plain and S for star." in text
    )


def test_a_move_of_several_kinds_that_has_a_sentence_is_never_told_as_that_of_another_kind() -> None:
    text = text_of(
        'game "Moves"\nplayers A, B\nboard square 3 x 3\nkinds man, king\n'
        "setup\n  place man of A on a1\n  place king of B on c3\n"
        'move go by man, king\n  means "To a place that is empty."\n  line any: empty\n'
        "turn: go else draw\n"
    )
    assert text.count("go: To a place that is empty.") == 1
    assert text.count("go: One step in any direction to an empty place.") == 1
    assert "king (K) - go: As a man." in text


def test_a_first_game_shows_the_fields_that_an_action_changes() -> None:
    engine = bundled.reference("no_thanks")
    text = draw_sheet(engine.game, sheet(engine), 100, False)
    assert "chips (First 10, Second hidden, Third hidden)" in text.partition("refuse\nFirst")[2]


_PARTS = """game "Parts"
players A, B
board square 3 x 3
kinds man
field bit of player: 0..9
field goal of game: site or none
field is_late of game: bool
option far = 2 from 2..3
setup
  let n = 1
  for p in players do
    bit(p) := n
    n := n * 2
action lay
  choose s in sites where s is empty and s != goal
  choose twice in {false, true} where twice implies s != a1
  where not (is_late or phase = other)
  do place man of mover on s
     let his = first(enemy pieces)
     if some own pieces do bit(mover) := file(site(his)) + rank(site(his)) + distance(his, s)
turn: lay else draw
phase other: lay
end "three" mover wins when count(own pieces) = 3
"""


@pytest.mark.parametrize(
    "said",
    [
        "The number becomes 1. - For each player: the bit of that player becomes the number and the number becomes the number times 2.",
        "an empty place that is not the goal and whether “twice”, so that (if “twice” is chosen, the place is not a1)",
        "Only if it is not late and the phase is not “other”.",
    ],
)
def test_parts_of_actions_and_of_set_ups_are_told_so_that_they_can_be_played(said: str) -> None:
    text = text_of(_PARTS)
    assert said in text
    assert "the his" not in text


def test_a_page_names_ends() -> None:
    engine = bundled.reference("no_thanks")
    assert "<b>Last card</b>: No card is left" in page(engine.game, sheet(engine, with_moves=False))


@pytest.mark.parametrize(
    ("name", "term", "is_told"), [("shut_the_box", "is left", False), ("backgammon", "is left", True)]
)
def test_terms_of_other_files_are_told_where_the_game_uses_them(name: str, term: str, is_told: bool) -> None:
    engine = bundled.reference(name)
    text = draw_sheet(engine.game, sheet(engine, with_moves=False), 100, False)
    assert (f"- {term}: " in text) == is_told


_TRICKS = """game "Snatch"
players 2..4 from Ann, Bob, Cid, Dee
kinds each colour in {red, blue}, value in {1..9, 10 as X}
pool deck of game seen by nobody
pool row of game ordered
pool taken of player
field effort of player: 0..5
field holder of game: player or none
field rounds of game: 0..99
field first_seat of game: player
hide c in row from v where v != holder and value(c) > 3 and rounds mod 3 != 0 and not ended
setup
  for k in kinds do place k in deck
  for p in players, n in 1..3 do
    random c in deck
    move c to taken(p)
  then turn of Bob
let below = nth(row, count(row) - 1)
let at_work = {p in players where effort(p) > 0}
let quickest = first(p in players_from(first_seat) where effort(p) > 0 by -effort(p))
let in_line(p: player) = count(row) - effort(p)
let unequal(n: number) = abs(n - count(row)) > 1
effect clear_up(p: player)
  holder := none
  effort(p) := 0
  rounds := min(99, rounds + in_line(p))
action claim
  choose n in 1..5
  do effort(mover) := n
action wait
  do clear_up(mover)
settle after claim, wait
  let is_pair = count(row) > 1 and value(last(row)) = value(below)
  if is_pair implies rounds > 3 do
    if quickest != none and some at_work do
      for c in row do move c to taken(quickest)
  else
    for p in (players where unequal(effort(it))), c in first(taken(p), 1) do move c to deck
  if no p in players: some taken(p) or effort(p) = 5 do
    clear_up(Ann)
  random c in deck
  move c to row
let score(p: player) = count(taken(p))
turn together: claim or wait
end "stopped" at_work wins when count(taken(Ann) + taken(Bob) + row) > 30
end highest score wins when no deck
"""


@pytest.mark.parametrize(
    "said",
    [
        "There are 20 kinds: one for each colour (red, blue) and value (1 to 9, 10 as X).",
        "For each player, 3 times: a random card in the deck goes to the taken cards of that player.",
        "Nobody sees the deck. Hidden from a player who is not the holder: cards in the row whose value is more than 3, "
        "as long as the rounds are not a multiple of 3, until the game is over.",
        "When all have chosen, (let “is pair” mean that",
        "“is pair” does not hold or the rounds are more than 3, (if the quickest is somebody and there is a player at work, "
        "all cards in the row go to the taken cards of the quickest); otherwise",
        "the first taken card of that player goes to the deck),",
        "if for each player, that player has no taken cards and the effort of that player is not 5, “clear up” is done for Ann",
        "All players at work win when there are more than 30 cards among Ann's taken cards, Bob's taken cards and the row.",
        "below: The card whose number is (the number of cards in the row minus 1) in the row.",
        "quickest: The first of the players whose effort is more than 0, in the order of turns from the first seat on, ordered by "
        "their effort, the greatest first.",
        "unequal: Of a number: the difference between the number and the number of cards in the row is more than 1.",
        "clear up: Of a player: the holder becomes nobody, the effort of the player becomes 0",
        "plus the “in line” of the player).",
    ],
)
def test_a_game_of_cards_without_sentences_is_told_as_people_say_it(said: str) -> None:
    assert said in text_of(_TRICKS)


_TRACKS = """game "Tracks"
players Red facing north, Blue facing south
board graph
  street: mill-port-tower
  boat: mill-tower, port>reef
  mill at 1, 1, port at 2, 2, tower at 3, 1, reef at 2, 3
kinds guard, thief
field heading of piece: direction or none
field shut of site: bool
let ahead(s: site) = {n in neighbours(s, boat) where n is empty}
let behind(s: site) = first(ahead(s))
let shows(s: site, is_free: bool) = (s is empty) = is_free
setup
  place thief of Red on mill
  place guard of Blue on tower
move walk by guard
  line street up to 1: any
move sail by thief
  line boat: not enemy*, empty
  where shows(behind(from), true)
action post
  choose s in sites where s is empty and s in corners
  choose d in directions
  do place guard of mover on s with heading = d
action stand
  choose p in own pieces where heading(p) != none and step(site(p), heading(p)) is empty
  do move p to step(site(p), heading(p))
turn: walk or sail or post or stand else pass
end mover wins when count(reached from mill by street while own) = 3
limit 20 moves: draw
"""


@pytest.mark.parametrize(
    "said",
    [
        "walk: One step by street to any place.",
        "A straight line by boat over any number of places that do not hold an enemy piece, to an empty place.",
        "Only if the place behind the start shows yes.",
        "shows: Of a place and an answer: the place is empty exactly when the answer is yes.",
        "ahead: Of a place: empty places one step by boat from the place.",
        "Then a guard of yours is placed on the place, with the direction as its heading.",
        "the place 1 step from the place of the piece in the direction of the heading of the piece",
        "there are exactly 3 places that can be reached from mill by steps by street over places that hold one of your pieces.",
    ],
)
def test_ways_over_tracks_are_told_as_people_go_them(said: str) -> None:
    assert said in text_of(_TRACKS)


_SHOP = """game "Shop"
players Ann, Bob
kinds each colour in {red, blue}, size in {1..20}
kinds    open  lucky worth_of
  imp    yes   no    1
  djinn  no    yes   2
pool stock of game
pool bag of player
field coins of player: 0..9 = 2
field worth of game: 0..9
field debts of player, colours: 0..9
type colours: red, blue
setup
  for k in kinds do place k in stock times (3 if lucky(k) else 1)
effect pay
  if coins(mover) > 0 do
    coins(mover) := coins(mover) - 1
    worth := 1
  then owe by mover
effect charge
  if coins(mover) > 0 do
    coins(mover) := coins(mover) - 1
    worth := 1
  then owe by mover
action buy
  choose k in kinds of stock where open(k) or not lucky(k)
  do move k from stock to bag(mover)
     pay()
action rent
  do pay()
     charge()
action give
  choose n in 1..3
  do for c in first((bag(mover) where kind(it) = imp), n) do remove c
     debts(mover, red) := debts(mover, red) + 1
     charge()
choice owe
  choose n in 1..2
  do worth := n
     if coins(mover) > 1 do
       if n > 1 do worth := 3
       else worth := 4
let is_done = worth > 5 and coins(mover) > 2
let count_of(p: player, k: kind) = count(c in bag(p) where kind(c) = k)
let best(p: player) = last(bag(p))
let next_in(p: player) = first(q in players_from(after(p)) where some bag(q))
let ranks = (p in players where some bag(p) by size(best(p)), debts(p, red))
let gain(p: player) = coins(p) + worth if worth > 2 else 0
let left(p: player) = sum(size(c) + worth_of(c) for c in bag(p)) - coins(p) + count_of(p, imp)
turn: buy or rent or give if not is_done else pass if not is_done else highest gain wins
end highest left wins when some ranks and next_in(mover) = Ann and some q in players: worth_of(best(q)) > 1
"""


@pytest.mark.parametrize(
    "said",
    [
        "When it is done, or nothing can be done: you pass if it is not done; otherwise whoever has the highest gain wins.",
        "pay: (If your coins are more than 0, your coins fall by 1 and the worth becomes 1) and you are then to “owe”.",
        "charge: (If your coins are more than 0,",
        "owe: Choose a number from 1 to 2. Then the worth becomes the number and if your coins are more than 1, (if the number is "
        "more than 1, the worth becomes 3; otherwise the worth becomes 4).",
        "There are 42 kinds: one for each colour (red, blue) and size (1 to 20); imp and djinn.",
        "gain: Of a player: (the coins of the player plus the worth) if the worth is more than 2, otherwise 0.",
        "left: Of a player: (the sum of (the size of that piece plus the “worth of” of that piece) for each piece in the bag of the "
        "player) minus the coins of the player plus the count of the player for an imp.",
        "3 times if that kind is marked “lucky”, otherwise once.",
        "where (it is open or it is not marked “lucky”).",
        "for each piece among as many of the first imps in your bag as the number: that piece is removed",
        "your debts for red grow by 1",
        "the first player whose bag is not empty, in the order of turns from the player after the player on.",
        "ordered by the size of their best, the least first, and then by their debts for red, the least first.",
        "the “worth of” of the best of some player is more than 1",
    ],
)
def test_what_is_told_of_a_shop_is_true_and_whole(said: str) -> None:
    assert said in text_of(_SHOP)


def test_a_table_too_wide_for_its_names_is_a_list() -> None:
    kinds = "".join(f"  k{n} {n} {n} {n}\n" for n in range(42))
    rules = (
        'game "Wide"\nplayers A, B\n'
        f"kinds number_in_the_first_column_of_three number_in_the_middle_column_of_three number_in_the_last_column\n{kinds}"
        "pool stock of game\nsetup\n  for k in kinds do place k in stock\naction take\n  choose k in kinds of stock\n"
        "  do remove first(c in stock where kind(c) = k)\nturn: take\nend draw when no stock\n"
    )
    row = "- k7: number in the first column of three 7; number in the middle column of three 7; number in the last column 7"
    assert row in text_of(rules)


def test_where_a_piece_goes_that_depends_on_its_state_is_told_of_each_kind() -> None:
    rules = (
        'game "Two faces"\nplayers White facing north, Black facing south\nboard square 4 x 4\nkinds front back\n'
        "  rook (line orthogonal: empty) (line diagonal up to 1: any)\n  pawn (line forward up to 1: any) (leap 1, 2: any)\n"
        "field flipped of piece: bool\nsetup\n  place rook of White on a1\n  place pawn of Black on c4\n"
        "let reach(p: piece) = back(p) if flipped(p) else front(p)\nmove go\n  along reach\n"
        "  do flipped(piece) := not flipped(piece)\nturn: go else lose\nlimit 9 moves: draw\n"
    )
    said = text_of(rules)
    assert (
        "If the piece is flipped, one step along diagonals to any place; otherwise one step along rows"
        in said
    )
    assert (
        "If the piece is flipped, a leap of 1 and 2 to any place; otherwise one step forward to any" in said
    )


_KEPT = """
game "Told"
players Red facing north, Blue facing south
board square 4 x 4
kinds guard, scout
option gate = shut from shut, ajar
field fresh of site: site or none until action
field spent of game: 0..9 until turn
field lost of player: 0..9
pool hand of player
let is_ajar(p: player) = gate = ajar
let chain(s: site) = reached from s while own
let gap(s: site, n: number) = count(chain(s)) - n
let has_scout(p: player) = some s in hand(p): s is scout
let score(p: player) = count(pieces of p)
setup
  place scout of Red on a1
  place guard of Blue on d4
move go
  line orthogonal: any as other, any
  where gap(other, 1) < 2 and (is_ajar(mover) or not has_scout(mover))
  do lost(rival(mover)) := lost(rival(mover)) + captures
     spent := spent + 1
choice fetch
  choose s in sites where s is empty
  do place guard of mover on s
settle
  if count(own pieces) < 1 do then must fetch
turn: go else lose
end
  draw when full
  mover wins when lost(rival(mover)) > 3
  highest score wins when turn > 30
"""


@pytest.mark.parametrize(
    "said",
    [
        "The game is a draw when the board is full. - You win when your opponent's number lost is more than 3.",
        "Where several of these hold at once, the first counts; but whoever can do nothing and so loses has lost,",
        "If both are equal, the game is a draw.",
        "A straight line along rows and columns over any place (the other place), to any place.",
        "Only if the gap of the other place for 1 is less than 2. Only if “has scout” does not hold for you.",
        "A piece that moves to where another one stands captures that one.",
        "What is not possible then is left out.",
        "if you have fewer than 1 pieces, you are then to “fetch”. TERMS",
        "spent: This is kept until the end of the turn.",
        "the number of places in the chain of the place minus the number.",
        "What can be reached from a place over places of a sort is each place of that sort",
    ],
)
def test_a_sheet_tells_what_counts_first_how_long_it_is_kept_and_what_words_mean(said: str) -> None:
    assert said in text_of(_KEPT)
    assert "ajar" not in text_of(_KEPT).partition("SETTINGS")[0]


def test_where_all_choose_at_once_what_follows_comes_when_all_have_chosen() -> None:
    rules = (
        'game "Both"\nplayers Fox, Hound\nboard square 3 x 3\nkinds beast\nfield choice of player: site or none = none\n'
        "setup\n  place beast of Fox on a1\n  place beast of Hound on c3\nlet lair(s: site, p: player) = s is empty and p = Fox\n"
        "action pick\n  choose s in sites where not lair(s, mover)\n  do choice(mover) := s\nturn together: pick\n"
        "settle\n  for p in players do choice(p) := none\nlimit 9 moves: draw\n"
    )
    said = text_of(rules)
    assert "- When all have chosen, for each player: that player has no choice from now on." in said
    assert "begins" not in said
    assert "Choose a place that does not count as “lair” for you." in said


def test_what_must_follow_is_told_as_a_condition_and_by_its_name_where_it_comes_too_late() -> None:
    shove = "effect shove(p: piece)\n  heat := heat + 1\n  moved(p) := true\n  heat := heat + 1\n  then must follow(p)\n"
    rules = (
        'game "Must"\nplayers Red, Blue\nboard square 4 x 4\nkinds stone\nfield heat of game: 0..9 = 0\nfield moved of piece: bool = false\n'
        f"setup\n  place stone of Red on a1\n  place stone of Blue on d4\n{shove}"
        "move go by stone\n  line orthogonal: empty\n  do shove(piece)\nmove run by stone\n  line diagonal: empty\n"
        "  do shove(piece)\n     then must follow(piece)\nchoice follow(p: piece)\n"
        "  choose s in neighbours(site(p)) where s is empty\n  do move p to s\nturn: go or run else lose\n"
    )
    said = text_of(rules)
    has_to = "What somebody must then do has to be possible, or the action before it is not allowed"
    assert f"{has_to}. - follow" in said
    assert "the heat grows by 1 and you must then “follow” with the piece." in said
    late = text_of(f"{rules}settle after go\n  for p in pieces where p is enemy do shove(p)\n")
    assert "After go, for each enemy piece: “shove” is done with that piece." in late
    assert f"{has_to}; of what follows by itself, what is not possible is left out. - follow" in late


_PLANE = """
game "Plane"
players Red, Blue
board square growing within 10 stacking
kinds    suit  height
  low    red   2
  high   blue  3
  higher blue  4
field laid of player: 0..9 = 1
pool hand of player
setup
  for p in players, k in kinds do place k of p in hand(p)
let twice(n: number) = n * 2
let first_after(p: player) = after(p)
let is_odd(s: site, b: bool) = (file(s) = 0) = b
let sums = sum(sum(r * 2 for r in 1..2) for s in sites where s is own)
action lay
  choose c in kinds of hand(mover)
  choose s in sites where not is_odd(s, c = low)
  do move c from hand(mover) to s
     laid(mover) := twice(1) + sums
     laid(first_after(mover)) := 1
turn: lay else pass
hide s in sites from p where s is enemy
end mover wins when (moves > 9 if mover = Red else moves > 4)
"""


@pytest.mark.parametrize(
    "said",
    [
        "The board grows, up to 10 columns and 10 rows: its places are those that hold something, and those next to "
        "them, also diagonally; an empty board has none yet, and 0,0 is its middle.",
        "Several pieces may lie on a place, each on the one before: the piece on a place is the topmost.",
        "Hidden from a player: all that is on places that hold an enemy piece.",
        "a place that is not odd with (whether the piece is a low)",
        "your number laid becomes (the twice of 1) plus the sums and the number laid of the first after you becomes 1.",
        "Each player's number laid begins at 1.",
        "The sum of (that number times 2) for each number from 1 to 2 for each place that holds one of your pieces.",
    ],
)
def test_a_sheet_tells_what_no_picture_shows_of_a_board(said: str) -> None:
    assert said in text_of(_PLANE)


def test_ends_by_effects_and_of_several_say_what_becomes_of_ties() -> None:
    rules = (
        'game "Heap"\nplayers Ann, Bob\nboard square 3 x 3\nkinds stone\nfield won of player: 0..9\n'
        "action put\n  choose s in sites where s is empty\n  do place stone of mover on s\n     won(mover) := won(mover) + 1\n"
        "     if full do end highest won wins\nturn: put\n"
        "end {p in players where won(p) > 3} wins when some p in players: won(p) > 3\n"
    )
    said = text_of(rules)
    assert "Put may end the game: whoever has the highest number won wins." in said
    assert "If both are equal, the game is a draw. If all win, the game is a draw." in said


def test_each_line_and_each_direction_counts_and_comparisons_keep_their_order() -> None:
    rules = (
        'game "Lines"\nplayers Ann, Bob\nboard square 5 x 5\nkinds stone\nfield price of game: 0..9\nfield aim of piece: site or none\n'
        "field front of game: site or none\nsetup\n  front := b1\n  place stone of Ann on a1\nlet far(s: site) = {step(s, d, 2) for d in any}\n"
        "action put\n  choose s in far(front) where s is empty\n  choose n in 1..9 where n > price\n"
        "  do place stone of mover on s\n     price := n\n     for line orthogonal from s: enemy as e, own do capture e\n"
        "     for p in pieces where aim(p) = none do aim(p) := s\n     front := step(s, north)\n"
        'turn: put else pass\nend draw when passes > 0\nend "off" mover loses when front = none\n'
    )
    said = text_of(rules)
    for told in (
        "a number from 1 to 9 that is more than the price",
        "for each straight line along rows and columns from place A over a place B that holds an enemy piece, to a piece of one's own: the "
        "piece on place B is captured",
        "for each piece that has no aim: the aim of that piece becomes place A",
        "Of a place: the places 2 steps from the place in each direction.",
        "The game is a draw when somebody has just passed.",
        "You lose when the front is off the board.",
    ):
        assert told in said, said


def test_a_piece_is_drawn_for_the_numbers_and_passing_states_that_make_a_difference() -> None:
    rules = (
        'game "Levels"\nplayers Red facing north, Blue facing south\nboard square 7 x 7\nkinds tower, runner\n'
        "field level of piece: 1..4 = 1\nfield tired of piece: bool until turn\nsetup\n  place tower of Red on d1\n"
        "  place runner of Blue on d7\nmove climb by tower\n  line orthogonal up to level(piece): empty+\n"
        "  do level(piece) := min({4, level(piece) + 1})\nmove run by runner\n  line any: empty\n  where not tired(piece)\n"
        "  do tired(piece) := true\nturn: climb or run\nend draw when turn = 40\n"
    )
    said = text_of(rules, with_moves=True)
    for told in (
        "when its level is 1 (",
        "when its level is 2 (",
        "when its level is 3 or 4 (",
        "when it is not tired (",
    ):
        assert told in said, told


def test_what_a_piece_has_beside_its_kind_is_read_as_words() -> None:
    assert told_fields((("seen", "true"), ("level", "2"))) == " (seen, level 2)"
    assert (
        told_fields((("knows(Ann)", "true"), ("marked(Bob)", "false"))) == " (Ann knows, not marked for Bob)"
    )
    assert told_fields(()) == ""


def test_others_are_the_others_and_what_is_its_is_its() -> None:
    rules = (
        'game "Harbour"\nplayers Ann, Bob\nkinds cost\n'
        "  tug 1\n  brig 3\npool yard of game\npool fleet of player\nfield coins of player: 0..9\nfield has_sailed of player: bool\n"
        "let is_broke(p: player) = coins(p) = 0\nsetup\n  for k in kinds do place k in yard\n"
        "action buy\n  choose k in kinds of yard\n  where all p in players where p != mover: coins(p) > 0\n"
        "  do move k from yard to fleet(mover)\n     coins(mover) := max({0, coins(mover) - 1})\n"
        "     if no c in fleet(mover): kind(c) = k and coins(mover) > 1 do has_sailed(mover) := false\n"
        "     if has_sailed(mover) do coins(mover) := 9\nturn: buy else pass\n"
        "end lowest coins wins when some c in (yard where cost(it) > 2 and cost(it) < 9): is_broke(mover)\n"
    )
    said = text_of(rules)
    for told in (
        "Only if the coins of each other player are more than 0.",
        "your coins become the greater of 0 and",
        "(the kind of piece A is that of the piece)",
        "you count as not having sailed",
        "you are broke",
    ):
        assert told in said, said


def test_a_first_game_draws_no_position_twice_where_an_action_changes_nothing_that_is_drawn() -> None:
    rules = (
        'game "Hush"\nplayers A, B\nboard square 3 x 1\nkinds man\nfield hush of game: 0..9 seen by nobody\n'
        "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
        "action be_still\n  where hush < 9\n  do hush := hush + 1\nturn: put or be_still\nlimit 9 moves: draw\n"
    )
    game, _ = examine(Source("test.gdl", rules), {})
    assert game is not None
    blocks = sheet(interpreter.engine(game, "reference"))
    parts = page(game, blocks).split("<section")
    drawn = {
        name: any('class="change"' in p for p in parts if f">{name}</h" in p) for name in ("put", "be still")
    }
    assert drawn == {"put": True, "be still": False}
    assert draw_sheet(game, blocks, 100, False).count("Before:") == 1


_DISPLAYS = """
game "Tiles"
players Ann, Bob
board square 5 x 5
kinds each hue in {red, blue, teal}
kinds starter
pool display of 1..3
pool hand of player
field leader of game: player or none
setup
  for k in kinds where hue(k) != none do place k in display(1) times 4
  place starter in display(2)
let sites_around(p: player) = {step(site_at(i, j), d, n) for i in {2, 4}, j in 1..5, d in orthogonal, n in 1..2 where i + j > n}
let is_flush(p: player) = count(hue(c) for c in hand(p)) = 1
action take
  choose n in 1..3
  choose k in kinds of display(n) where k != starter
  do move k from display(n) to hand(mover)
     leader := mover
action mark
  choose s in sites_around(mover) where s is empty
  do place starter of (Ann if is_flush(Ann) else leader) on s
turn: take or mark else pass
end
  leader wins when no n in 1..3: some display(n)
  Ann loses when no p in players: some hand(p)
"""


@pytest.mark.parametrize(
    "said",
    [
        "There is also a starter.",
        "The leader wins when the display of each number from 1 to 3 is empty.",
        "Ann loses when the hand of each player is empty.",
        "a starter of (Ann if Ann counts as “flush”, otherwise the leader) is placed on the place.",
        "there is exactly 1 hue among the pieces in the hand of the player.",
        "for each number A of 2 and 4, each number B from 1 to 5, each direction among north, east, south and west and each "
        "number C from 1 to 2 where number A plus number B is more than number C.",
    ],
)
def test_what_is_made_of_several_parts_is_told_so_that_each_is_heard(said: str) -> None:
    assert said in text_of(_DISPLAYS)
