"""Equal histories and equal told texts imply equal distributions of what is observed later, exactly.

Small games are gone through whole: all deals, all ways of chance, and some actions of each position, chosen by what the mover
sees. A history of a player is what they have seen and what they were told. In all states with one history, the imagined
states are distributed alike, and so is what the player observes next; and where what is hidden was dealt by chance, that is
the distribution of the real game.

The random numbers by which states are imagined are scripted, so that each way is followed once and none is estimated.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import gdl
import interpreter
from gdl.core.model import Game
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

Distribution = Mapping[Any, Fraction]
MANY = 3_000  # ways to imagine one state

SHELLS = """game "Shells"
players Hider, Guesser
board square 3 x 1
kinds pearl, shell
pool box of player seen by owner
field guessed of site: bool
hide x in pieces from p where owner(x) != p and not guessed of site(x) and not ended
setup
  place pearl of Hider in box(Hider)
  place shell of Hider in box(Hider)
  place shell of Hider in box(Hider)
let free = first(s in sites where s is empty)
action lay
  choose k in kinds where some x in box(mover): x is k
  do move first(x in box(mover) where x is k) to free
action wait
action guess
  choose s in sites where not guessed of s
  do guessed of s := true
turn: lay if count(box(Hider)) > 0 and mover = Hider else wait if count(box(Hider)) > 0 else guess
end mover wins when some x in pieces: x is pearl and guessed of site(x)
"""


@dataclass(frozen=True)
class Small:
    """A game that can be gone through. `most`: actions from the beginning on; `choices`: actions that are tried of each
    position; `is_dealt`: whether what is hidden comes from chance, or from one choice among equals, and is told by what is seen
    now. Imagined states are then as likely as in the real game; other games imagine all that looks the same alike."""

    make: Callable[[], Game]
    most: int
    choices: int = 4
    is_dealt: bool = True


def bundled(name: str, **options: object) -> Callable[[], Game]:
    return lambda: gdl.load(name, options)


def written(text: str) -> Callable[[], Game]:
    def made() -> Game:
        game, diagnostics = examine_source(Source("small.gdl", text))
        assert game is not None, diagnostics
        return game

    return made


GAMES = {
    "shells": Small(written(SHELLS), 7, is_dealt=False),
    "kuhn_poker": Small(bundled("kuhn_poker"), 4),
    "liars_dice": Small(bundled("liars_dice", dice=1, players=2), 3, choices=2),
    "rock_paper_scissors": Small(bundled("rock_paper_scissors", goal=2), 4),
    "goofspiel": Small(bundled("goofspiel", cards=3), 3, is_dealt=False),
}


class Script(Random):
    """Random numbers of a script, and 0 beyond its end. `sizes`: of how many each was drawn."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(0)
        self.numbers, self.sizes = numbers, list[int]()

    def below(self, n: int) -> int:
        self.sizes.append(n)
        return self.numbers[len(self.sizes) - 1] if len(self.sizes) <= len(self.numbers) else 0


def imagined(state: State, viewer: int, patch: pytest.MonkeyPatch) -> Iterator[tuple[Fraction, State]]:
    """All states that `resample` may give, with how likely each way to them is."""
    waiting: list[tuple[int, ...]] = [()]
    ways = 0
    while waiting:
        script = Script(waiting.pop())
        for module in ("reference.engine", "native.state"):
            patch.setattr(f"interpreter.engines.{module}.Random", lambda seed, script=script: script)
        found = state.resample(viewer, 0)
        patch.undo()
        chance = Fraction(1)
        for size in script.sizes:
            chance /= size
        yield chance, found
        for at in range(len(script.numbers), len(script.sizes)):
            before = (*script.numbers, *([0] * (at - len(script.numbers))))
            waiting += [(*before, k) for k in range(1, script.sizes[at])]
        ways += 1
        assert ways + len(waiting) < MANY


def world(state: State) -> str:
    """A state but for chance to come."""
    position = state.position()
    position["fields"] = {k: v for k, v in position["fields"].items() if k != "seed"}
    return json.dumps(position, sort_keys=True)


