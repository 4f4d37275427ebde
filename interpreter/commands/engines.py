"""The engine of a command, and the state that it starts from."""

import sys
from pathlib import Path

import interpreter
from gdl.reading import read_at_most, reason
from interpreter.commands.games import load
from interpreter.commands.options import CannotWork, Setup
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError


def make_engine(name: str, setup: Setup) -> Engine:
    """The engine of a game. Raises CannotWork, GameError."""
    return interpreter.engine(load(name, setup), setup.engine)


def start(engine: Engine, setup: Setup, position: str | None) -> State:
    """The initial state, or that of a position file (`-`: the input). Raises PositionError with its place."""
    if position is None:
        return engine.initial_state(setup.seed or 0)
    from interpreter.positions import MAX_PEOPLE_WRITE, read_state  # which loads YAML

    name = "<stdin>" if position == "-" else position
    try:
        data = read_at_most(sys.stdin.buffer if position == "-" else Path(position), MAX_PEOPLE_WRITE)
    except OSError as error:
        raise CannotWork(f"the position {position} cannot be read: {reason(error)}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(f"{name}: this is not UTF-8 text") from error
    return read_state(engine, text, name)
