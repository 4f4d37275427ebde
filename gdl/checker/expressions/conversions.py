"""Required types and implicit conversions.

A site given for a piece means the piece on it, a piece given for a site means its site, and a single value given for a set
means the set of that value.
"""

import re
from collections.abc import Sequence
from itertools import permutations

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.alike import meant_by
from gdl.checker.expressions.leads import lead
from gdl.checker.expressions.meant import unread
from gdl.checker.expressions.words import clause_of, is_misspelt, just_before
from gdl.diagnostics import MANY, near
from gdl.source import Span
from gdl.types import ANY, BOOL, DIRECTION, KIND, NAMED, NUMBER, PIECE, PLAYER, SITE, TEXT, Type, fits, set_of


def convert(expr: model.Expr, wanted: Type, context: Context) -> model.Expr | None:
    """The expression converted to the wanted type, or None."""
    if fits(expr.type, wanted):
        return expr
    if wanted.base == "piece" and expr.type.base == "site":
        return model.Builtin(expr.span, PIECE.or_none, "piece", (expr,))
    if wanted.base == "site" and expr.type.base == "piece":
        return model.Builtin(expr.span, SITE.or_none, "site", (expr,))
    if wanted.base == "set" and wanted.element is not None and expr.type.base != "set":
        inner = convert(expr, wanted.element, context)
        return single(inner, wanted) if inner is not None else None
    if wanted.base == "set" and wanted.element is not None and expr.type.element is not None:
        local = context.unnamed(expr.type.element, expr.span)
        inner = convert(local, wanted.element, context)
        if inner is not None and wanted.element.base in ("site", "piece"):
            return model.Comprehension(expr.span, wanted, local.slot, expr, None, inner)
    return None


def single(expr: model.Expr, kind: Type) -> model.Expr:
    """A value as a set of one element; `none` as the empty set."""
    if expr.type.is_optional and expr.type.base != "none":
        return model.Builtin(expr.span, kind, "single", (expr,))
    return model.MakeSet(expr.span, kind, (expr,))


def as_piece(expr: model.Expr, context: Context) -> model.Expr:
    """A piece as it is, a site as the piece on it."""
    made = convert(expr, PIECE.or_none, context)
    assert made is not None
    return made


def expect(node: syntax.Expr, context: Context, kind: Type, what: str = "") -> model.Expr:
    """An expression that must have a type; `what` names it in the error."""
    return fitted(node, context.expression(node, kind), context, kind, what)


def fitted(node: syntax.Expr, expr: model.Expr, context: Context, kind: Type, what: str = "") -> model.Expr:
    """The typed form of an expression, as a value of the type that it must have."""
    made = convert(expr, kind, context)
    if made is not None:
        return made
    if is_reported(node.span, context):
        return forms.wrong(node.span)
    if isinstance(expr, model.Const) and expr.value is None and not kind.is_optional and kind.base != "set":
        _report_none(node, kind, what, context)
        return forms.wrong(node.span)
    if not is_misspelt(expr.type.required, kind.required, node.span, context):
        help, others = unread(expr.span, (kind,), context)
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"expected {what or f'a {kind}'}, but this is a {expr.type}",
            f"a {expr.type}",
            others=others or _where_defined(expr, context),
            help=in_another_case(node, kind, context)
            or help
            or _from_one_player(expr, kind, context)
            or _given_to_each(expr, kind)
            or (_in_quotes(node.span) if kind == TEXT else "")
            or meant_by(expr.span.text, kind, context)
            or lead(expr.type, kind, expr.span, context)
            or (_of_an_element(expr, context) if kind == BOOL else "")
            or (_compared(expr) if (expr.type, kind) == (NUMBER, BOOL) else "")
            or (_of_presence(expr, context) if kind == BOOL else "")
            or "; ".join(
                filter(
                    None,
                    (names_of_type(kind, context), _way(expr.type, kind, expr.span, context)),
                )
            ),
        )
    return forms.wrong(node.span)


