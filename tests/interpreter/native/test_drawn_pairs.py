"""How much of what the grammar and types let meet is met by rules drawn at random: pairs of core nodes, one inside another.

A pair is a node, the field of it, and what stands there: a `Builtin` counts by its name. Engines have differed where two
constructs met that no drawn rules had put together. So what the library's rules put together is to be drawn, but for few pairs;
whoever adds a construct lets `drawn_rules` draw it.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from bundled import load
from drawn_rules import drawn
from lockstep import checked

from gdl.core import model
from gdl.core.rules import stated
from gdl.core.visit import is_node, nodes
from gdl.loader import bundled_games

pytestmark = pytest.mark.thorough

FILES = 640  # rule files that are drawn
UNMET = 0.12  # of the pairs of the library, those that none of them has; less is better
Pair = tuple[str, str, str]


def pairs(game: model.Game) -> set[Pair]:
    """All pairs in the rules and the definitions of a game."""
    return {
        (_name(node), f.name, _name(child))
        for node in nodes((stated(game), tuple(game.definitions.values())))
        if is_dataclass(node)
        for f in fields(node)
        for child in _inside(getattr(node, f.name))
    }


def _name(node: object) -> str:
    return node.name if isinstance(node, model.Builtin) else type(node).__name__


def _inside(value: object) -> Iterator[object]:
    """The nodes directly in the value of a field."""
    if is_node(value):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _inside(part)


def test_rules_drawn_at_random_put_together_nearly_all_that_people_do() -> None:
    library = set[Pair]().union(*(pairs(load(name)) for name in bundled_games()))
    unmet = library
    for seed in range(FILES):
        game = checked(drawn(seed))
        if game is not None:
            unmet = unmet - pairs(game)
        if len(unmet) <= UNMET * len(library):  # more files leave no more of them
            break
    assert len(unmet) <= UNMET * len(library), sorted(unmet)
