"""Pieces of games that are not in the library: numbers on cards that share a word, and sides of tiles."""

import re

import interpreter
from gdl.core.model import Game
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.play.svg.picture import picture_of

MARKET = """game "Market"
  language 3
players Ann, Bob
type gem: ruby, jade
kinds each bonus in gem, nr in {3..5}
  cost = nr
  points = nr - 2
pool deck of game seen by nobody
pool market of game
pool bought of player
field scored of player: 0..99
setup
  for k in kinds do place k in deck
  for n in 1..4 do
    random c in deck
    move c to market
action buy
  choose k in kinds of market where cost(k) < 9
  do move k from market to bought(mover)
     scored(mover) := scored(mover) + points(k)
turn: buy
end draw when no market
"""
SIDES = """game "Sides"
  language 3
players Ann, Bob
board square 3 x 3
kinds tile
type side: sun, moon
field up of piece: side = sun
pool box of game
setup
  place tile in box times 9
action lay
  choose s in sites where s is empty
  choose f in {sun, moon}
  do move first(box) to s with up = f
turn: lay
end draw when full
"""


def game_of(text: str) -> Game:
    game, found = examine_source(Source("unseen.gdl", text))
    assert game is not None, found
    return game


def test_the_numbers_of_a_card_stand_apart_from_its_word_which_is_seen_in_its_colour() -> None:
    drawn = picture_of(interpreter.engine(game_of(MARKET), "reference").initial_state(1))
    cards = re.findall(r'<g data-piece="(ruby|jade)[^>]*>(.*?)</g>', drawn)
    assert len(cards) == 4
    for word, card in cards:
        texts = re.findall(r'y="([-.\d]+)"[^>]*>([^<]+)</text>', card)
        rows = {text.split(" ")[0]: float(y) for y, text in texts}
        assert {word, "cost", "points"} <= {*rows}
        assert rows["cost"] < rows[word] < rows["points"] - 10
        assert "<circle" in card


def test_both_sides_of_a_tile_are_seen() -> None:
    state = interpreter.engine(game_of(SIDES), "reference").initial_state(0)
    for move in ("a1 sun", "b1 moon"):
        state = state.apply(state.action_from_string(move))
    drawn = picture_of(state)
    shown = [re.search(rf'data-on="{site}".*?data-sign="(.)"', drawn) for site in ("a1", "b1")]
    assert [found and found[1] for found in shown] == ["☀", "🌙"]
