"""Warnings about actions that may be written alike."""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.visit import nodes


def warn(action: model.Action, reporter: Reporter) -> None:
    """An action's own notation must show all of its choices."""
    if action.notation is None:
        return
    shown = {n.slot for n in nodes((action.notation,)) if isinstance(n, model.Local)}
    if action.piece in shown:
        shown.add(action.origin)
    if action.again is not None and action.form == "move":
        reporter.report(
            "ambiguous-notation",
            action.notation.span,
            f"two different `{action.name}` may be written alike: how a piece continues is not shown",
            "shows the last hop only",
            help="leave the notation out; by itself it names every site on the way",
        )
        return
    hidden = [c.name for c in action.choices if c.slot not in shown and (len(c.values) > 1 or c.sizes)]
    if hidden and not (
        action.form == "move" and set(hidden) <= {"from", "to"} and not shown & {action.to, action.origin}
    ):
        reporter.report(
            "ambiguous-notation",
            action.notation.span,
            f"two different `{action.name}` may be written alike",
            "does not show " + " and ".join(f"`{h}`" for h in hidden),
            help="write every choice into the notation, in braces",
        )


def warn_of_like_actions(game: model.Game, reporter: Reporter) -> None:
    """Two actions on offer together whose choices are written alike in any position."""
    for turn in game.turns.values():
        for offer in turn.offers:
            actions = [game.action(n) for n in offer.names]
            for i, first in enumerate(actions):
                for second in actions[i + 1 :]:
                    if first.name != second.name and _coincide(first, second):
                        _report_alike(first, second, reporter)


def _report_alike(first: model.Action, second: model.Action, reporter: Reporter) -> None:
    reporter.report(
        "ambiguous-notation",
        second.span,
        f"`{first.name}` and `{second.name}` may be written alike in one position",
        "written like the other one",
        others=[(first.span, "the other one")],
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
