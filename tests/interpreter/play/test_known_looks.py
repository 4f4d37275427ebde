"""Boards are drawn as people know them, by traits of their rules: points and bars, pits, dice, goals, patterns of owners."""

import json
import re
import unicodedata
from collections.abc import Callable
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from random import Random

import bundled
import pytest

import gdl
import interpreter
from gdl.loader import bundled_directory
from interpreter.engines.base import Engine, State
from interpreter.play.scene.cards import (
    Cards,
    chosen_from,
    coloured_cards,
    columns_of_suits,
    counters,
    holds_cards,
    nobodys,
    spent,
    tricks,
)
from interpreter.play.scene.colours import COLOURS, INK, TRUTHS, ink_of, lightness, tint
from interpreter.play.scene.fields import bookkeeping, dice, filled_in_play, truths
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece, meaning, pips
from interpreter.play.scene.observer import Score
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.tiles import faces, has_strands, is_painted, laid_together, pattern, shape
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.geometry import BAR, Geometry
from interpreter.play.svg.grounds import MARKED
from interpreter.play.svg.icons import icons
from interpreter.play.svg.picture import Icons, can_be_turned, picture, picture_of
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.position import Framing
from interpreter.play.svg.shapes import is_outlined, piece_sets
from interpreter.play.text.drawing import Layout, draw


def begun(name: str, seed: int = 3) -> State:
    return bundled.reference(name).initial_state(seed)


def drawn(state: State, framing: Framing | None = None) -> str:
    return picture(state.engine.game, state.position(), framing=framing or Framing())


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_a_state_is_a_picture_in_notebooks(kind: str) -> None:
    state = bundled.engine("pig", kind).initial_state(1)
    after = state.apply(state.legal_actions()[0])
    assert after._repr_svg_().startswith("<svg")
    assert dice(after.engine.game) == ("thrown",)
    assert after._repr_svg_() != state._repr_svg_()


def test_a_race_on_two_rows_of_stacks_has_points_a_bar_and_dice() -> None:
    state = begun("backgammon")
    made = drawn(state)
    points = re.findall(r'<g data-site="p\d+"><title>[^<]*</title><polygon', made)
    assert len(points) == 24
    assert len(re.findall(r'data-piece="(?:White|Black) man"', made)) == 30
    fields = state.position()["fields"]
    assert re.findall(r'data-die="(\d)"', made) == [str(fields["die1"]), str(fields["die2"])]
    assert "die1 " not in re.sub(r"<title>.*?</title>", "", made)
    assert ">white bar</text>" not in made  # which is too narrow for its name, and known without it


def test_men_of_a_point_have_their_number_where_they_are_many() -> None:
    game = bundled.load("plakoto")
    made = picture(game, {"pieces": {"p24": ["White man"] * 15, "p3": ["Black man"] * 5}})
    counted = re.findall(r"<text[^>]*bold[^>]*>(\d+)</text>", made)
    assert counted == ["15"]


def test_a_gap_in_the_rows_of_points_is_a_bar() -> None:
    made = drawn(begun("plakoto"))
    assert len(re.findall(f'fill="{BAR}"', made)) == 2  # in the middle, and for the men that are off


def test_numbers_on_a_board_without_pieces_are_seeds_in_pits() -> None:
    made = drawn(begun("oware"))
    pits = re.findall(r'<g data-site="\w+">.*?</g>', made)
    assert len(pits) == 12
    assert all(pit.count("<circle") == 2 + 4 for pit in pits)
    assert len(re.findall(r'data-pool="store of \w+"[^>]*>.*?width="132', made)) == 2  # larger than a house
    stores = re.findall(
        r'<g data-site="([a-z]\d?)"><title>[^<]*</title>(?:<g[^>]*>)?<rect', drawn(begun("kalah"))
    )
    assert sorted(stores) == ["n", "s"]  # as high as both rows


def test_edges_that_a_player_joins_are_coloured() -> None:
    made = drawn(begun("hex"))
    assert re.findall(r'data-goal="(\w+)"', made) == ["Red", "Red", "Blue", "Blue"]
    assert "data-goal" not in drawn(begun("chess"))


def test_bookkeeping_is_not_shown_and_what_players_need_is() -> None:
    chess, pig = gdl.load("chess"), gdl.load("pig")
    assert "quiet" in bookkeeping(chess) and "passed" in bookkeeping(chess)
    assert "points" not in bookkeeping(pig)
    assert dice(gdl.load("backgammon")) == ("die1", "die2")
    assert dice(gdl.load("shut_the_box")) == ("die1", "die2")  # what is left of a throw is no die
    state = begun("chess")
    for move in ["g1-f3", "g8-f6"]:
        state = state.apply(state.action_from_string(move))
    assert "quiet" not in drawn(state)


def test_owners_differ_by_pattern_as_well_as_by_colour() -> None:
    made = drawn(begun("zola"))
    shapes = {}
    for owner in ("Red", "Blue"):
        (piece, *_) = re.findall(rf'<g data-piece="{owner} checker".*?</g>', made)
        shapes[owner] = re.findall(r"<(\w+)", piece)
    assert shapes["Red"] != shapes["Blue"]


def test_the_last_move_is_marked() -> None:
    made = drawn(begun("zola"), Framing(last=("a1", "b1")))
    assert re.findall(r'data-last="(\w+)"', made) == ["a1", "b1"]


@pytest.mark.parametrize("name", ["chess", "hex", "stratego", "shogi", "cyvasse"])
def test_a_board_seen_from_the_other_side_has_all_its_places_the_other_way_round(name: str) -> None:
    state = begun(name)
    assert can_be_turned(state.engine.game)

    def order(is_turned: bool) -> list[str]:
        framing = Framing(is_page=False, is_turned=is_turned, has_targets=True)
        return re.findall(r'data-target="(\w+)"', drawn(state, framing))

    assert order(True) == order(False)[::-1]


def test_every_place_can_be_pointed_at_and_says_what_is_there() -> None:
    made = drawn(begun("chess"), Framing(is_page=False, has_targets=True))
    assert len(re.findall(r'role="gridcell"', made)) == 64
    assert 'aria-label="e1 White king"' in made
    assert len(re.findall(r'role="row"', made)) == 8


def test_signs_that_many_fonts_lack_are_outlines() -> None:
    made = drawn(begun("shogi"))
    assert 'data-sign="玉"' in made and ">玉<" not in made
    assert is_outlined("玉") and not is_outlined("K") and not is_outlined("玉K")


