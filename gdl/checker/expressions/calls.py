"""Names with brackets or `of`: the first of `_MEANINGS` that knows the name decides; unknown names are reported."""

import re
from collections.abc import Callable

from gdl import model, syntax
from gdl.builtins import BY_NAME, OF_NUMBERS, RELATIVE_WORDS
from gdl.checker import forms, implied
from gdl.checker.context import Context
from gdl.checker.expressions import meant
from gdl.checker.expressions.builtins import check_builtin
from gdl.checker.expressions.columns import check_attribute
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.definitions import apply
from gdl.checker.expressions.fields import check_holders, read_field
from gdl.checker.expressions.fitting import at_hand, silent
from gdl.checker.expressions.lookup import look_up, relative
from gdl.checker.expressions.pieces import pieces_of
from gdl.checker.expressions.taken import expect_owner
from gdl.checker.expressions.words import is_repeated, just_before
from gdl.checker.names import walked
from gdl.diagnostics import is_slip, near
from gdl.layout import blank_comments
from gdl.source import Span
from gdl.types import NAMED, NUMBER, PIECE, PLAYER, set_of


def check_call(node: syntax.Call, context: Context) -> model.Expr:
    """The core form of a call."""
    for meaning in _MEANINGS:
        found = meaning(node, context)
        if found is not None:
            return found
    if not context.names.is_excused(node.function.name):
        _report_unknown(node, context)
        if node.function.name in context.names.pools or context.names.field_of_game(node.function.name):
            return forms.wrong(node.span)  # what stands in the brackets goes with them
    for argument in node.arguments:
        context.expression(argument)
    return forms.wrong(node.span)


def _kind_in_a_variable(node: syntax.Call, context: Context) -> model.Expr | None:
    """`k of p` for a local name k whose value is a kind."""
    local = context.find(node.function.name)
    if local is None or local.type.base != "kind" or len(node.arguments) != 1:
        return None
    return pieces_of(node.span, local, expect_owner(node, context), context)


def _definition(node: syntax.Call, context: Context) -> model.Expr | None:
    name = node.function.name
    definition = context.names.definitions.get(name)
    if definition is None:
        return None
    of_both = context.names.definitions.get(walked(name))
    if of_both is not None and len(node.arguments) == len(of_both.parameters):
        context.usage.used.add(name)
        name, definition = of_both.name, of_both
    arguments = tuple(
        context.expression(argument, parameter[2])
        for argument, parameter in zip(node.arguments, definition.parameters, strict=False)
    )
    return apply(node.span, name, arguments, node.arguments, context, node.function.span)


def _field(node: syntax.Call, context: Context) -> model.Expr | None:
    field = context.names.field_of_things(node.function.name)
    if field is None:
        return None
    holders = check_holders(node.span, field, node.arguments, context)
    return forms.wrong(node.span) if holders is None else read_field(node.span, field, holders, context)


