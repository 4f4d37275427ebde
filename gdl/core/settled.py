"""What is settled before play: conditions that hold always or never, by the options that are chosen and by definitions that always
say the same.
"""

from dataclasses import replace
from typing import Any

from gdl.core import nodes as core
from gdl.core.model import Game
from gdl.core.visit import rewritten, same
from gdl.core.world import Value


def is_const(e: core.Expr, value: core.Value) -> bool:
    """Whether an expression is this value under the options that are chosen."""
    return isinstance(e, core.Const) and type(e.value) is type(value) and e.value == value


def always(e: core.Expr) -> bool:
    """Whether a condition holds under the options that are chosen, whatever the position."""
    match e:
        case core.And():
            return always(e.left) and always(e.right)
        case core.Or():
            return always(e.left) or always(e.right)
        case core.Not():
            return never(e.operand)
        case _:
            return is_const(e, True)


def never(e: core.Expr) -> bool:
    """Whether a condition cannot hold under the options that are chosen."""
    match e:
        case core.Not():
            return always(e.operand)
        case core.And():
            return never(e.left) or never(e.right)
        case core.Or():
            return never(e.left) and never(e.right)
        case _:
            return is_const(e, False)


def settled(game: Game) -> Game:
    """The game with each condition that always or never holds left out of those that it is a part of; no engine can run it."""
    known = _known(game, {})

    def change(part: Any) -> Any:
        return _without_idle(part, known)

    return replace(
        game,
        actions=tuple(map(change, game.actions)),
        settles=tuple(map(change, game.settles)),
        requires=tuple(map(change, game.requires)),
        ends=tuple(map(change, game.ends)),
        setup=tuple(map(change, game.setup)),
        routines=tuple(map(change, game.routines)),
        definitions={n: change(d) for n, d in game.definitions.items()},
    )


def _known(game: Game, known: dict[str, Value]) -> dict[str, Value]:
    """The definitions that always have the same value, and that. `known`: those by which others have one, too."""
    bodies = {d.name: (_without_idle(d.body, known), d.parameters) for d in game.definitions.values()}
    found = {
        name: body.value
        for name, (body, parameters) in bodies.items()
        if isinstance(body, core.Const) and (parameters or isinstance(body.value, bool))
    }
    return known if found == known else _known(game, found)


def _without_idle(part: Any, known: dict[str, Value]) -> Any:
    """A part of rules without conditions that always or never hold. `known`: the definitions that always have the same value, and that."""

    def change(node: Any) -> Any:
        node = rewritten(node, change)
        match node:
            case core.Apply(definition=name) if name in known:
                return core.Const(node.span, node.type, known[name])
            case core.And() | core.Or() if always(node) or never(node):
                return core.Const(node.span, node.type, always(node))
            case core.And():
                return node.right if always(node.left) else node.left if always(node.right) else node
            case core.Or():
                return node.right if never(node.left) else node.left if never(node.right) else node
            case core.Not(operand=operand) if always(operand) or never(operand):
                return core.Const(node.span, node.type, never(operand))
            case core.Compare(operator="=", left=core.Const() as left, right=core.Const() as right):
                return core.Const(node.span, node.type, left.value == right.value)
            case core.If() if always(node.condition) or never(node.condition):
                return node.then if always(node.condition) else node.otherwise
            case core.If() if same(node.then, node.otherwise):
                return node.then
            case core.Comprehension(condition=condition) if condition is not None and always(condition):
                return replace(node, condition=None)
            case _:
                return node

    return change(part)
