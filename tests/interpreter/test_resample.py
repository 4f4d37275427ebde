"""A state that a player cannot tell from the real one looks the same to him, and nothing he is told tells them apart."""

import json
from functools import cache, cached_property, lru_cache
from typing import Any

import bundled
import pytest
from small import SMALL

from interpreter.engines.base import Engine, State
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

CASES = {  # the hidden games, how far they are followed, and after how many actions somebody looks
    "geister": (60, 1), "euchre": (60, 7), "kuhn_poker": (10, 1), "hearts": (160, 3), "crazy_eights": (120, 3), "mau_mau": (80, 3),
    "stratego": (120, 7), "liars_dice": (80, 3), "cyvasse": (66, 9), "zarcana": (50, 5), "goofspiel": (30, 1), "rock_paper_scissors": (12, 1), "love_letter": (20, 1),
    "rummy": (40, 5), "minibridge": (60, 5), "augury": (30, 3), "lost_cities": (40, 4), "marches": (12, 1),
    "leduc_poker": (10, 1), "rummy_500": (24, 6), "five_hundred": (36, 6), "roads_and_towns": (16, 4), "dominoes": (16, 2), "code_breaker": (8, 2), "incognito": (12, 2), "banqi": (30, 10),
    "dark_chess": (7, 6), "night_watch": (24, 4), "no_thanks": (40, 6), "spoof": (16, 3), "fox_in_a_hole": (10, 1),
}  # fmt: skip
ONE_WORLD = (
    "kuhn_poker",
    "roads_and_towns",
)  # few cards; and a bag, whose contents follow from what was drawn
TRIED = 6  # of the other ones' actions, in each position
WHOSE = ("to_move", "turn", "moves", "pending", "next")  # what an observation says of who decides

# all tests of one game, then those of the next: what they look at is made once
each_game = pytest.mark.parametrize("name", CASES, scope="module")


@cache
def engine(name: str) -> Engine:
    options = {"players": 3} if name == "crazy_eights" else SMALL.get(name, {})
    return bundled.asking(name, options)


class Look:
    """A player who looks at a position of a random game after a number of actions."""

    def __init__(self, number: int, state: State, player: int) -> None:
        self.number, self.state, self.player = number, state, player

    @cached_property
    def other(self) -> State:
        """A position that looks the same to the player."""
        return self.state.resample(self.player, self.number)

    def tried(self, state: State) -> list[int]:
        """Some of the legal actions; the same ones where the same are legal."""
        actions, chance = state.legal_actions(), Random(self.number)
        return actions if len(actions) <= TRIED else [chance.pick(actions) for _ in range(TRIED)]


@lru_cache(maxsize=2)
def looks(name: str, seed: int = 0) -> list[Look]:
    """A random game's positions with each player."""
    chance, found = Random(seed), list[Look]()
    state: State = engine(name).initial_state(seed)
    stop, every = CASES[name]
    for number in range(stop):
        if number % every == 0 or state.is_terminal:
            found += [Look(number, state, player) for player in range(len(engine(name).game.players))]
        if state.is_terminal:
            break
        state = state.apply(chance.pick(state.legal_actions()))
    return found


def action_name(name: str, action: int) -> str:
    return str(engine(name).numbers.decode(action).action.name)  # type: ignore[attr-defined]


def seen(state: State, player: int) -> str:
    return json.dumps(state.observation(player), sort_keys=True)


def without_whose(observation: dict[str, Any]) -> dict[str, Any]:
    """An observation without who is to decide, and what."""
    fields = {n: v for n, v in observation["fields"].items() if n not in WHOSE}
    return {n: v for n, v in observation.items() if n not in WHOSE} | {"fields": fields}


def test_all_hidden_games_are_here() -> None:
    assert set(CASES) == set(bundled.HIDDEN)


@each_game
@pytest.mark.parametrize("seed", range(2))
def test_a_player_cannot_tell_it_from_the_real_one(name: str, seed: int) -> None:
    others = 0
    for look in looks(name, seed):
        state, player, other = look.state, look.player, look.other
        assert other.observation(player) == state.observation(player)
        assert (other.current_player, other.is_terminal) == (state.current_player, state.is_terminal)
        assert other.returns == state.returns
        if player == state.current_player:
            assert other.legal_actions() == state.legal_actions()
            for action in state.legal_actions():
                assert other.action_to_string(action) == state.action_to_string(action)
                assert other.action_sites(action) == state.action_sites(action)
        others += other != state
    assert others or name in ONE_WORLD


@each_game
def test_it_follows_from_what_the_player_sees_and_from_nothing_else(name: str) -> None:
    for look in looks(name):
        state, player, other = look.state, look.player, look.other
        assert other.resample(player, look.number + 1) == state.resample(player, look.number + 1)
        assert other.position() == state.resample(player, look.number).position()


