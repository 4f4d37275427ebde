"""Ways out that are found by trying: the parts of what is wrong, put where they fit.

Such are `guard(mover) = s` for `guard(s) = mover`, and `count(own pieces > 2)` for `count(own pieces) > 2`. Each is checked where
nobody hears of it, so what is advised has no mistake of its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import convert
from gdl.diagnostics import Diagnostic, Reporter
from gdl.source import Span
from gdl.types import ANY, BOOL, NAMED, NUMBER, Type

_OF_TYPES = ("type-mismatch", "wrong-arguments")
_COMPARING = ("=", "!=", "<", "<=", ">", ">=")
_COUNTING = ("+", "-", "*", "/", "div", "mod")


@dataclass(frozen=True, slots=True)
class _Way:
    """What may be meant in place of an expression, with what is told."""

    node: syntax.Expr
    kind: Type
    message: str
    text: str
    others: tuple[tuple[Span, str], ...] = ()


def tell_anew(node: syntax.Call | syntax.Binary, first: int, context: Context) -> None:
    """Tells what is wrong with an expression anew, if nothing is wrong with the same parts in other places. `first`: how many
    mistakes were found before those of this expression."""
    found = context.reporter.found[first:]
    if not context.reporter.is_heard or any(d.code not in _OF_TYPES for d in found):
        return
    ways = _closed_late(node) if isinstance(node, syntax.Call) else _other_way_round(node, context)
    way = next((way for way in ways if is_sound(way.node, way.kind, context)), None)
    if way is not None:
        _tell(found, node.span, way.message, way.others, way.text, context)


def is_sound(node: syntax.Expr, kind: Type, context: Context) -> bool:
    """Whether nothing is wrong with an expression, and it has a type."""
    unheard = replace(context, reporter=Reporter(is_heard=False))
    made = unheard.expression(node, kind)
    return not unheard.reporter.has_errors and convert(made, kind, unheard) is not None


def _closed_late(node: syntax.Call) -> Iterator[_Way]:
    """A bracket that takes in what its call is compared with, or what is added to it."""
    last = node.arguments[-1] if node.arguments else None
    if not isinstance(last, syntax.Binary) or last.operator not in (*_COMPARING, *_COUNTING) or node.is_of:
        return
    call = replace(node, arguments=(*node.arguments[:-1], last.left))
    kind = BOOL if last.operator in _COMPARING else NUMBER
    behind = f"{last.operator} {last.right.span.in_one_line}"
    given = ", ".join(a.span.in_one_line for a in call.arguments)
    yield _Way(
        replace(last, left=call),
        kind,
        f"the bracket of `{node.function.name}` closes too late: it takes in `{behind}`",
        f"{node.function.name}({given}) {behind}",
    )


def _other_way_round(node: syntax.Binary, context: Context) -> Iterator[_Way]:
    """A field that is compared with what it is said of."""
    if node.operator not in ("=", "!="):
        return
    for call, other in ((node.left, node.right), (node.right, node.left)):
        field = context.names.field_of_things(call.function.name) if isinstance(call, syntax.Call) else None
        if field is None or not isinstance(call, syntax.Call) or len(call.arguments) != 1:
            continue
        inner = call.arguments[0]
        made = replace(node, left=replace(call, arguments=(other,)), right=inner)
        text = f"{field.declared}({other.span.in_one_line}) {node.operator} {inner.span.in_one_line}"
        yield _Way(made, BOOL, _round(field), text, ((field.span, "declared here"),))


def _round(field: model.Field) -> str:
    return f"`{field.declared}` is said of a {field.holder_type} and is a {field.type.required}, and here it is the other way round"


def tell_target_anew(
    node: syntax.Assign, field: model.Field, target: syntax.Call, first: int, context: Context
) -> None:
    """Tells anew that a field is given what it is said of, if both fit in the other's place."""
    found = context.reporter.found[first:]
    if not found or any(d.code != "type-mismatch" for d in found) or len(target.arguments) != 1:
        return
    inner = target.arguments[0]
    fits = is_sound(inner, field.type, context) and is_sound(node.value, field.holder_type.or_none, context)
    if not fits or not context.reporter.is_heard:
        return
    text = f"{field.declared}({node.value.span.in_one_line}) := {inner.span.in_one_line}"
    others = ((field.span, "declared here"),)
    _tell(found, target.span.to(node.value.span), _round(field), others, text, context)


def tell_parameter_anew(
    parameters: tuple[syntax.Parameter, ...], check: Callable[[Context], object], first: int, context: Context
) -> bool:
    """Tells anew what is wrong with a definition or an effect, if it comes of a parameter that is declared as a set, and asked as one
    of them; whether it does. `check` checks what has the parameters."""
    found = context.reporter.found[first:]
    plurals = [p for p in parameters if NAMED.get(p.type.name, ANY).base == "set"]
    if not found or any(d.code not in _OF_TYPES for d in found) or not context.reporter.is_heard:
        return False
    for plural in plurals:
        inner = context.inner()
        one = NAMED[plural.type.name].element or ANY
        inner.local(plural.name.name, one, plural.span)
        unheard = replace(inner, reporter=Reporter(is_heard=False))
        check(unheard)
        if not unheard.reporter.has_errors:
            name = plural.name.name
            message = f"`{name}` is declared as a set of {one}s, and asked as one {one}"
            others = ((found[0].span, f"one {one} is wanted"),)
            _tell(found, plural.span, message, others, f"{name}: {one}", context)
            return True
    return False


def _tell(
    found: list[Diagnostic],
    span: Span,
    message: str,
    others: tuple[tuple[Span, str], ...],
    text: str,
    context: Context,
) -> None:
    """Tells what is to be written in place of what was found last."""
    for _ in found:
        context.reporter.take_back()
    context.reporter.report("type-mismatch", span, message, others=others, help=f"write `{text}`")
