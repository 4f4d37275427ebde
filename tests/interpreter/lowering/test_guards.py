"""Requirements that are judged only where they can be broken: both engines must count the same sequences of actions.

Each game asks something else of a king's safety; `guarded` says whether moves may be legal without being tried.
"""

import pytest
from small import KINGS

import interpreter
from gdl.core.model import Game
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.native.engine import NativeEngine

pytestmark = pytest.mark.thorough

HEAD = f"""{KINGS}relation attacks(a: piece, s: site) = s in reach(a)
let attacked(s: site, by: player) = some a in pieces of by: attacks(a, s)
let in_check(p: player) = some k in king of p: attacked(site(k), rival(p))
move go
  along reach
  where to is not own
"""
TURN = "turn: go else lose if in_check(mover) else draw\nlimit 40 moves: draw\n"

GAMES = {
    "a king may not be left attacked": ("require not in_check(mover)\n" + TURN, True),
    "nor left attacked by rooks along lines": (
        "let seen(k: piece) = some a in pieces of rival(mover): a is rook and some line orthogonal from a: empty*, [it = site(k)]\n"
        "require no k in own king: seen(k)\n" + TURN,
        True,
    ),
    "two kinds of kings": (
        "require no k in (own pieces where it is king | horse): attacked(site(k), rival(mover))\n" + TURN,
        True,
    ),
    "neither king may be attacked": ("require no p in players: in_check(p)\n" + TURN, False),
    "the other king may not be attacked": ("require not in_check(rival(mover))\n" + TURN, False),
    "a king must be attacked": ("require in_check(rival(mover)) or turn < 9\n" + TURN, False),
    "a site, not a piece": ("require not attacked(c3, rival(mover))\n" + TURN, True),
    "a piece that becomes a king": (
        "move crown by man\n  line forward up to 1: empty\n  do kind(piece) := king\nrequire not in_check(mover)\n"
        + TURN.replace("go", "go or crown", 1),
        True,
    ),
    "a field in the requirement": (
        "field calm of game: bool\nsettle\n  calm := captures = 0\nrequire calm implies not in_check(mover)\n"
        + TURN,
        False,
    ),
    "effects that take pieces away": (
        "move blast by rook\n  line orthogonal: empty\n  do capture neighbours(to) where it is not own\n"
        "require not in_check(mover)\n" + TURN.replace("go", "go or blast", 1),
        True,
    ),
    "a settling that takes pieces away": (
        "settle\n  for p in own man where rank(site(p)) = 3 do capture p\nrequire not in_check(mover)\n"
        + TURN,
        False,
    ),
    "a settling that may go wrong": (
        "field checks of game: 0..40\nsettle\n  if in_check(rival(mover)) do checks := checks + 1\n"
        "require not in_check(mover)\n" + TURN,
        False,
    ),
    "a settling that cannot go wrong": (
        "field checks of game: 0..3\nsettle\n  if in_check(rival(mover)) do checks := min(checks + 1, 3)\n"
        "require not in_check(mover)\n" + TURN,
        True,
    ),
    "only after some actions": ("require after go: not in_check(mover)\n" + TURN, False),
    "what is preferred": ("require not in_check(mover)\nprefer most captures\n" + TURN, False),
}


def game_of(rules: str) -> Game:
    game, diagnostics = examine_source(Source("guards.gdl", HEAD + rules))
    assert game is not None, [d.message for d in diagnostics if d.is_error]
    return game


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_count_the_same(name: str) -> None:
    game = game_of(GAMES[name][0])
    native = NativeEngine(game, checked=True, effort=0)
    reference = interpreter.engine(game, "reference")
    state, twin = native.initial_state(), reference.initial_state()
    for ply in range(12):
        if ply % 2:  # in each game these find every guard that is too weak which all positions find
            assert native.perft(state, 2) == reference.perft(twin, 2)
        legal = twin.legal_actions()
        assert state.legal_actions() == legal
        if not legal:
            break
        action = legal[(7 * ply + 3) % len(legal)]
        state, twin = state.apply(action), twin.apply(action)


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_guarded_where_that_can_be_derived(name: str) -> None:
    rules, is_guarded = GAMES[name]
    native = NativeEngine(game_of(rules), effort=0)
    text = native.compiled.lowered.program.functions["enum.go"].parameters
    assert ("guard" in [v.name for v in text]) == is_guarded


def test_what_may_become_a_king_is_tried() -> None:
    native = NativeEngine(game_of(GAMES["a piece that becomes a king"][0]), effort=0)
    assert "guard" not in [v.name for v in native.compiled.lowered.program.functions["enum.crown"].parameters]
