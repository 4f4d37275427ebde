"""The games of a report: those of bots, recorded as work for an executor, and those of people, in saved games and in what `gdl serve`
keeps. Of each: what was done, how much choice there was, who was ahead; and what it uses of the rules, so that the page calls
nothing unused that its own games did.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from gdl.core.model import Game, GetField
from gdl.core.rules import ways_to_end
from gdl.core.visit import nodes
from gdl.limits import MAX_PLIES
from interpreter.analysis.coverage.looking import ENDS, Look, Usage, by_looks
from interpreter.analysis.samples import Rows, points, replayed, seed_of
from interpreter.engines.answers import judge
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.engines.position_parts import Position
from interpreter.play import record
from interpreter.play.bots import Seat
from interpreter.play.contest import copies
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import ActionNumbers


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
        bots = copies(self.bot, self.engine, seeds)
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
        self._ways = {(way.span, way.name): way.label for way in ways_to_end(game)}

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
            kind = kind_moved(position, state, action)
            if kind is not None:
                self.kinds[kind] += 1
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
            "way": self._ways[last.ended.span, last.ended.name] if over and last.ended is not None else "cut off",
        }  # fmt: skip


def kind_moved(position: Position, state: State, action: int) -> str | None:
    """The kind of the piece on the first site of an action, before it; None where there is none."""
    sites = state.action_sites(action)
    held = position["pieces"].get(state.engine.game.board.sites[sites[0]].name) if sites else None
    top = held[-1] if isinstance(held, list) and held else held
    words = top.split() if isinstance(top, str) else []
    kinds = {k.name for k in state.engine.game.kinds}
    return next((w for w in words[:2] if w in kinds), None)


OWN = "games of the report"  # under which this is kept, beside what tests and random games use
_ACTIONS = 20_000  # of random games that are played again, in all


def own_uses(engine: Engine, recorded: Rows, random: Rows, seed: int) -> Usage:
    """What recorded games use, and random games of a sample's seed."""
    looks = [*_of_recorded(engine, recorded), *_of_random(engine, random, seed)]
    done = Counter(name for row in recorded for name in row["names"])
    return by_looks(engine.game, looks, done)


def _of_recorded(engine: Engine, rows: Rows) -> Iterator[Look]:
    """The first positions of games in which an action is done, or a kind moves; and an end of each sort."""
    recorder, ends = Recorder(engine.game), set[str]()
    known = {"names": set[str](), "kinds": set[str]()}
    for row in rows:
        is_new = row["way"] not in ends or any(set(row[part]) - met for part, met in known.items())
        if not is_new or not row["actions"]:
            continue
        ends.add(row["way"])
        for part, met in known.items():
            met.update(row[part])
        state, last = engine.initial_state(row["seed"]), len(row["actions"]) - 1
        for number, text in enumerate(row["actions"]):
            action, before = state.action_from_string(text), len(recorder.names) + len(recorder.kinds)
            recorder.add(state, action, 1)
            if number == last or len(recorder.names) + len(recorder.kinds) > before:
                yield state, action
            state = state.apply(action)


def _of_random(engine: Engine, rows: Rows, seed: int) -> Iterator[Look]:
    """The last actions of games, of each result in turn."""
    by_result: dict[tuple[float, ...], list[tuple[int, int]]] = {}
    for row in rows:
        if row["points"] is not None and row["plies"]:
            by_result.setdefault(tuple(row["points"]), []).append((row["plies"], row["key"]))
    chosen = [_spread(sorted(games)) for _, games in sorted(by_result.items())]
    left = _ACTIONS
    for turn in range(ENDS):
        for games in chosen:
            if turn >= len(games) or games[turn][0] > left:
                continue
            plies, key = games[turn]
            left -= plies
            *_, last = replayed(engine, seed_of(seed, key), key)
            yield last


