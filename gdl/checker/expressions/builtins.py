"""Calls of builtins: overload resolution, and the builtins that take names instead of values."""

import re
from dataclasses import replace

from gdl import model, syntax
from gdl.builtins import AGGREGATES, BY_NAME, OF_NUMBERS, Row
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import (
    changed_places,
    convert,
    element_type,
    expect,
    is_one_kind,
    names_of_type,
)
from gdl.checker.expressions.fitting import at_hand, completed
from gdl.checker.expressions.lattice import lacks_places
from gdl.checker.expressions.leads import leading_forms, sum_of
from gdl.checker.expressions.pieces import report_no_teams
from gdl.checker.expressions.sets import check_mapped, gathered
from gdl.diagnostics import possible
from gdl.source import Span
from gdl.types import ANY, BOOL, DIRECTION, KIND, NUMBER, PIECE, PLAYER, POSITION, SITE, Type, fits, set_of

_OF_ELEMENTS = ("count", "first", "last", "nth")  # what is asked of a set of anything


def check_builtin(node: syntax.Call, context: Context) -> model.Expr:
    """A builtin with arguments."""
    name, span = node.function.name, node.span
    node = replace(node, arguments=gathered(node.arguments, is_sum=name == "sum"))
    rows = BY_NAME[name]
    if lacks_places(node.function.span, name, context):
        return forms.wrong(span)
    if _is_question(node, context):
        return forms.wrong(span)
    if name == "can_move" and len(node.arguments) > 1:
        return _check_can_make(node, context)
    if name == "sum" and len(node.arguments) == 1 and isinstance(node.arguments[0], syntax.Mapped):
        terms = check_mapped(node.arguments[0], context, repeats=True)
        return model.Builtin(span, NUMBER, "sum", (terms,))
    if name == "rival" and not context.names.players:  # they could not be read, which is said
        return forms.wrong(span)
    _check_relation(name, span, context)
    if rows[0].parameters == (POSITION,) and len(node.arguments) > 1:
        second = node.arguments[1]
        times = second.span.text if isinstance(second, syntax.Number) else "3"
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{name}` takes the name of a position, and nothing else",
            "",
            help=f"it gives a number: `{name}({node.arguments[0].span.text}) = {times}`",
        )
        return forms.wrong(span)
    if rows[0].parameters == (POSITION,) and len(node.arguments) == 1:
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
    if name == "count" and [a.type for a in arguments] == [NUMBER]:
        _warn_of_counted_number(node, context)
    return _fitting(span, rows, arguments, context) or _report_arguments(node, rows, arguments, context)


def _warn_of_counted_number(node: syntax.Call, context: Context) -> None:
    """Warns of `count(N)`: a number is a set of one."""
    text = node.arguments[0].span.in_one_line
    context.reporter.report(
        "one-and-set",
        node.span,
        f"`count` asks how many elements a set has, and `{text}` is one number: this is 1",
        "always 1",
        help=f"the number itself is `{text}`",
    )


def _agreed(rows: tuple[Row, ...], count: int) -> list[Type | None]:
    """What each of so many arguments must be, where all signatures agree; None where they do not, or anything may be given."""
    fitting = [row.parameters for row in rows if len(row.parameters) == count]
    asked = [{kinds[i].required for kinds in fitting} for i in range(count)]
    return [next(iter(kinds)) if len(kinds) == 1 and kinds <= _PLAIN else None for kinds in asked]


_PLAIN = {NUMBER, PIECE, PLAYER, SITE, DIRECTION}


def _is_question(node: syntax.Call, context: Context) -> bool:
    """Whether a set is gone through by a question, `sum(x, y in S)`, in place of `for`, which is reported."""
    over = node.arguments[1] if len(node.arguments) == 2 else None
    name = node.function.name
    if len(node.arguments) == 1 and _is_question_of_each(name, node.arguments[0], context):
        return True
    if not isinstance(over, syntax.Binary) or over.operator != "in" or name not in AGGREGATES:
        return False
    context.reporter.report(
        "wrong-arguments",
        over.span,
        f"`{name}` goes through a set with `for`",
        "a question",
        help=f"write `{name}({node.arguments[0].span.text} for {over.span.text})`",
    )
    return True


def _is_question_of_each(name: str, asked: syntax.Expr, context: Context) -> bool:
    """Whether what is asked of each element stands in a question, `sum(value(c) in S)`, which is reported."""
    if name not in OF_NUMBERS or not isinstance(asked, syntax.Binary) or asked.operator != "in":
        return False
    value, among = asked.left.span.in_one_line, asked.right.span.in_one_line
    inner = re.search(r"\((\w+)\)\Z", value)
    if inner is None or inner[1] in context.everything() | set(BY_NAME):
        return False
    mapped = f"{value} for {inner[1]} in {among}"
    context.reporter.report(
        "wrong-arguments",
        asked.span,
        f"`{name}` goes through a set with `for`",
        "a question",
        help=f"write `{name}({mapped if name == 'sum' else f'{{{mapped}}}'})`",
    )
    return True


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
    is_wrong_number = all(len(r.parameters) != len(arguments) for r in rows)
    context.reporter.report(
        "wrong-arguments" if is_wrong_number else "type-mismatch",
        node.span,
        f"`{name}` is used as {shapes or f'`{name}`'}, but is given {given}",
        given,
        help="the kinds of several pieces are `kinds of ...`"
        if name == "kind" and [a.type for a in arguments] == [set_of(PIECE)]
        else f"the pieces of a player are `pieces of {node.arguments[0].span.text}`"
        if name == "piece" and [a.type.base for a in arguments] == ["player"]
        else f"numbers are added with `+`: write `{' + '.join(a.span.in_one_line for a in arguments)}`"
        if name == "sum" and len(arguments) > 1 and all(a.type == NUMBER for a in arguments)
        else sum_of(element_type(arguments[0]), node.arguments[0].span.text, context)
        if name == "sum" and len(arguments) == 1 and arguments[0].type.base == "set"
        else (
            _with_the_rest(node, rows, arguments)
            or _filled(node, rows, arguments, context)
            or _with_gaps(name, rows, arguments, context)
            or _at_hand(name, rows, node.span, context)
            or f"write {shapes}"
        )
        if shapes and is_wrong_number
        else _other_arguments(name, rows, arguments, context),
    )
    return forms.wrong(node.span)


def _at_hand(name: str, rows: tuple[Row, ...], span: Span, context: Context) -> str:
    """The call of what takes one thing, with what stands here and fits."""
    one = next((r.parameters[0] for r in rows if len(r.parameters) == 1), None)
    given = at_hand((one,), span, context) if one is not None and one.base != "any" else ()
    return f"write `{name}({given[0]})`: it is asked of a {one}" if given else ""


def _with_the_rest(node: syntax.Call, rows: tuple[Row, ...], arguments: list[model.Expr]) -> str:
    """The help for a call of one thing that is given a second one: that belongs to the set, `count(pieces, p)`, or says how often
    it is asked, `after(p, 2)`."""
    takes = [r for r in rows if len(r.parameters) == 1]
    if len(arguments) != 2 or not takes:
        return ""
    name, (of, rest) = node.function.name, arguments
    text, said = of.span.in_one_line, rest.span.in_one_line
    if takes[0].parameters[0].base == "set" and text == "pieces" and rest.type.required == PLAYER:
        return f"the pieces of a player are `pieces of {said}`: write `{name}(pieces of {said})`"
    is_repeatable = takes[0].parameters[0].required == takes[0].result.required == of.type.required
    if is_repeatable and said in ("2", "3"):
        return f"it is asked again of what it gives: write `{f'{name}(' * int(said)}{text}{')' * int(said)}`"
    return ""


def _filled(node: syntax.Call, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context) -> str:
    """The help for a call with too few arguments: the call with what else is at hand."""
    name = node.function.name
    for row in rows:
        wanted = row.parameters
        if not 0 < len(arguments) < len(wanted) or any(p.base == "any" for p in wanted):
            continue
        made = completed(wanted, arguments, node.span, context)
        if made and name == "turned":
            back = f"`turned({made[0]}, -{made[1]})`"
            return f"it takes 2: write `turned({', '.join(made)})`, or the other way round {back}"
        if made:
            shape = ", ".join(map(str, wanted))
            return f"it takes {len(wanted)}, `{name}({shape})`: write `{name}({', '.join(made)})`"
    return ""


def _with_gaps(name: str, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context) -> str:
    """The help for a call that lacks one argument: the calls in which those given fit, with the type of the one that is missing."""
    ways: list[str] = []
    missing = ""
    texts = [a.span.in_one_line for a in arguments]
    for row in rows:
        for gap, kind in enumerate(row.parameters):
            rest = (*row.parameters[:gap], *row.parameters[gap + 1 :])
            is_told = kind == NUMBER or gap == len(rest) or len(set(row.parameters)) > 1
            if len(rest) != len(arguments) or not rest or not is_told:
                continue  # of two sites it matters little which one is first
            if all(convert(a, k, context) for a, k in zip(arguments, rest, strict=True)):
                missing = str(kind)
                ways.append(f"`{name}({', '.join([*texts[:gap], kind.base.upper(), *texts[gap:]])})`")
    return f"a {missing} is missing: write {' or '.join(ways)}" if 0 < len(ways) <= _FEW else ""


def _other_arguments(name: str, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context) -> str:
    """The help for arguments of wrong types: those in another order, or what has the right type here."""
    swapped = (
        help for r in rows if (help := changed_places(name, _wanted(r, arguments), arguments, context))
    )
    if help := next(swapped, "") or next(
        (h for r in rows if (h := _lacking(name, r, arguments, context))), ""
    ):
        return help
    if len(arguments) == 1:
        given, text = arguments[0].type, arguments[0].span.text
        takes = [r.parameters[0] for r in rows if len(r.parameters) == 1]
        found = [f for t in takes if given.base != "set" for f in leading_forms(given, t, text, context)]
        if given.base == "set" and any(t.required == given.element for t in takes):
            of_all = f"it is asked of each of them: `{{{name}(x) for x in {text}}}`"
            gives = {
                r.result.base for r in rows if len(r.parameters) == 1 and r.parameters[0] == given.element
            }
            return of_all if gives == {"set"} else f"{of_all}, or of one: `{name}(first({text}))`"
        if 0 < len(found) <= _FEW:
            return "write " + " or ".join(f"`{name}({form})`" for form in found)
    if len(rows) == 1 and len(arguments) == 1 == len(rows[0].parameters):
        return names_of_type(rows[0].parameters[0].required, context)
    if arguments and arguments[-1].type == NUMBER and (help := _surplus(name, rows, arguments, context)):
        return help
    return _one_by_one(name, rows, arguments, context) if arguments else ""


_FEW = 3  # ways that are told


def _surplus(name: str, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context) -> str:
    """The help for a call whose last argument fits nothing, where a shorter signature takes the others."""
    given, last = arguments[:-1], arguments[-1].span.in_one_line
    for row in rows:
        if given and len(row.parameters) == len(given) and converted(row, given, context) is not None:
            return f"leave `{last}` out: `{name}({', '.join(a.span.in_one_line for a in given)})`"
    return ""


def _lacking(name: str, row: Row, arguments: list[model.Expr], context: Context) -> str:
    """The help for arguments that fit a longer signature, all but one: the call with what is missing."""
    wanted = row.parameters
    gap = next(
        (i for i, kind in enumerate(wanted) if not _fits_at(i, kind, arguments, context)), len(arguments)
    )
    rest = [*wanted[:gap], *wanted[gap + 1 :]]
    is_short = len(arguments) == len(rest) and gap < len(arguments)
    if not is_short or not all(convert(a, k, context) for a, k in zip(arguments, rest, strict=True)):
        return ""
    missing = wanted[gap].element or wanted[gap]
    texts = [a.span.in_one_line for a in arguments]
    given = at_hand((missing,), arguments[gap].span, context, frozenset(texts))
    text = given[0] if given else missing.base.upper()
    told = "" if given else names_of_type(missing, context)
    call = f"{name}({', '.join([*texts[:gap], text, *texts[gap:]])})"
    return f"a {missing} is missing: write `{call}`" + (f"; {told}" if told else "")


def _fits_at(i: int, kind: Type, arguments: list[model.Expr], context: Context) -> bool:
    return i < len(arguments) and convert(arguments[i], kind, context) is not None


def _one_by_one(name: str, rows: tuple[Row, ...], arguments: list[model.Expr], context: Context) -> str:
    """The help for arguments of wrong types: the call with what leads to the right ones, or what has these types here."""
    likely = [r for r in rows if len(r.parameters) == len(arguments)]
    misfits = [
        [i for i, a in enumerate(arguments) if convert(a, _wanted(r, arguments)[i], context) is None]
        for r in likely
    ]
    fewest = min(misfits, key=len, default=[])
    if not fewest:
        return ""
    wanted = _wanted(likely[misfits.index(fewest)], arguments)
    texts, said = [a.span.text for a in arguments], []
    for i in fewest:
        given, kind = arguments[i].type, wanted[i].required
        ways = leading_forms(given, kind, texts[i], context) if given.base != "set" else []
        named = names_of_type(kind, context)
        if ways:
            texts[i] = ways[0]
        else:
            said.append(f"a {kind} is wanted for `{texts[i]}`" + (f"; {named}" if named else ""))
    return " and ".join(said) or f"write `{name}({', '.join(texts)})`"


def _wanted(row: Row, arguments: list[model.Expr]) -> tuple[Type, ...]:
    """The types that a signature asks for, given these arguments in any order."""
    if row.core != "index":
        return row.parameters
    return next((_member_of(a) for a in arguments if a.type.base == "set"), row.parameters)


def _check_remembered(node: syntax.Call, result: Type, context: Context) -> model.Expr:
    """`repeated(NAME)` and `cycle(NAME)`, with the name of a `position` clause."""
    asked, names = node.arguments[0], context.names
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
