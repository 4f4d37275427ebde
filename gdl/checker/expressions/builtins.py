"""Calls of builtins: overload resolution, and the builtins that take names instead of values."""

from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, is_one_kind
from gdl.checker.expressions.lookup import check_facing, lacks_places
from gdl.checker.expressions.pieces import report_no_teams
from gdl.checker.expressions.sets import check_mapped, gathered, warn_of_equal_numbers
from gdl.checker.forms import convert, element_type
from gdl.checker.suggestions.by_type import instead, is_one_of
from gdl.checker.suggestions.names import is_sound
from gdl.core import model
from gdl.core.builtins import BY_NAME, Row
from gdl.core.types import (
    ANY,
    BOOL,
    DIRECTION,
    KIND,
    NUMBER,
    PIECE,
    PLAYER,
    POSITION,
    SITE,
    Type,
    fits,
    set_of,
)
from gdl.diagnostics.similar_names import possible
from gdl.diagnostics.values import NO_SUGGESTION, Suggestion, writing
from gdl.source import Span
from gdl.tree import syntax

_FACED = ("last_rank", "home_rank")  # what only players who face somewhere have
_OF_ELEMENTS = ("count", "first", "last", "nth")  # what is asked of a set of anything


def check_builtin(node: syntax.Call, context: Context) -> model.Expr:
    """A builtin with arguments."""
    name, span = node.function.name, node.span
    node = replace(node, arguments=gathered(node.arguments, is_sum=name == "sum"))
    rows = BY_NAME[name]
    if lacks_places(node.function.span, name, context):
        return forms.wrong(span)
    if name == "can_move" and len(node.arguments) > 1:
        return _check_can_make(node, context)
    if name == "sum" and len(node.arguments) == 1 and isinstance(node.arguments[0], syntax.Mapped):
        terms = check_mapped(node.arguments[0], context, repeats=True)
        return model.Builtin(span, NUMBER, "sum", (terms,))
    if name in _FACED and context.names.board is not None:
        check_facing(node.function.span, context)
    if name == "rival" and not context.names.players:  # they could not be read, which is said
        return forms.wrong(span)
    _check_relation(name, span, context)
    if rows[0].parameters == (POSITION,) and node.arguments:
        return _check_remembered(node, rows[0].result, context)
    if not node.arguments and not all(row.parameters for row in rows):
        context.reporter.report(
            "wrong-arguments",
            span,
            f"`{name}` is a value, and nothing is given to it",
            "no parentheses here",
            help=f"write `{name}`",
        )
        return forms.wrong(span)
    return _check_values(node, rows, context)


def _check_values(node: syntax.Call, rows: tuple[Row, ...], context: Context) -> model.Expr:
    """A builtin of values: by the types of its arguments."""
    name, span = node.function.name, node.span
    if name in _OF_ELEMENTS and node.arguments and is_one_kind(node.arguments[0], context):
        return forms.wrong(span)
    wanted = _agreed(rows, len(node.arguments))
    arguments = [context.expression(a, kind) for a, kind in zip(node.arguments, wanted, strict=True)]
    if any(a.type == ANY for a in arguments):
        return forms.wrong(span)
    if name == "kinds" and len(arguments) == 1:
        pieces = convert(arguments[0], set_of(PIECE), context)
        if pieces is not None:
            local = context.unnamed(PIECE, span)
            kind = forms.kind_of(span, local)
            return model.Comprehension(span, set_of(KIND), local.slot, pieces, None, kind)
    if name == "borders" and len(arguments) == 2:
        site, directions = (
            convert(arguments[0], SITE, context),
            convert(arguments[1], set_of(DIRECTION), context),
        )
        if site is not None and directions is not None:
            return _borders(span, site, directions, context)
    if name == "players_from":
        return _players_from(span, arguments[0], context)
    made = _fitting(span, rows, arguments, context)
    if made is not None:
        _warn_of_one_value(name, arguments, span, context)
        warn_of_equal_numbers(name, node, arguments, context)
    return made or _report_arguments(node, rows, arguments, context)


