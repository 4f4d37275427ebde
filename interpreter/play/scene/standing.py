"""What each player has, in numbers, for the table of who plays: zeros, too, as they say that nothing is left.

These are the numbers that the rules keep for players, those that `looks` shows of each, the score, and, when pieces have left the
board, how many each player has on it. An observer sees no more of them than the position that they are shown.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gdl.core import model
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.engines.position_parts import contains_hidden
from interpreter.play.scene.fields import bookkeeping
from interpreter.play.scene.names import words
from interpreter.play.scene.observer import is_printed, score
from interpreter.play.scene.scene import Scene, counts


@dataclass(frozen=True, slots=True)
class Standing:
    """A number that each player has: what it is called, and its text for each of them, in their order."""

    name: str
    values: tuple[str, ...]


def standings(
    engine: Engine, state: State, shown: Mapping[str, Any], first: Mapping[str, Any]
) -> list[Standing]:
    """All numbers of players, as the observer of a position knows them. `first`: the position in which the game began."""
    game = engine.game
    if len(game.players) < 2:
        return []
    found = [*_fields(game, shown), *_captions(engine, state, shown)]
    if (known := score(engine, state, shown)) is not None:
        values = tuple(known.values[p.name] for p in game.players)
        if values not in [s.values for s in found]:
            found.insert(0, Standing(words(known.name), values))
    return [*found, *_pieces(game, shown, first)]


def _fields(game: model.Game, shown: Mapping[str, Any]) -> Iterator[Standing]:
    fields = shown.get("fields") or {}
    for field in game.fields.values():
        if counts(field) and field.name not in bookkeeping(game):
            held = fields.get(field.name, {})
            one = held.get if isinstance(held, Mapping) else lambda name, default, value=held: value
            values = [one(p.name, field.default) for p in game.players]
            yield Standing(words(field.name), tuple(map(str, values)))


def _captions(engine: Engine, state: State, shown: Mapping[str, Any]) -> Iterator[Standing]:
    game = engine.game
    is_secret = bool(game.captions) and contains_hidden(shown)
    for caption in game.captions:
        if not game.definitions[caption.definition].parameters:
            continue
        if not is_secret or is_printed(game, caption.definition):
            values = engine.scores(state, caption.definition)
            yield Standing(caption.words, tuple(map(plain_value, values)))


def _pieces(game: model.Game, shown: Mapping[str, Any], first: Mapping[str, Any]) -> Iterator[Standing]:
    """How many pieces each player has on the board, where all of them are seen and somebody has fewer than at the beginning."""
    if contains_hidden(shown) or contains_hidden(first):
        return
    before, now = (_on_board(game, position) for position in (first, shown))
    if any(n < b for n, b in zip(now, before, strict=True)):
        yield Standing("pieces", tuple(map(str, now)))


def _on_board(game: model.Game, position: Mapping[str, Any]) -> list[int]:
    scene = Scene(game, position)
    owners = [p.owner for stack in scene.stacks.values() for p in stack]
    return [owners.count(p) for p in scene.players]