def test_all_signs_of_bundled_games_outside_common_fonts_have_outlines() -> None:
    def is_east_asian(sign: str) -> bool:
        return any(unicodedata.east_asian_width(c) in "WF" and c.isalpha() for c in sign)

    texts = (path.read_text("utf-8").partition("\nlooks")[2] for path in bundled_directory().glob("*.gdl"))
    signs = {sign for text in texts for sign in re.findall(r'"([^"]+)"', text) if is_east_asian(sign)}
    assert signs and all(is_outlined(sign) for sign in signs)


def test_kinds_of_two_numbers_are_dominoes_and_thrown_ones_dice() -> None:
    assert pips(bundled.load("dominoes"))["blank_three"] == (0, 3)
    assert pips(bundled.load("liars_dice"))["four"] == (4,)
    assert pips(bundled.load("hearts")) == pips(bundled.load("chess")) == {}
    position = {"to_move": "First", "pools": {"row": ["blank_three"]}}
    tile = re.findall(r'data-kind="blank_three".*?</g>', picture(bundled.load("dominoes"), position), re.S)
    assert tile[0].count("<circle") == 3


def test_words_for_numbers_and_ranks_are_figures() -> None:
    box = picture(bundled.load("shut_the_box"), {"to_move": "First", "pools": {"box": ["tile_7"]}})
    assert ">7<" in box and "seven</text>" not in box
    made = bundled.load("mau_mau")
    cards = Cards(made, Looks(made, colour=True))
    faces = [cards.face(f"hearts_{rank}") for rank in ("seven", "ten", "king")]
    assert [face.value for face in faces if face is not None] == ["7", "10", "K"]
    tarot = bundled.load("zarcana")
    page = Cards(tarot, Looks(tarot, colour=True)).face("cups_page")
    assert (
        page is not None and page.value == "page"
    )  # of which no letter is known, so that a king has none either


def test_pieces_of_nobody_called_by_a_colour_have_it() -> None:
    looks = Looks(bundled.load("code_breaker"), colour=True)
    assert looks.colour_of("", "blue") == COLOURS["blue"]
    assert looks.colour_of("", "nothing") is None


def test_cards_that_say_how_pieces_go_show_it() -> None:
    made = bundled.load("onitama")
    assert set(pattern(made, "tiger", 0)) == {(0, 2), (0, -1)}
    assert set(pattern(made, "tiger", 1)) == {(0, -2), (0, 1)}
    assert pattern(made, "student", 0) == pattern(bundled.load("chess"), "knight", 0) == ()
    position = {"to_move": "Red", "pieces": {"c1": "Red master"}, "pools": {"hand": {"Red": ["tiger"]}}}
    card = re.findall(r'data-kind="tiger".*?</g>', picture(made, position), re.S)[0]
    assert card.count("<rect") == 1 + 25 and ">tiger<" in card


def test_sides_that_go_in_pairs_on_all_tiles_are_tracks_and_else_fields() -> None:
    assert has_strands(bundled.load("trax"))
    assert not has_strands(bundled.load("roads_and_towns"))
    position = {"to_move": "White", "pieces": {"0,0": "cross turned_by=0"}}
    track = re.findall(r'data-piece="cross[^"]*".*?</g>', picture(bundled.load("trax"), position), re.S)[0]
    assert track.count("<path") == 4  # two tracks with their rims


def test_choices_that_wait_and_where_things_were_are_no_news() -> None:
    state = begun("marches")
    state = state.apply(state.legal_actions()[0])
    made = re.sub(r"<title>.*?</title>", "", picture(state.engine.game, state.observation(1)))
    assert "Red has chosen" in made and "march." not in made and "together" not in made
    assert "came" in bookkeeping(bundled.load("stratego"))


def test_what_players_have_is_shown_large_where_nothing_else_is() -> None:
    made = drawn(begun("pig"))
    assert re.findall(r'font-size="26[^"]*"[^>]*>(\d+)<', made) == ["0", "0"]
    game, position = bundled.load("pig"), dict(begun("pig").position())
    position["fields"] = {**position["fields"], "score": {"First": 7}}
    score = Score("score", {"First": "7", "Second": "0"})
    made = re.sub(r"<title>.*?</title>", "", picture(game, position, score=score))
    assert (made.count("score"), made.count(">7<")) == (1, 1)  # above its column, and not below it again
    assert re.search(r"the points of this turn</text><text[^>]*bold[^>]*>\d+<", made)


def test_pieces_that_are_all_called_by_colours_have_these_whoever_owns_them() -> None:
    looks = Looks(bundled.load("code_breaker"), colour=True)
    assert looks.colour_of("Maker", "Blue") == looks.colour_of("", "Blue") == COLOURS["blue"]


def test_tiles_of_several_sites_show_their_faces_off_the_board() -> None:
    made = bundled.load("cyvasse")
    assert faces(made, "tile2") == (("water", "water", "open", "open"), ("water", "open", "open", "open"))
    assert faces(made, "Rabble") == () == faces(bundled.load("chess"), "king")
    icon = Icons(made).drawn(Piece("White", "tile2", ()))
    assert icon.count("<rect") > 8 and ">tile2<" in icon
    assert ">Rabble<" not in Icons(made).drawn(Piece("White", "Rabble", ()))


def test_whoever_points_at_a_piece_or_a_card_reads_what_the_rules_say_of_it() -> None:
    position = {"to_move": "Red", "pieces": {"0,0": ["Tower"]}, "pools": {"hand": {"Red": ["Star"]}}}
    made = picture(bundled.load("zarcana"), position, framing=Framing(has_targets=True))
    target = re.findall(r'class="target".*?</title>', made, re.S)
    assert any("Discard the top card of the target space" in said for said in target)
    assert "<title>Star: Needs no minion. Draw four cards" in made
    jack = picture(bundled.load("hearts"), {"to_move": "South", "pools": {"hand": {"South": ["HJ"]}}})
    assert "<title>hearts J</title>" in jack


ROBOTS = """
game "Robots"
players Red facing north, Blue facing south
board square 3 x 3
kinds robot
field heading of piece: direction or none
field ground of site: plain, hill
setup place robot of Red on a1 with heading = east
action go
  choose s in own robot where heading(piece(s)) != none
  choose t in sites where t is empty and ground(t) = hill
  do move piece(s) to t
turn: go else lose
limit 9 moves: draw
"""


