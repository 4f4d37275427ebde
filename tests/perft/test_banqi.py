"""Banqi, game after game, beside a program made from its rule sheet: what follows a move, and who has won."""

from random import Random

import bundled
import pytest
from rules_banqi import Board, Piece, following, winner

from interpreter.engines.base import State

pytestmark = pytest.mark.games

PLAYERS = ("Red", "Black")


def board(state: State) -> Board:
    found = {}
    for site, text in state.position()["pieces"].items():
        owner, kind, *fields = text.split()
        found["abcdefgh".index(site[0]), int(site[1]) - 1] = Piece(PLAYERS.index(owner), kind, bool(fields))
    return found


def test_what_follows_is_what_the_rules_say(kind: str) -> None:
    state, random = bundled.engine("banqi", kind).initial_state(1), Random(1)
    for ply in range(6 if kind == "reference" else 400):
        mover, legal = state.current_player, state.legal_actions()
        expected = following(board(state), mover)
        assert len(legal) == len(expected)
        if ply % 5 == 0:
            after = [board(state.apply(action)) for action in legal]
            assert sorted(map(sorted, after)) == sorted(map(sorted, expected))
            assert all(b in expected for b in after)
        # whoever can capture does: such games come to an end sooner
        names = {a: state.action_to_string(a) for a in legal}
        taking = [a for a, text in names.items() if text.split()[0] in ("take", "jump")]
        state = state.apply(random.choice(taking or legal))
        won = winner(board(state), 1 - mover)
        assert state.is_terminal or won is None
        if state.is_terminal:
            assert (won is None and "draw" in state.ended.text) or (
                won == mover and state.returns[mover] == 1
            )
            return
        assert state.current_player == 1 - mover
    assert kind == "reference"
