"""Two placements of a set-up on one site, as far as it is known before the game begins where they put pieces."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts


def find(facts: GameFacts) -> Iterator[Finding]:
    conflict = facts.placements.conflict
    if conflict is None:
        return
    first = conflict.first
    name = facts.game.board.sites[conflict.site].name
    there = f"a {facts.game.kinds[first.kind].name}" if isinstance(first.kind, int) else "a piece"
    yield Finding(
        conflict.effect.span,
        f"the set-up puts two pieces on {name}",
        f"{name} is taken already",
        others=((first.effect.span, f"{there} is placed there"),)
        if first.effect is not conflict.effect
        else (),
        help="place them on different sites",
    )
