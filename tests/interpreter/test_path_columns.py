"""Columns of paths, paths as sets, and settlings that know the move: in both engines."""

import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State

TEXT = """game "Riders"
players Red, Blue
board square 5 x 5
kinds    reach                        steps
  tower  (line orthogonal: any+)      none
  rider  (leap 1, 2: any)             none
  stone  none                         (walk orthogonal up to 2: empty+)

field last of game: site or none
field passed of site: bool

let near(p: piece) = steps(p)

setup
  place tower of Red on c3
  place rider of Red on a1
  place stone of Red on e5
  place stone of Blue on c5

move go by any
  along reach
  where to is not own

move creep by stone
  along near

settle
  if c4 is own do remove c4
settle after go
  last := site(piece)
  passed(from) := true
  passed(to) := true
settle after go, creep
  if to in corners do remove piece

turn: go or creep
end draw when moves = 4
"""


@pytest.fixture(params=("reference", "native"))
def start(request: pytest.FixtureRequest) -> State:
    game, found = examine_source(Source("riders.gdl", TEXT))
    assert game is not None and not [d for d in found if d.is_error]
    return interpreter.engine(game, request.param, effort=0).initial_state()


def moves(state: State) -> set[str]:
    return {state.action_to_string(a).split()[-1] for a in state.legal_actions()}


def after(state: State, text: str) -> State:
    return state.apply(state.action_from_string(text))


def test_each_kind_goes_along_its_own_path(start: State) -> None:
    towers = {"c3-c4", "c3xc5", "c3-c2", "c3-c1", "c3-a3", "c3-b3", "c3-d3", "c3-e3"}
    creeps = {"e5-e4", "e5-d5", "e5-d4", "e5-e3"}
    assert moves(start) >= towers | {"a1-b3", "a1-c2"} | creeps
    assert not {m for m in moves(start) if m.startswith("a1") and m not in ("a1-b3", "a1-c2")}


def test_a_settling_knows_the_move(start: State) -> None:
    position = after(start, "a1-b3").position()
    assert position["fields"]["last"] == "b3"
    assert position["sites"]["passed"] == {"a1": True, "b3": True}


def test_its_piece_is_none_when_an_earlier_settling_took_it(start: State) -> None:
    position = after(start, "c3-c4").position()
    assert "c4" not in position["pieces"]
    assert position["fields"].get("last") is None


def test_it_may_take_the_piece_itself(start: State) -> None:
    state = start
    for text in ("e5-d5", "c5-b5", "d5-e5"):
        state = after(state, text)
    assert set(state.position()["pieces"]) == {"c3", "a1", "b5"}
