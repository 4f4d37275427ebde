"""The bot `mcts`: it plays well, repeats itself, and sees only what its seat may see."""

from collections.abc import Sequence
from typing import Any

import bundled
import pytest
from matches import match
from small import SMALL

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.play.bots import RandomBot, Seat, SeatError, ThinkingBot, parse_seat
from interpreter.search import mcts
from interpreter.search.mcts import Decision, Search
from interpreter.search.methods import FEW
from interpreter.search.running import Budget
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


def engine(name: str, kind: str = "native", **options: object) -> Engine:
    return bundled.engine(name, kind, options)


def own(text: str) -> Engine:
    game, found = examine_source(Source("test.gdl", text))
    assert game is not None, found
    return interpreter.engine(game, effort=0)


def chosen(state: State, iterations: int, seed: int = 1) -> int:
    return ThinkingBot("mcts", Budget(iterations), seed).choose(Seat.of(state))


def after(made: Engine, *moves: str, seed: int = 0) -> State:
    state = made.initial_state(seed)
    for move in moves:
        state = state.apply(state.action_from_string(move))
    return state


# ---- strength


@pytest.mark.parametrize(
    ("name", "options", "iterations"),
    [
        ("zola", {"size": 4}, 60),
        ("breakthrough", {}, 60),
        ("connect_four", {}, 60),
        ("hex", {"size": 5}, 60),
        ("reversi", {"size": 6}, 60),
        ("kuhn_poker", {}, 60),
    ],
)
def test_it_beats_chance(name: str, options: dict[str, Any], iterations: int) -> None:
    games = 40 if name == "kuhn_poker" else 12
    bots = [
        (f"mcts:{iterations}", lambda seed: ThinkingBot("mcts", Budget(iterations), seed)),
        ("random", lambda seed: RandomBot(seed)),
    ]
    found = match(engine(name, **options), bots, games, seed=3)
    share = found.share(found.scores[0])
    assert share is not None
    assert share.low is not None
    assert share.low > 0.5 or (name == "kuhn_poker" and found.scores[0].payoff.value > 0)


@pytest.mark.parametrize("iterations", [1, 50])
def test_it_wins_when_it_can_at_once(iterations: int) -> None:
    state = after(engine("connect_four"), "a1", "g1", "b1", "g2", "c1", "g3")
    assert state.action_to_string(chosen(state, iterations)) == "d1"
    state = after(engine("tic_tac_toe"), "a1", "b3", "b2", "a3")
    assert state.action_to_string(chosen(state, iterations)) == "c3"


def test_it_prevents_a_loss() -> None:
    state = after(engine("connect_four"), "a1", "g1", "b1", "g2", "c1")
    assert state.action_to_string(chosen(state, 300)) == "d1"


def test_with_more_players_everybody_looks_at_his_own_part() -> None:
    """Third could hurt First, but then he would hurt himself: so First may trust him."""
    made = own(THREE)
    state = made.initial_state()
    assert state.action_to_string(chosen(state, 400)) == "stay"
    third = after(made, "stay", "stay")
    assert third.action_to_string(chosen(third, 100)) == "left"


THREE = """game "Three"
players First, Second, Third
board square 2 x 1
kinds stone
field path of game: 0..3 = 0

action leave
  where mover = First
  do path := 1

action stay
  where mover != Third
  do path := 0

action left
  where mover = Third
  do path := 2

action right
  where mover = Third
  do path := 3

let gain(p: player) = (3/5 if p = First else 0) if path = 1 else (0 if p = Second else 1) if path = 2 else (1 if p = Second else 0)

turn: leave or stay or left or right
end payoff gain when path > 0
"""


def test_payoffs_are_scaled() -> None:
    """The bounds are those of the payoffs that were seen, and values lie between them."""
    state = engine("crazy_eights").initial_state(1)
    search = Search()
    search.run(Seat.of(state).imagine, Budget(iterations=30), Random(1))
    assert search.least < -1
    assert search.greatest > 1
    decision = Decision(search, state.engine, Random(2), is_seen=False)
    root = decision.node(0, state)
    for k in range(30):
        decision.iterate(root, state.resample(state.current_player, k))
    for node in root.children.values():
        assert all(search.least <= s / node.visits <= search.greatest for s in node.sums)


