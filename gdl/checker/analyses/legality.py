"""What decides which actions are legal may depend neither on itself, nor on chance, nor on the end of the game.

Rules may ask what is legal (`can_move(p, a)`) as long as no action's legality depends on itself. It depends on the actions that
its own clauses ask for, on those that `then must` demands, and, where the resulting position is judged, on what its
effects, settling and `require` ask for. These dependencies are followed through definitions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from gdl import model
from gdl.checker.context import Context
from gdl.diagnostics import Reporter
from gdl.source import Span
from gdl.traits import doing, musts
from gdl.visit import followed

Definitions = Mapping[str, model.Definition]
Edge = tuple[str, object]  # an action on which another one depends, and the node that asks for it

# ---- questions that are asked in the wrong place


def _asking(builtin: str, rules: tuple[object, ...], context: Context) -> Iterator[model.Builtin]:
    """Where rules use a builtin, directly or through definitions."""
    for node in followed(rules, context.names.definitions):
        if isinstance(node, model.Builtin) and node.name == builtin:
            yield node


def report_history(rules: tuple[object, ...], context: Context) -> None:
    """Questions about earlier positions need a present position to compare."""
    for builtin in ("repeated", "cycle"):
        for node in _asking(builtin, rules, context):
            context.reporter.report(
                "no-history",
                node.span,
                f"`{builtin}` compares the present position with earlier ones, and here is none to compare",
                "asked too early or too late",
                help="ask it in `where`, `do`, `settle`, `require`, `prefer` or `end`",
            )


def report_can_move(rules: tuple[object, ...], context: Context) -> None:
    """`can_move` asks what is legal, so what decides what is legal may not ask it."""
    for node in _asking("can_move", rules, context):
        context.reporter.report(
            "recursive-definition",
            node.span,
            "`can_move` asks what is legal, and this decides what is legal",
            "goes round in a circle",
            help="use it in `end` only, or name actions that do not rest on this: `can_move(p, a, b)`; a player "
            "without a move is the matter of `turn: ... else ...`",
        )


def report_ended(rules: tuple[object, ...], context: Context) -> None:
    """`ended` asks whether the game is over, so what decides how it continues may not ask it."""
    for node in _asking("ended", rules, context):
        context.reporter.report(
            "recursive-definition",
            node.span,
            "`ended` asks whether the game is over, and this decides how it continues",
            "goes round in a circle",
            help="use it in `hide` only, for what is turned up at the end",
        )


# ---- chance


def report_chance(
    actions: Sequence[model.Action],
    settles: Sequence[model.Settle],
    requires: Sequence[model.Require],
    prefers: Sequence[model.Prefer],
    offered: Collection[str],
    reporter: Reporter,
) -> None:
    """Reports chance in the outcome of actions whose legality is judged by their outcome. `offered`: the actions of turns."""
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
    """The clause by which an action's outcome is judged, if there is one."""
    constraints = [r.span for r in requires if not r.after or action.name in r.after]
    if constraints or prefers:
        return (constraints or [prefers[0].span])[0]
    demand = next(musts(action.effects), None)
    if demand is not None:
        return demand.span
    return action.again.span if action.again is not None else None


# ---- circles


def report_circles(
    actions: Sequence[model.Action],
    settles: Sequence[model.Settle],
    requires: Sequence[model.Require],
    definitions: Definitions,
    reporter: Reporter,
) -> None:
    """Reports each question about an action whose answer would depend on itself."""
    edges = {a.name: list(_edges(a, settles, requires, definitions)) for a in actions}
    reported: set[object] = set()
    for action in actions:
        for name, node in edges[action.name]:
            if not isinstance(node, model.CanMake) or node.span in reported:
                continue
            way = _way(name, action.name, edges)
            if way is None:
                continue
            reported.add(node.span)
            if len(way) == 1:
                rests = "itself"
            else:
                rests = f"`{way[0]}`" + "".join(f", and that on `{n}`" for n in way[1:])
            reporter.report(
                "recursive-definition",
                node.span,
                f"whether `{action.name}` is legal rests on {rests}",
                "goes round in a circle",
                others=[(action.span, "this action")],
                help="ask for actions that do not rest on this one, or limit this to others: `require after ...`",
            )


def _edges(
    action: model.Action,
    settles: Sequence[model.Settle],
    requires: Sequence[model.Require],
    definitions: Definitions,
) -> Iterator[Edge]:
    judges = tuple(r.condition for r in requires if not r.after or action.name in r.after)
    demands = [*musts(action.effects)]
    for demand in demands:
        yield from ((choice.action, demand) for choice in demand.choices)
    rests: list[object] = [action.parts]
    if judges or demands or action.again is not None:
        after = tuple(s.body for s in settles if not s.after or action.name in s.after)
        rests += [action.effects, action.finals, action.again, after, judges]
    for node in followed(tuple(rests), definitions):
        if isinstance(node, model.CanMake):
            yield from ((name, node) for name in node.actions)


def _way(start: str, goal: str, edges: Mapping[str, list[Edge]]) -> list[str] | None:
    """The shortest chain of dependencies from one action to another, both included."""
    before: dict[str, str] = {}
    waiting, done = [start], {start}
    while waiting:
        at = waiting.pop(0)
        if at == goal:
            way = [at]
            while way[0] != start:
                way.insert(0, before[way[0]])
            return way
        for name, _ in edges.get(at, ()):
            if name not in done:
                done.add(name)
                before[name] = at
                waiting.append(name)
    return None