def _borders(span: Span, site: model.Expr, directions: model.Expr, context: Context) -> model.Expr:
    """The borders half a step from a site in some directions."""
    match directions:
        case model.Builtin(name="single", arguments=(direction,)):
            border = model.Builtin(span, SITE.or_none, "border", (site, direction))
            return model.Builtin(span, set_of(SITE), "single", (border,))
    local = context.unnamed(DIRECTION, span)
    border = model.Builtin(span, SITE.or_none, "border", (site, local))
    return model.Comprehension(span, set_of(SITE), local.slot, directions, None, border)


def _players_from(span: Span, first: model.Expr, context: Context) -> model.Expr:
    """The players in the order of turns from one on: by how many turns each is behind that one."""
    count = len(context.names.players)
    everybody = forms.const(span, set_of(PLAYER), tuple(range(count)))
    local, whole = context.unnamed(PLAYER, span), forms.const(span, NUMBER, count)
    place, start = (
        model.Builtin(span, NUMBER.or_none, "index", (player, everybody)) for player in (local, first)
    )
    later = model.Arithmetic(span, NUMBER, "-", place, start)
    behind = model.Arithmetic(span, NUMBER, "mod", model.Arithmetic(span, NUMBER, "+", later, whole), whole)
    return model.Ordered(span, set_of(PLAYER), local.slot, everybody, (behind,))


# What is asked of a set, and what this is of one value.
_ASKED_OF_SETS = {
    "count": "how many elements a set has",
    "sum": "the sum of a set",
    "min": "the smallest number of a set",
    "max": "the largest number of a set",
    "first": "the first element of a set",
    "last": "the last element of a set",
}


def _warn_of_one_value(name: str, arguments: list[model.Expr], span: Span, context: Context) -> None:
    """Warns of `count(x)` and the like, where x is one value that is always there: a set of one."""
    if name not in _ASKED_OF_SETS or len(arguments) > 1:
        return
    given = arguments[0]
    if given.type.base in ("set", "any") or given.type.is_optional:
        return
    text = given.span.in_one_line
    base = given.type.base
    what = "a condition" if base == "bool" else f"one {'word' if base == 'symbol' else base}"
    always = "1" if name == "count" else f"`{text}` itself"
    context.reporter.report(
        "one-and-set",
        span,
        f"`{name}` gives {_ASKED_OF_SETS[name]}, and `{text}` is {what}: this is always {always}",
        f"always {always}",
        help=_counted_instead(text, given.type, context) if name == "count" else "",
    )


def _counted_instead(text: str, kind: Type, context: Context) -> str:
    """What may be meant where one value is counted."""
    has_sites = context.names.board is not None and bool(context.names.board.sites)
    match kind.base:
        case "number":
            return f"the number itself is `{text}`"
        case "player" if has_sites:
            return f"how many pieces a player has on the board is `count(pieces of {text})`"
        case "kind" if has_sites:
            return f"how many pieces of a kind are on the board is `count(pieces where kind(it) = {text})`"
        case "site":
            is_stacking = context.names.board is not None and context.names.board.is_stacking
            asks = f"`{text} is piece` asks whether a piece is there"
            return f"the pieces on a site are `stack({text})`" if is_stacking else asks
        case "bool":
            return "how many pass a condition is `count(x in SET where CONDITION)`"
    return ""


def _agreed(rows: tuple[Row, ...], count: int) -> list[Type | None]:
    """What each of so many arguments must be, where all signatures agree; None where they do not, or anything may be given."""
    fitting = [row.parameters for row in rows if len(row.parameters) == count]
    asked = [{kinds[i].required for kinds in fitting} for i in range(count)]
    return [next(iter(kinds)) if len(kinds) == 1 and kinds <= _PLAIN else None for kinds in asked]


_PLAIN = {NUMBER, PIECE, PLAYER, SITE, DIRECTION}


def _check_relation(name: str, span: Span, context: Context) -> None:
    """Reports a `rival` or a `partner` where the players have none."""
    if name == "rival" and len(context.names.players) != 2:
        context.reporter.report(
            "rival-of-many",
            span,
            f"`rival` needs two players, and here are {len(context.names.players)}",
            "whose rival?",
            help="use `after(p)`, or `players` with a condition",
        )
    if name == "partner" and not context.names.teams and not context.names.is_excused(name):
        report_no_teams(span, "a partner is the other player of a team of two", context)


