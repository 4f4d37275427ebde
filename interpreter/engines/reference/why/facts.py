"""What is so with parts of the rules, for whoever words it for people: parts that fail, and what the names in them stand for."""

from gdl.core import model
from gdl.core.visit import nodes
from gdl.core.world import Value
from interpreter.engines.answers import Fact
from interpreter.engines.reference.view import View


def fact(part: model.Expr | model.Path, holds: bool | str | None, view: View) -> Fact:
    """A part, with what its names stand for now; names that the part itself gives to elements stand for nothing yet."""
    own = {
        n.slot for n in nodes(part) if isinstance(n, model.Quantified | model.Comprehension | model.Reached)
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
        case model.And():
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
    return (fact(e, False, view),)


def not_among(value: Value, source: model.Expr, view: View) -> tuple[Fact, ...]:
    """Why a value is not among those that may be chosen: the condition that it lacks, else what may be chosen."""
    match source:
        case model.Comprehension(value=None, condition=condition) if condition is not None:
            if value in view.elements(source.source):
                view.names[source.slot] = value
                return lacking(condition, view)
            if value is not None:
                return not_among(value, source.source, view)
    return (fact(source, None, view),)
