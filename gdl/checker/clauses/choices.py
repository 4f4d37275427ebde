"""Choices of actions: the set to choose from, and the public domain, in which every value has its number."""

from collections.abc import Sequence
from fractions import Fraction

from gdl import model, static, syntax
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import element_type, expect_source, filtered
from gdl.limits import MAX_CHOICES
from gdl.source import Span
from gdl.types import ANY, Type
from gdl.visit import nodes


def check_choose(
    part: syntax.Choose, choices: Sequence[model.Choice], context: Context
) -> tuple[model.Choose, model.Choice]:
    """`choose X in S where C`. `choices` are those before it."""
    source = expect_source(part.source, context)
    element = element_type(source)
    if element.base == "piece" and _is_off_board(source):
        context.reporter.report(
            "choice-off-board",
            part.source.span,
            "a piece that is not on the board is chosen by its kind",
            "pieces of a pool",
            help="write `choose k in kinds of ...`, and `move k from ... to ...`",
        )
        element = ANY
    name = part.name.name
    local = context.local(name, element, part.name.span)
    source = filtered(source, local, part.condition, context)
    if any(c.name == name for c in choices):
        context.reporter.report(
            "duplicate-name", part.name.span, f"`{name}` is chosen twice", "chosen again here"
        )
    values = domain(element, source, part.source.span, context)
    chosen = model.Choose(part.span, name, local.slot, source, part.word)
    return chosen, model.Choice(name, local.slot, element, values)


def _is_off_board(source: model.Expr) -> bool:
    """Whether pieces of a pool are among the elements of a set."""
    match source:
        case model.PoolOf():
            return True
        case model.Comprehension(value=None):
            return _is_off_board(source.source)
        case model.If():
            return _is_off_board(source.then) or _is_off_board(source.otherwise)
        case model.Builtin(name="union" | "difference" | "first" | "last" | "nth" | "first_of" | "last_of"):
            return any(map(_is_off_board, source.arguments))
    return False


def domain(element: Type, source: model.Expr, span: Span, context: Context) -> tuple[model.Value, ...]:
    """All values that a choice may ever have, in order, with `none` last if it can be chosen."""
    while isinstance(source, model.Comprehension) and source.value is None:
        source = source.source
    values = _values(element, source, span, context)
    has_none = _may_be_none(source, context)
    return (*values, None) if has_none and None not in values else values


def _may_be_none(source: model.Expr, context: Context) -> bool:
    """Whether `none` is written in a set, directly or in a definition."""
    for node in nodes((source,)):
        if isinstance(node, model.Const):
            if node.type.base == "none" or (isinstance(node.value, tuple) and None in node.value):
                return True
        elif isinstance(node, model.Apply) and _may_be_none(
            context.names.definitions[node.definition].body, context
        ):
            return True
    return False


def _values(element: Type, source: model.Expr, span: Span, context: Context) -> tuple[model.Value, ...]:
    """All values of a type, in order; for numbers, those that the source can have."""
    names = context.names
    board = names.board
    assert board is not None
    match element.base:
        case "site" | "piece":
            return tuple(range(len(board.sites)))
        case "player":
            return tuple(range(len(names.players)))
        case "kind":
            return tuple(range(len(names.kinds)))
        case "direction":
            return tuple(range(len(board.directions)))
        case "symbol":
            return tuple(range(len(element.symbols)))
        case "bool":
            return (False, True)
        case "any":
            return (None,)
        case "number" if isinstance(source, model.Attribute):
            return tuple(
                sorted({v for k in names.kinds.values() for v in _numbers(k.attributes[source.name])})
            )
    found = static.known(source, board)
    if found is None or not isinstance(found[0], tuple):
        context.reporter.report(
            "not-static",
            span,
            "the numbers that may be chosen must be known before the game begins",
            "depends on the play",
            help="choose from all of them and put the condition into `where`",
        )
        return (0,)
    return tuple(sorted(v for v in found[0] if isinstance(v, int | Fraction)))


def _numbers(value: model.Value) -> tuple[int | Fraction, ...]:
    """The numbers of a column's value."""
    if isinstance(value, tuple):
        return tuple(n for v in value for n in _numbers(v))
    return (value,) if isinstance(value, int | Fraction) else ()


def limit_candidates(clause: syntax.Action, parts: Sequence[model.Part], context: Context) -> None:
    """Reports choices with more combinations than can be tried, up to the first condition."""
    ways = 1
    for part in parts:
        if not isinstance(part, model.Choose):
            return
        source = part.source
        is_filtered = isinstance(source, model.Comprehension) and source.condition is not None
        all_of = source.source if isinstance(source, model.Comprehension) else source
        found = static.known(all_of, context.names.board)
        ways *= len(found[0]) if found is not None and isinstance(found[0], tuple) else 1
        if ways > MAX_CHOICES:
            context.reporter.report(
                "too-many-ways",
                part.span,
                f"`{clause.name.name}` would have to be tried in {ways} ways or more",
                f"at most {MAX_CHOICES} can be tried",
                help="choose among fewer, or put a `where` between the choices",
            )
        if is_filtered:
            return
