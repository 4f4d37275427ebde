"""Operators: conditions, comparisons, membership, arithmetic, and `A if C else B`."""

from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import (
    expect,
    expect_condition,
    expect_source,
    fitted,
    is_reported,
    warn_of_one_number,
)
from gdl.checker.expressions.known import is_misspelt
from gdl.checker.forms import convert, element_type
from gdl.checker.suggestions.by_type import (
    asked_again,
    asked_otherwise,
    other_name,
    sites_between,
    unquoted,
)
from gdl.core import model, static
from gdl.core.builtins import BY_NAME
from gdl.core.types import (
    ANY,
    BOOL,
    NUMBER,
    PIECE,
    SITE,
    Type,
    fits,
    join,
    set_of,
    too_large,
)
from gdl.core.world import TooLarge
from gdl.diagnostics.values import Reporter, Suggestion, replacing
from gdl.limits import MAX_RANGE
from gdl.source import Span
from gdl.tree import syntax


def check_unary(node: syntax.Unary, context: Context) -> model.Expr:
    """`not C` and `-N`."""
    if node.operator == "not":
        return forms.negated(node.span, expect_condition(node.operand, context))
    operand = expect(node.operand, context, NUMBER)
    return model.Arithmetic(node.span, NUMBER, "-", forms.const(node.span, NUMBER, 0), operand)


def check_binary(node: syntax.Binary, context: Context) -> model.Expr:
    """`A OPERATOR B`."""
    span, operator = node.span, node.operator
    match operator:
        case "and" | "or" | "implies":
            return _check_logical(node, context)
        case "=" | "!=":
            same = check_equal(span, node.left, node.right, context)
            return same if operator == "=" else forms.negated(span, same)
        case "in" | "not in":
            return _check_membership(node, context)
        case "+" | "-":
            given = context.expression(
                node.left, NUMBER
            )  # once: twice would be twice for each term before it
            if given.type.base == "set":
                return _check_sets(node, given, context)
            if given.type.base == "any":  # a set or a number, and what is wrong with it is said
                context.expression(node.right)
                return forms.wrong(span)
            left = fitted(node.left, given, context, NUMBER)
        case ".." if (between := sites_between(node, context)) is not None:
            context.reporter.report(
                "type-mismatch",
                span,
                "a range has numbers, and these are sites",
                "from one site to another",
                help="the sites of a set are named one by one",
                fixes=(replacing(span, f"{{{', '.join(between)}}}"),) if between else (),
            )
            return forms.wrong(span)
        case _:
            left = expect(node.left, context, NUMBER)
    right = expect(node.right, context, NUMBER)
    match operator:
        case "<" | "<=":
            return model.Compare(span, BOOL, operator, left, right)
        case ">" | ">=":
            return model.Compare(span, BOOL, "<" if operator == ">" else "<=", right, left)
        case "..":
            return _bounded_range(model.Arithmetic(span, set_of(NUMBER), "..", left, right), context)
        case _:
            return _bounded(model.Arithmetic(span, NUMBER, operator, left, right), context)


def _check_logical(node: syntax.Binary, context: Context) -> model.Expr:
    if (again := asked_again(node, context)) is not None:
        expect_condition(again.question, context)
        value = again.values[0].span
        message = f"`or` joins conditions, and `{value.text}` is none by itself"
        context.reporter.report("type-mismatch", value, message, "of what is it asked?", suggestion=again.way)
        return forms.wrong(node.span)
    left = expect_condition(node.left, context)
    right = expect_condition(node.right, context)
    if node.operator == "and":
        return model.And(node.span, BOOL, left, right)
    return model.Or(node.span, BOOL, left if node.operator == "or" else forms.negated(left.span, left), right)


