"""What goes wrong in a state that is only imagined is not the game's, and no bot dies of it."""

import pickle
from functools import cache

import pytest

import interpreter
from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.analysis.evaluating import Evaluator
from interpreter.engines.base import Engine, State
from interpreter.play.bots import Seat, parse_seat
from interpreter.play.tables.disclosure import preview

pytestmark = pytest.mark.thorough

# whoever exchanges the two weights has a cup that holds more than it can: the rules then leave a range
CUPS = """game "Cups"
  language 3
players Ann, Bob
board square 2 x 2
kinds  holds
  cup  2
  jug  4
field filled of piece: 0..4
field rest of piece: 0..4
field is_weighed of piece: bool
hide filled of m in pieces from viewer where owner(m) != viewer and not is_weighed(m)
setup
  place cup of Bob on a1
  place jug of Bob on b1
  random n in 1..2
  filled(piece(a1)) := n
  random k in 3..4
  filled(piece(b1)) := k
action weigh
  choose m in pieces of Bob where not is_weighed(m)
  do rest(m) := holds(m) - filled(m)
     is_weighed(m) := true
turn: weigh
end
  Ann wins when (all m in pieces: is_weighed(m)) and rest(piece(a1)) = 0
  Bob wins when all m in pieces: is_weighed(m)
"""


@cache
def loaded() -> Game:
    game, found = examine_source(Source("cups.gdl", CUPS))
    assert game is not None, found
    return game


@cache
def engine_of(kind: str) -> Engine:
    return interpreter.engine(loaded(), kind, effort=0)


@pytest.fixture
def begun(kind: str) -> State:
    return engine_of(kind).initial_state(seed=1)


def test_some_imagined_state_goes_wrong(begun: State) -> None:
    """Else the others here would test nothing."""
    wrong = 0
    for seed in range(20):
        world = begun.resample(0, seed)
        for action in world.legal_actions():
            try:
                world.apply(action)
            except GameError:
                wrong += 1
    assert wrong


@pytest.mark.parametrize("bot", ["mcts:40", "mcts:300", "alphabeta:20"])
def test_no_bot_dies_of_what_it_imagines(begun: State, bot: str) -> None:
    made = parse_seat(bot, seed=3)
    assert made is not None
    assert made.choose(Seat.of(begun)) in begun.legal_actions()


def test_an_evaluation_goes_on(begun: State) -> None:
    found = next(Evaluator(begun.engine.game).steps(Seat.of(begun).imagine, 0.01))
    assert {c.action for c in found.best} <= {*begun.legal_actions()}


def test_a_preview_shows_nothing_of_what_goes_wrong(begun: State) -> None:
    for action in begun.legal_actions():
        assert preview(begun, 0, action)


def test_an_error_of_the_rules_comes_back_from_another_process_as_it_was() -> None:
    _, found = examine_source(Source("cups.gdl", CUPS.replace("rest(m) :=", "rests(m) :=")))
    error = GameError(found)
    again = pickle.loads(pickle.dumps(error))
    assert found
    assert (again.diagnostics, str(again)) == (error.diagnostics, str(error))
