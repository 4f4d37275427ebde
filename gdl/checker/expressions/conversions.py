"""Required types: an expression that must have one, and what is said of one that has another.

A value of another type is converted where that is done without a word (`gdl.checker.forms`).
"""

from collections.abc import Iterable

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.known import is_misspelt
from gdl.checker.forms import convert, single
from gdl.checker.suggestions import foreign
from gdl.checker.suggestions.by_type import instead
from gdl.checker.suggestions.names import meant, of_words
from gdl.core import model
from gdl.core.types import ANY, BOOL, KIND, NAMED, NUMBER, PLAYER, Type, set_of
from gdl.diagnostics.values import Suggestion, writing
from gdl.source import Span
from gdl.tree import syntax


def expect(node: syntax.Expr, context: Context, kind: Type, what: str = "") -> model.Expr:
    """An expression that must have a type; `what` names it in the error."""
    return fitted(node, context.expression(node, kind), context, kind, what)


def fitted(node: syntax.Expr, expr: model.Expr, context: Context, kind: Type, what: str = "") -> model.Expr:
    """The typed form of an expression, as a value of the type that it must have."""
    made = convert(expr, kind, context)
    if made is not None:
        return made
    is_none = isinstance(expr, model.Const) and expr.value is None
    if is_reported(node.span, context) or is_misspelt(expr.type.required, kind.required, node.span, context):
        return forms.wrong(node.span)
    if is_none and not kind.is_optional and kind.base != "set":
        context.reporter.report(
            "type-mismatch", node.span, f"expected {what or f'a {kind}'}, but this is `none`", "no value"
        )
        return forms.wrong(node.span)
    way = instead(expr, kind, context)
    context.reporter.report(
        "type-mismatch",
        node.span,
        f"expected {what or f'a {kind}'}, but this is {expr.type.as_noun}",
        expr.type.as_noun,
        others=where_defined(expr, context),
        suggestion=way,
    )
    return forms.wrong(node.span)


def where_defined(expr: model.Expr, context: Context) -> list[tuple[Span, str]]:
    """The value of a definition that is used, as the place from which its type comes."""
    if not isinstance(expr, model.Apply):
        return []
    body = context.names.definitions[expr.definition].body
    return [(body.span, f"`{expr.definition}` is a {body.type}")]


def is_reported(span: Span, context: Context) -> bool:
    """Whether an error within an expression has been told, from which its type may follow."""
    return any(d.is_error and span.contains(d.span) for d in context.reporter.found)


def expect_condition(node: syntax.Expr, context: Context) -> model.Expr:
    return expect(node, context, BOOL, "a condition")


def expect_source(node: syntax.Expr, context: Context) -> model.Expr:
    """A set to take elements from; a single value is made one."""
    expr = context.expression(node)
    if expr.type.base in ("set", "any"):
        return expr
    return single(expr, set_of(expr.type))


def expect_elements(node: syntax.Expr, context: Context) -> model.Expr:
    """A set to go through, or to ask for its elements."""
    if is_one_kind(node, context):
        return forms.wrong(node.span)
    return expect_source(node, context)


def warn_of_one_number(source: model.Expr, span: Span, context: Context) -> None:
    """Warns of a number in the place of a set: it is the set of this number alone. `span`: where the set is gone through; an error
    there may come of it, and is said instead."""
    if is_reported(span, context):
        return
    match source:
        case model.Builtin(name="single", arguments=(one,)) | model.MakeSet(items=(one,)) if (
            one.type.required == NUMBER and one.span == source.span
        ):
            text = one.span.in_one_line
            upto = f"1..({text})" if " " in text else f"1..{text}"
            help = f"the numbers up to it are `{upto}`"
            match one:
                case model.Arithmetic(operator="-", left=model.Const() as low, right=model.Const() as high):
                    help = f"a range has two dots: `{low.value}..{high.value}`"
            context.reporter.report(
                "one-and-set",
                source.span,
                f"`{text}` is one number, and a set is wanted here: it has this number and no other",
                "one number",
                help=help,
            )
        case _:
            pass


