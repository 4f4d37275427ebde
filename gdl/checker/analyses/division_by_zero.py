"""Divisions by what is known to be 0, unless an option decides whether they come about."""

from collections.abc import Iterator

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model, static
from gdl.core.rules import stated
from gdl.core.visit import nodes


def find(facts: GameFacts) -> Iterator[Finding]:
    for part in stated(facts.game):
        for node in nodes(part):
            if not isinstance(node, model.Arithmetic) or node.operator not in ("/", "div", "mod"):
                continue
            found = static.known(node.right, facts.game.board)
            is_zero = found is not None and found[0] == 0 and not isinstance(found[0], bool)
            if is_zero and not (static.varies(node.right) and _asks_options(part)):
                yield Finding(
                    node.span,
                    "this divides by 0, and what is divided by 0 is 0",
                    "always 0",
                    others=((node.right.span, "is 0"),),
                    help="divide by something else, or ask before: `... if N > 0 else ...`",
                )


def _asks_options(part: object) -> bool:
    """Whether some condition in a part of the rules is decided by options."""
    conditions = [
        e.condition for e in nodes(part) if isinstance(e, model.If | model.Branch | model.Condition)
    ]
    conditions += [e.left for e in nodes(part) if isinstance(e, model.And | model.Or)]
    return any(static.varies(c) for c in conditions)
