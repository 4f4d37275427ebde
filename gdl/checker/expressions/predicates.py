"""Predicates: what `x is ...` asks about a value, and what the steps of a path ask about a site."""

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.attributes import apply, read_field, report_holders
from gdl.checker.expressions.builtins import converted
from gdl.checker.expressions.calls import check_call
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.checker.expressions.lookup import look_up
from gdl.checker.expressions.pieces import check_kind, check_side
from gdl.checker.forms import as_piece, convert, element_type
from gdl.core import model
from gdl.core.builtins import BY_NAME, RELATIVE_WORDS
from gdl.core.types import ANY, BOOL, PIECE, SITE
from gdl.diagnostics.similar_names import is_slip
from gdl.diagnostics.values import NO_SUGGESTION, Suggestion, meaning, writing
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import Side


def check_tests(tests: tuple[syntax.Test, ...], subject: model.Expr, context: Context) -> model.Expr:
    """Whether one of several tests holds for the subject."""
    made = _check_test(tests[0], subject, context)
    for test in tests[1:]:
        made = model.Or(test.span, BOOL, made, _check_test(test, subject, context))
    return made


def _check_test(test: syntax.Test, subject: model.Expr, context: Context) -> model.Expr:
    span = test.span
    if subject.type == ANY and test.form not in ("that", "not"):
        _report_slip(test, context)
        return forms.wrong(span)
    match test.form:
        case "not":
            return forms.negated(span, check_tests(test.inner, subject, context))
        case "that" if test.condition is not None:
            return _check_bracketed(span, test.condition, subject, context)
        case "none":
            if subject.type.base == "site" and not subject.type.is_optional:
                return model.Builtin(span, BOOL, "empty", (subject,))
            return forms.equal(span, subject, context.expression(syntax.Nothing(span), subject.type))
        case "own" | "enemy" as side:
            return _check_owned(test, side, subject, context)
        case _:
            assert test.name is not None
            return _check_named(test, test.name, subject, context)


_ASKED_OF_ANYTHING = ("empty", "occupied", "own", "enemy", "piece", "none")


def _report_slip(test: syntax.Test, context: Context) -> None:
    """Reports a test that is misspelt, whatever it is asked of: a name before it may be misspelt, too."""
    if test.form != "name" or test.name is None or not context.seeks_ways_out:
        return
    word, names = test.name.name, context.names
    if word in context.everything() | BY_NAME.keys() | RELATIVE_WORDS | names.failed or names.is_excused(
        word
    ):
        return
    meant = [w for w in _ASKED_OF_ANYTHING if is_slip(word, w)]
    if len(meant) == 1:
        context.reporter.report(
            "unknown-name",
            test.span,
            f"nothing is named `{word}`",
            "not known here",
            suggestion=meaning(test.span, meant),
        )


def _check_bracketed(span: Span, condition: syntax.Expr, subject: model.Expr, context: Context) -> model.Expr:
    """`[CONDITION]`, which calls the subject `it`."""
    if not isinstance(subject, model.Local):
        context.reporter.report(
            "type-mismatch", span, "a condition in [ ] asks about what a path meets", "nothing is met here"
        )
        return forms.wrong(span)
    inner = context.inner()
    inner.scope.names["it"] = model.Local(span, subject.type, subject.slot, "it")
    return expect_condition(condition, inner)


def _check_owned(test: syntax.Test, side: Side, subject: model.Expr, context: Context) -> model.Expr:
    """`own`, `enemy`, and the same of one kind."""
    span = test.span
    piece = convert(subject, PIECE.or_none, context)
    if piece is None:
        context.reporter.report(
            "type-mismatch",
            span,
            f"a {subject.type} is nobody's piece",
            f"asked of a {subject.type}",
        )
        return forms.wrong(span)
    owned = check_side(span, side, piece, context)
    if test.name is None:
        return owned
    kind = check_kind(test.name, context)
    if kind is None:
        return forms.wrong(span)
    return model.And(span, BOOL, owned, forms.equal(span, forms.kind_of(span, piece), kind))


def _check_named(test: syntax.Test, name: syntax.Ident, subject: model.Expr, context: Context) -> model.Expr:
    """A name as a predicate, with arguments or without: a property of the subject, or a value to compare it with."""
    span, word = test.span, name.name
    is_plain = test.form == "name"
    is_local = context.find(word) is not None
    if is_plain and word in ("true", "false") and subject.type.base == "bool":
        return forms.equal(span, subject, forms.const(span, BOOL, word == "true"))
    if is_plain and word == "any" and not is_local and subject.type.base not in ("direction", "set"):
        return forms.const(span, BOOL, True)
    if is_plain and word == "piece" and (not is_local or subject.type.base == "site"):
        place = convert(subject, SITE.or_none, context)
        if place is not None:
            return model.Builtin(span, BOOL, "occupied", (place,))
    is_value = is_local or word in context.names.kinds
    is_value = is_value or (subject.type.base == "symbol" and word in subject.type.symbols)
    if not is_value and _is_predicate(test, word, context):
        return _check_predicate(test, name, subject, context)
    if not is_plain:
        return _is_value(span, subject, check_call(syntax.Call(span, name, test.arguments), context), context)
    if subject.type.base in ("piece", "site") and _is_misspelt_kind(word, context):
        check_kind(name, context)
        return forms.wrong(span)
    return _is_value(
        span, subject, look_up(syntax.Name(span, word), context, subject.type, subject.type), context
    )


