"""Declared effects by their names again: a game holds what they do wherever actions and settlings use them.

What has a sentence is told by its name, and so is what is long and used more than once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gdl.core.model import Game, Performance
from gdl.core.visit import effect_lists, nodes, rewritten

_LONG = 12  # nodes of what is told once rather than again and again


def by_name(game: Game) -> Game:
    """The game with a `Performance` in place of what each such effect does; no engine can run it."""
    longest_first = sorted(_named(game), key=lambda p: -len(p.effects))

    def change(node: Any) -> Any:
        made = {n: tuple(_told(held, longest_first)) for n, held in effect_lists(node).items()}
        return rewritten(replace(node, **made) if made else node, change)

    if not longest_first:
        return game
    return replace(
        game,
        actions=tuple(map(change, game.actions)),
        settles=tuple(map(change, game.settles)),
        routines=tuple(map(change, game.routines)),
        setup=tuple(map(change, _told(game.setup, longest_first))),
    )


def _named(game: Game) -> list[Performance]:
    """Where effects are used that are told by their names."""
    times = Counter(p.name for p in game.performances)
    is_long = {r.name: sum(1 for _ in nodes(r.effects)) >= _LONG for r in game.routines}
    return [
        p
        for p in game.performances
        if game.meaning_of("effect", p.name) is not None or (times[p.name] > 2 and is_long.get(p.name, False))
    ]


def _told(effects: Sequence[object], performances: Sequence[Performance]) -> Iterator[Any]:
    """Effects with the longest performance in place of each run of them that is one."""
    at = 0
    while at < len(effects):
        found = next((p for p in performances if effects[at : at + len(p.effects)] == p.effects), None)
        yield effects[at] if found is None else replace(found, effects=())
        at += 1 if found is None else len(found.effects)
