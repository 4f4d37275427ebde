"""Candidates as sets: where every candidate of an action is a member of a few sets of sites, they are counted by counting
members, and the n-th one is the n-th member; nothing is tried site by site.

It suits actions that choose one value by conditions that are set algebra, and moves along lines and leaps: for every
direction and length of the way, one set of destinations.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gdl import model, static, visit
from gdl.boards.board import Board, Offsets
from gdl.source import Span
from gdl.visit import reads
from interpreter.lowering.facts.board import (
    any_directions,
    directions_for,
    known_directions,
    known_number,
    steps_of,
)
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Scope
from interpreter.lowering.game.inlining import inlined, with_roles_as_names
from interpreter.lowering.game.reads import needs_loops, static_names
from interpreter.lowering.refusals import NotLowered, Refused
from interpreter.lowering.values.comprehensions import by_algebra
from interpreter.lowering.values.conditions.light import is_dear

_NAME = "candidate sets"
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
class ChoiceSet:
    """The one choice of an action, out of a set; `before` and `after` are what limits it, in the order of the text."""

    choice: model.Choose
    before: tuple[Limit, ...]
    after: tuple[Limit, ...]


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
        return _refused(action.span, "the board has no sites, or too many for sets of them")
    if facts.pieces.is_stacking:
        return _refused(action.span, "sites hold stacks")
    return _line_sets(action, scope) if action.form == "move" else _choice_set(action, scope)


def _is_one_candidate(action: model.Action, scope: Scope) -> bool:
    """Whether an action chooses nothing, and whether it is legal is quickly said: then it is not tried."""
    if action.form != "action" or action.again is not None or scope.game.requires or scope.game.prefers:
        return False
    return all(isinstance(p, model.Condition) and not is_dear(p.condition, scope) for p in action.parts)


# ---- one value is chosen


def _refused(span: Span, why: str) -> Refused:
    return Refused(_NAME, why, span)


def _choice_set(action: model.Action, scope: Scope) -> ChoiceSet | Refused:
    choices = [p for p in action.parts if isinstance(p, model.Choose)]
    if len(choices) != 1 or [c.slot for c in action.choices] != [choices[0].slot]:
        return _refused(action.span, "it does not make exactly one choice")
    (choice,) = choices
    source = choice.source
    if scope.facts.size_of_set(source) is None or source.type.base != "set":
        return _refused(source.span, "the choice is from a list, or no set")
    if element_of(source).base not in ("site", "piece", "player", "kind", "direction"):
        return _refused(source.span, f"a {element_of(source)} is chosen")
    if isinstance(source, model.Comprehension) and isinstance(algebra := by_algebra(source, scope), Refused):
        return algebra.of(_NAME)
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
                    return plan.of(_NAME)
                else:
                    limits[is_after].append(Filter(condition, plan))
            case model.Along(path=path):
                return _refused(path.span, "a path follows the choice")
    return ChoiceSet(choice, tuple(limits[0]), tuple(limits[1]))


# ---- a piece moves along a line or leaps


def _line_sets(action: model.Action, scope: Scope) -> LineSets | Refused:
    ways = [p for p in action.parts if isinstance(p, model.Along)]
    if len(ways) != 1 or any(isinstance(p, model.Choose) for p in action.parts):
        return _refused(action.span, "it does not consist of one path, or chooses something beside it")
    path, game = ways[0].path, scope.game
    if isinstance(path, model.Walk):
        return _refused(path.span, "a walk may turn")
    if not _has_no_other_choices(action):
        return _refused(action.span, "its choices are more than where the piece starts and ends")
    if not _is_plain_length(path):
        return _refused(
            path.span, "the length of the path is limited from below, or by a number that is not known"
        )
    steps = _step_sets(action, path, scope)
    if isinstance(steps, Refused):
        return steps
    if isinstance(path, model.Line) and directions_for(path, 0, game) is None:
        return _refused(path.span, "the directions of the path are not known before the game")
    limits = _limits(action, scope)
    if isinstance(limits, Refused):
        return limits
    if not _is_few(path, game):
        return _refused(path.span, f"there are more than {MAX_SETS} pairs of a direction and a length")
    depends = path.viewer is not None if isinstance(path, model.Leap) else known_directions(path) is None
    return LineSets(ways[0], path, steps, *limits, depends)


def _has_no_other_choices(action: model.Action) -> bool:
    """Whether a move's choices are its start and destination alone."""
    return all(c.slot in (action.piece, action.origin, action.to) for c in action.choices)


def _is_plain_length(path: model.Line | model.Leap) -> bool:
    if isinstance(path, model.Leap):
        return True
    return path.least is None and (path.most is None or known_number(path.most) is not None)


def _step_sets(
    action: model.Action, path: model.Line | model.Leap, scope: Scope
) -> tuple[ConditionPlan, ...] | Refused:
    if any(s.name == "to" for s in path.steps):
        return _refused(path.span, "a step before the last is the destination")
    is_single = sum(s.least != s.most for s in path.steps) == 1
    bound, found = _bound(action), []
    for step in path.steps:
        if step.condition is None or step.collects or reads(step.condition, bound):
            return _refused(
                path.span, "a step is a group, gathers what it meets, or depends on what was met before"
            )
        plan = scope.algebra(step.condition, step.it)
        if isinstance(plan, Refused):
            return plan.of(_NAME)
        if step.least != step.most and not (step.slot is None and (is_single or _is_empty(step))):
            return _refused(path.span, "a site may be met in two ways, or what is passed over has a name")
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
            return _refused(
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
                return plan.of(_NAME)
            onto.append(Filter(e, plan))
    return tuple(origins), tuple(onto), tuple(pairs)


def _origin_limit(action: model.Action, e: model.Expr, scope: Scope) -> Limit | Refused:
    if not reads(e, {action.piece, action.origin}):
        return Gate(e)
    plan = scope.algebra(e, action.piece, action.origin)
    return plan.of(_NAME) if isinstance(plan, Refused) else Filter(e, plan)


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
    longest = max(board.files, board.ranks) - 1
    if board.has_circles:
        longest = max((len(board.line(s, d)) for d in any_directions(path, game) for s in sites), default=0)
    most = known_number(path.most)
    return longest if most is None else min(longest, most)


def leap_moves(board: Board, offsets: Offsets) -> list[dict[int, int]]:
    """Leaps by their offset: from each site the site that it leads to."""
    ways = [{s: t for s, t in enumerate(steps) if t >= 0} for steps in board.leaps(offsets)]
    return [way for way in ways if way]
