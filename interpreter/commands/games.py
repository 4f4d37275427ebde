"""The game of a command: its rules under the options that are set, its engine, the state to start from, moves as text."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import interpreter
from gdl.core.model import Game, Option
from gdl.diagnostics.characters import visible
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.platform.safe_io import read_at_most, reason
from interpreter.caching import game_cache
from interpreter.commands.options import CannotWork, Setup, find
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.engines.notation import option_text

_SETTING_CODES = {"unknown-option", "unknown-variant", "option-value"}
_FEW = 12  # values of an option that are listed one by one


def load(name: str, setup: Setup) -> Game:
    """The checked game. Raises CannotWork for a missing file or a bad option, GameError for wrong rules."""
    path = find(name)
    try:
        return game_cache.load(path, setup.settings, setup.variant)
    except GameError as error:
        refuse_settings(path, error.diagnostics)
        raise


def refuse_settings(path: Path, diagnostics: Sequence[Diagnostic]) -> None:
    """Raises CannotWork where nothing but the options that were given is wrong."""
    wrong = [d for d in diagnostics if d.is_error]
    if wrong and all(d.code in _SETTING_CODES and not d.span.source.name for d in wrong):
        raise CannotWork(_about_settings(path, wrong))


def _about_settings(path: Path, diagnostics: Sequence[Diagnostic]) -> str:
    """What is wrong with --set and --variant, and what they allow."""
    from gdl import loader
    from gdl.files.options import listed

    game = loader.examine(path)[0]
    codes = {d.code for d in diagnostics}
    known: dict[str, list[str]] = {}
    if game is not None:
        known = {"variants": list(game.variants), "options": sorted(o.name for o in game.options)}
    said_below = {listed(what, names) for what, names in known.items() if names}
    lines = [d.message + (f"; {d.help}" if d.help and d.help not in said_below else "") for d in diagnostics]
    if game is not None and "unknown-option" in codes:
        lines.append("the options are: " + (describe_options(game) or "none"))
    if game is not None and "unknown-variant" in codes:
        lines += ["the variants are: " + ", ".join(game.variants)] if game.variants else []
    return "\n".join(lines)


def describe_options(game: Game) -> str:
    """Each option with its values: `size 4, 6 (default), 8`, separated by semicolons."""
    return "; ".join(f"{o.name} {describe_values(o)}" for o in game.options)


def describe_values(option: Option) -> str:
    """The values of an option: all of them, or of many numbers the first, the last and the step."""
    known = [v for v in option.values if v is not None]
    steps = _steps(option, known)
    if len(known) > _FEW or (steps == {1} and len(known) > 3):
        none = "none, " if len(known) < len(option.values) else ""
        step = f" by {option_text(option, *steps)}" if len(steps) == 1 and steps != {1} else ""
        ends = f"{option_text(option, known[0])}..{option_text(option, known[-1])}"
        return f"{none}{ends}{step} (default {option_text(option, option.default)})"
    return ", ".join(
        option_text(option, v) + (" (default)" if v == option.default else "") for v in option.values
    )


def _steps(option: Option, values: Sequence[Any]) -> set[Any]:
    """The differences between neighbouring values, if all are numbers."""
    are_numbers = all(isinstance(v, int | Fraction) and not isinstance(v, bool) for v in values)
    return {b - a for a, b in pairwise(values)} if are_numbers and not option.symbols else set()


def make_engine(name: str, setup: Setup) -> Engine:
    """The engine of a game. Raises CannotWork, GameError."""
    return interpreter.engine(load(name, setup), setup.engine)


def start(engine: Engine, setup: Setup, position: str | None) -> State:
    """The initial state, or that of a position. Raises PositionError with its place, CannotWork."""
    if position is None:
        return engine.initial_state(setup.seed or 0)
    from interpreter.positions.documents import read_state  # which loads YAML

    name, text = position_text(position)
    return read_state(engine, text, name)


def is_written(position: str) -> bool:
    """Whether a position is given by itself, as FEN or as YAML on a line, and not as the name of a file."""
    with suppress(OSError):  # a name that no file can have
        if Path(position).exists():
            return False
    return " " in position and ("/" in position or position.startswith("{"))


def position_text(position: str) -> tuple[str, str]:
    """What messages call a position, and its text: as it is written, of a file, or of the input (`-`). Raises PositionError, CannotWork."""
    from gdl.limits import MAX_PEOPLE_WRITE

    if is_written(position):
        return "the position", position
    name = "<stdin>" if position == "-" else position
    try:
        data = read_at_most(sys.stdin.buffer if position == "-" else Path(position), MAX_PEOPLE_WRITE)
    except OSError as error:
        raise CannotWork(f"the position {visible(position)} cannot be read: {reason(error)}") from error
    try:
        return name, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(f"{name}: this is not UTF-8 text") from error


def parted_moves(first: State, text: str) -> list[str]:
    """Moves in one text: at `;` or the ends of lines, else at commas with a blank behind, else at blanks."""
    for sign in (";", "\n", ", "):
        if sign in text:
            return [part.strip() for part in text.split(sign) if part.strip()]
    try:
        first.action_from_string(text)
    except IllegalAction:
        return text.split()
    return [text] if text.strip() else []