def _compared(expr: model.Expr) -> str:
    """The help for a number where a condition is wanted: that it is more than 0 may be meant, and that it is 0."""
    text = expr.span.in_one_line
    if text in ("0", "1"):
        return (
            f"what is so is `true`, and what is not is `false`: write `{'true' if text == '1' else 'false'}`"
        )
    asked = f"({text})" if re.search(r"\bif\b", text) else text
    return f"a number is compared: `{asked} > 0`, or `{asked} = 0`"


def _of_presence(expr: model.Expr, context: Context) -> str:
    """The help for what may be missing, or for a player, a set or a word, where a condition is wanted."""
    text = expr.span.in_one_line
    if re.fullmatch(r"\w+(?:\([^()]*\))?(?: of \w+)?", text) is None:
        return ""
    if expr.type.required == PLAYER and (other := _other_player(text, context)):
        return f"a player is compared: {other}"
    if expr.type.is_optional:
        return f"whether there is one is `{text} != none`"
    if expr.type.base == "set":
        return f"whether there are any is `some {text}`, and whether there are none `no {text}`"
    if expr.type.base == "player":
        return f"a player is compared: `{text} = mover`, or `{text} != mover`"
    if expr.type.base == "symbol":
        return f"a word is compared: `{text} = {expr.type.symbols[-1]}`"
    return ""


def _other_player(text: str, context: Context) -> str:
    """How a player is compared with one whom a clause introduces; what is hidden from somebody is hardly theirs."""
    local = {name: found for name in context.scope.visible() if (found := context.find(name)) is not None}
    players = [n for n, found in local.items() if found.type.required == PLAYER]
    players = [n for n in players if not re.search(rf"\b{n}\b", text)]
    if not players:
        return ""
    other = max(players, key=context.scope.depth)
    is_hidden = re.match(r"\s*hide\b", clause_of(local[other].span)) is not None
    signs = ("!=", "=") if is_hidden else ("=", "!=")
    return f"`{text} {signs[0]} {other}`, or `{text} {signs[1]} {other}`"


def _from_one_player(expr: model.Expr, kind: Type, context: Context) -> str:
    """The help for a name that goes through one player, `b in p`, where their pieces are wanted."""
    name = expr.span.text
    if expr.type.required != PLAYER or kind.required != PIECE or re.fullmatch(r"\w+", name) is None:
        return ""
    found = re.search(rf"\b{name} in (\w+)\b(?!\()", clause_of(expr.span))
    of = context.find(found[1]) if found else None
    is_one = found is not None and (found[1] == "mover" or (of is not None and of.type.required == PLAYER))
    return f"the pieces of a player are `pieces of {found[1]}`" if found is not None and is_one else ""


def _given_to_each(expr: model.Expr, kind: Type) -> str:
    """The help for a set of things whose field is given a value at once, `marked({a1, b1}) := true`."""
    text, end = expr.span.source.text, expr.span.end
    field = re.search(r"(?:\n|;|\bdo\b)[ \t]*(\w+)\(\Z", just_before(expr.span))
    given = re.match(r"\)[ \t]*:=[ \t]*([^\n;]+)", text[end:])
    if (
        field is None
        or given is None
        or expr.type.element is None
        or expr.type.element.required != kind.required
    ):
        return ""
    return f"it is given to each of them: `for x in {expr.span.text} do {field[1]}(x) := {given[1].split('--')[0].strip()}`"


def in_another_case(node: syntax.Expr, kind: Type, context: Context) -> str:
    """The help for a name of the wrong type where another one, which differs in its capital letters alone, has the right one."""
    if not isinstance(node, syntax.Name):
        return ""
    board = context.names.board
    sites = {s.name for s in board.cells} if board is not None and not board.tiling.has_lattice else set()
    for name in sorted((context.everything() | sites) - {node.name}):
        if name.lower() == node.name.lower():
            made = context.expression(syntax.Name(node.span, name), kind)
            if made.type != ANY and convert(made, kind, context) is not None:
                return f"did you mean `{name}`?"
    return ""


def _where_defined(expr: model.Expr, context: Context) -> list[tuple[Span, str]]:
    """The value of a definition that is used, as the place from which its type comes."""
    if not isinstance(expr, model.Apply):
        return []
    body = context.names.definitions[expr.definition].body
    return [(body.span, f"`{expr.definition}` is a {body.type}")]


