"""What players are told of the actions of others: a function of what they saw, of the open choices, and of what they see.

The law is tested in random games of all bundled games with hidden information, against states that look the same.
"""

import json
from functools import cache, cached_property, lru_cache
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

# all tests of one game, then those of the next: what they look at is made once
each_game = pytest.mark.parametrize("name", bundled.HIDDEN, scope="module")


@cache
def engine(name: str) -> ReferenceEngine:
    options = (
        {"players": 3} if "players" in {o.name for o in bundled.load(name).options} else SMALL.get(name, {})
    )
    return bundled.asking(name, options)


class Look:
    """A player who looks at a position of a random game."""

    def __init__(self, number: int, state: ReferenceState, viewer: int) -> None:
        self.number = number
        self.state = state
        self.viewer = viewer
        self.is_movers = viewer == state.current_player
        self._told: dict[tuple[int, int], Told] = {}

    @cached_property
    def worlds(self) -> tuple[ReferenceState, ...]:
        """The state, and others in which the player sees the same, whatever is legal there."""
        state, view = self.state, self.viewer
        wanted = seen(state, view)
        others = (
            state.exchanged(view, Random(self.number + k), lambda other: seen(other, view) == wanted)
            for k in range(2)
        )
        return state, *(other for other in others if other is not None)

    def tried(self, world: ReferenceState) -> list[int]:
        """Some of the legal actions; the same ones in all worlds in which the same are legal."""
        actions, chance = world.legal_actions(), Random(self.number)
        return actions if len(actions) <= TRIED else [chance.pick(actions) for _ in range(TRIED)]

    def told(self, world: ReferenceState, action: int) -> Told:
        """What the viewer is told, with the choices that it is made of."""
        key = id(world), action
        if key not in self._told:
            told = world.told(action, self.viewer)
            assert told is not None
            self._told[key] = told
        return self._told[key]


@lru_cache(maxsize=1)
def looks(name: str) -> list[Look]:
    """A random game's positions, each with every player."""
    chance, found = Random(1), list[Look]()
    state = engine(name).initial_state(1)
    for number in range(PLIES.get(name, 30)):
        if state.is_terminal:
            break
        if number % EVERY.get(name, 1) == 0:
            players = range(len(state.game.players))
            found += [Look(len(found) + k, state, player) for k, player in enumerate(players)]
        state = state.apply(chance.pick(state.legal_actions()))
    return found


def seen(state: ReferenceState, player: int) -> str:
    return json.dumps(state.observation(player), sort_keys=True)


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
    for look in looks(name):
        if look.is_movers:
            continue
        texts: dict[tuple[str, str, str], set[str]] = {}
        for world in look.worlds:
            for action in look.tried(world):
                told, after = look.told(world, action), seen(world.apply(action), look.viewer)
                key = told.move.action.name, repr(open_choices(told)), after
                texts.setdefault(key, set()).add(world.action_seen(action, look.viewer))
                compared += 1
        assert all(len(found) == 1 for found in texts.values()), texts
    assert compared


@each_game
def test_whether_a_choice_is_open_never_follows_from_what_came_of_it(name: str) -> None:
    """Choices are gone through as far as they are the same. Only a site, or a piece on one, meets the eye by itself."""
    for look in looks(name):
        if look.is_movers:
            continue
        found = [look.told(world, action) for world in look.worlds for action in look.tried(world)]
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
    for look in looks(name):
        if look.is_movers:
            for world in look.worlds:
                assert world.legal_actions() == look.state.legal_actions()
                assert world.written_alike(look.state)


@each_game
def test_no_site_is_marked_that_is_not_told(name: str) -> None:
    for look in looks(name):
        state, viewer = look.state, look.viewer
        for action in look.tried(state):
            sites = state.action_sites(action, viewer)
            names = {state.game.board.sites[s].name for s in sites}
            assert set(sites) <= set(state.action_sites(action))
            if not look.is_movers and state.hidden_from(viewer).sites.issuperset(sites):
                assert not names or all(n in state.action_seen(action, viewer) for n in names)


@each_game
def test_what_spectators_see_and_are_told_tells_no_player_anything(name: str) -> None:
    """In all positions that a player cannot tell apart spectators see the same, and are told the same of whatever looks the
    same to that player."""
    for look in looks(name):
        state, viewer = look.state, look.viewer
        texts: dict[tuple[str, str], set[str]] = {}
        for world in look.worlds:
            assert world.public() == state.public(), (viewer, world.position())
            assert world.is_sight_secret == state.is_sight_secret
            for action in look.tried(state):
                if action in world.legal_actions():
                    after = world.apply(action)
                    told = f"{world.action_seen(action, viewer)} {after.returns} {after.is_terminal}"
                    key = told, seen(after, viewer)
                    texts.setdefault(key, set()).add(f"{world.action_public(action)} {after.public()}")
        assert all(len(found) == 1 for found in texts.values()), texts