@pytest.mark.parametrize(
    "name",
    [n for n in CASES if n not in ("liars_dice", "rock_paper_scissors", "code_breaker")],
    scope="module",
)
def test_the_same_pieces_are_somewhere(name: str) -> None:
    """Except where dice are thrown anew, or a sign or a code is chosen anew."""

    def kinds(state: State) -> list[str]:
        return sorted(data.kind.values()) if (data := state.data) else []  # type: ignore[attr-defined]

    for look in looks(name):
        assert kinds(look.other) == kinds(look.state)


@each_game
def test_what_others_do_is_told_by_what_can_be_seen_of_it(name: str) -> None:
    """Actions of one name after which a player sees the same are told to him in the same words, whatever they were."""
    for look in looks(name):
        state, player = look.state, look.player
        if player == state.current_player or state.is_terminal:
            continue
        told: dict[tuple[str, str], set[str | None]] = {}
        for one in (state, look.other):
            for action in look.tried(one):
                key = action_name(name, action), seen(one.apply(action), player)
                told.setdefault(key, set()).add(one.action_seen(action, player))
        assert all(len(texts) == 1 for texts in told.values()), told


@each_game
def test_who_is_to_decide_follows_from_what_can_be_seen(name: str) -> None:
    """An action that shows a player the same in two positions leaves the same one to decide the same."""
    for look in looks(name):
        state, player, other = look.state, look.player, look.other
        if state.is_terminal:
            continue
        legal = set(other.legal_actions())
        for action in look.tried(state):
            if action not in legal:
                continue
            first, second = (s.apply(action).observation(player) for s in (state, other))
            if without_whose(first) == without_whose(second):
                assert first == second, state.action_to_string(action)


@each_game
def test_in_lock_step_a_player_sees_and_is_told_the_same(name: str) -> None:
    """Two games that differ in what a player does not see, until he is shown a difference."""
    stop = min(CASES[name][0], 40 if name == "zarcana" else 160)
    for player in range(len(engine(name).game.players)):
        chance = Random(player)
        state: State = engine(name).initial_state(player)
        other = state.resample(player, player)
        together = 0
        for _ in range(stop):
            if state.is_terminal:
                break
            legal = other.legal_actions()
            if player == state.current_player:
                assert legal == state.legal_actions()
            both = [a for a in state.legal_actions() if a in set(legal)] or state.legal_actions()
            action = chance.pick(both)
            following = state.apply(action)
            if action in legal:
                after = other.apply(action)
                if after.observation(player) == following.observation(player):
                    assert other.action_seen(action, player) == state.action_seen(action, player)
                    state, other = following, after
                    together += 1
                    continue
            state, other = following, following.resample(player, together)
        assert together or name == "kuhn_poker"


def test_a_card_face_down_may_be_any_that_is_not_seen() -> None:
    position = {
        "pieces": {"0,0": "cups_1", "1,0": "Fool face=down"},
        "pools": {"deck": ["Death", "Devil"], "hand": {"Red": ["Moon"], "Blue": ["Star"]}},
    }
    state = engine("zarcana").state(position)
    found = [state.resample(0, seed) for seed in range(60)]
    assert all(s.observation(0) == state.observation(0) for s in found)
    assert all(s.position()["pieces"]["0,0"] == "cups_1" for s in found)
    texts = {s.position()["pieces"]["1,0"] for s in found}
    assert texts == {f"{card} face=down" for card in ("Fool", "Death", "Devil", "Star")}
    assert all(s.position()["pools"]["hand"]["Red"] == ["Moon"] for s in found)


def test_every_way_is_equally_likely() -> None:
    state = engine("kuhn_poker").initial_state(1)
    found = [state.resample(0, seed).position()["pools"]["hand"]["Second"][0] for seed in range(600)]
    counts = sorted(found.count(card) for card in set(found))
    assert len(counts) == 2
    assert counts[0] > 240


def test_without_secrets_only_what_chance_will_decide_is_new() -> None:
    made = bundled.native("pig")
    state = made.initial_state(4)
    assert state.resample(0, 1) == state
    roll = state.action_from_string("roll")
    assert len({state.resample(0, seed).apply(roll) for seed in range(40)}) == 6


def test_dice_that_are_not_seen_may_show_anything() -> None:
    made = bundled.reference("liars_dice", {"dice": 2})
    state: State = made.initial_state(1)
    while not state.position()["pools"].get("cup"):
        state = state.apply(state.legal_actions()[0])
    cups = [state.resample(0, seed).position()["pools"]["cup"] for seed in range(200)]
    assert all(cup["First"] == state.position()["pools"]["cup"]["First"] for cup in cups)
    assert len({tuple(cup["Second"]) for cup in cups}) == 21
