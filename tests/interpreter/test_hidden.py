"""What a player may not see leaves no trace in what he sees."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import gdl
import interpreter
from interpreter.engines.base import HIDDEN, Position
from interpreter.play.session import Session

GHOSTS = interpreter.engine(gdl.load("geister"))
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
    assert other.observation(viewer) == state.observation(viewer)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 150), st.sampled_from((0, 1)))
def test_a_player_sees_his_own_ghosts_and_those_that_are_caught(seed: int, stop: int, viewer: int) -> None:
    position = played(seed, stop).position()
    seen = GHOSTS.state(position).observation(viewer)
    assert set(owned_by(seen, NAMES[1 - viewer])) <= {HIDDEN}
    assert list(owned_by(seen, NAMES[viewer])) == list(owned_by(position, NAMES[viewer]))
    assert seen["pieces"].keys() == position["pieces"].keys()
    assert seen["pools"].get("caught") == position["pools"].get("caught")


def test_what_was_hidden_and_is_seen_cannot_be_taken_back() -> None:
    engine = interpreter.engine(gdl.load("cyvasse"))
    session = Session(engine, "cyvasse", 0, [None, None])
    while session.state.position()["fields"].get("phase") == "prepare":
        assert not session.would_reveal()
        session.play(session.state.legal_actions()[0])
    assert session.would_reveal()
