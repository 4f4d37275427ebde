"""What decides which actions are legal may depend neither on itself, nor on chance, nor on the end of the game.

Rules may ask what is legal (`can_move(p, a)`) as long as no action's legality depends on itself. It depends on the actions that
its own clauses ask for, on those that `then must` demands, and, where the resulting position is judged, on what its
effects, settling and `require` ask for. These dependencies are followed through definitions.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from gdl.checker.analyses.analysis import Clauses, Finding
from gdl.core import model
from gdl.core.rules import judging, with_effects
from gdl.core.traits import doing, musts
from gdl.core.visit import followed
from gdl.source import Span

Definitions = Mapping[str, model.Definition]
Edge = tuple[str, object]  # an action on which another one depends, and the node that asks for it

# ---- questions that are asked in the wrong place


def _asking(builtins: Sequence[str], rules: object, game: model.Game) -> Iterator[model.Builtin]:
    """Where rules use one of some builtins, directly or through definitions."""
    for node in followed(rules, game.definitions):
        if isinstance(node, model.Builtin) and node.name in builtins:
            yield node


def find_history(clauses: Clauses) -> Iterator[Finding]:
    """Questions about earlier positions need a present position to compare."""
    game = clauses.game
    features = tuple(h.features for h in game.histories.values())
    for rules in (game.setup, tuple(game.turns.values()), game.skips, game.limit_result, features):
        for node in _asking(("repeated", "cycle"), rules, game):
            yield Finding(
                node.span,
                f"`{node.name}` compares the present position with earlier ones, and here is none to compare",
                "asked too early or too late",
                help="ask it in `where`, `do`, `settle`, `require`, `prefer` or `end`",
            )


def find_circles(clauses: Clauses) -> Iterator[Finding]:
    """Questions about what is legal, and about the end, of which the answer would depend on itself."""
    return chain(_asking_who_can_move(clauses), _circles(clauses), _asking_the_end(clauses.game))


def _asking_who_can_move(clauses: Clauses) -> Iterator[Finding]:
    """`can_move` asks what is legal, so what decides what is legal may not ask it."""
    game = clauses.game
    conditions = tuple(o.condition for t in game.turns.values() for o in t.offers)
    rules = (clauses.actions, clauses.settles, game.requires, game.prefers, conditions)
    for node in _asking(("can_move",), rules, game):
        yield Finding(
            node.span,
            "`can_move` asks what is legal, and this decides what is legal",
            "goes round in a circle",
            help="use it in `end` only, or name actions that do not rest on this: `can_move(p, a, b)`; a player "
            "without a move is the matter of `turn: ... else ...`",
        )


def _asking_the_end(game: model.Game) -> Iterator[Finding]:
    """`ended` asks whether the game is over, so what decides how it continues may not ask it."""
    for node in _asking(("ended",), (*with_effects(game), *judging(game)), game):
        yield Finding(
            node.span,
            "`ended` asks whether the game is over, and this decides how it continues",
            "goes round in a circle",
            help="use it in `hide` only, for what is turned up at the end",
        )


# ---- chance


def find_chance(clauses: Clauses) -> Iterator[Finding]:
    """Chance in the outcome of actions whose legality is judged by their outcome."""
    game = clauses.game
    offered = {name for turn in game.turns.values() for name in turn.names}
    for action in clauses.actions:
        judge = _judge(action, game.requires, game.prefers if action.name in offered else ())
        after = tuple(s for s in clauses.settles if s.applies_to(action.name))
        chance = next(doing((action.effects, action.finals, after), "draws"), None)
        if chance is None or judge is None:
            continue
        yield Finding(
            chance.span,
            f"whether `{action.name}` is legal would depend on what chance decides",
            "decided by chance",
            others=((judge, "judged on what follows"),),
            help="let another choice have this effect, and demand it with `then`",
        )


def _judge(
    action: model.Action, requires: Sequence[model.Require], prefers: Sequence[model.Prefer]
) -> Span | None:
    """The clause by which an action's outcome is judged, if there is one."""
    constraints = [r.span for r in requires if r.applies_to(action.name)]
    if constraints or prefers:
        return (constraints or [prefers[0].span])[0]
    demand = next(musts(action.effects), None)
    if demand is not None:
        return demand.span
    return action.again.span if action.again is not None else None


# ---- circles


def _circles(clauses: Clauses) -> Iterator[Finding]:
    """Each question about an action whose answer would depend on itself."""
    game = clauses.game
    edges = {
        a.name: list(_edges(a, clauses.settles, game.requires, game.definitions)) for a in clauses.actions
    }
    told: set[object] = set()
    for action in clauses.actions:
        for name, node in edges[action.name]:
            if not isinstance(node, model.CanMake) or node.span in told:
                continue
            way = _way(name, action.name, edges)
            if way is None:
                continue
            told.add(node.span)
            rests = f"`{way[0]}`" + "".join(f", and that on `{n}`" for n in way[1:])
            yield Finding(
                node.span,
                f"whether `{action.name}` is legal rests on {rests if len(way) > 1 else 'itself'}",
                "goes round in a circle",
                others=((action.span, "this action"),),
                help="ask for actions that do not rest on this one, or limit this to others: `require after ...`",
            )


def _edges(
    action: model.Action,
    settles: Sequence[model.Settle],
    requires: Sequence[model.Require],
    definitions: Definitions,
) -> Iterator[Edge]:
    judges = tuple(r.condition for r in requires if r.applies_to(action.name))
    demands = [*musts(action.effects)]
    for demand in demands:
        yield from ((choice.action, demand) for choice in demand.choices)
    rests: list[object] = [action.parts]
    if judges or demands or action.again is not None:
        after = tuple(s.body for s in settles if s.applies_to(action.name))
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
