"""Actions that repeat, where no first step can be followed by another: then each first step is an action, and all are counted
as members of sets.

Chains are rare among actions that may be chains. Whether there are any is asked of all first steps at once. If none goes
on, nothing is listed, and no position is compared with another.

A step that only moves its piece and captures what it passes changes little: sites of its own path become empty. Where those lie
on the path of a next step, seen from where the piece has come to, the board tells for each pair of directions. All else is as
it was, so the first steps that a second one may follow are shifted sets, and nothing is done on a copy. Actions with other first
steps are listed step by step. Without single steps draughts with few chains play at 0.62 of their speed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions import choices
from interpreter.lowering.actions.action_plan import ActionPlan, RulePlan
from interpreter.lowering.actions.candidate_sets import CandidateSets, each_set, for_each_player
from interpreter.lowering.actions.enumeration import count_members, sets_of
from interpreter.lowering.actions.line_sets import Candidates, LineSets, expansions, leap_moves
from interpreter.lowering.actions.listing import append_row, list_number
from interpreter.lowering.facts.geometry import directions_for, steps_of
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.board_functions import moved
from interpreter.lowering.values.conditions.of_sites import KindsAt, Occupied, OfKind, OwnedBy
from interpreter.lowering.values.conditions.plan import Complement, Intersection, Union

# ---- which first steps can be followed


Way: TypeAlias = tuple[Mapping[int, int], tuple[int, ...]]
"""From each site the next one, and the steps of the path by their places."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A way of which a second step may be, and which of its sites the first step has emptied."""

    way: Way
    emptied: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ChainSets:
    """Which first steps can be followed is known by sets. `when_emptied`: whether a step of the path may meet a site that the
    first step has emptied."""

    when_emptied: tuple[bool, ...]


def chain_sets(again: model.Again, action: model.Action, sets: LineSets, scope: Scope) -> ChainSets | Refused:
    if again.condition is not None:
        return _not_by_sets(again, "whether it goes on is a condition of its own")
    if sets.origins or sets.onto or sets.pairs:
        return _not_by_sets(again, "its ends are limited by conditions")
    if captured_steps(action, sets) is None:
        return _not_by_sets(again, "a step does more than to capture what it passes")
    known = [_when_emptied(step) for step in sets.steps]
    truths = tuple(truth for truth in known if truth is not None)
    if len(truths) < len(known):
        return _not_by_sets(again, "a step of its path asks for more than what stands on a site")
    players = range(scope.facts.players if sets.depends_on_mover else 1)
    if any(followers(action, sets, truths, player, scope.game) is None for player in players):
        return _not_by_sets(again, "the paths of two steps meet in one place of the board and not in another")
    return ChainSets(truths)


def _not_by_sets(again: model.Again, why: str) -> Refused:
    return Refused("chains by sets", why, again.span)


def captured_steps(action: model.Action, sets: LineSets) -> frozenset[int] | None:
    """The steps of the path whose pieces are captured; None if an action does anything else."""
    places = {step.slot: k for k, step in enumerate(sets.path.steps) if step.slot is not None}
    found = set()
    for effect in action.effects:
        slot = _captured_on(effect)
        if slot not in places:
            return None
        found.add(places[slot])
    return frozenset(found)


def _captured_on(effect: model.Effect) -> int | None:
    """The name of the site whose piece an effect captures."""
    match effect:
        case model.Remove(
            is_capture=True,
            pieces=model.Builtin(
                name="single", arguments=(model.Builtin(name="piece", arguments=(model.Local(slot=slot),)),)
            ),
        ):
            return slot
    return None


def _when_emptied(plan: ConditionPlan) -> bool | None:
    """Whether a condition on what stands on a site holds where nothing does; None where more is asked."""
    match plan:
        case Occupied(way=(), is_empty=is_empty):
            return is_empty
        case OwnedBy(way=(), y=y) if y.type.base == "none":
            return True
        case OwnedBy(way=(), y=model.Role()) | OfKind(way=(), y=model.Const(value=int())) | KindsAt(way=()):
            return False
        case Complement(of):
            inner = _when_emptied(of)
            return None if inner is None else not inner
        case Intersection(left, right) | Union(left, right):
            sides = _when_emptied(left), _when_emptied(right)
            if None in sides:
                return None
            return all(sides) if isinstance(plan, Intersection) else any(sides)
    return None


# ---- on the board


def followers(
    action: model.Action, sets: LineSets, when_emptied: tuple[bool, ...], player: int, game: model.Game
) -> list[list[Follower]] | None:
    """For each way of a first step those of a second one; None if it depends on the site which of its sites are emptied."""
    captured, ways = captured_steps(action, sets), _ways(sets, player, game)
    assert captured is not None
    found = []
    for first in ways:
        changed = _changed(first, captured, len(game.board.sites))
        after = []
        for second in ways:
            patterns = _patterns(second, changed)
            if patterns is None or len(patterns) > 1:
                return None
            for emptied in patterns:
                if all(when_emptied[k] for k, is_hit in zip(second[1], emptied, strict=True) if is_hit):
                    after.append(Follower(second, emptied))
        found.append(after)
    return found


def _ways(sets: LineSets, player: int, game: model.Game) -> list[Way]:
    """In the order of the sets of candidates."""
    path, lengths = sets.path, list(expansions(sets.path, game))
    if isinstance(path, model.Leap):
        moves = leap_moves(game.board, path.offsets_for(player))
    else:
        moves = [steps_of(game.board, d) for d in directions_for(path, player, game) or ()]
    return [(each, way) for each in moves for way in lengths]


