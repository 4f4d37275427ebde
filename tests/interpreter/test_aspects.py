"""Some aspects of a thing are hidden, and others are seen: a column, a field, the place of a piece."""

from collections import Counter
from collections.abc import Callable

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import HIDDEN
from interpreter.play.svg.picture import picture
from interpreter.play.text.drawing import Layout, draw
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

BACKS = """
players Ann, Bob, Cora
kinds each suit in {sun, moon}, value in {1..4}
pool deck of game seen by nobody
pool hand of player
pool table of game
hide value of c in {hand(p) for p in players where p != v} from v where not ended
setup
  for k in kinds do place k in deck
  for p in players, n in 1..2 do
    random c in deck
    move c to hand(p)
action lay
  choose openly k in kinds of hand(mover)
  do move k from hand(mover) to table
action count_suns
  choose n in 1..3 where n <= count(c in hand(mover) where suit(c) = sun)
  do then turn of after(mover)
action count_value
  choose n in 1..4 where some c in hand(mover): value(c) = n
  do then turn of after(mover)
turn: lay or count_suns or count_value
end draw when no hand(mover)
limit 40 moves: draw
"""
ORDERS = """
players Red, Blue
board square 3 x 3
kinds ship, raft
field goal of piece: site or none
hide goal of u in pieces from v where owner(u) != v
setup
  place ship of Red on {a1, b1}; place raft of Blue on {a3, b3}
action order
  choose u in own pieces
  choose secretly s in neighbours(site(u))
  do goal(u) := s
action sail
  choose u in own pieces where goal(u) != none
  do if goal(u) is empty do move u to goal(u)
turn: order or sail
end mover wins when some p in own pieces: site(p) in rank(2)
limit 30 moves: draw
"""
MINES = """
players Ann, Bob
board square 3 x 3
kinds flag
field mine of site: bool
field open of site: bool
hide mine of s in sites from v where not open(s)
setup
  for n in 1..2 do
    random s in sites where not mine(s)
    mine(s) := true
action dig
  choose s in sites where not open(s)
  do open(s) := true
     if mine(s) do end mover loses
turn: dig
end draw when moves = 9
"""
FUGITIVE = """
players Fox, Hound
board square 4 x 4
kinds fox, hound
field shown of piece: bool
hide site of p in pieces from v where owner(p) != v and p is fox and not shown(p) and not ended
setup
  place fox of Fox on d4
  place hound of Hound on a1
action creep
  choose p in own fox
  choose s in neighbours(site(p)) where s is empty
  do move p to s
     shown(p) := moves mod 4 = 2
action chase
  choose p in own hound
  choose s in neighbours(site(p))
  do capture s
     move p to s
action sniff
  choose n in 1..2
  do shown(first(q in pieces where q is fox)) := true
turn: creep if mover = Fox else chase or sniff
end Hound wins when no p in pieces: p is fox
limit 40 moves: Fox wins
"""
GAMES = {"backs": BACKS, "orders": ORDERS, "mines": MINES, "fugitive": FUGITIVE}


def played(engine: Engine, seed: int, plies: int) -> State:
    return engine.playout(engine.initial_state(seed), seed, plies).state


@pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)
def test_a_world_that_is_imagined_looks_the_same(text: str, make: Callable[..., Engine]) -> None:
    engine, differ = make(text), 0
    for seed in range(6):
        for plies in range(0, 12, 2):
            state = played(engine, seed, plies)
            for player in range(len(engine.game.players)):
                other = state.resample(player, seed)
                assert other.observation(player) == state.observation(player)
                assert other.resample(player, 5) == state.resample(player, 5)
                if player == state.current_player:
                    assert other.legal_actions() == state.legal_actions()
                differ += other != state
    assert differ


@pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)
def test_what_is_told_follows_from_what_is_seen(text: str, make: Callable[..., Engine]) -> None:
    """In worlds that look the same, one action after which a player sees the same is told in the same words."""
    engine, compared = make(text), 0
    for seed in range(8):
        chance = Random(seed)
        state = engine.initial_state(seed)
        for _ in range(10):
            if state.is_terminal:
                break
            for viewer in range(len(engine.game.players)):
                other = state.resample(viewer, seed)
                for action in set(other.legal_actions()) & set(state.legal_actions()):
                    if other.apply(action).observation(viewer) == state.apply(action).observation(viewer):
                        assert other.action_seen(action, viewer) == state.action_seen(action, viewer)
                        compared += 1
            state = state.apply(chance.pick(state.legal_actions()))
    assert compared


