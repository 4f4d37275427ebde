"""Effects on pieces: `place` makes new ones, `move` moves one; both may set fields."""

from gdl.checker import forms
from gdl.checker.coercion import convert
from gdl.checker.context import Context
from gdl.checker.effects.places import check_goal, check_pool_for_pieces, check_sites, is_known
from gdl.checker.expressions.conversions import expect, fitted, is_reported
from gdl.checker.expressions.pieces import check_kind, report_pieces_behind_of
from gdl.checker.suggestions import names as suggestions
from gdl.checker.suggestions.arguments import unheard
from gdl.checker.suggestions.way_out import WayOut, writing
from gdl.core import model
from gdl.core.types import ANY, KIND, NUMBER, PIECE, PLAYER, set_of
from gdl.tree import syntax

Settings = tuple[tuple[str, model.Expr], ...]


def check_place(node: syntax.Place, context: Context) -> model.Place | model.Stock | None:
    """`place KIND of PLAYER on SITES` and `place KIND in POOL`; None after an error."""
    kind, owner = _check_what(node, context)
    settings = _check_settings(node.settings, context)
    if not node.is_pool:
        sites = check_sites(node.where, context)
        return model.Place(node.span, kind, owner, sites, settings) if kind is not None else None
    pool = check_pool_for_pieces(node.where, context)
    times: model.Expr = forms.const(node.span, NUMBER, 1)
    if node.times is not None:
        times = expect(node.times, context, NUMBER)
    if kind is None or pool is None:
        return None
    return model.Stock(node.span, kind, owner, pool, times, settings)


def _check_what(node: syntax.Place, context: Context) -> tuple[model.Expr | None, model.Expr | None]:
    """The kind of new pieces, which is None after an error, and whose they are."""
    what = node.what
    if isinstance(what, syntax.Placed):
        owner = expect(what.owner, context, PLAYER.or_none, "a player")
        return _check_computed_kind(what.what, context), owner
    if isinstance(what, syntax.Call) and what.is_of:
        given = context.expression(what.arguments[0], PLAYER.or_none)
        if given.type == set_of(PIECE):
            name, text = what.function.name, given.span.in_one_line
            way = WayOut(
                f"a piece that is there already is moved: `move {name} from {text} to {node.where.span.in_one_line}`"
            )
            report_pieces_behind_of(what.span, name, text, way, context)
            return None, None
        owner = fitted(what.arguments[0], given, context, PLAYER.or_none, "a player")
        return _check_placed_kind(what.function, what, context), owner
    if isinstance(what, syntax.Name):
        return _check_placed_kind(syntax.Ident(what.span, what.name), what, context), None
    return _check_computed_kind(what, context), None


def _check_computed_kind(what: syntax.Expr, context: Context) -> model.Expr | None:
    """A kind that an expression gives: `place becomes(k) of mover on s`."""
    found = context.expression(what, KIND)
    made = convert(found, KIND, context) if found.type.base in ("kind", "any") else None
    if made is None and not is_reported(what.span, context):
        context.reporter.report(
            "type-mismatch",
            what.span,
            "expected a kind of piece",
            "not a kind",
            help="write `place KIND of PLAYER on SITE`",
        )
    return made


def _check_placed_kind(ident: syntax.Ident, what: syntax.Expr, context: Context) -> model.Expr | None:
    """A kind by its name, or a local name or definition whose value is a kind."""
    local = context.find(ident.name)
    if local is not None and local.type.base == "piece":
        context.reporter.report(
            "type-mismatch",
            what.span,
            f"`{ident.name}` is a piece already, and `place` makes a new one of a kind",
            "a piece",
            help=f"a piece is moved: `move {ident.name} to ...`",
        )
        return None
    if local is not None and local.type.base in ("kind", "any"):
        return model.Local(ident.span, KIND, local.slot, ident.name)
    if ident.name in context.names.definitions:
        return expect(syntax.Name(ident.span, ident.name), context, KIND)
    return check_kind(ident, context)


def check_move_to(node: syntax.MoveTo, context: Context) -> model.MoveTo | model.ForEach:
    """`move PIECE to PLACE`, `move PIECES to POOL` and `move KIND from PIECES to PLACE`."""
    if node.source is not None:
        return _move_to(node, _check_taken(node, node.source, context), context)
    if _is_taken_by_of(node, context):
        return _move_to(node, forms.wrong(node.what.span), context)
    found = context.expression(node.what, PIECE.or_none)
    if found.type != set_of(PIECE):
        return _move_to(node, _check_moved(node, found, context), context)
    local = context.unnamed(PIECE, node.what.span)
    made = _move_to(node, local, context)
    if not isinstance(made.to, model.PoolOf) and made.to.type != ANY:
        context.reporter.report(
            "type-mismatch",
            node.what.span,
            "several pieces move together only into a pool",
            f"a {found.type}",
            help="one piece moves to a site: `move KIND from POOL to SITE`, or `first(...)` of them",
        )
    return model.ForEach(node.span, ((local.slot, found),), None, (made,))


