"""Declared effects that have sentences, by their names again: a game holds what they do wherever actions and settlings use them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gdl.core.model import Game, Performance
from gdl.core.visit import rewritten

_LISTS = ("effects", "finals", "body", "otherwise")  # fields that hold effects in sequence


def by_name(game: Game) -> Game:
    """The game with a `Performance` in place of what each such effect does; no engine can run it."""
    longest_first = sorted(game.performances, key=lambda p: -len(p.effects))

    def change(node: Any) -> Any:
        lists = {name: getattr(node, name, None) for name in _LISTS}
        made = {n: tuple(_told(held, longest_first)) for n, held in lists.items() if isinstance(held, tuple)}
        return rewritten(replace(node, **made) if made else node, change)

    if not longest_first:
        return game
    return replace(
        game,
        actions=tuple(map(change, game.actions)),
        settles=tuple(map(change, game.settles)),
    )


def _told(effects: Sequence[object], performances: Sequence[Performance]) -> Iterator[Any]:
    """Effects with the longest performance in place of each run of them that is one."""
    at = 0
    while at < len(effects):
        found = next((p for p in performances if effects[at : at + len(p.effects)] == p.effects), None)
        yield effects[at] if found is None else replace(found, effects=())
        at += 1 if found is None else len(found.effects)
