"""Chance: it follows from the seed, its outcomes have probabilities, and a game of hidden cards has its value."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import bundled
import pytest
from click.testing import CliRunner

from gdl.diagnostics.values import GameError
from interpreter.cli import cli
from interpreter.engines.base import State


def start(name: str, seed: int = 0) -> State:
    return bundled.native(name).initial_state(seed)


def test_one_seed_is_one_game() -> None:
    engine = bundled.native("pig")
    games = [engine.playout(engine.initial_state(7), seed=3) for _ in range(2)]
    assert games[0].actions == games[1].actions
    assert games[0].state.position() == games[1].state.position()
    others = {engine.playout(engine.initial_state(seed), seed=3).actions for seed in range(8)}
    assert len(others) > 1


def test_the_outcomes_of_a_die_are_equally_likely() -> None:
    state = start("pig")
    found = state.outcomes(state.legal_actions()[0])
    points = sorted((s.position()["fields"].get("points", 0), p) for p, s in found)
    assert points == [(n, pytest.approx(1 / 6)) for n in (0, 2, 3, 4, 5, 6)]
    assert state.apply(state.legal_actions()[0]) in [s for _, s in found]


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_outcomes_are_listed_as_far_as_the_limit_allows(kind: str) -> None:
    state = bundled.engine("pig", kind).initial_state(0)
    roll = state.legal_actions()[0]
    assert len(state.outcomes(roll, 6)) == 6
    with pytest.raises(GameError, match="in more than 5 ways"):
        state.outcomes(roll, 5)


def test_a_position_goes_on_as_the_state_does() -> None:
    engine = bundled.native("pig")
    state = engine.initial_state(11)
    for _ in range(40):
        again = engine.state(state.position())
        assert again == state
        if state.is_terminal:
            break
        action = state.legal_actions()[0]
        assert again.apply(action).position() == state.apply(action).position()
        state = state.apply(action)


def test_perft_refuses_chance() -> None:
    result = CliRunner().invoke(cli, ["perft", "pig", "2"])
    assert result.exit_code == 2
    assert "chance" in result.output


def test_the_seed_and_the_cards_of_others_are_not_observed() -> None:
    for seed in range(12):
        seen = start("kuhn_poker", seed).observation(0)
        assert "seed" not in seen["fields"]
        assert seen["pools"]["hand"]["Second"] == ["hidden"]
        assert seen["pools"]["deck"] == ["hidden"]


CARDS = ("jack", "queen", "king")
TOLD = {0: ((), ("check", "bet")), 1: (("check",), ("bet",))}  # what each seat may have heard when it decides
Strategy = dict[
    tuple[str, tuple[str, ...]], Fraction
]  # how often to bet or call, by the own card and what was heard


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    """Kuhn (1950): one strategy of each player secures the value, whatever the other one does."""
    none, third, one = Fraction(0), Fraction(1, 3), Fraction(1)
    first = dict(zip(product(CARDS, TOLD[0]), (none, none, none, third, none, one), strict=True))
    second = dict(zip(product(CARDS, TOLD[1]), (third, none, none, third, one, one), strict=True))
    assert min(gain(first, plan) for plan in plans(1)) == Fraction(-1, 18)
    assert max(gain(plan, second) for plan in plans(0)) == Fraction(-1, 18)


def plans(seat: int) -> list[Strategy]:
    """All pure strategies of a seat."""
    known = list(product(CARDS, TOLD[seat]))
    return [dict(zip(known, p, strict=True)) for p in product((Fraction(0), Fraction(1)), repeat=len(known))]


def gain(first: Strategy, second: Strategy) -> Fraction:
    """What the first player gains on average, from the tree through the public interface."""
    total = Fraction(0)
    for cards in permutations(CARDS):
        total += walk(dealt(cards), cards, (), (first, second))
    return total / 6


@cache
def dealt(cards: tuple[str, ...]) -> State:
    engine = bundled.native("kuhn_poker")
    hands = {"First": [cards[0]], "Second": [cards[1]]}
    return engine.state({"pools": {"hand": hands, "deck": [cards[2]]}})


@cache
def after(state: State, move: str) -> State:
    return state.apply(state.action_from_string(move))


def walk(
    state: State, cards: tuple[str, ...], told: tuple[str, ...], players: tuple[Strategy, Strategy]
) -> Fraction:
    if state.is_terminal:
        return Fraction(state.returns[0])
    seat = state.current_player
    bold = players[seat][cards[seat], told]
    moves = ("bet", "check") if told in ((), ("check",)) else ("call", "fold")
    ways = ((moves[0], bold), (moves[1], 1 - bold))
    return sum((p * walk(after(state, m), cards, (*told, m), players) for m, p in ways if p), Fraction(0))
