"""Candidates as sets: where every candidate of an action is a member of a few sets of sites, they are counted by counting
members, and the n-th one is the n-th member; nothing is tried site by site.

It suits actions that choose one value by conditions that are set algebra, and moves along lines and leaps: for every
direction and length of the way, one set of destinations.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from gdl.core import model
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.line_sets import (
    NAME,
    Candidates,
    Filter,
    Gate,
    Limit,
    LineSets,
    limited,
    line_sets,
    reached,
    refused,
)
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.refusals import Refused
from interpreter.lowering.store.by_site import sites_of_movers
from interpreter.lowering.store.occupancy import of_kinds
from interpreter.lowering.values.board_functions import moved
from interpreter.lowering.values.comprehensions import by_algebra
from interpreter.lowering.values.conditions.plan import is_dear
from interpreter.lowering.values.sets import questions


@dataclass(frozen=True, slots=True)
class ChoiceSet:
    """The one choice of an action, out of a set; `before` and `after` are what limits it, in the order of the text."""

    choice: model.Choose
    before: tuple[Limit, ...]
    after: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class OneCandidate:
    """An action that chooses nothing: one candidate, where its conditions hold."""

    gates: tuple[Gate, ...]


CandidateSets: TypeAlias = ChoiceSet | LineSets | OneCandidate


def candidate_sets(action: model.Action, scope: Scope) -> CandidateSets | Refused:
    facts = scope.facts
    if _is_one_candidate(action, scope):
        conditions = [p.condition for p in action.parts if isinstance(p, model.Condition)]
        return OneCandidate(tuple(map(Gate, conditions)))
    if facts.pieces.is_huge or not (facts.sites or facts.pieces.are_kinds):
        return refused(action.span, "the board has no sites, or too many for sets of them")
    if facts.pieces.is_stacking:
        return refused(action.span, "sites hold stacks")
    return line_sets(action, scope) if action.form == "move" else _choice_set(action, scope)


def _is_one_candidate(action: model.Action, scope: Scope) -> bool:
    """Whether an action chooses nothing, and whether it is legal is quickly said: then it is not tried."""
    if action.form != "action" or action.again is not None or scope.game.requires or scope.game.prefers:
        return False
    return all(isinstance(p, model.Condition) and not is_dear(p.condition, scope) for p in action.parts)


def _choice_set(action: model.Action, scope: Scope) -> ChoiceSet | Refused:
    choices = [p for p in action.parts if isinstance(p, model.Choose)]
    if len(choices) != 1 or [c.slot for c in action.choices] != [choices[0].slot]:
        return refused(action.span, "it does not make exactly one choice")
    (choice,) = choices
    source = choice.source
    if scope.facts.size_of_set(source) is None or source.type.base != "set":
        return refused(source.span, "the choice is from a list, or no set")
    if element_of(source).base not in ("site", "piece", "player", "kind", "direction"):
        return refused(source.span, f"a {element_of(source)} is chosen")
    if isinstance(source, model.Comprehension) and isinstance(algebra := by_algebra(source, scope), Refused):
        return algebra.of(NAME)
    limits: tuple[list[Limit], list[Limit]] = [], []
    is_after = False
    for part in action.parts:
        match part:
            case model.Choose():
                is_after = True
            case model.Condition(condition=condition):
                plan = scope.algebra(condition, choice.slot)
                if not reads(condition, {choice.slot}):
                    limits[is_after].append(Gate(condition))
                elif isinstance(plan, Refused):
                    return plan.of(NAME)
                else:
                    limits[is_after].append(Filter(condition, plan))
            case model.Along(path=path):
                return refused(path.span, "a path follows the choice")
    return ChoiceSet(choice, tuple(limits[0]), tuple(limits[1]))


# ---- the code

Use = Callable[[Function, Candidates], None]


def each_set(
    f: Function,
    action: model.Action,
    sets: CandidateSets,
    use: Use,
    among: Expr | None = None,
) -> None:
    """Goes through the sets of an action's candidates. `among`: the only sites from which pieces move."""

    def use_each(g: Function, found: Iterator[Candidates]) -> None:
        for candidates in found:
            use(g, candidates)

    for_each_player(f, action, sets, use_each, among)


def for_each_player(
    f: Function,
    action: model.Action,
    sets: CandidateSets,
    use: Callable[[Function, Iterator[Candidates]], None],
    among: Expr | None = None,
) -> None:
    """The same with all sets that there are for a player, where directions depend on who moves; else with all."""
    is_apart = isinstance(sets, LineSets) and sets.depends_on_mover
    for player in range(f.facts.players) if is_apart else (0,):
        who = op.number(player) if is_apart else f.mover
        with f.b.if_(op.eq(f.mover, who)):
            g = f.moved_by(who).inner()
            use(g, _sets(g, action, sets, player, among))


def _sets(
    f: Function,
    action: model.Action,
    sets: CandidateSets,
    player: int,
    among: Expr | None,
) -> Iterator[Candidates]:
    """The sets, each computed when it is asked for."""
    match sets:
        case OneCandidate():
            one = limited(f, op.full_set(1), sets.gates, 1)
            yield Candidates(f.b.materialize(one), lambda g, x: None)
        case ChoiceSet():
            yield _chosen(f, sets)
        case LineSets():
            yield from reached(f, action, sets, player, _movers(f, action, among))


def _chosen(f: Function, sets: ChoiceSet) -> Candidates:
    choice = sets.choice
    size = f.facts.size_of_set(choice.source)
    assert size is not None
    members: Expr = op.full_set(size)
    members = limited(f, members, sets.before, size)
    members = op.intersection(members, questions.bits(f, choice.source))
    members = limited(f, members, sets.after, size)
    kind = element_of(choice.source)

    def bind(g: Function, x: Expr) -> None:
        g.bind(choice.slot, kind.or_none if kind.base == "piece" else kind, x, choice.name)

    return Candidates(f.b.materialize(members), bind)


def able_movers(f: Function, action: model.Action, sets: LineSets, among: Expr | None) -> Expr:
    """The sites of the pieces that can make a move."""
    able = f.b.variable("able", op.empty_set(f.facts.sites))

    def use(g: Function, found: Candidates) -> None:
        g.b.assign(able, op.union(Get(able), moved(g, found.members, found.back)))

    each_set(f, action, sets, use, among)
    return Get(able)


def movers_of_kinds(f: Function, action: model.Action) -> Expr | None:
    """The mover's pieces that can make a move of only some kinds, of which there may be none for long; None of another action."""
    if action.form != "move" or action.kinds is None or len(action.kinds) == f.facts.kinds:
        return None
    return f.b.materialize(_movers(f, action, None))


def _movers(f: Function, action: model.Action, among: Expr | None) -> Expr:
    """The mover's pieces that can make a move."""
    mine: Expr = sites_of_movers(f, None, among)
    if action.kinds is None or len(action.kinds) == f.facts.kinds:
        return mine
    return op.intersection(mine, of_kinds(f, action.kinds))


def add_up(
    f: Function, action: model.Action, sets: CandidateSets, total: Var, among: Expr | None = None
) -> None:
    """Adds the candidates of an action to a number."""
    each_set(
        f,
        action,
        sets,
        lambda g, found: g.b.assign(total, op.add(Get(total), op.count(found.members))),
        among,
    )
