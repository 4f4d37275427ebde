"""The candidates of an action, one by one: a loop or a test for each of its parts, nested in the order of the text."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias

from gdl.core import model
from gdl.core.types import PIECE, SITE
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions.chosen_sets import each_chosen_set
from interpreter.lowering.actions.hoisted_choices import EarlyChoice, Left, judged_early
from interpreter.lowering.actions.names import chosen_type
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.sets import questions

# ---- the plan


@dataclass(frozen=True, slots=True)
class Test:
    """A condition must hold."""

    condition: model.Expr


@dataclass(frozen=True, slots=True)
class EachLeft:
    """A choice of which it was judged before all loops which values are left."""

    early: EarlyChoice


@dataclass(frozen=True, slots=True)
class TheSite:
    """A choice that must be this site, as the condition behind it says; it is only asked whether it may be chosen."""

    part: model.Choose
    site: model.Expr


@dataclass(frozen=True, slots=True)
class EachElement:
    """A choice from a set."""

    part: model.Choose
    in_order: bool


@dataclass(frozen=True, slots=True)
class EachSet:
    """A choice of several elements at once."""

    part: model.ChooseSet


@dataclass(frozen=True, slots=True)
class EachEnd:
    """The sites to which a path leads."""

    part: model.Along


PartPlan: TypeAlias = Test | EachLeft | TheSite | EachElement | EachSet | EachEnd


@dataclass(frozen=True, slots=True)
class OneByOne:
    """How candidates are gone through: the choices that are judged before all loops, and the parts in their order."""

    action: model.Action
    early: tuple[EarlyChoice, ...]
    parts: tuple[PartPlan, ...]


def one_by_one(action: model.Action, early: tuple[EarlyChoice, ...]) -> OneByOne:
    return OneByOne(action, early, part_plans(action, action.parts, early))


def part_plans(
    action: model.Action, parts: Sequence[model.Part], early: Sequence[EarlyChoice] = ()
) -> tuple[PartPlan, ...]:
    """The plans for some parts of an action in a row. `early` tells the choices that are judged before."""
    judged, found, at = {choice.index: choice for choice in early}, list[PartPlan](), 0
    in_order = action.again is not None and action.again.is_any_order
    while at < len(parts):
        match parts[at]:
            case model.Choose() if at in judged:
                found.append(EachLeft(judged[at]))
                at += judged[at].judged
            case model.Choose() as part if (site := _said_site(part, parts[at + 1 : at + 2])) is not None:
                found.append(TheSite(part, site))
                at += 1
            case model.Choose() as part:
                found.append(EachElement(part, in_order))
            case model.ChooseSet() as part:
                found.append(EachSet(part))
                found += [Test(part.condition)] if part.condition is not None else []
            case model.Condition(condition=condition):
                found.append(Test(condition))
            case model.Along() as part:
                found.append(EachEnd(part))
        at += 1
    return tuple(found)


def _said_site(choice: model.Choose, following: Sequence[model.Part]) -> model.Expr | None:
    """The site that a choice must be, where the next condition says which."""
    if element_of(choice.source) != SITE:
        return None
    match following:
        case [model.Condition(condition=model.Compare(operator="=", left=left, right=right))]:
            for x, y in ((left, right), (right, left)):
                if isinstance(x, model.Local) and x.slot == choice.slot and y.type.base == "site":
                    return None if reads(y, {choice.slot}) else y
    return None


# ---- the code

Leaf = Callable[[Function], None]  # what is done with a candidate, whose names are bound
Movers = Callable[[Function, tuple[int, ...] | None], AbstractContextManager[tuple[Expr, Expr]]]


def candidates(f: Function, way: OneByOne, leaf: Leaf, among: Expr | None = None) -> None:
    """Every candidate. `among`: the only sites from which pieces move."""
    action = way.action
    with judged_early(f, way.early) as left:
        if action.form == "move":
            each_mover(f, action, on_board(among), lambda g: each_way(g, action, way.parts, leaf, left))
        else:
            each_way(f, action, way.parts, leaf, left)


def on_board(among: Expr | None) -> Movers:
    """The mover's pieces on these sites, or on all."""
    return lambda f, kinds: f.pieces.each_mover(f, kinds, among)


def each_mover(f: Function, action: model.Action, movers: Movers, use: Leaf) -> None:
    """Every piece that may make a move; kind by kind, where the kind says where it may go."""
    kinds = action.kinds if action.kinds is not None else tuple(range(f.facts.kinds))
    is_by_kind = any(isinstance(p, model.Choose) and p.slot == action.to for p in action.parts)
    if len(kinds) == 1 or is_by_kind:
        for kind in kinds:
            g = f.inner()
            g.scope.kinds[action.piece] = kind
            _each_mover(g, action, (kind,) if len(kinds) > 1 else action.kinds, movers, use)
    else:
        _each_mover(f, action, action.kinds, movers, use)


def _each_mover(
    f: Function, action: model.Action, kinds: tuple[int, ...] | None, movers: Movers, use: Leaf
) -> None:
    with movers(f, kinds) as (piece, site):
        f.bind(action.piece, PIECE, piece, "piece")
        f.bind(action.origin, SITE, site, "from")
        use(f)


def each_way(f: Function, action: model.Action, parts: Sequence[PartPlan], leaf: Leaf, left: Left) -> None:
    """Every way to meet some parts of an action. `left`: what is left of choices that were judged early."""
    if not parts:
        leaf(f)
        return
    b, part, rest = f.b, parts[0], parts[1:]
    match part:
        case Test(condition):
            with b.if_(f.truth(condition)):
                each_way(f, action, rest, leaf, left)
        case EachLeft(early):
            with b.each_bit(early.part.name, Get(left[early.part.slot])) as x:
                f.bind(early.part.slot, early.type, x, early.part.name)
                each_way(f, action, rest, leaf, left)
        case TheSite(choice, site):
            value = b.materialize(as_number(f.scalar(site)))
            with b.if_(op.is_some(value)), b.if_(questions.contains(f, choice.source, value)):
                f.bind(choice.slot, chosen_type(choice), value, choice.name)
                each_way(f, action, rest, leaf, left)
        case EachElement(choice, in_order):
            with questions.each(f, choice.source, choice.name, in_order) as x:
                f.bind(choice.slot, chosen_type(choice), x, choice.name)
                each_way(f, action, rest, leaf, left)
        case EachSet(choice_of_set):
            with each_chosen_set(f, action, choice_of_set):
                each_way(f, action, rest, leaf, left)
        case EachEnd(along):
            start = b.materialize(f.pieces.place_of(f, f.local(action.piece)))
            with f.ways(along.path, start) as (g, to):
                if not any(s.name == "to" for s in along.path.steps):
                    g.bind(along.to, SITE, to, "to")
                each_way(g, action, rest, leaf, left)
