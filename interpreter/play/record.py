"""A game written down: the rules, their options, the seed and the moves in notation, as a YAML file.

`save` leaves the old file whole if it is interrupted; `load` explains what is wrong with a file; `replay` plays the moves
again, which gives the same states, as chance follows from the seed.
"""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from gdl.diagnostics import GameError, near
from gdl.library import bundled_games, find_named
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, RecordError

_KEYS = ("game", "options", "seed", "moves")


@dataclass(frozen=True, slots=True)
class Record:
    """`game` is a path or a bundled name; `options` those that differ from their defaults."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    moves: tuple[str, ...] = ()

    def to_yaml(self) -> str:
        """The text of the file: `game`, `options`, `seed`, and one move a line."""
        head = {
            "game": self.game,
            "options": {n: _plain(v) for n, v in self.options.items()},
            "seed": self.seed,
        }
        text = yaml.safe_dump(head, sort_keys=False, allow_unicode=True, default_flow_style=None)
        moves = yaml.safe_dump(
            {"moves": list(self.moves)}, allow_unicode=True, default_flow_style=False, width=1000
        )
        return str(text) + str(moves)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


def save(record: Record, path: Path) -> None:
    """Writes a record. Raises RecordError when the file cannot be written, or holds something else already."""
    if path.exists():
        try:
            load(path)
        except RecordError as error:
            raise RecordError(f"{path} exists and is no saved game; take another name") from error
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(record.to_yaml())
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o644)  # mkstemp makes files that only their owner may read
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror or error}") from error


def load(path: Path) -> Record:
    """Reads a record. Raises RecordError: unreadable, not YAML, missing keys, an unknown game."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not UTF-8 text") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> Record:
    """The record that a text holds; `name` is what messages call it. Raises RecordError."""
    try:
        # BaseLoader leaves moves such as `1-1` or `on` as texts.
        data = yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        problem = getattr(error, "problem", None) or "cannot be parsed"
        raise RecordError(f"{place}: not a saved game: the YAML is broken: {problem}") from error
    if not isinstance(data, dict):
        raise RecordError(f"{name}: not a saved game: expected the keys {', '.join(_KEYS)}")
    _check_keys(data, name)
    game, options, moves = data["game"], data.get("options") or {}, data["moves"] or []
    if not isinstance(game, str) or not game:
        raise RecordError(f"{name}: `game` must be the name or the path of a game")
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        raise RecordError(f"{name}: `options` must give each option one value, such as {{size: 4}}")
    if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        raise RecordError(f"{name}: `moves` must be a list of moves in notation")
    seed = _seed(data.get("seed", "0"), name)
    _check_game(game, name)
    return Record(game, options, seed, tuple(moves))


def _check_keys(data: Mapping[Any, Any], name: str) -> None:
    for key in data:
        if key not in _KEYS:
            help = near(str(key), _KEYS) or f"the keys are {', '.join(_KEYS)}"
            raise RecordError(f"{name}: a saved game has no key `{key}`; {help}")
    missing = [k for k in ("game", "moves") if k not in data]
    if missing:
        raise RecordError(f"{name}: not a saved game: {' and '.join(f'`{k}`' for k in missing)} missing")


def _seed(value: Any, name: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise RecordError(f"{name}: `seed` must be a whole number, not {value!r}") from None


def _check_game(game: str, name: str) -> None:
    """Raises RecordError for a game that does not exist."""
    try:
        find_named(game)
    except (OSError, ValueError):
        help = near(game, bundled_games()) or f"the bundled games are {', '.join(bundled_games())}"
        raise RecordError(f"{name}: there is no game `{game}`; {help}") from None


def replay(record: Record, engine: Engine) -> list[State]:
    """The states of a record, from the one before any move. Raises RecordError naming the move that fails."""
    states = [engine.initial_state(record.seed)]
    for number, move in enumerate(record.moves, 1):
        try:
            states.append(states[-1].apply(states[-1].action_from_string(move)))
        except IllegalAction as error:
            raise RecordError(f"move {number}: {error}") from error
        except GameError as error:
            raise RecordError(f"move {number}, `{move}`: the rules go wrong: {error}") from error
    return states
