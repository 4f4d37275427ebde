"""Kinds of pieces, and sets of pieces by owner and kind: `own King`, `enemy pieces`, `rook of Black`."""

from collections.abc import Sequence

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.known import is_introduced_elsewhere
from gdl.checker.suggestions import names as suggestions
from gdl.checker.suggestions.by_type import local_names, there_is
from gdl.core import model
from gdl.core.types import ANY, KIND, PIECE, PLAYER, set_of
from gdl.diagnostics.values import Suggestion, writing
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import Side


def check_kind(ident: syntax.Ident, context: Context, also: tuple[str, ...] = ()) -> model.Const | None:
    """The kind that a name means; None after an error. `also`: other names that the author may have meant."""
    names = context.names
    if ident.name in names.kinds:
        context.usage.used.add(ident.name)
        return forms.const(ident.span, KIND, names.kind_index(ident.name))
    if names.is_excused(ident.name):
        return None
    if not names.kinds and "kinds" not in names.broken:
        context.reporter.report(
            "missing-clause",
            ident.span,
            f"`{ident.name}` is no piece: the game has no `kinds`",
            "a kind of piece is wanted",
            help=f"add a line such as `kinds {ident.name}`",
            subjects=["kinds"],
        )
        names.broken |= {"kinds"}
    elif names.kinds and not is_introduced_elsewhere(ident, context) and not _is_no_kind(ident, context):
        _report_unknown(ident, also, context)
    return None


def _report_unknown(ident: syntax.Ident, also: tuple[str, ...], context: Context) -> None:
    """Reports a name that is no kind's, and nothing else's."""
    names = context.names
    known = {*names.kinds, *also, *local_names(KIND, context)}
    way = suggestions.meant(suggestions.of_words(ident.name, ident.span, known, context))
    way = way or Suggestion(there_is(KIND, context.outer()))
    first = next((names.declared[k] for k in names.kinds if k in names.declared), None)
    context.reporter.report(
        "unknown-piece",
        ident.span,
        f"no piece is named `{ident.name}`",
        "not a kind of piece",
        others=[(first, "the kinds are declared here")] if first is not None else (),
        suggestion=way,
    )


def _is_no_kind(ident: syntax.Ident, context: Context) -> bool:
    """Reports a name of something else where a kind is wanted; whether it is one."""
    local, names = context.find(ident.name), context.names
    found: tuple[str, Span] | None = None
    if local is not None and local.type.base == "kind":
        return False
    if local is not None and local.type.base not in ("any", "none"):
        found = str(local.type), local.span
    elif (field := names.fields.get(ident.name)) is not None:
        found = "field", field.span
    elif (pool := names.pools.get(ident.name)) is not None:
        found = "pool", pool.span
    elif ident.name in names.defined and ident.name not in names.failed:
        found = "definition", names.defined[ident.name]
    elif ident.name in names.columns:
        found = "column of the kinds", ident.span
    if found is None:
        return False
    what, span = found
    place = names.declared.get(ident.name, span)
    context.reporter.report(
        "type-mismatch",
        ident.span,
        f"`{ident.name}` is a {what}, and a kind is wanted here",
        f"a {what}" if place.line != ident.span.line else "no kind",
        others=[(place, "named here" if local is not None else "declared here")]
        if place.line != ident.span.line
        else (),
        help=there_is(KIND, context.outer()),
    )
    return True


def expect_owner(node: syntax.Call, context: Context) -> model.Expr:
    """The player of `KIND of p`, or of `pieces of p`."""
    return expect(node.arguments[0], context, PLAYER)


def check_holding(node: syntax.Holding, context: Context) -> model.Expr:
    """`own pieces`, `enemy King`: a set of pieces on the board."""
    span = node.span
    local = context.unnamed(PIECE, span)
    tests = [check_side(span, node.side, local, context)]
    if node.noun.name != "pieces":
        if _is_named_kind(node, context):
            return forms.wrong(span)
        kind = check_kind(node.noun, context, ("pieces",))
        if kind is None:
            return forms.wrong(span)
        tests.append(forms.equal(span, forms.kind_of(span, local), kind))
    return _pieces(span, local, tests)


def _is_named_kind(node: syntax.Holding, context: Context) -> bool:
    """Reports `own k` where k is a local name for a kind; whether it is that."""
    local = context.find(node.noun.name)
    if local is None or local.type.base != "kind":
        return False
    way = writing(node.span, f"({node.side} pieces where kind(it) = {node.noun.name})")
    context.reporter.report(
        "type-mismatch",
        node.noun.span,
        f"behind `{node.side}` stands the name of a kind, and `{node.noun.name}` is one that is named here",
        "no kind by name",
        others=[(local.span, "named here")] if local.span.line != node.span.line else (),
        suggestion=way,
    )
    return True


def check_side(span: Span, side: Side, piece: model.Expr, context: Context) -> model.Expr:
    """Whether a piece is `own` or `enemy`."""
    if side == "enemy" and len(context.names.all_players) == 1:
        context.reporter.report(
            "constant-condition",
            span,
            "nobody is an enemy in a game for one player, so this never holds",
            "never",
            help="say which pieces are meant: `own`, a kind, or `occupied`",
        )
    return forms.owned(span, side, piece, any(len(team) > 1 for team in context.names.teams))


def report_no_teams(span: Span, message: str, context: Context) -> None:
    """Reports a word that means nothing in a game without teams, unless those could not be read."""
    if context.names.is_excused("teams"):
        return
    names = [p.name for p in context.names.players]
    some = (
        f"{{{', '.join(names[::2])}}}, {{{', '.join(names[1::2])}}}" if len(names) > 3 else "{A, B}, {C, D}"
    )
    context.reporter.report(
        "no-teams",
        span,
        f"{message}, and this game has no teams",
        "whose?",
        help=f"declare them: `teams {some}`",
    )


def pieces_of(span: Span, kind: model.Expr | None, player: model.Expr | None, context: Context) -> model.Expr:
    """The pieces on the board that a player has, those of one kind or all."""
    if player is not None and player.type == ANY:
        return forms.wrong(span)
    local = context.unnamed(PIECE, span)
    tests: list[model.Expr] = []
    if player is not None:
        tests.append(forms.equal(span, forms.owner_of(span, local), player))
    if kind is not None:
        tests.append(forms.equal(span, forms.kind_of(span, local), kind))
    return _pieces(span, local, tests)


def _pieces(span: Span, local: model.Local, tests: Sequence[model.Expr]) -> model.Expr:
    everything, condition = forms.all_pieces(span), forms.conjunction(span, tests)
    return model.Comprehension(span, set_of(PIECE), local.slot, everything, condition, None)
