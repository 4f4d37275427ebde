"""Guards of requirements that follow paths from the king, in games with hands: both engines count the same sequences.

`served` are the actions whose candidates may be legal without being tried.
"""

from string import Template

import pytest

import interpreter
from gdl.core.model import Game
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.native.engine import NativeEngine

pytestmark = pytest.mark.thorough

HEAD = Template("""
players White facing north, Black facing south
board square 5 x 5
kinds    raised  plain   reach
  king   none    none    (line any up to 1: any)
  rook   dragon  rook    (line orthogonal: empty*, any)
  lance  rook    lance   (line forward: empty*, any)
  horse  none    horse   (leap forward 2, sideways 1: any)
  man    rook    man     (line forward up to 1: any)
  dragon none    rook    (line orthogonal: empty*, any) + (line diagonal up to 1: any)
pool hand of player

setup
  place king of White on c1
  place rook of White on c2
  place lance of White on {a1, e1}
  place horse of White on d1
  place man of White on {b2, d3}
  place man of White in hand(White)
  place king of Black on c5
  place rook of Black on c4
  place lance of Black on {a5, e5}
  place horse of Black on b5
  place man of Black on b4
  place horse of Black in hand(Black)
  place $in_hand of Black in hand(Black)

let attacked(k: piece) =
    (some line any from k: enemy king)
    or (some line forward from k: enemy man)
    or (some line forward from k: empty*, enemy lance)
    or (some line orthogonal from k: empty*, enemy rook | enemy dragon)
    or (some line diagonal from k: enemy dragon)
    or (some leap forward 2, sideways 1 from k: $last)
let in_check(p: player) = some k in king of p: attacked(k)

move go
  along reach
  where to is not own
  choose raising in {false, true}
  where raised(piece) in kinds and rank(to) in {1, 5} if raising else true
  $behind
  do
    for k in {plain(c) for c in captured} do place k of mover in hand(mover)
    $raise_it

action drop
  choose k in kinds of hand(mover)
  choose s in sites$where
  do move k from hand(mover) to s

$more
require $required
turn: go or drop else lose if in_check(mover) else draw
limit 40 moves: draw
""")
PLAIN = {
    "in_hand": "lance",
    "last": "enemy horse",
    "raise_it": "if raising do kind(piece) := raised(piece)",
    "where": " where s is empty",
    "more": "",
    "behind": "",
    "required": "not in_check(mover)",
}
GAMES: dict[str, tuple[dict[str, str], set[str]]] = {
    "what is captured is dropped": ({}, {"go", "drop"}),
    "a king waits in the hand": ({"in_hand": "king"}, {"go", "drop"}),
    "a count comes to its bound": (
        {
            "more": "field ticks of player: 0..3\nsettle\n  ticks(mover) := ticks(mover) + 1 if ticks(mover) < 3 else 0\n"
        },
        {"go", "drop"},
    ),
    "a count of somebody else": (
        {
            "more": "field ticks of player: 0..30\nsettle\n  ticks(mover) := ticks(rival(mover)) + 1 if moves mod 2 = 0 else 0\n"
        },
        set(),
    ),
    "what was captured is told by a name": (
        {
            "more": "field fallen of game: 0..90\nsettle\n  for k in captured do\n    let man_or_it = man if k = rook else k\n"
            "    place man_or_it of mover in hand(mover)\n"
        },
        {"go", "drop"},
    ),
    "raised twice": (
        {"behind": "choose twice in {false, true}\n  where twice implies raising"},
        {"go", "drop"},
    ),
    "raised by what stands beside": (
        {"behind": "where raising implies (some s in neighbours(to): s is enemy)"},
        {"go", "drop"},
    ),
    "some kinds are never raised": (
        {"raise_it": "if not raising do kind(piece) := raised(piece) if raised(piece) in kinds else king"},
        {"drop"},
    ),
    "a path to whatever is not own": (
        {"last": "[it is not own and it is not empty and rank(it) > 9]"},
        set(),
    ),
    "a path to the mover's own": ({"last": "own king"}, set()),
    "the other king": ({"required": "not in_check(rival(mover))"}, set()),
    "one king, or the other": ({"required": "not in_check(mover) or moves > 90"}, set()),
}


def game_of(name: str) -> Game:
    game, diagnostics = examine_source(Source("hands.gdl", HEAD.substitute({**PLAIN, **GAMES[name][0]})))
    assert game is not None, [d.message for d in diagnostics if d.is_error]
    return game


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_count_the_same(name: str) -> None:
    game = game_of(name)
    native = NativeEngine(game, checked=True, effort=0)
    reference = interpreter.engine(game, "reference")
    state, twin = native.initial_state(), reference.initial_state()
    for ply in range(16):
        if ply % 2:  # in each game these find every guard that is too weak which all positions find
            assert native.perft(state, 2) == reference.perft(twin, 2)
        legal = twin.legal_actions()
        assert state.legal_actions() == legal
        if not legal:
            break
        action = legal[(11 * ply + 5) % len(legal)]
        state, twin = state.apply(action), twin.apply(action)


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_guarded_where_that_can_be_derived(name: str) -> None:
    functions = NativeEngine(game_of(name), effort=0).compiled.lowered.program.functions
    served = {a for a in ("go", "drop") if "guard" in [v.name for v in functions[f"enum.{a}"].parameters]}
    assert served == GAMES[name][1]


def test_what_is_dropped_on_any_site_is_tried() -> None:
    rules = HEAD.substitute({**PLAIN, "where": " where s is own or s is empty"})
    game, _ = examine_source(Source("hands.gdl", rules))
    if game is not None:  # the checker may know that the site is occupied
        functions = NativeEngine(game, effort=0).compiled.lowered.program.functions
        assert "guard" not in [v.name for v in functions["enum.drop"].parameters]
