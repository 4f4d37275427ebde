"""Loops over several names where the condition is set algebra in one of them: a set for each value of the others.

`for s in sites, p in players where A do` needs no look at every site: for each player there is the set of sites for which
A holds. Whether there is any round at all is thus known before the first one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from gdl.core import model
from interpreter.ir import Expr, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.values.sets import questions

MOST_SETS = 8  # values of the other names

Generator = tuple[int, model.Expr]


@dataclass(frozen=True, slots=True)
class RoundsBySets:
    """The rounds of a loop: of the name `by_set` a set for each of the known values of the other names."""

    by_set: int
    generators: tuple[Generator, ...]
    values: tuple[tuple[int, ...], ...]
    condition: ConditionPlan

    def sets(self, f: Function) -> list[Expr]:
        """The sets, one for each of `values`."""
        found = []
        for chosen in self.values:
            g = f.inner()
            others = [x for i, x in enumerate(self.generators) if i != self.by_set]
            for (slot, source), value in zip(others, chosen, strict=True):
                g.bind(slot, element_of(source), op.number(value))
            source = self.generators[self.by_set][1]
            size = f.facts.size_of_set(source)
            assert size is not None
            members = op.intersection(questions.bits(g, source), self.condition.members(g, size))
            found.append(f.b.materialize(members))
        return found

    def gather(self, f: Function, add: Callable[[list[Expr]], None]) -> None:
        """Adds the values of all names for every round, in the language's order."""
        sets, at = self.sets(f), self.by_set
        for before in dict.fromkeys(chosen[:at] for chosen in self.values):
            mine = [(c, s) for c, s in zip(self.values, sets, strict=True) if c[:at] == before]
            among = mine[0][1]
            for _, more in mine[1:]:
                among = op.union(among, more)
            with f.b.each_bit("e", f.b.materialize(among)) as x:
                for chosen, members in mine:
                    with f.b.if_(op.contains(members, x)):
                        numbers: list[Expr] = [op.number(v) for v in chosen]
                        add([*numbers[:at], x, *numbers[at:]])

    def is_any(self, f: Function) -> Expr:
        """Whether there is any round."""
        among, *more = self.sets(f)
        for members in more:
            among = op.union(among, members)
        return op.nonempty(among)


def rounds_by_sets(
    generators: tuple[Generator, ...], condition: model.Expr | None, scope: Scope
) -> RoundsBySets | None:
    if condition is None:
        return None
    known = [_known(source) for _, source in generators]
    sizes = [scope.facts.size_of_set(source) for _, source in generators]
    large = max(range(len(generators)), key=lambda i: (sizes[i] or 0, -i))
    others = [values for i, values in enumerate(known) if i != large]
    slot, source = generators[large]
    if sizes[large] is None or not scope.facts.is_canonical(source) or element_of(source).base == "piece":
        return None
    values = tuple(product(*[v for v in others if v is not None]))
    if any(v is None for v in others) or len(values) > MOST_SETS:
        return None
    inner = scope.inner()
    for other, of in generators:
        inner.types[other] = element_of(of)
    plan = inner.condition(condition, slot)
    return None if plan is None else RoundsBySets(large, generators, values, plan)


def _known(e: model.Expr) -> tuple[int, ...] | None:
    match e:
        case model.Const(value=tuple(values)) if element_of(e).base in ("player", "kind", "direction"):
            return tuple(v for v in values if isinstance(v, int))
    return None


def may_change(f: Function, body: tuple[model.Effect, ...]) -> Expr | None:
    """Whether effects do anything at all, where that can be told from sets; None where it cannot."""
    found: Expr = op.FALSE
    for e in body:
        match e:
            case model.Simultaneously(body=inner):
                there = may_change(f, inner)
            case model.ForEach(generators=generators, condition=condition):
                plan = rounds_by_sets(generators, condition, f.scope)
                there = None if plan is None else plan.is_any(f)
            case _:
                return None
        if there is None:
            return None
        found = op.or_(found, f.b.materialize(there))
    return found
