"""Tree search in machine code: it sees what is certain, repeats itself, keeps its tree, and beats the search in Python."""

import bundled
import pytest

import gdl
import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.native import NativeEngine
from interpreter.lowering.entry import games
from interpreter.lowering.entry.games import ByActions
from interpreter.search.ismcts_native import IsmctsSearch
from interpreter.search.mcts import Search
from interpreter.search.mcts_native import Child, MctsSearch, best
from interpreter.search.parallel import ParallelMcts, merge_children
from interpreter.search.running import Budget, Thought
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


def after(name: str, *moves: str, **options: object) -> State:
    state = bundled.engine(name, options=options).initial_state()
    for move in moves:
        state = state.apply(state.action_from_string(move))
    return state


def search(state: State) -> MctsSearch:
    made = MctsSearch.of(state)
    assert made is not None
    return made


def chosen(state: State, iterations: int, seed: int = 1) -> str:
    thought = search(state).run(state, Budget(iterations), Random(seed))
    assert thought is not None
    return state.action_to_string(thought.action)


# ---- what is certain


@pytest.mark.parametrize("seed", range(5))
def test_a_win_in_one_is_taken(seed: int) -> None:
    assert chosen(after("connect_four", "a1", "b1", "a2", "b2", "a3", "b3"), 1, seed) == "a4"
    assert chosen(after("tic_tac_toe", "a1", "b1", "a2", "b2"), 1, seed) == "a3"


@pytest.mark.parametrize("seed", range(5))
def test_a_loss_in_two_is_avoided(seed: int) -> None:
    assert chosen(after("connect_four", "a1", "b1", "a2", "b2", "a3"), 1, seed) == "a4"
    assert chosen(after("tic_tac_toe", "a1", "b2", "a2"), 1, seed) == "a3"


def test_a_result_that_is_proved_ends_the_search() -> None:
    state = after("tic_tac_toe", "b2")
    made = search(state)
    thought = made.run(state, Budget(1_000_000), Random(1))
    assert thought is not None
    assert thought.iterations < 100_000
    assert all(c.is_certain for c in made.children())
    assert best(made.children()).payoff == 0.0


def test_of_certain_losses_and_open_actions_an_open_one_is_chosen() -> None:
    lost, open_, won = Child(1, 0, 90, -1.0, True), Child(2, 1, 3, -0.7, False), Child(3, 2, 1, 1.0, True)
    assert best([lost, open_]) is open_
    assert best([lost, open_, won]) is won
    assert best([lost]) is lost


# ---- the tree


def test_every_iteration_visits_one_action() -> None:
    state = after("reversi", size=6)
    thought = search(state).run(state, Budget(500), Random(1))
    assert thought is not None
    assert sum(thought.tried.values()) == thought.iterations == 500
    assert set(thought.tried) == set(state.legal_actions())


@pytest.mark.parametrize("patience", [1, 5, 62])
def test_what_batches_of_iterations_bring_is_backed_up(patience: int) -> None:
    """At 62 each iteration is backed up by itself."""
    state = after("connect_four", "a1", "b1")
    made = search(state)
    made.tree["patience"] = patience
    thought = made.run(state, Budget(5_000), Random(1))
    assert thought is not None
    assert sum(thought.tried.values()) == 5_000
    state = state.apply(thought.action)
    state = state.apply(state.legal_actions()[3])
    again = made.run(state, Budget(1_000), Random(1))
    assert again is not None
    kept = sum(again.tried.values()) - 1_000
    assert kept > 20  # the tree was kept
    solved = search(after("tic_tac_toe", "b2"))
    solved.tree["patience"] = patience
    solved.run(after("tic_tac_toe", "b2"), Budget(100_000), Random(1))
    assert all(c.is_certain for c in solved.children())


