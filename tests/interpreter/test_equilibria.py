"""Equilibria of small games with secrets: CFR+, the linear program, exploitability, and the bot that plays one."""

from functools import cache
from pathlib import Path

import pytest

import gdl
import interpreter
from interpreter.play.bots import Seat, parse_seat
from interpreter.search import equilibria
from interpreter.search.equilibria import cfr, equilibrium
from interpreter.search.running import SearchError
from interpreter.search.secret_trees import (
    Node,
    Policy,
    Tree,
    exploitability,
    places_about,
    policy_of,
    tree_of,
)
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


@cache
def tree(name: str, **options: object) -> Tree:
    return tree_of(interpreter.engine(gdl.load(name, options=options), kind="reference"))


def value_of(tree: Tree, policy: Policy) -> float:
    """What the first player gets on average when both follow a policy."""

    def valued(node: Node) -> float:
        if not node.children:
            return node.payoff
        shares = node.chances if node.player < 0 else policy[node.known]
        return sum(p * valued(c) for p, c in zip(shares, node.children, strict=True) if p)

    return valued(tree.root)


def test_the_states_in_which_a_game_may_begin_are_equally_likely_deals() -> None:
    for kind in ("reference", "native"):
        begun = interpreter.engine(gdl.load("kuhn_poker"), kind=kind, effort=0).initial_outcomes()
        assert len(begun) == 6
        assert {p for p, _ in begun} == {1 / 6}
        assert len({bytes(s) for _, s in begun}) == 6
    assert [p for p, _ in interpreter.engine(gdl.load("zola"), effort=0).initial_outcomes()] == [1.0]


def test_the_first_player_of_kuhn_poker_loses_an_eighteenth() -> None:
    known = tree("kuhn_poker")
    assert len(known.actions) == 12
    policy = cfr(known, 1_000)
    assert value_of(known, policy) == pytest.approx(-1 / 18, abs=5e-5)
    assert exploitability(known, policy) < 0.001


def test_the_first_player_of_leduc_poker_loses_0_0856() -> None:
    """The known value of the game, to as many digits as are published."""
    pytest.importorskip("scipy")
    known = tree("leduc_poker")
    assert len(known.actions) == 288
    value, policy = equilibrium(known)
    assert value == pytest.approx(-0.0856, abs=5e-5)
    assert exploitability(known, policy) == pytest.approx(0, abs=1e-9)
    assert exploitability(known, cfr(known, 60)) < 0.05


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_what_a_bot_keeps_of_an_equilibrium_can_hardly_be_exploited(name: str) -> None:
    assert exploitability(tree(name), equilibria.kept_policy(gdl.load(name))) < 0.001


def test_the_linear_program_is_exact() -> None:
    pytest.importorskip("scipy")
    for known, value in (
        (tree("kuhn_poker"), -1 / 18),
        (tree("goofspiel", cards=4, order="descending"), 0.0),
    ):
        found, policy = equilibrium(known)
        assert found == pytest.approx(value, abs=1e-9)
        assert exploitability(known, policy) == pytest.approx(0, abs=1e-9)
        assert value_of(known, policy) == pytest.approx(value, abs=1e-9)


def test_both_ways_agree_where_players_bid_at_once() -> None:
    pytest.importorskip("scipy")
    known = tree("goofspiel", cards=2)
    found, _ = equilibrium(known)
    policy = cfr(known, 200)
    assert value_of(known, policy) == pytest.approx(found, abs=1e-3)
    assert exploitability(known, policy) < 0.001


def test_whoever_takes_any_action_can_be_exploited() -> None:
    known, random = tree("kuhn_poker"), Random(1)
    uniform = {k: [1 / n] * n for k, n in known.actions.items()}
    assert exploitability(known, uniform) == pytest.approx(0.4583, abs=1e-4)
    drawn = policy_of(known, lambda k: random.below(known.actions[k]), 400)
    assert exploitability(known, drawn) == pytest.approx(exploitability(known, uniform), abs=0.1)


def test_a_game_of_another_sort_is_refused() -> None:
    with pytest.raises(SearchError, match="two players"):
        tree_of(interpreter.engine(gdl.load("peg_solitaire"), kind="reference"))
    with pytest.raises(SearchError, match="more than 50 places"):
        tree_of(interpreter.engine(gdl.load("tic_tac_toe"), kind="reference"), 50)


def test_how_large_a_tree_is_is_estimated_by_random_games() -> None:
    """Each of the six deals of Kuhn poker has nine places."""
    assert places_about(interpreter.engine(gdl.load("kuhn_poker"), effort=0)) == pytest.approx(9, rel=0.2)
    assert places_about(interpreter.engine(gdl.load("liars_dice"), effort=0), games=4) > 1e9


def test_the_bot_plays_the_equilibrium() -> None:
    """Whoever has the best card never gives up, and nobody calls with the worst one."""
    engine, seen = interpreter.engine(gdl.load("kuhn_poker"), effort=0), set()
    for seed in range(60):
        state = engine.initial_state(seed)
        bots = [parse_seat("cfr", seed), parse_seat("cfr", seed + 1000)]
        while not state.is_terminal:
            seat, bot = Seat.of(state), bots[state.current_player]
            assert bot is not None
            action = bot.choose(seat)
            card = seat.observation["pools"]["hand"][engine.game.players[seat.player].name][0]
            move = state.action_to_string(action)
            seen.add(move)
            assert (card, move) not in {("king", "fold"), ("jack", "call")}
            state = state.apply(action)
    assert seen == {"check", "bet", "fold", "call"}


@pytest.mark.parametrize("name", ["connect_four", "goofspiel"])
def test_the_bot_does_otherwise_in_open_games_and_large_ones(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(equilibria, "PATIENCE", 0.0)
    equilibria._policy.cache_clear()
    state = interpreter.engine(gdl.load(name), effort=0).initial_state()
    bot = parse_seat("cfr:20", 1)
    assert bot is not None
    assert bot.choose(Seat.of(state)) in state.legal_actions()
