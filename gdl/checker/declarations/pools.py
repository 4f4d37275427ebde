"""Pools: places off the board, each player's or the game's."""

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.diagnostics import near

_VIEWERS = ("owner", "all", "nobody")


def check_pool(clause: syntax.Pool, context: Context) -> None:
    """Declares a pool."""
    names, name = context.names, clause.name.name
    viewers = clause.viewers.name if clause.viewers is not None else "all"
    if not _is_good(clause, viewers, context):
        names.failed.add(name)
    elif context.declare(name, clause.name.span):
        taken = sum(len(names.players) if p.holder == "player" else 1 for p in names.pools.values())
        names.pools[name] = model.Pool(name, clause.span, clause.holder.name, viewers, taken)


def _is_good(clause: syntax.Pool, viewers: str, context: Context) -> bool:
    """Whether a pool belongs to somebody and is seen by somebody; reports what is wrong."""
    holder, seen = clause.holder, clause.viewers
    if holder.name not in ("player", "game"):
        context.reporter.report(
            "unknown-type",
            holder.span,
            "a pool belongs to each player or to the game",
            "not a holder of pools",
            help=near(holder.name, ("player", "game")) or "write `of player` or `of game`",
        )
        return False
    if seen is not None and viewers not in _VIEWERS:
        context.reporter.report(
            "unknown-type",
            seen.span,
            "a pool is seen by its owner, by all or by nobody",
            "not one of them",
            help=near(viewers, _VIEWERS) or "write `seen by owner`, `seen by all` or `seen by nobody`",
        )
        return False
    if seen is not None and viewers == "owner" and holder.name == "game":
        context.reporter.report(
            "unknown-type",
            seen.span,
            "a pool of the game has no owner who could see it",
            "whose?",
            others=[(holder.span, "all players share this pool")],
            help="write `seen by nobody`, or `of player` if each has one",
        )
        return False
    return True
