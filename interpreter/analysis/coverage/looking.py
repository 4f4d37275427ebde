"""Who uses the rules: tests, random games and bots, and the positions of games that the reference engine looks at.

Random games are played in machine code, with preferences at random so that all sorts of actions come up
(`lockstep.steering`); the reference engine then looks at positions in which each action is possible, at ends, and at some
others. It evaluates no more than that, so counts say what was used and not how often it is in play. `Usage` is what
was used: every expression that the reference engine evaluates, by its place in the text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Any

import interpreter
from gdl.core import evaluate, model
from gdl.core.model import Game
from interpreter.analysis.cases import run_file
from interpreter.analysis.lockstep.steering import Aim, Preferences, drawn_places
from interpreter.analysis.samples import seed_of
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import WORD, ActionNumbers

TESTS, RANDOM = "tests", "random"  # names under which what tests and random games use is kept

Place = tuple[str, int, int]  # a file, and from where to where
Cell = tuple[str, int]  # a column of the table of kinds, and a kind


@dataclass
class Usage:
    """What was evaluated: how often by place, with which truths, which cells; and the actions, ends and kinds that there were."""

    times: Counter[Place] = field(default_factory=Counter)
    truths: dict[Place, set[bool]] = field(default_factory=dict)
    cells: set[Cell] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    ends: Counter[Place] = field(default_factory=Counter)
    kinds: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)  # kinds of pieces that went somewhere by a move
    evaluated: int = 0
    _last: dict[int, object] = field(default_factory=dict)

    def note(self, e: model.Expr, value: object) -> None:
        """Notes a value. The kind of a cell was evaluated just before the cell."""
        span = e.span
        place = (span.source.name, span.start, span.end)
        self.times[place] += 1
        self.evaluated += 1
        self._last[id(e)] = value
        if isinstance(value, bool):
            self.truths.setdefault(place, set()).add(value)
        if isinstance(e, model.Attribute) and isinstance(kind := self._last.get(id(e.kind)), int):
            self.cells.add((e.name, kind))

    def used(self, place: Place) -> int:
        """How often what stands there was evaluated, or has ended a game."""
        return max(self.times[place], self.ends[place])

    def row(self, key: int) -> dict[str, Any]:
        """As data, for executors."""
        return {
            "key": key,
            "times": [[*place, n] for place, n in self.times.items()],
            "truths": [[*place, sorted(found)] for place, found in self.truths.items()],
            "cells": sorted(map(list, self.cells)),
            "done": dict(self.done),
            "ends": [[*place, n] for place, n in self.ends.items()],
            "kinds": sorted(self.kinds),
            "moved": sorted(self.moved),
        }

    @staticmethod
    def of(rows: Iterable[Mapping[str, Any]]) -> "Usage":
        """Everything that rows have used."""
        found = Usage()
        for row in rows:
            found.times.update({(file, start, end): n for file, start, end, n in row["times"]})
            found.ends.update({(file, start, end): n for file, start, end, n in row["ends"]})
            for file, start, end, truths in row["truths"]:
                found.truths.setdefault((file, start, end), set()).update(truths)
            found.cells.update((column, kind) for column, kind in row["cells"])
            found.done.update(row["done"])
            found.kinds.update(row["kinds"])
            found.moved.update(row["moved"])
        return found


GAMES = 50  # random games of a key
ROWS = 50
EACH = 2  # positions of a key in which an action is possible, or ends with a result, that are looked at
ENDS = 20  # of a key, and some more where a game has a result that few had
OTHERS = 12  # positions of other steps
WHOLE = 150  # the first positions of a game that is looked at whole
STEPS = 600  # of the games of a key: endless ones show nothing more
EVALUATED = 1_500_000  # expressions of a key, as some rules take seconds to be judged here; a number, as time would be chance
SECONDS_OF_CASE = 5.0
COUNTED = 500  # counts of more positions say nothing more about the rules

Look = tuple[State, int]  # a state, and the action that is done there


def by_tests(path: Path, wanted: Callable[[Game], bool] | None = None) -> Usage:
    """What the cases beside a game use; of those alone whose game is `wanted`. Raises PositionError and GameError, as the cases do."""
    seen = Usage()
    with evaluate.observed(seen.note):
        for _ in run_file(path, "reference", seconds=SECONDS_OF_CASE, most=COUNTED, wanted=wanted):
            pass
    return seen


@dataclass(frozen=True)
class RandomUses:
    """Work for an executor: what random games use, so many games a key."""

    engine: Engine
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        found = []
        for key in keys:
            done = Counter[str]()
            looks = random_looks(self.engine, GAMES, seed_of(self.seed, key), done)
            found.append(by_looks(self.engine.game, looks, done).row(key))
        return found


def by_looks(game: Game, looks: Sequence[Look], done: Mapping[str, int] = MappingProxyType({})) -> Usage:
    """What these actions in these positions use, as far as so many expressions reach, and what each player sees behind them.

    `done`: the actions that were done by name, also where nobody looks.
    """
    seen = Usage(done=Counter(done))
    reference, numbers = interpreter.engine(game, kind="reference"), ActionNumbers(game)
    with evaluate.observed(seen.note):
        seen.kinds.update(_kinds(reference.initial_state()))
        for state, action in looks:
            if seen.evaluated > EVALUATED:
                break
            own = reference.from_bytes(bytes(state))
            if action not in own.legal_actions():
                continue
            after = own.apply(action)
            move = numbers.decode(action)
            seen.done["" if move is None else move.action.name] += 1
            if move is not None and move.action.form == "move":
                seen.moved.update(_moved(own, action))
            seen.kinds.update(_kinds(after))
            for player in range(len(game.players)) if game.hides else ():
                after.observation(player)
            if after.ended is not None:
                span = after.ended.span
                seen.ends[span.source.name, span.start, span.end] += 1
    return seen


def by_moves(game: Game, ways: Iterable[tuple[int, Sequence[str]]]) -> Usage:
    """What moves from the start use, each with its seed, and what is asked where they lead."""
    seen, reference = Usage(), interpreter.engine(game, kind="reference")
    with evaluate.observed(seen.note):
        for seed, moves in ways:
            state = reference.initial_state(seed)
            for move in moves:
                state = state.apply(state.action_from_string(move))
            state.legal_actions()
    return seen


def _kinds(state: State) -> set[int]:
    return set(state.data.kind.values()) if isinstance(state, ReferenceState) else set()


def _moved(state: State, action: int) -> set[int]:
    """The kind of the piece that a move takes, the topmost of its first site."""
    sites = state.action_sites(action)
    if not sites or not isinstance(state, ReferenceState) or not state.data.cells[sites[0]]:
        return set()
    return {state.data.kind[state.data.cells[sites[0]][-1]]}


def random_looks(engine: Engine, n: int, seed: int, done: Counter[str] | None = None) -> list[Look]:
    """Positions of n random games, and what is done there: some for each action that is ever possible, ends, others.

    `done` gets the names of all actions that are done.
    """
    game, numbers = engine.game, ActionNumbers(engine.game)
    if numbers.total > WORD:
        return _looks_one_by_one(engine, n, seed)
    np = lazy_numpy.np
    rows = min(ROWS, n)
    batch, random = engine.batch(rows, seed), np.random.default_rng(seed)
    preferences = Preferences(game, numbers, rows, Aim(), random)
    offsets, met, games = np.array(numbers.offsets, np.int64), Counter[int](), 0
    found: list[Look] = []
    ends: list[Look] = []
    others: list[Look] = []
    whole: list[Look] = []
    results = Counter[tuple[float, ...]]()
    for _ in range(STEPS):
        if games >= n:
            break
        counts, legal = batch.legal()
        row_of = np.repeat(np.arange(rows), counts)
        kinds = batch.board(full=True).kinds if preferences.asks_board else None
        weights = preferences.weights(legal, row_of, kinds)
        index = np.searchsorted(offsets, legal, side="right") - 1
        for action in np.unique(index).tolist():
            if met[action] < EACH:
                met[action] += 1
                at = int(random.choice(np.flatnonzero(index == action)))
                found.append((batch.state(int(row_of[at])), int(legal[at])))
        chosen = drawn_places(random, weights, counts)
        starts = np.cumsum(counts) - counts
        before = [batch.state(row) for row in range(rows)]
        was_over = batch.is_terminal
        if done is not None:
            taken = index[(starts + chosen)[counts > 0]]
            done.update(game.actions[i].name for i in np.unique(taken).tolist())
        batch.step(chosen)
        over = np.flatnonzero(batch.is_terminal)
        returns = np.sign(batch.returns[over]).tolist()
        for row, result in zip(over.tolist(), map(tuple, returns), strict=True):
            games += 1
            results[result] += 1
            if not was_over[row] and (len(ends) < ENDS or results[result] <= EACH):
                ends.append((before[row], int(legal[starts[row] + chosen[row]])))
        if not games and len(whole) < WHOLE and not was_over[0] and counts[0]:
            whole.append((before[0], int(legal[starts[0] + chosen[0]])))
        if len(others) < OTHERS and random.random() < 0.1:
            row = int(random.integers(rows))
            if not was_over[row]:
                others.append((before[row], int(legal[starts[row] + chosen[row]])))
        batch.reset(over)
        preferences.renew(over)
    mixed = zip_longest(found, ends, others, whole)
    return [look for looks in mixed for look in looks if look is not None]


def _looks_one_by_one(engine: Engine, n: int, seed: int) -> list[Look]:
    """All positions of a few random games."""
    found: list[Look] = []
    for k in range(min(n, 20)):
        state = engine.initial_state(seed + k)
        for action in engine.playout(state, seed + k).actions:
            found.append((state, action))
            state = state.apply(action)
    return found
