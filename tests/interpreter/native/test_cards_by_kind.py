"""Pieces that are named by their kinds: pools as sets, what is asked and done of all their cards, and where that cannot be."""

import pytest
from lockstep import agree, checked

from gdl.loader import load
from interpreter.engines.native import NativeEngine
from interpreter.lowering.facts.piece_plan import are_cards
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

RULES = """game "Cards"
players Red, Blue
kinds each suit in {{clubs, hearts, spades}}, height in {{2..5}}
pool deck of game
pool hand of player
pool pile of player
field last of game: piece or none
field points of player: -99..99
field rounds of game: 0..9
let led = suit(first(pile(rival(mover))))
let worth(k: kind) = -2 if suit(k) = spades else height(k) if height(k) > 3 else 0
let may_play(k: kind) = suit(k) = led or no c in hand(mover): suit(c) = led if some pile(rival(mover)) else height(k) != 5 or rounds > 1
setup
  for k in kinds do place k in deck
  for p in players, n in 1..4 do
    random c in deck
    move c to hand(p)
action play
  choose k in kinds of hand(mover) where may_play(k)
  do move k from hand(mover) to pile(mover)
     last := first(pile(mover))
     points(mover) := max(-99, min(99, points(mover) + sum(worth(kind(c)) for c in pile(mover) where suit(c) != clubs)))
     {then}
action pick
  where some deck and count(hand(mover)) < 3
  do random c in deck
     move c to hand(mover)
     {picked}
turn: play or pick else pass
end highest points wins when moves >= 30
"""
THEN = [
    "if count(pile(mover)) > 1 do\n       for p in players, c in pile(p) do move c to deck",
    "if count(pile(mover)) > 2 do\n       for p in players, c in pile(p) do move c to hand(rival(p))",
    "if some pile(rival(mover)) do\n       move last to pile(rival(mover))\n       move first(pile(rival(mover))) to pile(mover)",
    "if count(pile(mover)) > 1 do\n       remove pile(mover)",
    "if some pile(mover) do remove first(pile(mover))",
    "if last != none do owner(last) := mover",
    "for c in pile(mover) where owner(c) = mover or height(c) = 3 do move c to deck",
]
AGAIN = """if no deck do
       for p in players do remove hand(p)
       remove {removed}
       for k in kinds do place k in deck
       rounds := min(9, rounds + 1)"""


def rules(then: str = "", picked: str = "") -> str:
    return RULES.format(then=then, picked=picked)


@pytest.mark.parametrize("then", THEN)
def test_what_is_done_with_cards_is_the_same_in_both_engines(then: str) -> None:
    text = rules(then)
    game = checked(text)
    assert game is not None and are_cards(game)
    assert agree(text, games=4)


def test_a_deck_that_is_made_again() -> None:
    text = rules(picked=AGAIN.format(removed="pile(Red) + pile(Blue)"))
    game = checked(text)
    assert game is not None and are_cards(game)
    assert agree(text, games=4)


def test_a_kind_that_comes_twice_is_left_to_the_reference_engine() -> None:
    text = rules(picked=AGAIN.format(removed="pile(Red)"))
    game = checked(text)
    assert game is not None and are_cards(game)
    assert agree(text, games=4)
    tally = NativeEngine(game, effort=0).series(Random(1), 3)
    assert tally.wins[0] + tally.draws[0] + tally.losses[0] == 3


def test_a_position_with_two_cards_of_a_kind_is_played_all_the_same() -> None:
    engine = NativeEngine(load("crazy_eights"), effort=0)
    position = engine.initial_state().position()
    held = position["pools"]["hand"]["First"]
    position["pools"]["hand"]["First"] = [*held, *held]
    state = engine.state(position)
    assert state.legal_actions()


def test_rules_that_may_make_a_kind_twice_number_their_pieces() -> None:
    assert not are_cards(load("leduc_poker")) and not are_cards(load("goofspiel"))


def test_what_may_be_played_is_counted_as_members_of_a_set() -> None:
    engine = NativeEngine(load("hearts"), effort=0)
    plans = engine.compiled.lowered.decisions
    play = next(d for d in plans if d.subject == "action play")
    assert "ChoiceSet" in repr(play.plan) and engine.compiled.layout.size < 3000


def test_a_series_that_deals_in_one_loop_gives_the_same_results() -> None:
    quick, long = (NativeEngine(load("kuhn_poker"), keep=False, effort=n) for n in (0, 2))
    assert quick.series(Random(5), 300) == long.series(Random(5), 300)
