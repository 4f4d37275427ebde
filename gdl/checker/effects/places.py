"""Where pieces go: sites, and pools off the board."""

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.known import is_introduced_elsewhere
from gdl.checker.suggestions import names as suggestions
from gdl.core import model
from gdl.core.builtins import BY_NAME
from gdl.core.types import ANY, PLAYER, SITE, set_of
from gdl.tree import syntax


def check_goal(node: syntax.Expr, context: Context) -> model.Expr:
    """Where a piece moves to: a site or a pool."""
    pool = _check_pool(node, context)
    if pool is not None:
        return pool
    ident = _head(node)
    if ident is not None and not is_known(ident.name, context):
        _report_no_pool(ident, "site or pool", isinstance(node, syntax.Name), context)
        return forms.wrong(node.span)
    return expect(node, context, SITE.or_none, "a site or a pool")


def check_sites(where: syntax.Expr, context: Context) -> model.Expr:
    """The sites on which pieces are placed."""
    pool = _check_pool(where.source if isinstance(where, syntax.Filter) else where, context)
    if pool is None and _is_owner_behind(where, "the sites", context):
        return forms.wrong(where.span)
    if pool is None:
        return expect(where, context, set_of(SITE), "sites")
    context.reporter.report(
        "type-mismatch",
        where.span,
        f"pieces are placed on sites, and `{pool.name}` is a pool",
        "no sites",
        help=f"write `in`: `place KIND in {pool.name}{'(PLAYER)' if pool.holder is not None else ''}`",
    )
    return forms.wrong(where.span)


def check_pool_for_pieces(where: syntax.Expr, context: Context) -> model.PoolOf | None:
    """The pool into which pieces are placed; None after an error."""
    if _is_owner_behind(where, "the pool", context):
        return None
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


def _is_owner_behind(where: syntax.Expr, what: str, context: Context) -> bool:
    """Reports the owner of pieces that stands behind where they are placed, `place man on corners of Red`; whether there is one."""
    if not isinstance(where, syntax.Call) or len(where.arguments) != 1 or not where.is_of:
        return False
    name, names = where.function.name, context.names
    owner = where.arguments[0]
    takes_nothing = (
        (
            any(not r.parameters for r in BY_NAME.get(name, ()))
            and not any(r.parameters and r.parameters[0].required == PLAYER for r in BY_NAME[name])
        )
        or (name in names.definitions and not names.definitions[name].parameters)
        or (names.board is not None and names.board.site(name) is not None)
        or (name in names.pools and names.pools[name].holder == "game")
        or ((local := context.find(name)) is not None and local.type.required in (SITE, set_of(SITE)))
    )
    if not takes_nothing or not _is_player(owner, context):
        return False
    context.reporter.report(
        "wrong-arguments",
        where.span,
        f"whose a piece is stands behind its kind, and not behind {what}",
        "belongs behind the kind",
        help=f"it is written as `place KIND of {owner.span.in_one_line} on SITE`",
    )
    return True


def _is_player(node: syntax.Expr, context: Context) -> bool:
    """Whether an expression is a player."""
    if isinstance(node, syntax.Name) and any(p.name == node.name for p in context.names.players):
        return True
    local = context.find(node.name) if isinstance(node, syntax.Name) else None
    return (local is not None and local.type.required == PLAYER) or (
        isinstance(node, syntax.Name) and node.name == "mover"
    )


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
    if context.reporter.has_said("unknown-name", ident.name):
        return
    if is_introduced_elsewhere(ident, context):
        return
    holder = "game" if is_of_game else "player"
    known = {*context.names.pools, *(context.scope.visible() if what != "pool" else ())}
    way = suggestions.meant(suggestions.of_words(ident.name, ident.span, known, context))
    missing = "" if what == "pool" else suggestions.missing_choice(ident.name, ident.span, SITE, context)
    if missing and not way:  # wherever it stands it is one mistake
        message = f"nothing is named `{ident.name}`"
        context.reporter.report("unknown-name", ident.span, message, "not known here", help=missing)
        return
    context.reporter.report(
        "unknown-name",
        ident.span,
        f"no {what} is named `{ident.name}`",
        f"not a {what}",
        others=way.places,
        help=way.help
        or _pools_of(holder, context)
        or f"a pool is declared as `pool {ident.name} of {holder}`",
        fixes=way.fixes,
    )


def _pools_of(holder: str, context: Context) -> str:
    """Which pools there are, where they are few."""
    names = [name for name, pool in context.names.pools.items() if pool.holder == holder]
    whose = "of each player" if holder == "player" else "of the game"
    if not 0 < len(names) <= _FEW:
        return ""
    if len(names) == 1:
        return f"the only pool {whose} is `{names[0]}`"
    return f"the pools {whose} are {', '.join(names)}"


_FEW = 4  # pools that are told
