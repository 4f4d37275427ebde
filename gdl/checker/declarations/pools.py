"""Pools: places off the board, each player's or the game's."""

from difflib import get_close_matches

from gdl.checker.context import Context
from gdl.core import model
from gdl.diagnostics.values import near
from gdl.tree import syntax
from gdl.tree.words import POOL_HOLDERS, VIEWERS, PoolHolder, Viewers, word_of


def check_pool(clause: syntax.Pool, context: Context) -> None:
    """Declares a pool."""
    names, name = context.names, clause.name.name
    found = _check_holder(clause, context)
    if found is None:
        names.failed.add(name)
    elif context.declare(name, clause.name.span):
        taken = sum(len(names.players) if p.holder == "player" else 1 for p in names.pools.values())
        names.pools[name] = model.Pool(name, clause.span, *found, taken, is_ordered=clause.is_ordered)


def _check_holder(clause: syntax.Pool, context: Context) -> tuple[PoolHolder, Viewers] | None:
    """The holder of a pool, and its viewers. After an error the likeliest, so that uses give no further ones; else None."""
    holder, seen = word_of(clause.holder.name, POOL_HOLDERS), clause.viewers
    if holder is None:
        context.reporter.report(
            "unknown-type",
            clause.holder.span,
            "a pool belongs to each player or to the game",
            "not a holder of pools",
            help=near(clause.holder.name, POOL_HOLDERS) or "write `of player` or `of game`",
        )
        likely = get_close_matches(clause.holder.name, POOL_HOLDERS, n=1, cutoff=0.4)
        return word_of(likely[0], POOL_HOLDERS) or "player" if likely else "player", "all"
    if seen is None:
        return holder, "all"
    viewers = word_of(seen.name, VIEWERS)
    if viewers is None:
        context.reporter.report(
            "unknown-type",
            seen.span,
            "a pool is seen by its owner, by all or by nobody",
            "not one of them",
            help=near(seen.name, VIEWERS) or "write `seen by owner`, `seen by all` or `seen by nobody`",
        )
        return holder, "all"
    if viewers == "owner" and holder == "game":
        context.reporter.report(
            "unknown-type",
            seen.span,
            "a pool of the game has no owner who could see it",
            "whose?",
            others=[(clause.holder.span, "all players share this pool")],
            help="write `seen by nobody`, or `of player` if each has one",
        )
        return None
    return holder, viewers