def _changed(way: Way, captured: frozenset[int], sites: int) -> dict[int, set[int]]:
    """By the site where a step ends, the sites that it may have emptied."""
    found = {}
    for start in range(sites):
        met = _met(way, start)
        if met is not None:
            taken = {s for s, k in zip(met, way[1], strict=True) if k in captured}
            found[met[-1]] = {start} | taken - {met[-1]}
    return found


def _patterns(way: Way, changed: dict[int, set[int]]) -> set[tuple[bool, ...]] | None:
    """Which sites of a second step are emptied, wherever it begins; None if it may come to where it begins."""
    found = set()
    for start, emptied in changed.items():
        met = _met(way, start)
        if met is None:
            continue
        if start in met:
            return None
        found.add(tuple(s in emptied for s in met))
    return found


def _met(way: Way, start: int) -> list[int] | None:
    """The sites of a way from a site; None if it leads off the board."""
    moves, steps = way
    met = [start]
    for _ in steps:
        following = moves.get(met[-1])
        if following is None:
            return None
        met.append(following)
    return met[1:]


# ---- the plan


@dataclass(frozen=True, slots=True)
class SingleSteps:
    """If no first step can be followed by another, first steps are counted as members of sets, and one is drawn from them.

    `chains`: how it is known which can.
    """

    sets: LineSets
    chains: ChainSets


def single_steps(
    action: model.Action,
    sets: CandidateSets | None,
    is_onto_empty: bool,
    is_judged: bool,
    scope: Scope,
) -> SingleSteps | Refused | None:
    """`is_judged`: whether what an action leads to decides if it is legal, or what it is worth."""
    again, facts = action.again, scope.facts
    if again is None or not isinstance(sets, LineSets):
        return None
    if is_judged or action.parameters or facts.features.has_demands:
        return _refused(again, "what an action leads to is judged, or it is demanded")
    if again.is_once and not (is_onto_empty and _are_told_apart(action, scope)):
        return _refused(again, "two first steps of one piece may lead to the same position")
    chains = chain_sets(again, action, sets, scope)
    return chains if isinstance(chains, Refused) else SingleSteps(sets, chains)


def _refused(again: model.Again, why: str) -> Refused:
    return Refused("single steps", why, again.span)


def _are_told_apart(action: model.Action, scope: Scope) -> bool:
    """Whether a piece that came to an empty site stays there, and nothing else comes to one: so its ends tell steps apart."""
    settles = scope.game.settles_after(action.name)
    return all(map(_stays, (*action.effects, *action.finals))) and not any(settles)


def _stays(e: model.Effect) -> bool:
    match e:
        case model.Remove(is_capture=captures):
            return captures  # which never takes away the piece that moves
        case model.SetField() | model.Bind():
            return True
        case model.Branch(body=body, otherwise=otherwise):
            return all(map(_stays, (*body, *otherwise)))
        case model.ForEach(body=body):
            return all(map(_stays, body))
    return False


# ---- the code


def go_on(f: Function, plans: Sequence[ActionPlan], counts: Sequence[Expr]) -> Expr:
    """Whether a first step of one of some actions, of which there are so many, can be followed by another."""
    b = f.b
    found = b.variable("goes_on", op.FALSE)
    for plan, n in zip(plans, counts, strict=True):
        way = plan.way(SingleSteps)
        if way is not None:
            with b.if_(op.and_(op.not_(Get(found)), op.lt(op.ZERO, n))):
                b.assign(found, _goes_on_by_sets(f, plan, way.sets, way.chains))
    return Get(found)


def _goes_on_by_sets(f: Function, plan: ActionPlan, sets: LineSets, chains: ChainSets) -> Expr:
    b, size = f.b, f.facts.sites
    reached = b.variable("reached", op.empty_set(size))

    def use(g: Function, first: Iterator[Candidates]) -> None:
        player = g.mover.value if isinstance(g.mover, ir.Const) and sets.depends_on_mover else 0
        after = followers(plan.action, sets, chains.when_emptied, player, g.game)
        assert after is not None
        met = [b.materialize(step.members(g, size)) for step in sets.steps]
        for candidates, seconds in zip(first, after, strict=True):
            for second in seconds:
                at: Expr = candidates.members
                moves, steps = second.way
                for step, is_emptied in zip(steps, second.emptied, strict=True):
                    at = moved(g, at, moves)
                    at = b.materialize(at if is_emptied else op.intersection(at, met[step]))
                b.assign(reached, op.union(Get(reached), at))

    for_each_player(f, plan.action, sets, use)
    return op.nonempty(Get(reached))


def may_be_single(rules: RulePlan, names: tuple[str, ...]) -> bool:
    """Whether a group's actions are counted by sets where no first step goes on."""
    plans = [rules.actions[name] for name in names]
    return all(plan.is_counted or plan.way(SingleSteps) is not None for plan in plans)


def list_single(f: Function, plans: Sequence[ActionPlan], list_all: Callable[[], None]) -> None:
    """Lists some actions: their first steps, if none goes on, else all of them."""
    b = f.b
    counts = [count_members(f, plan) for plan in plans]
    total = b.materialize(reduce(op.add, counts))
    with b.if_(op.lt(op.ZERO, total)), b.if_else(go_on(f, plans, counts)) as branch:
        list_all()
        branch.otherwise()
        for plan in plans:
            _list_members(f, plan)


def _list_members(f: Function, plan: ActionPlan) -> None:
    b = f.b

    def use(g: Function, found: Candidates) -> None:
        with b.each_bit("x", found.members) as x:
            h = g.inner()
            found.bind(h, x)
            code = b.materialize(choices.code(h, plan.action))
            if plan.way(SingleSteps) is None:
                list_number(h, plan, choices.number(h, plan.action, code))
            else:
                append_row(h, (op.number(-1 - plan.action.index), op.ZERO, code, op.ZERO))

    each_set(f, plan.action, sets_of(plan), use)
