"""Masks, planes and steps by numbers: what programs that learn are given of a batch. Both engines give the same."""

import bundled
import numpy as np
import pytest
from numpy.typing import NDArray

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Batch, Engine
from interpreter.engines.errors import IllegalAction
from interpreter.engines.native import NativeEngine
from interpreter.engines.reference.engine import ReferenceEngine

Plane = NDArray[np.float32]

MANY = """game "Many things"
players A, B, C
board square 3 x 2 stacking
kinds man, king
pool hand of player seen by all
pool box of game
field mood of game: calm, wild
field best of game: site or none
field level of game: 0..4 = 1
field won of player: bool
field next_to of player, site: 0..2
field mark of site: player or none
field age of piece: 0..10
setup
  place king of B on b2
  place man of A on b2
  place man of C on a1
  place king in hand(C)
  place man of B in box
  level := 3
  best := c1
  mood := wild
  won(B) := true
  next_to(C, a2) := 2
  mark(c2) := B
  age(piece(a1)) := 5
phase late: put
turn: put
action put
  choose s in sites
  do place man of mover on s
     phase := late
end draw when level = 0
limit 9 moves: draw
"""


def made(text: str) -> Engine:
    game, found = examine_source(Source("many.gdl", text))
    assert game is not None, [f"{d.span}: {d.message}" for d in found]
    return NativeEngine(game, effort=0)


@pytest.fixture(scope="module")
def many() -> Engine:
    return made(MANY)


def plane(batch: Batch, player: int, name: str) -> list[list[float]]:
    """One plane of the first row."""
    found: Plane = batch.planes(player)[0, batch.engine.planes.names.index(name)]
    return [[float(x) for x in line] for line in found]


# The planes of the position that `many` begins with, as player B sees it: rows from the top, so b2 is in the first row.
SHOWN = {
    "player +2 man": [[0, 1, 0], [0, 0, 0]],
    "player +1 man": [[0, 0, 0], [1, 0, 0]],
    "own king": [[0, 0, 0], [0, 0, 0]],
    "own king below": [[0, 1, 0], [0, 0, 0]],
    "king in player +1 hand": [[1, 1, 1], [1, 1, 1]],
    "king in own hand": [[0, 0, 0], [0, 0, 0]],
    "man in box": [[1, 1, 1], [1, 1, 1]],
    "own pieces in box": [[1, 1, 1], [1, 1, 1]],
    "own turn": [[0, 0, 0], [0, 0, 0]],
    "player +2 turn": [[1, 1, 1], [1, 1, 1]],
    "phase main": [[0, 0, 0], [0, 0, 0]],
    "phase late": [[1, 1, 1], [1, 1, 1]],
    "mood wild": [[1, 1, 1], [1, 1, 1]],
    "mood calm": [[0, 0, 0], [0, 0, 0]],
    "best": [[0, 0, 0], [0, 0, 1]],
    "level": [[0.75, 0.75, 0.75], [0.75, 0.75, 0.75]],
    "won own": [[1, 1, 1], [1, 1, 1]],
    "won player +1": [[0, 0, 0], [0, 0, 0]],
    "next_to player +1": [[1, 0, 0], [0, 0, 0]],
    "mark own": [[0, 0, 1], [0, 0, 0]],
    "age of the piece": [[-1, 0, -1], [0.5, -1, -1]],
}


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("kind", ["native", "reference"])
def test_a_plane_shows_what_its_name_says(name: str, kind: str, many: Engine) -> None:
    engine = many if kind == "native" else ReferenceEngine(many.game)
    assert plane(engine.batch(1), 1, name) == SHOWN[name]


def test_planes_have_the_shape_of_the_board(many: Engine) -> None:
    assert many.planes.shape == (len(many.planes.names), 2, 3)
    assert many.planes.sites.tolist() == [[3, 4, 5], [0, 1, 2]]
    assert many.batch(4).planes(0).shape == (4, *many.planes.shape)
    assert many.batch(4).planes(0).dtype == np.float32
    assert many.planes.left_out == ()


@pytest.mark.parametrize(
    ("name", "options", "shape"),
    [
        ("hex", {"size": 5}, (5, 5)),
        ("cyvasse", {}, (12, 12)),
        ("nine_mens_morris", {}, (7, 7)),
        ("dots_and_boxes", {"width": 3, "height": 3}, (7, 7)),
        ("kuhn_poker", {}, (1, 1)),
    ],
)
def test_neighbours_stay_together(name: str, options: dict[str, object], shape: tuple[int, int]) -> None:
    engine = bundled.native(name, options)
    assert engine.planes.shape[1:] == shape
    sites = engine.planes.sites
    assert sorted(sites[sites >= 0]) == list(range(len(engine.game.board.sites)))
    has_holes = "site" in engine.planes.names
    assert has_holes == ((sites < 0).any() and bool(engine.game.board.sites))
    if has_holes:
        assert np.array_equal(
            engine.batch(1).planes(0)[0, engine.planes.names.index("site")] == 1, sites >= 0
        )