def _is_predicate(test: syntax.Test, word: str, context: Context) -> bool:
    """Whether a name is a property of subjects: it takes one argument more than the test gives."""
    names, wanted = context.names, len(test.arguments) + 1
    if word in names.definitions:
        return len(names.definitions[word].parameters) == wanted
    return (
        names.field_of_things(word) is not None
        or word in names.columns
        or any(len(r.parameters) == wanted for r in BY_NAME.get(word, ()))
    )


def _is_misspelt_kind(word: str, context: Context) -> bool:
    names = context.names
    known = context.everything() | set(BY_NAME) | RELATIVE_WORDS | names.failed
    is_site = names.board is not None and names.board.site(word) is not None
    return word not in known and not is_site and any(is_slip(word, kind) for kind in names.kinds)


def _check_predicate(
    test: syntax.Test, name: syntax.Ident, subject: model.Expr, context: Context
) -> model.Expr:
    """A definition, field or builtin, whose first argument is the subject."""
    span, word, names = test.span, name.name, context.names
    if word in names.definitions:
        parameters = names.definitions[word].parameters[1:]
        rest = [context.expression(a, p[2]) for a, p in zip(test.arguments, parameters, strict=True)]
        made = apply(span, word, (subject, *rest), (), context, name.span)
    elif (field := names.fields.get(word) or names.field_of_things(word)) is not None:
        made = _check_field(test, field, subject, context)
    else:
        made = _check_builtin(test, name, subject, context)
    if made.type == ANY:
        return made
    if made.type.base != "bool":
        context.reporter.report(
            "type-mismatch",
            span,
            f"`{word}` is a {made.type}, not a condition",
            f"a {made.type}",
        )
        return forms.wrong(span)
    return made


def _check_field(test: syntax.Test, field: model.Field, subject: model.Expr, context: Context) -> model.Expr:
    """A field of the subject; of a field of pairs, the test gives the second holder."""
    wanted = context.names.holders_of(field)
    holder = convert(subject, wanted[0].or_none, context) if wanted else None
    if holder is None:
        context.reporter.report(
            "type-mismatch",
            test.span,
            f"`{field.declared}` is said of a {wanted[0] if wanted else field.holder}",
            f"asked of a {subject.type}",
        )
        return forms.wrong(test.span)
    if len(test.arguments) + 1 != len(wanted):
        report_holders(test.span, field, len(test.arguments) + 1, context)
        return forms.wrong(test.span)
    rest = [
        expect(node, context, kind.or_none, f"a {kind}")
        for node, kind in zip(test.arguments, wanted[1:], strict=True)
    ]
    return read_field(test.span, field, (holder, *rest), context)


def _check_builtin(
    test: syntax.Test, name: syntax.Ident, subject: model.Expr, context: Context
) -> model.Expr:
    arguments = [subject, *(context.expression(a) for a in test.arguments)]
    for row in BY_NAME.get(name.name, ()):
        made = converted(row, arguments, context)
        if made is not None:
            return model.Builtin(test.span, row.result, name.name, made)
    context.reporter.report(
        "type-mismatch",
        test.span,
        f"`{name.name}` cannot be asked of a {subject.type}",
        f"asked of a {subject.type}",
        suggestion=_asked_of_a_set(test, subject)
        if subject.type.base == "set" and name.name == "empty"
        else NO_SUGGESTION,
    )
    return forms.wrong(test.span)


def _asked_of_a_set(test: syntax.Test, subject: model.Expr) -> Suggestion:
    """How `S is empty` and `S is not empty` are asked of a set."""
    text, between = (
        subject.span.in_one_line,
        subject.span.source.text[subject.span.end : test.span.start].split(),
    )
    if between == ["is", "not"]:
        return writing(
            subject.span.to(test.span),
            f"some {text}",
            f"whether a set has anything in it is asked with `some {text}`",
        )
    help = f"whether a set has nothing in it is asked with `no {text}`"
    return writing(subject.span.to(test.span), f"no {text}", help) if between == ["is"] else Suggestion(help)


def _is_value(span: Span, subject: model.Expr, value: model.Expr, context: Context) -> model.Expr:
    """`x is v`: x equals v; a piece is of a kind or a player's; x is in a set."""
    if value.type == ANY:
        return value
    is_piece = subject.type.base in ("piece", "site")
    if value.type.base == "set":
        wanted = element_type(value)
        if wanted.base == "kind" and is_piece:
            subject = forms.kind_of(span, as_piece(subject, context))
        element = convert(subject, wanted.or_none, context)
        if element is not None:
            return model.In(span, BOOL, element, value)
    elif is_piece and value.type.base == "kind":
        return forms.equal(span, forms.kind_of(span, as_piece(subject, context)), value)
    elif is_piece and value.type.base == "player":
        return forms.equal(span, forms.owner_of(span, as_piece(subject, context)), value)
    same = convert(value, subject.type.or_none, context)
    if same is None:
        context.reporter.report(
            "type-mismatch",
            span,
            f"a {subject.type} is never a {value.type}",
            f"a {value.type}",
            help=f"what is in it is a kind, as in `{next(iter(context.names.kinds), 'man')} in {value.span.in_one_line}`"
            if value.type.base == "set" and element_type(value).base == "kind"
            else "",
        )
        return forms.wrong(span)
    return forms.equal(span, subject, same)