def _fitting(
    span: Span, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context
) -> model.Expr | None:
    """The builtin by the signature that fits the arguments; signatures without conversions go first."""
    by_fit = sorted(
        rows, key=lambda r: not all(fits(a.type, p) for a, p in zip(arguments, r.parameters, strict=False))
    )
    for row in by_fit:
        made = converted(row, arguments, context)
        if made is not None:
            return model.Builtin(span, _result(row, arguments), row.core, made)
    return None


def _result(row: Row, arguments: list[model.Expr]) -> Type:
    """The type of the result; what is an element or a part of the first argument, a set, has its type."""
    element = element_type(arguments[0]) if arguments[0].type.base == "set" else arguments[0].type
    if row.result == ANY.or_none:
        return element.or_none
    return set_of(element) if row.result == set_of(ANY) else row.result


def converted(row: Row, arguments: list[model.Expr], context: Context) -> tuple[model.Expr, ...] | None:
    """The arguments converted to the types of a signature, or None."""
    if len(row.parameters) != len(arguments):
        return None
    wanted = row.parameters
    if row.core == "index":
        wanted = _member_of(arguments[1])
    made = [convert(a, p, context) for a, p in zip(arguments, wanted, strict=True)]
    found = tuple(m for m in made if m is not None)
    return found if len(found) == len(made) else None


def _member_of(members: model.Expr) -> tuple[Type, Type]:
    """The types of an element that is looked for in a set, and of the set."""
    element = element_type(members) if members.type.base == "set" else members.type
    return element.or_none, set_of(element)


def _report_arguments(
    node: syntax.Call, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context
) -> model.Expr:
    name = node.function.name
    shapes = " or ".join(f"`{name}({', '.join(str(p) for p in r.parameters)})`" for r in rows if r.parameters)
    given = ", ".join(str(a.type) for a in arguments) or "nothing"
    if "kinds" in context.names.broken and any(a.type.base in ("kind", "piece") for a in arguments):
        return forms.wrong(node.span)  # it may be a column of the table that is reported
    if f"{name}=" in context.names.broken:
        return forms.wrong(node.span)  # it may be what a line declares that could not be read
    is_wrong_number = all(len(r.parameters) != len(arguments) for r in rows)
    way = NO_SUGGESTION if is_wrong_number else _instead(node, rows, arguments, context)
    numbers = [a for a in arguments if a.type.required == NUMBER]
    if is_wrong_number and set_of(NUMBER) in rows[-1].parameters and 1 < len(arguments) == len(numbers):
        texts = [a.span.in_one_line for a in arguments]
        if name == "sum":
            way = writing(node.span, f"({' + '.join(texts)})", "single numbers are added with `+`")
        else:
            text = f"{name}({{{', '.join(texts)}}})"
            way = writing(node.span, text, "of more than two numbers it is asked of their set")
    context.reporter.report(
        "wrong-arguments" if is_wrong_number else "type-mismatch",
        node.span,
        f"`{name}` is used as {shapes or f'`{name}`'}, but is given {given}",
        given,
        suggestion=way,
    )
    return forms.wrong(node.span)


def _instead(
    node: syntax.Call, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context
) -> Suggestion:
    """What may be meant in place of the one argument that has the wrong type."""
    likely = [r for r in rows if len(r.parameters) == len(arguments)]
    misfits = [
        [
            (a, k)
            for a, k in zip(arguments, _wanted(r, arguments), strict=True)
            if convert(a, k, context) is None
        ]
        for r in likely
    ]
    fewest = [(row, m) for row, m in zip(likely, misfits, strict=True) if len(m) == 1]
    fewest = (
        fewest if len(fewest) == 1 else [(row, m) for row, m in fewest if is_one_of(m[0][0].type, m[0][1])]
    )
    if len(fewest) != 1:
        return NO_SUGGESTION
    row, [(given, kind)] = fewest[0]
    if named := _of_longer_name(node.function.name, given, arguments, context):
        return named
    if is_one_of(given.type, kind) and (way := _of_each(node, row, given, context)):
        return way
    return instead(given, kind, context)


