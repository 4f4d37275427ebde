"""What a choice would lay on the board: the outline of the squares that come to hold something.

It is found by doing the actions behind the choice. Where they lay the same squares wherever they are laid, or only a few
different ones, as of a tile that may still be turned over, the outlines say more than the number or the word that is chosen.
"""

from collections.abc import Mapping, Sequence, Set
from typing import TypeAlias

from gdl.core.traits import has
from interpreter.engines.base import State
from interpreter.engines.position_parts import stacks
from interpreter.play.choosing.walk import Node, Walk

Outline: TypeAlias = tuple[tuple[int, int], ...]
"""Squares by file and rank, counted from the least of each."""

_SORTS = ("number", "word", "turn", "truth")  # choices that nothing on the board shows
_MOST_ACTIONS = 400  # that are done for one question
_MOST_OUTLINES = 4  # of one choice


def outlines(walk: Walk, node: Node, state: State) -> Mapping[str, Sequence[Outline]]:
    """The outlines that each choice at a place may lay, by its text; empty where they tell nothing, or not all of them can be known."""
    game = state.engine.game
    is_asked = len(node.options) > 1 and all(o.token.sort in _SORTS for o in node.options)
    if not is_asked or node.count > _MOST_ACTIONS or game.is_hidden or not game.board.tiling.is_rectangular:
        return {}
    if any(o.step is None or has(o.step.action, "draws") for o in node.options):
        return {}
    before = stacks(state.position()).keys()
    found: dict[str, tuple[Outline, ...]] = {}
    for option in node.options:
        laid = set[Outline]()
        for number in walk.behind(node, option):
            laid.add(squares := _laid(before, state.apply(number)))
            if len(squares) < 2 or len(laid) > _MOST_OUTLINES:
                return {}
        found[option.token.text] = tuple(sorted(laid))
    return found if len({*found.values()}) > 1 else {}


def _laid(before: Set[str], state: State) -> Outline:
    """The squares of a state that hold something and held nothing before; none where something was taken away."""
    after, board = stacks(state.position()).keys(), state.engine.game.board
    sites = [board.sites[board.site_index[name]] for name in after - before] if before <= after else []
    left, low = min((s.file for s in sites), default=0), min((s.rank for s in sites), default=0)
    return tuple(sorted((s.file - left, s.rank - low) for s in sites))