@pytest.mark.parametrize("name", ["connect_four", "breakthrough", "hex"])
def test_random_games_in_one_loop_are_those_of_calls(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = []
    for plan in (games.series_plan, lambda rules, facts: ByActions(())):
        monkeypatch.setattr(games, "series_plan", plan)
        state: State = NativeEngine(bundled.load(name), effort=0, keep=False).initial_state()
        thoughts.append(search(state).run(state, Budget(600), Random(3)))
    assert isinstance(thoughts[0], Thought)
    assert thoughts[0] == thoughts[1]


def test_the_same_seed_gives_the_same_search() -> None:
    state = after("breakthrough")
    first, again = (search(state).run(state, Budget(400), Random(7)) for _ in range(2))
    assert first == again


def test_the_tree_is_kept_for_the_next_decision() -> None:
    state = after("breakthrough")
    made = search(state)
    for _ in range(2):
        thought = made.run(state, Budget(2_000), Random(1))
        assert thought is not None
        state = state.apply(thought.action)
    again = made.run(state, Budget(100), Random(1))
    assert again is not None
    assert sum(again.tried.values()) > 200


def test_another_game_of_the_same_bot_begins_anew() -> None:
    made = search(after("breakthrough"))
    for moves in ((), ("a2-a3", "h7-h6"), ()):
        state = after("breakthrough", *moves)
        thought = made.run(state, Budget(300), Random(1))
        assert thought is not None
        assert thought.action in state.legal_actions()


def test_memory_that_is_full_stops_the_tree_and_not_the_search() -> None:
    state = after("reversi", size=6)
    made = search(state)
    made.tree["room"], made.tree["end"] = 60, made.tree["scratch"] + made.tree["scratch_room"] + 400
    thought = made.run(state, Budget(3_000), Random(1))
    assert thought is not None
    assert sum(thought.tried.values()) == 3_000
    assert made.tree["used"] <= 60


def test_three_players_each_look_at_their_own_part() -> None:
    state = after("yavalath", players=3)
    made = search(state)
    for _ in range(3):
        thought = made.run(state, Budget(12), Random(1))
        assert thought is not None
        assert all(-1 <= c.payoff <= 1 for c in made.children())
        state = state.apply(thought.action)


# ---- threads


def test_several_trees_count_together() -> None:
    state = after("breakthrough")
    made = ParallelMcts.of(state, None, 3)
    assert made is not None
    for _ in range(2):
        thought = made.run(state, Budget(seconds=0.1), Random(1))
        assert thought is not None
        done = [t.tree["iterations"] for t in made.trees]
        assert all(done)
        assert thought.iterations == sum(done)
        assert sum(thought.tried.values()) >= thought.iterations
        assert set(thought.tried) == set(state.legal_actions())
        state = state.apply(thought.action)
    tried = [[c.visits for c in t.children()] for t in made.trees]
    assert tried[0] != tried[1]


def test_a_result_that_one_thread_proves_ends_all() -> None:
    state = after("tic_tac_toe", "b2")
    made = ParallelMcts.of(state, None, 2)
    assert made is not None
    thought = made.run(state, Budget(seconds=60.0), Random(1))
    assert thought is not None
    assert all(c.is_certain for c in made.children())
    won = after("connect_four", "a1", "b1", "a2", "b2", "a3", "b3")
    made = ParallelMcts.of(won, None, 2)
    assert made is not None
    thought = made.run(won, Budget(seconds=60.0), Random(1))
    assert thought is not None
    assert won.action_to_string(thought.action) == "a4"


def test_a_number_of_iterations_is_for_one_thread() -> None:
    state = after("breakthrough")
    made = ParallelMcts.of(state, None, 2)
    assert made is not None
    assert made.run(state, Budget(400), Random(7)) == search(state).run(state, Budget(400), Random(7))


def test_what_one_tree_is_sure_of_is_certain() -> None:
    open_, sure = Child(4, 0, 30, 0.5, False), Child(9, 0, 10, -1.0, True)
    assert merge_children([open_, sure]) == Child(4, 0, 40, -1.0, True)
    assert merge_children([open_, Child(9, 0, 10, -0.5, False)]) == Child(4, 0, 40, 0.25, False)


# ---- chance and secrets


def test_games_of_chance_have_no_tree_of_states() -> None:
    assert MctsSearch.of(interpreter.engine(gdl.load("pig"), effort=0).initial_state()) is None
    assert MctsSearch.of(interpreter.engine(gdl.load("zola"), "reference").initial_state()) is None
    assert IsmctsSearch.of(interpreter.engine(gdl.load("pig"), "reference").initial_state()) is None


CUPS = """\
game "Cups"
players A, B
field taken of player: 0..9 = 0
field die of game: 1..6 = 1
action take
  choose n in 1..3
  do taken(mover) := taken(mover) + n
     die := 1
action roll
  do random d in 1..6
     die := d
turn: take or roll
end mover wins when taken(mover) = 3
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_win_in_one_is_taken_in_a_game_of_chance(seed: int) -> None:
    game, found = examine_source(Source("test.gdl", CUPS))
    assert game is not None, [d.message for d in found]
    state: State = NativeEngine(game, effort=0).initial_state(seed)
    thought = Search().run(lambda s: state.resample(0, s), Budget(1), Random(seed))
    assert state.action_to_string(thought.action) == "3"


# ---- strength


def test_it_beats_the_search_in_python_at_as_many_iterations_or_more() -> None:
    points = 0.0
    for k in range(4):
        state = after("connect_four")
        fast, slow = search(state), Search()
        while not state.is_terminal:
            held = state
            if state.current_player == k % 2:
                thought = fast.run(state, Budget(3_000), Random(k))
            else:
                thought = slow.run(lambda seed, held=held: held, Budget(60), Random(k))  # type: ignore[misc]
            assert thought is not None
            state = state.apply(thought.action)
        points += state.returns[k % 2]
    assert points >= 3
