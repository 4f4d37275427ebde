"""Pools: where pieces lie off the board, of the game, of each player, of each word of a type or number of a range."""

from difflib import get_close_matches

from gdl.checker.context import Context
from gdl.checker.declarations.fields import check_key
from gdl.checker.declarations.viewers import check_viewers
from gdl.core import model
from gdl.diagnostics.similar_names import near
from gdl.limits import MAX_PARTS
from gdl.tree import syntax
from gdl.tree.words import POOL_HOLDERS, PoolHolder, Viewers, word_of


def check_pool(clause: syntax.Pool, context: Context) -> None:
    """Declares a pool."""
    names, name = context.names, clause.name.name
    found = _check_pool_holder(clause, context)
    if found is None:
        names.failed.add(name)
    elif context.declare(name, clause.name.span):
        taken = sum(len(p.places(len(names.players))) for p in names.pools.values())
        holder, viewers, key = found
        names.pools[name] = model.Pool(
            name, clause.span, holder, viewers, taken, is_ordered=clause.is_ordered, key=key
        )


def _check_pool_holder(
    clause: syntax.Pool, context: Context
) -> tuple[PoolHolder, Viewers, model.Key | None] | None:
    """The holder of a pool, its viewers, and the values of which each has one. After an error the likeliest, so that uses give no further
    ones; else None."""
    node = clause.holder
    written = "" if node.name is None else node.name.name
    if node.name is None or written in context.names.types:
        key = check_key(node, context)
        if key is None or not _is_small(node, key, context):
            return None
        viewers = check_viewers(clause, True, node.span, context)
        return None if viewers is None else ("table", viewers, key)
    holder = word_of(written, POOL_HOLDERS)
    if holder is None and context.names.is_excused(written):
        return None
    if holder is None:
        known = (*POOL_HOLDERS, *context.names.types)
        context.reporter.report(
            "unknown-type",
            node.span,
            "a pool belongs to the game, to each player, to each word of a type or to each number of a range",
            "not a holder of pools",
            help=near(written, known) or "write `of player` or `of game`",
        )
        likely = get_close_matches(written, POOL_HOLDERS, n=1, cutoff=0.4)
        return (word_of(likely[0], POOL_HOLDERS) or "player", "all", None) if likely else None
    viewers = check_viewers(clause, holder == "game", node.span, context)
    return None if viewers is None else (holder, viewers, None)


def _is_small(node: syntax.Holder, key: model.Key, context: Context) -> bool:
    """Whether there are few enough pools of one name; reports if not."""
    if len(key.values) <= MAX_PARTS:
        return True
    message = f"these would be {len(key.values)} pools, and {MAX_PARTS} is the most"
    context.reporter.report("bad-range", node.span, message, "too many")
    return False
