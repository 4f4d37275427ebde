"""What others chose for their pieces in secret is imagined as any choice that they had, and never told by what is imagined."""

from collections import Counter
from functools import cache

import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.play.bots import Seat, parse_seat
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

# orders that are written one by one, and carried out together; no two of one player may go to one site
ORDERS = """game "Orders"
  language 3
players Red facing north, Blue facing south
board square 4 x 3
kinds man
field order of piece: unwritten, stand, march
field goal of piece: site or none
hide order, goal of m in pieces from viewer where owner(m) != viewer and order(m) != unwritten
setup
  place man of Red on {a1, b1}
  place man of Blue on {c3, d3}
action stay
  choose m in own pieces where order(m) = unwritten
  do order(m) := stand
action go
  choose m in own pieces where order(m) = unwritten
  choose s in neighbours(m) where no x in own pieces: goal(x) = s
  do order(m) := march
     goal(m) := s
let all_written = no m in pieces: order(m) = unwritten
let is_met(m: piece) = some x in pieces: x != m and goal(x) = goal(m)
settle
  if all_written do
    let going = {m in pieces where order(m) = march and goal(m) is empty and not is_met(m)}
    for m in going do move m to goal(m)
    for m in pieces do
      order(m) := unwritten
      goal(m) := none
skip p when no m in pieces of p: order(m) = unwritten
turn together: stay or go
let has_come(p: player) = some m in pieces of p: site(m) in last_rank(p)
end {p in players where has_come(p)} wins when some p in players: has_come(p)
limit 60 moves: draw
"""
# one target is marked before play begins, in a phase that is over when others guess it
TARGET = """game "Target"
  language 3
players Ann, Bob
board square 3 x 3
kinds spy
field target of piece: site or none
hide target of m in pieces from viewer where owner(m) != viewer and not ended
setup
  phase := prepare
  place spy of Ann on b2
action mark
  choose m in own pieces
  choose secretly s in neighbours(m, any)
  do target(m) := s
     phase := main
     then turn of Bob
action guess
  choose s in sites where s is empty
  do if target(piece(b2)) = s do end mover wins
phase prepare: mark
turn: guess
limit 9 moves: draw
"""
# the strength is chance's, the side is chosen in another action than the goal: both only change places
GIVEN = """game "Given"
  language 3
players Ann, Bob
board square 3 x 3
kinds spy
field strength of piece: 0..9
field side of piece: 0..2
field goal of piece: 0..4
hide strength, side, goal of m in pieces from viewer where owner(m) != viewer
setup
  place spy of Bob on {a3, c3}
  strength(piece(a3)) := 3
  strength(piece(c3)) := 7
action lean
  choose m in own pieces where side(m) = 0
  choose secretly w in 1..2
  do side(m) := w
action aim
  choose m in own pieces where side(m) > 0 and goal(m) = 0
  choose secretly n in 1..4
  do goal(m) := n
action wait
  choose n in 1..2
turn: wait if mover = Ann else lean or aim
limit 20 moves: draw
"""


@cache
def engine_of(text: str, kind: str) -> Engine:
    game, found = examine_source(Source("test.gdl", text))
    assert game is not None, found
    return interpreter.engine(game, kind, effort=0)


def after(text: str, kind: str, *moves: str) -> State:
    state = engine_of(text, kind).initial_state(seed=1)
    for move in moves:
        state = state.apply(state.action_from_string(move))
    return state


def drawn(state: State, viewer: int, site: str, count: int = 200) -> Counter[str]:
    """What a piece is in states that a player imagines, and how often."""
    worlds = (state.resample(viewer, seed) for seed in range(count))
    return Counter(str(world.position()["pieces"][site]).removeprefix("Blue man ") for world in worlds)


def test_the_only_order_is_any_that_could_be_written(kind: str) -> None:
    """Four orders are possible, and each is as likely as the others."""
    found = drawn(after(ORDERS, kind, "stay a1", "go c3 c2"), 0, "c3", 200)
    assert set(found) == {"order=stand", "order=march goal=b3", "order=march goal=c2", "order=march goal=d3"}
    assert all(30 < count < 75 for count in found.values())


def test_what_is_imagined_does_not_depend_on_what_was_chosen(kind: str) -> None:
    one, other = (after(ORDERS, kind, "stay a1", order) for order in ("go c3 c2", "stay c3"))
    assert one.observation(0) == other.observation(0)
    assert [one.resample(0, n) for n in range(20)] == [other.resample(0, n) for n in range(20)]


def test_orders_that_are_imagined_obey_the_rules_together(kind: str) -> None:
    chance, seen = Random(4), 0
    for _ in range(3):
        state = after(ORDERS, kind)
        while not state.is_terminal:
            for viewer in (0, 1):
                world = state.resample(viewer, chance.below(99))
                assert world.observation(viewer) == state.observation(viewer)
                for rival in ("Red", "Blue"):
                    held = [t for t in world.position()["pieces"].values() if t.startswith(rival)]
                    goals = [t.split("goal=")[1] for t in held if "goal=" in t]
                    assert len(goals) == len(set(goals))
                    assert all(("march" in t) == ("goal=" in t) for t in held)
                    seen += len(goals)
            state = state.apply(chance.pick(state.legal_actions()))
    assert seen


def test_a_target_chosen_in_another_phase_is_any_target(kind: str) -> None:
    found = drawn(after(TARGET, kind, "mark b2 c3"), 1, "b2", 300)
    assert len(found) == 8
    assert max(found.values()) < 80


def test_values_from_elsewhere_change_places(kind: str) -> None:
    """No one action explains what a piece holds, so there are as many of each value as in the real state."""
    state = after(GIVEN, kind, "wait 1", "lean a3 1", "wait 1", "aim a3 2", "wait 1", "lean c3 2")
    worlds = [state.resample(0, seed).position()["pieces"] for seed in range(40)]
    for mark in ("strength=3", "strength=7", "side=1", "side=2", "goal=2"):
        assert all(str(world).count(mark) == 1 for world in worlds)
        assert len({mark in world["a3"] for world in worlds}) == 2


def test_bots_think_with_orders_that_they_do_not_know(kind: str) -> None:
    """The same choice whatever the secret is, in Python and in machine code."""
    bot, chosen = "mcts:200" if kind == "native" else "mcts:4", set[int]()
    for order in ("go c3 c2", "stay c3"):
        made = parse_seat(bot, seed=2)
        assert made is not None
        chosen.add(made.choose(Seat.of(after(ORDERS, kind, "stay a1", order))))
    assert len(chosen) == 1
