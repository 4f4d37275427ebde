"""How an action's parts are gone through: one loop or test for each, nested in the order of the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gdl import model
from gdl.types import SITE
from gdl.visit import reads
from interpreter.lowering.actions.hoisted_choices import EarlyChoice
from interpreter.lowering.facts.domains import element_of


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
