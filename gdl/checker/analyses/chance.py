"""What is legal may not depend on what chance will decide."""

from collections.abc import Collection, Sequence

from gdl import model
from gdl.diagnostics import Reporter
from gdl.source import Span
from gdl.traits import doing, musts


def report_chance(
    actions: Sequence[model.Action],
    settles: Sequence[model.Settle],
    requires: Sequence[model.Require],
    prefers: Sequence[model.Prefer],
    offered: Collection[str],
    reporter: Reporter,
) -> None:
    """Reports chance in what follows an action that is judged by what follows. `offered`: the actions of turns."""
    for action in actions:
        judge = _judge(action, requires, prefers if action.name in offered else ())
        after = tuple(s for s in settles if not s.after or action.name in s.after)
        chance = next(doing((action.effects, action.finals, after), "draws"), None)
        if chance is None or judge is None:
            continue
        reporter.report(
            "chance-in-doubt",
            chance.span,
            f"whether `{action.name}` is legal would depend on what chance decides",
            "decided by chance",
            others=[(judge, "judged on what follows")],
            help="let another choice have this effect, and demand it with `then`",
        )


def _judge(
    action: model.Action, requires: Sequence[model.Require], prefers: Sequence[model.Prefer]
) -> Span | None:
    """Where the text says that an action is judged by what follows from it."""
    constraints = [r.span for r in requires if not r.after or action.name in r.after]
    if constraints or prefers:
        return (constraints or [prefers[0].span])[0]
    demand = next(musts(action.effects), None)
    if demand is not None:
        return demand.span
    return action.again.span if action.again is not None else None