def test_a_place_is_read_out_with_what_the_rules_read_of_it_and_of_the_piece_on_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "robots.gdl"
    path.write_text(ROBOTS, "utf-8")
    position = {
        "to_move": "Red",
        "pieces": {"a1": "Red robot heading=east"},
        "sites": {"ground": {"a1": "hill", "b2": "hill"}},
    }
    made = picture(gdl.load(path), position, framing=Framing(has_targets=True))
    said = set(re.findall(r'aria-label="([a-c]\d[^"]*)"', made))
    assert {"a1 Red robot (heading east, ground hill)", "b2 (ground hill)", "c3"} <= said
    assert "<title>b2 (ground hill)</title><polygon" in made


def test_cards_that_players_lay_in_turn_and_that_are_taken_together_are_a_trick() -> None:
    assert tricks(bundled.load("hearts")) == tricks(bundled.load("minibridge")) == ("trick",)
    assert tricks(bundled.load("love_letter")) == ()  # what was played stays
    assert tricks(bundled.load("goofspiel")) == ()  # bids come and go at once
    assert tricks(bundled.load("zarcana")) == tricks(bundled.load("chess")) == ()


def test_a_trick_lies_in_the_middle_of_the_table_each_card_toward_its_player() -> None:
    made = bundled.load("hearts")

    def places(trick: dict[str, list[str]]) -> dict[str, tuple[float, float]]:
        drawn_there = picture(made, {"to_move": "South", "pools": {"trick": trick}})
        sheets = re.findall(
            r'data-pool="trick of (\w+)">.*?<rect[^>]*? x="([\d.]+)" y="([\d.]+)"', drawn_there, re.S
        )
        return {owner: (float(x), float(y)) for owner, x, y in sheets}

    free = places({})
    assert free["North"][1] < free["East"][1] == free["West"][1] < free["South"][1]
    assert free["West"][0] < free["North"][0] == free["South"][0] < free["East"][0]
    assert places({"West": ["C2"], "North": ["CK"]}) == free  # nothing moves when a card comes


def test_an_ordered_pool_keeps_its_order_and_what_is_true_of_players_is_said_of_them() -> None:
    position = {"to_move": "Breaker", "pools": {"code": {"Maker": ["red", "blue", "blue", "red"]}}}
    made = picture(bundled.load("code_breaker"), position)
    assert re.findall(r'data-piece="Maker (\w+)"', made)[:4] == ["red", "blue", "blue", "red"]
    position = {"to_move": "Ann", "fields": {"is_out": {"Bob": True}}}
    assert "is out: Bob" in picture(bundled.load("love_letter"), position)


def test_light_suits_are_dark_enough_to_be_read_on_paper() -> None:
    assert lightness(ink_of(COLOURS["white"].rgb)) < 0.7
    assert ink_of(COLOURS["blue"].rgb) == tint(COLOURS["blue"].rgb, INK, 0.15)


def test_cards_are_as_large_as_fingers_where_there_is_no_room_beside_them() -> None:
    state = begun("love_letter")
    narrow, wide = (
        re.findall(r'viewBox="0 0 (\d+)', drawn(state, Framing(is_page=False, is_wide=w)))[0]
        for w in (False, True)
    )
    assert int(narrow) < 430 < int(wide)


DIE = """
game "Die"
players A, B
board square 2 x 1
kinds man
field die of game: 1..6
field stones of player: 0..9
setup
  stones(A) := 3
action wait
  choose d in 1..6
  do random e in 1..1
     die := e
turn: wait
limit 9 moves: draw
"""
SPOTS = """
game "Spots"
players Red, Blue
board square 3 x 3
kinds man
field spot of player: site or none
field seen of player, site: bool
field cost of site, player: 0..9
setup
  spot(Red) := a1
  spot(Blue) := c3
  seen(Red, b2) := true
  cost(a3, Blue) := 4
action step
  choose s in neighbours(spot(mover))
  do spot(mover) := s
turn: step
limit 9 moves: draw
"""


CUP = """game "Cup"
players A, B
field die of 1..3: 1..6
action roll
  choose ns: 1..3 of 1..3
  do for n in ns do
       random d in 1..6
       die(n) := d
turn: roll
end mover wins when die(1) = die(2) and turn > 3
limit 9 moves: draw
"""


def test_a_throw_is_shown_whatever_it_is() -> None:
    state = begun("royal_game_of_ur")
    nothing = {**state.position(), "fields": {"turn": 3}}  # a field is left out at its default, here 0
    assert 'data-die="0"' in picture(state.engine.game, nothing)
    assert "throw 0" in draw(state.engine.game, nothing, Layout(colour=False))
    assert 'data-die="5"' not in drawn(begun("pig"))  # before the first throw there is none


def test_no_number_of_a_player_is_left_out_and_no_die_that_shows_its_default(
    make: Callable[..., Engine],
) -> None:
    state = make(DIE).initial_state(1)
    assert "stones (A 3, B 0)" in draw(state.engine.game, state.position(), Layout(colour=False))
    after = state.apply(state.legal_actions()[0])
    assert "die" not in after.position()["fields"]  # it shows 1, the default
    assert 'data-die="1"' in drawn(after) and "data-die" not in drawn(state)


def test_numbers_of_a_row_that_are_thrown_are_dice_side_by_side(make: Callable[..., Engine]) -> None:
    start = make(CUP).initial_state(1)
    assert "data-die" not in drawn(start)
    state = start.apply(start.legal_actions()[0])
    shown = re.findall(r'data-die="(\d)"><title>die (\d): (\d)<', drawn(state))
    held = {1: 1, 2: 1, 3: 1, **state.position()["fields"].get("die", {})}
    assert shown == [(str(v), str(n), str(v)) for n, v in held.items()]
    assert ">die (" not in drawn(state)


def test_what_players_have_at_places_is_drawn_there(make: Callable[..., Engine]) -> None:
    state = make(SPOTS).initial_state(1)
    made = drawn(state)
    titles = re.findall(r'<g data-stake="\w+"><title>([^<]*)</title>', made)
    assert titles == ["a1: spot (Red)", "b2: seen (Red)", "a3: cost 4 (Blue)", "c3: spot (Blue)"]
    text = draw(state.engine.game, state.position(), Layout(colour=False))
    assert "3  · · b" in text and "1  r · ·" in text
    assert "seen: Red b2" in text and "cost: Blue a3 4" in text


def test_where_players_have_pieces_a_site_of_theirs_is_bookkeeping(make: Callable[..., Engine]) -> None:
    state = make(SPOTS.replace("setup\n", "setup\n  place man of Red on b1\n")).initial_state(1)
    assert 'data-stake="spot"' not in drawn(state)
    assert "spot" not in draw(state.engine.game, state.position(), Layout(colour=False))


