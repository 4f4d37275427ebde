"""What is shown to an observer of a position beside the pieces, as far as they may know it.

The rows that have decided a finished game; what stands against the player to move; signs of definitions (`looks`); and scores:
what each player would have if the game ended now. A game whose result is `highest F wins` or `lowest F wins` has the score F. An
observer is shown what they may know of it: of a sum the terms that they see, as `21 + ?`, and `?` where nothing is known. A
score of which nobody's part is known is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gdl.core import model
from gdl.core.builtins import PURE
from gdl.core.visit import nodes
from interpreter.engines.answers import KnownScore, scored
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.engines.position_parts import contains_hidden
from interpreter.play.scene.names import words

Rows = tuple[tuple[str, ...], ...]  # sites by their names, in order


def decided(engine: Engine, state: State, shown: Mapping[str, Any]) -> Rows:
    """The rows that the end of a game has found; none for an observer from whom something is hidden."""
    if not state.is_terminal or contains_hidden(shown):
        return ()
    sites = engine.game.board.sites
    return tuple(tuple(sites[s].name for s in row) for row in engine.decided(state))


@dataclass(frozen=True, slots=True)
class Threats:
    """`said`: what holds of the player to move, in words, or ""; `rows`: from a piece of others to one of theirs."""

    said: str = ""
    rows: Rows = ()


NONE = Threats()


def threats_to(engine: Engine, state: State, shown: Mapping[str, Any]) -> Threats:
    """What stands against the player to move."""
    if contains_hidden(shown):
        return NONE
    found, sites = engine.threats(state), engine.game.board.sites
    rows = tuple(tuple(sites[s].name for s in row) for _, pairs in found for row in pairs)
    return Threats(" and ".join(words(name) for name, _ in found), rows)


_UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Score:
    """A definition's value for each player, as text."""

    name: str
    values: Mapping[str, str]


def score(engine: Engine, state: State, position: Mapping[str, Any]) -> Score | None:
    """The score in a state, for the observer of a position; None if there is none, or nothing of it may be known."""
    game = engine.game
    name = scored(game)
    if not name:
        return None
    if not contains_hidden(position):
        known = [KnownScore(v, True) for v in engine.scores(state, name)]
    else:
        found = _observer(state, position)
        if found is None:
            return None
        known = engine.known_scores(state, name, *found)
    if all(k.value is None for k in known):
        return None
    return Score(name, {p.name: _text(k) for p, k in zip(game.players, known, strict=True)})


def _text(known: KnownScore) -> str:
    if known.value is None:
        return _UNKNOWN
    return plain_value(known.value) if known.is_whole else f"{plain_value(known.value)} + {_UNKNOWN}"


def _observer(state: State, position: Mapping[str, Any]) -> tuple[int | None] | None:
    """A viewer who sees this position of the state: whoever sees the same knows the same. None where nobody does, as it is another state's."""
    if state.public() == position:
        return (None,)
    players = range(len(state.engine.game.players))
    return next(((p,) for p in players if state.observation(p) == position), None)


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