def _check_membership(node: syntax.Binary, context: Context) -> model.Expr:
    """`X in S` and `X not in S`."""
    among = expect_source(node.right, context)
    left = context.expression(node.left, element_type(among))
    element = convert(left, element_type(among).or_none, context)
    if element is None:
        way = other_name(among, set_of(left.type), context) or Suggestion(_whether_among(left, among))
        if not way and left.type.base == "kind" and among.type == set_of(PIECE):
            pieces, kind = among.span.in_one_line, left.span.in_one_line
            way = Suggestion(
                f"whether some of them are of this kind is `{kind} in kinds of {pieces}`, and how many `count({pieces} where it is {kind})`"
            )
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"a {left.type} cannot be in a {among.type}",
            f"a {left.type}",
            others=[(among.span, f"a {among.type}")],
            suggestion=way,
        )
        return forms.wrong(node.span)
    warn_of_one_number(among, node.span, context)
    inside = model.In(node.span, BOOL, element, among)
    return inside if node.operator == "in" else forms.negated(node.span, inside)


def check_equal(span: Span, a: syntax.Expr, b: syntax.Expr, context: Context) -> model.Expr:
    """`a = b`; one side may be converted to the type of the other."""
    left = context.expression(a, _type_beside(a, b, context))
    if isinstance(b, syntax.Name) and b.name in ("empty", "occupied") and context.find(b.name) is None:
        context.reporter.report(
            "wrong-arguments",
            b.span,
            f"`{b.name}` is a test and no value",
            "not a value",
            help=f"a test stands behind `is`: `{a.span.in_one_line} is {b.name}`",
        )
        return forms.wrong(span)
    right = context.expression(b, left.type)
    if right.type.base == "symbol" and (
        left.type.base == "none" or (left.type.base == "symbol" and left.type.symbols != right.type.symbols)
    ):
        left = context.expression(a, right.type)
    _warn_of_one_and_a_set(span, left, right, context)
    converted = convert(right, left.type.or_none, context)
    if converted is not None:
        return forms.equal(span, left, converted)
    converted = convert(left, right.type.or_none, context)
    if converted is not None:
        return forms.equal(span, converted, right)
    _report_never_equal(span, left, right, context)
    return forms.wrong(span)


def _type_beside(node: syntax.Expr, other: syntax.Expr, context: Context) -> Type | None:
    """The type of the other side, for a name that means nothing: what may be meant by it has that type."""
    if not isinstance(node, syntax.Name) or node.name in context.everything() | BY_NAME.keys():
        return None
    if not context.seeks_ways_out:
        return None
    kind = replace(context, reporter=Reporter(is_heard=False)).expression(other).type.required
    return None if kind == ANY else kind


def _warn_of_one_and_a_set(span: Span, left: model.Expr, right: model.Expr, context: Context) -> None:
    """Warns where one site, player or piece is asked whether it is all of a set that may have several."""
    one, among = (right, left) if left.type.base == "set" else (left, right)
    single = one.type.required
    elements = {SITE, PIECE} if single in (SITE, PIECE) else {single}  # each stands for the other
    if among.type.base != "set" or among.type.element not in elements or single.base not in _SINGLE:
        return
    if (isinstance(among, model.MakeSet) and len(among.items) < _SEVERAL) or one.span == among.span:
        return
    between = span.source.text[left.span.end : right.span.start].strip()
    word = "not in" if between.startswith("!=") else "in"
    context.reporter.report(
        "one-and-set",
        span,
        f"a {single} is compared with a set of {among.type.element}s, and equals it only where the set has no other element",
        "is rarely so",
        others=[(one.span, f"one {single}"), (among.span, "a set")],
        help=f"whether it is one of them: `{one.span.in_one_line} {word} {among.span.in_one_line}`",
    )


_SEVERAL = 2  # elements of a set in braces, of which no single value is all
_SINGLE = ("site", "player", "piece", "direction", "kind", "number")


