"""DVONN beside a second program made from its rules: legal moves, what is left of the board, and the result."""

from random import Random

import pytest
import rules_dvonn
from rules_dvonn import SPACES, WIDTHS, Space, Stacks

import gdl
import interpreter
from interpreter.engines.base import State

pytestmark = pytest.mark.games

LETTERS = {"life": "R", "White ring": "W", "Black ring": "B"}


def space(site: str) -> Space:
    row = int(site[1:]) - 1
    return 2 * (ord(site[0]) - ord("a")) - WIDTHS[row] + 1, row


def stacks(state: State) -> Stacks:
    found = {}
    for site, held in state.position()["pieces"].items():
        texts = held if isinstance(held, list | tuple) else [held]
        found[space(site)] = "".join(LETTERS[text] for text in texts)
    return found


def legal(state: State) -> dict[tuple[Space, Space] | None, int]:
    texts = {a: state.action_to_string(a) for a in state.legal_actions()}
    return {
        None if text == "pass" else (space(text.split("-")[0]), space(text.split("-")[1])): a
        for a, text in texts.items()
    }


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_those_of_the_second_program(kind: str, seed: int) -> None:
    engine = interpreter.engine(gdl.load("dvonn", options={"start": "mixed"}), kind)
    state, random = engine.initial_state(seed=seed), Random(seed)
    board = stacks(state)
    assert board.keys() == SPACES
    assert sorted("".join(board.values())) == sorted("R" * 3 + "W" * 23 + "B" * 23)
    while not state.is_terminal:
        ways = legal(state)
        assert set(ways) == (rules_dvonn.moves(board, "WB"[state.current_player]) or {None})
        chosen = random.choice(sorted(ways, key=ways.__getitem__))
        board = rules_dvonn.after(board, *chosen) if chosen is not None else board
        state = state.apply(ways[chosen])
        assert stacks(state) == board
    white, black = rules_dvonn.scores(board)
    assert state.returns[0] == (white > black) - (white < black)


def test_the_players_place_all_pieces_and_white_begins_to_move(kind: str) -> None:
    engine = interpreter.engine(gdl.load("dvonn"), kind)
    state, random = engine.initial_state(), Random(5)
    for count in range(49):
        assert (state.current_player, len(state.legal_actions())) == (count % 2, 49 - count)
        state = state.apply(random.choice(state.legal_actions()))
    assert sorted("".join(stacks(state).values())) == sorted("R" * 3 + "W" * 23 + "B" * 23)
    assert (state.current_player, set(legal(state))) == (0, rules_dvonn.moves(stacks(state), "W"))
