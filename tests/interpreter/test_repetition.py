"""Positions that come again: `position`, `repeated` and `cycle`, in both engines and through saved positions."""

import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError

SHUFFLE = """
players Red, Blue
board square 3 x 3
kinds stone, rock
position same: pieces, mover
position board_alone: pieces
setup
  place stone of Red on a1
  place rock of Blue on c3
move step by stone, rock
  line orthogonal: empty
turn: step else lose
{rule}
limit 60 moves: draw
"""

STACKS = """
players Red, Blue
board square 3 x 3 stacking
kinds stone, rock
pool hand of player
field last of game: piece or none
field worth of piece: 0..3 = 1
field seen of player: 0..9 or none
field mark of site: bool
position all_of_it within 7: pieces, hand, mover, worth, last, (pieces where worth(it) = 2), worth(last) / 3, seen, mark
position plain: pieces
setup
  for p in players do
    place stone of p in hand(p) times 2
    place rock of p in hand(p)
  place stone of Red on a1
  place rock of Red on a1
  place rock of Blue on c3
move step by stone, rock
  line orthogonal: any
  do last := piece
     worth(piece) := (worth(piece) + 1) mod 4
     seen(mover) := none if rank(to) = 2 else rank(to)
     mark(to) := not mark(to)
action drop
  choose s in sites where s is empty
  do move stone from hand(mover) to s
action lift
  choose s in own pieces where s is stone
  do move s to hand(mover)
turn: step or drop or lift else lose
require repeated(all_of_it) < 2
require cycle(plain) != 2
end draw when repeated(plain) = 3
limit 80 moves: draw
"""


MANY = SHUFFLE.replace("position same:", "position same within 32:").replace("60 moves", "90 moves")


def engine_of(text: str, kind: str) -> Engine:
    game, diagnostics = examine_source(Source("again.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return interpreter.engine(game, kind=kind)


def played(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.apply(state.action_from_string(move))
    return state


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_the_third_time_counts_the_first_position_and_the_player_to_move(kind: str) -> None:
    engine = engine_of(SHUFFLE.format(rule="end draw when repeated(same) = 3"), kind)
    there_and_back = "a1-a2 c3-c2 a2-a1 c2-c3 "
    state = played(engine.initial_state(), there_and_back + "a1-a2 c3-c2 a2-a1")
    assert not state.is_terminal
    assert played(state, "c2-c3").is_terminal


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_what_may_not_come_back_is_judged_with_the_next_player(kind: str) -> None:
    engine = engine_of(SHUFFLE.format(rule="require repeated(board_alone) = 1"), kind)
    state = played(engine.initial_state(), "a1-a2 c3-c2 a2-b2")
    # c2 goes home, and b2 may not restore what stood before c3-c2
    back = played(state, "c2-c3")
    shown = {back.action_to_string(a) for a in back.legal_actions()}
    assert shown == {"b2-b1", "b2-b3", "b2-c2"}


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_a_cycle_is_counted_in_turns(kind: str) -> None:
    engine = engine_of(SHUFFLE.format(rule="end mover wins when cycle(same) = 4"), kind)
    state = played(engine.initial_state(), "a1-a2 c3-c2 a2-a1 c2-c3")
    assert state.is_terminal
    assert state.returns == [-1.0, 1.0]


@pytest.mark.parametrize(
    "text",
    [
        SHUFFLE.format(rule="require repeated(same) < 3"),
        MANY.format(rule="require repeated(same) < 3\nend draw when cycle(same) = 31"),
        STACKS,
    ],
    ids=["all", "the last of many", "some, of stacks"],
)
def test_both_engines_and_saved_positions_agree(text: str) -> None:
    native, reference = engine_of(text, "native"), engine_of(text, "reference")
    for seed in range(4):
        a, b = native.initial_state(seed), reference.initial_state(seed)
        while not b.is_terminal:
            assert a.legal_actions() == b.legal_actions()
            assert a.position() == b.position()
            assert reference.state(b.position()) == b
            assert native.from_bytes(bytes(a)) == a
            legal = b.legal_actions()
            action = legal[(seed + len(legal) * b.position()["fields"]["turn"]) % len(legal)]
            a, b = a.apply(action), b.apply(action)
        assert a.is_terminal


def test_the_history_is_no_part_of_what_a_player_sees() -> None:
    engine = engine_of(SHUFFLE.format(rule="end draw when repeated(same) = 3"), "reference")
    state = played(engine.initial_state(), "a1-a2 c3-c2")
    assert "history" in state.position()["fields"]
    assert "history" not in state.observation(0)["fields"]


@pytest.mark.parametrize(
    ("history", "what"),
    [
        ("same", "mapping"),
        ({"other": []}, "no `position`"),
        ({"same": ["xyz"]}, "16 digits"),
        ({"same": [3]}, "16 digits"),
    ],
)
def test_a_wrong_history_is_refused(history: object, what: str) -> None:
    engine = engine_of(SHUFFLE.format(rule="end draw when repeated(same) = 3"), "reference")
    with pytest.raises(PositionError, match=what):
        engine.state({"pieces": {"a1": "Red stone"}, "fields": {"history": history}})


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("end draw when repeated(save) = 3", "unknown-name"),
        ("skip p when repeated(same) = 3", "no-history"),
        ("position more within 9999: pieces", "bad-range"),
        ("position more: 'x'".replace("'", '"'), "type-mismatch"),
        ("position more: repeated(same)", "no-history"),
    ],
)
def test_what_is_wrong_with_it_is_said(rule: str, code: str) -> None:
    _, diagnostics = examine_source(Source("wrong.gdl", SHUFFLE.format(rule=rule)))
    assert [d.code for d in diagnostics if d.is_error] == [code]