def test_a_card_of_a_suit_says_what_the_suit_does() -> None:
    game = bundled.load("zarcana")
    assert meaning(game, "Chariot").startswith("Move this minion twice")
    cups = "Cups. Grow the minion, or clone it. The minion must be upright, on a card."
    assert meaning(game, "cups_3") == f"Worth 3. {cups}"
    court = "Worth 11. Played from the hand it is any suit, on the board its own."
    assert meaning(game, "cups_queen") == f"{court} {cups}"
    assert meaning(game, "small") == ""
    assert meaning(bundled.load("hearts"), "hearts_Q") == ""


def test_a_kind_that_is_called_by_a_noun_has_its_icon() -> None:
    made = drawn(begun("hive"))
    assert re.findall(r'data-kind="(\w+)"><circle.*?data-sign="(.)"', made)[:2] == [
        ("queen", "👑"),
        ("spider", "🕷"),
    ]
    assert all(
        is_outlined(sign)
        for sign in json.loads(files("interpreter.play.svg").joinpath("icons.json").read_text("utf-8"))
    )


def test_looks_come_before_an_icon(tmp_path: Path) -> None:
    rules = """game "Animals"
players Red, Blue
board square 3 x 3
kinds ant, bee, wild_horse, heavy_horse
setup
  place ant of Red on a1
action add
  choose to in sites where it is empty
  do
    place ant of mover on to
turn: add
end draw when count(sites where it is empty) = 0
looks
  ant "7"
  bee "B"
"""
    path = tmp_path / "animals.gdl"
    path.write_text(rules, "utf-8")
    game = gdl.load(path)
    assert dict(icons(game)) == {"ant": "🐜", "bee": "🐝"}  # two horses would look alike
    assert {*icons(bundled.load("kuhn_poker"))} == {"jack", "queen", "king"}  # the queen has a second icon
    pieces = PiecePicture(game, Looks(game, colour=True), [], 9, is_stone=False)
    assert [pieces.letters(Piece("Red", kind, ())) for kind in ("ant", "bee")] == ["7", "🐝"]


def test_a_definition_with_the_name_of_a_ground_paints_it() -> None:
    assert picture_of(begun("stratego")).count("#9cc9e3") >= 4  # two lakes


MARKET = """game "Market"
players Ann, Bob
kinds    cost  copies
  ruby   3     4
      means "Worth three chips."
  pearl  2     5
  chip   0     0
pool deck of game seen by nobody
pool hand of player seen by owner
pool bank of game
pool purse of player
pool sold of game
let are_cards(k: kind) = k in {ruby, pearl}
setup
  for k in kinds where are_cards(k) do place k in deck times copies(k)
  for p in players do
    random c in deck
    move c to hand(p)
  place chip in bank times 5
action sell
  choose openly k in kinds of hand(mover)
  do
    move k from hand(mover) to sold
    if cost(k) > 2 do move chip from bank to purse(mover)
turn: sell
end draw when no p in players: some hand(p)
"""


def test_the_own_hand_lies_below_and_says_what_its_cards_do(tmp_path: Path) -> None:
    path = tmp_path / "market.gdl"
    path.write_text(MARKET, "utf-8")
    game = gdl.load(path)
    position = {
        "to_move": "Bob",
        "pools": {"hand": {"Ann": ["ruby"], "Bob": ["?"]}, "bank": ["chip", "chip"]},
    }
    made = picture(game, position)
    assert made.index("hand of Bob") < made.index("bank") < made.index("hand of Ann")
    assert (
        ">Worth three chips.</text>" in made and ">3</text>" in made and ">4</text>" not in made
    )  # never the copies
    assert "chip" in made and not re.search(r'data-piece="chip" data-kind="chip"><rect', made)  # no card
    both_open = picture(
        game, position | {"pools": {"hand": {"Ann": ["ruby"]}}}, framing=Framing(viewer="Ann")
    )
    assert ">Worth three chips.</text>" in both_open


def test_a_price_in_gems_is_in_their_colours_and_gems_belong_to_nobody(tmp_path: Path) -> None:
    path = tmp_path / "market.gdl"
    priced = MARKET.replace("cost  copies", "cost_jade  copies").replace("cost(k) > 2", "cost_jade(k) > 2")
    path.write_text(
        priced.replace("ruby ", "mine ").replace("{ruby,", "{mine,").replace("chip", "jade"), "utf-8"
    )
    game = gdl.load(path)
    assert counters(game) == {"jade"} and nobodys(game) == {"mine", "pearl", "jade"}
    assert holds_cards(game, "sold") and not holds_cards(game, "bank")
    made = picture(game, {"to_move": "Ann", "pools": {"sold": ["mine"], "bank": ["jade"]}})
    assert re.search(rf'<rect[^>]*fill="{COLOURS["jade"].rgb}"[^>]*/><text[^>]*>3</text>', made)
    assert ">cost jade" not in made and COLOURS["jade"] == COLOURS["green"]
    assert (
        "<title>mine: Worth three jades. (cost jade 3)</title>" in made
    )  # where one points at it, and read aloud


def test_flaps_that_are_shut_stay_in_their_row() -> None:
    state = begun("shut_the_box")
    before, position = drawn(state), state.position()
    position["pools"] = {"box": ["tile_3", "tile_9"]}
    after = picture(state.engine.game, position)
    assert before.count('data-kind="') == 9 and after.count('data-kind="') == 2
    assert before.count("<rect") == after.count("<rect")


def test_a_small_number_of_a_place_is_so_many_steps_and_what_is_true_paints_it(tmp_path: Path) -> None:
    path = tmp_path / "levels.gdl"
    path.write_text(
        'game "Levels"\nplayers Red, Blue\nboard square 2 x 2\nkinds man\nfield level of site: 0..4\nfield is_pit of site: bool\n'
        "action build\n  choose s in sites where level(s) < 4 and not is_pit(s)\n  do level(s) := level(s) + 1\n"
        "     is_pit(s) := level(s) = 4\n     if s is empty do place man on s\nturn: build\nlimit 9 moves: draw\n",
        "utf-8",
    )
    sites = {"level": {"a1": 3}, "is_pit": {"b2": True}}
    made = picture(gdl.load(path), {"to_move": "Red", "sites": sites})
    of = dict(re.findall(r'data-site="(..)">(.*?)</g>', made))
    assert [of[s].count("<polygon") for s in ("a1", "b1")] == [3, 0]
    assert tint("#ffffff", TRUTHS[0], MARKED) in of["b2"] and ">pit</text>" in made


