"""Moves along a line, and leaps, as sets: for every direction and length of the way one set of destinations."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from gdl.boards.board import Board, Offsets
from gdl.core import model, static, visit
from gdl.core.types import PIECE, SITE
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.ir import Const, Expr, op
from interpreter.lowering.facts.geometry import (
    any_directions,
    directions_for,
    is_plain_length,
    known_directions,
    known_number,
    steps_of,
)
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import needs_loops, static_names
from interpreter.lowering.game.partial_evaluation import inlined, with_roles_as_names
from interpreter.lowering.refusals import NotLowered, Refused
from interpreter.lowering.values.board_functions import moved

NAME = "candidate sets"
MAX_SETS = 96  # sets that the candidates of one action may take


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition that leaves some members of a set."""

    condition: model.Expr
    members: ConditionPlan


@dataclass(frozen=True, slots=True)
class Gate:
    """A condition that leaves all of a set, or nothing."""

    condition: model.Expr


Limit: TypeAlias = Filter | Gate


@dataclass(frozen=True, slots=True)
class Candidates:
    """A set of candidates, and what binds the action's names to a member of it. `back`: the start of each, of moves."""

    members: Expr
    bind: Callable[[Function, Expr], None]
    back: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LineSets:
    """A move along a line, or a leap. `steps`: the sites that each step of its path meets.

    `origins` limits where it starts, `onto` where it ends; `pairs` are conditions on both that the board decides.
    """

    along: model.Along
    path: model.Line | model.Leap
    steps: tuple[ConditionPlan, ...]
    origins: tuple[Limit, ...]
    onto: tuple[Filter, ...]
    pairs: tuple[model.Expr, ...]
    depends_on_mover: bool


# ---- the plan


def refused(span: Span, why: str) -> Refused:
    return Refused(NAME, why, span)


def line_sets(action: model.Action, scope: Scope) -> LineSets | Refused:
    ways = [p for p in action.parts if isinstance(p, model.Along)]
    if len(ways) != 1 or any(isinstance(p, model.Choose) for p in action.parts):
        return refused(action.span, "it does not consist of one path, or chooses something beside it")
    path, game = ways[0].path, scope.game
    if isinstance(path, model.Walk):
        return refused(path.span, "a walk may turn")
    if not _has_no_other_choices(action):
        return refused(action.span, "its choices are more than where the piece starts and ends")
    if isinstance(path, model.Line) and not is_plain_length(path):
        return refused(
            path.span, "the length of the path is limited from below, or by a number that is not known"
        )
    steps = _step_sets(action, path, scope)
    if isinstance(steps, Refused):
        return steps
    if isinstance(path, model.Line) and directions_for(path, 0, game) is None:
        return refused(path.span, "the directions of the path are not known before the game")
    limits = _limits(action, scope)
    if isinstance(limits, Refused):
        return limits
    if not _is_few(path, game):
        return refused(path.span, f"there are more than {MAX_SETS} pairs of a direction and a length")
    depends = path.viewer is not None if isinstance(path, model.Leap) else known_directions(path) is None
    return LineSets(ways[0], path, steps, *limits, depends)


def _has_no_other_choices(action: model.Action) -> bool:
    """Whether a move's choices are its start and destination alone."""
    return all(c.slot in (action.piece, action.origin, action.to) for c in action.choices)


def _step_sets(
    action: model.Action, path: model.Line | model.Leap, scope: Scope
) -> tuple[ConditionPlan, ...] | Refused:
    if any(s.name == "to" for s in path.steps):
        return refused(path.span, "a step before the last is the destination")
    is_single = sum(not s.is_fixed for s in path.steps) == 1
    bound, found = _bound(action), []
    for step in path.steps:
        if step.condition is None or step.collects or reads(step.condition, bound):
            return refused(
                path.span, "a step is a group, gathers what it meets, or depends on what was met before"
            )
        plan = scope.algebra(step.condition, step.it)
        if isinstance(plan, Refused):
            return plan.of(NAME)
        if not step.is_fixed and not (step.slot is None and (is_single or _is_empty(step))):
            return refused(path.span, "a site may be met in two ways, or what is passed over has a name")
        found.append(plan)
    return tuple(found)


