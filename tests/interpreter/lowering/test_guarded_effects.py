"""A requirement that could be skipped for a move is not skipped where the move's effects can break it.

Each game has a king that may not be left attacked, and a move that keeps clear of the king by itself but does something
that uncovers it. Both engines must allow the same.
"""

from collections.abc import Iterable
from functools import cache

import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source

GAME = """
players White facing north, Black facing south
board square 4 x 4
kinds    reach
  king   (line any up to 1: any)
  rook   (line orthogonal: empty*, any)
  man    (line forward up to 1: any)
  wall   none
let attacked(s: site, by: player) = some a in pieces of by: s in reach(a)
field ready of game: bool
pool hand of player

setup
  place king of White on a1
  place wall of White on {{a2, c3}}
  place man of White on c1
  place rook of White on d1
  place king of Black on d3
  place rook of Black on a4
  place wall of Black on b2
  place rook of Black in hand(Black)

move go by king, rook
  along reach
  where to is not own

{moves}
require no k in own king: attacked(site(k), rival(mover))
turn: {names} or go else lose
limit 30 moves: draw
"""
BREAKING = {
    "a piece becomes the rival's": "owner(d1) := Black",
    "the piece between goes away": "remove a2",
    "the piece between is captured": "capture a2",
    "the piece between is moved": "move a2 to b3",
    "two pieces change places": "simultaneously move piece(a2) to a4; move piece(a4) to a2",
    "an enemy appears": "place rook of Black on b1",
    "an enemy comes from a pool": "move rook from hand(Black) to b1",
    "the kind of an enemy changes": "kind(b2) := king",
    "another piece becomes a king": "kind(c3) := king",
    "inside a loop": "for s in {a2} do remove s",
    "inside a branch": "if ready = false do remove a2",
}
HARMLESS = {"a field": "ready := true", "nothing near the king": "ready := moves > 3"}


EFFECTS = {**BREAKING, **HARMLESS}


def names_of(effects: Iterable[str]) -> dict[str, str]:
    return {effect: f"creep{i}" for i, effect in enumerate(effects)}


@cache
def legal(kind: str, effects: tuple[str, ...], settling: str = "") -> frozenset[str]:
    """The effects that a man may have on its way from c1 to c2, in a game with a move for each."""
    names = names_of(effects)
    moves = "".join(
        f"move {name} by man\n  along reach\n  do\n    {effect}\n" for effect, name in names.items()
    )
    text = GAME.format(moves=moves + settling, names=" or ".join(names.values()))
    game, found = examine_source(Source("g.gdl", text))
    assert game is not None, [d.message for d in found if d.is_error]
    engine = interpreter.engine(game, kind)
    assert getattr(engine, "is_lowered", True)
    state = engine.initial_state()
    assert getattr(state, "memory", True)
    shown = {state.action_to_string(a) for a in state.legal_actions()}
    return frozenset(e for e, name in names.items() if shown & {f"{name} c1-c2", "c1-c2"})


@pytest.mark.parametrize("name", BREAKING)
def test_an_effect_that_uncovers_the_king_makes_the_move_illegal(name: str, kind: str) -> None:
    assert BREAKING[name] not in legal(kind, tuple(EFFECTS.values()))


@pytest.mark.parametrize("name", HARMLESS)
def test_an_effect_that_does_not_leaves_the_move_legal(name: str, kind: str) -> None:
    assert HARMLESS[name] in legal(kind, tuple(EFFECTS.values()))


@pytest.mark.parametrize("settling", ["settle after creep0\n  remove a2\n", "settle\n  owner(d1) := Black\n"])
def test_a_settling_that_uncovers_the_king_makes_the_move_illegal(settling: str, kind: str) -> None:
    assert legal(kind, ("ready := true",), settling) == frozenset()
    assert legal(kind, ("ready := true",)) == {"ready := true"}
