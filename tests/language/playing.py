"""Small games for the tests of the reference: made once for tests beside each other, played in a few words, asked for values."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import interpreter
from gdl.core.model import Game
from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State

Options = tuple[tuple[str, object], ...]
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


class Made:
    """An engine for the text of a game, which answers every question about its states itself.

    How many pieces the cells of machine code have room for follows from the set-up. A position of a game without one is
    therefore read by an engine for the same rules with a set-up that fills the board.
    """

    def __init__(self, text: str, kind: str, options: Options) -> None:
        self.made = _engine(text, kind, options)
        self.roomy = (
            _engine(text + _full(self.made.game), kind, options) if _is_bare(text, kind) else self.made
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.made, name)

    def state(self, position: Mapping[str, Any]) -> State:
        state = self.roomy.state(position)
        assert getattr(state, "memory", True), "the position does not fit into the cells of the machine code"
        return state


def _engine(text: str, kind: str, options: Options) -> Engine:
    game, diagnostics = examine_source(Source("test.gdl", text), dict(options))
    assert game is not None, [f"{d.span}: {d.code}: {d.message}" for d in diagnostics]
    engine = interpreter.engine(game, kind, effort=0)  # compiling takes longer than what is played
    assert getattr(engine, "is_lowered", True), "the game has no machine code"
    return engine


def _is_bare(text: str, kind: str) -> bool:
    """Whether a game has pieces and makes none before it begins."""
    return kind == "native" and "\nkinds" in text and "\nsetup" not in text


def _full(game: Game) -> str:
    """A set-up with a piece on every site, or, where there is no board, with some in a pool."""
    kind, pool = game.kinds[0].name, next(iter(game.pools.values()), None)
    if game.board.sites or pool is None:
        return f"setup\n  place {kind} on sites\n"
    where = f"{pool.name}({game.players[0].name})" if pool.holder == "player" else pool.name
    return f"setup\n  place {kind} in {where} times 12\n"


@lru_cache(maxsize=32)
def engine_of(text: str, kind: str, options: Options = ()) -> Made:
    """An engine for the text of a game; the same one for the same text."""
    return Made(text, kind, options)


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
    action = f"action {ASKED}\n  choose openly nth in 0..{len(claims)}\n  where {cases or 'false'}\n"
    text = f"{head}{lets}{action}turn: {ASKED} else pass\n"
    engine = engine_of(text, kind)
    state = engine.initial_state() if position is None else engine.state(position)
    legal = {state.action_to_string(a) for a in state.legal_actions()}
    return [claim for i, claim in enumerate(claims) if str(i) in legal]
