"""Small games with one secret each: machine code deals it, each way as often as any other, or says that it cannot."""

from collections import Counter
from math import sqrt

import pytest
from test_aspects import BACKS, FUGITIVE, MINES, ORDERS
from test_determinization import Desk, known, world_of

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.belief_plans import OverlappingError, nested
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

MANY = 600
WAIT = """
action wait
  do then turn of mover
turn: wait
limit 9 moves: draw
"""
WOODS = (  # what stands on hidden sites, and their fields; pieces are named by their sites
    """
players Red, Blue
board square 3 x 2
kinds man, spy
field soil of site: grass, mud
hide s in sites from v where v = Red and rank(s) = 2
setup
  place man of Red on a1
  place man of Blue on a2
  place spy of Blue on b2
  for s in {c2} do soil(s) := mud
"""
    + WAIT
)
TENTS = WOODS.replace("hide s in", "hide piece of s in")  # the soil is seen
POOLS = WOODS.replace("hide s", "pool box of player\nhide s")  # pieces have numbers
MASKS = (  # whose a piece is
    """
players Red, Blue, Green
board square 5 x 1
kinds man, spy
hide owner of p in pieces from v where owner(p) != v
setup
  place man of Red on a1
  place man of Blue on {b1, c1}
  place spy of Green on {d1, e1}
"""
    + WAIT
)
PAIRS = (  # all know that Bob has one card of each value: hardly any deal is like that, so states are walked to
    """
players Ann, Bob, Cora
kinds each suit in {sun, moon}, value in {1..8}
pool hand of player seen by owner
known to viewer: all n in 1..8: count(c in hand(Bob) where value(c) = n) = 1
setup
  for k in kinds do place k in hand(Bob if suit(k) = sun else Cora)
"""
    + WAIT
)
SUM = (  # that of Bob's cards: there is no other like it, and no exchange of two cards leaves it as it is
    PAIRS.replace(
        "all n in 1..8: count(c in hand(Bob) where value(c) = n) = 1", "sum(value(c) for c in hand(Bob))"
    )
    .replace("suit(k) = sun", "value(k) in {1, 2, 3, 5}")
    .replace("{sun, moon}", "{sun}")
)
HINTS = BACKS.replace("hide value", "hide suit of c in hand(Bob) from v where v = Ann\nhide value").replace(
    "where p != v}", "where p = Cora}"
)
STACKS = WOODS.replace("3 x 2", "3 x 2 stacking")


def desk_of(text: str) -> Desk:
    game, found = examine_source(Source("small.gdl", text))
    assert game is not None, [d.message for d in found]
    return Desk(NativeEngine(game, effort=0))


def in_play(at: Desk, plies: int) -> State:
    state, random = at.engine.initial_state(3), Random(3)
    for _ in range(plies):
        state = state.apply(random.pick(state.legal_actions()))
    return state


DEALT = {
    "woods": (WOODS, 0, 6), "tents": (TENTS, 0, 6), "pools": (POOLS, 0, 6), "masks": (MASKS, 0, 6), "mines": (MINES, 0, 36),
    "backs": (BACKS, 0, 0), "orders": (ORDERS, 6, 0),
}  # fmt: skip


@pytest.mark.parametrize(("text", "plies", "ways"), DEALT.values(), ids=DEALT)
def test_what_is_hidden_is_dealt_as_often_as_the_engine_imagines_it(text: str, plies: int, ways: int) -> None:
    at = desk_of(text)
    state = in_play(at, plies)
    assert at.begin(state, 5)
    dealt = Counter[str]()
    for number in range(MANY):
        made = at.world()
        assert made is not None
        if number < 20:
            assert known(made) == known(state)
        dealt[world_of(made)] += 1
    assert not at.worlds.record["walks"]
    assert len(dealt) > 1
    if ways:
        assert len(dealt) == ways
        assert all(abs(n - MANY / ways) < 5 * sqrt(MANY / ways) for n in dealt.values())
    else:
        player = state.current_player
        worlds = (state.imagine(player, seed) for seed in range(MANY))
        imagined = Counter(world_of(world) for world in worlds if world is not None)
        assert all(abs(n - imagined[w]) < 5 * sqrt(n + imagined[w]) for w, n in dealt.items())
        assert all(abs(n - dealt[w]) < 5 * sqrt(n + dealt[w]) for w, n in imagined.items())


def test_where_no_deal_fits_states_are_walked_to_and_each_is_as_likely() -> None:
    at = desk_of(PAIRS)
    state = at.engine.initial_state(1)
    assert at.begin(state, 5)
    found = Counter[str]()
    for number in range(MANY):
        made = at.world()
        assert made is not None
        if number < 20:
            assert known(made) == known(state)
        found.update(made.position()["pools"]["hand"]["Bob"])
    assert at.worlds.record["walks"]
    assert len(found) == 16
    assert all(0.7 < n / (MANY / 2) < 1.3 for n in found.values())  # each state depends on the one before


def test_a_walk_that_leads_nowhere_is_left_to_the_engine() -> None:
    at = desk_of(SUM)
    state = at.engine.initial_state(1)
    assert at.begin(state, 5)
    for _ in range(100):
        made = at.world()
        if made is None:
            break
        assert known(made) == known(state)
    assert made is None
    assert at.worlds.record["walks"]


@pytest.mark.parametrize("text", [FUGITIVE, HINTS, STACKS], ids=["places", "overlapping", "stacks"])
def test_what_is_more_than_a_deal_is_left_to_the_engine(text: str) -> None:
    at = desk_of(text)
    found = [at.begin(in_play(at, plies), 1) for plies in range(4)]
    assert not all(found)


def test_sets_of_cards_come_behind_those_inside_of_them() -> None:
    a, b, every, apart = frozenset({1}), frozenset({2, 3}), frozenset({1, 2, 3, 4}), frozenset({7})
    assert list(nested([every, apart, b, a], 5)) == [
        (apart, [], 5), (a, [], 6), (b, [], 7), (every, [a, b], 6),
    ]  # fmt: skip
    with pytest.raises(OverlappingError):
        list(nested([frozenset({1, 2}), frozenset({2, 3})], 0))
