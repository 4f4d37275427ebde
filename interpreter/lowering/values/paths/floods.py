"""What spreads over the board: `reached from`, and what is asked of it.

Where a condition is set algebra, a flood is a loop over the sites that are new; it ends as soon as what is asked is known.
A chain without liberties is one to which no empty neighbour is found, and most chains have one at their first stone.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import cast

from gdl.core import model
from gdl.core.types import DIRECTION, SITE
from gdl.core.visit import rewritten, same
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import ConditionPlan, Function, Scope, SetPlan
from interpreter.lowering.game.partial_evaluation import constant, inlined
from interpreter.lowering.refusals import Refused, accepted, refusals
from interpreter.lowering.terms import Enough, as_number
from interpreter.lowering.values.board_functions import shifted
from interpreter.lowering.values.comprehensions import JoinedSets
from interpreter.lowering.values.names import inlined as inlined_body
from interpreter.lowering.values.names import is_shared
from interpreter.lowering.values.paths import flood_fill
from interpreter.lowering.values.paths.flood_fill import ONE_BY_ONE, OneByOne, next_sets, only_element, spread
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import SetForm

_WAYS = "open ways by sets"


def flood(e: model.Expr, scope: Scope) -> SetPlan | None:
    if not isinstance(e, model.Reached):
        return None
    condition = scope.algebra(e.condition, e.slot)
    if isinstance(condition, Refused):
        return Judged(e, (condition,))
    ways = open_ways(e, scope)
    return Flood(e, condition, accepted(ways), _one_by_one(e, scope), refusals(ways))


def _one_by_one(e: model.Reached, scope: Scope) -> OneByOne | None:
    """A start at one site, where the sites are taken one by one."""
    if e.steps is not None or scope.facts.sites > ONE_BY_ONE or not isinstance(e.directions, model.Const):
        return None
    start = only_element(e.start)
    return None if start is None else OneByOne(start)


# ---- where steps lead


@dataclass(frozen=True, slots=True)
class OpenWay:
    """In a direction, the sites from which the flood steps to the next site."""

    direction: int
    sites: ConditionPlan


def open_ways(e: model.Reached, scope: Scope) -> tuple[OpenWay, ...] | Refused | None:
    """Of `{n in neighbours(it) where C}`: C for each direction, with the step instead of n."""
    if e.steps is None:
        return None
    match inlined(e.steps, scope.game):
        case (
            model.Comprehension(
                value=None,
                condition=model.Node() as condition,
                source=model.Builtin(name="neighbours", arguments=(model.Local() as it, *given)),
            ) as steps
        ) if it.slot == e.slot:
            directions = _chosen(given, scope)
            if directions is None:
                return _refused(steps, "the directions of its steps are not known before the game")
            made = []
            for d in directions:
                way = model.Const(e.span, DIRECTION, d)
                step = model.Builtin(e.span, SITE.or_none, "step", (it, way))
                said = inlined(condition, scope.game, {steps.slot: step})
                plan = scope.algebra(with_known_ways(said, scope), e.slot)
                if isinstance(plan, Refused):
                    return plan.of(_WAYS)
                made.append(OpenWay(d, plan))
            return tuple(made)
    return _refused(e.steps, "its steps are not `neighbours(it)` that a condition chooses")


def _refused(e: model.Expr, why: str) -> Refused:
    return Refused(_WAYS, why, e.span)


def _chosen(given: list[model.Expr], scope: Scope) -> list[int] | None:
    """The directions in which neighbours are meant."""
    if not given:
        return list(scope.game.board.adjacent)
    match given[0]:
        case model.Const(value=tuple(values)):
            return [d for d in values if isinstance(d, int)]
    return None


def with_known_ways(e: model.Expr, scope: Scope) -> model.Expr:
    """An expression in which `towards(s, step(s, d))` is d, and what follows from that is known, too."""

    def change(part: object) -> object:
        match part:
            case model.Builtin(
                name="towards", arguments=(start, model.Builtin(name="step", arguments=(from_start, way)))
            ) if same(start, from_start) and not scope.game.board.has_circles:
                return way
        return rewritten(part, change)

    return constant(cast(model.Expr, change(e)), scope.game)


# ---- floods


@dataclass(frozen=True, slots=True)
class Flood(SetForm):
    """All that is reached over sites for which a condition holds that is set algebra.

    `ways`: by sets of open sites for each direction. `refused`: why not, where steps are followed site by site.
    """

    e: model.Reached
    condition: ConditionPlan
    ways: tuple[OpenWay, ...] | None
    one_by_one: OneByOne | None = None
    refused: tuple[Refused, ...] = ()

    def bits(self, f: Function) -> Expr:
        return self.reached(f, None, None)

    def bits_until(self, f: Function, enough: Enough) -> Expr:
        return self.reached(f, enough, None)

    def grows(self, f: Function) -> bool:
        return True

    def reached(self, f: Function, enough: Enough | None, border: ir.Var | None) -> Expr:
        """What is reached; all that was looked at is added to `border`, and then that must be enough."""
        b, n = f.b, f.facts.sites
        allowed = b.materialize(self.condition.members(f, n))
        sets = None if self.one_by_one is None else next_sets(f, self.e.directions)
        if self.one_by_one is not None and sets is not None:
            return flood_fill.reached(f, self.one_by_one, allowed, sets, enough, border)
        start = questions.bits(f, self.e.start)
        found = b.variable("reached", op.intersection(start, allowed))
        fresh = b.variable("fresh", Get(found))
        next_sites = self._next_sites(f)
        with b.loop():
            inner = b.loops - 1

            def stop_if_enough(so_far: Expr) -> None:
                if enough is not None:
                    with b.if_(enough.of(so_far)):
                        b.break_(inner)

            with b.if_(op.is_empty(Get(fresh))):
                b.break_(inner)
            if border is None:
                stop_if_enough(Get(found))
            around = next_sites(fresh)
            if border is not None:
                b.assign(border, op.union(Get(border), around))
                stop_if_enough(Get(border))
            more = b.materialize(op.difference(op.intersection(around, allowed), Get(found)))
            b.assign(fresh, more)
            b.assign(found, op.union(Get(found), more))
        return Get(found)

    def _next_sites(self, f: Function) -> Callable[[ir.Var], Expr]:
        """What gives the sites one step from those that are new."""
        b, n = f.b, f.facts.sites
        if self.ways is not None:
            open_sites = [(w.direction, b.materialize(w.sites.members(f, n))) for w in self.ways]
            return lambda fresh: b.materialize(_through(f, open_sites, Get(fresh)))
        return lambda fresh: b.materialize(stepped(f, self.e, Get(fresh)))


def _through(f: Function, ways: list[tuple[int, Expr]], sites: Expr) -> Expr:
    found: Expr = op.empty_set(f.facts.sites)
    for d, is_open in ways:
        found = op.union(found, shifted(f, op.intersection(sites, is_open), d))
    return found


@dataclass(frozen=True, slots=True)
class Judged(SetForm):
    """A flood whose condition is judged site by site. `refused`: why."""

    e: model.Reached
    refused: tuple[Refused, ...]

    def bits(self, f: Function) -> Expr:
        b, n, e = f.b, f.facts.sites, self.e
        asked = b.variable("asked", questions.bits(f, e.start))
        fresh = b.variable("fresh", Get(asked))
        found = b.variable("reached", op.empty_set(n))
        with b.loop():
            with b.if_(op.is_empty(Get(fresh))):
                b.break_loop()
            hits, g = b.variable("hits", op.empty_set(n)), f.inner()
            with b.each_bit("s", Get(fresh)) as s:
                g.bind(e.slot, SITE, s, "it")
                with b.if_(g.truth(e.condition)):
                    b.assign(hits, op.union(Get(hits), op.singleton(s, n)))
            b.assign(found, op.union(Get(found), Get(hits)))
            b.assign(fresh, op.difference(stepped(f, e, Get(hits)), Get(asked)))
            b.assign(asked, op.union(Get(asked), Get(fresh)))
        return Get(found)

    def grows(self, f: Function) -> bool:
        return True


def stepped(f: Function, e: model.Reached, sites: Expr) -> Expr:
    """The sites that are one step from any of these."""
    if e.steps is None:
        return spread(f, e.directions, sites)
    b, n = f.b, f.facts.sites
    found, g = b.variable("spread", op.empty_set(n)), f.inner()
    with b.each_bit("s", sites) as s:
        g.bind(e.slot, SITE, s, "it")
        if f.facts.size_of_set(e.steps) == n:
            b.assign(found, op.union(Get(found), questions.bits(g, e.steps)))
        else:
            with questions.each(g, e.steps) as to:
                b.assign(found, op.union(Get(found), op.singleton(as_number(to), n)))
    return Get(found)


# ---- borders


def border(e: model.Expr, scope: Scope) -> SetPlan | None:
    """`{neighbours(s) for s in FLOOD}`, where the flood is over all neighbours by a condition that is set algebra."""
    match e:
        case model.Comprehension(
            slot=slot,
            condition=None,
            value=model.Builtin(name="neighbours", arguments=(model.Local(slot=of),)) as value,
        ) if slot == of and is_plain_flood(e.source, scope):
            return Border(e, JoinedSets(e, value))
    return None


def is_plain_flood(e: model.Expr, scope: Scope) -> bool:
    match e:
        case model.Apply():
            return is_plain_flood(scope.game.definitions[e.definition].body, scope)
        case model.Reached(steps=None, directions=model.Const(value=value)):
            all_around = value == tuple(scope.game.board.adjacent)
            return all_around and scope.condition(e.condition, e.slot) is not None
    return False


@dataclass(frozen=True, slots=True)
class Border(SetForm):
    """The neighbours of all that a flood reaches."""

    e: model.Comprehension
    joined: JoinedSets

    def bits(self, f: Function) -> Expr:
        return self.joined.bits(f)

    def loop(self, f: Function, name: str, ordered: bool) -> AbstractContextManager[Expr]:
        return self.joined.loop(f, name, ordered)

    def bits_until(self, f: Function, enough: Enough) -> Expr:
        return _border(f, self.e.source, enough) if self.grows(f) else self.bits(f)

    def grows(self, f: Function) -> bool:
        return _is_made_here(f, self.e.source)


def _is_made_here(f: Function, e: model.Expr) -> bool:
    """Whether a flood is made where it is asked for, and not shared."""
    if not isinstance(e, model.Apply):
        return True
    return not is_shared(f, e) and _is_made_here(f, f.game.definitions[e.definition].body)


def _border(f: Function, e: model.Expr, enough: Enough) -> Expr:
    if isinstance(e, model.Apply):
        with inlined_body(f, e) as (g, body):
            return _border(g, body, enough)
    assert isinstance(e, model.Reached)
    met = f.b.variable("border", op.empty_set(f.facts.sites))
    plan = f.set(e)
    assert isinstance(plan, Flood)
    plan.reached(f, enough, met)
    return Get(met)