def _is_taken_by_of(node: syntax.MoveTo, context: Context) -> bool:
    """Reports `move KIND of PIECES to SITE`, where one of a kind is taken out of them with `from`; whether it is that."""
    what = node.what
    if not isinstance(what, syntax.Call) or not what.is_of or what.function.name not in context.names.kinds:
        return False
    (given,) = unheard(what.arguments, context)
    if given.type != set_of(PIECE):
        return False
    name, text = what.function.name, given.span.in_one_line
    way = writing(
        what.span,
        f"{name} from {text}",
        f"one of a kind is taken out of them with `from`: write `{name} from {text}`",
    )
    report_pieces_behind_of(what.span, name, text, way, context)
    return True


def _move_to(node: syntax.MoveTo, piece: model.Expr, context: Context) -> model.MoveTo:
    goal = check_goal(node.to, context)
    if node.is_under:
        _report_no_bottom(node, goal, context)
    return model.MoveTo(node.span, piece, goal, _check_settings(node.settings, context), node.is_under)


def _report_no_bottom(node: syntax.MoveTo, goal: model.Expr, context: Context) -> None:
    """Reports `under` something that has no bottom."""
    pool = context.names.pools[goal.name] if isinstance(goal, model.PoolOf) else None
    if goal.type == ANY or (pool is not None and pool.is_ordered):
        return
    holder = pool.holder if pool is not None else "game"
    context.reporter.report(
        "type-mismatch",
        node.to.span,
        "a piece can only be put under the pieces of an ordered pool",
        f"`{pool.name}` has no order" if pool is not None else "no pool",
        others=[(pool.span, "declared here")] if pool is not None else (),
        help=f"declare it as `pool {pool.name} of {holder} ordered`, or write `to`"
        if pool is not None
        else "",
    )


def _check_moved(node: syntax.MoveTo, found: model.Expr, context: Context) -> model.Expr:
    """The piece that moves."""
    help = ""
    if found.type.base == "kind":
        name, goal = node.what.span.in_one_line, node.to.span.in_one_line
        help = f"say where a piece of this kind is taken from: `move {name} from POOL to {goal}`"
    made = convert(found, PIECE.or_none, context)
    if made is None:
        context.reporter.report(
            "type-mismatch",
            node.what.span,
            f"expected a piece, but this is a {found.type}",
            f"a {found.type}",
            help=help,
        )
    return made or forms.wrong(node.what.span)


def _check_taken(node: syntax.MoveTo, source: syntax.Expr, context: Context) -> model.Expr:
    """The first piece of a kind among some pieces."""
    what, span = node.what, node.span
    kind: model.Expr
    if isinstance(what, syntax.Name) and not is_known(what.name, context):
        kind = check_kind(syntax.Ident(what.span, what.name), context) or forms.wrong(what.span)
    else:
        given = context.expression(what, KIND.or_none)
        if given.type.required in (PIECE, set_of(PIECE)):
            way = writing(
                what.span.to(source.span),
                what.span.in_one_line,
                f"write `move {what.span.in_one_line} to {node.to.span.in_one_line}`",
            )
            context.reporter.report(
                "type-mismatch",
                what.span,
                f"behind `from` a kind is taken out of pieces, but this is a {given.type}",
                "already pieces",
                help=way.help,
                fixes=way.fixes,
            )
            return forms.wrong(span)
        kind = fitted(what, given, context, KIND.or_none, "a kind of piece")
    among = expect(source, context, set_of(PIECE), "pieces")
    local = context.unnamed(PIECE, span)
    same = forms.equal(span, forms.kind_of(span, local), kind)
    found = model.Comprehension(span, set_of(PIECE), local.slot, among, same, None)
    return model.Builtin(span, PIECE.or_none, "first", (found,))


def _check_settings(nodes: tuple[syntax.Setting, ...], context: Context) -> Settings:
    """`with FIELD = VALUE`: fields of the pieces that are placed or moved."""
    fields = context.names.fields
    made = []
    for setting in nodes:
        name = setting.name.name
        field = fields.get(name)
        if field is not None and field.holder == "piece":
            context.usage.written.add(name)
            made.append((name, expect(setting.value, context, field.type)))
        elif not context.names.is_excused(name):
            known = {f.name for f in fields.values() if f.holder == "piece"}
            way = suggestions.meant(suggestions.of_words(name, setting.name.span, known, context))
            context.reporter.report(
                "unknown-name",
                setting.name.span,
                f"pieces have no field `{name}`",
                "not a field of pieces",
                others=way.places,
                help=way.help or f"it is declared as `field {name} of piece: ...`",
                fixes=way.fixes,
            )
    return tuple(made)
