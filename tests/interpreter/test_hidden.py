"""What a player may not see leaves no trace in what he sees."""

from collections.abc import Callable, Iterator
from random import Random

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction
from interpreter.engines.position_parts import HIDDEN, Position
from interpreter.play.moves import read_move, why
from interpreter.play.scene.scene import reveals
from interpreter.play.session import Session

GHOSTS = bundled.native("geister")
NAMES = ("White", "Black")


def played(seed: int, stop: int) -> interpreter.State:
    return GHOSTS.playout(GHOSTS.initial_state(), seed, stop).state


def shuffled(position: Position, owner: str, random: Random) -> Position:
    """The same position with the kinds of a player's ghosts, on the board and in his hand, in another order."""
    sites = [s for s, text in position["pieces"].items() if text.startswith(owner)]
    hands = position["pools"].get("hand", {})
    kinds = [position["pieces"][s].split()[1] for s in sites] + hands.get(owner, [])
    random.shuffle(kinds)
    pieces = position["pieces"] | {s: f"{owner} {kinds.pop()}" for s in sites}
    pools = position["pools"] | {"hand": hands | {owner: kinds}}
    return {**position, "pieces": pieces, "pools": pools}


def owned_by(position: Position, owner: str) -> Iterator[str]:
    """The kinds of a player's ghosts on the board and in his hand, as the position gives them."""
    yield from (text.split()[1] for text in position["pieces"].values() if text.startswith(owner))
    yield from position["pools"].get("hand", {}).get(owner, [])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 150), st.sampled_from((0, 1)), st.randoms(use_true_random=False))
def test_ghosts_that_a_player_does_not_see_may_be_exchanged(
    seed: int, stop: int, viewer: int, random: Random
) -> None:
    state = played(seed, stop)
    other = GHOSTS.state(shuffled(state.position(), NAMES[1 - viewer], random))
    assert state.is_terminal or other.observation(viewer) == state.observation(viewer)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 150), st.sampled_from((0, 1)))
def test_a_player_sees_his_own_ghosts_and_those_that_are_caught(seed: int, stop: int, viewer: int) -> None:
    state = played(seed, stop)
    position = state.position()
    seen = GHOSTS.state(position).observation(viewer)
    if state.is_terminal:
        assert seen == position
    else:
        assert set(owned_by(seen, NAMES[1 - viewer])) <= {HIDDEN}
    assert list(owned_by(seen, NAMES[viewer])) == list(owned_by(position, NAMES[viewer]))
    assert seen["pieces"].keys() == position["pieces"].keys()
    assert seen["pools"].get("caught") == position["pools"].get("caught")


def test_what_was_hidden_and_is_seen_cannot_be_taken_back() -> None:
    engine = bundled.native("cyvasse")
    session = Session(engine, "cyvasse", 0, [None, None])
    while session.state.position()["fields"].get("phase") == "prepare":
        assert not session.would_reveal()
        session.play(session.state.legal_actions()[0])
    assert session.would_reveal()


def test_what_chance_has_decided_cannot_be_taken_back() -> None:
    session = Session(bundled.native("pig"), "pig", 0, [None, None])
    session.play(session.state.action_from_string("roll"))
    assert session.would_reveal()


def test_a_card_that_another_one_has_shown_cannot_be_taken_back() -> None:
    engine = bundled.native("hearts", {"passing": False})
    dealt = engine.playout(engine.initial_state(3), 0, 1).state
    led = dealt.apply(dealt.legal_actions()[0])
    for player, is_new in ((dealt.current_player, False), (led.current_player, True)):
        assert reveals(engine.game, dealt.observation(player), led.observation(player)) == is_new


SPIES = """
game "Spies"
players Red, Blue
board square 4 x 1
kinds spy, clerk
field level of piece: 1..9 = 1
pool bag of game seen by nobody
pool file of player seen by owner
hide p in pieces from viewer where owner(p) != viewer and not ended

setup
  place spy of Red on a1; place clerk of Red on b1
  place spy of Blue on c1; place clerk of Blue on d1
  place spy in bag; place clerk in bag

action arrest
  choose q in enemy pieces
  where kind(q) = spy
  where turn > 90
  do capture q
action train
  choose q in own pieces
  choose secretly n in 1..9
  do level(q) := n
action take
  choose q in own pieces
  do
    random c in bag
    move c to file(mover)
    then may use

choice use
  where some c in file(mover): kind(c) = spy
  do end mover wins

turn: arrest or train or take
end draw when turn > 95
"""