def _of_an_element(expr: model.Expr, context: Context) -> str:
    """The help for a set where a condition on what is gone through, or chosen, is wanted: whether that is one of its elements."""
    element = expr.type.element
    if expr.type.base != "set" or element is None:
        return ""
    alike = (SITE, PIECE) if element.required in (SITE, PIECE) else (element.required,)
    fit = [found for found in context.scope.names.values() if found.type.required in alike]
    text = expr.span.in_one_line
    if not fit or re.search(rf"\b{re.escape(fit[-1].name)}\b", text):
        return ""
    return f"whether it is one of them is `{fit[-1].name} in {text}`, and whether there are any `some {text}`"


def _report_none(node: syntax.Expr, kind: Type, what: str, context: Context) -> None:
    """Reports `none` where there is always a value: of a field, at the declaration that does not allow it."""
    line = node.span.source.line(node.span.line)
    given = re.search(r"(\w+)\s*(?:\([^=]*\))?\s*:=\s*none\b", line)
    field = next((f for f in context.names.fields.values() if given and f.declared == given[1]), None)
    if field is None:
        context.reporter.report(
            "type-mismatch", node.span, f"expected {what or f'a {kind}'}, but this is `none`", "no value",
            help=_of_nobody(node.span, context)
            or "there must be a value here; what may be missing is asked before: `x != none`",
        )  # fmt: skip
        return
    declared = field.span.in_one_line
    head, sign, _ = declared.partition(" = ")
    head, until, moment = head.partition(" until ")
    context.reporter.report(
        "type-mismatch",
        node.span,
        f"`{field.declared}` always has a value, and is given `none`",
        "no value",
        others=[(field.span, "`none` is not allowed")],
        help=f"allow it: `{head} or none{until}{moment}`" + (" (which is then its default)" if sign else ""),
    )


def _of_nobody(span: Span, context: Context) -> str:
    """The help for `KIND of none`: the pieces that belong to nobody."""
    found = re.search(r"\b(place |)(\w+) of \Z", just_before(span))
    if found is None or found[2] not in ("pieces", *context.names.kinds):
        return ""
    if found[1]:
        return f"a piece of nobody is placed without `of`: `place {found[2]} on ...`"
    test = "" if found[2] == "pieces" else f"it is {found[2]} and "
    return f"those of nobody are `(pieces where {test}owner(it) = none)`"


def is_reported(span: Span, context: Context) -> bool:
    """Whether an error within an expression has been told, from which its type may follow."""
    return any(
        d.is_error and d.span.source is span.source and span.start <= d.span.start < span.end
        for d in context.reporter.found
    )


def changed_places(name: str, wanted: Sequence[Type], given: Sequence[model.Expr], context: Context) -> str:
    """The help for arguments that fit in another order: the call in that order; "" where none fits."""
    if len(wanted) != len(given) or not 1 < len(given) <= _FEW:
        return ""
    for order in permutations(given):
        if all(convert(e, kind, context) is not None for e, kind in zip(order, wanted, strict=True)):
            call = f"{name}({', '.join(e.span.text for e in order)})"
            return f"what is given has changed places: write `{call}`"
    return ""


def names_of_type(kind: Type, context: Context) -> str:
    """The help for a value of the wrong type: what is named here and has the right one."""
    local = {name: context.find(name) for name in sorted(context.scope.visible())}
    fit = [
        name for name, found in local.items() if found is not None and found.type.required == kind.required
    ]
    if fit and len(fit) <= _FEW:
        return "of this type here: " + ", ".join(f"`{name}`" for name in fit)
    if kind.base == "symbol" and len(kind.symbols) <= MANY:
        return "write one of " + ", ".join(kind.symbols)
    if kind.required == PLAYER:
        return "a player here: `mover`" + (", `rival(mover)`" if len(context.names.players) == 2 else "")
    if kind.required == DIRECTION and context.names.board is not None:
        named = [d.name for d in context.names.board.directions]
        return "a direction here: " + ", ".join(f"`{name}`" for name in named) if len(named) <= MANY else ""
    return ""


_FEW = 3  # names that are worth telling
_POOLS = 4  # that are told


_ON_A_TRACK = "one so many steps on is `step(s, DIRECTION, n)`"


