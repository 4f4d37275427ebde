"""Operators: conditions, comparisons, membership, arithmetic, and `A if C else B`."""

import re

from gdl import model, static, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.alike import meant_by
from gdl.checker.expressions.conversions import (
    convert,
    element_type,
    expect,
    expect_condition,
    expect_source,
    fitted,
    is_reported,
    names_of_type,
)
from gdl.checker.expressions.leads import lead
from gdl.checker.expressions.meant import unread
from gdl.checker.expressions.middle import compared_with_the_middle
from gdl.checker.expressions.words import is_misspelt
from gdl.limits import MAX_RANGE
from gdl.source import Span
from gdl.types import BOOL, DIRECTION, NUMBER, PIECE, SITE, Type, fits, join, set_of, too_large
from gdl.world import TooLarge


def check_unary(node: syntax.Unary, context: Context) -> model.Expr:
    """`not C` and `-N`."""
    if node.operator == "not":
        given = context.expression(node.operand, BOOL)
        if given.type.required == NUMBER:
            _report_number_denied(node, given, context)
            return forms.wrong(node.span)
        return forms.negated(node.span, fitted(node.operand, given, context, BOOL, "a condition"))
    operand = expect(node.operand, context, NUMBER)
    return model.Arithmetic(node.span, NUMBER, "-", forms.const(node.span, NUMBER, 0), operand)


def _report_number_denied(node: syntax.Unary, given: model.Expr, context: Context) -> None:
    """Reports `not N` of a number: that it is 0 is meant."""
    context.reporter.report(
        "type-mismatch",
        node.span,
        "`not` denies a condition, and this is a number",
        "",
        others=[(given.span, f"a {given.type}")],
        help=f"a number is compared: write `{given.span.in_one_line} = 0`",
    )


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
            given = context.expression(node.left)  # once: twice would be twice for each term before it
            if given.type.base == "set":
                return _check_sets(node, given, context)
            if given.type.base == "any":  # a set or a number, and what is wrong with it is said
                context.expression(node.right)
                return forms.wrong(span)
            if _is_asked_of_a_sum(node, given, context):
                return forms.wrong(span)
            left = fitted(node.left, given, context, NUMBER)
        case ".." if _is_of_sites(node, context):
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


def _is_asked_of_a_sum(node: syntax.Binary, left: model.Expr, context: Context) -> bool:
    """Reports `height(a + b)` of two sites, where `height(a) + height(b)` is meant; whether it is that."""
    text, span = node.span.source.text, node.span
    asked = re.search(r"([A-Za-z_]\w*)\(\s*\Z", text[max(0, span.start - _LONGEST_NAME) : span.start])
    is_alone = re.match(r"\s*\)", text[span.end : span.end + _LONGEST_NAME]) is not None
    if left.type.base not in _SINGLE or left.type == NUMBER or asked is None or not is_alone:
        return False
    right = context.expression(node.right)
    if right.type.required != left.type.required:
        return False
    each = f" {node.operator} ".join(f"{asked[1]}({e.span.in_one_line})" for e in (left, right))
    context.reporter.report(
        "type-mismatch",
        span,
        f"`{node.operator}` joins numbers, and these are {left.type.required}s",
        "",
        others=[(left.span, f"a {left.type}"), (right.span, f"a {right.type}")],
        help=f"it is asked of each: write `{each}`",
    )
    return True


_LONGEST_NAME = 80  # letters that are looked at beside a sum


def _is_of_sites(node: syntax.Binary, context: Context) -> bool:
    """Reports a range of sites, once for both of its ends; whether it is one."""
    ends = [e for e in (node.left, node.right) if isinstance(e, syntax.Name)]
    board = context.names.board
    if (
        len(ends) < 2
        or board is None
        or any(board.site(e.name) is None or context.find(e.name) for e in ends)
    ):
        return False
    context.reporter.report(
        "type-mismatch",
        node.span,
        "a range goes through numbers, and these are sites",
        "no range",
        help=f"list the sites, `{{{ends[0].name}, {ends[1].name}}}`, or take those of a row, `rank(1)`, or between two, "
        f"`between({ends[0].name}, {ends[1].name})`",
    )
    return True


