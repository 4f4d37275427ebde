"""Whether a first step of an action that repeats can be followed by another, asked of all first steps at once by shifted sets.

A step that only moves its piece and captures what it passes changes little: sites of its own path become empty. Where those lie
on the path of a next step, seen from where the piece has come to, the board tells for each pair of directions. All else is as
it was, so the first steps that a second one may follow are shifted sets: nothing is done on a copy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gdl.core import model
from interpreter.lowering.actions.line_sets import LineSets, expansions, leap_moves
from interpreter.lowering.facts.geometry import directions_for, steps_of
from interpreter.lowering.function import ConditionPlan, Scope
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.conditions.of_sites import KindsAt, Occupied, OfKind, OwnedBy
from interpreter.lowering.values.conditions.plan import Complement, Intersection, Union

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


def chain_sets(action: model.Action, sets: LineSets, scope: Scope) -> ChainSets | Refused:
    again = action.again
    assert again is not None
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
