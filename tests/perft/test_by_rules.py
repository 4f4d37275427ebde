"""Games without published counts: in random games the positions that follow are those of a second generator, made from the rules."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
import rules_turkish

import gdl
import interpreter
from interpreter.engines.base import State

GENERATORS: Mapping[str, Any] = {"turkish_draughts": rules_turkish}


def board(state: State) -> dict[tuple[int, int], tuple[str, str]]:
    """The pieces of a position by column and row."""
    pieces = state.position()["pieces"]
    return {
        (ord(site[0]) - ord("a") + 1, int(site[1:])): (text.split()[0], text.split()[1])
        for site, text in pieces.items()
    }


def sorted_boards(boards: Any) -> list[Any]:
    return sorted(sorted(b.items()) for b in boards)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GENERATORS)
def test_what_follows_is_what_the_rules_say(name: str, seed: int) -> None:
    engine = interpreter.engine(gdl.load(name))
    state, random = engine.initial_state(), Random(seed)
    for _ in range(120):
        if state.is_terminal:
            break
        mover = engine.game.players[state.current_player].name
        after = [state.apply(a) for a in state.legal_actions()]
        assert sorted_boards(map(board, after)) == sorted_boards(
            GENERATORS[name].following(board(state), mover)
        )
        state = random.choice(after)
