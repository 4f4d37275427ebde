"""Polyominoes beside a second program made from its rules: every tile that can be laid, and the result."""

from random import Random

import pytest
from rules_polyominoes import DRAWN, Tile, looks, placements

import gdl
import interpreter
from interpreter.engines.base import State

pytestmark = pytest.mark.games

SAMPLE = 6  # legal actions of a position that are done and compared


def squares(state: State) -> dict[str, Tile]:
    """The squares that each player covers."""
    pieces = state.position().get("pieces", {})
    owned = {p: [s for s, text in pieces.items() if text.startswith(p)] for p in ("Red", "Blue")}
    return {p: frozenset((ord(s[0]) - ord("a") + 1, int(s[1:])) for s in sites) for p, sites in owned.items()}


def test_there_are_as_many_looks_of_a_tile_as_its_row_says() -> None:
    kinds = gdl.load("polyominoes").kinds
    assert {k.name for k in kinds} == set(DRAWN)
    for kind in kinds:
        rows = kind.attributes
        assert len(rows["turns"]) * (1 + rows["has_back"]) == len(looks(kind.name))  # type: ignore[arg-type, operator]
        assert {len(look) for look in looks(kind.name)} == {rows["area"]}


@pytest.mark.parametrize("size", [5, 8])
def test_every_tile_that_can_be_laid_is_found(kind: str, size: int) -> None:
    engine = interpreter.engine(gdl.load("polyominoes", options={"size": size}), kind)
    names = [p.name for p in engine.game.players]
    starts = {"Red": (2, 2), "Blue": (size - 1, size - 1)}
    state, random = engine.initial_state(), Random(size)
    hands = {p: set(DRAWN) for p in names}
    while not state.is_terminal:
        mover = names[state.current_player]
        before = squares(state)
        other = before[names[1 - state.current_player]]
        wanted = placements(size, before[mover], other, hands[mover], starts[mover])
        actions = state.legal_actions()
        texts = {a: state.action_to_string(a) for a in actions}
        if not wanted:
            assert list(texts.values()) == ["pass"]
            state = state.apply(actions[0])
            continue
        assert len(actions) == len(wanted)
        found = {}
        for action in random.sample(actions, min(SAMPLE, len(actions))):
            name = texts[action].split()[-4]
            found[action] = (name, squares(state.apply(action))[mover] - before[mover])
        assert set(found.values()) <= wanted and len(set(found.values())) == len(found)
        action = random.choice(sorted(found))
        hands[mover].remove(found[action][0])
        state = state.apply(action)
    covered = {p: len(tile) for p, tile in squares(state).items()}
    assert state.returns == [
        (covered[p] > covered[q]) - (covered[p] < covered[q]) for p, q in (names, names[::-1])
    ]
