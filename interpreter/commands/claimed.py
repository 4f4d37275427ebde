"""The claims of a game, checked, and what is said of them."""

import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import interpreter
from gdl.model import Game, Option, Value
from interpreter.analysis.claims import Checked, Settings, check_claims
from interpreter.commands.games import load
from interpreter.commands.options import Setup, has_colour
from interpreter.engines.notation import plain_value
from interpreter.play.text.drawing import draw

_PLAIN_WIDTH = 100


def checked_claims(path: Path, setup: Setup, seconds: float, again: bool = False) -> Iterator[Checked]:
    """What is known of each claim of a game's file. Raises CannotWork, GameError."""
    loaded = load(str(path), setup)
    return check_claims(loaded, partial(_under, loaded, path, setup), seconds, again)


def _under(game: Game, path: Path, setup: Setup, settings: Settings) -> Game:
    """The game under the options that a claim names, and the others as they are."""
    options = {o.name: o for o in game.options}
    named = {key: _written(options[key], value) for key, value in settings}
    return load(str(path), Setup({**setup.settings, **named}, setup.variant, setup.engine, setup.seed))


def _written(option: Option, value: Value) -> str:
    return option.symbols[value] if option.symbols and isinstance(value, int) else plain_value(value)


def said(checked: Checked) -> Iterator[str]:
    """What is to be said of a claim, line by line; of one that is refuted the moves, and the position that they lead to."""
    verdict = checked.verdict
    counted = f"{verdict.positions} position{'s' * (verdict.positions != 1)}"
    match verdict.status:
        case "proved":
            yield f"proved: {verdict.claim} ({counted})"
        case "held":
            why = f"; {verdict.note}" if verdict.note else ""
            yield f"held: {verdict.claim} ({counted}{why})"
        case "refuted":
            by = "best play" if checked.claim.form == "value" else "moves"
            yield f"REFUTED: {verdict.claim} ({counted})"
            yield f"    {by}: {' '.join(verdict.moves) or 'none, the first position'}"
            yield from ("    " + line for line in _drawn(checked).splitlines())


def _drawn(checked: Checked) -> str:
    """The position that the moves of a refutation lead to."""
    state = interpreter.engine(checked.game, kind="reference").initial_state(checked.verdict.seed)
    for action in checked.verdict.actions:
        state = state.apply(action)
    width = shutil.get_terminal_size().columns - 6 if sys.stdout.isatty() else _PLAIN_WIDTH
    ended = f"\nthe game is over: {state.ended.text}" if state.ended is not None else ""
    return draw(checked.game, state.position(), colour=has_colour(sys.stdout), width=width) + ended
