"""Sites of which everybody sees the ground, and not all what stands there: the maps that Cyvasse offers, from their set-up on.

Whatever a seat is shown, offered and told there is the same in all states that it cannot tell apart, as elsewhere.
"""

from collections.abc import Iterator

import numpy as np
import pytest
from drawn import Picture
from test_indistinguishable import drawn, shown
from test_told import engine

from gdl.files.library import find
from interpreter.engines.position_parts import HIDDEN
from interpreter.engines.reference.engine import ReferenceState
from interpreter.play.lessons.cases import offers
from interpreter.play.moves import numbered_moves
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

HALF = 38  # sites of a half of the board
LOOKS = 2  # moments of a set-up that are looked at
MAPS = {offer.name: offer for offer in offers(find("cyvasse"))}
each_map = pytest.mark.parametrize("name", MAPS)


def moments(name: str) -> Iterator[tuple[ReferenceState, Random]]:
    """Positions of a random set-up on a map, of which Black has laid out some pieces in the last one."""
    chance = Random(5)
    state = MAPS[name].start(engine("cyvasse"))
    for _ in range(LOOKS):
        for _ in range(16):
            state = state.apply(chance.pick(state.legal_actions()))
        assert isinstance(state, ReferenceState)
        yield state, chance


@each_map
def test_everybody_sees_the_terrain_and_not_what_stands_on_it(name: str) -> None:
    terrain = MAPS[name].case["position"].get("sites", {})
    mountains = {s for s, what in terrain.get("terrain", {}).items() if what == "mountain"}
    for state, _ in moments(name):
        for viewer, own in enumerate(("White", "Black")):
            seen = state.observation(viewer)
            assert seen["sites"] == terrain
            standing = {s: p for s, p in state.position()["pieces"].items() if not p.startswith(own)}
            assert all(seen["pieces"][s] == HIDDEN for s in standing)
            hidden = {s for s, p in seen["pieces"].items() if p == HIDDEN}
            assert len(hidden) == HALF - len(mountains) / 2 and not hidden & mountains
        assert state.public()["sites"] == terrain
        assert set(state.public()["pieces"].values()) == {HIDDEN}


@each_map
def test_what_is_shown_on_a_map_follows_from_what_is_seen(name: str) -> None:
    places = set()
    for state, chance in moments(name):
        for viewer in (0, 1):
            for world in (state.resample(viewer, chance.below(1 << 32)) for _ in range(2)):
                assert world.observation(viewer) == state.observation(viewer)
                assert world.public() == state.public()
                assert shown(world, viewer) == shown(state, viewer)
                assert drawn(world, viewer) == drawn(state, viewer)
                places.add(str(world.position()["pieces"]))
                if viewer == state.current_player:
                    assert [m.text for m in numbered_moves(world)] == [m.text for m in numbered_moves(state)]
            both = state.engine.batch_of([state, world])
            assert np.array_equal(*both.planes(viewer))
    assert len(places) > 4


@each_map
def test_on_a_map_nobody_is_told_where_pieces_are_posted(name: str) -> None:
    for state, chance in moments(name):
        action = chance.pick(state.legal_actions())
        other = 1 - state.current_player
        assert state.action_seen(action, other) == "post ? ?"
        assert state.action_public(action) == ("post ? ?", ())
        after = state.apply(action)
        before = {
            k: v for k, v in state.observation(other).items() if k not in ("pools", "fields", "to_move")
        }
        assert before == {k: after.observation(other)[k] for k in before}


@each_map
def test_no_piece_is_imagined_on_a_mountain(name: str) -> None:
    for state, chance in moments(name):
        for viewer in (0, 1):
            position = state.resample(viewer, chance.below(1 << 32)).position()
            terrain = position["sites"].get("terrain", {})
            assert not any(terrain.get(site) == "mountain" for site in position["pieces"])


def test_the_terrain_of_a_tile_that_a_rival_has_laid_is_hidden_as_before() -> None:
    state, chance = engine("cyvasse").initial_state(0), Random(2)
    while state.current_player == 0:
        state = state.apply(chance.pick(state.legal_actions()))
        terrain = state.observation(1)["sites"].get("terrain", {})
        assert set(terrain.values()) == {HIDDEN} and len(terrain) == HALF


def test_a_ground_is_drawn_under_what_is_hidden() -> None:
    state = next(moments("map: the river"))[0]
    picture = Picture(state.game, state.observation(1))
    fills = [
        {f for s in picture.shapes("site", name) if (f := s.get("fill", "none")) != "none"}
        for name in ("b1", "c1", "k12")
    ]
    assert fills[0] == fills[1] | fills[2]  # hidden water, what is hidden, and water
    assert len(fills[1]) == len(fills[2]) == 1
    assert "w?" in shown(state, 1)
