"""Candidates as sets: the sets of sites that a plan says, and what binds an action's names to a member of one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from gdl import model
from gdl.types import PIECE, SITE
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.actions.candidate_sets import (
    CandidateSets,
    ChoiceSet,
    Filter,
    Limit,
    LineSets,
    OneCandidate,
    expansions,
    leap_moves,
    pairs_that_hold,
)
from interpreter.lowering.facts.board import directions_for, steps_of
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function
from interpreter.lowering.store.by_site import sites_of_movers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.shifts import moved


@dataclass(frozen=True, slots=True)
class Candidates:
    """A set of candidates, and what binds the action's names to a member of it. `back`: the start of each, of moves."""

    members: Expr
    bind: Callable[[Function, Expr], None]
    back: Mapping[int, int] = field(default_factory=dict)


Use = Callable[[Function, Candidates], None]


def each_set(
    f: Function,
    action: model.Action,
    sets: CandidateSets,
    use: Use,
    among: Expr | None = None,
    start: Expr | None = None,
) -> None:
    """Goes through the sets of an action's candidates. `among`: the only sites from which pieces move; `start`: what stands
    on these sites moves, whatever it is."""

    def use_each(g: Function, found: Iterator[Candidates]) -> None:
        for candidates in found:
            use(g, candidates)

    for_each_player(f, action, sets, use_each, among, start)


def for_each_player(
    f: Function,
    action: model.Action,
    sets: CandidateSets,
    use: Callable[[Function, Iterator[Candidates]], None],
    among: Expr | None = None,
    start: Expr | None = None,
) -> None:
    """The same with all sets that there are for a player, where directions depend on who moves; else with all."""
    is_apart = isinstance(sets, LineSets) and sets.depends_on_mover
    for player in range(f.facts.players) if is_apart else (0,):
        who = op.number(player) if is_apart else f.mover
        with f.b.if_(op.eq(f.mover, who)):
            g = f.moved_by(who).inner()
            use(g, _sets(g, action, sets, player, among, start))


def _sets(
    f: Function,
    action: model.Action,
    sets: CandidateSets,
    player: int,
    among: Expr | None,
    start: Expr | None,
) -> Iterator[Candidates]:
    """The sets, each computed when it is asked for."""
    match sets:
        case OneCandidate():
            one = _limited(f, op.full_set(1), sets.gates, 1)
            yield Candidates(f.b.materialize(one), lambda g, x: None)
        case ChoiceSet():
            yield _chosen(f, sets)
        case LineSets():
            movers = _movers(f, action, among) if start is None else start
            yield from _reached(f, action, sets, player, movers)


# ---- one value is chosen


def _chosen(f: Function, sets: ChoiceSet) -> Candidates:
    choice = sets.choice
    size = f.facts.size_of_set(choice.source)
    assert size is not None
    members: Expr = op.full_set(size)
    members = _limited(f, members, sets.before, size)
    members = op.intersection(members, questions.bits(f, choice.source))
    members = _limited(f, members, sets.after, size)
    kind = element_of(choice.source)

    def bind(g: Function, x: Expr) -> None:
        g.bind(choice.slot, kind.or_none if kind.base == "piece" else kind, x, choice.name)

    return Candidates(f.b.materialize(members), bind)


def _limited(f: Function, members: Expr, limits: tuple[Limit, ...], size: int) -> Expr:
    for limit in limits:
        if isinstance(limit, Filter):
            f.decide(limit.condition.span, "condition", limit.members)
            members = op.intersection(members, limit.members.members(f, size))
        else:
            holds = f.b.materialize(f.truth(limit.condition))
            members = op.select(holds, f.b.materialize(members), op.empty_set(size))
    return members


# ---- a piece moves along a line or leaps


def _reached(
    f: Function, action: model.Action, sets: LineSets, player: int, movers: Expr
) -> Iterator[Candidates]:
    b, n = f.b, f.facts.sites
    origins = b.materialize(_limited(f, movers, sets.origins, n))
    met = [b.materialize(step.members(f, n)) for step in sets.steps]
    onto: Expr | None = None
    for limit in sets.onto:
        members = limit.members.members(f, n)
        onto = b.materialize(members if onto is None else op.intersection(onto, members))
    for moves, ways in _ways(f, sets, player):
        reached: dict[tuple[int, ...], Expr] = {(): origins}
        for way in ways:
            for k, step in enumerate(way):
                if way[: k + 1] not in reached:
                    following = op.intersection(moved(f, reached[way[:k]], moves), met[step])
                    reached[way[: k + 1]] = b.materialize(following)
            back = _back(f, moves, len(way))
            members = reached[way]
            if onto is not None:
                members = op.intersection(members, onto)
            if sets.pairs:
                members = op.intersection(members, _allowed(f, action, sets, back))
            yield Candidates(b.materialize(members), _binder(f, action, sets, way, moves, back), back)


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
    of_kind: Expr = op.empty_set(f.facts.sites)
    for k in action.kinds:
        of_kind = op.union(of_kind, f.load("are", op.number(k)))
    return op.intersection(mine, of_kind)


def _ways(
    f: Function, sets: LineSets, player: int
) -> Iterator[tuple[Mapping[int, int], list[tuple[int, ...]]]]:
    """One step of the way, from each site to the next, and the ways that such steps make, as places in the pattern."""
    path = sets.path
    lengths = list(expansions(path, f.game))
    if isinstance(path, model.Leap):
        for moves in leap_moves(f.board, path.offsets_for(player)):
            yield moves, lengths
        return
    for d in directions_for(path, player, f.game) or ():
        yield steps_of(f.board, d), lengths


def _allowed(f: Function, action: model.Action, sets: LineSets, back: Mapping[int, int]) -> Const:
    """The destinations that the conditions on both ends allow."""
    allowed = [*back]
    for e in sets.pairs:
        held = pairs_that_hold(action, e, ((back[to], to) for to in allowed), f.game)
        allowed = [to for to, holds in zip(allowed, held, strict=True) if holds]
    return op.members(allowed, f.facts.sites)


def _back(f: Function, moves: Mapping[int, int], length: int) -> dict[int, int]:
    """From each destination the start, `length` steps away."""
    found = {}
    for s in range(f.facts.sites):
        t: int | None = s
        for _ in range(length):
            t = moves.get(t) if t is not None else None
        if t is not None:
            found[t] = s
    return found


def _binder(
    f: Function,
    action: model.Action,
    sets: LineSets,
    way: tuple[int, ...],
    moves: Mapping[int, int],
    back: Mapping[int, int],
) -> Callable[[Function, Expr], None]:
    def bind(g: Function, to: Expr) -> None:
        g.bind(action.origin, SITE, _mapped(g, to, back), "from")
        g.bind(action.piece, PIECE, g.pieces.seen_at(g, g.local(action.origin)), "piece")
        g.bind(sets.along.to, SITE, to, "to")
        for k, place in enumerate(way):
            step = sets.path.steps[place]
            if step.slot is not None:
                met = _mapped(g, to, _back(g, moves, len(way) - 1 - k))
                g.bind(step.slot, SITE, met, step.name)

    return bind


def _mapped(f: Function, site: Expr, to: Mapping[int, int]) -> Expr:
    """A site by a table over sites; by one sum where that is enough."""
    distances = {t - s for s, t in to.items()}
    if len(distances) == 1:
        return op.add(site, op.number(distances.pop()))
    values = tuple(to.get(s, 0) for s in range(f.facts.sites))
    return f.b.materialize(f.table("back", values, site))
