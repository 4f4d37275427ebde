"""What a player infers from what others did: where somebody could not have done it, a state is less likely. Nothing else plays a
part: two ways that look the same to a player give the same weights, the same states before, and the same choice."""

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import bundled
import numpy as np
import pytest

from interpreter.engines.base import Engine, State
from interpreter.engines.native.state import NativeState
from interpreter.engines.searching import workbench
from interpreter.play.bots import Seat
from interpreter.search.determinization import DRAWN, FEWEST, Beliefs, Determinizer, drawn, effective, weights
from interpreter.search.ismcts_native import IsmctsSearch
from interpreter.search.running import Budget
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

SEEDS = 150  # games in which ways are looked for that look the same
MANY = 40  # states that are imagined


class Desk:
    """The memory in which states of one game are imagined and weighed."""

    def __init__(self, engine: Engine) -> None:
        bench = workbench(engine)
        assert bench is not None
        self.bench, self.worlds, self.beliefs = bench, Determinizer(bench), Beliefs(bench, MANY)
        self.room, self.at = bench.room_for(MANY * bench.state_words)

    def begin(self, state: State) -> bool:
        """Imagines states; whether the player remembers anything."""
        player = state.current_player
        first, past = state.resample(player, 3), state.past(player)
        self.bench.rules["random"] = 5
        assert self.bench.put(first, self.at)
        if past is None or not self.worlds.begin(first, self.at):
            return False
        assert all(self.worlds.deal(self.at + k * self.bench.state_words) for k in range(1, MANY))
        return self.beliefs.begin(past, first)

    def missed(self) -> list[int]:
        found: list[int] = self.beliefs.missed(self.at, MANY).tolist()
        return found

    def world(self, number: int) -> State:
        return self.bench.take(self.at + number * self.bench.state_words)

    def earliest(self) -> str:
        """The last state that was looked back to."""
        return bare(self.bench.take(self.beliefs.record["base"]))


def bare(state: State) -> str:
    """A state but for chance to come."""
    position = state.position()
    fields = {n: v for n, v in position["fields"].items() if n != "seed"}
    return json.dumps(position | {"fields": fields}, sort_keys=True)


def random_way(name: str, seed: int) -> Iterator[State]:
    random = Random(seed)
    state: State = bundled.native(name).initial_state(seed)
    while not state.is_terminal:
        yield state
        state = state.apply(random.pick(state.legal_actions()))


def test_pieces_that_have_moved_are_none_that_cannot_move() -> None:
    """In Stratego bombs and the flag stay where they are."""
    at, compared = Desk(bundled.native("stratego")), 0
    for state in islice(random_way("stratego", 2), 34, 46, 5):
        if not at.begin(state):
            continue
        missed = at.missed()
        moved = {site for site, _ in pieces_that_moved(state)}
        for number, count in enumerate(missed):
            held = at.world(number).position()["pieces"]
            stuck = [s for s in moved if any(word in str(held.get(s)) for word in ("bomb", "flag"))]
            assert bool(count) >= bool(stuck)
            compared += bool(stuck)
    assert compared > MANY / 4


def pieces_that_moved(state: State) -> Iterator[tuple[str, str]]:
    """Where pieces of the others stand that their owner has moved, as far back as the player remembers, and from where."""
    assert isinstance(state, NativeState)
    viewer, steps, after = state.current_player, len(state.past(state.current_player).steps), state  # type: ignore[union-attr]
    places = {s: s for s in state.position()["pieces"]}
    while steps:
        assert after.origin is not None
        before, action = after.origin
        sites = [before.engine.game.board.sites[s].name for s in before.action_sites(action)]
        if before.current_player != viewer:
            steps -= 1
            yield from ((now, sites[0]) for now, then in places.items() if then == sites[-1])
        places = {now: sites[0] if then == sites[-1] else then for now, then in places.items()}
        after = before


def history(state: NativeState, viewer: int) -> str:
    """All that a player has seen and been told, from the beginning to a state."""
    found: list[Any] = [state.observation(viewer)]
    after = state
    while after.origin is not None:
        before, action = after.origin
        found += [before.action_seen(action, viewer), before.observation(viewer)]
        after = before
    return json.dumps(found, sort_keys=True)


@cache
def alike() -> list[list[NativeState]]:
    """States of Love Letter whose histories look the same to the player to act, and are not."""
    groups: dict[str, dict[str, NativeState]] = defaultdict(dict)
    engine = bundled.native("love_letter", {"players": 3})
    for seed in range(SEEDS):
        state: State = engine.initial_state(seed)
        for _ in range(9):
            if state.is_terminal:
                break
            assert isinstance(state, NativeState)
            viewer = state.current_player
            if viewer == 2 and len(state.legal_actions()) > 1:
                groups[history(state, viewer)][bare(state)] = state
                break
            state = state.apply(state.legal_actions()[0])
    return [list(found.values()) for found in groups.values() if len(found) > 1]


def test_ways_that_look_the_same_lead_to_the_same_choice() -> None:
    bots = 0
    for states in alike()[:2]:
        chosen = set()
        for state in states:
            search, seat = IsmctsSearch.of(state), Seat.of(state)
            assert search is not None
            thought = search.run(seat.imagine, Budget(300), Random(1), recall=seat.recall)
            assert thought is not None
            chosen.add((thought.action, *sorted(thought.tried.items())))
            bots += state.past(state.current_player) is not None
        assert len(chosen) == 1
    assert bots > 2


def test_ways_that_look_the_same_have_the_same_states_before() -> None:
    at, compared = Desk(alike()[0][0].engine), 0
    for states in alike():
        found = {(tuple(at.missed()), at.earliest()) for state in states if at.begin(state)}
        assert len(found) == 1
        compared += 1
    assert compared


def test_a_state_without_a_way_to_it_is_remembered_by_nobody() -> None:
    state: State = bundled.native("kuhn_poker").initial_state(1)
    assert state.past(state.current_player) is None
    after = state.apply(state.legal_actions()[0])
    again = state.engine.from_bytes(bytes(after))
    assert after.past(after.current_player) is not None
    assert again.past(after.current_player) is None


def test_states_are_drawn_as_often_as_they_are_likely() -> None:
    counts = np.bincount(drawn(np.array([0, 1] * 32), 0.5), minlength=64)
    assert counts.sum() == DRAWN
    assert counts[::2].min() > 30
    assert counts[1::2].max() == 1


@pytest.mark.parametrize("missed", [[0] + [3] * 255, list(range(100)), [5] * 40])
def test_enough_states_count(missed: list[int]) -> None:
    assert effective(weights(np.array(missed))) >= FEWEST * 0.99
