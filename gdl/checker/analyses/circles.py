"""Rules may ask what is legal (`can_move(p, a)`), as long as no action's legality rests on itself.

An action rests on the actions that its own clauses ask for, on those that `then must` demands, and, where what follows
from it is judged, on what its effects, settling and `require` ask for. These steps are followed through definitions; one
that leads back to its beginning is reported.
"""

from collections.abc import Iterator, Mapping, Sequence

from gdl import model
from gdl.diagnostics import Reporter
from gdl.traits import musts
from gdl.visit import followed

Definitions = Mapping[str, model.Definition]
Edge = tuple[str, object]  # the action that is rested on, and the node that asks for it


def report_circles(
    actions: Sequence[model.Action],
    settles: Sequence[model.Settle],
    requires: Sequence[model.Require],
    definitions: Definitions,
    reporter: Reporter,
) -> None:
    """Reports each question about an action that the answer to it would rest on."""
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
    """The shortest way from one action to another that it rests on, both included."""
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
