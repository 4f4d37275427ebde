"""Actions that no turn offers and nothing demands; of a module, only where none of its actions is."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts


def find(facts: GameFacts) -> Iterator[Finding]:
    modules = facts.resolved.used
    for source, use in modules.items():
        given = [a for a in facts.game.actions if a.span.source.name == source and a.form != "choice"]
        if given and not any(a.name in facts.used for a in given):
            yield Finding(
                use,
                f"no turn offers `{given[0].name}`, which this module gives",
                "its actions are never possible",
                help=f"name it in the `turn`: `turn: ... or {given[0].name}`",
            )
    for action in facts.game.actions:
        if action.span.source.name in modules or action.form in ("pass", "done"):
            continue
        if action.name not in facts.used:
            is_choice = action.form == "choice"
            given_to = f"({', '.join(name for name, _, _ in action.parameters)})" if action.parameters else ""
            yield Finding(
                action.span,
                f"no turn {'demands' if is_choice else 'offers'} `{action.name}`",
                "never possible",
                help=f"demand it in an effect, `then {action.name}{given_to}`, or take it out"
                if is_choice
                else "name it in a `turn`, or take it out",
            )
