"""Warnings about pools that nothing uses, and that an end wants empty although nothing ever leaves them."""

from gdl import model, syntax
from gdl.checker.tree import mentioned
from gdl.diagnostics import Reporter
from gdl.flows import emptied, filled
from gdl.resolver import Resolved
from gdl.visit import followed


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    everything = (*resolved.clauses, *resolved.unchosen, *resolved.conditions)
    named = {n for c in everything if not isinstance(c, syntax.Pool) for n in mentioned(c)}
    own = [p for p in game.pools.values() if p.span.source.name == resolved.source.name]
    for pool in own:
        if pool.name not in named:
            reporter.report(
                "unused-definition",
                pool.span,
                f"nothing uses the pool `{pool.name}`",
                "used nowhere",
                help="take it out, or let pieces come into it: `move PIECE to "
                + (f"{pool.name}(mover)`" if pool.holder == "player" else f"{pool.name}`"),
            )
    _warn_of_full_pools(game, {p.name for p in own}, reporter)


def _warn_of_full_pools(game: model.Game, own: set[str], reporter: Reporter) -> None:
    """Reports a choice out of a pool that an end wants empty, if nothing takes out what is chosen, nor anything else."""
    asked = {
        n.arguments[0].name
        for n in followed(game.ends, game.definitions)
        if isinstance(n, model.Builtin) and n.name == "count" and isinstance(n.arguments[0], model.PoolOf)
    }
    lasting = (asked & own & filled(game.setup, game)) - emptied(game)
    for action in game.actions:
        for part in action.parts:
            if not isinstance(part, model.Choose) or not lasting:
                continue
            pool = part.source
            while isinstance(pool, model.Comprehension):
                pool = pool.source
            if not isinstance(pool, model.PoolOf) or pool.name not in lasting:
                continue
            lasting.discard(pool.name)
            text = pool.span.in_one_line
            reporter.report(
                "unpaid",
                part.span,
                f"`{action.name}` chooses out of `{text}` and leaves it as it is, and an end asks how much is in there",
                "stays in the pool",
                others=[(game.pools[pool.name].span, "never gets fewer")],
                help=f"take it out among the effects: `move {part.name} from {text} to ...`",
            )