# ---- the same again


@pytest.mark.parametrize("name", ["zola", "pig", "kuhn_poker", "yavalath", "zarathustra", "shut_the_box"])
def test_it_repeats_itself_for_a_seed_and_a_number_of_iterations(name: str) -> None:
    def game() -> list[int]:
        state = engine(name).initial_state(5)
        bots = [ThinkingBot("mcts", Budget(20), seed) for seed in range(9)]
        made = []
        while not state.is_terminal and len(made) < 6:
            made.append(bots[state.current_player].choose(Seat.of(state)))
            state = state.apply(made[-1])
        return made

    assert game() == game()


def test_the_reference_engine_serves_as_well() -> None:
    for name, moves in (("tic_tac_toe", ("a1", "b3", "b2", "a3")), ("kuhn_poker", ())):
        state = after(engine(name, "reference"), *moves)
        assert chosen(state, 12) == chosen(state, 12)
        assert chosen(state, 12) in state.legal_actions()


def test_the_numbers_add_up() -> None:
    state = engine("connect_four").initial_state()
    found = Search().run(Seat.of(state).imagine, Budget(iterations=150), Random(1))
    assert sum(found.tried.values()) == found.iterations == 150
    assert set(found.tried) == set(state.legal_actions())


def test_what_it_has_found_helps_at_the_next_decision() -> None:
    """After its action and the answer it goes on with what it knew of that position."""
    state, search, random = engine("connect_four").initial_state(), Search(), Random(1)
    for _ in range(3):
        action = search.run(Seat.of(state).imagine, Budget(iterations=200), random).action
        state = state.apply(action)
        answer = state.legal_actions()[0]
        assert search.root is not None
        known = search.root.children[answer].visits
        assert known > 1
        state = state.apply(answer)
        found = search.run(Seat.of(state).imagine, Budget(iterations=10), random)
        assert found.iterations == 10
        assert sum(found.tried.values()) == known - 1 + 10  # the first visit chose none of them
        state = state.apply(found.action)
        state = state.apply(state.legal_actions()[0])


def test_what_it_has_found_in_another_game_does_not_disturb() -> None:
    made, search = engine("connect_four"), Search()
    search.run(Seat.of(made.initial_state()).imagine, Budget(iterations=100), Random(1))
    other = after(made, "a1", "a2", "b1", "c1", "g1")
    found = search.run(Seat.of(other).imagine, Budget(iterations=60), Random(1))
    assert sum(found.tried.values()) == 60


@pytest.mark.parametrize("name", ["pig", "kuhn_poker", "zarcana"])
def test_where_not_all_is_known_it_begins_anew(name: str) -> None:
    search, state = Search(), engine(name).initial_state(1)
    search.run(Seat.of(state).imagine, Budget(iterations=20), Random(1))
    assert search.root is None


def test_where_much_is_legal_it_tries_some_more_often() -> None:
    state = engine("gomoku").initial_state()
    legal = state.legal_actions()
    found = Search().run(Seat.of(state).imagine, Budget(iterations=len(legal)), Random(1))
    tried = [n for n in found.tried.values() if n]
    assert len(tried) <= len(legal) // 2
    assert max(tried) > 2


def test_seconds_are_kept() -> None:
    state = engine("connect_four").initial_state()
    found = Search().run(Seat.of(state).imagine, Budget(seconds=0.05), Random(1))
    assert found.iterations > 10


def test_a_game_without_end_says_nothing() -> None:
    """Random games that are cut off are worth the middle, and no error."""
    state = engine("zola").initial_state()
    old, mcts.CUT = mcts.CUT, 2
    try:
        found = Search().run(Seat.of(state).imagine, Budget(iterations=20), Random(1))
        assert found.action in state.legal_actions()
    finally:
        mcts.CUT = old


