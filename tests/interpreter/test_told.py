"""What players are told of the actions of others: a function of what they saw, of the open choices, and of what they see.

The law is tested in random games of all bundled games with hidden information, against states that look the same.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import Any

import bundled
import pytest
from small import SMALL

from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState
from interpreter.engines.reference.public_notation import CLOSED, Told
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

PLIES = {"geister": 60, "hearts": 120, "crazy_eights": 90, "mau_mau": 70, "stratego": 60, "cyvasse": 66, "zarcana": 40, "dark_chess": 6}  # fmt: skip
EVERY = {
    "stratego": 7,
    "cyvasse": 9,
    "zarcana": 5,
    "hearts": 4,
    "crazy_eights": 3,
    "mau_mau": 3,
    "geister": 2,
    "dark_chess": 3,
    "five_hundred": 4,
    "rummy": 3,
    "code_breaker": 3,
    "minibridge": 3,
    "roads_and_towns": 3,
}  # after how many actions somebody looks
TRIED = 5  # of the actions, in each position
SIGHT = ("site", "piece")

each_game = pytest.mark.parametrize("name", bundled.HIDDEN)


@cache
def engine(name: str) -> ReferenceEngine:
    options = (
        {"players": 3} if "players" in {o.name for o in bundled.load(name).options} else SMALL.get(name, {})
    )
    return bundled.asking(name, options)


def moments(name: str, seed: int) -> Iterator[tuple[ReferenceState, int, Random]]:
    """A random game's positions, each with every player who looks, and chance."""
    chance = Random(seed)
    state = engine(name).initial_state(seed)
    for number in range(PLIES.get(name, 30)):
        if state.is_terminal:
            return
        if number % EVERY.get(name, 1) == 0:
            for player in range(len(state.game.players)):
                yield state, player, chance
        state = state.apply(chance.pick(state.legal_actions()))


def worlds(state: ReferenceState, player: int, seed: int) -> Iterator[ReferenceState]:
    """The state, and others in which the player sees the same, whatever is legal there."""
    yield state
    for number in range(2):
        chance = Random(seed + number)
        other = state.exchanged(player, chance, lambda other: seen(other, player) == seen(state, player))
        if other is not None:
            yield other


def seen(state: ReferenceState, player: int) -> str:
    return json.dumps(state.observation(player), sort_keys=True)


def some_of(actions: list[int], chance: Random) -> list[int]:
    return actions if len(actions) <= TRIED else [chance.pick(actions) for _ in range(TRIED)]


def told_of(state: ReferenceState, action: int, viewer: int) -> Told:
    """What the viewer is told, with the choices that it is made of."""
    told = state.told(action, viewer)
    assert told is not None
    return told


def choices(told: Told) -> list[tuple[str, Any, bool]]:
    """The type, the value and the openness of each choice, in order."""
    return [
        (choice.type.base, value, is_open)
        for step, opened in zip(told.steps, told.is_open, strict=True)
        for (choice, value), is_open in zip(step, opened, strict=True)
    ]


def open_choices(told: Told) -> list[Any]:
    return [value if is_open else CLOSED for _, value, is_open in choices(told)]


@each_game
def test_what_is_told_follows_from_what_was_seen_the_open_choices_and_what_is_seen(name: str) -> None:
    compared = 0
    for number, (state, viewer, chance) in enumerate(moments(name, 1)):
        if viewer == state.current_player:
            continue
        texts: dict[tuple[str, str, str], set[str]] = {}
        for world in worlds(state, viewer, number):
            for action in some_of(world.legal_actions(), chance):
                told = told_of(world, action, viewer)
                key = told.move.action.name, repr(open_choices(told)), seen(world.apply(action), viewer)
                texts.setdefault(key, set()).add(world.action_seen(action, viewer))
                compared += 1
        assert all(len(found) == 1 for found in texts.values()), texts
    assert compared


@each_game
def test_whether_a_choice_is_open_never_follows_from_what_came_of_it(name: str) -> None:
    """Choices are gone through as far as they are the same. Only a site, or a piece on one, meets the eye by itself."""
    for number, (state, viewer, chance) in enumerate(moments(name, 2)):
        if viewer == state.current_player:
            continue
        found: list[Told] = [
            told_of(world, action, viewer)
            for world in worlds(state, viewer, number)
            for action in some_of(world.legal_actions(), chance)
        ]
        for one, other in zip(found, found[1:] + found[:1], strict=True):
            if one.move.action != other.move.action:
                continue
            for first, second in zip_longest(choices(one), choices(other)):
                if first is None or second is None:
                    break
                (base, value, is_open), (_, another, is_also) = first, second
                if base not in SIGHT:
                    assert is_open == is_also, (one.text(), other.text())
                if is_open != is_also or (is_open and value != another):
                    break


@each_game
def test_what_is_legal_follows_from_what_the_mover_sees(name: str) -> None:
    for number, (state, player, _) in enumerate(moments(name, 3)):
        if player == state.current_player:
            for world in worlds(state, player, number):
                assert world.legal_actions() == state.legal_actions()
                assert world.written_alike(state)


@each_game
def test_no_site_is_marked_that_is_not_told(name: str) -> None:
    for state, viewer, chance in moments(name, 4):
        for action in some_of(state.legal_actions(), chance):
            sites = state.action_sites(action, viewer)
            names = {state.game.board.sites[s].name for s in sites}
            assert set(sites) <= set(state.action_sites(action))
            if viewer != state.current_player and state.hidden_from(viewer).sites.issuperset(sites):
                assert not names or all(n in state.action_seen(action, viewer) for n in names)


@each_game
def test_what_spectators_see_and_are_told_tells_no_player_anything(name: str) -> None:
    """In all positions that a player cannot tell apart spectators see the same, and are told the same of whatever looks the
    same to that player."""
    for number, (state, viewer, chance) in enumerate(moments(name, 6)):
        texts: dict[tuple[str, str], set[str]] = {}
        for world in worlds(state, viewer, number):
            assert world.public() == state.public(), (viewer, world.position())
            assert world.is_sight_secret == state.is_sight_secret
            for action in some_of(state.legal_actions(), chance):
                if action in world.legal_actions():
                    after = world.apply(action)
                    told = f"{world.action_seen(action, viewer)} {after.returns} {after.is_terminal}"
                    key = told, seen(after, viewer)
                    texts.setdefault(key, set()).add(f"{world.action_public(action)} {after.public()}")
        assert all(len(found) == 1 for found in texts.values()), texts