def _is_empty(step: model.Step) -> bool:
    """What several steps pass over must be empty, so that no site is met in two ways."""
    return isinstance(step.condition, model.Builtin) and step.condition.name == "empty"


def _bound(action: model.Action) -> frozenset[int]:
    """The names that a move and its path bind."""
    slots = {action.piece, action.origin, action.to}
    for part in action.parts:
        if isinstance(part, model.Along):
            slots |= {s.slot for s in part.path.steps if s.slot is not None}
    return frozenset(slots)


def _limits(
    action: model.Action, scope: Scope
) -> tuple[tuple[Limit, ...], tuple[Filter, ...], tuple[model.Expr, ...]] | Refused:
    """What limits the origins, the destinations, and both."""
    origins: list[Limit] = []
    onto: list[Filter] = []
    pairs: list[model.Expr] = []
    after_path = False
    for part in action.parts:
        if isinstance(part, model.Along):
            after_path = True
        if not isinstance(part, model.Condition):
            continue
        e = part.condition
        if not _is_side_condition(action, e, after_path, scope):
            return refused(
                e.span,
                "it is no set algebra about the start or the end alone, and the board does not decide it",
            )
        if not reads(e, {action.to}):
            limit = _origin_limit(action, e, scope)
            if isinstance(limit, Refused):
                return limit
            origins.append(limit)
        elif reads(e, {action.origin}):
            pairs.append(e)
        else:
            plan = scope.algebra(e, action.to)
            if isinstance(plan, Refused):
                return plan.of(NAME)
            onto.append(Filter(e, plan))
    return tuple(origins), tuple(onto), tuple(pairs)


def _origin_limit(action: model.Action, e: model.Expr, scope: Scope) -> Limit | Refused:
    if not reads(e, {action.piece, action.origin}):
        return Gate(e)
    plan = scope.algebra(e, action.piece, action.origin)
    return plan.of(NAME) if isinstance(plan, Refused) else Filter(e, plan)


def _is_side_condition(action: model.Action, e: model.Expr, after_path: bool, scope: Scope) -> bool:
    """Whether a condition is about the origin or the destination alone, or about both as the board decides."""
    bound = _bound(action)
    if not reads(e, bound):
        return not needs_loops(e)
    for slot in (action.piece, action.origin, action.to):
        if not reads(e, bound - {slot}) and scope.condition(e, slot) is not None:
            return slot != action.to or after_path
    if not after_path or reads(e, bound - {action.origin, action.to}):
        return False
    free = static_names(with_roles_as_names(inlined(e, scope.game)), scope.game)
    return free is not None and free.keys() <= {action.origin, action.to}


def pairs_that_hold(
    action: model.Action, e: model.Expr, pairs: Iterable[tuple[int, int]], game: model.Game
) -> list[bool]:
    """Whether a condition that the board decides holds of each start and destination. Raises NotLowered if it cannot be computed."""
    flat, table = with_roles_as_names(inlined(e, game)), static.table_of(game)
    try:
        return [
            bool(static.value(flat, game.board, {action.origin: start, action.to: to}, table))
            for start, to in pairs
        ]
    except (static.NotStatic, TypeError, KeyError) as error:
        raise NotLowered(f"{e.span}: the board does not decide this for every way") from error


def _is_few(path: model.Line | model.Leap, game: model.Game) -> bool:
    """Whether the candidates take few sets."""
    if isinstance(path, model.Leap):
        if game.board.round and not _has_plain_leaps(path, game.board):
            return False
        ways = max(len(leap_moves(game.board, offsets)) for offsets in path.offsets)
    elif game.board.has_circles and not _has_plain_tracks(path, game):
        return False
    else:
        ways = len(any_directions(path, game))
    return 0 < len(list(expansions(path, game))) * ways <= MAX_SETS


