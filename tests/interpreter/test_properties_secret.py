"""Cyvasse's set-up in secret: what is laid and posted is as the sheet says, and nobody learns what is behind the screen."""

import random
from collections import Counter
from functools import cache

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import HIDDEN

pytestmark = pytest.mark.thorough

Site = tuple[int, int]
SITES = [(x, y) for x in range(12) for y in range(12) if abs(x - y) <= 4]
LEFT = [(1, 0), (3, 2), (5, 4), (3, 0), (5, 2), (7, 4)]
RIGHT = [(6, 5), (8, 7), (10, 9), (6, 3), (8, 5), (10, 7)]
SLOTS = {  # by where the King stands: the anchors of left faces, and of right faces
    (5, 2): ([LEFT[0], LEFT[3]], RIGHT),
    (7, 4): ([LEFT[0], LEFT[1], LEFT[3], LEFT[4]], [RIGHT[1], RIGHT[2], RIGHT[4], RIGHT[5]]),
    (9, 6): (LEFT, [RIGHT[2], RIGHT[5]]),
}
FACES = {  # the four sites of the left face and of the right one
    "tile1": ("M..M", ".M.."), "tile2": ("WW..", "W..."), "tile3": ("M...", "W..."), "tile4": (".W..", ".M.."),
    "tile5": ("M...", "...."), "tile6": (".W..", "...."), "plain": ("....", "...."),
}  # fmt: skip
TERRAIN = {"M": "mountain", "W": "water"}
MARK = {"mountain": "M", "water": "W", "open": "."}
PLAYERS = ("White", "Black")
CAMP = {
    "Rabble": 6, "Spears": 3, "LightHorse": 3, "HeavyHorse": 2, "Elephant": 2,
    "Crossbows": 2, "Trebuchet": 1, "Dragon": 1, "Tower": 2, "King": 1,
}  # fmt: skip
ACTIONS = 1 + 8 + 22  # the King, the tiles, the other pieces
WATCHED = (1, 5, 9, 20)  # after how many of them the watcher looks


@cache
def engine() -> Engine:
    return bundled.native("cyvasse")


def name(site: Site) -> str:
    return "abcdefghijkl"[site[0]] + str(site[1] + 1)


def at(text: str) -> Site:
    return "abcdefghijkl".index(text[0]), int(text[1:]) - 1


def seen_by(player: int, site: Site) -> Site:
    """The site as the player calls it who sits at the bottom of his own board."""
    return site if player == 0 else (11 - site[0], 11 - site[1])


def covered(anchor: Site, is_left: bool) -> list[Site]:
    x, y = anchor
    return [anchor, (x + 1, y + 1), *([(x + 1, y), (x + 2, y + 1)] if is_left else [(x, y - 1), (x + 1, y)])]


def played(state: State, chance: random.Random, count: int) -> tuple[State, list[int]]:
    """Random actions, and the states' own numbers for them."""
    actions = []
    for _ in range(count):
        actions.append(chance.choice(state.legal_actions()))
        state = state.apply(actions[-1])
    return state, actions


