"""What the set-up alone drew by kinds is imagined by kinds: a suspect and a weapon in the case, and never two weapons."""

from collections import Counter
from functools import cache

import pytest
from test_determinization import Desk, known

import interpreter
from gdl.core.model import Game
from gdl.core.piece_flows import sorts
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine
from interpreter.engines.native import NativeEngine

CASE = """game "Case"
  language 3
players Ann, Bob
kinds    sort     worth
  plum   suspect  1
  green  suspect  2
  white  suspect  3
  rope   weapon   1
  pipe   weapon   2
  knife  weapon   3
pool deck of game seen by nobody
pool case of game seen by nobody
pool hand of player seen by owner
setup
  for k in kinds do place k in deck
  random s in deck where sort(it) = suspect
  move s to case
  random w in deck where sort(it) = weapon
  move w to case
  for n in 1..2, p in players do
    random c in deck
    move c to hand(p)
action accuse
  choose s in kinds where sort(s) = suspect
  choose w in kinds where sort(w) = weapon
  do if all c in case: kind(c) = s or kind(c) = w do end mover wins
turn: accuse
limit 9 moves: draw
"""
SUSPECTS, WEAPONS = {"plum", "green", "white"}, {"rope", "pipe", "knife"}


@cache
def game_of(text: str) -> Game:
    game, found = examine_source(Source("case.gdl", text))
    assert game is not None, found
    return game


@cache
def engine_of(kind: str) -> Engine:
    return interpreter.engine(game_of(CASE), kind, effort=0)


def named(game: Game) -> dict[str, list[set[str]]]:
    return {
        pool: [{game.kinds[k].name for k in found} for found in sets] for pool, sets in sorts(game).items()
    }


def test_the_set_up_tells_what_sorts_a_pool_holds() -> None:
    assert named(game_of(CASE)) == {"case": [SUSPECTS, WEAPONS]}
    alone = CASE.replace("  random w in deck where sort(it) = weapon\n  move w to case\n", "")
    assert named(game_of(alone)) == {"case": [SUSPECTS]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("do if all c", "do for c in case do move c to deck\n     if all c"),
        ("  for n in 1..2", "  random x in deck\n  move x to case\n  for n in 1..2"),
        ("sort(it) = weapon\n", "worth(it) > 1\n"),
        ("  for n in 1..2", "  for n in 1..1 do\n    random x in deck where sort(it) = weapon\n    move x to case\n  for n in 1..2"),
    ],
    ids=["changed in play", "any piece more", "sets overlap", "in a loop"],
)  # fmt: skip
def test_elsewhere_nothing_is_known(old: str, new: str) -> None:
    assert old in CASE
    assert named(game_of(CASE.replace(old, new))) == {}


def case_of(pools: dict[str, list[str]]) -> tuple[str, ...]:
    return tuple(sorted(pools["case"]))


def test_every_imagined_case_is_possible_and_each_is_as_likely(kind: str) -> None:
    state = engine_of(kind).initial_state(seed=3)
    own = {*state.observation(0)["pools"]["hand"]["Ann"]}
    possible = {tuple(sorted((s, w))) for s in SUSPECTS - own for w in WEAPONS - own}
    worlds = [state.resample(0, seed) for seed in range(120)]
    found = Counter(case_of(w.position()["pools"]) for w in worlds)
    assert {*found} == possible
    assert max(found.values()) < 2 * 120 / len(possible)
    assert all(w.observation(0) == state.observation(0) for w in worlds[:20])
    assert all(w.resample(0, 1) == worlds[1] for w in worlds[:20])


def test_machine_code_deals_the_same_cases() -> None:
    engine = engine_of("native")
    assert isinstance(engine, NativeEngine)
    state, at = engine.initial_state(seed=3), Desk(engine)
    assert at.begin(state, 5)
    found = Counter[tuple[str, ...]]()
    for _ in range(120):
        world = at.world()
        assert world is not None
        assert known(world) == known(state)
        found[case_of(world.position()["pools"])] += 1
    own = {*state.observation(0)["pools"]["hand"]["Ann"]}
    assert {*found} == {tuple(sorted((s, w))) for s in SUSPECTS - own for w in WEAPONS - own}
    assert max(found.values()) < 2 * 120 / len(found)
