"""What makes a condition hold or not: its decisive parts, the values that are compared, and the definitions behind them.

The same as facts, for whoever words it for people: parts of the rules that fail, and what the names in them stand for.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gdl.core import model
from gdl.core.builtins import PURE
from gdl.core.visit import followed, nodes
from gdl.core.world import Value
from gdl.source import Span
from interpreter.engines.answers import Fact, Reason
from interpreter.engines.reference.view import View


def fact(part: model.Expr | model.Path, holds: bool | str | None, view: View) -> Fact:
    """A part, with what its names stand for now; names that the part itself gives to elements stand for nothing yet."""
    own = {
        n.slot
        for n in nodes(part)
        if isinstance(n, model.Quantified | model.Comprehension | model.Ordered | model.Reached)
    }
    own |= {n.it for n in nodes(part) if isinstance(n, model.Step)}
    used = {n.slot: n for n in nodes(part) if isinstance(n, model.Local) and n.slot not in own}
    known = ((slot, n.type, view.names[slot]) for slot, n in used.items())
    return Fact(
        part, holds, tuple((slot, view.text(value, kind)) for slot, kind, value in known if value is not None)
    )


def lacking(e: model.Expr, view: View) -> tuple[Fact, ...]:
    """The first part of a condition that fails, down to the element of a set that fails it; all of one that is joined by `or`."""
    names = view.names[:]
    found = _lacking(e, view)
    view.names[:] = names
    return found


def _lacking(e: model.Expr, view: View) -> tuple[Fact, ...]:
    match e:
        case model.And() if _is_written(e.left, e.right):
            return _lacking(e.right if view.value(e.left) else e.left, view)
        case model.Or(left=model.Not()):  # how `implies` is written in the core
            return _lacking(e.right, view)
        case model.Or():
            return (*_lacking(e.left, view), *_lacking(e.right, view))
        case model.If():
            return _lacking(e.then if view.value(e.condition) else e.otherwise, view)
        case model.Quantified(is_all=True):
            for item in view.elements(e.source):
                view.names[e.slot] = item
                if not view.value(e.body):
                    return _lacking(e.body, view)
        case model.Apply():
            return (replace(fact(e, False, view), behind=_within(e, view)),)
    return (fact(_calculated(e, view), False, view),)


def _calculated(e: model.Expr, view: View) -> model.Expr:
    """A comparison in which the number stands for what is calculated from choices alone: a formula of hidden things must not be told."""
    if not isinstance(e, model.Compare):
        return e
    sides = []
    for side in (e.left, e.right):
        is_open = isinstance(side, model.Arithmetic) and all(
            (isinstance(n, model.Local) and n.type.base != "piece")
            or (isinstance(n, model.Builtin) and n.name in PURE)
            or isinstance(n, model.Const | model.Arithmetic)
            for n in nodes(side)
            if isinstance(n, model.Node)
        )
        value = view.value(side) if is_open else None
        sides.append(side if value is None else model.Const(side.span, side.type, value))
    return replace(e, left=sides[0], right=sides[1])


def _within(e: model.Apply, view: View) -> tuple[Fact, ...]:
    """What of its definition a condition lacks; nothing where that is the definition as a whole."""
    names = view.names[:]
    body = view.entered(e)
    found = _lacking(body, view)
    view.names[:] = names
    return () if any(f.part is body for f in found) and not found[0].behind else found


def not_among(value: Value, source: model.Expr, view: View) -> tuple[Fact, ...]:
    """Why a value is not among those that may be chosen: the condition that it lacks, else what may be chosen."""
    match source:
        case model.Comprehension(value=None, condition=condition) if condition is not None:
            if value in view.elements(source.source):
                view.names[source.slot] = value
                return lacking(condition, view)
            if value is not None:
                return not_among(value, source.source, view)
        case model.If():
            return not_among(value, source.then if view.value(source.condition) else source.otherwise, view)
    return (fact(source, None, view),)


_MOST = 3  # parts of one condition that are told


def clause_text(node: Any) -> str:
    """A clause in one line, as it is written."""
    text: str = node.span.in_one_line
    return text


def unmet(clause: Any, condition: model.Expr, view: View, depth: int, subject: str) -> Reason:
    """That a condition does not hold: its clause, what it lacks, and why in so many levels. `subject`: of what it is asked."""
    behind, facts = because(condition, view, depth), lacking(condition, view)
    verdict, obstacle = "this does not hold", _in_the_way(facts, condition, view)
    return Reason(
        clause.span,
        verdict,
        behind,
        facts,
        subject=subject,
        clause=clause_text(clause),
        form="condition",
        obstacle=obstacle,
    )


def _in_the_way(facts: tuple[Fact, ...], condition: model.Expr, view: View) -> tuple[str, str] | None:
    """The one site, of all that must be empty, on which something stands, and the kind of what stands there."""
    while len(facts) == 1 and facts[0].behind:
        facts = facts[0].behind
    match [f for f in facts if not _tells_places_apart(f.part)]:
        case [
            Fact(part=model.Builtin(name="empty", arguments=(model.Local(slot=slot),)), names=((_, name),))
        ]:
            all_of = (
                n for n in followed(condition, view.game.definitions) if isinstance(n, model.Quantified)
            )
            site = view.board.site(name)
            if site is not None and any(n.slot == slot for n in all_of) and (cell := view.cells[site]):
                return name, view.game.kinds[view.data.kind[cell[-1]]].name
    return None


def _tells_places_apart(part: model.Expr | model.Path) -> bool:
    return (
        isinstance(part, model.Compare) and part.operator == "=" and part.left.type.base in ("site", "piece")
    )


def because(e: model.Expr, view: View, depth: int) -> tuple[Reason, ...]:
    """Why a condition has the value that it has, in so many levels. The names of the view are as they were afterwards."""
    if depth <= 0:
        return ()
    names, viewpoint = view.names[:], view.viewpoint
    found = tuple(_decisive(e, bool(view.value(e)), view, depth))[:_MOST]
    view.names[:], view.viewpoint = names, viewpoint
    return found


def because_of_path(path: model.Path, view: View, to: int, depth: int) -> tuple[Reason, ...]:
    """What the last step of a path that does not lead to a site says of that site, if that is why it does not."""
    last = path.steps[-1]
    if depth <= 0 or last.least == 0 or last.condition is None:
        return ()
    names = view.names[:]
    view.names[last.it] = to
    is_met = bool(view.value(last.condition))
    behind = () if is_met else because(last.condition, view, depth - 1)
    facts = () if is_met else lacking(last.condition, view)
    view.names[:] = names
    if is_met:
        return ()
    verdict = f"on {view.board.sites[to].name} this does not hold"
    return (Reason(last.span, verdict, behind, facts, is_stated=True, clause=clause_text(last)),)


def _decisive(e: model.Expr, holds: bool, view: View, depth: int) -> Iterator[Reason]:
    """The parts of a condition that decide its value."""
    match e:
        case model.Not():
            yield from _decisive(e.operand, not holds, view, depth)
        case model.And() | model.Or() if _is_written(e.left, e.right):
            for part, is_denied in _parts(e, type(e)):
                value = bool(view.value(part))
                if (value != is_denied) == holds:
                    yield _stated(part, value, view, depth)
                    if holds == isinstance(e, model.Or):
                        return  # one is enough
        case model.If():
            yield from _decisive(e.then if view.value(e.condition) else e.otherwise, holds, view, depth)
        case model.Apply():
            yield _defined(e, "holds" if holds else "does not hold", view, depth)
        case model.Quantified():
            yield from _of_elements(e, holds, view, depth)
        case model.Compare() if _is_written(e.left, e.right):
            yield from _values(e.span, (e.left, e.right), view, depth)
        case model.In() if _is_written(e.element, e.set):
            yield from _values(e.span, (e.element, e.set), view, depth)
        case model.GetField() | model.Local():
            yield from _values(e.span, (e,), view, depth)
        case _:
            return


def _parts(e: model.Expr, form: type) -> Iterator[tuple[model.Expr, bool]]:
    """The operands of a row of `and`, or of `or`, as written; and whether it is the premise of `implies`, which is denied."""
    if isinstance(e, model.And | model.Or) and isinstance(e, form) and _is_written(e.left, e.right):
        if isinstance(e.left, model.Not) and _is_implied(e):
            yield e.left.operand, True
        else:
            yield from _parts(e.left, form)
        yield from _parts(e.right, form)
    else:
        yield e, False


def _is_implied(e: model.And | model.Or) -> bool:
    """Whether an `or` of the core is written `implies`."""
    between = e.span.source.text[e.left.span.end : e.right.span.start]
    return "implies" in between.split()


def _is_written(left: model.Expr, right: model.Expr) -> bool:
    """Whether two operands stand side by side in the text, and are no parts of one phrase such as `s is enemy`."""
    return left.span.end <= right.span.start or right.span.end <= left.span.start


def _stated(part: model.Expr, value: bool, view: View, depth: int) -> Reason:
    """A part of a condition, and why it is so."""
    text = f"`{clause_text(part)}` " + ("holds" if value else "does not hold")
    names = view.names[:]
    facts = (fact(part, value, view),)
    behind = tuple(_decisive(part, value, view, depth - 1))[:_MOST] if depth > 1 else ()
    view.names[:] = names
    return Reason(part.span, text, behind, facts, is_stated=True)


def _defined(e: model.Apply, said: str, view: View, depth: int) -> Reason:
    """A definition that is used, with what its parameters stand for, and why it has its value."""
    definition = view.definition(e.definition)
    values = [view.value(a) for a in e.arguments]
    value = view.value(e)
    is_condition = definition.body.type.base == "bool"
    facts = (fact(e, bool(value) if is_condition else view.text(value, e.type), view),)
    given = []
    for (name, slot, kind), value in zip(definition.parameters, values, strict=True):
        view.names[slot] = value
        given.append(f"{name} = {view.text(value, kind)}")
    where = f" for {', '.join(given)}" if given else ""
    behind = because(definition.body, view, depth - 1) if is_condition else ()
    if isinstance(definition.body, model.Apply) and not is_condition and depth > 1:
        behind = tuple(_values(definition.body.span, (definition.body,), view, depth - 1))
    verdict, clause = f"`{e.definition}` {said}{where}", clause_text(definition.body)
    return Reason(definition.body.span, verdict, behind, facts, is_stated=True, clause=clause)


def _of_elements(e: model.Quantified, holds: bool, view: View, depth: int) -> Iterator[Reason]:
    """The element that decides whether all, or some, of a set pass; or that there is nothing to pass.

    Where none of a few is as some one must be, each of them decides.
    """
    found = view.elements(e.source)
    if not found:
        yield nothing_of(e.source, view)
        return
    if holds != e.is_all:
        told = [item for item in found if _passes(item, e, view) != e.is_all][:1]
    else:
        told = list(found) if not holds and len(found) <= _MOST else []
    kind = e.source.type.element or e.source.type
    for item in told:
        value = _passes(item, e, view)
        verdict = f"for {view.text(item, kind)} this {'holds' if value else 'does not hold'}"
        facts, behind = (fact(e.body, value, view),), because(e.body, view, depth - 1)
        yield Reason(e.body.span, verdict, behind, facts, is_stated=True, clause=clause_text(e.body))


def _passes(item: Any, e: model.Quantified, view: View) -> bool:
    """Whether an element is as the condition says; it has the name afterwards."""
    view.names[e.slot] = item
    return bool(view.value(e.body))


def _values(span: Span, sides: tuple[model.Expr, ...], view: View, depth: int) -> Iterator[Reason]:
    """What the sides of a comparison are, and the definitions that they use."""
    known = [s for s in sides if not isinstance(s, model.Const)]
    if not known:
        return
    shown = [f"`{clause_text(s)}` is {view.text(view.value(s), s.type)}" for s in known]
    behind: tuple[Reason, ...] = ()
    if depth > 1:
        behind = tuple(
            _defined(s, f"is {view.text(view.value(s), s.type)}", view, depth - 1)
            for s in known
            if isinstance(s, model.Apply)
        )
    facts = tuple(fact(s, view.text(view.value(s), s.type), view) for s in known)
    yield Reason(span, " and ".join(shown), behind, facts, is_stated=True)


def nothing_of(source: model.Expr, view: View) -> Reason:
    """That a set has no elements."""
    return Reason(
        source.span, f"`{clause_text(source)}` has no elements", (), (fact(source, "", view),), True
    )
