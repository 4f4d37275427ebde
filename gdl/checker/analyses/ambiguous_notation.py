"""Actions that may be written alike: notations that do not show every choice, and two actions on offer together whose choices are
written in the same way.
"""

from collections.abc import Iterator
from itertools import combinations

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model
from gdl.core.visit import nodes


def find(facts: GameFacts) -> Iterator[Finding]:
    for action in facts.game.actions:
        yield from _hidden_choices(action)
    yield from _like_actions(facts.game)


def _hidden_choices(action: model.Action) -> Iterator[Finding]:
    """An action's own notation must show all of its choices."""
    if action.notation is None:
        return
    shown = {n.slot for n in nodes((action.notation,)) if isinstance(n, model.Local)}
    if action.piece in shown:
        shown.add(action.origin)
    if action.again is not None and action.form == "move":
        yield Finding(
            action.notation.span,
            f"two different `{action.name}` may be written alike: how a piece continues is not shown",
            "shows the last hop only",
            help="leave the notation out; by itself it names every site on the way",
        )
        return
    hidden = [c.name for c in action.choices if c.slot not in shown and (len(c.values) > 1 or c.sizes)]
    is_of_piece = set(hidden) <= {"from", "to"} and not shown & {action.to, action.origin}
    if hidden and not (action.form == "move" and is_of_piece):
        yield Finding(
            action.notation.span,
            f"two different `{action.name}` may be written alike",
            "does not show " + " and ".join(f"`{h}`" for h in hidden),
            help="write every choice into the notation, in braces",
        )


def _like_actions(game: model.Game) -> Iterator[Finding]:
    """Two actions on offer together whose choices are written alike in any position."""
    for turn in game.turns.values():
        for offer in turn.offers:
            for first, second in combinations([game.action(n) for n in offer.names], 2):
                if first.name != second.name and _coincide(first, second):
                    yield Finding(
                        second.span,
                        f"`{first.name}` and `{second.name}` may be written alike in one position",
                        "written like the other one",
                        others=((first.span, "the other one"),),
                        help="make their conditions differ, or give one a `notation`",
                    )


def _coincide(first: model.Action, second: model.Action) -> bool:
    """Whether two actions are written alike: by one constant text, or as moves of one kind along one path."""
    if first.notation is not None or second.notation is not None:
        own = first.notation, second.notation
        return (
            all(isinstance(n, model.Const) for n in own)
            and len({n.value for n in own if isinstance(n, model.Const)}) == 1
        )
    if first.form != "move" or second.form != "move":
        return False
    kinds = [set(a.kinds) if a.kinds is not None else None for a in (first, second)]
    if kinds[0] is not None and kinds[1] is not None and not kinds[0] & kinds[1]:
        return False
    paths = [[p.span.text for p in a.parts if isinstance(p, model.Along)] for a in (first, second)]
    conditions = [any(not isinstance(p, model.Along) for p in a.parts) for a in (first, second)]
    return paths[0] == paths[1] and not any(conditions)
