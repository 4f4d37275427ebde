"""What is given a value that nothing reads: fields, columns, parameters, choices, steps of moves and draws.

What another file or a module declares is not judged: it may be there for others.
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model, static
from gdl.core.visit import nodes, reads, steps
from gdl.diagnostics.similar_names import is_slip, near


def find(facts: GameFacts) -> Iterator[Finding]:
    yield from _fields(facts)
    yield from _columns(facts)
    yield from _parameters(facts)
    for action in facts.game.actions:
        if facts.is_own(action.span):
            yield from _steps(action)
            if action.form == "action":
                yield from _choices(action, facts)
    for clause in (facts.game.setup, *facts.game.actions, *facts.game.settles):
        yield from _draws(clause, facts)


def _fields(facts: GameFacts) -> Iterator[Finding]:
    usage = facts.usage
    for name, field in {f.declared: f for f in facts.game.fields.values()}.items():
        if name not in usage.read | facts.elsewhere and facts.is_own(field.span):
            what = "given values but never read" if name in usage.written else "never used"
            yield Finding(
                field.span,
                f"`{name}` is {what}",
                "read nowhere",
                help="take it out, or read it in a condition",
            )


def _columns(facts: GameFacts) -> Iterator[Finding]:
    """Columns that no rule reads. Words with a sign of their own are there to be seen."""
    declared = facts.names.declared
    signed = {look.symbol for look in facts.game.looks if look.symbol}
    for name, column in facts.names.columns.items():
        if signed & set(column.type.symbols) or name in facts.usage.read | facts.elsewhere:
            continue
        if name in declared and facts.is_own(declared[name]):
            yield Finding(
                declared[name],
                f"the column `{name}` is never used",
                "read nowhere",
                help=near(name, [n for n in facts.names.columns if n != name and is_slip(name, n)])
                or f"take it out, or ask for it: `{name}(piece)`",
            )


def _parameters(facts: GameFacts) -> Iterator[Finding]:
    """Parameters that a definition never asks about. One that only a module asks for has them as the module wants."""
    asked = {
        n.definition if isinstance(n, model.Apply) else n.score
        for n in facts.parts
        if isinstance(n, model.Apply | model.Result) and facts.is_own(n.span)
    }
    # a payoff has its parameter by rule, also where players who play together get the same
    payoffs = {n.score for n in facts.parts if isinstance(n, model.Result) and n.form == "payoff"}
    for definition in facts.game.definitions.values():
        if not facts.is_own(definition.span) or definition.name not in asked - payoffs:
            continue
        for name, slot, kind in definition.parameters:
            if not reads(definition.body, (slot,)):
                yield Finding(
                    definition.span,
                    f"`{definition.name}` is the same whatever its {kind.base} `{name}` is",
                    f"never asks about `{name}`",
                    help=f"ask about `{name}` in it, or leave `{name}` out of its parentheses",
                )


def _choices(action: model.Action, facts: GameFacts) -> Iterator[Finding]:
    """A choice that nothing reads gives several actions that do the same. Of nothing there is no choice."""
    for part in action.parts:
        if not isinstance(part, model.Choose | model.ChooseSet):
            continue
        if static.known(part.source, facts.game.board) == ((), False):
            continue
        if not reads(action, (part.slot,)):
            yield Finding(
                part.span,
                f"each `{part.name}` that is chosen gives an action that does the same",
                f"nothing reads `{part.name}`",
                help=f"use `{part.name}` in what the action does, or leave this line out",
            )


def _steps(action: model.Action) -> Iterator[Finding]:
    """Names of what a move meets that nothing reads."""
    along = next((p for p in action.parts if isinstance(p, model.Along)), None)
    choices = {c.slot for c in action.choices}
    for step in steps(along.path.steps) if along is not None else ():
        is_named = step.slot is not None and step.name not in ("to", "") and step.slot not in choices
        if is_named and step.slot is not None and not reads(action, (step.slot,)):
            yield Finding(
                step.span,
                f"nothing is done with what `{step.name}` names",
                f"nothing reads `{step.name}`",
                help=f"use it in an effect or a condition, or leave `as {step.name}` out",
            )


def _draws(clause: object, facts: GameFacts) -> Iterator[Finding]:
    """What chance draws and nothing reads."""
    for n in nodes(clause):
        if isinstance(n, model.Chance) and not reads(clause, (n.slot,)) and facts.is_own(n.span):
            words = n.span.text.split()
            name = words[1] if len(words) > 1 else ""  # it stands in `random NAME in SET`
            yield Finding(
                n.span,
                f"nothing is done with the `{name}` that is drawn",
                f"nothing reads `{name}`",
                help="do something with it in an effect behind this, or leave this line out",
            )
