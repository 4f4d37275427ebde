"""A game that only its limit, or a player without a move, ends, and that nobody wins."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core.rules import with_effects
from gdl.core.traits import has


def find(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    if game.ends or game.limit_result.form != "draw" or has(with_effects(game), "ends"):
        return
    if any(t.can_end("lose", "win", "draw") for t in game.turns.values()):
        return
    yield Finding(
        game.turns["main"].span if "main" in game.turns else facts.names.board_span,
        f"nobody can win this game: only a player without a move, or its limit of {game.limit} moves, ends it",
        "always a draw",
        help="add an `end` clause, or `else lose` to the turn",
    )
