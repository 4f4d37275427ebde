"""States that machine code imagines look the same to the player to act, are states like any others, and each is as likely as when
the engine imagines it."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt

import bundled
import pytest

from gdl.loader import bundled_games, examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.state import NativeState, from_reference
from interpreter.engines.reference.engine import ReferenceState
from interpreter.engines.reference.hidden import known_to
from interpreter.engines.searching import workbench
from interpreter.search.determinization import Determinizer
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

DEALT = {  # the games with secrets, and after how many actions somebody looks
    "augury": 3, "banqi": 5, "code_breaker": 1, "crazy_eights": 9, "cyvasse": 23, "dark_chess": 9, "dominoes": 2, "euchre": 9,
    "five_hundred": 20, "fox_in_a_hole": 3, "geister": 17, "goofspiel": 1, "hearts": 9, "incognito": 3, "kuhn_poker": 1, "leduc_poker": 1,
    "liars_dice": 3, "lost_cities": 9, "love_letter": 1, "marches": 1, "mau_mau": 9, "minibridge": 9, "roads_and_towns": 7,
    "rock_paper_scissors": 1, "rummy": 9, "rummy_500": 9, "spoof": 3, "stratego": 21, "zarcana": 11,
}  # fmt: skip
BY_ENGINE = {
    "night_watch",
    "no_thanks",
}  # with ways that nobody saw, and with hidden numbers of which all know the sum
ALIKE = {"roads_and_towns"}  # where what is hidden is how the bag lies, which nobody can ever tell
LOOKS = 4  # positions of each game
FOLLOWED = 10  # actions
MANY = 3_000


class Desk:
    """The memory of one game's deals."""

    def __init__(self, engine: NativeEngine) -> None:
        self.engine = engine
        bench = workbench(self.engine)
        assert bench is not None
        self.bench, self.worlds = bench, Determinizer(bench)
        self.room, self.base = bench.room_for(2 * bench.state_words)

    def begin(self, state: State, seed: int) -> bool:
        assert self.bench.put(state, self.base)
        self.bench.rules["random"] = seed
        return self.worlds.begin(state, self.base)

    def world(self) -> NativeState | None:
        at = self.base + self.bench.state_words
        found = self.bench.take(at) if self.worlds.deal(at) else None
        assert found is None or isinstance(found, NativeState)
        return found


@cache
def desk(name: str, **options: object) -> Desk:
    return Desk(bundled.native(name, options))


def moments(name: str, every: int) -> Iterator[State]:
    """Positions of a random game in which the player to act has a choice."""
    random = Random(4)
    for seed in range(9):
        state = desk(name).engine.initial_state(seed)
        for number in range(every * LOOKS):
            if state.is_terminal:
                break
            if number % every == 0 and len(state.legal_actions()) > 1:
                yield state
            state = state.apply(random.pick(state.legal_actions()))


def looks(name: str) -> Iterator[tuple[State, Desk]]:
    """Some of them that can be dealt, with the desk."""
    found = 0
    for number, state in enumerate(moments(name, DEALT[name])):
        if desk(name).begin(state, number):
            yield state, desk(name)
            found += 1
            if found == LOOKS:
                break
    assert found


def known(state: State) -> tuple[object, ...]:
    """What the player to act sees, knows and may do."""
    assert isinstance(state, NativeState)
    player, legal = state.current_player, state.legal_actions()
    seen = ReferenceState(state.backing.reference, state.reference.data)  # which has found nothing yet
    hidden = seen.hidden_from(player)
    return (
        (player, legal, [state.action_to_string(a) for a in legal], state.returns),
        (state.observation(player), known_to(player, seen.rules(player).view)),
        (hidden.sites, hidden.pools, hidden.fields, hidden.waiting, hidden.unnamed),
    )


def world_of(state: State) -> str:
    """A state but for chance to come."""
    position = state.position()
    fields = {n: v for n, v in position["fields"].items() if n != "seed"}
    return json.dumps(position | {"fields": fields}, sort_keys=True)


@pytest.mark.parametrize("name", DEALT)
def test_a_player_cannot_tell_them_from_the_real_one(name: str) -> None:
    others = 0
    for state, at in looks(name):
        for _ in range(3):
            made = at.world()
            assert made is not None
            assert known(made) == known(state)
            others += world_of(made) != world_of(state)
    assert others or name in ALIKE


@pytest.mark.parametrize("name", DEALT)
def test_their_memory_is_that_of_the_position_that_they_show(name: str) -> None:
    """Whatever is kept up to date beside what pieces are: read in anew, the position goes on in the same way."""
    for _, at in looks(name):
        made = at.world()
        assert isinstance(made, NativeState)
        again: State = from_reference(made.backing, made.reference)
        assert hash(made) == hash(again)
        random, one = Random(6), made
        for _ in range(FOLLOWED):
            if one.is_terminal:
                break
            assert one.legal_actions() == again.legal_actions()
            action = random.pick(one.legal_actions())
            one, again = one.apply(action), again.apply(action)
            assert one.position() == again.position()