def _has_plain_leaps(path: model.Leap, board: Board) -> bool:
    """Whether the leaps on a board that goes round are single ones, and lead from each site to different ones."""
    if visit.repeats(path.steps):
        return False
    reached = (board.leap(s, offsets) for offsets in path.offsets for s in range(len(board.sites)))
    return all(len(set(met)) == len(met) for met in reached)


def _has_plain_tracks(path: model.Line, game: model.Game) -> bool:
    """Whether the lines of these directions end, and none leads where another one leads to from the same site."""
    board = game.board
    for player in range(len(game.players)):
        directions = directions_for(path, player, game) or ()
        for s in range(len(board.sites)):
            met = [t for d in directions for t in board.line(s, d)]
            lines = (board.line(s, d) for d in directions)
            ends = zip(directions, (line[-1] if line else s for line in lines), strict=True)
            if len(set(met)) < len(met) or any(board.steps[d][t] >= 0 for d, t in ends):
                return False
    shifts = {(d, t - s) for d in any_directions(path, game) for s, t in steps_of(board, d).items()}
    return len(shifts) <= MAX_SETS


# ---- the ways of a path


def expansions(path: model.Line | model.Leap, game: model.Game) -> Iterator[tuple[int, ...]]:
    """The pattern with every repetition written out, for all lengths that fit on the board: the steps by their places."""
    longest = _longest(path, game)

    def expand(at: int, room: int) -> Iterator[tuple[int, ...]]:
        if at == len(path.steps):
            yield ()
            return
        step = path.steps[at]
        most_times = room if step.most is None else min(step.most, room)
        for times in range(step.least, most_times + 1):
            for rest in expand(at + 1, room - times):
                yield (at,) * times + rest

    return (made for made in expand(0, longest) if made)


def _longest(path: model.Line | model.Leap, game: model.Game) -> int:
    """How many sites a path may meet."""
    board = game.board
    sites = range(len(board.sites))
    if isinstance(path, model.Leap):
        rides = (ride for seen in path.offsets for s in sites for ride in board.rides(s, seen))
        return max(map(len, rides), default=0)
    longest = max((len(board.line(s, d)) for d in any_directions(path, game) for s in sites), default=0)
    most = known_number(path.most)
    return longest if most is None else min(longest, most)


def leap_moves(board: Board, offsets: Offsets) -> list[dict[int, int]]:
    """Leaps by their offset: from each site the site that it leads to."""
    ways = [{s: t for s, t in enumerate(steps) if t >= 0} for steps in board.leaps(offsets)]
    return [way for way in ways if way]


# ---- the code


def limited(f: Function, members: Expr, limits: tuple[Limit, ...], size: int) -> Expr:
    for limit in limits:
        if isinstance(limit, Filter):
            f.decide(limit.condition.span, "condition", limit.members)
            members = op.intersection(members, limit.members.members(f, size))
        else:
            holds = f.b.materialize(f.truth(limit.condition))
            members = op.select(holds, f.b.materialize(members), op.empty_set(size))
    return members


def reached(
    f: Function, action: model.Action, sets: LineSets, player: int, movers: Expr
) -> Iterator[Candidates]:
    b, n = f.b, f.facts.sites
    origins = b.materialize(limited(f, movers, sets.origins, n))
    met = [b.materialize(step.members(f, n)) for step in sets.steps]
    onto: Expr | None = None
    for limit in sets.onto:
        members = limit.members.members(f, n)
        onto = b.materialize(members if onto is None else op.intersection(onto, members))
    for moves, ways in _ways(f, sets, player):
        met_after: dict[tuple[int, ...], Expr] = {(): origins}
        for way in ways:
            for k, step in enumerate(way):
                if way[: k + 1] not in met_after:
                    following = op.intersection(moved(f, met_after[way[:k]], moves), met[step])
                    met_after[way[: k + 1]] = b.materialize(following)
            back = _back(f, moves, len(way))
            members = met_after[way]
            if onto is not None:
                members = op.intersection(members, onto)
            if sets.pairs:
                members = op.intersection(members, _allowed(f, action, sets, back))
            yield Candidates(b.materialize(members), _binder(f, action, sets, way, moves, back), back)


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
