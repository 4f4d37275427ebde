"""Several elements chosen at once: both engines find the same sets, give them the same numbers and do the same with them."""

from itertools import combinations
from math import comb

import pytest
from lockstep import agree, checked

import interpreter
from gdl.core import domains
from gdl.limits import LARGEST
from interpreter.engines.native import NativeEngine
from interpreter.shared.numbering import ActionNumbers, ListDomain, SetDomain

pytestmark = pytest.mark.thorough

BOARD = """game "Sets"
players Red facing north, Blue facing south
board square 5 x 5
kinds man, king
field mark of site: plain, lit, dark
field n of game: 0..99
field last of game: site or none

setup
  for p in players do
    place man of p on home_rank(p)
  place king of Red on c2
  place king of Blue on c4
"""
HAND = """pool hand of player
setup
  for p in players do
    place man of p in hand(p) times 3
    place king of p in hand(p) times 2
"""
END = "limit 14 moves: draw\n"
GO = "turn: go else pass\n"
FREE = "step(site(p), north) is piece"
FORMS = {
    "sites": "action go\n  choose s: 1..2 of {x in sites where x is empty and mark(x) = plain}\n"
    + "  do for x in s do mark(x) := lit\n     last := first(s)\n",
    "pieces that keep their names": f"action go\n  choose g: 2..3 of own pieces where no p in g: {FREE}\n"
    + "  do for p in g do move p to step(site(p), north)\n",
    "pieces that are named by their sites": "action go\n  choose g: 0..2 of enemy pieces\n  where count(g) != 1\n  do remove g\n",
    "pieces of a pool": HAND
    + "action go\n  choose c: 1..4 of hand(mover)\n  choose s in neighbours(c3) where s is empty\n"
    + "  do place man of mover on s\n     remove c\n     n := min(99, n + count(c))\n",
    "pieces of a pool that go to another": HAND
    + "action go\n  choose c: 2 of hand(mover)\n  do move c to hand(rival(mover))\n     n := min(99, n + count(c))\n",
    "two sets": HAND
    + "action go\n  choose c: 1..2 of hand(mover)\n  choose d: 1..2 of hand(rival(mover)) where count(c) = count(d)\n"
    + "  do move c to hand(rival(mover))\n     move d to hand(mover)\n     n := n + 1\n",
    "kinds, players, directions, numbers and truths": HAND
    + "action go\n  choose k: 1..2 of kinds of hand(mover)\n  choose ps: 0..2 of players\n  choose d: 2 of {north, east, south}\n"
    + "  choose i: 2 of {1, 4, 9}\n  choose b: 1 of {true, false}\n  where sum(x for x in i) < 10\n"
    + "  do n := sum(x for x in i)\n     if king in k do remove first(hand(mover))\n"
    + "     if Red in ps and north in d do mark(a1) := lit\n     if true in b do mark(a1) := dark\n",
    "words": "action go\n  choose w: 1..3 of {plain, lit, dark}\n  do if lit in w do mark(c3) := lit\n     n := n + count(w)\n",
    "a demand that is given a set": "action go\n  choose s: 1..2 of corners\n  do then after_go(s)\n"
    + "choice after_go(s: sites)\n  choose t: 1..2 of s\n  do for x in t do mark(x) := lit\n",
    "a demand that must be met": "action go\n  choose s: 1..2 of own pieces\n  do then must step_up(s)\n"
    + "choice step_up(s: pieces)\n  choose t: 1 of s where some p in t: not (" + FREE + ")\n"
    + "  do for p in t do move p to step(site(p), north)\n",
    "a move with a set": "move go\n  line any up to 1: empty\n  choose s: 0..1 of neighbours(to)\n  do remove s\n",
    "a requirement and a preference": f"action go\n  choose g: 1..2 of own pieces where no p in g: {FREE}\n"
    + "  do for p in g do move p to step(site(p), north)\n"
    + "require after go: some x in own king: rank(site(x)) < 5\nprefer most count(pieces)\n",
    "elements that are none": "action go\n  choose g: 1..2 of {s in sites where file(s) = 2} + {last}\n"
    + "  do for s in g do mark(s) := lit\n     last := e5\n",
    "a definition": HAND
    + "let held(p: player) = {c in hand(p) where kind(c) = man}\n"
    + "action go\n  choose g: 1..2 of held(mover)\n  do move g to hand(rival(mover))\n",
    "two pools": HAND
    + "action go\n  choose g: 1..3 of hand(Blue) + hand(Red)\n  do move g to hand(rival(mover))\n     if king in kinds of g do n := n + 1\n",
    "no element": "action go\n  choose g: 1..2 of {p in own pieces where rank(site(p)) > turn}\n  do remove g\n",
}  # fmt: skip
STACKS = """game "Stacks"
players Red, Blue
board square 3 x 3 stacking
kinds man, king
field worn of piece: 0..2
setup
  place man of Red on {a1, b1}
  place man of Red on a1 with worn = 2
  place man of Red on a1
  place king of Blue on {a3, b3}
action go
  choose g: 1..2 of {p in pieces where owner(p) = mover}
  do for p in g do move p to b2 with worn = 1
turn: go else pass
limit 8 moves: draw
"""
CASES = {name: BOARD + rules + GO + END for name, rules in FORMS.items()} | {"stacks": STACKS}


