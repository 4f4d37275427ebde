"""Rules without what is settled before the play: by the options that are chosen, and by definitions that always say the same."""

from dataclasses import replace
from typing import Any

from gdl.core import nodes as core
from gdl.core.model import Game
from gdl.core.visit import rewritten
from interpreter.play.sheet.wording import always, never


def folded(game: Game) -> Game:
    """The game with each condition that always or never holds left out of those that it is a part of; no engine can run it."""
    known = {
        d.name: bool(body.value)
        for d in game.definitions.values()
        if isinstance(body := without_idle(d.body, {}), core.Const) and isinstance(body.value, bool)
    }

    def change(part: Any) -> Any:
        return without_idle(part, known)

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


def without_idle(part: Any, known: dict[str, bool]) -> Any:
    """A part of rules without conditions that always or never hold. `known`: the definitions that do, each with whether it holds."""

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
            case core.If() if always(node.condition) or never(node.condition):
                return node.then if always(node.condition) else node.otherwise
            case core.Comprehension(condition=condition) if condition is not None and always(condition):
                return replace(node, condition=None)
            case _:
                return node

    return change(part)
