"""What expressions consist of and what they read: parts joined by `and` or `or`, kinds of pieces, names, the state, loops."""

from collections.abc import Sequence
from functools import reduce

from gdl.core import builtins, model
from gdl.core.types import BOOL, Type, set_of
from gdl.core.visit import children, nodes
from gdl.source import Span
from interpreter.lowering.game.partial_evaluation import ROLES, inlined

# ---- conditions taken apart and put together: what is joined by `and`, by `or`


def conjuncts(e: model.Expr) -> list[model.Expr]:
    return [*conjuncts(e.left), *conjuncts(e.right)] if isinstance(e, model.And) else [e]


def disjuncts(e: model.Expr) -> list[model.Expr]:
    return [*disjuncts(e.left), *disjuncts(e.right)] if isinstance(e, model.Or) else [e]


def all_of(parts: Sequence[model.Expr], span: Span) -> model.Expr:
    """The parts joined by `and`; true of none."""
    always: model.Expr = model.Const(span, BOOL, True)
    return reduce(lambda x, y: model.And(span, BOOL, x, y), parts) if parts else always


def any_of(parts: Sequence[model.Expr], span: Span) -> model.Expr:
    """The parts joined by `or`; false of none."""
    never: model.Expr = model.Const(span, BOOL, False)
    return reduce(lambda x, y: model.Or(span, BOOL, x, y), parts) if parts else never


def negated(e: model.Expr) -> model.Expr:
    return model.Not(e.span, e.type, e)


def is_one_of(e: model.Expr, items: Sequence[model.Expr], span: Span) -> model.Expr:
    """`x in {a, b}` as `x = a or x = b`."""
    return any_of([model.Compare(span, BOOL, "=", e, item) for item in items], span)


def those(slot: int, source: model.Expr, condition: model.Expr | None, span: Span) -> model.Comprehension:
    """The elements of a source for which a condition holds, if there is one. What is no set is a set of itself."""
    kind = source.type if source.type.base == "set" else set_of(source.type)
    return model.Comprehension(span, kind, slot, source, condition, None)


def equal_value(e: model.Expr | None, slot: int) -> model.Expr | None:
    """What a name is, if a condition says that it equals something."""
    match e:
        case model.Compare(operator="=", left=left, right=right):
            for x, y in ((left, right), (right, left)):
                if isinstance(x, model.Local) and x.slot == slot:
                    return y
    return None


# ---- what conditions say of the kind of a named piece


def kinds_said(e: model.Expr, slot: int) -> frozenset[int] | None:
    """The kinds that a condition allows to the piece of a name, if it says nothing else."""
    match e:
        case model.Compare(operator="=", left=left, right=model.Const(value=int(kind))) if is_kind_of(
            left, slot
        ):
            return frozenset((kind,))
        case model.In(element=of, set=model.Const(value=tuple(kinds))) if is_kind_of(of, slot):
            return frozenset(k for k in kinds if isinstance(k, int))
        case model.Or():
            these, those = kinds_said(e.left, slot), kinds_said(e.right, slot)
            return these | those if these is not None and those is not None else None
    return None


def is_kind_of(e: model.Expr, slot: int) -> bool:
    """Whether an expression is the kind of a named piece."""
    match e:
        case model.Builtin(name="kind", arguments=(model.Local(slot=found),)):
            return found == slot
    return False


def paths_by_kind(
    e: model.Expr, slot: int, left: frozenset[int]
) -> list[tuple[frozenset[int], model.PathEnds]] | None:
    """The paths of which a set consists, by the kind of the piece of a name, which is one of `left`."""
    match e:
        case model.PathEnds():
            return [(left, e)]
        case model.Const(value=() | None) | model.MakeSet(items=()):
            return []
        case model.Builtin(name="union", arguments=(one, other)):
            these, those = paths_by_kind(one, slot, left), paths_by_kind(other, slot, left)
            return [*these, *those] if these is not None and those is not None else None
        case model.If():
            kinds = kinds_said(e.condition, slot)
            if kinds is None:
                return None
            then = paths_by_kind(e.then, slot, left & kinds)
            otherwise = paths_by_kind(e.otherwise, slot, left - kinds)
            return [*then, *otherwise] if then is not None and otherwise is not None else None
    return None


# ---- what conditions say of the site of a name


def is_onto_empty(action: model.Action, game: model.Game) -> bool:
    """Whether a condition says that a move comes to an empty site, so that nothing is taken."""
    for part in action.parts:
        match part:
            case model.Along(to=to, path=path) if to == action.to:
                last = _last(path.steps)
                if last and all(says_empty(step.condition, step.it, game) for step in last):
                    return True
            case model.Condition(condition=condition) if says_empty(condition, action.to, game):
                return True
    return False


def _last(steps: Sequence[model.Step]) -> list[model.Step]:
    """The steps of a pattern that may be its last one; the one called `to` where there is one."""
    named = [step for step in steps if step.name == "to"]
    if named:
        return named
    found: list[model.Step] = []
    for step in reversed(steps):
        found.append(step)
        if step.least > 0:
            break
    return found


def says_empty(condition: model.Expr | None, slot: int, game: model.Game) -> bool:
    """Whether a condition says, among other things, that the site of a name is empty."""
    if condition is None:
        return False
    for part in conjuncts(inlined(condition, game)):
        match part:
            case model.Builtin(name="empty", arguments=(model.Local(slot=of),)) if of == slot:
                return True
    return False


# ---- what expressions read: names, the state, loops

_LOOPS = (
    model.Comprehension
    | model.Ordered
    | model.Quantified
    | model.Reached
    | model.SomePath
    | model.PathEnds
    | model.Apply
    | model.CanMake
)


def needs_loops(e: object) -> bool:
    """Whether an expression is more than a few operations."""
    return any(
        isinstance(part, _LOOPS) or (isinstance(part, model.Builtin) and _calls(part)) for part in nodes(e)
    )


def _calls(e: model.Builtin) -> bool:
    return bool(builtins.facts(e.name).reads & {"legal", "history"})


def _asks_board_alone(e: model.Builtin, game: model.Game) -> bool:
    reads = builtins.facts(e.name).reads
    return not (reads if game.board.is_growing else reads - {"extent"})


def static_names(e: object, game: model.Game) -> dict[int, Type] | None:
    """The names that an expression reads and their types, roles among them; None if it asks about the state."""
    match e:
        case model.Local():
            return {e.slot: e.type}
        case model.Role():
            return {ROLES[e.name]: e.type}
        case (
            model.GetField()
            | model.PoolOf()
            | model.SomePath()
            | model.Reached()
            | model.Template()
            | model.PathEnds()
            | model.Apply()
            | model.CanMake()
        ):
            return None
        case model.Builtin() if not _asks_board_alone(e, game):
            return None
    found: dict[int, Type] = {}
    for part in children(e):
        inner = static_names(part, game)
        if inner is None:
            return None
        found |= inner
    match e:
        case model.Comprehension() | model.Ordered() | model.Quantified():
            found.pop(e.slot, None)
    return found
