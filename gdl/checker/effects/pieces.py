"""Effects on pieces: `place` makes new ones, `move` moves one to a site or a pool; both may set fields."""

from collections.abc import Iterator

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, fitted, is_reported, where_defined
from gdl.checker.expressions.known import is_introduced_elsewhere
from gdl.checker.expressions.pieces import check_kind
from gdl.checker.forms import convert
from gdl.checker.suggestions import names as suggestions
from gdl.core import model
from gdl.core.builtins import BY_NAME
from gdl.core.types import ANY, KIND, NUMBER, PIECE, PLAYER, SITE, set_of
from gdl.diagnostics.values import writing
from gdl.tree import syntax

Settings = tuple[tuple[str, model.Expr], ...]


def check_place(node: syntax.Place, context: Context) -> model.Place | model.Stock | None:
    """`place KIND of PLAYER on SITES` and `place KIND in POOL`; None after an error."""
    kind, owner = _check_what(node, context)
    settings = _check_settings(node.settings, context)
    if not node.is_pool:
        sites = check_sites(node.where, context)
        return model.Place(node.span, kind, owner, sites, settings) if kind is not None else None
    match node.where:
        case syntax.Binary(operator="*", left=syntax.Name() | syntax.Call()) if node.times is None:
            _report_product(node.where, context)
            return None
    pool = check_pool_for_pieces(node.where, context)
    times: model.Expr = forms.const(node.span, NUMBER, 1)
    if node.times is not None:
        times = expect(node.times, context, NUMBER)
    if kind is None or pool is None:
        return None
    return model.Stock(node.span, kind, owner, pool, times, settings)


def _report_product(node: syntax.Binary, context: Context) -> None:
    """Reports `place man in hand(p) * 3`."""
    meant = f"{node.left.span.text} times {node.right.span.text}"
    context.reporter.report(
        "type-mismatch",
        node.span,
        "pieces are placed in a pool, and this is a number",
        "a number",
        suggestion=writing(node.span, meant, "how many are placed in a pool follows `times`"),
    )


def _check_what(node: syntax.Place, context: Context) -> tuple[model.Expr | None, model.Expr | None]:
    """The kind of new pieces, which is None after an error, and whose they are."""
    what = node.what
    if isinstance(what, syntax.Placed):
        owner = expect(what.owner, context, PLAYER.or_none, "a player")
        return _check_computed_kind(what.what, context), owner
    if isinstance(what, syntax.Call) and what.is_of:
        owner = expect(what.arguments[0], context, PLAYER.or_none, "a player")
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
    found = context.expression(node.what, PIECE.or_none)
    if found.type == set_of(SITE):
        found = convert(found, set_of(PIECE), context) or found
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
    context.reporter.report(
        "type-mismatch",
        node.to.span,
        "a piece can only be put under the pieces of an ordered pool",
        f"`{pool.name}` has no order" if pool is not None else "no pool",
        others=[(pool.span, "declared here")] if pool is not None else (),
        help=f"declare it as `{pool.span.in_one_line.partition(' seen')[0]} ordered`, or write `to`"
        if pool is not None
        else "",
    )


def _check_moved(node: syntax.MoveTo, found: model.Expr, context: Context) -> model.Expr:
    """The piece that moves."""
    help = ""
    if found.type.base == "kind":
        name, goal = node.what.span.in_one_line, node.to.span.in_one_line
        help = f"say where a piece of this kind is taken from: `move {name} from POOL to {goal}`"
    elif found.type == set_of(KIND):
        name = node.what.span.in_one_line
        help = f"a kind is no piece, and each is placed anew: `for k in {name} do place k of mover in ...`"
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
        kind = expect(what, context, KIND.or_none, "a kind of piece")
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


