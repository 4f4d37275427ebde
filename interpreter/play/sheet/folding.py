"""Rules as a sheet tells them: without what is settled before the play, and with declared effects by their names again, since a
game holds what they do wherever they are used.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gdl.core import nodes as core
from gdl.core.model import Game, Performance, Routine
from gdl.core.settled import settled
from gdl.core.visit import effect_lists, nodes, rewritten


def folded(game: Game) -> Game:
    """The game with each condition that always or never holds left out of those that it is a part of; no engine can run it."""
    game = settled(game)
    return replace(
        game,
        actions=tuple(replace(a, finals=late(a.finals)) for a in game.actions),
        settles=late(game.settles),
        setup=late(game.setup),
    )


def late(part: Any) -> Any:
    """Where an action is over already nothing can forbid it: what must follow follows if it can."""
    part = rewritten(part, late)
    return replace(part, word="") if isinstance(part, core.Demand) and part.word == "must" else part


# ---- declared effects by their names


_LONG = 12  # nodes of what is told once rather than again and again


def by_name(game: Game) -> Game:
    """The game with a `Performance` in place of what each such effect does; no engine can run it."""
    longest_first = sorted(_named(game), key=lambda p: -len(p.effects))
    names = [r.name for r in game.routines]

    def changed(node: Any, performances: Sequence[Performance]) -> Any:
        made = {n: tuple(_told(held, performances)) for n, held in effect_lists(node).items()}
        return rewritten(replace(node, **made) if made else node, change)

    def change(node: Any) -> Any:
        return changed(node, longest_first)

    def routine(r: Routine) -> Routine:
        """A declared effect with others by their names: of those that do just the same the first one says what that is."""
        twins = names[names.index(r.name) :]
        others = [p for p in longest_first if p.effects != r.effects or p.name not in twins]
        told: Routine = changed(r, others)
        return told

    if not longest_first:
        return game
    return replace(
        game,
        actions=tuple(map(change, game.actions)),
        settles=tuple(map(change, game.settles)),
        routines=tuple(map(routine, game.routines)),
        setup=tuple(map(change, _told(game.setup, longest_first))),
    )


def _named(game: Game) -> list[Performance]:
    """Where effects are used that are told by their names."""
    times = Counter(p.name for p in game.performances)
    is_long = {r.name: sum(1 for _ in nodes(r.effects)) >= _LONG for r in game.routines}
    return [
        told
        for p in game.performances
        for told in (p, late(p))
        if game.meaning_of("effect", p.name) is not None or (times[p.name] > 1 and is_long.get(p.name, False))
    ]


def _told(effects: Sequence[object], performances: Sequence[Performance]) -> Iterator[Any]:
    """Effects with the longest performance in place of each run of them that is one."""
    at = 0
    while at < len(effects):
        found = next((p for p in performances if effects[at : at + len(p.effects)] == p.effects), None)
        yield effects[at] if found is None else replace(found, effects=())
        at += 1 if found is None else len(found.effects)
