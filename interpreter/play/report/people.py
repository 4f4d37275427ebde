"""Games that people played, beside those of bots: saved games, and what `gdl serve` keeps, with what was said at the table."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.play import record
from interpreter.play.report.games import Recorder

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
        states, actions = (
            [engine.initial_state(int(data["seed"]))],
            [int(action) for action in data["actions"]],
        )
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
