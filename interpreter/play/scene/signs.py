"""Signs: what a game's `looks` shows of definitions on the board and below it, as far as the observer may know them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gdl import model
from gdl.builtins import PURE
from gdl.visit import nodes
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.hiding import contains_hidden

_PLAIN = (
    model.Const, model.Local, model.And, model.Or, model.Not, model.Compare, model.Arithmetic, model.If, model.In,
    model.MakeSet, model.Comprehension, model.Quantified,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Signs:
    """`on`: the sites that show a sign, each with the first definition that holds there. `between`: pairs of sites,
    each with the first relation that holds from one to the other. Sites are named. `below`: numbers with their words,
    which are written below the board."""

    on: Mapping[str, str] = field(default_factory=dict)
    between: Mapping[tuple[str, str], str] = field(default_factory=dict)
    below: tuple[str, ...] = ()


def signs_of(engine: Engine, state: State, position: Mapping[str, Any]) -> Signs:
    """The signs of a state, without those that would reveal what `position`, which is shown, hides."""
    game = engine.game
    is_secret = bool(game.signs or game.captions) and contains_hidden(position)
    sites = game.board.sites
    on: dict[str, str] = {}
    between: dict[tuple[str, str], str] = {}
    for sign in reversed(game.signs):
        if is_secret and not is_printed(game, sign.definition):
            continue
        if sign.is_relation:
            pairs = engine.related(state, sign.definition)
            between |= {(sites[a].name, sites[b].name): sign.definition for a, b in pairs}
        else:
            on |= dict.fromkeys(
                (sites[s].name for s in engine.holding(state, sign.definition)), sign.definition
            )
    below = (
        _caption(engine, state, c) for c in game.captions if not is_secret or is_printed(game, c.definition)
    )
    return Signs(on, between, tuple(below))


def _caption(engine: Engine, state: State, caption: model.Caption) -> str:
    """The words of a caption, and its number, or that of each player."""
    game = engine.game
    values = [plain_value(v) for v in engine.scores(state, caption.definition)]
    if not game.definitions[caption.definition].parameters:
        return f"{caption.words} {values[0]}"
    return f"{caption.words}: " + ", ".join(
        f"{p.name} {v}" for p, v in zip(game.players, values, strict=True)
    )


def is_printed(game: model.Game, name: str) -> bool:
    """Whether a definition asks about the board alone, so that it holds whatever a player may not see."""
    for node in nodes(game.definitions[name].body):
        if isinstance(node, model.Apply):
            if not is_printed(game, node.definition):
                return False
        elif isinstance(node, model.Builtin):
            if node.name not in PURE or game.board.is_growing:
                return False
        elif not isinstance(node, _PLAIN):
            return False
    return True
