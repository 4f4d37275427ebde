"""Whether a flood reaches some element of a set: one flood towards all of them at once, which ends at the first.

some e in arms - {d}: at(e) in joined(d)        one flood from `at(d)` towards the sites of all other arms
some d in arms: some e in arms - {d}: ...       each pair once: sites that reach each other do so both ways
"""

from dataclasses import dataclass

from gdl.core import model
from gdl.core.visit import reads, same, substituted
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.expression_analysis import needs_loops
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.refusals import Refused
from interpreter.lowering.terms import Enough, as_number
from interpreter.lowering.values.paths.one_by_one import only_element
from interpreter.lowering.values.sets import questions


@dataclass(frozen=True, slots=True)
class MetByFlood:
    """Some site of those that belong to the elements is reached: one flood towards all of them."""

    e: model.Quantified
    element: model.Expr
    flood: model.Expr


@dataclass(frozen=True, slots=True)
class JoinedPairs:
    """Two sites of those that belong to the elements reach each other: each pair is looked at once."""

    e: model.Quantified
    inner: MetByFlood


def met_by_flood(e: model.Quantified, scope: Scope) -> MetByFlood | None:
    match e:
        case model.Quantified(is_all=False, slot=slot, body=model.In(element=element, set=flood)):
            said = inlined(element, scope.game)
            is_plain = not reads(flood, {slot}) and reads(said, {slot}) and not needs_loops(said)
            if is_plain and _flood(flood, scope) is not None:
                return MetByFlood(e, element, flood)
    return None


def _flood(e: model.Expr, scope: Scope) -> model.Reached | None:
    """A flood whose condition is set algebra."""
    match inlined(e, scope.game):
        case model.Reached() as said if not isinstance(scope.algebra(said.condition, said.slot), Refused):
            return said
    return None


def joined_pairs(e: model.Quantified, scope: Scope) -> JoinedPairs | None:
    match e:
        case model.Quantified(
            is_all=False,
            slot=slot,
            source=source,
            body=model.Quantified(
                source=model.Builtin(
                    name="difference", arguments=(among, model.MakeSet(items=(model.Local(slot=of),)))
                )
            ) as body,
        ) if of == slot and same(source, among) and scope.facts.size_of_set(source) is not None:
            inner = met_by_flood(body, scope)
            if inner is not None and _is_mutual(inner, slot, scope):
                return JoinedPairs(e, inner)
    return None


def _is_mutual(inner: MetByFlood, slot: int, scope: Scope) -> bool:
    """Whether the flood of one element reaches the site of another where that one's reaches the first's."""
    said = _flood(inner.flood, scope)
    if said is None or said.steps is not None or reads(said.condition, {slot, inner.e.slot}):
        return False
    match only_element(said.start), said.directions:
        case model.Node() as start, model.Const(value=tuple(ways)):
            it = model.Local(inner.e.span, element_of(inner.e.source), slot, "it")
            here = substituted(start, {slot: it})
            there = substituted(inlined(inner.element, scope.game), {inner.e.slot: it})
            return same(here, there) and _lead_back([d for d in ways if isinstance(d, int)], scope)
    return False


def _lead_back(ways: list[int], scope: Scope) -> bool:
    """Whether steps in some of these directions lead back from where they lead."""
    steps = [scope.game.board.steps[d] for d in ways]
    around = [{way[s] for way in steps} for s in range(scope.facts.sites)]
    return all(t < 0 or s in around[t] for s, near in enumerate(around) for t in near)


# ---- code


def met(f: Function, plan: MetByFlood) -> Expr:
    return _reaches(f, plan, _targets(f, plan, None))


def joined(f: Function, plan: JoinedPairs) -> Expr:
    b, e = f.b, plan.e
    found, g = b.variable("some", op.FALSE), f.inner()
    rest = b.variable("rest", questions.bits(f, e.source))
    loops = b.loops
    with b.each_bit("e", Get(rest)) as x:
        b.assign(rest, op.difference(Get(rest), op.singleton(x, rest.type.size)))
        g.bind(e.slot, element_of(e.source), x)
        b.assign(found, _reaches(g, plan.inner, _targets(g, plan.inner, Get(rest))))
        with b.if_(Get(found)):
            b.break_(loops)
    return Get(found)


def _targets(f: Function, plan: MetByFlood, among: Expr | None) -> Expr:
    """The sites that belong to the elements: of the source, or of a set that is known."""
    b, e, g, n = f.b, plan.e, f.inner(), f.facts.sites
    found = b.variable("targets", op.empty_set(n))
    each = questions.each(f, e.source, ordered=False) if among is None else b.each_bit("e", among)
    with each as x:
        g.bind(e.slot, element_of(e.source), x)
        b.assign(found, op.union(Get(found), op.singleton(as_number(g.scalar(plan.element)), n)))
    return Get(found)


def _reaches(f: Function, plan: MetByFlood, targets: Expr) -> Expr:
    b = f.b
    is_met = b.variable("met", op.FALSE)
    with b.if_(op.nonempty(targets)):
        reached = f.set(plan.flood).bits_until(f, Enough(targets))
        b.assign(is_met, op.nonempty(op.intersection(reached, targets)))
    return Get(is_met)
