"""Options that nothing asks for: neither a rule nor a `when`."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts


def find(facts: GameFacts) -> Iterator[Finding]:
    for option in facts.game.options:
        if option.name not in facts.used and option.name != "players":
            yield Finding(
                option.span,
                f"the option `{option.name}` changes nothing",
                "used nowhere",
                help="use it in an expression or a `when` block, or take it out",
            )