def _spread(games: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most `ENDS` games, from the shortest to the longest; the shortest and the longest come first."""
    if len(games) <= ENDS:
        return list(games)
    found = [games[round(k * (len(games) - 1) / (ENDS - 1))] for k in range(ENDS)]
    return [found[0], found[-1], *found[1:-1]]


_SUFFIXES = (".yaml", ".gdlgame", ".sqlite")


@dataclass(frozen=True, slots=True)
class People:
    """`games`: rows as of recorded games, each with `by` and `comments`. `left_out`: why others do not count."""

    games: tuple[dict[str, Any], ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A game in a file: where, who played, what was said, its states and actions."""

    by: str
    comments: tuple[str, ...]
    seed: int
    states: Sequence[State]
    actions: Sequence[int]


def people(folder: Path, engine: Engine) -> People:
    """The games of a folder that were played by the present rules. Games of others are left out, and why."""
    rows, left_out = list[dict[str, Any]](), list[str]()
    for path in sorted(p for p in folder.rglob("*") if p.suffix in _SUFFIXES):
        try:
            for found in _read(path, engine):
                rows.append(_row(len(rows), found, engine))
        except (RecordError, IllegalAction, OSError, ValueError, LookupError) as error:
            left_out.append(f"{path.name}: {error}")
    return People(tuple(rows), tuple(left_out))


def _read(path: Path, engine: Engine) -> Iterator[_Found]:
    """The games of a file, if they are of this game."""
    if path.suffix == ".sqlite":
        yield from _tables(path, engine)
        return
    saved = record.load(path)
    if _stem(saved.game) != _stem(engine.game.name):
        return
    for name, value in saved.options.items():
        present = str(engine.game.settings.get(name))
        if str(value).lower() != present.lower() and str(value) != _symbol(engine, name):
            raise RecordError(f"played with {name} = {value}, and not {_symbol(engine, name) or present}")
    by = ", ".join(saved.names.get(p.name) or saved.seats.get(p.name, p.name) for p in engine.game.players)
    states = record.replay(saved, engine)
    actions = [state.action_from_string(move) for state, move in zip(states, saved.moves, strict=False)]
    yield _Found(by, (), saved.seed, states, actions)


def _tables(path: Path, engine: Engine) -> Iterator[_Found]:
    """The tables that a server keeps: played by the present options, lessons left out."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
        texts = [str(row[0]) for row in file.execute("select data from tables order by id")]
    for text in texts:
        data = json.loads(text)
        if (
            _stem(str(data["game"])) != _stem(engine.game.name)
            or data.get("lesson") is not None
            or data.get("position")
        ):
            continue
        wanted = {str(k): str(v) for k, v in data["options"].items()}
        if any(
            str(engine.game.settings.get(k)).lower() != v.lower() and v != _symbol(engine, k)
            for k, v in wanted.items()
        ):
            continue
        states = [engine.initial_state(int(data["seed"]))]
        actions = [int(action) for action in data["actions"]]
        for action in actions:
            states.append(states[-1].apply(action))
        by = ", ".join(str(seat["name"] or seat["who"]) for seat in data["seats"])
        comments = tuple(f"{who}: {line}" for who, line in data["chat"])
        yield _Found(by, comments, int(data["seed"]), states, actions)


def _row(key: int, found: _Found, engine: Engine) -> dict[str, Any]:
    recorder = Recorder(engine.game)
    for state, action in zip(found.states, found.actions, strict=False):
        recorder.add(state, action, len(state.legal_actions()))
    return recorder.row(key, found.seed, found.states[-1]) | {
        "by": found.by,
        "comments": list(found.comments),
    }


def _stem(name: str) -> str:
    return Path(name).stem


def _symbol(engine: Engine, name: str) -> str:
    """The present value of an option as its word."""
    option = next((o for o in engine.game.options if o.name == name), None)
    if option is None or not option.symbols or not isinstance(option.value, int):
        return ""
    return option.symbols[option.value]
