"""Alpha-beta in several threads that share a table."""

from functools import cache

import numpy as np
import pytest

import gdl
import interpreter
from interpreter.engines.base import State
from interpreter.play.bots import Seat, parse_seat
from interpreter.search.alphabeta import AlphaBetaSearch, Measured, measured
from interpreter.search.methods import learnt_alphabeta
from interpreter.search.parallel import ParallelAlphaBeta
from interpreter.search.running import Budget
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


@cache
def breakthrough() -> Measured:
    found = measured(gdl.load("breakthrough"), effort=0)
    assert found is not None
    return found


def worth(found: Measured) -> Weights:
    """Of pieces alone."""
    pieces = [t for t in found.terms.terms if t.is_material]
    return Weights(tuple({t.text: 0.3 if t.player == p else -0.3 for t in pieces} for p in (0, 1)), 0.1, 0)


def searches(found: Measured, count: int) -> list[AlphaBetaSearch]:
    return [AlphaBetaSearch(found, worth(found)) for _ in range(count)]


def initial(name: str) -> State:
    return interpreter.engine(gdl.load(name), effort=0).initial_state()


def test_all_threads_look_and_share_a_table() -> None:
    found, state = breakthrough(), initial("breakthrough")
    made = ParallelAlphaBeta(searches(found, 3))
    for _ in range(2):
        thought = made.run(state, Budget(seconds=0.2), Random(1))
        assert thought is not None
        assert thought.action in state.legal_actions()
        nodes = [search.record["nodes"] for search in made.searches]
        assert all(nodes)
        assert thought.iterations == sum(nodes)
        assert len({search.record["table"] for search in made.searches}) == 1
        assert all(search.record.arrays["weights"].any() for search in made.searches)
        state = state.apply(thought.action)


def test_a_number_of_positions_is_for_one_thread_and_repeats_itself() -> None:
    found, state = breakthrough(), initial("breakthrough")
    alone = AlphaBetaSearch(found, worth(found)).run(state, Budget(2_000), Random(7))
    made = ParallelAlphaBeta(searches(found, 2))
    assert made.run(state, Budget(2_000), Random(7)) == alone
    assert made.searches[1].record["nodes"] == 0


def test_what_the_deepest_thread_has_found_is_played() -> None:
    """The first thread has time for one ply, and a helper has looked six plies deep."""
    found, state = breakthrough(), initial("breakthrough")
    made = ParallelAlphaBeta(searches(found, 2))
    first, helper = made.searches
    helper.prepare(state, first.record.arrays["table"], Random(1))
    legal = len(state.legal_actions())
    for place in (0, legal - 1):
        helper.seen, helper.place = 6, place
        first.seen, first.place = 1, 1
        thought = first.run(state, Budget(1), Random(1))
        assert thought is not None
        assert made._deepest(state, thought, [helper]).action == found.bench.action(state, place)
        helper.seen = 2  # too little to know that no answer wins
        assert made._deepest(state, thought, [helper]).action == thought.action


def test_a_forced_win_is_found_whoever_finds_it() -> None:
    """The value of a solved game, by all threads together."""
    found = measured(gdl.load("tic_tac_toe"), effort=0)
    assert found is not None
    made = ParallelAlphaBeta([AlphaBetaSearch(found, Weights(({}, {}), 0.0, 0)) for _ in range(3)])
    state = initial("tic_tac_toe")
    for move in ("a1", "b1"):
        state = state.apply(state.action_from_string(move))
    thought = made.run(state, Budget(seconds=10.0), Random(2))
    assert thought is not None
    assert made.searches[0].record["value"] > 0
    assert state.action_to_string(thought.action) in ("a2", "a3", "b2")  # the others draw


def test_an_entry_that_two_threads_have_written_is_not_believed() -> None:
    """The first word of one entry and the second one of another are what a reader may meet."""
    found, state = breakthrough(), initial("breakthrough")
    fresh, torn = searches(found, 2)
    wanted = fresh.run(state, Budget(3_000), Random(1))
    torn.sit_down(state.current_player)
    table = torn.record.arrays["table"]
    table[:] = fresh.record.arrays["table"]
    used = np.flatnonzero(table[1::2])
    assert len(used) > 1_000
    table[1::2][used] = np.roll(table[1::2][used], 1)
    torn.rate = fresh.rate
    assert torn.run(state, Budget(3_000), Random(1)) == wanted


def test_an_end_of_the_program_ends_the_helpers() -> None:
    found, state = breakthrough(), initial("breakthrough")
    made = ParallelAlphaBeta(searches(found, 2))

    def interrupted() -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.run(state, Budget(seconds=60.0, clock=interrupted), Random(1))
    assert made.searches[1].record["stop"] == 1


def test_bots_take_threads_where_the_clock_is_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def search(game: object, threads: int = 1) -> None:
        asked.append(threads)

    monkeypatch.setattr("interpreter.search.methods.learnt_alphabeta", search)
    monkeypatch.setattr("interpreter.search.parallel.os.cpu_count", lambda: 3)
    seat = Seat.of(initial("tic_tac_toe"))
    for clock in ({}, {"clock": lambda: 0.0}):
        bot = parse_seat("alphabeta:100", 1, **clock)
        assert bot is not None
        bot.choose(seat)
    assert asked == [3, 1]
    monkeypatch.undo()
    assert learnt_alphabeta(gdl.load("kuhn_poker"), 3) is None
