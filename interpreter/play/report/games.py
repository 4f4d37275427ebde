"""Games that are recorded for a report, as work for an executor: what was done, how much choice there was, who was ahead."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from gdl.limits import MAX_PLIES
from gdl.model import Game, GetField
from gdl.visit import nodes
from interpreter.analysis.samples import points, seed_of
from interpreter.engines.answers import Position
from interpreter.engines.base import Engine, State
from interpreter.engines.results import judge
from interpreter.hashing import Random
from interpreter.numbering import ActionNumbers
from interpreter.play.bots import Bot, Seat
from interpreter.play.self_play import GamesOfBot


@dataclass(frozen=True)
class RecordedGames:
    """Games of a bot against itself. Of each position of two players, `rollouts` random games say who is ahead (0: none).

    Games of more than `most` actions are cut off.
    """

    engine: Engine
    bot: str
    seed: int
    rollouts: int = 0
    most: int = MAX_PLIES

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [self._recorded(key) for key in keys]

    def _recorded(self, key: int) -> dict[str, Any]:
        seed = seed_of(self.seed, key)
        seeds = Random(seed)
        bots: list[Bot] = [
            GamesOfBot(self.engine, self.bot, self.seed).made(seeds.below(1 << 32))
            for _ in self.engine.game.players
        ]
        state, recorder, values = self.engine.initial_state(seed), Recorder(self.engine.game), list[float]()
        while not state.is_terminal and len(recorder.actions) < self.most:
            legal = state.legal_actions()
            if self.rollouts:
                values.append(self._value(state, seeds))
            action = bots[state.current_player].choose(Seat.of(state)) if len(legal) > 1 else legal[0]
            recorder.add(state, action, len(legal))
            state = state.apply(action)
        return recorder.row(key, seed, state) | {"values": values}

    def _value(self, state: State, seeds: Random) -> float:
        """The first player's share of the points in random games from a position."""
        found = [self.engine.outcome(state, seeds.below(1 << 32)) for _ in range(self.rollouts)]
        known = [points(f)[0] for f in found if f is not None]
        return fmean(known) if known else 0.5


_COUNTERS = frozenset({"turn", "moves", "passes", "seed", "history"})  # what only counts, or remembers


def compared(position: Position, beside: Collection[str]) -> str:
    """A text that two positions share if the same stands in them, in pools and fields, and the same player is to move.

    Fields that are named in `beside` do not count.
    """
    fields = {name: value for name, value in position["fields"].items() if name not in beside}
    return repr(dict(position, fields=fields))


def _beside(game: Game) -> frozenset[str]:
    """The fields that no `position` clause asks about, where there is one: it says what makes two positions the same."""
    asked = {f.name for h in game.histories.values() for f in h.features if f.form == "field"}
    asked |= {n.field for h in game.histories.values() for n in nodes(h.features) if isinstance(n, GetField)}
    return frozenset(game.fields) - asked if game.histories else frozenset()


class Recorder:
    """A game as it is played or replayed: what was done, with which choice, and what stood where."""

    def __init__(self, game: Game) -> None:
        self.numbers = ActionNumbers(game)
        self.actions: list[str] = []
        self.counts: list[int] = []
        self.names, self.kinds, self.filled = Counter[str](), Counter[str](), Counter[str]()
        self._seen: set[str] = set()
        self._repeated = 0
        self._clocks = _COUNTERS | _beside(game)

    def add(self, state: State, action: int, legal: int) -> None:
        """An action of a state that has so many legal ones."""
        position = state.position()
        self.filled.update(position["pieces"].keys())
        same = compared(position, self._clocks)
        self._repeated += same in self._seen
        self._seen.add(same)
        self.counts.append(legal)
        move = self.numbers.decode(action)
        if move is not None:
            self.names[move.action.name] += 1
            self.kinds.update(_kind(position, state, action))
        self.actions.append(state.action_to_string(action))

    def row(self, key: int, seed: int, last: State) -> dict[str, Any]:
        """The game as data. `last`: the state at its end, or where it was cut off."""
        over, plies = last.is_terminal, len(self.actions)
        return {
            "key": key, "seed": seed, "points": points(last.returns) if over else None,
            "is_draw": not any(judge(last.returns)) if over else None, "plies": plies,
            "branching": fmean(self.counts) if self.counts else None, "counts": self.counts, "actions": self.actions,
            "values": [], "names": self.names, "kinds": self.kinds, "filled": self.filled,
            "repeated": self._repeated / plies if plies else 0.0,
            "end": last.ended.text if over and last.ended is not None else "cut off",
        }  # fmt: skip


def _kind(position: dict[str, Any], state: State, action: int) -> list[str]:
    """The kind of the piece on the first site of an action, before it."""
    sites = state.action_sites(action)
    held = position["pieces"].get(state.engine.game.board.sites[sites[0]].name) if sites else None
    top = held[-1] if isinstance(held, list) and held else held
    words = top.split() if isinstance(top, str) else []
    kinds = {k.name for k in state.engine.game.kinds}
    return [w for w in words[:2] if w in kinds][:1]
