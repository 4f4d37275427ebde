"""Dots and Boxes beside a second program made from its rules: legal lines, owners of boxes, whose turn it is, and solved games."""

import re
from random import Random

import pytest
import rules_dots
from rules_dots import Line

import gdl
import interpreter
from interpreter.engines.base import Engine, State

pytestmark = pytest.mark.games

SIDES = {"n": ((0, 1), (1, 1)), "e": ((1, 0), (1, 1)), "s": ((0, 0), (1, 0)), "w": ((0, 0), (0, 1))}


def made(kind: str, width: int, height: int, players: int = 2) -> Engine:
    options = {"width": width, "height": height, "players": players}
    return interpreter.engine(gdl.load("dots_and_boxes", options=options), kind)


def line(name: str) -> Line:
    """The line that a border's name means: a cell's letter and number, and a side."""
    found = re.fullmatch(r"([a-z])(\d+)([nesw])", name)
    assert found is not None, name
    x, y = ord(found[1]) - ord("a"), int(found[2]) - 1
    return frozenset((x + dx, y + dy) for dx, dy in SIDES[found[3]])


def legal(state: State) -> dict[Line, int]:
    return {line(state.action_to_string(a)): a for a in state.legal_actions()}


@pytest.mark.parametrize(("width", "height", "players"), [(4, 4, 2), (1, 3, 2), (3, 2, 4), (2, 5, 3)])
def test_random_games_are_those_of_the_second_program(
    kind: str, width: int, height: int, players: int
) -> None:
    engine = made(kind, width, height, players)
    for seed in range(3):
        state, random, order = engine.initial_state(), Random(seed), list[Line]()
        while not state.is_terminal:
            ways = legal(state)
            assert set(ways) == rules_dots.lines(width, height) - set(order)
            mover, owners = rules_dots.after(order, width, height, players)
            assert state.current_player == mover
            names = {f"{'abcdefgh'[x]}{y + 1}": engine.game.players[p].name for (x, y), p in owners.items()}
            assert state.position().get("sites", {}).get("land", {}) == names
            order.append(random.choice(sorted(ways, key=sorted)))
            state = state.apply(ways[order[-1]])
        boxes = list(rules_dots.after(order, width, height, players)[1].values())
        scores = [boxes.count(p) for p in range(players)]
        best = [p for p in range(players) if scores[p] == max(scores)]
        assert [p for p in range(players) if state.returns[p] > 0] == (best if len(best) < players else [])


def solved_lead(state: State, known: dict[tuple[int, ...], float]) -> float:
    """By how many of the open boxes the player to move gets more, found by playing on the engine."""
    open_lines = tuple(state.legal_actions())
    if open_lines not in known:
        me, leads = state.current_player, []
        for action in open_lines:
            after = state.apply(action)
            if after.is_terminal or after.current_player == me:  # a box was closed, or two
                gained = owned(after) - owned(state)
                leads.append(gained + (0.0 if after.is_terminal else solved_lead(after, known)))
            else:
                leads.append(-solved_lead(after, known))
        known[open_lines] = max(leads)
    return known[open_lines]


def owned(state: State) -> int:
    return len(state.position().get("sites", {}).get("land", {}))


@pytest.mark.parametrize(
    ("width", "height", "lead"),
    [(1, 1, -1), (2, 1, 0), (2, 2, 2)],
    ids=["1x1", "2x1", "2x2"],
)
def test_small_games_have_their_known_values(width: int, height: int, lead: int) -> None:
    """Whoever begins wins on 2 x 2 boxes (E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 16)."""
    assert rules_dots.best_lead(frozenset(), width, height) == lead
    assert solved_lead(made("native", width, height).initial_state(), {}) == lead
