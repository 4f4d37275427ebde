"""What the cases beside a game reach, so that nobody is told again what they have shown: random games never come that far.

Cases with other settings or another seed count nothing here, and whether a case is right is for `gdl test` to say.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from gdl.core import model
from gdl.diagnostics.values import GameError
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.cases import read_cases, texts_of
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.engines.reference.engine import ReferenceState

_EXPRESSIONS = 300_000  # for all cases of a file
_OTHER = ("options", "variant", "difficulty")  # settings of a case


def reached(game: model.Game, places: Iterable[Span]) -> frozenset[str]:
    """The keys of actions, kinds and ends (`action 3`) that the cases beside the files of these clauses reach."""
    paths = {Path(place.source.name).with_suffix(".yaml") for place in places}
    return frozenset(key for path in sorted(paths) if path.is_file() for key in _of_file(game, path))


def _of_file(game: model.Game, path: Path) -> set[str]:
    found = set[str]()
    with suppress(PositionError, Spent), at_most(_EXPRESSIONS) as listed:
        engine = make_engine(game, kind="reference")
        for case in read_cases(path)[1]:
            if not any(key in case for key in _OTHER):
                with suppress(PositionError, IllegalAction, GameError, ValueError):
                    _follow(engine, case, found, listed)
    return found


def _follow(engine: Engine, case: Mapping[str, Any], found: set[str], listed: Callable[[int], None]) -> None:
    """Adds what a case reaches: what is done and what is legal behind its moves, the kinds that are there, and the end."""
    position = case.get("position", "start")
    state = engine.initial_state() if position == "start" else engine.state(position)
    assert isinstance(state, ReferenceState)
    mover = state.current_player
    for text in texts_of(case.get("after")):
        action = state.action_from_string(text)
        moves = state.moves()
        listed(len(moves))
        found |= {f"action {move.action.index}" for number, move in moves if number == action}
        _note_kinds(state, found)
        mover, state = state.current_player, state.apply(action)
    _note_kinds(state, found)
    moves = state.moves()
    listed(len(moves))
    found |= {f"action {move.action.index}" for _, move in moves}
    if state.is_terminal:  # also where `else lose` decides, which comes before the ends
        held = state.rules(mover).view.value
        found |= {f"end {i}" for i, end in enumerate(engine.game.ends) if held(end.condition)}


def _note_kinds(state: ReferenceState, found: set[str]) -> None:
    found |= {f"kind {kind}" for kind in state.data.kind.values()}