def test_tiles_of_several_squares_are_drawn_as_they_are_until_they_lie(tmp_path: Path) -> None:
    assert shape(bundled.load("polyominoes"), "block") == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert shape(bundled.load("chess"), "king") == ()
    made = drawn(begun("polyominoes"))
    for name, count in (("rod", 4), ("square", 1)):  # each as large as a finger can hit
        assert re.search(
            rf'<title>Red {name}</title><g class="squares">(<rect[^>]* width="18.0" [^>]*/>){{{count}}}</g>',
            made,
        )


def test_only_what_becomes_true_in_play_and_is_read_is_a_dot() -> None:
    assert truths(bundled.load("cyvasse")) == ("strode",)
    assert truths(bundled.load("chess")) == truths(bundled.load("banqi")) == ()
    moved = picture(
        bundled.load("cyvasse"), {"to_move": "White", "pieces": {"f6": "White Rabble strode=true"}}
    )
    assert moved.count(TRUTHS[-1]) == 2  # on the piece, and in the legend


def test_numbers_of_a_race_have_no_letters_before_them() -> None:
    made = drawn(begun("backgammon"))
    assert ">13</text>" in made and ">p13</text>" not in made


def test_a_scoreboard_keeps_to_its_width() -> None:
    state = begun("spoof")
    for _ in state.engine.game.players:
        state = state.apply(state.legal_actions()[0])  # hide their coins
    made = picture(state.engine.game, state.observation(0))
    assert "hide coins" not in made and ">?</text>" in made
    assert all(float(x) >= 0 for x in re.findall(r'<text x="(-?[\d.]+)"', made))


ROBOTS = """game "Robots"
players Red, Blue
board square 5 x 5
kinds robot, turn_left, turn_right
pool deck of game seen by nobody
pool hand of player seen by owner
field heading of piece: direction = north
field broken of piece: bool
field belt of site: direction or none
field pit of site: bool
field wall of site, direction: bool
setup
  place robot of Red on a1
  place robot of Blue on e5
  heading(piece(e5)) := south
  belt(c3) := east
  belt(d3) := north
  pit(b4) := true
  wall(c2, north) := true
  wall(a3, east) := true
  place turn_left in deck times 6
  place turn_right in deck times 6
  for p in players, n in 1..3 do
    random c in deck
    move c to hand(p)
action go
  choose r in own pieces
  choose t in neighbours(site(r), orthogonal) where t is empty
  where not pit(site(r)) and not broken(r) and not wall(site(r), heading(r))
  do
    move r to t
    broken(r) := belt(t) != none
turn: go else pass
end draw when count(pieces of Red) = 0
"""


def test_headings_walls_and_belts_are_drawn_while_hands_are_hidden(tmp_path: Path) -> None:
    path = tmp_path / "robots.gdl"
    path.write_text(ROBOTS, "utf-8")
    state = interpreter.engine(gdl.load(path), "reference").initial_state(1)
    made = picture_of(state, state.observation(0))
    assert re.findall(r'data-edge="wall"><title>([^<]*)<', made) == ["wall: c2 north", "wall: a3 east"]
    assert "wall (" not in made  # nor told in words, but where nothing is drawn
    assert "wall (c2 (north true), a3 (east true))" in draw(
        state.engine.game, state.position(), Layout(colour=False)
    )
    assert re.search(r'data-site="c3"><title>[^<]*</title>.*?<polygon', made)
    robots = re.findall(r'data-piece="(Red|Blue) robot[^>]*><polygon points="[\d.]+,(\S+) ', made)
    assert len(robots) == 2  # each has a point where it looks, the default, too
    drawn = ROBOTS.replace("setup\n", WALLED + "setup\n", 1) + 'looks\n  walled "bar" brown\n'
    path.write_text(drawn, "utf-8")
    state = interpreter.engine(gdl.load(path), "reference").initial_state(1)
    assert picture_of(state, state.observation(0)).count('data-joint="walled"') == 2


WALLED = "relation walled(a: site, b: site) = some d in orthogonal: step(a, d) = b and wall(a, d)\n"


def test_men_wait_in_yards_in_the_free_corners_of_a_way_of_places() -> None:
    made = picture_of(begun("ludo"))
    red, blue, green, _ = re.findall(
        r'data-pool="yard of \w+"><title>[^<]*</title><rect x="(\S+)" y="(\S+)"', made
    )
    assert (red[1], blue[0]) == (blue[1], green[0]) and float(red[0]) < float(blue[0])
    assert len(re.findall(r'data-piece="Red man" data-kind="man"', made)) == 4
    assert not re.search(r'data-pool="reserve[^>]*><title>', drawn(begun("nine_mens_morris")))


def test_no_yard_covers_a_line_of_the_board(tmp_path: Path) -> None:
    places = "a at 0, 1, b at 1, 2, c at 2, 2, d at 3, 1, e at 1, 0, f at 2, 0"
    for links, is_drawn in ((f"a-b, c-d, d-f, e-a, {places}", False), (f"b-e, c-f, a-d, {places}", True)):
        path = tmp_path / "yards.gdl"
        path.write_text(YARDS.format(board=links), "utf-8")
        state = interpreter.engine(gdl.load(path), "reference").initial_state(1)
        assert bool(re.search(r'data-pool="reserve[^>]*><title>', picture_of(state))) is is_drawn


YARDS = (
    'game "g"\nplayers A, B\nboard graph {board}\nkinds man\npool reserve of player\n'
    "setup\n  for p in players do place man of p in reserve(p)\n"
    "action go\n  choose s in sites where s is empty\n  do move man from reserve(mover) to s\n"
    "turn: go else pass\nend draw when full\nlimit 9 moves: draw\n"
)


def test_double_tiles_lie_end_to_end_with_equal_numbers_together() -> None:
    position = {"to_move": "First", "pools": {"row": ["two_three", "three_five", "blank_five"]}}
    made = picture(bundled.load("dominoes"), position)
    assert re.findall(r'<g transform="rotate\((-?90) [^"]*"><g data-piece="(\w+) ', made) == [
        ("-90", "two"), ("-90", "three"), ("90", "blank"),
    ]  # fmt: skip


def test_a_game_without_a_board_whose_pool_everybody_sees_can_be_drawn() -> None:
    assert "Left" in drawn(begun("rock_paper_scissors"))