def test_the_suit_on_the_back_is_seen_and_the_value_is_not(make: Callable[..., Engine]) -> None:
    state = make(BACKS).state({"pools": {"hand": {"Ann": ["sun_1", "moon_3"], "Bob": ["sun_2", "sun_4"]}}})
    seen = state.observation(1)["pools"]["hand"]
    assert seen == {"Ann": [f"{HIDDEN} suit=moon", f"{HIDDEN} suit=sun"], "Bob": ["sun_2", "sun_4"]}


def test_a_card_with_a_known_back_is_any_with_that_back(make: Callable[..., Engine]) -> None:
    deal = {"deck": ["sun_1", "moon_1"], "hand": {"Ann": ["sun_2"], "Bob": ["sun_3"], "Cora": ["moon_4"]}}
    state = make(BACKS).state({"pools": deal})
    hands = Counter(
        (hand["Bob"][0], hand["Cora"][0])
        for hand in (state.resample(0, seed).position()["pools"]["hand"] for seed in range(200))
    )
    assert set(hands) == {(a, b) for a in ("sun_1", "sun_3") for b in ("moon_1", "moon_4")}
    assert all(25 <= n <= 80 for n in hands.values()), hands


def test_a_set_that_reads_only_what_is_seen_of_a_card_is_open(make: Callable[..., Engine]) -> None:
    state = make(BACKS).state(
        {"pools": {"hand": {"Ann": ["sun_1", "sun_3"], "Bob": ["sun_2"], "Cora": ["moon_1"]}}}
    )
    told = {state.action_to_string(a): state.action_seen(a, 1) for a in state.legal_actions()}
    assert told["count_suns 2"] == "count_suns 2"
    assert told["count_value 3"] == "count_value ?"


def test_orders_are_kept_and_the_pieces_are_seen(make: Callable[..., Engine]) -> None:
    state = make(ORDERS).initial_state()
    state = state.apply(state.action_from_string("a1 a2"))
    assert state.observation(0)["pieces"]["a1"] == "Red ship goal=a2"
    assert state.observation(1)["pieces"] == {
        "a1": f"Red ship goal={HIDDEN}", "b1": f"Red ship goal={HIDDEN}", "a3": "Blue raft", "b3": "Blue raft",
    }  # fmt: skip
    worlds = [state.resample(1, seed).position()["pieces"] for seed in range(60)]
    found = {(site, text[-2:]) for world in worlds for site, text in world.items() if "goal" in text}
    # one of both ships has the order, and it is any that it may get
    assert found == {("a1", "a2"), ("a1", "b1"), ("b1", "a1"), ("b1", "b2"), ("b1", "c1")}
    assert all(str(world).count("goal") == 1 for world in worlds)


def test_a_field_of_hidden_sites_is_hidden_and_their_pieces_are_not(make: Callable[..., Engine]) -> None:
    state = make(MINES).initial_state(3)
    seen = state.observation(0)
    assert set(seen["sites"]["mine"].values()) == {HIDDEN}
    assert not seen["pieces"]
    assert "open" not in seen["sites"]
    mines = [frozenset(state.resample(0, seed).position()["sites"]["mine"]) for seed in range(200)]
    assert {len(m) for m in mines} == {2}
    assert len(set(mines)) == 36


def test_a_piece_whose_place_is_hidden_is_somewhere(make: Callable[..., Engine]) -> None:
    state = make(FUGITIVE).initial_state()
    seen = state.observation(1)
    assert seen["pieces"] == {"a1": "Hound hound"}
    assert seen["pools"] == {HIDDEN: ["Fox fox"]}
    places = {
        next(s for s, p in state.resample(1, seed).position()["pieces"].items() if p == "Fox fox")
        for seed in range(300)
    }
    assert len(places) == 15
    after = state.apply(state.action_from_string("creep d4 d3"))
    assert state.action_seen(state.action_from_string("creep d4 d3"), 1) == "creep ? ?"
    assert after.action_seen(after.action_from_string("chase a1 a2"), 0) == "chase a1 a2"


