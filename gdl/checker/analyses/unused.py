"""What nothing uses: actions that no turn offers, definitions, effects and pools that nothing names, options that nothing asks for."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.checker.tree import mentioned
from gdl.tree import syntax


def find_actions(facts: GameFacts) -> Iterator[Finding]:
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


def find_definitions(facts: GameFacts) -> Iterator[Finding]:
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


def find_options(facts: GameFacts) -> Iterator[Finding]:
    for option in facts.game.options:
        if option.name not in facts.used and option.name != "players":
            yield Finding(
                option.span,
                f"the option `{option.name}` changes nothing",
                "used nowhere",
                help="use it in an expression or a `when` block, or take it out",
            )