def _way(given: Type, wanted: Type, span: Span, context: Context) -> str:
    """How an author can turn a value of one type into the wanted one."""
    board, text = context.names.board, span.in_one_line
    is_row = given == NUMBER and wanted == set_of(SITE) and board is not None
    is_row = is_row and re.match(r"(?!\d|file\b|rank\b)", text) is not None
    if is_row and board is not None and not re.search(r"\balong\s+\Z", just_before(span)):
        rows = f"the sites of a row are `rank({text})`, those of a column `file({text})`"
        one = f"one of them is `site_at(x, {text})` or `site_at({text}, y)`"
        return f"{rows}, and {one}" if board.tiling.has_lattice else _ON_A_TRACK
    if given == NUMBER and wanted.base == "site":
        return (
            "a site by its file and rank is `site_at(x, y)`, and one so many steps on `step(s, DIRECTION, n)`"
        )
    if given == NUMBER and wanted.base == "player":
        return "a player by their number is `nth(players, n)`"
    pools = [f"`{name}({text})`" for name, pool in context.names.pools.items() if pool.holder == "player"]
    if (
        given.base == "player"
        and wanted.base == "site"
        and re.search(r"\b(?:to|under)\s+\Z", just_before(span))
    ):
        return f"write {' or '.join(pools)}" if 0 < len(pools) <= _POOLS else "name a site of theirs"
    if given.base == "player" and wanted.base == "site":
        return "name a site of theirs, or a pool such as `hand(p)`"
    if given == NUMBER and wanted.required == DIRECTION and (turned := _turned(text, context)):
        return turned
    if given == set_of(NUMBER) and wanted == NUMBER and ".." in text:
        target = re.search(r"([^\n;]*?):=\s*\Z", just_before(span))
        given_to = (
            f", and below it `{target[1].split(' do ')[-1].strip().removeprefix('do ')} := n`"
            if target
            else ""
        )
        return f"one of them by chance has a name first: `random n in {text}`{given_to}"
    if given.base == "set" and given.element == wanted.required:
        return "a set may have several: take one with `first(...)`, or go through all with `for x in S do`"
    if given.base == "text" or (given.element is not None and given.element.base == "text"):
        return f"{'a number' if wanted == NUMBER else 'what is named'} stands without quotation marks"
    if wanted == NUMBER and given == BOOL and text in ("true", "false"):
        return f"a number stands for it here: write `{int(text == 'true')}`, or declare what is to be true or false as `bool`"
    if wanted == NUMBER and given == BOOL and re.search(r"\b1\s*-\s*\Z", span.source.text[: span.start][-9:]):
        return f"the contrary of a condition is `not {text}`"
    if wanted == NUMBER and given == BOOL:
        return "a condition as a number is `(1 if CONDITION else 0)`"
    if wanted == NUMBER:
        return "`count(...)` is how many elements a set has" if given.base == "set" else ""
    if wanted != BOOL:
        return ""
    if given.base == "set":
        return "write `some` or `no` before it to ask whether there are any"
    return "a condition is a comparison or a test, such as `x = y` or `s is empty`"


def _turned(text: str, context: Context) -> str:
    """The help for a number of turns where a direction is wanted, in a game whose pieces are turned."""
    local = {name: found for name in context.scope.visible() if (found := context.find(name)) is not None}
    named = [name for name, found in local.items() if found.type.required == DIRECTION]
    if len(named) != 1 or not any(field.rotation for field in context.names.fields.values()):
        return ""
    return f"turned so far it is `turned({named[0]}, {text})`, and back `turned({named[0]}, -{text})`"


def _in_quotes(span: Span) -> str:
    """The help for a value where a text is wanted."""
    text = span.in_one_line
    braces = text if text.startswith("{") else f"{{{text}}}"
    return f'a text stands in quotation marks, and values in braces inside it: `"{braces}"`'


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
            upto = f"1..{text}" if re.fullmatch(r"\w+|\w+\([^()]*\)", text) else f"1..({text})"
            context.reporter.report(
                "one-and-set",
                source.span,
                f"`{text}` is one number, and a set is wanted here: it has this number and no other",
                "one number",
                help=f"the numbers up to it are `{upto}`",
            )
        case _:
            pass