def _check_logical(node: syntax.Binary, context: Context) -> model.Expr:
    _warn_of_far_quantifier(node.right, context)
    left, right = context.expression(node.left, BOOL), context.expression(node.right, BOOL)
    if left.type == right.type and left.type.element in (DIRECTION, SITE, PIECE):
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"`{node.operator}` joins conditions, and these are sets",
            f"each a {left.type}",
            help=f"the elements of both are `{node.left.span.text} + {node.right.span.text}`; whether there are any is asked "
            "with `some`",
        )
        return forms.wrong(node.span)
    left = fitted(node.left, left, context, BOOL, "a condition")
    right = fitted(node.right, right, context, BOOL, "a condition")
    if node.operator == "and":
        return model.And(node.span, BOOL, left, right)
    return model.Or(node.span, BOOL, left if node.operator == "or" else forms.negated(left.span, left), right)


def _warn_of_far_quantifier(node: syntax.Expr, context: Context) -> None:
    """Warns of a quantifier without parentheses that takes in an `or` at the beginning of a line."""
    if not isinstance(node, syntax.Quantifier):
        return
    source, body = node.span.source, node.body
    while isinstance(body, syntax.Binary) and body.operator in ("and", "or"):
        between = source.text[body.left.span.end : body.right.span.start]
        if body.operator == "or" and "\n" in between:
            if source.text[: node.span.start].rstrip().endswith("("):
                return
            start = body.left.span.end + between.index("or")
            context.reporter.report(
                "far-quantifier",
                Span(source, start, start + 2),
                f"this `or` belongs to the part behind the `:` of `{node.word} {node.variable.name}`",
                "not to the line above",
                others=[(node.variable.span, "begins here, and reaches as far as it can")],
                help=f"put parentheses around the quantifier: `({node.word} {node.variable.name} in ...: ...)`",
            )
            return
        body = body.left


def _check_membership(node: syntax.Binary, context: Context) -> model.Expr:
    """`X in S` and `X not in S`."""
    among = expect_source(node.right, context)
    left = context.expression(node.left, element_type(among))
    element = convert(left, element_type(among).or_none, context)
    if element is None:
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"a {left.type} cannot be in a {among.type}",
            f"a {left.type}",
            others=[(among.span, f"a {among.type}")],
            help=_of_two_sets(node, left, among, context)
            or compared_with_the_middle(node.span, left, context.expression(node.right), context)
            or meant_by(node.right.span.text, set_of(left.type), context)
            or lead(left.type, element_type(among), left.span, context),
        )
        return forms.wrong(node.span)
    if among.type.base == "set" and context.expression(node.right).type == NUMBER:
        _warn_of_one_number(node.span, left, node.right.span, context)
    inside = model.In(node.span, BOOL, element, among)
    return inside if node.operator == "in" else forms.negated(node.span, inside)


def _of_two_sets(node: syntax.Binary, left: model.Expr, among: model.Expr, context: Context) -> str:
    """The help for a set that is asked whether it is in another one: one of its elements may be meant, or all of them."""
    if left.type.element is None:
        return ""
    one = context.unnamed(left.type.element, node.left.span)
    if convert(one, element_type(among).or_none, context) is None:
        return ""
    name = next((n for n in "xyz" if context.find(n) is None), "x")
    given = node.left.span.in_one_line
    given = f"({given})" if isinstance(node.left, syntax.Filter) and given[0] != "(" else given
    of = f"{name} in {given}: {name} in {node.right.span.in_one_line}"
    if node.operator != "in":
        return f"elements are in a set: that none of them is, `no {of}`"
    return f"elements are in a set: that one of them is, `some {of}`; that all are, `all {of}`"