def test_a_reason_that_depends_on_what_is_hidden_is_not_told(make: Callable[..., Engine]) -> None:
    session = Session(make(SPIES), "spies", 0, [None, None])
    for move in ("arrest c1", "arrest d1"):
        with pytest.raises(IllegalAction, match="depends on what is hidden from you"):
            read_move(session.state, move)
        with pytest.raises(IllegalAction, match="depends on what is hidden from you"):
            why(session.state, move)
    with pytest.raises(IllegalAction, match="a1 cannot be chosen"):
        read_move(session.state, "arrest a1")
    assert why(session.state, "a1 3") == []


def test_what_a_hidden_piece_has_become_is_not_told(make: Callable[..., Engine]) -> None:
    state = make(SPIES).initial_state()
    action = state.action_from_string("a1 3")
    assert state.action_seen(action, 0) == "a1 3"
    assert state.action_seen(action, 1) == "train a1 ?"


def test_whether_a_drawn_piece_can_be_used_is_not_told(make: Callable[..., Engine]) -> None:
    """Both draws leave Red to say something, so that Blue sees the same."""
    states = [make(SPIES).initial_state(seed) for seed in range(8)]
    drawn = [s.apply(s.action_from_string("take a1")) for s in states]
    assert {tuple(s.action_to_string(a) for a in s.legal_actions()) for s in drawn} == {
        ("use", "done"), ("done",),
    }  # fmt: skip
    assert all(s.observation(1) == drawn[0].observation(1) for s in drawn)


def test_the_order_of_a_pool_does_not_tell_what_is_hidden_in_it(make: Callable[..., Engine]) -> None:
    text = """
players Red, Blue
board square 2 x 1
kinds ace, king, queen
pool table of game
field is_down of piece: bool
hide c in table from viewer where is_down(c)
setup
  place king in table with is_down = true
  for k in kinds do place k in table
turn: pass
"""
    seen = make(text).initial_state().observation(0)
    assert seen["pools"]["table"] == ["ace", "king", "queen", HIDDEN]


def test_who_asks_by_a_name_is_told_the_numbers() -> None:
    with pytest.raises(ValueError, match=r"there is no player 'Black'.*0 White, 1 Black"):
        played(0, 0).observation("Black")  # type: ignore[arg-type]


HELD = """\
game "Held"
players Red, Blue
kinds ace, king
pool hand of player
field level of piece: 0..3
hide p in hand(Blue) from viewer where viewer = Red and level(p) < 3
action rest
  where moves < 9
turn: rest
"""


def test_positions_that_look_the_same_are_imagined_alike_whatever_order_their_pieces_came_in(
    make: Callable[..., Engine],
) -> None:
    """The field by which pieces are hidden tells them apart, since neither their places nor their kinds do."""
    hands = (["Blue ace", "Blue king level=1"], ["Blue ace level=1", "Blue king"])
    one, two = (make(HELD).state({"pools": {"hand": {"Blue": hand}}}) for hand in hands)
    assert one != two and one.observation(0) == two.observation(0)
    found = [one.resample(0, seed).position()["pools"] for seed in range(12)]
    assert found == [two.resample(0, seed).position()["pools"] for seed in range(12)]
    assert len({str(pools) for pools in found}) == 2


JUMPS = """\
game "Jumps"
players Red, Blue
board square 5 x 1
kinds man
hide s in sites from viewer where file(s) > 3 and viewer = Blue
move hop
  line any: any as over, empty
  do if over is enemy do capture over
turn: hop else pass
"""


def test_a_move_is_told_as_a_capture_to_those_who_see_that_a_piece_is_gone(
    make: Callable[..., Engine],
) -> None:
    made = make(JUMPS)
    for over, start, told in (("b1", "a1", "a1xc1"), ("c1", "b1", "hop b1 ?")):
        state = made.state({"to_move": "Red", "pieces": {start: "Red man", over: "Blue man"}})
        (action,) = state.legal_actions()
        assert state.action_seen(action, 1) == told
    state = made.state({"to_move": "Red", "pieces": {"a1": "Red man", "b1": "Red man"}})
    assert "a1-c1" in {state.action_seen(a, 1) for a in state.legal_actions()}
