"""Batches of the reference engine: what the board and the fields of each row are."""

import numpy as np
import pytest

import interpreter
from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Batch
from interpreter.shared.numbering import NO_NUMBER

TEXT = """\
players Red, Blue
board square 2 x 2
kinds man, king
field gold of player: 0..9 = 3
field last of game: site or none
field stage of game: 0..9
field mark of site: bool
field level of piece: 0..9 = 1
field pal of piece: piece or none
field price of kind, 1..2: 0..9 or none
setup
  place king of Blue on b2
  price(king, 2) := 7
action put
  choose s in sites where s is empty
  do place man of mover on s with level = 4
     last := s; stage := stage + 1; mark(s) := true; gold(mover) := gold(mover) - 1
     pal(piece(s)) := piece(b2)
turn: put else pass
limit 20 moves: draw
"""


def played() -> Batch:
    """Two rows: the start, and the position after a man was put on a2."""
    game, diagnostics = examine_source(Source("plain.gdl", TEXT))
    assert game is not None, [d.message for d in diagnostics]
    engine = interpreter.engine(game, "reference")
    start = engine.initial_state()
    return engine.batch_of([start, start.apply(start.action_from_string("a2"))])


def site(name: str) -> int:
    found = played().game.board.site(name)
    assert found is not None
    return found


def test_a_board_has_the_kind_and_the_owner_of_what_stands_on_each_site() -> None:
    board = played().board()
    assert board.kinds.shape == board.owners.shape == (2, 4)
    assert [board.kinds[row, site("b2")] for row in (0, 1)] == [1, 1]
    assert [board.kinds[row, site("a2")] for row in (0, 1)] == [-1, 0]
    assert [board.owners[row, site("a2")] for row in (0, 1)] == [-1, 0]
    assert (board.kinds >= 0).sum(axis=1).tolist() == [1, 2]


def test_fields_have_a_shape_by_what_holds_them() -> None:
    batch = played()
    assert batch.field("stage").tolist() == [0, 1]
    assert batch.field("last").tolist() == [-1, site("a2")]
    assert batch.field("gold").tolist() == [[3, 3], [2, 3]]
    marks = batch.field("mark")
    assert marks.dtype == np.bool_
    assert marks.sum(axis=1).tolist() == [0, 1] and marks[1, site("a2")]


def test_a_field_of_pieces_is_that_of_the_topmost_one_and_its_default_where_none_is_given() -> None:
    batch = played()
    levels = batch.field("level")
    assert levels.shape == (2, 4)
    assert (levels[0, site("b2")], levels[1, site("b2")], levels[1, site("a2")]) == (1, 1, 4)
    pals = batch.field("pal")
    assert (pals[1, site("a2")], pals[1, site("b2")]) == (site("b2"), -1)


def test_a_table_has_a_row_for_each_of_its_keys() -> None:
    prices = played().field("price")
    assert prices.shape == (2, 2, 2)
    assert prices[0].tolist() == [[NO_NUMBER, NO_NUMBER], [NO_NUMBER, 7]]


def test_a_batch_of_a_number_begins_so_many_games() -> None:
    made = played().engine.batch(3, seed=1)
    assert len(made) == 3
    assert made.counts.tolist() == [3, 3, 3]
    made.step_random(seed=2)
    assert made.field("stage").tolist() == [1, 1, 1]


def test_each_row_has_its_player_its_actions_and_its_result() -> None:
    batch = played()
    assert batch.current_player.tolist() == [0, 1]
    assert batch.is_terminal.tolist() == [False, False]
    assert batch.returns.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    counts, numbers = batch.legal()
    assert counts.tolist() == [3, 2]
    assert numbers.tolist() == [*batch.actions(0), *batch.actions(1)]
    texts = [batch.state(1).action_to_string(a) for a in batch.actions(1)]
    assert sorted(texts) == ["a1", "b1"]


def test_a_step_takes_the_action_at_its_place_in_each_row() -> None:
    batch = played()
    chosen = [batch.state(row).action_to_string(batch.actions(row)[place]) for row, place in ((0, 2), (1, 1))]
    batch.step(np.array([2, 1]))
    assert batch.current_player.tolist() == [1, 0]
    board = batch.board()
    assert [board.owners[row, site(text)] for row, text in enumerate(chosen)] == [0, 1]
    assert batch.field("stage").tolist() == [1, 2]


def test_finished_rows_stay_as_they_are_until_they_are_reset() -> None:
    batch = played()
    for _ in range(25):
        batch.step_random(seed=3)
    assert batch.is_terminal.tolist() == [True, True]
    assert batch.counts.tolist() == [0, 0]
    last = [batch.state(row) for row in (0, 1)]
    batch.step(np.array([-1, -1]))
    assert [batch.state(row) for row in (0, 1)] == last
    batch.reset(np.array([1]))
    assert batch.is_terminal.tolist() == [True, False]
    assert batch.counts.tolist() == [0, 3]
    assert batch.state(0) == last[0]
    batch.reset()
    assert batch.counts.tolist() == [3, 3]


def test_a_row_in_which_a_rule_goes_wrong_stays_and_the_others_are_played() -> None:
    text = TEXT.replace("last := s;", "last := s; gold(mover) := 9 - 5 * stage;")
    game, _ = examine_source(Source("wrong.gdl", text))
    assert game is not None
    engine = interpreter.engine(game, "reference")
    start = engine.initial_state()
    later = start
    for name in ("a1", "a2"):
        later = later.apply(later.action_from_string(name))
    batch = engine.batch_of([later, start])
    with pytest.raises(GameError):
        batch.step(np.array([0, 0]))
    assert batch.state(0) == later
    assert batch.field("stage").tolist() == [2, 1]