def check_equal(span: Span, a: syntax.Expr, b: syntax.Expr, context: Context) -> model.Expr:
    """`a = b`; one side may be converted to the type of the other."""
    left = context.expression(a)
    if isinstance(b, syntax.Name) and b.name in ("empty", "occupied") and context.find(b.name) is None:
        context.reporter.report(
            "wrong-arguments",
            b.span,
            f"`{b.name}` is a test and no value",
            "not a value",
            help=f"a test stands after `is`: `{a.span.text} is {b.name}`",
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


def _of_kind(span: Span, left: model.Expr, right: model.Expr) -> str:
    """The help for a piece that is compared with the name of a kind."""
    if (left.type.base, right.type.base) != ("piece", "kind") or not isinstance(right, model.Const):
        return ""
    between = span.source.text[left.span.end : right.span.start].strip()
    return f"write `{left.span.in_one_line} is {'not ' if between == '!=' else ''}{right.span.in_one_line}`"


def _warn_of_one_number(span: Span, left: model.Expr, right: Span, context: Context) -> None:
    """Warns where a number is asked whether it is in another one."""
    context.reporter.report(
        "one-and-set",
        span,
        f"`{right.in_one_line}` is one number, so this asks whether both are equal",
        "no set to be in",
        others=[(right, "one number")],
        help=f"write `{left.span.in_one_line} <= {right.in_one_line}`, or `{left.span.in_one_line} = {right.in_one_line}` if they are to be equal",
    )


def _warn_of_one_and_a_set(span: Span, left: model.Expr, right: model.Expr, context: Context) -> None:
    """Warns where one site, player or piece is asked whether it is all of a set that may have several."""
    one, among = (right, left) if left.type.base == "set" else (left, right)
    single = one.type.required
    elements = {single, SITE} if single == PIECE else {single}  # a piece stands for its site
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
    sides = [(left.span, f"a {one}"), (right.span, f"a {other}")]
    is_counted = {one.base, other.base} == {"set", "number"}
    context.reporter.report(
        "type-mismatch",
        span,
        f"a {one} never equals a {other}",
        f"a {other}" if span == right.span else "",
        others=[s for s in sides if s[0] != span],
        help="`count(...)` is how many elements a set has"
        if is_counted
        else "a word of the rules stands without quotation marks"
        if {one.base, other.base} in ({"symbol", "text"}, {"kind", "text"}, {"player", "text"})
        else _as_a_condition(left, right)
        or _of_kind(span, left, right)
        or compared_with_the_middle(span, left, right, context)
        or _of_a_set_alike(span, left, right, context)
        or meant_by(right.span.in_one_line, one, context)
        or meant_by(left.span.in_one_line, other, context)
        or _of_another(span, right.span, one, context)
        or _of_another(span, left.span, other, context)
        or _with(span, left.span, lead(one, other, left.span, context))
        or _with(span, right.span, lead(other, one, right.span, context))
        or names_of_type(other, context)
        or names_of_type(one, context),
    )


def _as_a_condition(left: model.Expr, right: model.Expr) -> str:
    """The help for a condition that is compared with 0 or 1: what is so is said without a comparison."""
    text = right.span.in_one_line
    if left.type.required != BOOL or text not in ("0", "1"):
        return ""
    return f"it is a condition already: write `{'not ' if text == '0' else ''}{left.span.in_one_line}`"


def _of_another(span: Span, side: Span, wanted: Type, context: Context) -> str:
    """The help for a side in whose place a name is meant that is introduced here and that nothing reads: the whole comparison."""
    help, _ = unread(side, (wanted,), context)
    return f"{help} Write `{_with_side(span, side, help.split('`')[1])}`" if help else ""


def _with_side(span: Span, side: Span, text: str) -> str:
    """A comparison with another text for one of its sides."""
    whole = span.source.text
    return " ".join(f"{whole[span.start : side.start]}{text}{whole[side.end : span.end]}".split())


def _with(span: Span, side: Span, help: str) -> str:
    """The help that what leads to another type is to be written for a side of a comparison, with the whole of it."""
    led = re.fullmatch(r"write (`([^`]+)`), (which is .+)", help)
    if led is None or not span.start <= side.start < side.end <= span.end:
        return help
    return f"write `{_with_side(span, side, led[2])}`: {led[1]} {led[3].removeprefix('which ')}"


def _of_a_set_alike(span: Span, left: model.Expr, right: model.Expr, context: Context) -> str:
    """The help for `s = north`, where a set such as `north_side` is called alike."""
    named = (
        meant_by(right.span.in_one_line, set_of(left.type.required), context)
        if left.type.base != "set"
        else ""
    )
    if not named:
        return ""
    between = span.source.text[left.span.end : right.span.start].strip()
    word = "not in" if between.startswith("!=") else "in"
    return f"whether it is one of a set: write `{left.span.in_one_line} {word} {named.split('`')[1]}` in place of `{span.in_one_line}`"


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
            help=lead(then.type, otherwise.type, then.span, context)
            or lead(otherwise.type, then.type, otherwise.span, context)
            or names_of_type(otherwise.type, context)
            or names_of_type(then.type, context),
        )
        return forms.wrong(node.span)
    return model.If(node.span, kind, condition, then, otherwise)