def test_names_of_places_on_a_graph_lie_outside_of_its_rows() -> None:
    state = begun("kalah")
    ranks = {site.name: site.y for site in state.engine.game.board.sites}
    made = drawn(state)
    pits = {n: float(y) for n, y in re.findall(r'data-site="(\w\d)">.*?cy="([-\d.]+)"', made)}
    names = {
        n: float(y) for y, n in re.findall(r'<text x="[-\d.]+" y="([-\d.]+)"[^>]*>([a-f]\d)</text>', made)
    }
    assert len(names) == len(pits) == 12
    assert all((names[n] < pits[n]) == (ranks[n] == max(ranks.values())) for n in names)


def test_double_tiles_of_one_number_lie_across_the_chain() -> None:
    state = begun("dominoes")
    while len(state.position()["pools"].get("row", ())) < 4:
        state = state.apply(state.legal_actions()[0])
    made = drawn(state)
    turns = re.findall(r'transform="rotate\((-?\d+) [^"]*"><g[^>]*data-piece="([^"]+)"', made)
    across = [name for turn, name in turns if turn == "0"]
    assert turns and across == [name for _, name in turns if len({*name.split()}) == 1]


def test_cards_of_which_the_same_is_told_lie_together_and_it_is_told_once() -> None:
    rng, state = Random(3), begun("rummy_500")
    while not state.is_terminal:
        said = [name for name in _laid(state) if name]
        if len({*said}) > 3 and len(said) > 2 * len({*said}):
            break
        state = state.apply(rng.choice(state.legal_actions()))
    runs = [name for name, _ in groupby(said)]
    assert len(runs) == len({*said}) > 3  # no meld is parted
    shown = drawn(state)
    badges = re.findall(r">(\d+ (?:First|Second))</text>", shown)
    assert sorted(badges) == sorted({*said}) and len(badges) < len(said)


def _laid(state: State) -> list[str]:
    """What is told of the cards in the picture, in their order."""
    names = re.findall(r'data-piece="([^"]*)"', drawn(state))
    found = (re.search(r"meld of (\d+), laid by (\w+)", name) for name in names)
    return [f"{m[1]} {m[2]}" if m else "" for m in found]


def test_a_set_of_pieces_draws_what_it_has_and_leaves_the_rest_as_it_is() -> None:
    flat = Framing(pieces="flat")
    signs = piece_sets()["flat"]

    def shown(name: str, framing: Framing) -> dict[str, str]:
        found = re.findall(
            r'data-kind="(\w+)">(?:(?!data-kind).)*?data-sign="(.)"', drawn(begun(name), framing)
        )
        return {kind: sign for kind, sign in found if kind not in ("", "?")}

    assert shown("chess", flat) == {
        k: signs[k] for k in ("king", "queen", "rook", "bishop", "knight", "pawn")
    }
    assert shown("xiangqi", flat)["cannon"] == signs["cannon"]
    capablanca = shown("capablanca", flat)
    assert capablanca["archbishop"] == "🩓" and capablanca["rook"] == signs["rook"]
    for name in ("shogi", "arimaa"):  # of some of whose kinds it knows nothing
        assert shown(name, flat) == shown(name, Framing())
    assert shown("chess", Framing(pieces="no such set")) == shown("chess", Framing()) == {}


MOODS = """
game "Moods"
players Red, Blue
board square 3 x 1
type humour: calm, wild
kinds robot
field mood of piece: humour = calm
field load of piece: 0..9 = 0
field friend of piece: player or none = none
action walk
  choose p in own pieces
  do load(p) := load(p) + 1
turn: walk
end draw when some p in pieces: mood(p) = wild and friend(p) = Red
"""


def test_what_stands_in_the_badges_of_pieces_is_in_the_legend(tmp_path: Path) -> None:
    path = tmp_path / "moods.gdl"
    path.write_text(MOODS, "utf-8")
    pieces = {"a1": "Red robot mood=wild load=3", "b1": "Blue robot load=2 friend=Red", "c1": "Blue robot"}
    written = re.findall(r">([^<]+)</text>", picture(gdl.load(path), {"to_move": "Red", "pieces": pieces}))
    assert {"w,3", "2,r"} < {*written}
    assert written[written.index("w") :][:2] == ["w", "wild"]
    assert written[written.index("r") :][:2] == ["r", "friend: Red"]
    assert {"1", "load"} < {*written} and "calm" not in written


def test_hands_of_others_lie_as_their_owners_sit_seen_from_each_seat() -> None:
    state = begun("hearts")
    state = state.apply(state.legal_actions()[0])
    for player, others in ((0, "East South West"), (1, "South West North"), (3, "North East South")):
        name = state.engine.game.players[player].name
        made = picture(state.engine.game, state.observation(player), framing=Framing(viewer=name))
        assert re.findall(r'data-pool="hand of (\w+)"', made) == [*others.split(), name]


def test_what_is_small_off_the_board_has_room_for_a_finger() -> None:
    pyramid = r'<g data-piece="Red small"[^>]*>(?:<title>.*?</title>)?<rect[^>]* width="([\d.]+)"'
    follower = r'<g data-piece="Red follower"[^>]*><circle[^>]* r="([\d.]+)"'
    wide, radius = (
        re.search(pattern, drawn(begun(name)))
        for name, pattern in (("zarcana", pyramid), ("roads_and_towns", follower))
    )
    assert wide is not None and float(wide[1]) >= 27
    assert radius is not None and 2 * float(radius[1]) >= 27  # a wall: see `test_strokes`


def test_a_bid_without_trumps_says_so() -> None:
    game = bundled.load("five_hundred")
    position = {"fields": {"contract": 520, "aim": 10}, "pools": {}}
    said = {note.name: note.said for note in Scene(game, position).agreed}
    assert said == {"trumps": "none", "aim": "10", "contract": "520"}
    assert not Scene(game, {"fields": {}, "pools": {}}).agreed


def test_players_coins_and_calls_are_columns_of_one_table() -> None:
    made = re.sub(r"<title>.*?</title>", "", drawn(begun("spoof")))
    assert [made.count(f">{word}<") for word in ("coins", "held", "called")] == [1, 1, 1]
    assert "coins held of" not in made


def test_a_piece_has_its_name_beside_it_where_there_is_no_board() -> None:
    position = {"pools": {"sign": {"Left": ["Left rock"], "Right": ["Right paper"]}}, "to_move": "Left"}
    made = re.sub(r"<title>.*?</title>", "", picture(bundled.load("rock_paper_scissors"), position))
    assert [made.count(f">{word}<") for word in ("rock", "paper", "won")] == [1, 1, 1]