def seen(state: State, viewer: int) -> tuple[Any, ...]:
    """All that a player sees of a state: with what they may do, if it is their turn."""
    shown = json.dumps(state.observation(viewer), sort_keys=True)
    own = () if state.is_terminal or state.current_player != viewer else tuple(state.legal_actions())
    return shown, state.is_terminal, tuple(state.returns), own


class Tree:
    """A game gone through: each state with how likely it is, and what each player has seen and been told on the way."""

    def __init__(self, small: Small, kind: str) -> None:
        self.small = small
        self.engine = interpreter.engine(small.make(), kind)
        self.classes: dict[tuple[int, Any], dict[str, tuple[Fraction, State]]] = defaultdict(dict)
        self._next: dict[tuple[int, str], dict[Any, Fraction]] = {}
        deals = {world(s): s for s in map(self.engine.initial_state, range(300))}
        for state in deals.values():
            histories = tuple((seen(state, p),) for p in self.players)
            self._follow(state, Fraction(1, len(deals)), histories, small.most)

    @property
    def players(self) -> range:
        return range(len(self.engine.game.players))

    def followers(self, state: State) -> Iterator[tuple[Fraction, int, State]]:
        """What may come next: how likely, by which action, and the state. Players choose by what they see alone."""
        legal = state.legal_actions()
        chosen = legal[:: max(1, len(legal) // self.small.choices)][: self.small.choices]
        for action in chosen:
            for chance, after in state.outcomes(action):
                yield Fraction(chance).limit_denominator(10**6) / len(chosen), action, after

    def _follow(self, state: State, weight: Fraction, histories: tuple[Any, ...], left: int) -> None:
        for viewer in self.players:
            found = self.classes[viewer, histories[viewer]]
            before = found.get(world(state), (Fraction(0), state))[0]
            found[world(state)] = before + weight, state
        if state.is_terminal or not left:
            return
        for chance, action, after in self.followers(state):
            grown = tuple((*histories[p], state.action_seen(action, p), seen(after, p)) for p in self.players)
            self._follow(after, weight * chance, grown, left - 1)

    def next_of(self, state: State, viewer: int) -> dict[Any, Fraction]:
        """What a player is told and sees next, with how likely it is."""
        key = viewer, world(state)
        if key not in self._next:
            found: dict[Any, Fraction] = defaultdict(Fraction)
            for chance, action, after in () if state.is_terminal else self.followers(state):
                found[state.action_seen(action, viewer), seen(after, viewer)] += chance
            self._next[key] = dict(found)
        return self._next[key]

    def mixed(self, states: Iterator[tuple[Fraction, State]], viewer: int) -> Distribution:
        found: dict[Any, Fraction] = defaultdict(Fraction)
        for weight, state in states:
            for what, chance in self.next_of(state, viewer).items():
                found[what] += weight * chance
        return dict(found)


@pytest.mark.parametrize("name", GAMES)
def test_equal_histories_imply_equal_distributions_of_what_comes(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(GAMES[name], kind)
    alike = 0
    for (viewer, _), states in tree.classes.items():
        beliefs = [tree.mixed(imagined(state, viewer, monkeypatch), viewer) for _, state in states.values()]
        assert all(belief == beliefs[0] for belief in beliefs[1:])
        alike += len(states) > 1
        if tree.small.is_dealt:
            whole = sum(weight for weight, _ in states.values())
            real = tree.mixed(((weight / whole, state) for weight, state in states.values()), viewer)
            assert real == beliefs[0]
    assert alike > 2


@pytest.mark.parametrize("name", GAMES)
def test_every_state_with_a_history_is_imagined_and_all_that_are_imagined_look_alike(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(GAMES[name], kind)
    for (viewer, history), states in tree.classes.items():
        _, first = next(iter(states.values()))
        found = {world(state): state for _, state in imagined(first, viewer, monkeypatch)}
        assert set(states) <= set(found)
        for other in found.values():
            assert seen(other, viewer) == history[-1]


def test_scripts_follow_each_way_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = interpreter.engine(gdl.load("kuhn_poker"), "reference").initial_state(1)
    ways = list(imagined(state, 0, monkeypatch))
    assert sum(chance for chance, _ in ways) == 1
    assert len({world(s) for _, s in ways}) == 2  # the other player has one of two cards
