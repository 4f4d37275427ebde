"""The names that an action binds, and how functions of the program are given them."""

from collections.abc import Iterable
from dataclasses import dataclass

from gdl.core import model
from gdl.core.types import PIECE, SITE, Type, set_of
from gdl.core.visit import nodes
from interpreter import ir
from interpreter.ir import BOOL, INT, Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.values.paths.lines import named, slot_of


@dataclass(frozen=True, slots=True)
class Name:
    """A name that an action binds; functions of the action are given its value."""

    slot: int
    type: Type
    text: str


def parameter_names(action: model.Action) -> tuple[Name, ...]:
    return tuple(Name(slot, kind, text) for text, slot, kind in action.parameters)


def bound_names(action: model.Action) -> tuple[Name, ...]:
    """The parameters, and what the action's parts bind, each name once."""
    found = {name.slot: name for name in parameter_names(action)}

    def add(slot: int, kind: Type, text: str) -> None:
        found.setdefault(slot, Name(slot, kind, text))

    if action.form == "move":
        add(action.piece, PIECE, "piece")
        add(action.origin, SITE, "from")
    for part in action.parts:
        match part:
            case model.Choose():
                found[part.slot] = Name(part.slot, chosen_type(part), part.name)
            case model.ChooseSet():
                found[part.slot] = Name(part.slot, set_of(element_of(part.source)), part.name)
            case model.Along():
                add(part.to, SITE, "to")
                for step in (s for each in part.path.steps for s in named(each)):
                    add(slot_of(step), set_of(SITE) if step.collects else SITE, step.name)
    return tuple(found.values())


def chosen_type(part: model.Choose) -> Type:
    """The type of a choice: a piece may be gone later, and a set may have none in it."""
    kind = element_of(part.source)
    with_none = any(
        isinstance(x, model.Const) and (x.value is None or (isinstance(x.value, tuple) and None in x.value))
        for x in nodes(part.source)
    )
    return kind.or_none if with_none or kind.base == "piece" else kind


def names_before(action: model.Action, index: int) -> frozenset[int]:
    """The names that an action binds, apart from those of its paths from the part `index` on."""
    slots = {action.piece, action.origin, action.to} | {c.slot for c in action.choices}
    for part in action.parts[:index]:
        slots |= {
            e.slot
            for e in nodes(part)
            if isinstance(e, model.Choose | model.ChooseSet | model.Step) and e.slot is not None
        }
    return frozenset(slots)


# ---- as parameters


def parameters_of(f: Function, names: Iterable[Name]) -> tuple[Var, ...]:
    return tuple(Var(f"n{n.slot}.{n.text}", _kept(f, n)) for n in names)


def _kept(f: Function, n: Name) -> ir.Type:
    if n.type.base == "set":
        return f.facts.domains.type_in_name(n.type, n.slot)
    return BOOL if n.type.base == "bool" and not n.type.is_optional else INT


def take(f: Function, names: Iterable[Name], variables: Iterable[Var]) -> None:
    """Names hold what the function was given."""
    for n, var in zip(names, variables, strict=True):
        if var.type.name == "list":
            f.point(n.slot, n.type, var)
        else:
            f.bind(n.slot, n.type, Get(var), n.text)


def handed(f: Function, names: Iterable[Name]) -> list[Expr]:
    """What names hold, to be given to a function; -1 for a name that holds nothing yet."""
    made: list[Expr] = []
    for n in names:
        bound = f.scope.variables.get(n.slot)
        if bound is None:
            made.append(op.NONE)
            continue
        if isinstance(bound, tuple):
            raise NotLowered("a fraction that is chosen")
        if n.type.base == "set" and bound.type != _kept(f, n):
            raise NotLowered("a set that is handed on in another form")
        made.append(Get(bound))
    return made