def check_goal(node: syntax.Expr, context: Context) -> model.Expr:
    """Where a piece moves to: a site or a pool."""
    pool = _check_pool(node, context)
    if pool is not None:
        return pool
    ident = _head(node)
    if ident is not None and not is_known(ident.name, context):
        _report_no_pool(ident, "site or pool", isinstance(node, syntax.Name), context)
        return forms.wrong(node.span)
    given = context.expression(node, SITE.or_none)
    pools = list(dict.fromkeys(_pools_given(given, context)))
    if given.type == set_of(PIECE) and None not in pools:
        named = " or ".join(
            f"`{name}`" if is_of_game else f"`{name}(...)`" for name, is_of_game in filter(None, pools)
        )
        context.reporter.report(
            "type-mismatch",
            node.span,
            "a piece goes to a pool by its name, and this gives only the pieces that lie in one",
            "a set of pieces",
            others=where_defined(given, context),
            help=f"name the pool itself: {named}"
            + (", and decide with `if` before the `move`" if len(pools) > 1 else ""),
        )
        return forms.wrong(node.span)
    return fitted(node, given, context, SITE.or_none, "a site or a pool")


def _pools_given(given: model.Expr, context: Context) -> Iterator[tuple[str, bool] | None]:
    """The pools of which an expression gives the pieces, by way of definitions and conditions, and whether each is the game's; None for
    anything else."""
    match given:
        case model.Apply():
            yield from _pools_given(context.names.definitions[given.definition].body, context)
        case model.If():
            yield from _pools_given(given.then, context)
            yield from _pools_given(given.otherwise, context)
        case model.PoolOf():
            yield given.name, given.holder is None
        case _:
            yield None


def check_sites(where: syntax.Expr, context: Context) -> model.Expr:
    """The sites on which pieces are placed."""
    pool = _check_pool(where.source if isinstance(where, syntax.Filter) else where, context)
    if pool is None:
        return expect(where, context, set_of(SITE), "sites")
    context.reporter.report(
        "type-mismatch",
        where.span,
        f"pieces are placed on sites, and `{pool.name}` is a pool",
        "no sites",
        help=f"write `in`: `place KIND in {pool.span.in_one_line if pool.holder is not None else pool.name}`",
    )
    return forms.wrong(where.span)


def check_pool_for_pieces(where: syntax.Expr, context: Context) -> model.PoolOf | None:
    """The pool into which pieces are placed; None after an error."""
    pool = _check_pool(where, context)
    ident = _head(where)
    if pool is None and ident is not None and not is_known(ident.name, context):
        _report_no_pool(ident, "pool", isinstance(where, syntax.Name), context)
    elif pool is None and (given := context.expression(where)).type != ANY:
        context.reporter.report(
            "type-mismatch",
            where.span,
            f"pieces are placed in a pool, and this is a {given.type}",
            "not a pool",
            help="write `on` before sites: `place KIND of PLAYER on SITE`",
        )
    return pool


def _check_pool(node: syntax.Expr, context: Context) -> model.PoolOf | None:
    """The pool that an expression names, if it names one."""
    ident = _head(node)
    if ident is None or ident.name not in context.names.pools or context.find(ident.name) is not None:
        return None
    made = context.expression(node)
    return made if isinstance(made, model.PoolOf) else None


def _head(node: syntax.Expr) -> syntax.Ident | None:
    """The name with which an expression such as `hand` or `hand(p)` begins."""
    if isinstance(node, syntax.Call):
        return node.function
    return syntax.Ident(node.span, node.name) if isinstance(node, syntax.Name) else None


def is_known(name: str, context: Context) -> bool:
    """Whether a name means something here, or its declaration has been reported."""
    names = context.names
    if names.is_board_guessed:
        return True  # it may be a site of the board that is reported
    known = context.everything() | names.broken | names.failed | set(BY_NAME)
    return name in known or (names.board is not None and names.board.site(name) is not None)


def _report_no_pool(ident: syntax.Ident, what: str, is_of_game: bool, context: Context) -> None:
    if is_introduced_elsewhere(ident, context):
        return
    holder = "game" if is_of_game else "player"
    known = {*context.names.pools, *(context.scope.visible() if what != "pool" else ())}
    way = suggestions.meant(suggestions.of_words(ident.name, ident.span, known, context))
    context.reporter.report(
        "unknown-name",
        ident.span,
        f"no {what} is named `{ident.name}`",
        f"not a {what}",
        others=way.places,
        help=way.help or f"a pool is declared as `pool {ident.name} of {holder}`",
        fixes=way.fixes,
    )
