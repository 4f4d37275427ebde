"""Definitions, effects and pools that nothing names."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.checker.tree import mentioned
from gdl.tree import syntax


def find(facts: GameFacts) -> Iterator[Finding]:
    for definition in facts.game.definitions.values():
        is_asked = definition.name in facts.used or definition.is_relation
        if not is_asked and facts.is_own(definition.span):
            yield Finding(
                definition.span,
                f"nothing uses `{definition.name}`",
                "used nowhere",
                help="take it out, or use it",
            )
    for name, routine in facts.names.routines.items():
        if name not in facts.used and facts.is_own(routine.span):
            yield Finding(
                routine.name.span,
                f"nothing uses the effect `{name}`",
                "used nowhere",
                help=f"take it out, or let it happen where other effects do: `do {name}(...)`",
            )
    clauses = (*facts.resolved.clauses, *facts.resolved.unchosen, *facts.resolved.conditions)
    named = {n for c in clauses if not isinstance(c, syntax.Pool) for n in mentioned(c)}
    for pool in facts.game.pools.values():
        if pool.name not in named and facts.is_own(pool.span):
            yield Finding(
                pool.span,
                f"nothing uses the pool `{pool.name}`",
                "used nowhere",
                help="take it out, or let pieces come into it",
            )