def _report_never_equal(span: Span, left: model.Expr, right: model.Expr, context: Context) -> None:
    one, other = left.type.required, right.type.required
    if is_reported(span, context) or is_misspelt(one, other, span, context):
        return
    asked = _whether_among(left, right) or asked_otherwise(left, other) or asked_otherwise(right, one)
    way = (
        unquoted(right, one, context)
        or other_name(right, one, context)
        or other_name(left, other, context)
        or Suggestion(asked)
    )
    sides = [(left.span, f"a {one}"), (right.span, f"a {other}")]
    context.reporter.report(
        "type-mismatch",
        span,
        f"a {one} never equals a {other}",
        f"a {other}" if span == right.span else "",
        others=[s for s in sides if s[0] != span],
        suggestion=way,
    )


def _whether_among(left: model.Expr, right: model.Expr) -> str:
    """How it is asked whether a site is one of a set, where its rank or file is compared with them: `rank(to) = last_rank(mover)`."""
    for one, among in ((left, right), (right, left)):
        match one:
            case model.Builtin(name="rank" | "file", arguments=(site,)) if (
                one.type.required == NUMBER and among.type == set_of(SITE)
            ):
                between = left.span.source.text[left.span.end : right.span.start].strip()
                word = "not in" if between in ("!=", "not in") else "in"
                return f"whether it is one of them: `{site.span.in_one_line} {word} {among.span.in_one_line}`"
    return ""


def _check_sets(node: syntax.Binary, left: model.Expr, context: Context) -> model.Expr:
    """`A + B` and `A - B` of sets; `left` is the typed form of A."""
    right = expect_source(node.right, context)
    is_bare = "none" in (element_type(left).base, element_type(right).base)  # a set of nothing but `none`
    if not fits(right.type, left.type) and not is_bare:
        counted = _counted(node, left, right)
        at = counted or node.right.span
        help = f"how many there are is `count({at.in_one_line})`" if counted else ""
        message = f"a {left.type} and a {right.type} do not mix"
        context.reporter.report("type-mismatch", at, message, help=help)
        return forms.wrong(node.span)
    name = "union" if node.operator == "+" else "difference"
    kind = right.type if element_type(left).base == "none" else left.type
    return model.Builtin(node.span, kind, name, (left, right))


def _counted(node: syntax.Binary, left: model.Expr, right: model.Expr) -> Span | None:
    """The set of something else to which a number is added, and which may be meant to be counted."""
    one, other = element_type(left).base == "number", element_type(right).base == "number"
    return None if one == other else (node.right if one else node.left).span


def _bounded(made: model.Arithmetic, context: Context) -> model.Expr:
    """Reports a number that is known before play and too large."""
    try:
        static.computed(made, context.names.board)
    except TooLarge:
        context.reporter.report("bad-range", made.span, too_large("a number"), "too large")
        return forms.wrong(made.span)
    except static.NotStatic:
        pass  # it is computed in play
    return made


def _bounded_range(made: model.Arithmetic, context: Context) -> model.Expr:
    """Reports a range that is known before play and too long."""
    ends = [static.known(e, context.names.board) for e in (made.left, made.right)]
    low, high = (e[0] if e is not None else None for e in ends)
    if isinstance(low, int) and isinstance(high, int) and high - low >= MAX_RANGE:
        context.reporter.report(
            "bad-range",
            made.span,
            f"a range holds at most {MAX_RANGE} numbers",
            f"{high - low + 1} numbers",
            help="compare instead: `1 <= n and n <= 500000`, or choose among fewer",
        )
        return forms.wrong(made.span)
    return made


def check_conditional(node: syntax.Conditional, context: Context, expected: Type | None) -> model.Expr:
    """`A if C else B`."""
    condition = expect_condition(node.condition, context)
    then = context.expression(node.then, expected)
    otherwise = context.expression(node.otherwise, expected or then.type)
    kind = join(then.type, otherwise.type)
    if kind is None:
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"the two sides differ: a {then.type} and a {otherwise.type}",
            "",
            others=[(then.span, f"a {then.type}"), (otherwise.span, f"a {otherwise.type}")],
        )
        return forms.wrong(node.span)
    return model.If(node.span, kind, condition, then, otherwise)