def test_a_table_that_would_take_too_many_planes_is_left_out_and_named() -> None:
    text = MANY.replace("field next_to of player, site: 0..2", "field next_to of 1..300: 0..2")
    engine = made(text.replace("next_to(C, a2)", "next_to(7)"))
    assert engine.planes.left_out == ("next_to",)
    assert not any(name.startswith("next_to") for name in engine.planes.names)


def test_every_seat_sees_itself_as_its_own() -> None:
    batch = bundled.native("chess").batch(1)
    for piece in ("pawn", "king", "queen"):
        assert plane(batch, 0, f"own {piece}") == plane(batch, 1, f"enemy {piece}")
        assert plane(batch, 0, f"own {piece}") != plane(batch, 1, f"own {piece}")
    assert plane(batch, 0, "own king") == [[0] * 8] * 7 + [[0, 0, 0, 0, 1, 0, 0, 0]]


def test_what_is_hidden_is_said_to_be_hidden() -> None:
    geister = bundled.native("geister").batch(1)
    while geister.is_terminal[0] or plane(geister, 0, "enemy unknown piece") == [[0] * 6] * 6:
        geister.step_random(1)
    assert np.sum(plane(geister, 0, "own unknown piece")) == 0
    poker = bundled.native("kuhn_poker").batch(1)
    assert plane(poker, 0, "unknown piece in enemy hand") == [[1]]
    assert plane(poker, 0, "unknown piece in own hand") == [[0]]


# ---- masks


@pytest.mark.parametrize("name", ["connect_four", "chess", "oware"])
def test_a_mask_is_true_for_what_is_legal(name: str) -> None:
    engine = bundled.native(name)
    batch = engine.batch(3, seed=2)
    for k in range(5):
        mask = batch.mask()
        assert mask.shape == (3, engine.actions.count)
        for row in range(3):
            assert np.flatnonzero(mask[row]).tolist() == sorted(batch.actions(row))
            assert np.array_equal(mask[row], batch.state(row).legal_mask())
        batch.step_random(k)


def test_arrays_are_filled_again() -> None:
    engine = bundled.native("connect_four")
    batch = engine.batch(2)
    mask, planes = (
        np.ones((2, engine.actions.count), np.bool_),
        np.ones((2, *engine.planes.shape), np.float32),
    )
    batch.step_random(3)
    assert batch.mask(mask) is mask
    assert np.array_equal(mask, batch.mask())
    assert batch.planes(1, planes) is planes
    assert np.array_equal(planes, batch.planes(1))


def test_arrays_of_another_form_are_refused() -> None:
    batch = bundled.native("connect_four").batch(2)
    with pytest.raises(ValueError, match=r"bool of shape \(2, 44\).*not float64 of shape \(2, 7\)"):
        batch.mask(np.zeros((2, 7)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"`out` must be an array of float32 of shape \(2, 5, 6, 7\)"):
        batch.planes(0, np.zeros((2, 5, 7, 6), np.float32))
    with pytest.raises(ValueError, match="row after row"):
        batch.mask(np.zeros((44, 2), np.bool_).T)
    with pytest.raises(ValueError, match="player"):
        batch.planes(2)


def test_a_game_with_too_many_actions_has_no_mask() -> None:
    with pytest.raises(OverflowError, match="choose by their numbers"):
        bundled.native("english_draughts").batch(1).mask()


# ---- steps by numbers


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_a_step_by_numbers_plays_what_the_states_play(kind: str) -> None:
    batch = bundled.engine("tic_tac_toe", kind).batch(4, seed=1)
    states = [batch.state(row) for row in range(4)]
    for k in range(12):
        numbers = [s.legal_actions()[k * row % len(s.legal_actions())] for row, s in enumerate(states)]
        stepped = batch.step_indices(numbers)
        after = [s.apply(n) for s, n in zip(states, numbers, strict=True)]
        assert stepped.ended.tolist() == [s.is_terminal for s in after]
        assert stepped.returns.tolist() == [s.returns for s in after]
        for row, state in enumerate(after):
            if not state.is_terminal:
                assert batch.state(row) == state
        assert not batch.is_terminal.any()
        states = [batch.state(row) for row in range(4)]


def test_finished_rows_stay_if_they_are_not_to_begin_anew() -> None:
    batch = bundled.native("tic_tac_toe").batch(1)
    line = [0, 3, 1, 4, 2]
    ended = [batch.step_indices([n], auto_reset=False).ended[0] for n in line]
    assert ended == [False] * 4 + [True]
    assert batch.is_terminal.all()
    stepped = batch.step_indices([99], auto_reset=False)  # a finished row's number may be anything
    assert not stepped.ended.any()
    assert stepped.returns.tolist() == [[0, 0]]
    assert batch.returns.tolist() == [[1, -1]]


def test_a_number_that_is_not_legal_changes_nothing() -> None:
    batch = bundled.native("connect_four").batch(3)
    before = [batch.state(row) for row in range(3)]
    with pytest.raises(IllegalAction, match="row 1: "):
        batch.step_indices([0, 7, 0])
    with pytest.raises(ValueError, match="a whole number for each of the 3 rows"):
        batch.step_indices([0.5, 1, 1])
    assert [batch.state(row) for row in range(3)] == before
