"""What searches in machine code ask of a game is what single states say: on all bundled games."""

from random import Random

import bundled
import pytest
from small import SMALL

import gdl
import interpreter
from gdl.loader import bundled_games
from interpreter.engines.native.state import NativeState
from interpreter.engines.searching import workbench

pytestmark = pytest.mark.thorough

ROOM = 1 << 21
QUICK = {  # games that have between them all that actions may be; the others are slow to compile together
    "tic_tac_toe", "backgammon", "english_draughts", "chess", "zarcana", "kuhn_poker", "hive", "stone_towers", "oware",
    "goofspiel", "pentago",
}  # fmt: skip
NAMES = [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in bundled_games()]


@pytest.mark.parametrize("name", NAMES)
def test_what_follows_a_state_is_what_its_actions_lead_to(name: str) -> None:
    engine = bundled.native(name, SMALL.get(name))
    bench = engine.workbench()
    assert bench is not None
    graph = bench.record("Graph")
    room, at = bench.room_for(ROOM)
    graph["scratch"], graph["scratch_room"] = at, ROOM
    chance, state = Random(name), engine.initial_state(3)
    for _ in range(8):
        listed = state.listed()
        assert bench.put(state, at)
        bench.run("reachable.follow", graph)
        if state.is_terminal:
            assert graph["count"] == 0
            break
        assert graph["count"] == len(listed)
        assert bench.rules["error"] == 0
        places = chance.sample(range(len(listed)), min(6, len(listed)))
        for place in places:
            following = bench.take(graph["states"] + place * bench.state_words)
            assert isinstance(following, NativeState)
            wanted = state.apply(listed[place][0])
            assert following == wanted
            assert following.is_terminal == wanted.is_terminal
            assert following.returns == wanted.returns
        assert bench.action(state, places[0]) == listed[places[0]][0]
        state = state.apply(listed[places[0]][0])
    assert room.size


def test_an_engine_without_machine_code_has_no_workbench() -> None:
    assert workbench(interpreter.engine(gdl.load("tic_tac_toe"), "reference")) is None