# ---- hidden things


def other_hidden(state: State, player: int) -> State:
    """A state in which what is hidden from a player is different."""
    for seed in range(100):
        found = state.resample(player, seed)
        if without_seed(found) != without_seed(state):
            return found
    raise AssertionError("nothing is hidden here")


def without_seed(state: State) -> dict[str, Any]:
    position = state.position()
    return position | {"fields": {n: v for n, v in position["fields"].items() if n != "seed"}}


def moments(name: str, plies: int, every: int) -> Sequence[State]:
    """Positions of a random game in which the player to move does not see everything."""
    options = {"longest": 50} if name == "rummy" else SMALL.get(name, {})  # its games are the longest by far
    random, state, found = Random(4), engine(name, **options).initial_state(4), []
    for number in range(plies):
        if state.is_terminal:
            break
        if number % every == 0 and len(state.legal_actions()) > 1:
            found.append(state)
        state = state.apply(random.pick(state.legal_actions()))
    return found


@pytest.mark.parametrize(
    ("name", "plies", "every"),
    [
        ("augury", 30, 9),
        ("crazy_eights", 30, 7),
        ("cyvasse", 41, 40),
        ("geister", 40, 13),
        ("goofspiel", 10, 3),
        ("hearts", 30, 14),
        ("kuhn_poker", 2, 1),
        ("leduc_poker", 4, 2),
        ("liars_dice", 10, 4),
        ("lost_cities", 10, 9),
        ("love_letter", 8, 3),
        ("marches", 12, 5),
        ("mau_mau", 20, 9),
        ("minibridge", 20, 9),
        ("rock_paper_scissors", 4, 1),
        ("rummy", 1, 1),
        ("stratego", 100, 90),
        ("zarcana", 6, 5),
    ],
)
def test_it_never_sees_what_is_hidden(name: str, plies: int, every: int) -> None:
    """Where only what is hidden differs, the same seed chooses the same."""
    tried = 0
    for state in moments(name, plies, every):
        player = state.current_player
        try:
            other = other_hidden(state, player)
        except AssertionError:
            continue
        assert chosen(state, 10) == chosen(other, 10)
        assert chosen(state, FEW, seed=8) == chosen(other, FEW, seed=8)  # in machine code
        tried += 1
    assert tried


def test_chance_that_will_be_is_not_known_to_it() -> None:
    """The seed of what chance is to decide is another one in all that it imagines."""
    made = engine("pig")
    assert all(
        chosen(after(made, "roll", seed=seed), 30) == chosen(after(made, "roll", seed=same), 30)
        for seed in range(12)
        for same in range(12)
        if without_seed(after(made, "roll", seed=seed)) == without_seed(after(made, "roll", seed=same))
    )


# ---- every game


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_it_plays_every_game(name: str) -> None:
    state = engine(name).initial_state(1)
    bot = ThinkingBot("mcts", Budget(4), 1)
    for _ in range(4):
        if state.is_terminal:
            break
        state = state.apply(bot.choose(Seat.of(state)))


# ---- seats


@pytest.mark.parametrize(
    ("text", "name"),
    [("mcts", "mcts:1s"), ("mcts:1s", "mcts:1s"), ("mcts:1000", "mcts:1000"), ("mcts:200ms", "mcts:0.2s"),
     (" mcts:0.5s ", "mcts:0.5s")],
)  # fmt: skip
def test_how_long_it_thinks_is_read(text: str, name: str) -> None:
    bot = parse_seat(text)
    assert bot is not None
    assert bot.name == name


@pytest.mark.parametrize(
    "text", ["mcts:", "mcts:0", "mcts:0s", "mcts:-3", "mcts:1h", "mcts:1e9s", "mcts:x", "mcts:999999s"]
)
def test_nonsense_says_how_it_is_written(text: str) -> None:
    with pytest.raises(SeatError, match="mcts:200ms"):
        parse_seat(text)