@pytest.mark.parametrize(
    ("name", "mark"),
    [("backs", "▒ (suit moon)"), ("orders", "S?"), ("mines", "? ? ?"), ("fugitive", "hidden: fox")],
)
def test_what_is_hidden_in_part_can_be_drawn(name: str, mark: str, make: Callable[..., Engine]) -> None:
    engine = make(GAMES[name])
    seen = engine.initial_state(1).observation(1)
    drawn = draw(engine.game, seen, Layout(colour=False))
    assert mark in drawn, drawn
    assert picture(engine.game, seen).startswith("<svg")


@pytest.mark.parametrize(
    ("aspect", "of", "wrong"),
    [
        ("rank", "c in hand(rival(v))", True),
        ("suit", "c in hand(rival(v))", False),
        ("suit, value", "c in hand(rival(v))", False),
        ("kind, site", "c in hand(rival(v))", False),
        ("level", "c in pieces", False),
        ("mark", "c in pieces", True),
        ("mark", "s in sites", False),
        ("kind", "s in sites", True),
    ],
)
def test_what_can_be_hidden_of_a_thing(aspect: str, of: str, wrong: bool) -> None:
    name = of[0]
    text = (
        "players Red, Blue\nboard square 2 x 2\nkinds each suit in {sun, moon}, value in {1..2}\nfield level of piece: 0..3\n"
        f"field mark of site: bool\npool hand of player\nhide {aspect} of {of} from v where {name} = {name} and not ended\n"
        "action put\n  choose s in sites where s is empty\n  choose openly k in kinds\n  do place k of mover on s with level = 2\n"
        "     mark(s) := true\n     place k of mover in hand(mover)\n"
        "turn: put\nend draw when full and level(a1) > 0 and mark(a1) and suit(a1) = sun and value(a1) > 0\n"
    )
    found = examine_source(Source("g.gdl", text))[1]
    assert [d.code for d in found if d.is_error] == (["unknown-name"] if wrong else [])


def test_what_a_hidden_card_holds_stays_with_its_kind(make: Callable[..., Engine]) -> None:
    text = (
        "players Red, Blue\nboard square 3 x 3\nkinds man, king, queen\npool hand of player seen by owner\n"
        "field level of piece: 0..9\naction put\n  choose k in kinds of hand(mover)\n  choose s in sites where s is empty\n"
        "  do move k from hand(mover) to s\nturn: put else pass\n"
        "setup\n  place man of Red in hand(Red)\n  place king of Blue in hand(Blue)\n"
        "hide p in pieces from viewer where owner(p) != viewer and not ended\n"
    )
    cards = ["man level=1", "king level=2", "queen level=3"]
    board = {site: f"Blue {card}" for site, card in zip(("a1", "b1", "c1"), cards, strict=True)}
    state = make(text).state({"pieces": board, "pools": {"hand": {"Red": ["king"], "Blue": cards}}})
    worlds = [state.resample(0, seed).position() for seed in range(12)]
    for world in worlds:
        found = [card.removeprefix("Blue ") for card in world["pieces"].values()]
        assert sorted(found + world["pools"]["hand"]["Blue"]) == sorted(cards + cards)
    assert len({str(w["pieces"]) for w in worlds}) > 1


def test_a_choice_near_a_piece_that_may_be_anywhere_is_not_told(make: Callable[..., Engine]) -> None:
    hop = "choose s in neighbours(site(last)) where s is empty\n  do move last to s\n"
    text = FUGITIVE.replace(
        "action creep", f"field last of game: piece or none\naction hop\n  {hop}action creep"
    )
    text = text.replace("  place hound", "  last := piece(d4)\n  place hound").replace(
        "creep if", "creep or hop if"
    )
    state = make(text).initial_state()
    hops = [a for a in state.legal_actions() if len(state.action_to_string(a).split()) == 1]
    assert [state.action_to_string(a) for a in hops] == ["d3", "c4"]
    assert {state.action_seen(a, 1) for a in hops} == {"hop ?"}