@pytest.mark.parametrize("name", CASES)
def test_both_engines_find_the_same_sets(name: str) -> None:
    assert agree(CASES[name])
    game = checked(CASES[name])
    assert game is not None and NativeEngine(game, effort=0).compiled.is_lowered


@pytest.mark.parametrize("name", CASES)
def test_every_action_is_found_by_its_number_and_by_its_notation(name: str) -> None:
    game = checked(CASES[name])
    assert game is not None
    state = interpreter.engine(game, "reference").initial_state()
    numbers = ActionNumbers(game)
    for action in state.legal_actions():
        move = numbers.decode(action)
        assert move is not None and numbers.encode(move) == action
        assert state.action_from_string(state.action_to_string(action)) == action


@pytest.mark.parametrize("may_repeat", [False, True])
@pytest.mark.parametrize("sizes", [(0, 3), (2, 2), (1, 6), (4, 7)])
def test_the_sets_of_a_domain_are_numbered_without_a_gap(sizes: tuple[int, int], may_repeat: bool) -> None:
    elements = ListDomain((3, 5, 6, 8, None))
    domain = SetDomain(elements, sizes, may_repeat, 5)
    expected = sum(
        comb(5 + n - 1, n) if may_repeat and n else comb(5, n) for n in range(sizes[0], sizes[1] + 1)
    )
    assert domain.size == max(1, expected)
    found = [domain.value(rank) for rank in range(expected)]
    assert [domain.rank(value) for value in found] == [*range(expected)]
    assert len({*found}) == expected
    assert all([elements.rank(x) for x in v] == sorted(elements.rank(x) for x in v) for v in found)


def test_the_checker_counts_the_numbers_that_an_action_needs() -> None:
    for text in CASES.values():
        game = checked(text)
        assert game is not None
        numbers = ActionNumbers(game)
        for action in game.actions:
            first, last = numbers.span(action)
            if action.again is None:
                assert domains.numbers_of(action, game) == last - first
                assert last - first <= LARGEST


def test_a_large_hand_is_numbered_within_a_word() -> None:
    text = (
        'game "Deck"\nplayers Red, Blue\n'
        "kinds each suit in {clubs as C, hearts as H, spades as S, diamonds as D}, height in {1..13}\n"
        "pool hand of player\nsetup\n  for k in kinds where height(k) <= 2 do place k in hand(Red) times 2\n"
        "action go\n  choose cards: 2..20 of hand(mover)\n  where count({suit(c) for c in cards}) = 1 and count(cards) < 4\n"
        "  do remove cards\nturn: go else pass\nlimit 6 moves: draw\n"
    )
    game = checked(text)
    assert game is not None and 1 << 57 < ActionNumbers(game).total < LARGEST
    state = NativeEngine(game, effort=0).initial_state()
    shown = {tuple(sorted(state.action_to_string(a).split("+"))) for a in state.legal_actions()}
    held = {s: [f"{s}1", f"{s}1", f"{s}2", f"{s}2"] for s in "CHSD"}
    assert shown == {cards for s in held for n in (2, 3) for cards in combinations(held[s], n)}
    assert len(state.legal_actions()) == len(shown) == 4 * (3 + 2)
    assert agree(text, games=1)
