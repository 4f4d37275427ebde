"""Warnings about actions that choose out of a pool which only they fill: it stays empty, so they never come about.

choice keep
  choose k in kinds of aside             -- `kinds of cup` was meant
  do for d in cup where kind(d) = k do move d to aside
"""

from gdl import model
from gdl.checker.tree import mentioned
from gdl.diagnostics import Reporter
from gdl.flows import filled
from gdl.resolver import Resolved
from gdl.visit import nodes


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports the first action that can never choose, as each pool out of which it does is filled only by such actions."""
    wants = {a.name: _wanted(a) for a in game.actions}
    fills = {a.name: filled((a.effects, a.finals), game) for a in game.actions}
    begun = filled((game.setup, game.settles), game).union(*map(mentioned, resolved.unchosen))
    waiting, comes = set(wants), begun
    while True:
        comes = begun.union(*(fills[name] for name in wants.keys() - waiting))
        left = {name for name in waiting if not wants[name].keys() <= comes}
        if left == waiting:
            break
        waiting = left
    late = set[str]().union(*(fills[name] for name in waiting)) - comes
    for action in game.actions:
        for pool, source in wants[action.name].items() if action.name in waiting else ():
            if pool in late and action.span.source is resolved.source:
                _report(action, game.pools[pool], source, fills, comes, reporter)
                return


def _wanted(action: model.Action) -> dict[str, model.Expr]:
    """The pools out of which an action chooses, and the sets that it makes of them."""
    found: dict[str, model.Expr] = {}
    for part in action.parts:
        source = part.source if isinstance(part, model.Choose) else None
        while isinstance(source, model.Comprehension) and isinstance(source.source, model.Comprehension):
            source = source.source
        inner = source.source if isinstance(source, model.Comprehension) else source
        if source is not None and isinstance(inner, model.PoolOf):
            found[inner.name] = source
    return found


def _report(
    action: model.Action,
    pool: model.Pool,
    source: model.Expr,
    fills: dict[str, set[str]],
    comes: set[str],
    reporter: Reporter,
) -> None:
    is_own = pool.name in fills[action.name]
    others = " and ".join(f"`{name}`" for name, filled_ in fills.items() if pool.name in filled_)
    by = f"`{action.name}` itself" if is_own else f"{others}, which waits for this one,"
    inner = source.source if isinstance(source, model.Comprehension) else source
    meant = dict.fromkeys(
        n.span.in_one_line
        for n in nodes((action.parts, action.effects, action.finals))
        if isinstance(n, model.PoolOf) and n.name in comes
    )
    text, start = source.span.in_one_line, inner.span.start - source.span.start
    ways = [f"`{text[:start]}{other}`" for other in meant if start >= 0 and text[start:] == inner.span.text]
    reporter.report(
        "impossible-action",
        source.span,
        f"`{action.name}` can never be chosen: only {by} puts anything into `{pool.name}`, so it stays empty",
        "always empty",
        others=[(pool.span, "nothing else fills it")],
        help=(f"write {ways[0]}, if it is taken from there; else " if len(ways) == 1 else "")
        + f"let pieces come into `{pool.name}` before, in the `setup` or by another action",
    )