def _of_longer_name(
    name: str, given: model.Expr, arguments: list[model.Expr], context: Context
) -> Suggestion:
    """The one builtin of a longer name that takes the arguments, as `distance2` takes a point."""
    fitting = [
        row
        for longer, rows in BY_NAME.items()
        if longer.startswith(name) and longer != name
        for row in rows
        if len(row.parameters) == len(arguments)
        and all(convert(a, k, context) for a, k in zip(arguments, row.parameters, strict=True))
    ]
    if len(fitting) != 1:
        return NO_SUGGESTION
    (row,) = fitting
    return Suggestion(f"{given.type.as_noun} is given to `{row.name}({', '.join(map(str, row.parameters))})`")


def _of_each(node: syntax.Call, row: Row, given: model.Expr, context: Context) -> Suggestion:
    """`neighbours(own king)` as `{neighbours(p) for p in own king}`, and a condition as one on some of them."""
    name = next(n for n in ("p", "q", "x", "each") if n not in context.everything())
    text, several = node.span.text, given.span.text
    at = given.span.start - node.span.start
    one = f"{text[:at]}{name}{text[at + len(several) :]}"
    wanted = row.result
    written = f"(some {name} in {several}: {one})" if wanted == BOOL else f"{{{one} for {name} in {several}}}"
    if wanted.base not in ("bool", "set") or not is_sound(written, wanted, context):
        return NO_SUGGESTION
    what = "whether it is so of any of them" if wanted == BOOL else "those of all of them together"
    return writing(node.span, written, f"{what}: `{written}`")


def _wanted(row: Row, arguments: list[model.Expr]) -> tuple[Type, ...]:
    """The types that a signature asks for, given these arguments in any order."""
    if row.core != "index":
        return row.parameters
    return next((_member_of(a) for a in arguments if a.type.base == "set"), row.parameters)


def _check_remembered(node: syntax.Call, result: Type, context: Context) -> model.Expr:
    """`repeated(NAME)` and `cycle(NAME)`, with the name of a `position` clause."""
    asked, names = node.arguments[0], context.names
    if len(node.arguments) > 1:
        function, second = node.function.name, node.arguments[1]
        times = second.span.text if isinstance(second, syntax.Number) else "3"
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{function}` takes the name of a position, and nothing else",
            "",
            help=f"it gives a number: `{function}({asked.span.text}) = {times}`",
        )
        return forms.wrong(node.span)
    name = asked.name if isinstance(asked, syntax.Name) else ""
    if name in names.positions:
        context.usage.used.add(name)
        position = model.Const(asked.span, POSITION, name)
        return model.Builtin(node.span, result, node.function.name, (position,))
    if not names.is_excused(name):
        context.reporter.report(
            "unknown-name",
            asked.span,
            f"no `position` is named `{name}`" if name else "here stands the name of a `position`",
            "not a position",
            help=possible(name, names.positions)
            if names.positions
            else f"say what makes two positions the same: `position {name or 'same'}: pieces, mover`",
        )
    return forms.wrong(node.span)


def _check_can_make(node: syntax.Call, context: Context) -> model.Expr:
    """`can_move(p, a, b)`: whether p could make one of the named actions."""
    player = expect(node.arguments[0], context, PLAYER.or_none, "a player")
    askable = context.names.askable
    found = []
    for argument in node.arguments[1:]:
        name = argument.name if isinstance(argument, syntax.Name) else ""
        clause = askable.get(name)
        if clause is not None:
            context.usage.used.add(name)
            found.append(name)
        elif name not in context.names.broken:
            context.reporter.report(
                "unknown-action",
                argument.span,
                f"no action is named `{name}`" if name else "behind the player stand names of actions",
                "not an action",
                help=possible(name, askable) if name else "write `can_move(p, a, b)`",
            )
        if clause is not None and clause.parameters:
            context.reporter.report(
                "wrong-arguments",
                argument.span,
                f"`{name}` has parameters, and `can_move` gives none",
                "asked for here",
                others=[(clause.name.span, "declared here")],
                help="choose inside the action, or ask for a condition of your own",
            )
    return model.CanMake(node.span, BOOL, player, tuple(dict.fromkeys(found)))