def test_what_a_player_has_lies_in_one_row_in_columns() -> None:
    fields = {"chips": {"First": 11, "Second": 3, "Third": 5}, "paid": 1}
    pools = {"taken": {"First": ["card_5", "card_9"], "Third": ["card_7"]}, "offer": ["card_3"]}
    made = picture(bundled.load("no_thanks"), {"to_move": "First", "fields": fields, "pools": pools})
    at = {
        name: (float(x), float(y))
        for x, y, name in re.findall(
            r'<g transform="translate\(([\d.]+) ([\d.]+)\)"><g data-pool="([^"]+)"', made
        )
    }
    players = ("First", "Second", "Third")
    assert len({at[f"chips of {p}"][0] for p in players}) == 1
    assert len({at[f"chips of {p}"][1] for p in players}) == 3
    assert at["taken of First"][0] == at["taken of Third"][0]
    assert all(at[f"chips of {p}"][1] == at[f"taken of {p}"][1] for p in ("First", "Third"))


def test_grounds_of_tiles_are_told_as_grounds_and_marks_as_marks() -> None:
    games = ("roads_and_towns", "macmahon_squares", "trax", "zarathustra", "black_path")
    assert [is_painted(bundled.load(name)) for name in games] == [True, True, True, False, False]
    legend = drawn(begun("roads_and_towns")).partition(">road</text>")[0][-400:]
    assert ">r</text>" not in legend


def test_a_name_for_which_a_card_has_no_room_stands_beside_its_number() -> None:
    piece = Piece("", "HangedMan", ())
    game = bundled.load("zarcana")
    pieces = PiecePicture(game, Looks(game, colour=True), [], 20, is_stone=False)
    cards = CardPicture(Scene(game, {}), coloured_cards(game), pieces)
    found = cards.card(piece, (0, 0), 91, 97)
    at = {said: float(y) for y, said in re.findall(r'y="([-\d.]+)"[^>]*>(12|Hanged Man)<', found)}
    assert abs(at["12"] - at["Hanged Man"]) < 4


def test_what_players_have_fits_the_width_of_a_phone() -> None:
    fields = {"chips": {"First": 11, "Second": 3, "Third": 5}}
    pools = {"taken": {"First": [f"card_{n}" for n in range(5, 14)], "Third": ["card_30"]}}
    position = {"to_move": "First", "fields": fields, "pools": pools}
    made = picture(bundled.load("no_thanks"), position, framing=Framing(is_page=False, viewer="First"))
    at, _, rest = made.partition('"><g data-pool="taken of First">')
    shown = rest.partition("<g data-pool=")[0]
    left = float(at.rpartition("translate(")[2].split(" ")[0])
    cards = re.findall(
        r'data-kind="card_\d+"><title>[^<]*</title><rect x="([\d.]+)"[^>]* width="([\d.]+)"', shown
    )
    assert len(cards) == 9 and all(left + float(x) + float(wide) <= 400 for x, wide in cards)
    assert ">card 5</text>" not in shown  # whose number stands above already


def test_cards_on_a_board_say_on_a_phone_only_what_can_be_read_there() -> None:
    row = {f"{x},0": kind for x, kind in zip(range(-1, 2), ("Lovers", "Hermit", "cups_3"), strict=True)}
    position = {"to_move": "Red", "pieces": row | {"0,1": "cups_5", "0,-1": "cups_7"}}
    shown = [
        re.sub(
            r"<title>.*?</title>",
            "",
            picture(bundled.load("zarcana"), position, framing=Framing(is_page=is_page)),
        )
        for is_page in (True, False)
    ]
    assert [">Move this" in made for made in shown] == [True, False]
    assert all(">Hermit<" in made for made in shown)


def test_numbers_of_players_stand_beside_their_names_and_nought_does_too() -> None:
    made = drawn(begun("three_check"))
    assert len(re.findall(r">checks</text><text[^>]*>0</text>", made)) == 2
    assert "checks:" not in made and "checks (" not in made


def test_what_is_nobodys_under_a_players_piece_is_seen_as_a_ring_in_it() -> None:
    state = begun("dvonn")
    pieces = PiecePicture(
        state.engine.game, Looks(state.engine.game, colour=True), ["ring", "life"], 20, is_stone=False
    )
    own, life = Piece("White", "ring", ()), Piece("", "life", ())
    deep, bare = (pieces.stack([*below, *[own] * 8], (0, 0), "a1") for below in ([life], []))
    assert COLOURS["red"].rgb in deep and COLOURS["red"].rgb not in bare


def test_every_person_of_a_court_has_a_figure() -> None:
    game = bundled.load("love_letter")
    assert {*icons(game)} == {kind.name for kind in game.kinds}


def test_cards_by_suits_lie_in_columns_about_a_row_of_piles_with_a_place_for_each_from_the_beginning() -> (
    None
):
    state = begun("lost_cities")
    for _ in range(30):
        state = state.apply(state.legal_actions()[0])
    seen, game = state.observation(0), state.engine.game
    made = picture(game, seen, framing=Framing(viewer="Ann"))
    piles = re.findall(r'data-pool="discards of (\w+)"', made)
    assert piles == ["yellow", "blue", "white", "green", "red"]
    pools = re.findall(r'data-pool="(journeys of \w+|discards of red|hand of Ann)"', made)
    assert pools == ["journeys of Bob", "discards of red", "journeys of Ann", "hand of Ann"]
    assert re.search(
        r'data-piece="[YBWGR]0"[^>]*><title>[^<]*</title>(?:<rect[^>]*/>)<g data-sign="🤝"', made
    )
    empty = re.search(
        r'data-pool="discards of white"><rect[^>]* stroke="(#\w+)"', drawn(begun("lost_cities"))
    )
    assert empty is not None and lightness(empty[1]) < 0.8  # seen on paper
    assert columns_of_suits(bundled.load("rummy_500")) == ()


def test_what_has_been_played_is_a_narrow_heap_beside_the_stock_and_a_choice_among_it_can_be_hit() -> None:
    assert spent(bundled.load("mau_mau")) == {
        "discards"
    }  # not the card on top, which comes from the stock, too
    assert not spent(bundled.load("rummy")) & {"melds"} and not spent(bundled.load("love_letter"))
    state = begun("minibridge")
    while not any(
        p.name == "played" and len(p.pieces) > 12 for p in Scene(state.engine.game, state.position()).pools
    ):
        state = state.apply(state.legal_actions()[0])
    heap = drawn(state).partition('data-pool="played"')[2].partition("data-pool")[0]
    lefts = sorted(float(x) for x in re.findall(r'<rect x="([-.\d]+)"[^>]*width="46.0"', heap))
    assert len(lefts) > 12 and lefts[-1] - lefts[0] < 240
    assert "discards" in chosen_from(bundled.load("zarcana"))


