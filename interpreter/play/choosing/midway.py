"""What is seen while the steps of an action that repeats are chosen: how far it has come, where a choice leads, and which steps
may come first.

Only where nothing is hidden, and no chance decides within a step: else it would tell what nobody may know.
"""

from collections.abc import Iterator

from gdl.model import Action, Game, Value
from gdl.traits import has
from interpreter.engines.answers import Midway
from interpreter.engines.base import State
from interpreter.numbering import Move
from interpreter.play.choosing.walk import Node, Option

_MOST = 2000  # actions of a state that are spelt in other orders, too: more of them would keep people waiting


def is_open(game: Game, action: Action) -> bool:
    """Whether a position within an action may be shown, and its choices are single values."""
    return not (game.is_hidden or has(action, "draws")) and all(c.sizes is None for c in action.choices)


def begun(game: Game, node: Node, option: Option | None = None) -> Move | None:
    """The whole steps that are chosen of an action, with those that an option completes; None where there is none, or where
    an option completes none."""
    name = next((m.token.value for m in node.path if m.token.sort == "action"), None)
    if not isinstance(name, int):
        return None
    action = game.actions[name]
    values: list[Value] = [m.token.value for m in node.path if m.step is not None]
    if option is not None:
        if option.step is None:
            return None
        values.append(option.token.value)
    first, further = len(action.choices), len(action.repeated)
    more = len(values) - first
    is_whole = more == 0 or (more > 0 and further > 0 and more % further == 0)
    if more < 0 or not is_open(game, action) or (option is not None and not is_whole):
        return None
    hops = (tuple(values[i : i + further]) for i in range(first, len(values) - further + 1, further or 1))
    return Move(action, tuple(values[:first]), tuple(hops) if further else ())


def so_far(game: Game, node: Node, state: State) -> Midway | None:
    """How far the action that is being chosen has come, if it goes on."""
    move = None if node.action is not None else begun(game, node)
    return None if move is None or move.action.again is None else state.midway(move)


def leads_to(game: Game, node: Node, state: State) -> dict[str, int]:
    """By the text of an option that is no place itself, the site to which it alone takes the piece that was chosen last."""
    start = next((m.token.site for m in reversed(node.path) if m.token.site is not None), None)
    found: dict[str, int] = {}
    for option in node.options if start is not None else ():
        move = begun(game, node, option) if option.token.sort == "number" else None
        reached = state.midway(move) if move is not None else None
        ends = {end for begin, end in reached.went if begin == start} if reached is not None else set()
        if len(ends) == 1:
            found[option.token.text] = ends.pop()
    taken = [*found.values(), *(o.token.site for o in node.options)]
    return {text: site for text, site in found.items() if taken.count(site) == 1}


def other_orders(game: Game, moves: list[Move], state: State) -> Iterator[tuple[int, Move]]:
    """Moves with another of their steps in front, for actions whose steps are made in any order: where that step can be made
    first. With the number of the move in the list."""
    if len(moves) > _MOST:
        return
    firsts = {(m.action.index, m.values): True for m in moves}
    for number, move in enumerate(moves):
        again = move.action.again
        is_free = (
            again is not None and again.is_any_order and len(move.action.repeated) == len(move.action.choices)
        )
        if not move.hops or not is_free or not is_open(game, move.action):
            continue
        for hop in dict.fromkeys(move.hops):
            key = (move.action.index, hop)
            if key not in firsts:
                firsts[key] = state.midway(Move(move.action, hop)) is not None
            if hop != move.values and firsts[key]:
                rest = list(move.hops)
                rest.remove(hop)
                yield number, Move(move.action, hop, (move.values, *rest))
