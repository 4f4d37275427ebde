"""Walks: a search by layers over sets of sites. The pattern becomes a small automaton; a layer is one set for each state."""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from gdl.core.types import SITE
from gdl.core.visit import steps
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import Function
from interpreter.lowering.values.paths.flood_fill import spread
from interpreter.lowering.values.paths.lines import Masks, all_sites, meets
from interpreter.lowering.values.sets import questions
from interpreter.shared.path_automaton import automaton


@contextmanager
def walk(f: Function, path: model.Walk, start: Expr | None, least: Expr, most: Expr) -> Iterator[Expr]:
    """Each site where a walk may end, once; without a start from every site."""
    if start is not None:
        with _walk_from(f, path, start, least, most) as to:
            yield to
        return
    with (
        questions.each(f, all_sites(f, path.span), "origin") as origin,
        _walk_from(f, path, f.b.materialize(origin), least, most) as to,
    ):
        yield to


@contextmanager
def _walk_from(f: Function, path: model.Walk, start: Expr, least: Expr, most: Expr) -> Iterator[Expr]:
    b = f.b
    found = _reached(f, path, start, least, most)
    with b.each_bit("to", Get(found)) as to:
        for step in path.steps:
            if step.slot is not None:
                f.bind(step.slot, SITE, to, step.name)
        yield to


def _reached(f: Function, path: model.Walk, start: Expr, least: Expr, most: Expr) -> ir.Var:
    """All sites where the walk may end."""
    b, n = f.b, f.facts.sites
    pattern, every = automaton(path.steps, is_walk=True), tuple(steps(path.steps))
    states = range(len(pattern.edges))
    found = b.variable("reached", op.empty_set(n))
    begin = [op.singleton(start, n) if i == 0 else op.empty_set(n) for i in states]
    layers = [b.variable(f"layer{i}", begin[i]) for i in states]
    seen = [b.variable(f"seen{i}", begin[i]) for i in states]
    masks = _masks(f, every)
    with b.for_range("length", op.ONE, op.add(most, op.ONE)) as length:
        following = [b.variable(f"next{i}", op.empty_set(n)) for i in states]
        for i in states:
            if not pattern.edges[i]:
                continue
            with b.if_(op.nonempty(Get(layers[i]))):
                around = spread(f, path.directions, Get(layers[i]))
                near = b.materialize(op.difference(around, op.singleton(start, n)))
                for edge in pattern.edges[i]:
                    hits = _met(f, every[edge.step], op.difference(near, Get(seen[edge.to])), masks)
                    b.assign(seen[edge.to], op.union(Get(seen[edge.to]), hits))
                    b.assign(following[edge.to], op.union(Get(following[edge.to]), hits))
                    if pattern.ends[edge.to]:
                        with b.if_(op.le(least, length)):
                            b.assign(found, op.union(Get(found), hits))
        for i in states:
            b.assign(layers[i], Get(following[i]))
    return found


def _masks(f: Function, every: tuple[model.Step, ...]) -> Masks:
    masks: dict[model.Step, Expr] = {}
    for step in every:
        if step.condition is None or step in masks:
            continue
        plan = f.scope.condition(step.condition, step.it)
        if plan is not None:
            f.decide(step.condition.span, "condition", plan)
            masks[step] = f.b.materialize(plan.members(f, f.facts.sites))
    return masks


def _met(f: Function, step: model.Step, sites: Expr, masks: Masks) -> Expr:
    """Those of some sites that a step meets."""
    b, n = f.b, f.facts.sites
    if step in masks:
        return b.materialize(op.intersection(sites, masks[step]))
    hits = b.variable("hits", op.empty_set(n))
    with b.each_bit("s", sites) as s, b.if_(meets(f, step, s)):
        b.assign(hits, op.union(Get(hits), op.singleton(s, n)))
    return Get(hits)