def warn_of_number_asked(source: model.Expr, word: str, span: Span, context: Context) -> None:
    """Warns of `some N` and `no N`: a number is always there. `span`: the whole question."""
    match source:
        case model.Builtin(name="single", arguments=(one,)) | model.MakeSet(items=(one,)) if (
            one.type == NUMBER and one.span == source.span
        ):
            text, holds = one.span.in_one_line, "always" if word == "some" else "never"
            sign = ">" if word == "some" else "="
            counted = f"how many there are is asked by `count`: `count(...) >= {text}`"
            context.reporter.report(
                "one-and-set",
                span,
                f"`{word}` asks whether there is anything, and `{text}` is a number: this {holds} holds",
                f"{holds} true",
                help=counted if isinstance(one, model.Const) else f"a number is compared: `{text} {sign} 0`",
            )
        case model.Builtin(name="single", arguments=(one,)) | model.MakeSet(items=(one,)) if one.type in (
            PLAYER,
            KIND,
        ) and one.span.in_one_line == source.span.in_one_line.strip("() "):
            text, holds = one.span.in_one_line, "always" if word == "some" else "never"
            pools = [
                f"{word} {name}({text})" for name, p in context.names.pools.items() if p.holder == "player"
            ]
            ways = [*pools[:2], f"{word} pieces of {text}"] if one.type == PLAYER else []
            asked = " or ".join(f"`{way}`" for way in ways)
            context.reporter.report(
                "one-and-set",
                span,
                f"`{word}` asks whether there is anything, and `{text}` is one {one.type}: this {holds} holds",
                f"{holds} true",
                help=asked and f"ask what there is: {asked}",
            )
        case _:
            pass


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


def element_type(source: model.Expr) -> Type:
    """The type of a set's elements."""
    return (source.type.element or ANY) if source.type.base == "set" else ANY


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
    if ident.name in NAMED:
        return NAMED[ident.name]
    context.reporter.report(
        "unknown-type",
        ident.span,
        f"no type is named `{ident.name}`",
        "not a type",
        help=_words_of(ident.name, context)
        or _FOREIGN_TYPES.get(ident.name.lower())
        or near(ident.name, NAMED)
        or "the types are " + ", ".join(NAMED),
    )
    return ANY


def _words_of(name: str, context: Context) -> str:
    """The help for a field that is to hold what a column holds."""
    column = context.names.columns.get(name)
    if column is None or column.type.base not in ("symbol", "number"):
        return ""
    if column.type.base == "number":
        return f"`{name}` is a column of numbers: write the least and the greatest, such as `0..99`"
    return f"`{name}` is a column: write what it may hold, `{', '.join(column.type.symbols)}`"


_BOUNDED = "a number is written with its bounds: `0..99`; a parameter has the type `number`"
_FOREIGN_TYPES = {
    "turns": "write `turns of orthogonal`",
    **dict.fromkeys(
        ["square", "cell", "space", "hex", "tile", "position"], "a place of the board is a `site`"
    ),
    **dict.fromkeys(
        ["token", "unit", "figure", "card"],
        "what stands on a site or lies in a pool is a `piece`, and its sort a `kind`",
    ),
    "int": _BOUNDED,
    "integer": _BOUNDED,
    "float": _BOUNDED,
    "string": "a text is no value: name the words themselves, such as `open, wall, water`",
    "str": "a text is no value: name the words themselves, such as `open, wall, water`",
    "boolean": "did you mean `bool`?",
}


def type_of_parameter(ident: syntax.Ident, context: Context) -> Type:
    """The type of a parameter: one of the language's, or the enumeration of a column or a field, by its name."""
    names, name = context.names, ident.name
    held = names.columns.get(name) or names.fields.get(name)
    if name not in NAMED and held is not None and held.type.base == "symbol":
        return held.type.required
    words = [n for n, column in names.columns.items() if column.type.base == "symbol"]
    words += [n for n, field in names.fields.items() if field.type.base == "symbol"]
    if name not in NAMED and (help := near(name, words)):
        message = f"no type is named `{name}`"
        context.reporter.report("unknown-type", ident.span, message, "not a type", help=help)
        return ANY
    return type_named(ident, context)


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