@settings(max_examples=2, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_tiles_and_pieces_lie_as_the_sheet_says(seed: int) -> None:
    chance = random.Random(seed)
    state = engine().initial_state()
    terrain: dict[Site, str] = {}
    for player in (0, 1):
        king = at(state.action_to_string(action := chance.choice(state.legal_actions())))
        state = state.apply(action)
        left, right = SLOTS[seen_by(player, king)]
        box = ["plain", *FACES]
        used: set[Site] = set()
        for number in range(8):
            expected = set()
            for tile in set(box):
                for anchor in {*left, *right} - used:
                    face = FACES[tile][anchor in right]
                    text = f"{tile} {name(seen_by(player, anchor))}"
                    expected |= {text} if face == face[::-1] else {text, f"{text} turned"}
            assert len(state.legal_actions()) == len(expected)
            if number in (0, 5):
                assert {state.action_to_string(a) for a in state.legal_actions()} == expected
            before, state = state.position(), state.apply(chance.choice(state.legal_actions()))
            after = state.position()
            ((tile, _),) = (
                Counter(box) - Counter(after["pools"].get("box", {}).get(PLAYERS[player]))
            ).items()
            (where,) = set(after["sites"]["laid"]) - set(before["sites"].get("laid", ()))
            anchor = seen_by(player, at(where))
            assert anchor in {*left, *right} - used
            box.remove(tile)
            used.add(anchor)
            four = covered(anchor, anchor in left)
            assert all(x - y >= 1 for x, y in four)
            now = {at(s): t for s, t in after["sites"].get("terrain", {}).items()}
            shown = "".join(MARK[now.get(seen_by(player, s), "open")] for s in four)
            face = FACES[tile][anchor in right]
            assert shown in (face, face[::-1])
            terrain |= {
                seen_by(player, s): TERRAIN[m] for s, m in zip(four, shown, strict=True) if m in TERRAIN
            }
            assert now == terrain
        assert not box
        half = [s for s in SITES if seen_by(player, s)[0] - seen_by(player, s)[1] >= 1]
        free = {s for s in half if terrain.get(s) != "mountain"} - {king}
        camp = Counter(CAMP) - Counter(["King"])
        for _ in range(22):
            assert len(state.legal_actions()) == len(camp) * len(free)
            text = state.action_to_string(chance.choice(state.legal_actions()))
            state = state.apply(state.action_from_string(text))
            kind, where = text.split()
            camp -= Counter([kind])
            free.remove(at(where))
    position = state.position()
    assert {at(s): t for s, t in position["sites"]["terrain"].items()} == terrain
    for player in PLAYERS:
        pieces = [p.split()[1] for p in position["pieces"].values() if p.startswith(player)]
        assert Counter(pieces) == Counter(CAMP)
    assert position["pools"] == {}
    assert "phase" not in position["fields"]
    assert position["to_move"] == "White"


@settings(max_examples=2, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(0, 2**32), st.integers(0, 2**32))
def test_black_sees_the_same_whatever_white_has_hidden(one: int, two: int, own: int) -> None:
    first, second = engine().initial_state(), engine().initial_state()
    chances = random.Random(one), random.Random(two + 2**33)
    for done in range(ACTIONS):
        assert done not in WATCHED or first.observation(1) == second.observation(1)
        first, _ = played(first, chances[0], 1)
        second, _ = played(second, chances[1], 1)
    assert first != second
    chance = random.Random(own)
    for done in range(ACTIONS):
        assert done not in WATCHED or first.observation(1) == second.observation(1)
        assert first.legal_actions() == second.legal_actions()
        first, (action,) = played(first, chance, 1)
        second = second.apply(action)
    assert first.observation(1) == first.position()
    assert second.observation(1) == second.position()
    assert first.observation(1) != second.observation(1)


@settings(max_examples=2, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(0, 2**32), st.integers(0, 2**32))
def test_white_sees_the_same_whatever_black_has_hidden(one: int, two: int, own: int) -> None:
    state, _ = played(engine().initial_state(), random.Random(own), ACTIONS)
    first = second = state
    chances = random.Random(one), random.Random(two + 2**33)
    for done in range(ACTIONS):
        assert done not in WATCHED or first.observation(0) == second.observation(0)
        first, _ = played(first, chances[0], 1)
        second, _ = played(second, chances[1], 1)
    assert first != second
    assert first.observation(0) == first.position()


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(1, 2 * ACTIONS - 1))
def test_behind_the_screen_everything_is_hidden_and_one_s_own_half_is_in_the_open(
    seed: int, count: int
) -> None:
    state, _ = played(engine().initial_state(), random.Random(seed), count)
    position = state.position()
    for player in (0, 1):
        seen = state.observation(player)
        for site in SITES:
            behind = seen_by(player, site)[0] - seen_by(player, site)[1] <= -1
            for part in (seen["pieces"], seen["sites"]["terrain"], seen["sites"]["laid"]):
                assert (part.get(name(site)) == HIDDEN) == behind
            if not behind:
                assert seen["pieces"].get(name(site)) == position["pieces"].get(name(site))
                terrain = position["sites"].get("terrain", {})
                assert seen["sites"]["terrain"].get(name(site)) == terrain.get(name(site))
        rival = PLAYERS[1 - player]
        for pool in seen["pools"].values():
            assert set(pool.get(rival, ())) <= {HIDDEN}
            assert HIDDEN not in pool.get(PLAYERS[player], ())
