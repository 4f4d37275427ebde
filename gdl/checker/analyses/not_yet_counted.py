"""Settlings that compare the number of actions, or of passes, with a fixed number.

An action is counted when its settlings are done. `if passes = 4` in a settling therefore holds after the fifth pass. Nothing is
said of `passes + 1 = 4`, which says that the action at hand is one more.
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.core.visit import followed

_COUNTED = {"moves": "action", "passes": "pass"}


def find(facts: GameFacts) -> Iterator[Finding]:
    """The first such comparison of each settling."""
    for settle in facts.game.settles:
        for node in followed(settle.body, facts.game.definitions):
            if isinstance(node, model.Compare) and (name := counter(node)):
                yield _told(node, name, settle)
                break


def counter(node: model.Compare) -> str:
    """The name of a counter that is compared with a number which is known; else nothing."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        match one, other:
            case model.Builtin(name=name, arguments=()), model.Const() if name in _COUNTED:
                return name
    return ""


def _told(node: model.Compare, name: str, settle: model.Settle) -> Finding:
    within = settle.span.start <= node.span.start < settle.span.end and node.span.source is settle.span.source
    return Finding(
        node.span,
        f"a settling comes before its action is counted: `{name}` lacks the {_COUNTED[name]} that it follows",
        f"one less than after this {_COUNTED[name]}",
        others=() if within else ((settle.span, "settled here"),),
        help=f"to count it, too, write `{name} + 1` here; an `end` sees it counted",
    )
