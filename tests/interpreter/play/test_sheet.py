"""Rule sheets: what they say follows from the rules, and so do the pictures of moves."""

import re

import bundled
import pytest

import gdl
import interpreter
from gdl.loader import bundled_games
from gdl.loader import examine_source as examine
from gdl.source import Source
from interpreter.play.sheet.html import page
from interpreter.play.sheet.moves import Trials
from interpreter.play.sheet.sheet import sheet
from interpreter.play.sheet.text import draw_sheet


def text_of(rules: str) -> str:
    """The rule sheet of the text of a game, on one line."""
    game, found = examine(Source("test.gdl", rules), {})
    assert game is not None, found
    engine = interpreter.engine(game, "reference")
    return " ".join(draw_sheet(game, sheet(engine, with_moves=False), 100, False).split())


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
    assert "Then a man of the player to move is placed on s." in text
    assert "Whoever has just moved wins when there are no enemy pieces." in text
    assert "After 50 actions the game is a draw." in text
    assert "near: Of s: the distance from s to a1 is less than 2." in text
    assert "For whoever can do nothing of that: they pass." in text


def test_every_power_of_zarcana_is_told_by_a_sentence() -> None:
    game = gdl.load("zarcana")
    powers = [k.name for k in game.kinds if k.attributes.get("power") or k.attributes.get("alone")]
    assert len(powers) == 29
    assert all(game.meaning_of("kind", name) for name in powers)
    assert all(game.meaning_of("action", a.name) for a in game.actions if a.form in ("action", "choice"))


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
    assert "does one of these: put or swap." in text_of(rules.replace("wild = false", "wild = true"))


def test_moves_are_found_by_running_the_rules() -> None:
    ways = {w.kind: w for w in Trials(interpreter.engine(gdl.load("chess"), "reference")).ways()}
    assert set(ways["knight"].to) == {"b5", "c6", "e6", "f5", "f3", "e2", "c2", "b3"}
    assert set(ways["knight"].prey) == set(ways["knight"].to)
    assert ways["pawn"].to == ("d5",)
    assert set(ways["pawn"].prey) == {"c5", "e5"}
    assert len(ways["queen"].to) == 27


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
        "Choose an empty place s and a watchman m of one's own.",
        "Then a watchman of the player to move is placed on s.",
        "Whoever has just moved wins when there are at least 2 own watchmen.",
        "The game is a draw when there were at least 2 passes in a row.",
    ):
        assert said in text, f"{said}\n{text}"
    assert "among the reach" not in text  # a column of paths is told kind by kind