def _pool(node: syntax.Call, context: Context) -> model.Expr | None:
    name = node.function.name
    pool = context.names.pools.get(name)
    if pool is None or pool.holder != "player":
        return None
    if len(node.arguments) != 1:
        whose = next(iter(at_hand((PLAYER,), node.span, context)), "mover")
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{name}` is a pool of one player, and is given {len(node.arguments)}",
            "whose?",
            help=f"write `{name}({'mover' if node.arguments else whose})`",
        )
        return forms.wrong(node.span)
    player = expect(node.arguments[0], context, PLAYER.or_none, "a player")
    return model.PoolOf(node.span, set_of(PIECE), name, player)


def _column(node: syntax.Call, context: Context) -> model.Expr | None:
    name = node.function.name
    if name not in context.names.columns or (name in BY_NAME and _is_of_others(node, context)):
        return None
    return check_attribute(node, context)


def _is_of_others(node: syntax.Call, context: Context) -> bool:
    """Whether a name that a column and a builtin share means the builtin: where it is asked of a set, or of more or fewer
    things than the column takes."""
    takes = 1 + bool(context.names.columns[node.function.name].by)
    if len(node.arguments) != takes or takes != 1:
        return len(node.arguments) != takes
    argument = node.arguments[0]
    return (
        isinstance(argument, syntax.Filter | syntax.Mapped) or context.expression(argument).type.base == "set"
    )


def _pieces(node: syntax.Call, context: Context) -> model.Expr | None:
    """`pieces of p`, and `KIND of p`."""
    name = node.function.name
    if name not in context.names.kinds and name != "pieces":
        return None
    if len(node.arguments) != 1:
        context.reporter.report("wrong-arguments", node.span, f"`{name} of p` takes one player", "")
        return forms.wrong(node.span)
    player = expect_owner(node, context)
    kind = look_up(syntax.Name(node.function.span, name), context) if name != "pieces" else None
    return pieces_of(node.span, kind, player, context)


def _relative(node: syntax.Call, context: Context) -> model.Expr | None:
    """`forward(p)`: directions as another player sees them."""
    name = node.function.name
    if name not in RELATIVE_WORDS or len(node.arguments) != 1:
        return None
    return relative(node.span, name, expect(node.arguments[0], context, PLAYER), context)


def _builtin(node: syntax.Call, context: Context) -> model.Expr | None:
    return check_builtin(node, context) if node.function.name in BY_NAME else None


# What a name with brackets may mean, the nearest meaning first.
_MEANINGS: tuple[Callable[[syntax.Call, Context], model.Expr | None], ...] = (
    _kind_in_a_variable,
    _definition,
    _field,
    _pool,
    _column,
    _pieces,
    _relative,
    _builtin,
)


_FOREIGN = {
    "top": "the topmost piece of a site is `piece(s)`, and the topmost of a stack or an ordered pool `last(S)`",
    "connected": "what is connected to a site is `reached from s while own`",
    "adjacent": "whether sites touch is `beside(a, b)`; those that touch one are `neighbours(s)`",
    "length": "how many there are is `count(S)`",
    "len": "how many there are is `count(S)`",
    "size": "how many there are is `count(S)`",
    **dict.fromkeys(["range", "seq"], "the numbers from one to another are `1..n`"),
    "random": "chance is an effect: `random x in S`",
    "opponent": "the other one of two players is `rival(p)`",
    "next": "the player after another one is `after(p)`",
    "contains": "whether a set has an element is `x in S`",
    "isEmpty": "whether a site is empty is `s is empty`, and a set `no S`",
}  # functions of other languages


def _of_a_piece(node: syntax.Call) -> str:
    """What may be meant by `x of p` where x is no function."""
    is_of = not node.span.text.endswith(")")
    return "whose a piece is stands behind its kind: `place KIND of PLAYER on SITES`" if is_of else ""


def _of_a_player(node: syntax.Call, context: Context) -> str:
    """The help for `boats of p`: what a player has on the board."""
    if node.span.text.endswith(")") or len(node.arguments) != 1 or not context.names.kinds:
        return ""
    of = silent(node.arguments, context)[0]
    if of.type.required != PLAYER:
        return ""
    text, kind = of.span.in_one_line, next(iter(context.names.kinds))
    return f"the pieces of a player are `pieces of {text}`, and those of a kind such as `{kind} of {text}`"


def _of_a_kind(node: syntax.Call, context: Context) -> str:
    """The help for an unknown name that is asked of a piece or a kind and stands where a number is wanted: the columns of numbers."""
    behind = node.span.source.text[node.span.end :]
    is_number = (
        re.search(rf"(?:\b(?:{'|'.join(OF_NUMBERS)})\(|[-+*/<>])\s*\Z", just_before(node.span)) is not None
    )
    is_number = is_number or re.match(r"\s*[-+*/<>]", behind) is not None
    if len(node.arguments) != 1 or not is_number:
        return ""
    if silent(node.arguments, context)[0].type.base not in ("piece", "kind"):
        return ""
    columns = [n for n, c in context.names.columns.items() if c.type == NUMBER and not c.by]
    if len(columns) == 1:
        return f"did you mean `{columns[0]}`?"
    asked = " or ".join(f"`{n}({node.arguments[0].span.in_one_line})`" for n in columns)
    return f"what is asked of a kind, and is a number: {asked}" if 1 < len(columns) <= _FEW else ""


_FEW = 3  # columns that are told


def _parameters(defined: Span) -> int:
    """How many parameters stand behind the name of a definition, which may not be checked yet."""
    found = re.match(r"\s*\(([^()]*)\)", defined.source.text[defined.end :])
    return len(found[1].split(",")) if found else 0


def always_has_brackets(name: str, span: Span) -> bool:
    """Whether a name stands in several lines, and has brackets wherever it is used."""
    lines = blank_comments(span.source.text).split("\n")
    uses = [
        line
        for line in lines
        if re.search(rf"\b{name}\b", line)
        and not re.match(r"field|pool|looks", line)
        and not re.search(rf"\b(?:highest|lowest|payoff)\s+{name}\b", line)
    ]
    return len(uses) > 1 and all(re.search(rf"\b{name}\s*\(", line) for line in uses)


def report_wrong_holder(name: str, span: Span, context: Context) -> None:
    """Reports a field or pool of the game that all rules ask of players or the like, where it is declared."""
    place = context.names.declared[name]
    written = re.sub(r"\bof game\b", "of player", place.source.line(place.line))
    context.reporter.report(
        "unknown-name",
        place,
        f"`{name}` is declared as the game's, and everywhere asked of something",
        "of the game",
        others=[(span, "asked so here")],
        help=f"say of what it is, such as `{written}`"
        if "of player" in written
        else "say of what it is: `of player`",
    )


def _is_of_a_pool(name: str, span: Span) -> bool:
    """Whether pieces are put into something of this name."""
    put = rf"\b(?:to|under|place \w+ in)\s+{re.escape(name)}\s*\("
    return re.search(put, span.source.text) is not None


def _report_unknown(node: syntax.Call, context: Context) -> None:
    """Reports a call of something that cannot be called."""
    name, names = node.function.name, context.names
    said = (d for d in context.reporter.found if d.code == "unknown-name" and d.span.text == name)
    if any(d.message.startswith("no ") for d in said):  # that no pool has this name
        return
    message, label = f"there is no definition, field or function `{name}`", "not known here"
    others: list[tuple[Span, str]] = []
    if name in names.pools or names.field_of_game(name) is not None:
        if always_has_brackets(name, node.span):
            context.names.failed.add(name)
            report_wrong_holder(name, node.span, context)
            return
        message, label = f"`{name}` is the game's, and stands without brackets", "of nobody"
        others = [(names.declared[name], "declared here")]
        help = f"write `{name}`"
    elif (local := context.find(name)) is not None:
        message, label = (
            f"`{name}` is a {local.type} here, and nothing that is asked of others",
            "not a function",
        )
        others, help = [(local.span, "named here")], "" if local.type.base == "any" else _of_a_piece(node)
    elif not names.kinds and names.pools and "kinds" not in names.broken:
        context.reporter.report(
            "missing-clause",
            node.function.span,
            f"nothing is named `{name}`, and the game has no `kinds`",
            "a column of theirs?",
            help=_with_kinds(name, node.span),
        )
        names.broken |= {"kinds"}
        return
    elif name == "turns":
        message = "`turns` is known when a field turns the pieces"
        help = "add a field such as `field turn of piece: turns of orthogonal`"
    else:
        fields = {f.declared for f in names.fields.values()}
        asked = {
            n
            for t in (names.definitions, names.defined, fields, names.columns, names.pools, BY_NAME)
            for n in t
            if n not in names.defined or _parameters(names.defined[n]) == len(node.arguments)
        }
        if is_repeated(name, node.span):
            asked = set(BY_NAME)  # nobody writes the same slip twice: its declaration is missing
        of_pieces = set() if node.span.text.endswith(")") else set(names.kinds)
        help = _FOREIGN.get(name, "") or near(name, [n for n in asked if is_slip(n, name)])
        if not help and not is_repeated(name, node.span):
            help, others = meant.asked(name, node.span, len(node.arguments), context)
        if (
            not help
            and _is_of_a_pool(name, node.span)
            and not _given(node, context).endswith(("site", "piece", "kind"))
        ):
            help = f"where pieces are put is a pool: declare it, such as `pool {name} of player`"
        help = help or near(name, asked - set(BY_NAME) | of_pieces) or _of_a_kind(node, context)
        help = help or near(name, asked | of_pieces) or _of_a_player(node, context)
        if re.search(rf"\b{re.escape(name)}\s*\([^()\n]*\)\s*:=", node.span.source.text):
            help = f"what is given a value is a field: declare it, such as `field {name} of player: 0..99`"
        elif not help and node.span.text.endswith(")"):
            help = f"a definition of your own is declared so: `let {name}({_given(node, context)}) = VALUE`"
    context.reporter.report("unknown-name", node.function.span, message, label, others=others, help=help)


def _with_kinds(column: str, span: Span) -> str:
    """The help for a column of a game without kinds: a table of the kinds that the file names, or cards that are made of values."""
    named = implied.kinds(span.source.text)
    cards = f"`kinds each {column} in {{1..10}}`"
    if not named:
        return f"add a line such as {cards}, or a table with a column `{column}`"
    first = re.split(r"[ ,]+", named)[1]
    return f"add a line such as `kinds {column}`, with a row for each kind below, such as `{first} 1`; or {cards}"


def _given(node: syntax.Call, context: Context) -> str:
    """The parameters of a definition to which the arguments of a call would be given; `...` where their types are not known."""
    types = [a.type.required.base for a in silent(node.arguments, context)]
    if not types or any(base not in NAMED for base in types):
        return "..."
    names = [
        a.name if isinstance(a, syntax.Name) and len(a.name) == 1 else base[0]
        for a, base in zip(node.arguments, types, strict=True)
    ]
    return (
        ", ".join(f"{n}: {base}" for n, base in zip(names, types, strict=True))
        if len(set(names)) == len(names)
        else "..."
    )