def warn_of_number_asked(source: model.Expr, word: str, span: Span, context: Context) -> None:
    """Warns of `some N` and `no N` of one number, player or kind: it is always there. `span`: the whole question."""
    match source:
        case model.Builtin(name="single", arguments=(one,)) | model.MakeSet(items=(one,)):
            pass
        case _:
            return
    text, asked = one.span.in_one_line, source.span.in_one_line
    if one.type not in (NUMBER, PLAYER, KIND) or text not in (asked, asked.strip("() ")):
        return
    holds, compared = ("always", "> 0") if word == "some" else ("never", "= 0")
    context.reporter.report(
        "one-and-set",
        span,
        f"`{word}` asks whether there is anything, and `{text}` is one {one.type}: this {holds} holds",
        f"{holds} true",
        help=f"a number is compared: `{text} {compared}`" if one.type == NUMBER else "",
    )


def is_one_kind(node: syntax.Expr, context: Context) -> bool:
    """Whether a set would be one kind by its name; reports it, since whoever writes it means its pieces."""
    if (
        not isinstance(node, syntax.Name)
        or node.name not in context.names.kinds
        or context.find(node.name) is not None
    ):
        return False
    context.usage.used.add(node.name)
    context.reporter.report(
        "type-mismatch",
        node.span,
        f"`{node.name}` is one kind, and no set of pieces",
        "a kind",
        help=f"its pieces are `own {node.name}`, `{node.name} of p` of a player, or all of them "
        f"`(pieces where it is {node.name})`",
    )
    return True


def filtered(
    source: model.Expr, local: model.Local, condition: syntax.Expr | None, context: Context
) -> model.Expr:
    """The elements of a set that pass a condition on a local name, which the condition may also call `it`."""
    if condition is None:
        return source
    inner = context.inner()
    inner.scope.names["it"] = local
    made = expect_condition(condition, inner)
    return model.Comprehension(source.span, source.type, local.slot, source, made, None)


def type_named(ident: syntax.Ident, context: Context) -> Type:
    """The type of a parameter or a field."""
    found = context.names.type_named(ident.name)
    if found is None:
        known = (*NAMED, *context.names.types)
        _report_no_type(ident, _words_of(ident.name, context), known, context)
    return found or ANY


def _report_no_type(ident: syntax.Ident, known: str, words: Iterable[str], context: Context) -> None:
    """Reports a name that is no type's. `known`: what is said of it, if something is known."""
    if context.names.is_excused(ident.name):
        return
    row = next(iter(foreign.TYPES.get(ident.name.lower(), ())), None)
    way = Suggestion(known)
    if not known and row is not None:
        way = writing(ident.span, row.text, row.help) if row.text else Suggestion(row.help)
    way = (
        way
        or meant(of_words(ident.name, ident.span, set(words), context))
        or Suggestion("the types are " + ", ".join((*NAMED, *context.names.types)))
    )
    context.reporter.report(
        "unknown-type",
        ident.span,
        f"no type is named `{ident.name}`",
        "not a type",
        suggestion=way,
    )


def _words_of(name: str, context: Context) -> str:
    """The help for a field that is to hold what a column holds."""
    column = context.names.columns.get(name)
    if column is None or column.type.base not in ("symbol", "number"):
        return ""
    if column.type.base == "number":
        return f"`{name}` is a column of numbers: write the least and the greatest, such as `0..99`"
    return f"`{name}` is a column: write what it may hold, `{', '.join(column.type.symbols)}`"


def type_of_parameter(ident: syntax.Ident, context: Context) -> Type:
    """The type of a parameter: one of the language's, or the enumeration of a column or a field, by its name."""
    names, name = context.names, ident.name
    if (found := names.type_named(name)) is not None:
        return found
    held = names.columns.get(name) or names.fields.get(name)
    if held is not None and held.type.base == "symbol":
        return held.type.required
    words = [n for n, column in names.columns.items() if column.type.base == "symbol"]
    words += [n for n, field in names.fields.items() if field.type.base == "symbol"]
    _report_no_type(ident, _words_of(name, context), (*NAMED, *names.types, *words), context)
    return ANY


def check_parameters(
    parameters: tuple[syntax.Parameter, ...], context: Context
) -> tuple[tuple[str, int, Type], ...]:
    """The parameters of a definition, action or choice as local names: each with its slot and type."""
    made = []
    for parameter in parameters:
        kind = type_of_parameter(parameter.type, context)
        local = context.local(parameter.name.name, kind, parameter.span)
        made.append((parameter.name.name, local.slot, kind))
    return tuple(made)