def test_a_suit_that_all_cards_share_gives_room_to_the_number() -> None:
    made = drawn(begun("goofspiel"))
    assert len(re.findall(r'font-size="23.0"[^>]*>13</text>', made)) == 3


def test_a_few_cards_of_an_own_hand_are_as_large_as_their_text_needs_though_others_have_suits() -> None:
    state = begun("zarcana")
    seen, player = state.observation(0), state.engine.game.players[0].name
    wide = {}
    for has_words in (True, False):
        seen["pools"]["hand"][player] = [
            "Chariot" if has_words else "cups_3",
            "cups_4",
            "swords_5",
            "discs_6",
        ]
        made = picture(state.engine.game, seen, framing=Framing(is_page=False, viewer=player))
        wide[has_words] = re.search(
            r'data-piece="cups 4"[^>]*>(?:<title>[^<]*</title>)?<rect[^>]* width="([.\d]+)"', made
        )[1]
    assert float(wide[True]) >= 90 > float(wide[False])
    assert "discards" in spent(state.engine.game)


def test_what_stands_on_the_edge_of_a_tile_covers_no_way_that_leads_over_it() -> None:
    state = begun("roads_and_towns")
    while "Blue follower" not in str(state.position()["pieces"]):
        state = state.apply(
            next(a for a in state.legal_actions() if "finish" not in state.action_to_string(a))
        )
    made = drawn(state)
    on = re.search(
        r'data-on="[a-g][1-7][^"]*"><title>[^<]*Blue follower</title><g data-piece="Blue follower"[^>]*>(.*?)</g></g>',
        made,
    )
    assert on is not None and "<line" not in on[1] and 'data-sign="\uf001"' in on[1]


def test_a_piece_nearly_fills_its_hex_and_counters_of_rows_are_told_once_they_have_begun() -> None:
    state = interpreter.engine(gdl.load("cyvasse", {"setup": "ready"}), "reference").initial_state(1)
    radius = re.search(r'data-kind="King"><circle[^>]* r="([.\d]+)"', drawn(state))
    geometry = Geometry(state.engine.game.board)
    assert radius is not None and 0.82 < 2 * float(radius[1]) / geometry.unit < 1
    assert ">checks<" not in drawn(begun("xiangqi"))


def test_a_die_that_is_not_thrown_is_no_number() -> None:
    position = {**begun("shut_the_box").position(), "fields": {"turn": 9, "die1": 4}}
    assert "die2" not in picture(bundled.load("shut_the_box"), position)


def test_a_sign_in_the_colour_of_the_player_after_whom_it_is_called_needs_no_legend() -> None:
    assert "red way" not in picture_of(begun("ludo"))
    assert ">rosette</text>" in picture_of(begun("royal_game_of_ur"))


def test_a_bar_between_crossings_is_room_without_lines_and_light_tracks_lie_on_dark_tiles() -> None:
    made = picture_of(begun("xiangqi"))
    river = re.findall(r'<g data-joint="river">(.*?)</g>', made)
    assert len(river) == 9 and all("<polygon" in part for part in river)
    assert sum("<line" in part for part in river) == 2  # the outermost lines go on
    state = begun("trax")
    assert "#45403a" not in drawn(state)
    assert "#45403a" in drawn(state.apply(state.legal_actions()[0]))
    assert "#45403a" not in drawn(begun("roads_and_towns"))


def test_men_that_have_left_a_race_lie_in_a_tray_on_their_edges() -> None:
    for name in ("backgammon", "plakoto"):
        position = {**begun(name).position(), "pools": {"off": {"White": ["man"] * 7}}}
        made = picture(bundled.load(name), position)
        tray = re.search(r'data-pool="off of White"><title>off of White: 7</title>(.*?)</g>', made)
        assert tray is not None and tray[1].count("<rect") == 7 and ">7</text>" in tray[1]
        assert made.count('data-pool="off of White"') == 1


def test_an_empty_pool_of_a_player_keeps_its_row_where_pieces_come_into_it_to_stay() -> None:
    made = drawn(begun("crazyhouse"))
    assert re.findall(r'data-pool="hand of (\w+)"><text[^>]*>–<', made) == ["White", "Black"]
    assert "code of Breaker" not in drawn(begun("code_breaker"))  # nothing ever comes there
    assert not any(name == "camp" for name, _ in filled_in_play(bundled.load("marches")))  # nothing stays


def test_names_that_are_coordinates_are_small_on_places_and_words_are_not() -> None:
    def size(game: str, name: str) -> float:
        found = re.search(rf'font-size="([\d.]+)"[^>]*>{name}</text>', drawn(begun(game)))
        return float(found[1]) if found else 0.0

    assert 0 < size("ludo", "p40") < 11 < size("night_watch", "mill")


def test_few_small_cards_are_larger_where_there_is_room() -> None:
    assert len(re.findall(r'scale\(1.6\)"><g[^>]* data-kind=', drawn(begun("onitama")))) == 5
    assert "scale(1." not in drawn(begun("cyvasse"))


def test_squares_that_one_tile_covers_are_joined_and_no_others() -> None:
    game = bundled.load("polyominoes")
    bend, bar = Piece("Red", "bend", ()), Piece("Blue", "bar", ())
    stacks = {name: [bend] for name in ("a1", "b1", "b2")} | {name: [bar] for name in ("a2", "a3")}
    assert laid_together(game, stacks) == [
        ["a1", "b1", "b2"]
    ]  # a bar has three squares, of which two lie here
    pieces = PiecePicture(game, Looks(game, colour=True), ["bend"], 20, is_stone=False)
    alone, joined = (
        pieces.stack([bend], (0, 0), "b1", joined=ways).count("<rect") for ways in ((), [(-1, 0), (0, -1)])
    )
    assert joined == alone + 2


def test_two_kinds_with_icons_are_both_drawn_by_them() -> None:
    pieces = [Piece("White", kind, ()) for kind in ("good", "evil")]
    game = bundled.load("geister")
    drawer = PiecePicture(game, Looks(game, colour=True), ["good", "evil"], 20, is_stone=False)
    assert [drawer.letters(piece) for piece in pieces] == ["😇", "😈"]
    game = bundled.load("english_draughts")
    drawer = PiecePicture(game, Looks(game, colour=True), ["man", "king"], 20, is_stone=False)
    assert drawer.letters(Piece("White", "man", ())) == ""
