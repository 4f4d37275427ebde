"""Search through imagined states in machine code: it repeats itself, counts what it does, and finds what is right to do."""

from time import thread_time

import bundled
import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.native import NativeEngine
from interpreter.play.bots import Seat, Unimagined, parse_seat
from interpreter.search.ismcts_native import IsmctsSearch
from interpreter.search.methods import FEW, MctsMethod
from interpreter.search.parallel import ParallelIsmcts, merge_thoughts
from interpreter.search.running import Budget, Thought
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


def after(name: str, *moves: str, seed: int = 0) -> State:
    state: State = bundled.native(name).initial_state(seed)
    for move in moves:
        state = state.apply(state.action_from_string(move))
    return state


def thought(state: State, iterations: int, seed: int = 1) -> Thought:
    search = IsmctsSearch.of(state)
    assert search is not None
    found = search.run(Seat.of(state).imagine, Budget(iterations), Random(seed))
    assert found is not None
    return found


def in_play(name: str, plies: int) -> State:
    state, random = after(name, seed=5), Random(5)
    for _ in range(plies):
        state = state.apply(random.pick(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "geister", "hearts", "marches"])
def test_iterations_are_counted_and_repeat_themselves(name: str) -> None:
    state = in_play(name, 3) if name != "kuhn_poker" else after(name)
    found = thought(state, 300)
    assert found == thought(state, 300)
    assert found.iterations == 300
    assert set(found.tried) == set(state.legal_actions())
    assert sum(found.tried.values()) == 300


def test_many_actions_are_tried_the_more_often_the_better_they_do() -> None:
    state = after("backgammon", seed=2)
    tried = sorted(thought(state, 400).tried.values(), reverse=True)
    assert sum(tried) == 400
    assert tried[0] > 400 / len(tried)


GAMBLE = """\
game "Gamble"
players A, B
board square 1 x 1
kinds stone
field got of game: 0..4 = 0
action keep
  do got := 2
     end payoff gain
action gamble
  do random d in 1..4
     got := 4 if d <= LUCK else 0
     end payoff gain
turn: keep or gamble
let gain(p: player) = got / 4 if p = A else -got / 4
"""


@pytest.mark.parametrize(("luck", "best"), [(1, "keep"), (3, "gamble")])
def test_what_chance_decides_is_worth_its_mean(luck: int, best: str) -> None:
    game, found = examine_source(Source("test.gdl", GAMBLE.replace("LUCK", str(luck))))
    assert game is not None, [d.message for d in found]
    for seed in range(3):  # chance of the real state does not matter
        state = NativeEngine(game, effort=0).initial_state(seed)
        assert state.action_to_string(thought(state, 1_000).action) == best


def test_secrets_are_imagined_and_not_read() -> None:
    """Whoever holds the king never folds."""
    for seed in range(12):
        state = after("kuhn_poker", "bet", seed=seed)
        card = state.observation(1)["pools"]["hand"]["Second"][0]
        found = state.action_to_string(thought(state, 2_000).action)
        assert (card, found) not in {("king", "fold"), ("jack", "call")}


def test_memory_that_is_full_stops_the_tree_and_not_the_search() -> None:
    state = after("backgammon", seed=1)
    search = IsmctsSearch.of(state)
    assert search is not None
    search.record["room"] = 40
    found = search.run(Seat.of(state).imagine, Budget(200), Random(1))
    assert found is not None
    assert found.iterations == 200
    assert search.record["used"] <= 40


def test_the_time_is_kept_also_where_imagining_is_slow() -> None:
    state, clock = in_play("stratego", 90), Clock()
    search = IsmctsSearch.of(state)
    assert search is not None

    def slow(seed: int) -> State:
        clock.now += 0.3
        return state.resample(state.current_player, seed)

    search.run(slow, Budget(FEW), Random(1))  # what has to be compiled once is no thinking
    start = clock.tick()
    found = search.run(slow, Budget(seconds=1.0, clock=clock.tick), Random(1))
    assert found is not None
    assert found.iterations
    assert clock.tick() - start < 2


class Clock:
    """The time of the thread that searches, without what others compile beside it, and what was added to it."""

    def __init__(self) -> None:
        self.now = 0.0

    def tick(self) -> float:
        return self.now + thread_time()


def test_open_positions_of_games_with_secrets_are_searched_as_trees_of_states() -> None:
    hidden, open_ = after("love_letter", seed=3), after("cyvasse", seed=3)
    assert MctsMethod()._ismcts_for(hidden) is not None
    thinker = MctsMethod()
    thinker.run(Seat.of(hidden).imagine, Budget(FEW), Random(1))
    assert thinker._mcts is None
    assert open_.engine.game.is_hidden


def test_threads_count_together() -> None:
    state = after("love_letter", seed=3)
    assert len(state.legal_actions()) > 1
    search = ParallelIsmcts.of(state, None, 2)
    assert search is not None
    found = search.run(Seat.of(state).imagine, Budget(seconds=0.02), Random(1))
    assert found is not None
    assert found.action in state.legal_actions()
    assert sum(found.tried.values()) == found.iterations
    assert found.iterations == sum(d.record["iterations"] for d in search.dreams)
    assert all(d.record["iterations"] for d in search.dreams)


def test_of_the_choices_of_threads_the_one_that_all_have_tried_most_often_counts() -> None:
    found = [Thought(1, {1: 5, 2: 4, 3: 0}, 9), Thought(2, {1: 0, 2: 6, 3: 5}, 11)]
    assert merge_thoughts(found) == Thought(2, {1: 5, 2: 10, 3: 5}, 20)
    assert merge_thoughts([*found, Thought(3, {}, 0)]) == Thought(3, {}, 0)
    assert merge_thoughts([]) is None


def test_what_fails_in_a_thread_is_told_to_who_asked() -> None:
    state = after("love_letter", seed=3)
    search = ParallelIsmcts.of(state, None, 2)
    assert search is not None

    def nobody(seed: int) -> State:
        raise Unimagined

    with pytest.raises(Unimagined):
        search.run(nobody, Budget(seconds=0.02), Random(1))


def test_it_beats_chance_in_a_game_of_chance() -> None:
    wins = 0
    for seed in range(30):  # of which even players win 20 or more in one case of twenty
        state, random, bot = after("pig", seed=seed), Random(seed), parse_seat("mcts:400", seed)
        assert bot is not None
        while not state.is_terminal:
            seat = Seat.of(state)
            action = bot.choose(seat) if seat.player == seed % 2 else random.pick(seat.legal)
            state = state.apply(action)
        wins += state.returns[seed % 2] == 1
    assert wins >= 20
