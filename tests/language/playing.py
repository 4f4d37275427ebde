"""Small games for the tests of the reference: made once a session, played in a few words, asked for values."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import interpreter
from gdl.diagnostics import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State

HEAD = """players Red, Blue
board square 5 x 5
kinds man, king
"""
PASSING = (
    "action rest\n  where moves < 1000\nturn: rest\n"  # a turn for games in which nothing needs to be done
)
ASKED = "asked"  # the action that `holding` adds


def found(text: str, **options: object) -> tuple[Diagnostic, ...]:
    """What is wrong with a game."""
    return examine_source(Source("test.gdl", text), options)[1]


def codes(text: str, **options: object) -> list[str]:
    """The codes of the errors of a game."""
    return [d.code for d in found(text, **options) if d.is_error]


@cache
def engine_of(text: str, kind: str, options: tuple[tuple[str, object], ...] = ()) -> Engine:
    """An engine for the text of a game. A native one has machine code: nothing of it is answered by the other."""
    game, diagnostics = examine_source(Source("test.gdl", text), dict(options))
    assert game is not None, [f"{d.span}: {d.code}: {d.message}" for d in diagnostics]
    engine = interpreter.engine(game, kind)
    assert getattr(engine, "is_lowered", True), "the game has no machine code"
    return engine


def moves(state: State) -> list[str]:
    """The legal actions in notation, sorted."""
    return sorted(state.action_to_string(a) for a in state.legal_actions())


def play(state: State, *texts: str) -> State:
    """The state after some actions."""
    for text in texts:
        state = state.apply(state.action_from_string(text))
    return state


def field(state: State, name: str) -> Any:
    """The value of a field of the game, or of all its holders; None where it is the default."""
    position = state.position()
    return position.get("fields", {}).get(name, position.get("sites", {}).get(name))


def pieces(state: State) -> dict[str, Any]:
    """What stands on the board, by sites."""
    return dict(state.position().get("pieces", {}))


def holding(
    kind: str, head: str, claims: Sequence[str], position: Mapping[str, Any] | None = None
) -> list[str]:
    """Those of some conditions that hold for the player to move, as an action's `where` finds them.

    All are asked at once: each is a definition, and a choice among their numbers that is legal if it holds.
    """
    lets = "".join(f"let claim{i} = {claim}\n" for i, claim in enumerate(claims))
    cases = " or ".join(f"(nth = {i} and claim{i})" for i in range(len(claims)))
    action = f"action {ASKED}\n  choose nth in 0..{len(claims)}\n  where {cases or 'false'}\n"
    text = f"{head}{lets}{action}turn: {ASKED} else pass\n"
    engine = engine_of(text, kind)
    state = engine.initial_state() if position is None else engine.state(position)
    legal = {state.action_to_string(a) for a in state.legal_actions()}
    return [claim for i, claim in enumerate(claims) if str(i) in legal]
