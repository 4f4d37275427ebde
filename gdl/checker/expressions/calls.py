"""Names with brackets or `of`: the first of `_MEANINGS` that knows the name decides; unknown names are reported."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.attributes import apply, check_attribute, check_holders, entry, read_field
from gdl.checker.expressions.builtins import check_builtin
from gdl.checker.expressions.conversions import expect, fitted
from gdl.checker.expressions.lookup import look_up, relative
from gdl.checker.expressions.pieces import expect_owner, pieces_of
from gdl.checker.names import walked
from gdl.checker.suggestions import foreign
from gdl.checker.suggestions import names as suggestions
from gdl.core import model
from gdl.core.builtins import BY_NAME, RELATIVE_WORDS
from gdl.core.types import ANY, DIRECTION, NUMBER, PIECE, PLAYER, set_of
from gdl.core.visit import nodes
from gdl.diagnostics.values import NO_SUGGESTION, Reporter, Suggestion, writing
from gdl.tree import syntax


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
    is_excused = context.names.is_excused(node.function.name)
    unheard = replace(context, reporter=Reporter(is_heard=False)) if is_excused else context
    for argument in node.arguments:  # a name alone may be a word of what is declared wrongly
        (unheard if isinstance(argument, syntax.Name) else context).expression(argument)
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
    if pool is None or pool.holder == "game":
        return None
    if pool.key is not None:
        return _pool_of_table(node, pool, pool.key, context)
    if len(node.arguments) != 1:
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{name}` is a pool of one player, and is given {len(node.arguments)}",
            "whose?",
            help=f"write `{name}(p)` for a player p, such as `{name}(mover)`",
        )
        return forms.wrong(node.span)
    player = expect(node.arguments[0], context, PLAYER.or_none, "a player")
    return model.PoolOf(node.span, set_of(PIECE), name, player)


def _pool_of_table(node: syntax.Call, pool: model.Pool, key: model.Key, context: Context) -> model.Expr:
    """One of the pools that each word of a type, or each number of a range, has."""
    if len(node.arguments) != 1:
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{pool.name}` is a pool of one {key.type}, and is given {len(node.arguments)}",
            "which one?",
            help=f"write `{pool.name}(x)` for a {key.type}, such as `{pool.name}({key.words[0]})`",
        )
        return forms.wrong(node.span)
    wanted = key.type if key.type == NUMBER else key.type.or_none
    holder = expect(node.arguments[0], context, wanted, f"a {key.type}")
    if holder.type == ANY:
        return forms.wrong(node.span)
    return model.PoolOf(node.span, set_of(PIECE), pool.name, entry((key,), (holder,), node.span))


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
        isinstance(argument, syntax.Filter | syntax.Ordered | syntax.Mapped)
        or context.expression(argument).type.base == "set"
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
    of = context.expression(node.arguments[0], PLAYER)
    if of.type.required == DIRECTION:
        meant = _SEEN_FROM.get(name)
        way = (
            NO_SUGGESTION if meant is None else writing(node.span, meant.format(node.arguments[0].span.text))
        )
        said = f"`{name}` is said of a player, and this is a direction"
        context.reporter.report("type-mismatch", node.span, said, "seen from which player?", suggestion=way)
        return forms.wrong(node.span)
    return relative(node.span, name, fitted(node.arguments[0], of, context, PLAYER), context)


# what people mean who say of a direction what is said of players
_SEEN_FROM = {"left": "turned({}, -1)", "right": "turned({}, 1)", "forward": "{}", "backward": "opposite({})"}


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


def _report_unknown(node: syntax.Call, context: Context) -> None:
    """Reports a call of something that cannot be called."""
    name, names, span = node.function.name, context.names, node.function.span
    unknown_name = f"there is no definition, field or function `{name}`"
    reporter = context.reporter
    if name in names.pools or names.field_of_game(name) is not None:
        message = f"`{name}` is the game's, and stands without brackets"
        others = [(names.declared[name], "declared here")]
        help = f"the game's one value is `{name}`; one for each player is declared `of player`"
        context.reporter.report("unknown-name", span, message, "of nobody", others=others, help=help)
    elif (local := context.find(name)) is not None:
        message = f"`{name}` is a {local.type} here, and nothing that is asked of others"
        context.reporter.report(
            "unknown-name", span, message, "not a function", others=[(local.span, "named here")]
        )
    elif not names.kinds and names.pools and "kinds" not in names.broken:
        context.reporter.report(
            "missing-clause",
            span,
            f"nothing is named `{name}`, and the game has no `kinds`",
            "a column of theirs?",
            help=f"kinds have a table, `kinds {name}` with a row for each below, or are made of values: `kinds each {name} in {{1..10}}`",
            subjects=["kinds"],
        )
        names.broken |= {"kinds"}
    else:
        arguments = [a.span.in_one_line for a in node.arguments]
        unknown = suggestions.of_call(name, span, arguments, context)
        if node.is_of:
            unknown = replace(unknown, known={*unknown.known, *names.kinds})
        way = _step_of(node, arguments, context) or suggestions.meant(unknown)
        way = way or Suggestion(_declaration(node, context))
        reporter.report(
            "unknown-name",
            span,
            unknown_name,
            "not known here",
            suggestion=way,
        )


def _step_of(node: syntax.Call, arguments: Sequence[str], context: Context) -> Suggestion:
    """A direction that is asked like a function: the next site that way is meant."""
    name, board = node.function.name, context.names.board
    if board is None or len(arguments) != 1 or name not in (d.name for d in board.directions):
        return NO_SUGGESTION
    return writing(
        node.span,
        f"step({arguments[0]}, {name})",
        f"the next site that way is `step({arguments[0]}, {name})`",
    )


def _declaration(node: syntax.Call, context: Context) -> str:
    """The sentence for a call for which nothing else can be written: of a foreign word, or of a field that is given a value."""
    name = node.function.name
    for row in foreign.FUNCTIONS.get(name, ()):
        if not row.text:
            return row.help
    for part in nodes(context.rules.clauses) if context.seeks_ways_out else ():
        match part:
            case syntax.Assign(target=syntax.Call(function=syntax.Ident(name=given))) if given == name:
                return f"it is given a value, and what has one is declared, such as `field {name} of player: 0..99`"
    return ""