@pytest.mark.parametrize(
    "name",
    [
        "augury",
        "banqi",
        "euchre",
        "five_hundred",
        "geister",
        "goofspiel",
        "hearts",
        "incognito",
        "love_letter",
        "spoof",
        "zarcana",
    ],
)
def test_they_follow_from_what_the_player_sees_alone(name: str) -> None:
    """A bot begins with a state that the engine has imagined, which is the same for all that look alike."""
    for state, at in looks(name):
        other = state.resample(state.current_player, 8)
        found = []
        for real in (state, other):
            assert at.begin(real.resample(real.current_player, 3), 5)
            worlds = [at.world() for _ in range(4)]
            found.append([w and world_of(w) for w in worlds])
        assert found[0] == found[1]


SECRETS = """players Ann, Bob, Cid
board square 2 x 2
kinds man
field purse of player: -2..3 or none seen by owner
field is_thief of player: bool seen by owner
field role of player: knight, squire, king seen by owner
field foe of game: player or none seen by nobody
field lair of game: site seen by nobody
field price of game: 0..9
action ask
  choose n in 0..9
  do price := n
     is_thief(mover) := not is_thief(mover)
     purse(mover) := none if n = 0 else 1
     role(mover) := king
     foe := mover
     lair := a2
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: ask or put else draw
limit 9 moves: draw
"""


def test_hidden_values_of_players_and_of_the_game_may_be_any_each_equally_often() -> None:
    game, diagnostics = examine_source(Source("test.gdl", SECRETS), {})
    assert game is not None, diagnostics
    at = Desk(NativeEngine(game))
    state = at.engine.initial_state(1)
    for number in (0, 5, 0, 3):
        state = state.apply(state.legal_actions()[number])
    assert state.current_player == 1 and at.begin(state, 1)
    found: Counter[tuple[str, str]] = Counter()
    for _ in range(600):
        made = at.world()
        assert made is not None and known(made) == known(state)
        fields = made.position()["fields"]
        for name, player in (("purse", "Ann"), ("is_thief", "Cid"), ("role", "Ann")):
            found[name, str(fields.get(name, {}).get(player))] += 1
        for name in ("foe", "lair"):
            found[name, str(fields.get(name))] += 1
    for name, values in (("purse", 7), ("is_thief", 2), ("role", 3), ("foe", 4), ("lair", 4)):
        counts = [n for (field, _), n in found.items() if field == name]
        assert len(counts) == values
        assert all(abs(n - 600 / values) < 5 * sqrt(600 / values) for n in counts), (name, counts)


def test_all_games_with_secrets_are_dealt() -> None:
    assert set(DEALT) | BY_ENGINE == {name for name in bundled_games() if bundled.load(name).is_hidden}


@pytest.mark.parametrize(
    ("name", "plies", "options"),
    [
        ("kuhn_poker", 0, {}),
        ("leduc_poker", 0, {}),
        ("liars_dice", 1, {"dice": 1, "players": 2}),
        ("love_letter", 0, {}),
        ("rock_paper_scissors", 1, {}),
        ("incognito", 0, {}),
    ],
)
def test_each_is_as_likely_as_when_the_engine_imagines_it(
    name: str, plies: int, options: dict[str, object]
) -> None:
    at = desk(name, **options)
    state: State = at.engine.initial_state(3)
    for _ in range(plies):
        state = state.apply(state.legal_actions()[0])
    assert at.begin(state, 7)
    player = state.current_player
    dealt = Counter(hands(at.world(), player) for _ in range(MANY))
    imagined = Counter(hands(state.imagine(player, seed), player) for seed in range(MANY))
    assert set(dealt) == set(imagined)
    assert len(dealt) > 1
    for what, count in imagined.items():
        assert abs(dealt[what] - count) < 5 * sqrt(count + dealt[what])


def hands(state: State | None, viewer: int) -> str:
    """What the others hold; all that there is where it is not in pools."""
    assert state is not None
    if not state.engine.game.pools or state.engine.game.together is not None:
        return world_of(state)
    shown, whole = state.observation(viewer), state.position()
    return json.dumps(
        {n: p for n, p in whole["pools"].items() if p != shown["pools"].get(n) and n != "deck"},
        sort_keys=True,
    )


def test_every_hidden_card_is_as_often_in_every_place() -> None:
    at = desk("hearts")
    state: State = at.engine.initial_state(1)
    while len(state.legal_actions()) < 2:
        state = state.apply(state.legal_actions()[0])
    assert at.begin(state, 11)
    player = state.current_player
    found = Counter[tuple[str, str]]()
    for _ in range(MANY):
        made = at.world()
        assert made is not None
        for whose, cards in made.position()["pools"]["hand"].items():
            found.update((whose, card) for card in cards)
    own = state.engine.game.players[player].name
    counts = [count for (whose, _), count in found.items() if whose != own]
    assert len(counts) == 39 * 3
    assert all(abs(count - MANY / 3) < 5 * sqrt(MANY * 2 / 9) for count in counts)


def test_dice_are_thrown_anew() -> None:
    at = desk("liars_dice", dice=2, players=2)
    state = at.engine.initial_state(1)
    while not state.position()["pools"].get("cup"):
        state = state.apply(state.legal_actions()[0])
    assert at.begin(state, 1)
    own = state.engine.game.players[state.current_player].name
    cups = [w.position()["pools"]["cup"] for w in (at.world() for _ in range(400)) if w is not None]
    assert all(cup[own] == state.position()["pools"]["cup"][own] for cup in cups)
    assert len({tuple(cup[next(p for p in cup if p != own)]) for cup in cups}) == 21
